"""The page that tells two people apart: a player's matches a page at a time, of which some are ticked."""

from collections.abc import Iterable, Sequence
from datetime import date
from functools import cached_property
from typing import NamedTuple

from flask import request, url_for

from models.records import (
    MatchFilter,
    Merge,
    OpenedBook,
    Place,
    Player,
    find_matches,
    merges_into,
    new_entry_id,
    years_played,
)
from views.books.split_form import SplitForm
from views.shared.book_card import BookCard
from views.shared.form_helpers import WrongField, wrong_fields
from views.shared.listed_match import ListedMatch
from views.web.i18n import gettext as _
from views.web.i18n import ngettext
from views.web.numbers import whole

AT_ONCE = 20
"""How many matches a page has."""


class Offered(NamedTuple):
    """A match that can be ticked."""

    id: int
    is_ticked: bool
    listed: ListedMatch


class OfferedMerge(NamedTuple):
    """A merge that can be undone."""

    version: int
    said: str


class SplitPage(BookCard):
    """A player who is two people."""

    def __init__(self, opened: OpenedBook, player: Player, form: SplitForm) -> None:
        super().__init__(opened.book)
        self.player, self.form = player, form
        if request.method != "POST":
            self._fill_in()

    def _fill_in(self) -> None:
        """Fills in the form: a wrong merge is undone with its name."""
        other = self._merges[0].player if self._merges else self.player
        self.form.entry.data = new_entry_id()
        self.form.name.data, self.form.note.data = other.name, other.note

    @cached_property
    def _merges(self) -> Sequence[Merge]:
        return merges_into(self.book, self.player)

    @property
    def merges(self) -> Sequence[OfferedMerge]:
        """The merges that can be undone, the newest first."""
        return [OfferedMerge(each.version, _all_from(each)) for each in self._merges]

    @property
    def merge(self) -> int | None:
        """The chosen merge, at first the newest; None if matches are ticked."""
        if request.method == "POST":
            return self.form.merge
        return self._merges[0].version if self._merges else None

    @cached_property
    def others(self) -> Sequence[Player]:
        """All other players."""
        return [each for each in self.players if each.id != self.player.id]

    @cached_property
    def against(self) -> Player | None:
        """The other player of the matches that are shown; None for anybody."""
        return next((each for each in self.others if each.id == self.form.against), None)

    @cached_property
    def years(self) -> Sequence[int]:
        """The years in which the player has played, the newest first."""
        return years_played(self.book, self.player.id)

    @property
    def is_narrowed(self) -> bool:
        """Whether only matches of a year or with an opponent are shown."""
        return self.form.year is not None or self.against is not None

    @cached_property
    def _found(self) -> Sequence[ListedMatch]:
        """The matches of this page, and one more if there is another page."""
        both = self.player.id, *([self.against.id] if self.against else [])
        year = self.form.year
        since, until = (date(year, 1, 1), date(year, 12, 31)) if year else (None, None)
        wanted = MatchFilter(both, since=since, until=until)
        found = find_matches(self.book, wanted, self.form.before, AT_ONCE + 1)
        return [ListedMatch(match) for match in found]

    @cached_property
    def matches(self) -> Sequence[Offered]:
        """The matches of this page, the newest first."""
        ticked = self.form.ticked
        return [Offered(each.match.id, each.match.id in ticked, each) for each in self._found[:AT_ONCE]]

    @property
    def before(self) -> str:
        """Where this page begins; "" for the newest."""
        return str(self.form.before or "")

    @property
    def earlier(self) -> str:
        """Where the next page begins; "" if this is the last one."""
        if len(self._found) <= AT_ONCE:
            return ""
        last = self._found[AT_ONCE - 1].match
        return str(Place(last.played_on, last.id))

    @property
    def listed(self) -> str:
        """The numbers of the matches of this page."""
        return _numbers(each.id for each in self.matches)

    @cached_property
    def _elsewhere(self) -> frozenset[int]:
        return self.form.ticked.difference(each.id for each in self.matches)

    @property
    def kept(self) -> str:
        """The numbers of the matches that are ticked on other pages."""
        return _numbers(sorted(self._elsewhere))

    @property
    def kept_said(self) -> str:
        """How many these are; "" if there are none."""
        if not self._elsewhere:
            return ""
        return ngettext(
            "%(num)s more match is ticked on another page.",
            "%(num)s more matches are ticked on other pages.",
            len(self._elsewhere),
        )

    @property
    def turned_url(self) -> str:
        """The address to which the buttons of the list send the form."""
        then = request.args.getlist("then", type=whole)
        return url_for("books.split", book=self.link, player_id=self.player.id, then=then, _anchor="matches")

    @property
    def problems(self) -> Sequence[WrongField]:
        """The fields with errors."""
        found = wrong_fields([self.form.name, self.form.note])
        if self.form.wrong_matches:
            found.append(WrongField(_("Which matches are the other person’s?"), "matches"))
        return found


def _numbers(ids: Iterable[int]) -> str:
    """Numbers in one field."""
    return " ".join(map(str, ids))


def _all_from(merge: Merge) -> str:
    """All matches of a merge, in words."""
    return ngettext(
        "The %(num)s match that came from %(name)s",
        "All %(num)s matches that came from %(name)s",
        merge.matches,
        name=merge.player.full_name,
    )
