"""The page that tells two people apart who were taken for one player."""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from flask import request

from models.records.books.books import OpenedBook
from models.records.books.merges import Merge, merges_into
from models.records.saving.pipeline import new_entry_id
from models.records.tables.local_time import today
from models.records.tables.player import Player
from views.books.split_form import SINCE, SplitForm
from views.language.i18n import gettext as _
from views.language.i18n import ngettext
from views.shared.book_card import BookCard
from views.shared.form_helpers import WrongField, wrong_fields


class OfferedMerge(NamedTuple):
    """A merge that can be undone."""

    version: str
    text: str


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
        return [OfferedMerge(str(each.version), _all_from(each)) for each in self._merges]

    @property
    def which(self) -> str:
        """Which matches are chosen, at first those of the newest merge."""
        if request.method == "POST":
            return self.form.which
        return self.merges[0].version if self._merges else SINCE

    @property
    def since(self) -> str:
        """The day that is chosen."""
        return str(request.form.get("since", today().isoformat()))

    @property
    def others(self) -> Sequence[Player]:
        return [each for each in self.players if each.id != self.player.id]

    @property
    def problems(self) -> Sequence[WrongField]:
        problems = wrong_fields([self.form.name, self.form.note])
        if self.form.wrong_matches:
            problems.append(WrongField(_("Which matches are the other person’s?"), "matches"))
        return problems


def _all_from(merge: Merge) -> str:
    """All matches of a merge, in words."""
    return ngettext(
        "The %(num)s match that came from %(name)s",
        "All %(num)s matches that came from %(name)s",
        merge.matches,
        name=merge.player.full_name,
    )
