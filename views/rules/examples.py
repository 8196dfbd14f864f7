"""Examples of what rules score: a few hands and games, and who sits where."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache

from models.gin.hand.declaration import Count, Ending
from models.gin.hand.problems import InvalidDeclarationError, problems
from models.gin.hand.scoring import Hand
from models.gin.money import account
from models.gin.rules.field_types import InvalidRulesError
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import MatchBy
from models.gin.rules.seating import Table
from models.gin.sheet.extra_lines import Adjustment, Penalty, charged
from models.gin.sheet.rounds import next_dealer
from models.gin.sheet.sheet import Sheet, sheet
from views.language.i18n import gettext as _
from views.language.i18n import marked, ngettext
from views.rules.hand_examples import (
    A_GAME,
    A_PENALTY_FOR_ANN,
    A_PENALTY_FOR_BOB,
    A_SHUTOUT,
    ANN,
    BOB,
    DEAD,
    GAMES,
    GOOD_HAND,
    PENALTIES,
    TEN,
    TWO_WINS,
    Fact,
    card_facts,
    hand_facts,
    names,
)
from views.words.game_summary import SummaryRow, bill_of, ending, figures_said, score_of_match, totals_said
from views.words.hand_result import signed
from views.words.lists import paragraph
from views.words.seating import who_plays
from views.words.stakes import paying

CID, DAN = 2, 3


def people() -> tuple[str, ...]:
    return _("Ann"), _("Bob"), _("Cid"), _("Dan")


def seat_examples(rules: HouseRules) -> Iterator[tuple[str, str]]:
    """What a round of partners scores, and who plays after a hand of three, each with a label."""
    against = gin_of(ANN, BOB, 12), gin_of(DAN, CID, 10)
    yield (
        _("Two against two: Ann has gin against 12, Dan against 10"),
        _totals(sheet(against, rules, 0, Table.PARTNERSHIP)),
    )
    first = ANN if rules.seated_at(Table.THREE) is Table.WINNER_ALONE else CID
    three = sheet([gin_of(ANN, BOB, 12)], rules, first, Table.THREE)
    yield _("Three players: Ann has gin against Bob’s 12"), f"{_totals(three)} {_next(three)}"


def gin_of(winner: int, loser: int, against: int) -> Hand:
    return Hand(winner, Count(Ending.GIN, 0, against, TEN), (min(winner, loser), max(winner, loser)))


def _totals(shown: Sheet) -> str:
    game = shown.game
    totals = game.final or game.running
    return totals_said(totals, shown.table.by_side(people()[: shown.table.people]), shown.rules)


def _next(shown: Sheet) -> str:
    [faced] = shown.to_play
    dealer = shown.table.dealer(faced, shown.next_dealer)
    return who_plays(faced, shown.table, people(), dealer=dealer)


LONGEST_FIGURE = 24
"""Characters that fit beside a label; a longer text goes below it."""


@dataclass(frozen=True, slots=True)
class Effect:
    """A fact before and after rules are changed."""

    label: str
    before: str
    after: str

    @property
    def changed(self) -> bool:
        return self.before != self.after

    @property
    def is_sentence(self) -> bool:
        """Whether its text is a sentence, for example how a game ended."""
        return max(len(self.before), len(self.after)) > LONGEST_FIGURE


MOST_ROUNDS = 16
"""How often the hands of an example are repeated before a game is left open."""


Facts = Callable[[HouseRules], list[Fact]]
"""A part of the examples, each line with its own label."""


def match_facts(rules: HouseRules) -> list[Fact]:
    """How a match ends."""
    facts = [Fact(_("The match"), _match_words(A_GAME, rules))]
    if rules.match_by is MatchBy.GAME_POINTS:
        facts.append(Fact(_("The match if Ann wins every hand"), _match_words(A_SHUTOUT, rules)))
    return facts


def game_facts(rules: HouseRules) -> list[Fact]:
    """How a game ends, and its bill."""
    score_sheet = played(A_GAME, rules)
    bill = (Fact(row.label, " : ".join(filter(None, row.values))) for row in bill_of(score_sheet.games[0]))
    return [
        Fact(_("A sample game"), game_words(score_sheet)),
        Fact(_("What is paid"), paid(score_sheet, names())),
        *bill,
    ]


def paid(score_sheet: Sheet, called: Sequence[str]) -> str:
    """Who pays whom how much, if there are stakes."""
    standing = account(score_sheet)
    return paying(standing, score_sheet, called) if standing else ""


def end_facts(rules: HouseRules) -> list[Fact]:
    """How other games end."""
    facts = [Fact(_(label), game_words(played(hands, rules))) for label, hands in GAMES]
    if rules.max_hands is not None:
        hands = (*[DEAD] * rules.max_hands, *[GOOD_HAND] * 2)
        facts.append(
            Fact(_("Nobody wins a hand until the last one, then Ann does"), _tied_words(hands, rules))
        )
    return facts


def _tied_words(hands: Sequence[Hand], rules: HouseRules) -> str:
    """How a game ends that is tied after the last hand."""
    legal = [hand for hand in hands if not any(problems(hand.laid, rules))]
    return game_words(sheet(legal, rules))


def deal_facts(rules: HouseRules) -> list[Fact]:
    """Who deals."""
    after_win, after_dead = next_dealer(ANN, ANN, rules), next_dealer(ANN, None, rules)
    after_loss = next_dealer(ANN, BOB, rules)
    deals = marked("%(name)s deals")
    return [
        Fact(_("Dealer after Ann deals and wins"), _(deals, name=names()[after_win])),
        Fact(_("Dealer after Ann deals and loses"), _(deals, name=names()[after_loss])),
        Fact(_("Dealer after Ann deals a dead hand"), _(deals, name=names()[after_dead])),
        *_next_game_facts(rules),
    ]


def _next_game_facts(rules: HouseRules) -> Iterator[Fact]:
    """Who deals first after a game of two hands, if Ann dealt the first."""
    short = rules.but(max_hands=2, target=10_000, columns=1)
    for label, hand in TWO_WINS:
        game = sheet([hand, hand], short).games[0]
        yield Fact(_(label), _("%(name)s deals", name=names()[game.next_dealer]))


def penalty_facts(rules: HouseRules) -> list[Fact]:
    """What penalties come to."""
    won = tuple(scored_hand.hand for scored_hand in played(A_SHUTOUT, rules).hands)
    return [
        *(Fact(_(label), _penalized(penalty, rules)) for label, penalty in PENALTIES),
        Fact(_("Ann is 5 points short, and a mistake by Bob gives her 10"), _when_almost_there(rules)),
        Fact(
            _("Ann wins every hand, but a mistake of hers gives Bob 10"),
            game_words(sheet((A_PENALTY_FOR_BOB, *won), rules)),
        ),
    ]


def _penalized(penalty: Penalty, rules: HouseRules) -> str:
    """What a penalty for Ann gives Bob."""
    points, box = charged(penalty, rules), rules.penalty_box and rules.box_bonus
    if not points and not box:
        return _("play goes on")
    values = {"name": names()[BOB], "points": signed(points)}
    # Translators: a name, and points with their sign: “Bob +10”.
    return _("%(name)s %(points)s and 1 box", **values) if box else _("%(name)s %(points)s", **values)


def _when_almost_there(rules: HouseRules) -> str:
    """Whether the penalty ends the game, which is the same with any target."""
    short = rules.but(target=100, column_targets=None)
    score_sheet = sheet((Adjustment(ANN, short.target - 5), A_PENALTY_FOR_ANN), short)
    return _("the game is over") if score_sheet.games[0].over else _("the game goes on")


def seat_facts(rules: HouseRules) -> list[Fact]:
    """What partners score, and who plays next of three."""
    return [Fact(*example) for example in seat_examples(rules)]


PARTS: Sequence[Facts] = (
    hand_facts,
    card_facts,
    match_facts,
    game_facts,
    end_facts,
    deal_facts,
    penalty_facts,
    seat_facts,
)
"""All examples, single hands before whole games."""

LISTED: Sequence[Facts] = tuple(part for part in PARTS if part is not game_facts)
"""All examples except the game that is shown with its bill."""


@lru_cache(maxsize=64)
def played(hands: tuple[Hand, ...], rules: HouseRules, games: int = 1) -> Sheet:
    """*hands* under these rules, repeated until *games* games are over, or a total would be too large.

    Invalid knocks are left out.
    """
    legal = [hand for hand in hands if not any(problems(hand.laid, rules))]
    rounds = 1
    score_sheet = sheet(legal, rules)
    with suppress(InvalidDeclarationError):
        while not _enough(score_sheet, games) and legal and rounds < MOST_ROUNDS:
            rounds *= 2
            score_sheet = sheet(legal * rounds, rules)
    return sheet(
        (scored_hand.hand for game in score_sheet.games[:games] for scored_hand in game.hands), rules
    )


def _enough(score_sheet: Sheet, games: int) -> bool:
    return score_sheet.match.over or sum(game.over for game in score_sheet.games) >= games


def game_words(score_sheet: Sheet) -> str:
    """How the first game of an example ended."""
    game = score_sheet.games[0]
    if not game.hands:
        return _("not a knock")
    if not game.over:
        # Translators: of a game that nobody has won yet.
        return ngettext("Still open after %(num)s hand", "Still open after %(num)s hands", len(game.hands))
    return ngettext(
        # Translators: %(ending)s is a sentence that tells how the game ended, with its full stop.
        "After %(num)s hand: %(ending)s",
        "After %(num)s hands: %(ending)s",
        len(game.hands),
        ending=ending(game, score_sheet, names()),
    )


def _match_words(hands: tuple[Hand, ...], rules: HouseRules) -> str:
    """How a match ends in which every game is the same."""
    if rules.is_open_ended:
        # Translators: of the match, after the label “The match”; also “not over” below.
        return _("goes on until you stop")
    games = 2 * (rules.games_to_win or 1) if rules.match_by is MatchBy.GAMES else rules.games_in_match
    score_sheet = played(hands, rules, games=games)
    if not score_sheet.match.over:
        # Translators: of the match.
        return _("not over")
    if score_sheet.is_decided_by_points:
        score = figures_said(score_of_match(score_sheet), names())
        return ngettext(
            # Translators: of the match. %(score)s: “Ann 3, Bob 1”.
            "over after %(num)s game: %(score)s",
            "over after %(num)s games: %(score)s",
            len(score_sheet.games),
            score=score,
        )
    first, second = score_sheet.match.games_won
    # Translators: of the match.
    return ngettext("over after %(num)s game", "over after %(num)s games", first + second)


def effects(before: HouseRules, after: HouseRules, parts: Sequence[Facts] = PARTS) -> Iterator[Effect]:
    """The facts under two sets of rules; a fact that only one of them has is blank for the other."""
    for part in parts:
        was, now = ({fact.label: fact.text for fact in part(rules)} for rules in (before, after))
        yield from (Effect(label, was.get(label, ""), now.get(label, "")) for label in {**now, **was})


def effect_of(name: str, start: HouseRules, rules: HouseRules) -> Effect | None:
    """The effect of changing one field: the first fact that would be different without that change.

    None if the other changes are invalid without it, because all stakes must be in one currency.
    """
    try:
        without = rules.but(**{name: getattr(start, name)})
    except InvalidRulesError:
        return None
    return next((effect for effect in effects(without, rules) if effect.changed), None)


def example(rules: HouseRules) -> tuple[list[SummaryRow], str]:
    """The bill of a game, and how it ended."""
    score_sheet = played(A_GAME, rules)
    return bill_of(score_sheet.games[0]), paragraph(
        filter(None, (game_words(score_sheet), paid(score_sheet, names())))
    )
