"""Extra lines of a score sheet: penalties, adjustments, opening scores; as agreed, and as they score."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum, auto
from operator import ge
from typing import NamedTuple

from models.gin.hand.problems import Problem, ProblemPlace, Reason
from models.gin.rules.house_rules import Fault, HouseRules, charge
from models.gin.rules.options import MatchBy
from models.gin.rules.seating import Player, Table, Totals
from models.gin.sheet.columns import (
    Column,
    ColumnEntry,
    difference,
    ended,
    ended_by_leader,
    leader,
    plus,
    rules_of,
    summed,
    written,
)

LARGEST_PENALTY = 1000
LARGEST_HAND = 10_000
MOST_BOXES = 1000
MOST_PLAYED = 1000
"""The largest numbers on a line; adjustments and opening scores are as large as a total can be."""


@dataclass(frozen=True, slots=True)
class Penalty:
    """Points for everybody who plays against a player who broke a rule of play."""

    player: Player
    """Who broke it."""
    fault: Fault
    points: int | None = None
    """The points that the players agreed on; None: what the rules charge."""
    reason: str = ""
    """What happened, in a few words of the players."""


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points added to one total, or taken from it, to correct the sheet."""

    player: Player
    """Whose total; with partners, the side."""
    points: int
    reason: str = ""
    """Why, in a few words of the players."""


class OpeningKind(StrEnum):
    """Why a match does not start at nothing."""

    CARRIED_OVER = auto()
    """The match was started on paper."""
    HANDICAP = auto()
    """The weaker player is given a start."""


@dataclass(frozen=True, slots=True)
class ColumnScores:
    """What each side starts with in one column."""

    points: tuple[int, ...]
    """What counts toward the target."""
    boxes: tuple[int, ...] = ()
    """The boxes of each side; () for none."""


@dataclass(frozen=True, slots=True)
class OpeningScores:
    """What the first game starts with. It comes before the first hand, whenever it is written."""

    kind: OpeningKind
    columns: tuple[ColumnScores, ...]
    """A handicap has one, which is given in every column."""
    dealer: Player | None = None
    """Who deals the first hand; None: who was to deal it anyway."""
    played: int = 0
    """How many hands of the game were played before, where a game has a limited number of them."""
    games: tuple[int, ...] = ()
    """How many games of the match each side had won before; () for none."""


ExtraLine = Penalty | Adjustment | OpeningScores
"""What stands on a score sheet beside the hands."""


def reason_of(line: ExtraLine) -> str:
    """The words of the players on *line*; "" if there are none."""
    return "" if isinstance(line, OpeningScores) else line.reason


def with_reason(line: ExtraLine, reason: str) -> ExtraLine:
    """*line* with other words of the players.

    >>> with_reason(Adjustment(0, 5, "Ann forgot a box"), "a box")
    Adjustment(player=0, points=5, reason='a box')
    """
    return line if isinstance(line, OpeningScores) else replace(line, reason=reason)


def is_for(line: ExtraLine, people: int, sides: int) -> bool:
    """Whether *line* names only people and sides at a table of so many."""
    if isinstance(line, Penalty):
        return 0 <= line.player < people
    if isinstance(line, Adjustment):
        return 0 <= line.player < sides
    of_all = len(line.games or range(sides)) == sides and all(_fits(each, sides) for each in line.columns)
    return of_all and line.dealer in (None, *range(sides))


def _fits(scores: ColumnScores, sides: int) -> bool:
    numbers: Sequence[int] = (len(scores.points), len(scores.boxes) or sides)
    return set(numbers) == {sides}


class ScoredExtraLine(NamedTuple):
    """An extra line on the sheet: what it gave each side, and the totals after it."""

    position: int
    """The line's place among all hands and extra lines in the order in which they were written, from 1."""
    game: int
    """From 1."""
    line: ExtraLine
    place: int
    """How many hands of its game were scored before it."""
    points: Totals
    """What each side gets in a column, at once or after the game, without boxes."""
    boxes: Totals
    change: Totals
    """What each side gets in a column at once: the points, and boxes that are added at once."""
    columns: tuple[int, ...]
    """The columns it was written in, from 0."""
    column_totals: tuple[Totals, ...]
    """What counted toward the target after it, in each column of its game."""
    past_the_end: bool = False
    """Whether it was written after the end of the match: kept and shown, but not counted."""
    no_part: Player | None = None
    """Who of three has no part in the game of the other two."""
    entries: tuple[ColumnEntry, ...] = ()
    """Always empty: an extra line wins no hand."""

    @property
    def totals(self) -> Totals:
        """What counted toward the target after it, over all columns of its game."""
        return summed(self.column_totals)

    @property
    def is_about_no_part(self) -> bool:
        """Whether it is about who of three sits out the game, and so gives nobody anything."""
        return is_about(self.line, self.no_part)

    @property
    def counts(self) -> bool:
        """Whether it gives anybody anything."""
        return not (self.past_the_end or self.is_about_no_part)


