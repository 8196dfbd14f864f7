"""Extra lines of a score sheet, as they were agreed: penalties, adjustments, opening scores."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum, auto

from models.gin.rules.faults import Fault
from models.gin.rules.seating import Player

LARGEST_PENALTY = 1000
LARGEST_SCORE = 10_000
MOST_BOXES = 1000
MOST_PLAYED = 1000
"""The largest numbers on a line."""


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
