"""The form that tells two people apart: what the other one is called, and which matches are theirs."""

from collections.abc import Collection, Iterable
from datetime import date

from flask import request

from models.records.books.match_search import MatchFilter, ids_of_matches
from models.records.books.merges import Merge, matches_of_merge
from models.records.tables.book import Book
from models.records.tables.player import Player
from views.books.player_forms import PlayerForm
from views.language.i18n import gettext as _
from views.web.numbers import whole

SINCE, AGAINST = "since", "against"
"""The ways to say which matches are meant, beside a merge, which is said by its version."""


class SplitForm(PlayerForm):
    """The other person's name, and the matches: those of a merge, from a day on, or against somebody."""

    wrong_matches = ""
    """What is wrong with the chosen matches, or ""."""

    @property
    def which(self) -> str:
        """Which matches are meant: "since", "against", or the version of a merge."""
        return str(request.form.get("which", ""))

    @property
    def since(self) -> date | None:
        """From which day on; None if that is no day."""
        try:
            return date.fromisoformat(request.form.get("since", ""))
        except ValueError:
            return None

    @property
    def against(self) -> int | None:
        """Who played too."""
        return request.form.get("against", type=whole)

    @property
    def merge(self) -> int | None:
        """The version of the merge that is undone; None if another way is chosen."""
        return request.form.get("which", type=whole)

    def name_as(self, merges: Iterable[Merge]) -> None:
        """Takes the name that goes with the chosen merge, if that of another one was filled in and stayed."""
        names = {each.version: (each.player.name, each.player.note) for each in merges}
        if self.merge in names and self.called in names.values():
            self.name.data, self.note.data = names[self.merge]

    def chosen(self, book: Book, player: Player) -> Collection[int]:
        """The matches of the other person; empty, with an error, if there are none."""
        match_ids = self._chosen(book, player)
        self.wrong_matches = "" if match_ids else _("There is no such match. Choose others.")
        return match_ids

    def _chosen(self, book: Book, player: Player) -> Collection[int]:
        if self.merge is not None:
            try:
                return matches_of_merge(book, player, self.merge)
            except LookupError:
                return ()
        if self.which == SINCE and self.since:
            return ids_of_matches(book, MatchFilter((player.id,), since=self.since))
        if self.which == AGAINST and self.against:
            return ids_of_matches(book, MatchFilter((player.id, self.against)))
        return ()
