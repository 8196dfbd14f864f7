"""Tells two people apart who were taken for one player of a book."""

from collections.abc import Collection, Iterable, Sequence
from datetime import date
from functools import cached_property
from typing import NamedTuple

from flask import abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from models.records.books.books import OpenedBook
from models.records.books.match_search import MatchFilter, ids_of_matches
from models.records.books.players import Merge, matches_of_merge, merges_into, split_player
from models.records.saving.pipeline import new_entry_id
from models.records.tables.book import Book
from models.records.tables.local_time import today
from models.records.tables.player import NameTakenInBookError, Player
from views.books.player_routes import PlayerForm
from views.books.routes import books, write
from views.language.i18n import gettext as _
from views.language.i18n import ngettext
from views.shared.book_card import BookCard
from views.shared.form_helpers import WrongField, wrong_fields
from views.web.access import looked_after_book_at, player_of
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


@books.route("/b/<book>/players/<int:player_id>/split", methods=["GET", "POST"])
def split(book: str, player_id: int) -> str | tuple[str, int] | Response:
    """Takes the matches of another person out of a player."""
    opened = looked_after_book_at(book)
    player, form = player_of(opened, player_id), SplitForm()
    if request.method != "POST":
        return _split_page(opened, player, form)
    merges = merges_into(opened.book, player)
    form.name_as(merges)
    merged = next((each.player.id for each in merges if each.version == form.merge), None)
    chosen = form.chosen(opened.book, player)
    if not form.stands() or not chosen:
        return _split_page(opened, player, form), 422
    try:
        write(
            lambda entry: split_player(opened.book, player_id, chosen, *form.called, entry, merged),
            form.entry.data,
        )
    except NameTakenInBookError:
        form.say_taken()
        return _split_page(opened, player, form), 422
    except ValueError:
        abort(409)
    return redirect(_after_split(book, player_id), 303)


def _after_split(book: str, player_id: int) -> str:
    """The next player who is two people, or the page of this one."""
    then = request.args.getlist("then", type=whole)
    if then:
        return url_for(".split", book=book, player_id=then[0], then=then[1:])
    return url_for("statistics.player", book=book, player_id=player_id, done="split")


def _split_page(opened: OpenedBook, player: Player, form: SplitForm) -> str:
    return render_template("books/split.html", page=SplitPage(opened, player, form), form=form)
