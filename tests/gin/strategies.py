"""Hypothesis strategies for rules, hands and matches."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from functools import cache
from random import Random

from hypothesis import assume
from hypothesis import strategies as st

from models.gin.cards.cards import PACK, Card, Cards
from models.gin.cards.melds import Aces, runs, sets
from models.gin.document.writing import MatchDocument
from models.gin.hand.arrangements import best_arrangements
from models.gin.hand.declaration import Count, Declaration, Ending, Points, Spread
from models.gin.hand.defence import best_defence
from models.gin.hand.problems import may_lay_off
from models.gin.hand.scoring import Hand
from models.gin.player_names import is_name, without_variants
from models.gin.rules.field_types import Amount, Choice, Flag, Kind, Money, MultiplierTable, Numbers, Whole
from models.gin.rules.house_rules import KINDS, Fault, HouseRules
from models.gin.rules.options import Multipliers, Stake
from models.gin.rules.presets import PRESETS
from models.gin.rules.seating import TABLES, Table
from models.gin.sheet.columns import rules_of
from models.gin.sheet.extra_lines import (
    LARGEST_HAND,
    Adjustment,
    ColumnScores,
    ExtraLine,
    OpeningKind,
    OpeningScores,
    Penalty,
)

card_sets = st.frozensets(st.sampled_from(PACK), max_size=14)
groups = st.lists(st.lists(st.sampled_from(PACK), min_size=1, max_size=11).map(tuple), max_size=4).map(tuple)
upcards = st.sampled_from(PACK)
upcards_or_none = st.none() | upcards
currencies = st.sampled_from(["EUR", "AUD", "JPY"]) | st.from_regex(r"\A[A-Z]{3}\Z")
amounts = st.decimals(0, 100_000, places=2)
stakes = st.builds(Stake, amounts, currencies)


def values_of(kind: Kind) -> st.SearchStrategy[object]:
    """Every value that a field of this kind may hold, the usual values often."""
    match kind:
        case Whole(only_usual=True):
            return st.sampled_from(kind.usual)
        case Whole():
            values = st.integers(kind.least, kind.most) | st.integers(kind.least, min(kind.most, 300))
            usual = st.sampled_from(kind.usual) if kind.usual else st.nothing()
            return (st.none() if kind.optional else st.nothing()) | usual | values
        case Numbers():
            numbers = st.integers(kind.least, kind.most) | st.integers(kind.least, min(kind.most, 300))
            lists = st.lists(numbers, min_size=1, max_size=kind.longest).map(tuple)
            return st.none() | st.sampled_from(kind.usual) | lists
        case Flag():
            return st.booleans()
        case Choice():
            return st.sampled_from(list(kind.options))
        case Money():
            return st.none() | stakes
        case MultiplierTable():
            tables = st.lists(st.sampled_from(kind.letters), min_size=1, unique=True).flatmap(
                lambda letters: st.tuples(
                    *(
                        st.tuples(st.just(each), st.integers(2, kind.most))
                        for each in kind.letters
                        if each in letters
                    )
                )
            )
            return st.none() | tables.map(Multipliers)
        case Amount():
            return st.none() | st.sampled_from(kind.usual) | amounts.filter(bool)
        case _:
            raise AssertionError(f"no values for {kind}")


FIELDS = {name: values_of(kind) for name, kind in KINDS.items()}
"""The values of each field. Made once: a new strategy takes longer than drawing from it."""


@st.composite
def _any_rules(draw: st.DrawFn) -> HouseRules:
    """A value for each field by its kind, and one currency for all stakes."""
    currency = draw(currencies)
    fields = {name: draw(values) for name, values in FIELDS.items()}
    for name, value in fields.items():
        if isinstance(value, Stake):
            fields[name] = Stake(value.amount, currency)
    return HouseRules(**fields)  # type: ignore[arg-type]


any_rules = _any_rules()
"""Any valid rules."""


@st.composite
def hands_by_count(draw: st.DrawFn, rules: HouseRules) -> Hand:
    """Any hand by deadwood that is valid under *rules*."""
    upcard = draw(upcards if rules.needs_upcard else upcards_or_none)
    ending = draw(st.sampled_from(Ending))
    if ending is Ending.DEAD:
        return Hand(None, Count(ending, upcard=upcard))
    left = draw(st.integers(0, rules.knock_limit_with(upcard))) if ending is Ending.KNOCK else 0
    against = draw(st.just(0) | st.integers(0, rules.most_deadwood))
    return Hand(draw(players), Count(ending, left, against, upcard))


def hands_by_points(most: int = 60) -> st.SearchStrategy[Hand]:
    """Any hand of which only the points are known."""
    return st.builds(Hand, players, st.builds(Points, st.integers(0, most)))


NAMES = ("Ann", "Bob", "Cid", "Dan")
REASONS = ["", "forgotten box", "Bob’s hand 3"]


def penalties(table: Table) -> st.SearchStrategy[Penalty]:
    points = st.none() | st.integers(0, 60)
    people = st.integers(0, table.people - 1)
    return st.builds(Penalty, people, st.sampled_from(Fault), points, st.sampled_from(REASONS))


def adjustments(table: Table) -> st.SearchStrategy[Adjustment]:
    sides = st.integers(0, table.sides - 1)
    return st.builds(Adjustment, sides, st.integers(-60, 60).filter(bool), st.sampled_from(REASONS))


@st.composite
def openings(draw: st.DrawFn, rules: HouseRules, table: Table) -> OpeningScores:
    """Opening scores that are valid under *rules*; in the last column, nobody has reached the target."""
    kind = draw(st.sampled_from(OpeningKind))
    columns = draw(st.integers(1, 1 if kind is OpeningKind.HANDICAP else rules.columns))
    targets = [rules_of(column, rules).target for column in range(rules.columns)]
    least = min(targets) if kind is OpeningKind.HANDICAP else targets[columns - 1]
    given = []
    for column in range(columns):
        most = least - 1 if column == columns - 1 else targets[column] + 20
        least_given = -60 if kind is OpeningKind.HANDICAP and not rules.loser_negative else 0
        points = draw(st.lists(st.integers(least_given, most), min_size=table.sides, max_size=table.sides))
        if rules.loser_negative:
            points[-1] = -sum(points[:-1])
        boxes = draw(st.lists(st.integers(0, 4), min_size=table.sides, max_size=table.sides))
        given.append(ColumnScores(tuple(points), tuple(boxes) if kind is OpeningKind.CARRIED_OVER else ()))
    dealer = draw(st.none() | st.integers(0, table.sides - 1))
    played = draw(st.integers(0, min(rules.max_hands - 1, 5))) if rules.max_hands else 0
    wins = rules.games_to_win or 9
    games = draw(st.just(()) | st.lists(st.integers(0, wins - 1), min_size=table.sides, max_size=table.sides))
    return OpeningScores(kind, tuple(given), dealer, played, tuple(games))


@st.composite
def extra_lines(draw: st.DrawFn, rules: HouseRules, table: Table) -> list[ExtraLine]:
    """Extra lines, at most one of them with opening scores."""
    lines: list[ExtraLine] = draw(st.lists(penalties(table) | adjustments(table), max_size=5))
    return [*lines, draw(openings(rules, table))] if draw(st.booleans()) else lines


@st.composite
def evenings(draw: st.DrawFn, rounds: bool = False, lines: bool = True) -> MatchDocument:
    """Any rules, with hands and *lines* that they allow, at any table; some partners name their *rounds*."""
    table = draw(st.sampled_from(TABLES))
    rules = draw(any_rules)
    if draw(st.booleans()):
        rules = rules.but(target=draw(st.integers(1, 150)))
    hands = draw(st.lists(hands_by_count(rules) | hands_by_points(), max_size=24))
    pairs = list(rules.seated_at(table).pairs())
    say, nths = rounds and table is Table.PARTNERSHIP, st.sampled_from([0, 0, 1, 2, 3, 9])
    written: list[Hand | ExtraLine] = [
        replace(hand.played_by(draw(st.sampled_from(pairs))), round=draw(nths) if say else 0)
        for hand in hands
    ]
    if lines and draw(st.booleans()):
        written = draw(between(written, extra_lines(rules, rules.seated_at(table))))
    first = draw(st.integers(0, table.sides - 1))
    return MatchDocument(NAMES[: table.people], rules, tuple(written), first, table)


@st.composite
def between(
    draw: st.DrawFn, hands: Sequence[Hand | ExtraLine], lines: st.SearchStrategy[list[ExtraLine]]
) -> list[Hand | ExtraLine]:
    """*hands* with *lines* anywhere between them."""
    written = [*hands]
    for line in draw(lines):
        written.insert(draw(st.integers(0, len(written))), line)
    return written


@st.composite
def limited_evenings(draw: st.DrawFn) -> MatchDocument:
    """Short games of small hands, of which many end in a tie, and perhaps extra lines."""
    table = draw(st.sampled_from(TABLES))
    rules = draw(any_rules).but(
        max_hands=draw(st.integers(1, 4)),
        knock_limit=10,
        oklahoma=False,
        columns=draw(st.integers(1, 2)),
        games_to_win=None,
    )
    pairs = list(rules.seated_at(table).pairs())
    dead = Count(Ending.DEAD, upcard=PACK[0])
    ends = st.sampled_from(
        [
            dead,
            Count(Ending.KNOCK, 0, 0, PACK[0]),
            Count(Ending.KNOCK, 5, 5, PACK[0]),
            Count(Ending.KNOCK, 5, 10, PACK[0]),
            Points(5),
        ]
    )
    played = draw(st.lists(st.tuples(ends, st.sampled_from(pairs), players), max_size=16))
    hands = [Hand(None if laid == dead else by, laid).played_by(faced) for laid, faced, by in played]
    lines = extra_lines(rules, rules.seated_at(table)) if draw(st.booleans()) else st.just([])
    written = tuple(draw(between(hands, lines)))
    return MatchDocument(NAMES[: table.people], rules, written, draw(st.integers(0, table.sides - 1)), table)


players = st.integers(0, 1)
seeds = st.integers(0, 2**32)


@cache
def melds_of(aces: Aces, size: int) -> list[Cards]:
    """Every meld of this many cards."""
    return [meld for meld in (*sets(), *runs(aces)) if len(meld) == size]


MELDS = [(3, 3, 3), (3, 3, 4), (5, 5), (4, 4), (4, 5), (3, 3), (4,), (3, 3, 5), (3, 4, 4), (11,)]
"""The sizes of melds that a knocker may lay down."""


@st.composite
def declarations(draw: st.DrawFn, rules: HouseRules) -> Declaration:
    """Any hand by cards that is valid under *rules*, with the best defence."""
    random = Random(draw(seeds))
    upcard = draw(upcards if rules.needs_upcard else upcards_or_none)
    limit = rules.knock_limit_with(upcard)
    melds = _disjoint(draw(st.sampled_from(MELDS)), rules.aces, random)
    rest = [card for card in PACK if not any(card in meld for meld in melds)]
    unmatched = _cheap(rest, max(0, 10 - sum(map(len, melds))), rules, random)
    assume(rules.deadwood(unmatched) <= limit)
    knocker = Spread.of(melds, unmatched)
    assume(len(unmatched) <= 10 - rules.melded_to_knock)
    hand = _rich(set(PACK) - set(knocker.cards), rules.aces, random, draw(st.booleans()))
    if draw(st.booleans()) and may_lay_off(knocker, rules):
        defence = best_defence(knocker.melds, hand, rules)
        return Declaration(knocker, defence.spread, defence.layoffs, upcard)
    return Declaration(knocker, random.choice(best_arrangements(hand, rules)), (), upcard)


def _disjoint(sizes: Iterable[int], aces: Aces, random: Random) -> list[Cards]:
    """A meld of each size, with no card in two of them."""
    laid: list[Cards] = []
    for size in sizes:
        free = [meld for meld in melds_of(aces, size) if not any(meld & other for other in laid)]
        laid.append(random.choice(free))
    return laid


def _cheap(cards: list[Card], number: int, rules: HouseRules, random: Random) -> list[Card]:
    """Cards that are often few enough points to knock."""
    dear = random.randint(1, 10)
    return sorted(cards, key=lambda card: (rules.points(card) > dear, random.random()))[:number]


def _rich(cards: set[Card], aces: Aces, random: Random, rich: bool) -> Cards:
    """Ten of *cards*, with a meld among them if *rich*."""
    melds = [meld for meld in melds_of(aces, 3) if meld <= cards] if rich else []
    first = random.choice(melds) if melds else frozenset[Card]()
    return first | set(random.sample(sorted(cards - first), 10 - len(first)))


def hands(rules: HouseRules) -> st.SearchStrategy[Hand]:
    """Any hand that is valid under *rules*."""
    by_cards = st.builds(Hand, players, declarations(rules))
    return hands_by_count(rules) | by_cards


def with_hands(
    one: Callable[[HouseRules], st.SearchStrategy[Hand]] = hands_by_count, most: int = 30
) -> st.SearchStrategy[tuple[HouseRules, list[Hand]]]:
    """Rules, and hands that are valid under them."""
    return any_rules.flatmap(lambda rules: st.tuples(st.just(rules), st.lists(one(rules), max_size=most)))


names = (
    st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1, max_size=40)
    .map(lambda name: " ".join(name.split()))
    .filter(is_name)
)


moments = st.integers(-(10**9), 1_700_000_000).map(lambda second: datetime.fromtimestamp(second, UTC))
"""Moments to the second."""


@st.composite
def matches(draw: st.DrawFn) -> MatchDocument:
    rules, played = draw(with_hands(hands, most=4))
    first, second = draw(st.lists(names, min_size=2, max_size=2, unique_by=without_variants))
    paper = draw(st.lists(hands_by_points(LARGEST_HAND), max_size=2))
    written = (*played, *paper, *draw(extra_lines(rules, Table.TWO)))
    return MatchDocument((first, second), rules, written, draw(players), **draw(known_beside))


known_beside = st.fixed_dictionaries(
    {
        "id": st.just("") | st.from_regex(r"\A[0-9a-f]{32}\Z"),
        "started": st.none() | moments,
        "changed": st.none() | moments,
        "played_on": st.none() | st.dates(date(1900, 1, 1)),
        "rules_name": st.just("") | names,
        "preset": st.sampled_from(["", *PRESETS]),
        "ends_after_last": st.booleans(),
    }
)
"""What a document may say beside the facts of the match."""