def is_about(line: ExtraLine, no_part: Player | None) -> bool:
    """Whether *line* is about who has *no part* in the game, or gives that player something to start with."""
    if no_part is None:
        return False
    if not isinstance(line, OpeningScores):
        return line.player == no_part
    return any(numbers[no_part] for each in line.columns for numbers in (each.points, each.boxes) if numbers)


def charged(penalty: Penalty, rules: HouseRules) -> int:
    """The points of *penalty*: those that were agreed on, or what the rules charge."""
    return charge(penalty.fault, rules) if penalty.points is None else penalty.points


def gains(
    line: Penalty | Adjustment, rules: HouseRules, table: Table, no_part: Player | None = None
) -> tuple[ColumnEntry, ...]:
    """What passes between players, as winner and loser of points; nothing to or from who has *no part*.

    A penalty goes to each of the other sides. In zero-sum rules, what an adjustment gives a side is
    taken from each of the others.

    >>> from models.gin.rules.house_rules import Fault
    >>> gains(Penalty(0, Fault.EXPOSED_CARD), HouseRules(), Table.TWO)
    (ColumnEntry(winner=1, loser=0, points=10, boxes=0, hands=0, boxes_again=0),)
    """
    side = table.side(line.player)
    if side == no_part:
        return ()
    others = [other for other in range(table.sides) if other not in (side, no_part)]
    if isinstance(line, Penalty):
        points = charged(line, rules)
        return tuple(ColumnEntry(other, side, points, int(rules.penalty_box), hands=0) for other in others)
    if line.points < 0:
        return tuple(ColumnEntry(other, side, -line.points, 0, hands=0) for other in others)
    return tuple(ColumnEntry(side, other, line.points, 0, hands=0) for other in others)


def with_line(
    columns: Sequence[Column],
    line: ExtraLine,
    table: Table,
    no_part: Player | None = None,
    *,
    may_end: bool = True,
) -> list[Column]:
    """*columns* with *line* in each that is open.

    A column is ended by whoever reaches the target with it, if it *may end* now.
    """
    if isinstance(line, OpeningScores):
        return [*columns] if is_about(line, no_part) else opened(columns, line)
    return [column if column.ended else _with(column, line, table, no_part, may_end) for column in columns]


def _with(
    column: Column, line: Penalty | Adjustment, table: Table, no_part: Player | None, may_end: bool
) -> Column:
    entries = gains(line, column.rules, table, no_part)
    written_in = _written(column, line, entries)
    return _ended(written_in, gainers(line, entries, column.rules)) if may_end else written_in


def _written(column: Column, line: Penalty | Adjustment, entries: Sequence[ColumnEntry]) -> Column:
    if isinstance(line, Adjustment):
        return _adjusted(column, line, entries) if entries else column
    for entry in entries:
        column = _penalized(column, entry)
    return column


def gainers(
    line: Penalty | Adjustment, entries: Sequence[ColumnEntry], rules: HouseRules
) -> Collection[Player]:
    """Who has more points by *line*, which gives the *entries*."""
    if isinstance(line, Adjustment) and not rules.loser_negative:
        return {line.player} if entries and line.points > 0 else ()
    return {entry.winner for entry in entries if entry.points or entry.boxes}


def _penalized(column: Column, entry: ColumnEntry) -> Column:
    """*column* with a penalty, which counts toward the target, or is added after the game."""
    rules = column.rules
    counts, saved_by = rules.penalties_count, column.saved_by
    if rules.penalties_prevent_shutout:
        saved_by = plus(saved_by, entry.winner, entry.points)
    after = written(column, entry if counts else entry._replace(points=0))
    beside = difference([column.beside_hands, after.hand_points], [column.hand_points])
    after = after._replace(points_won=column.points_won, beside_hands=beside, saved_by=saved_by)
    if counts:
        return after
    later = plus(column.penalties, entry.winner, entry.points)
    return after._replace(
        penalties=plus(later, entry.loser, -entry.points) if rules.loser_negative else later
    )


