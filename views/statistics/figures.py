"""All figures by name, with their columns and tables, and which of them each page shows."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum, auto
from typing import NamedTuple

from models.gin.counting import PARTS, Statistics
from views.language.i18n import decimal, marked, number, percent, signed_number
from views.language.i18n import gettext as _
from views.words import figure_names as nouns
from views.words.figure_names import Noun, share_said

FEW = 10
"""Of fewer hands, a percentage would claim more than is known."""

NOTHING = "–"


class Unit(StrEnum):
    """How a figure is written."""

    COUNT = auto()
    SHARE = auto()
    """How many of what it rests on, as a percentage."""
    AVERAGE = auto()
    SIGNED = auto()
    """Points won or lost, with their sign."""


class Listed(StrEnum):
    """What the page behind a figure lists."""

    HANDS = auto()
    GAMES = auto()
    MATCHES = auto()


@dataclass(frozen=True, slots=True)
class Figure:
    """One of the statistics. A new one is one entry in ``figures.py``."""

    name: str
    """The name in addresses."""
    label: str
    column: str
    """A shorter label, above a narrow column."""
    meaning: str
    """How it is counted, in a sentence."""
    unit: Unit
    count: str
    """The number of the statistics that it is."""
    base: str
    """The number of hands, games or matches it rests on."""
    noun: Noun
    """What these are."""
    counted: str = ""
    """The number that hands, games or matches behind the figure add to, if not *count*."""
    lists: Listed = Listed.HANDS
    lowest_first: bool = False
    """Whether little is good."""

    @property
    def behind(self) -> str:
        """The number that finds the hands, games or matches behind it."""
        return self.counted or self.count

    def of(self, counted: Statistics) -> tuple[int, int]:
        """How many there are, and of how many."""
        return getattr(counted, self.count), getattr(counted, self.base)

    def value(self, counted: Statistics) -> float | None:
        """What players are sorted by; None if there is nothing to count."""
        count, base = self.of(counted)
        if not base:
            return None
        return count / base if self.unit in (Unit.SHARE, Unit.AVERAGE) else count

    def leads_to_any(self, counted: Statistics) -> bool:
        """Whether there is anything behind it: a balance of nought has its matches too."""
        count, base = self.of(counted)
        return bool(base if self.unit is Unit.SIGNED else count)

    def rests_on_few(self, counted: Statistics) -> bool:
        """Whether it is a share or an average of only a few."""
        return self.unit in (Unit.SHARE, Unit.AVERAGE) and self.of(counted)[1] < FEW

    def text(self, counted: Statistics) -> str:
        """The figure by itself: "31%", "2 of 3", "7.4", "+120"."""
        count, base = self.of(counted)
        if not base:
            return NOTHING
        if self.unit is Unit.SHARE:
            return share_said(count, base) if base < FEW else percent(count, base)
        if self.unit is Unit.AVERAGE:
            return decimal(count, base)
        return signed_number(count) if self.unit is Unit.SIGNED else number(count)

    def said_briefly(self, counted: Statistics) -> str:
        """The figure where nothing says what it rests on: an average of few tells how many they are."""
        _count, base = self.of(counted)
        if self.unit is Unit.AVERAGE and 0 < base < FEW:
            return _("%(average)s (%(count)s)", average=self.text(counted), count=base)
        return self.text(counted)

    def basis_said(self, counted: Statistics) -> str:
        """What it rests on: "37 of 120 hands", "17 knocks"."""
        count, base = self.of(counted)
        return self.noun.part(count, base) if base and self.unit is Unit.SHARE else self.noun.total(base)

    @property
    def called(self) -> str:
        return _(self.label)

    @property
    def explained(self) -> str:
        """How it is counted, in the reader's language."""
        return _(self.meaning)


def numbers_of(figures: Iterable[Figure]) -> Sequence[str]:
    """The numbers of the statistics that these figures rest on, and how much was played."""
    named = ["hands", "games", *(number for figure in figures for number in (figure.count, figure.base))]
    return list(dict.fromkeys(part for number in named for part in PARTS.get(number, (number,))))


