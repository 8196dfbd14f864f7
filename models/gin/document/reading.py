"""Reads a match document: its values, or every problem in it."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from itertools import combinations
from typing import Any

from models.gin.cards.cards import IN_PACK, Group
from models.gin.cards.melds import Aces, laid_in_order, laid_in_turn
from models.gin.document.json_reader import (
    LONGEST_DOCUMENT,
    DocumentProblem,
    EnoughProblemsError,
    InvalidDocumentError,
    Reader,
    a_card,
    a_day,
    a_list,
    a_moment,
    a_short_list,
    a_table,
    a_text,
    a_whole,
    a_whole_from,
    a_yes_or_no,
    an_id,
    an_object,
    cards_of,
    melds_of,
    nobody,
    one_of,
    parsed,
    short,
    wrong_format,
)
from models.gin.document.writing import MATCH_FORMAT, Json, MatchDocument
from models.gin.hand.declaration import Count, Declaration, Ending, Layoff, Points, Spread
from models.gin.hand.problems import InvalidDeclarationError, Problem, ProblemPlace, Reason, problems
from models.gin.hand.scoring import Hand, outcome_of
from models.gin.player_names import LONGEST_NAME, is_name, is_remark, is_same_name
from models.gin.rules.field_types import InvalidRulesError
from models.gin.rules.house_rules import IGNORED, KINDS, LARGEST_TOTAL, Fault, HouseRules
from models.gin.rules.presets import PRESETS
from models.gin.rules.seating import Faced, Table
from models.gin.sheet.extra_lines import (
    LARGEST_HAND,
    LARGEST_PENALTY,
    MOST_BOXES,
    MOST_PLAYED,
    Adjustment,
    ColumnScores,
    ExtraLine,
    OpeningKind,
    OpeningScores,
    Penalty,
    problems_of,
)
from models.gin.sheet.sheet import sheet


def hand_of(reader: Reader, written: Json, rules: HouseRules | None) -> Hand | None:
    """One hand, checked if there are *rules*, with all its problems noted; None if it cannot be read.

    Of a hand that can be read only in part, that part is checked.
    """
    before = len(reader.problems)
    if not isinstance(written, dict):
        reader.wrong(Reason.FIELD_WRONG, "hands")
        return None
    if "winner" in written:
        return _by_points(reader, written)
    hand = _by_cards(reader, written) if "laid" in written else _by_counts(reader, written)
    if hand is None or rules is None:
        return None
    whole = len(reader.problems) == before
    hand_problems = problems(hand.laid, rules)
    for each in hand_problems:
        if whole or stands_alone(each, hand):
            reader.note(each)
    if len(reader.problems) == before and "laid" in written and written.get("outcome") is not None:
        _agree(reader, written["outcome"], hand, rules)
    return hand if whole else None


def remark_of(reader: Reader, written: Json) -> str:
    """The remark on a hand or a match; "" if there is none."""
    return (reader.take(written, "remark", _remark, default="") or "") if isinstance(written, dict) else ""


def _remark(written: Json) -> str:
    text = " ".join(a_text(written).split())
    if not is_remark(text):
        raise ValueError("not a remark")
    return text


MOST_ROUNDS = 10_000
"""As many as a document can have hands."""

SEEN_IN_A_PART = frozenset({Reason.CARD_LAID_TWICE, Reason.CARD_IN_BOTH_HANDS, Reason.NOT_A_MELD})
"""What is wrong with some cards, whatever the others are."""


def stands_alone(problem: Problem, hand: Hand) -> bool:
    """Whether *hand* has this problem even if a part of it could not be read."""
    if isinstance(hand.laid, Count):
        return problem.reason is not Reason.UPCARD_MISSING
    return problem.reason in SEEN_IN_A_PART


def _by_points(reader: Reader, written: Mapping[str, Json]) -> Hand | None:
    """A hand entered by its points alone. All rules allow it."""
    before = len(reader.problems)
    reader.only(written, "winner", "faced", "round", "points", "remark")
    faced = _faced(reader, written)
    winner = reader.take(written, "winner", one_of(faced))
    points = reader.take(written, "points", a_whole_from(0, LARGEST_HAND))
    nth = _round(reader, written)
    return Hand(winner, Points(points), faced, nth) if len(reader.problems) == before else None


def _by_counts(reader: Reader, written: Mapping[str, Json]) -> Hand | None:
    ending = reader.take(written, "outcome", Ending)
    if ending is Ending.DEAD:
        return _dead_hand(reader, written)
    reader.only(written, "knocker", "outcome", "deadwood", "faced", "round", "upcard", "remark")
    faced = _faced(reader, written)
    knocker = reader.take(written, "knocker", one_of(faced))
    upcard = reader.take(written, "upcard", a_card, default=None)
    left = reader.take(written, "deadwood", an_object)
    if left is None:
        return None
    reader.only(left, "knocker", "defender")
    counts = [reader.take(left, side, a_whole) or 0 for side in ("knocker", "defender")]
    if ending is None:
        return None
    return Hand(knocker, Count(ending, counts[0], counts[1], upcard), faced, _round(reader, written))


def _dead_hand(reader: Reader, written: Mapping[str, Json]) -> Hand:
    """A hand that nobody won, and in which nobody knocked."""
    reader.only(written, "outcome", "knocker", "faced", "round", "upcard", "remark")
    reader.take(written, "knocker", nobody, default=None)
    upcard = reader.take(written, "upcard", a_card, default=None)
    faced = _faced(reader, written)
    return Hand(None, Count(Ending.DEAD, upcard=upcard), faced, _round(reader, written))


def _by_cards(reader: Reader, written: Mapping[str, Json]) -> Hand | None:
    reader.only(written, "knocker", "faced", "round", "upcard", "laid", "outcome", "remark")
    faced = _faced(reader, written)
    knocker = reader.take(written, "knocker", one_of(faced))
    upcard = reader.take(written, "upcard", a_card, default=None)
    if (laid := reader.take(written, "laid", an_object)) is None:
        return None
    reader.only(laid, "knocker", "defender")
    for_knocker, for_defender = _side(reader, laid, "knocker"), _side(reader, laid, "defender")
    reader.only(for_knocker, "melds", "unmatched")
    reader.only(for_defender, "melds", "unmatched", "layoffs")
    layoffs = [
        _layoff(reader, each) for each in reader.take(for_defender, "layoffs", a_short_list, default=[]) or []
    ]
    return Hand(
        knocker,
        Declaration(
            _spread(reader, for_knocker),
            _spread(reader, for_defender),
            tuple(layoff for layoff in layoffs if layoff),
            upcard,
        ),
        faced,
        _round(reader, written),
    )


def _round(reader: Reader, written: Mapping[str, Json]) -> int:
    """The round it belongs to, if partners play and the document names it."""
    return reader.take(written, "round", lambda value: _nth(value, reader.table), default=0) or 0


def _nth(written: Json, table: Table) -> int:
    nth = a_whole(written)
    if not 1 <= nth <= MOST_ROUNDS or table is not Table.PARTNERSHIP:
        raise ValueError("no round of two hands")
    return nth


def _faced(reader: Reader, written: Mapping[str, Json]) -> Faced:
    """Who played the hand: the first two players, unless the document names others."""
    return reader.take(written, "faced", lambda value: _two(value, reader.table), default=(0, 1)) or (0, 1)


def _two(written: Json, table: Table) -> Faced:
    """Two players who can play each other at *table*, in either order."""
    players = sorted(a_whole(player) for player in a_short_list(written))
    if len(players) != 2 or not table.may_face((players[0], players[1])):
        raise ValueError("not two who face each other")
    return players[0], players[1]


def _side(reader: Reader, laid: Mapping[str, Json], side: str) -> dict[str, Json]:
    return reader.take(laid, side, an_object) or {}


def _spread(reader: Reader, written: Mapping[str, Json]) -> Spread:
    melds = reader.take(written, "melds", melds_of, default=())
    unmatched = reader.take(written, "unmatched", cards_of, default=())
    return Spread(melds or (), tuple(sorted(unmatched or (), key=IN_PACK)))


def _layoff(reader: Reader, written: Json) -> Layoff | None:
    if not isinstance(written, dict):
        reader.wrong(Reason.FIELD_WRONG, "layoffs")
        return None
    reader.only(written, "cards", "onto")
    cards = reader.take(written, "cards", cards_of)
    onto = reader.take(written, "onto", cards_of)
    if cards == ():
        reader.wrong(Reason.FIELD_WRONG, "cards")
    return layoff_in_turn(cards, onto) if cards and onto is not None else None


def layoff_in_turn(cards: Group, onto: Group) -> Layoff:
    """*cards* laid off on *onto* in an order that can be played, as far as possible."""
    played, left = laid_in_turn(onto, cards, Aces.ROUND)
    return Layoff(played + left, laid_in_order(onto))


def _agree(reader: Reader, outcome: Json, hand: Hand, rules: HouseRules) -> None:
    """An outcome given with the cards must agree with them, as declared or as it turned out.

    A knock without deadwood is gin, so either name is right.
    """
    count = hand.count(rules)
    outcomes = {count.ending.value, outcome_of(count, rules).value}
    if count.ending is Ending.GIN:
        outcomes.add(Ending.KNOCK.value)
    if outcome not in list(outcomes):
        reader.wrong(Reason.OUTCOME_DISAGREES, str(outcome))


MOST_COLUMNS = 5


def line_of(reader: Reader, written: Mapping[str, Json], rules: HouseRules | None) -> ExtraLine | None:
    """An extra line, with all its problems noted; None if it cannot be read."""
    before = len(reader.problems)
    kind = next(kind for kind in READERS if kind in written)
    reader.only(written, kind)
    fields = reader.take(written, kind, an_object)
    line = READERS[kind](reader, fields) if fields is not None else None
    if len(reader.problems) > before or line is None:
        return None
    if rules is not None:
        for problem in problems_of(line, rules):
            reader.note(problem)
    return line


def is_extra_line(written: Json) -> bool:
    """Whether an entry of a document is an extra line."""
    return isinstance(written, dict) and any(kind in written for kind in READERS)


def _penalty(reader: Reader, written: Mapping[str, Json]) -> ExtraLine | None:
    reader.only(written, "player", "for", "points", "reason")
    before = len(reader.problems)
    player = reader.take(written, "player", one_of(range(reader.table.people)))
    fault = reader.take(written, "for", lambda value: Fault(a_text(value)))
    points = reader.take(written, "points", a_whole_from(0, LARGEST_PENALTY), default=None)
    reason = reader.take(written, "reason", _reason, default="")
    return Penalty(player, fault, points, reason) if len(reader.problems) == before else None


def _adjustment(reader: Reader, written: Mapping[str, Json]) -> ExtraLine | None:
    reader.only(written, "player", "points", "reason")
    before = len(reader.problems)
    player = reader.take(written, "player", one_of(range(reader.table.sides)))
    points = reader.take(written, "points", a_whole_from(-LARGEST_TOTAL, LARGEST_TOTAL, but=0))
    reason = reader.take(written, "reason", _reason, default="")
    return Adjustment(player, points, reason) if len(reader.problems) == before else None


def _opening(reader: Reader, written: Mapping[str, Json]) -> ExtraLine | None:
    reader.only(written, "kind", "columns", "dealer", "played", "games")
    before = len(reader.problems)
    kind = reader.take(written, "kind", lambda value: OpeningKind(a_text(value)))
    listed = reader.take(written, "columns", lambda value: _columns(value, kind))
    columns = tuple([_column(reader, each) for each in listed or ()])
    dealer = reader.take(written, "dealer", one_of(range(reader.table.sides)), default=None)
    played = reader.take(written, "played", a_whole_from(0, MOST_PLAYED), default=0)
    of_each = _for_each(reader.table.sides, a_whole_from(0, MOST_PLAYED))
    games = reader.take(written, "games", of_each, default=())
    return OpeningScores(kind, columns, dealer, played, games) if len(reader.problems) == before else None


READERS: Mapping[str, Callable[[Reader, Mapping[str, Json]], ExtraLine | None]] = {
    "penalty": _penalty,
    "adjustment": _adjustment,
    "opening": _opening,
}
"""The reader of each kind of line, by the name of its entry."""


def _columns(written: Json, kind: OpeningKind | None) -> list[Json]:
    """A handicap is one column; of a match on paper there may be more."""
    columns = [an_object(each) for each in a_short_list(written)]
    most = 1 if kind is OpeningKind.HANDICAP else MOST_COLUMNS
    if not 1 <= len(columns) <= most:
        raise ValueError("not that many columns")
    return columns


def _column(reader: Reader, written: Mapping[str, Json]) -> ColumnScores:
    reader.only(written, "points", "boxes")
    sides = reader.table.sides
    points = reader.take(written, "points", _for_each(sides, a_whole_from(-LARGEST_TOTAL, LARGEST_TOTAL)))
    boxes = reader.take(written, "boxes", _for_each(sides, a_whole_from(0, MOST_BOXES)), default=())
    return ColumnScores(points, boxes)


def _for_each(sides: int, read: Callable[[Json], int]) -> Callable[[Json], tuple[int, ...]]:
    """A reader of a number for each side."""

    def read_all(written: Json) -> tuple[int, ...]:
        if len(a_list(written)) != sides:
            raise ValueError("not a number for each side")
        return tuple(map(read, written))

    return read_all


def _reason(written: Json) -> str:
    """A few words of the players, under the same rules as a name."""
    text = " ".join(a_text(written).split())
    if text and not is_name(text):
        raise ValueError("not a short text")
    return text


def load_line(written: Mapping[str, Any]) -> ExtraLine:
    """The line written by :func:`write_line`. It was valid then, and is not validated again."""
    match written:
        case {"penalty": each}:
            return Penalty(each["player"], Fault(each["for"]), each.get("points"), each.get("reason", ""))
        case {"adjustment": each}:
            return Adjustment(each["player"], each["points"], each.get("reason", ""))
        case {"opening": each}:
            columns = tuple(
                ColumnScores(tuple(one["points"]), tuple(one.get("boxes", ()))) for one in each["columns"]
            )
            games = tuple(each.get("games", ()))
            return OpeningScores(
                OpeningKind(each["kind"]), columns, each.get("dealer"), each.get("played", 0), games
            )
    raise ValueError(f"no line: {written!r}")


__all__ = [
    "LONGEST_DOCUMENT",
    "LONGEST_NAME",
    "DocumentProblem",
    "InvalidDocumentError",
    "is_name",
    "is_same_name",
    "read_hand",
    "read_match",
    "read_rules",
]

MOST_HANDS = 10_000

FIELDS = (
    "format",
    "id",
    "started",
    "changed",
    "played_on",
    "table",
    "players",
    "rules",
    "rules_name",
    "ends_after_last",
    "remark",
    "first_dealer",
    "hands",
)
"""The fields of a document."""


def read_match(text: str) -> MatchDocument:
    """The match in a document.

    :raises InvalidDocumentError: with the problems in it, up to fifty.
    """
    reader, match = Reader(), None
    with suppress(EnoughProblemsError):
        written = parsed(reader, text)
        match = None if reader.problems else match_of(reader, written)
    if reader.problems or match is None:
        raise InvalidDocumentError(reader.problems)
    return match


def read_hand(written: Json, rules: HouseRules, table: Table = Table.TWO) -> Hand:
    """The hand in one entry of a document.

    :raises InvalidDocumentError: with the problems in it, up to fifty.
    """
    reader, hand = Reader(table=table), None
    with suppress(EnoughProblemsError):
        hand = hand_of(reader, written, rules)
    if reader.problems or hand is None:
        raise InvalidDocumentError(reader.problems)
    return hand


def read_rules(written: Json) -> HouseRules:
    """The rules of a preset's name, or of a preset with some fields changed.

    :raises InvalidDocumentError: with the problems in them, up to fifty.
    """
    reader, rules = Reader(), None
    with suppress(EnoughProblemsError):
        rules = rules_of(reader, written)
    if reader.problems or rules is None:
        raise InvalidDocumentError(reader.problems)
    return rules


def match_of(reader: Reader, written: Json) -> MatchDocument | None:
    """The match in a value of JSON; None, with every problem noted, if there is one.

    *reader* has found nothing yet.
    """
    if not isinstance(written, dict) or written.get("format") != MATCH_FORMAT:
        said = written.get("format") if isinstance(written, dict) else None
        reader.wrong(wrong_format(said))
        return None
    reader.only(written, *FIELDS)
    # How many play decides how the rest is read: with an unknown table nothing else can be checked.
    if (table := reader.take(written, "table", a_table, default=Table.TWO)) is None:
        return None
    reader.table = table
    players = reader.take(written, "players", lambda names: _players(names, table))
    first_dealer = reader.take(written, "first_dealer", one_of(range(table.sides)), default=0)
    rules = reader.take(written, "rules", lambda value: rules_of(reader, value))
    reader.table = rules.seated_at(table) if rules else table
    hands = reader.take(written, "hands", a_list)
    if hands is not None and len(hands) > MOST_HANDS:
        reader.wrong(Reason.TOO_LARGE, "hands")
        return None
    particulars = _known(reader, written)
    read = list(_numbered_hands(reader, hands or [], rules))
    if reader.problems:
        return None
    match = MatchDocument(
        players,
        rules,
        tuple(hand for hand, _remark in read if hand),
        first_dealer,
        table,
        preset=preset_of(written["rules"]),
        remarks={place: remark for place, (_hand, remark) in enumerate(read) if remark},
        **particulars,
    )
    return None if _has_wrong_sheet(reader, match) else match


def _has_wrong_sheet(reader: Reader, match: MatchDocument) -> bool:
    """Notes what is wrong with lines that are right alone: a total gets too large."""
    try:
        sheet(
            match.hands, match.rules, match.first_dealer, match.table, ends_after_last=match.ends_after_last
        )
    except InvalidDeclarationError as error:
        for problem in error.problems:
            reader.hand = problem.line
            reader.note(problem)
        return True
    return False


def _known(reader: Reader, written: Mapping[str, Json]) -> dict[str, Any]:
    """What a document may say beside the facts of the match."""
    return {
        "id": reader.take(written, "id", an_id, default=""),
        "started": reader.take(written, "started", a_moment, default=None),
        "changed": reader.take(written, "changed", a_moment, default=None),
        "played_on": reader.take(written, "played_on", a_day, default=None),
        "rules_name": reader.take(written, "rules_name", name_of_rules, default=""),
        "ends_after_last": reader.take(written, "ends_after_last", a_yes_or_no, default=False),
        "remark": remark_of(reader, written),
    }


def name_of_rules(written: Json) -> str:
    """A name of rules, under the same rules as that of a player."""
    name = " ".join(a_text(written).split())
    if not is_name(name):
        raise ValueError("not a name")
    return name


def preset_of(rules: Json) -> str:
    """The preset that valid rules are made from."""
    return str(rules if isinstance(rules, str) else rules["preset"])


def _numbered_hands(
    reader: Reader, written: list[Json], rules: HouseRules | None
) -> Iterable[tuple[Hand | ExtraLine | None, str]]:
    """The hands and extra lines, with their remarks. A problem names the place of its entry in the list."""
    openings = 0
    for number, each in enumerate(written, 1):
        reader.hand = number
        is_line = is_extra_line(each)
        read = line_of(reader, each, rules) if is_line else hand_of(reader, each, rules)
        openings += isinstance(read, OpeningScores)
        if isinstance(read, OpeningScores) and openings > 1:
            reader.note(Problem(Reason.OPENING_TWICE, ProblemPlace.OPENING))
        yield read, "" if is_line else remark_of(reader, each)
    reader.hand = None


def rules_of(reader: Reader, written: Json) -> HouseRules | None:
    """The rules; None, with the problems noted, if they cannot be read."""
    before = len(reader.problems)
    fields = {"preset": written} if isinstance(written, str) else written
    if not isinstance(fields, dict):
        reader.wrong(Reason.FIELD_WRONG, "rules")
        return None
    name = reader.take(fields, "preset", a_text)
    if name is not None and name not in PRESETS:
        reader.wrong(Reason.HOUSE_UNKNOWN, name)
    reader.only(fields, "preset", *KINDS, *IGNORED)
    changed = {
        name: reader.take(fields, name, short(kind.read)) for name, kind in KINDS.items() if name in fields
    }
    if len(reader.problems) > before:
        return None
    try:
        return PRESETS[name].but(**changed) if changed else PRESETS[name]
    except InvalidRulesError as error:
        for field in error.fields:
            reader.wrong(Reason.FIELD_WRONG, field)
        return None


def _players(written: Json, table: Table) -> tuple[str | None, ...]:
    """The names; None for a place without one."""
    names = [None if name is None else " ".join(a_text(name).split()) for name in a_short_list(written)]
    known_names = [name for name in names if name is not None]
    twice = any(is_same_name(*two) for two in combinations(known_names, 2))
    if len(names) != table.people or not all(map(is_name, known_names)) or twice:
        raise ValueError(f"not {table.people} names")
    return tuple(names)