def _adjusted(column: Column, line: Adjustment, entries: Sequence[ColumnEntry]) -> Column:
    """*column* with an adjustment; in zero-sum rules, with the *entries* that pass between the players.

    It changes what its player has won, whatever that is by then; the others have won nothing by it.
    """
    side, after = line.player, column
    if column.rules.loser_negative:
        for entry in entries:
            after = written(after, entry)
    else:
        after = column._replace(hand_points=plus(column.hand_points, side, line.points))
    gained = after.hand_points[side] - column.hand_points[side]
    return after._replace(points_won=plus(column.points_won, side, gained))


def _ended(column: Column, gained: Collection[Player]) -> Column:
    """*column*, ended by the player ahead at the target, if that is one of those who *gained*."""
    ahead = leader(column.running, column.playing)
    return column if ahead is None or ahead not in gained else ended(column, [ahead])


def opened(columns: Sequence[Column], line: OpeningScores) -> list[Column]:
    """Blank *columns* with the scores that the game starts with."""
    is_handicap = line.kind is OpeningKind.HANDICAP
    given = [*line.columns] * (len(columns) if is_handicap else 1)
    started = [
        _given(column, scores.points) if is_handicap else _carried(column, scores.points, scores.boxes)
        for column, scores in zip(columns, given, strict=False)
    ]
    return [*started, *columns[len(started) :]]


def _given(column: Column, points: Totals) -> Column:
    """*column* with a handicap; one below 0 takes back nothing that saves from a shutout."""
    saved_by = tuple(max(each, 0) for each in points)
    saves = column.rules.penalties_prevent_shutout
    return column._replace(
        hand_points=points, beside_hands=points, saved_by=saved_by if saves else column.saved_by
    )


def _carried(column: Column, points: Totals, boxes: Totals) -> Column:
    """A column that was started on paper: its totals are on the sheet, with any boxes added at once."""
    boxes = boxes or (0,) * len(points)
    column = column._replace(boxes=boxes, boxes_lost=_lost_on_paper(column, boxes))
    hand_points = difference([points], [column.running])
    column = column._replace(
        hand_points=hand_points,
        points_won=tuple(max(each, 0) for each in hand_points),
        hands_won=tuple(won or int(total > 0) for total, won in zip(points, boxes, strict=True)),
    )
    return ended_by_leader(column)


def _lost_on_paper(column: Column, boxes: Totals) -> Totals:
    """The boxes that each player paid on paper: where two play, those of the other; of three, not known."""
    playing = column.playing or range(len(boxes))
    if len(playing) != 2:
        return column.boxes_lost
    one, other = playing
    return plus(plus(column.boxes_lost, one, boxes[other]), other, boxes[one])


def entered_in(columns: Sequence[Column]) -> list[set[int]]:
    """The columns in which each side has scored, of those that were started on paper."""
    sides = range(len(columns[0].hand_points))
    return [{index for index, column in enumerate(columns) if column.hands_won[side]} for side in sides]


def problems_of(line: ExtraLine, rules: HouseRules) -> Iterator[Problem]:
    """Every problem with *line* under *rules*; none if it is valid."""
    if not isinstance(line, OpeningScores):
        return
    if len(line.columns) > rules.columns:
        yield _wrong(Reason.OPENING_TOO_MANY_COLUMNS, len(line.columns), rules.columns)
    given = line.columns * (rules.columns if line.kind is OpeningKind.HANDICAP else 1)
    most = [max(each.points) for each in given[: rules.columns]]
    targets = [rules_of(index, rules).target for index in range(rules.columns)]
    enough = any if line.kind is OpeningKind.HANDICAP else all
    if len(most) == rules.columns and enough(map(ge, most, targets)):
        yield _wrong(Reason.OPENING_REACHES_TARGET, max(most), max(targets))
    if rules.loser_negative and any(sum(each.points) for each in line.columns):
        yield _wrong(Reason.OPENING_NOT_ZERO_SUM)
    if line.played >= (rules.max_hands or line.played + 1):
        yield _wrong(Reason.OPENING_AFTER_LAST_HAND, line.played, rules.max_hands)
    most_won, to_win = max(line.games, default=0), rules.games_to_win
    if rules.match_by is MatchBy.GAMES and to_win is not None and most_won >= to_win:
        yield _wrong(Reason.OPENING_WINS_MATCH, most_won, to_win)


def _wrong(reason: Reason, figure: int | None = None, bound: int | None = None) -> Problem:
    return Problem(reason, ProblemPlace.OPENING, figure=figure, bound=bound)