ALL = (
    Figure(
        "matches-won",
        marked("Matches won"),
        # Translators: the number of matches won.
        marked("Won"),
        marked("Matches that are over and that the player won, alone or with a partner."),
        Unit.SHARE,
        "matches_won",
        "matches",
        nouns.MATCHES,
        lists=Listed.MATCHES,
    ),
    Figure(
        "games-won",
        marked("Games won"),
        marked("Games"),
        marked("Games that are over and that the player won. A match can have several games."),
        Unit.SHARE,
        "games_won",
        "games",
        nouns.GAMES,
        lists=Listed.GAMES,
    ),
    Figure(
        "balance",
        marked("Balance"),
        marked("Balance"),
        marked("All points with every bonus, less those of the others. In an unfinished game, as it stands."),
        Unit.SIGNED,
        "balance",
        "with_points",
        nouns.MATCHES,
        lists=Listed.GAMES,
    ),
    Figure(
        "hands-won",
        marked("Hands won"),
        marked("Hands won"),
        marked("Hands that the player won, of all hands played. Dead hands are counted among those played."),
        Unit.SHARE,
        "hands_won",
        "hands",
        nouns.HANDS,
    ),
    Figure(
        "average-hand",
        marked("Average hand"),
        marked("Average"),
        marked("The points of the hands won, divided by how many they are."),
        Unit.AVERAGE,
        "points",
        "hands_won",
        nouns.HANDS_WON,
        counted="hands_won",
    ),
    Figure(
        "best-hand",
        marked("Best hand"),
        marked("Best hand"),
        marked("The hand with the most points."),
        Unit.COUNT,
        "best_hand",
        "hands_won",
        nouns.HANDS_WON,
    ),
    Figure(
        "gin",
        marked("Won by gin"),
        marked("Gin"),
        marked("Hands won with no deadwood."),
        Unit.SHARE,
        "gin_wins",
        "known_wins",
        nouns.HANDS_WON,
    ),
    Figure(
        "undercuts",
        marked("Won by an undercut"),
        marked("Undercut"),
        marked("Hands won against a knock, with no more deadwood than the other player."),
        Unit.SHARE,
        "undercut_wins",
        "known_wins",
        nouns.HANDS_WON,
    ),
    Figure(
        "average-caught",
        marked("Average deadwood when caught"),
        # Translators: the average deadwood a player had left when the other one knocked.
        marked("Caught with"),
        marked("Average deadwood when the other player knocked or went gin and won the hand, ties included."),
        Unit.AVERAGE,
        "caught_deadwood",
        "caught",
        nouns.HANDS_LOST,
        counted="caught",
        lowest_first=True,
    ),
    Figure(
        "missed",
        marked("Missed lay-offs"),
        # Translators: missed lay-offs.
        marked("Missed"),
        marked(
            "Hands entered by cards in which the defence could have done better, by more lay-offs or other "
            "melds."
        ),
        Unit.SHARE,
        "missed",
        "defended",
        nouns.HANDS_BY_CARDS,
        lowest_first=True,
    ),
)

FIGURES: Mapping[str, Figure] = {figure.name: figure for figure in ALL}


class FigureGroup(NamedTuple):
    """Figures under a heading, or columns to choose."""

    name: str
    """The name in addresses."""
    label: str
    figures: tuple[Figure, ...]


def _group(name: str, label: str, *figures: str) -> FigureGroup:
    return FigureGroup(name, label, tuple(FIGURES[each] for each in figures))


# Translators: a heading over matches and games won, and the balance.
_RESULTS = _group("results", marked("Results"), "matches-won", "games-won", "balance")
_HANDS = _group("hands", marked("Hands"), "hands-won", "average-hand", "best-hand")
# Translators: a heading over how somebody plays: gin, undercuts, deadwood when caught, missed lay-offs.
_PLAY = _group("play", marked("Play"), "gin", "undercuts", "average-caught", "missed")

_FIRST = _group(
    "results", marked("Results"), "matches-won", "games-won", "balance", "average-hand", "average-caught"
)
_MORE = _group("more", marked("More figures"), "hands-won", "best-hand", "gin", "undercuts", "missed")

OF_A_PLAYER = (_FIRST, _MORE)
"""What the pages of a player and of two show: the first group at once, the other in a fold."""

OF_THE_BOOK = (_HANDS._replace(figures=_HANDS.figures[1:]), _PLAY)
"""What the page of a book shows for everybody together. All others only make sense for a player."""

BOOK_FIGURES = {figure.name for group in OF_THE_BOOK for figure in group.figures}

COLUMNS = (_RESULTS, _HANDS, _PLAY._replace(figures=_PLAY.figures[:3]))
"""The columns to choose for the table of players: as many as a phone shows."""


MISSED = FIGURES["missed"]
"""The figure that needs hands entered by cards."""


class FigureCell(NamedTuple):
    text: str
    basis: str
    """What it rests on."""
    url: str = ""
    """The page with the hands behind it; "" if there are none."""


class StatisticsRow(NamedTuple):
    label: str
    cells: tuple[FigureCell, ...]


class StatisticsTable(NamedTuple):
    """Figures under a heading."""

    name: str
    heading: str
    rows: tuple[StatisticsRow, ...]
    note: str = ""
    """What is still missing."""


class FigureColumn(NamedTuple):
    """Whose figures, and the address of the page behind one."""

    counted: Statistics
    behind: Callable[[Figure], str]

    def cell(self, figure: Figure) -> FigureCell:
        _count, base = figure.of(self.counted)
        url = self.behind(figure) if figure.leads_to_any(self.counted) else ""
        if base and figure.rests_on_few(self.counted):
            return FigureCell(figure.text(self.counted), figure.noun.total(base), url)
        return FigureCell(figure.text(self.counted), figure.basis_said(self.counted), url)


def tables(
    groups: Iterable[FigureGroup], columns: Sequence[FigureColumn], more: Sequence[StatisticsRow] = ()
) -> Sequence[StatisticsTable]:
    """The *groups* of figures, with *more* rows at the end of the first."""
    all_tables = [_table(group, columns) for group in groups]
    return [all_tables[0]._replace(rows=(*all_tables[0].rows, *more)), *all_tables[1:]]


def _table(group: FigureGroup, columns: Sequence[FigureColumn]) -> StatisticsTable:
    lacks_cards = MISSED in group.figures and not any(column.counted.defended for column in columns)
    shown = [figure for figure in group.figures if not (lacks_cards and figure is MISSED)]
    rows = tuple(
        StatisticsRow(figure.called, tuple(column.cell(figure) for column in columns)) for figure in shown
    )
    missing = _("Missed lay-offs appear once a hand has been entered by cards.") if lacks_cards else ""
    return StatisticsTable(group.name, _(group.label), rows, missing)
