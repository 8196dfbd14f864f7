"""What a figure is: how it is counted, what it rests on, and how it is written."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum, auto

from models.gin.counting.player_counts import PARTS, Statistics
from views.language.i18n import decimal, number, percent, signed_number
from views.language.i18n import gettext as _
from views.words.figure_names import Noun, share_said

FEW = 10
"""Of fewer hands, a percentage would say more than is known."""

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
    """As in addresses."""
    label: str
    column: str
    """The same, above a narrow column."""
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
    """The number of which each hand, game or match behind it has some, if not the first of these."""
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
        """The same where nothing says what it rests on: with an average of few, how many they are."""
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
        """Its label in the reader's language."""
        return _(self.label)

    @property
    def explained(self) -> str:
        """How it is counted, in the reader's language."""
        return _(self.meaning)


def numbers_of(figures: Iterable[Figure]) -> Sequence[str]:
    """The numbers of the statistics that these figures rest on, and how much was played."""
    named = ["hands", "games", *(number for figure in figures for number in (figure.count, figure.base))]
    return list(dict.fromkeys(part for number in named for part in PARTS.get(number, (number,))))
