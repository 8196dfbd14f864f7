"""The form that tells two people apart: what the other one is called, and which matches are theirs."""

import re
from collections.abc import Collection, Iterable, Iterator
from functools import cached_property

from flask import request

from models.records import Book, Merge, Place, Player, matches_of_merge
from views.books.player_forms import PlayerForm
from views.web.i18n import gettext as _
from views.web.numbers import whole


class SplitForm(PlayerForm):
    """The other person's name, and the matches: those of a merge, or those that are ticked.

    The list of matches has pages. Its buttons send the form too, so that the ticks of other pages are kept.
    """

    wrong_matches = ""
    """What is wrong with the chosen matches, or ""."""

    @property
    def turns_page(self) -> bool:
        """Whether other matches shall be shown, or all of a page be ticked; nothing is written then."""
        return not {"show", "tick_all"}.isdisjoint(request.form)

    @property
    def before(self) -> Place | None:
        """Before which match the page begins that shall be shown; None for the newest."""
        return Place.read(request.form.get("show", request.form.get("before", "")))

    @property
    def year(self) -> int | None:
        """The year of the matches that shall be shown; None for any."""
        asked = request.form.get("year", 0, type=whole)
        return asked if 0 < asked <= 9999 else None

    @property
    def against(self) -> int | None:
        """Who played too in the matches that shall be shown; None for anybody."""
        return request.form.get("against", type=whole)

    @property
    def merge(self) -> int | None:
        """The version of the merge that is undone; None if matches are ticked."""
        return request.form.get("merge", type=whole)

    def name_as(self, merges: Iterable[Merge]) -> None:
        """Takes the name that goes with the chosen merge, if that of another one was filled in and stayed."""
        names = {each.version: (each.player.name, each.player.note) for each in merges}
        if self.merge in names and self.called in names.values():
            self.name.data, self.note.data = names[self.merge]

    @cached_property
    def ticked(self) -> frozenset[int]:
        """The matches that are ticked on any page."""
        listed = "listed" if "tick_all" in request.form else ""
        return frozenset((*self._numbers("match"), *self._numbers("kept"), *self._numbers(listed)))

    def _numbers(self, name: str) -> Iterator[int]:
        """The numbers in the fields of this name."""
        for typed in request.form.getlist(name):
            yield from map(int, re.findall(r"\b\d{1,9}\b", typed, re.ASCII))

    def chosen(self, book: Book, player: Player) -> Collection[int]:
        """The matches of the other person; empty, with an error, if there are none."""
        found = self._chosen(book, player)
        self.wrong_matches = "" if found else _("Choose at least one match.")
        return found

    def _chosen(self, book: Book, player: Player) -> Collection[int]:
        if self.merge is None:
            return self.ticked
        try:
            return matches_of_merge(book, player, self.merge)
        except LookupError:
            return ()
