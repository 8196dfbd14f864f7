"""The matches of a phone on the home page: the one to continue, and all others grouped by players."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

from models.gin.hand.declaration import Count, Ending
from models.gin.hand.hand import Hand
from models.gin.player_names import without_variants
from models.gin.rules.house_rules import STANDARD
from models.gin.rules.seating import Table
from models.gin.sheet.sheet import sheet
from views.language.i18n import gettext as _
from views.language.i18n import ngettext
from views.matches.sheet_totals import Total
from views.shared import listed_match
from views.words.dates import when
from views.words.game_summary import figures_said, to_go
from views.words.seating import title

FIRST_SHOWN = 3
"""How many matches of a group are shown before the others are folded."""

SAMPLE = (
    Hand(0, Count(Ending.KNOCK, knocker=8, defender=40)),
    Hand(1, Count(Ending.GIN, defender=21)),
    Hand(0, Count(Ending.GIN, defender=23)),
)
"""The hands behind the totals that a first visit shows."""


class MatchOfPhone(listed_match.ListedMatch):
    """A match in the list, in which the one that was changed last comes first."""

    def _when(self) -> str:
        return when(self.match.changed_at)

    @property
    def rivals(self) -> tuple[str, ...]:
        """Who wins matches in a series: sides, or each of three players if a captain changes."""
        return self.match.table.payers(self.match.players)

    @property
    def people(self) -> frozenset[str]:
        """Who plays, in whatever order."""
        return frozenset(map(without_variants, self.rivals))

    @property
    def who(self) -> str:
        return self.title if self.sides == self.rivals else title(Table.THREE, self.rivals)

    @property
    def winners(self) -> tuple[str, ...]:
        """Those of them who won; none while nobody has."""
        side, table = self.winning_side, self.match.table
        if side is None:
            return ()
        members = table.members(side) if table is Table.CAPTAIN else (side,)
        return tuple(self.rivals[member] for member in members)


@dataclass(frozen=True)
class ListedGroup:
    """The matches of the same players, newest first."""

    matches: Sequence[MatchOfPhone]
    """Those that are listed."""
    played: Sequence[MatchOfPhone]
    """All of them."""

    @property
    def title(self) -> str:
        return self.matches[0].who

    @property
    def people(self) -> frozenset[str]:
        """The same, in whatever order."""
        return self.matches[0].people

    @cached_property
    def series(self) -> str:
        """How many matches each of them has won, if there are two or more: "Ann 5, Bob 3".

        Of players without a name nobody knows whether they are the same.
        """
        if not all(each.match.is_named for each in self.played):
            return ""
        if sum(each.winner is not None for each in self.played) < 2:
            return ""
        won = Counter(without_variants(name) for each in self.played for name in each.winners)
        rivals = self.matches[0].rivals
        return figures_said(tuple(str(won[without_variants(name)]) for name in rivals), rivals)

    @property
    def shown(self) -> Sequence[MatchOfPhone]:
        """The matches that are shown at once."""
        return self.matches[:FIRST_SHOWN]

    @property
    def earlier(self) -> Sequence[MatchOfPhone]:
        """The matches that are folded."""
        return self.matches[FIRST_SHOWN:]


def grouped(played: Sequence[MatchOfPhone], listed: Collection[int]) -> list[ListedGroup]:
    """The matches that a phone *played*, grouped by players in any order of names.

    *listed* are the ids of those that are listed; the others only count.
    """
    groups: dict[frozenset[str], list[MatchOfPhone]] = {}
    for match in played:
        groups.setdefault(match.people, []).append(match)
    shown = (
        ListedGroup([each for each in group if each.match.id in listed], group) for group in groups.values()
    )
    return [group for group in shown if group.matches]


class SampleSheet:
    """The totals of a small score sheet, for the first visit."""

    def __init__(self) -> None:
        self._sheet = sheet(SAMPLE, STANDARD)
        names = _("Ann"), _("Bob")
        self.totals = tuple(self._total(side, name) for side, name in enumerate(names))

    def _total(self, side: int, name: str) -> Total:
        points, target = self._sheet.game.running[side], STANDARD.target
        badge = ngettext("deals", "deal", 1) if self._sheet.next_dealer == side else ""
        return Total(name, str(points), to_go(target - points), "", points, target, badge)
