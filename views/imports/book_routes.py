"""The pages of a file of books that is imported: what it would add, and what is wrong with it."""

import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from io import BytesIO, TextIOWrapper
from threading import BoundedSemaphore
from typing import TextIO

from flask import Request, current_app, redirect, render_template, url_for
from werkzeug.wrappers import Response

from models.records.files.book_import import OvertakenError, import_file, outlook_of
from models.records.files.file_checks import IN_ONE_REQUEST, check
from models.records.files.import_matching import BookOutlook, ConflictError, ImportState, Outlook
from models.records.saving.limits import FullMatchError
from models.records.tables.shared import watch_token
from views.imports.bg_stats import MARK
from views.imports.contents import MOST_SHOWN, ImportProblem
from views.imports.upload import Upload, imports, start_page
from views.language.i18n import gettext as _
from views.language.i18n import ngettext
from views.shared.errors import DATABASE_ERRORS, keep_form
from views.shared.waiting_files import About, WaitingFile, conflict_said, problem_said
from views.web.access import known_device
from views.web.rate_limit import IMPORTED_MATCHES, LARGE_IMPORTS, NEW_MATCHES, count
from views.web.upload_limits import LARGEST_FILE, TooManyImports, one_of
from views.words.books import book_title, number_of_players_said
from views.words.dates import day_said


@dataclass(frozen=True, slots=True)
class FoundBook:
    """A book in a file, or its matches in no book."""

    title: str
    badge: str
    facts: list[str]


def found_in(outlook: Outlook) -> list[FoundBook]:
    """Each book in the file, and the matches in no book."""
    books = [
        FoundBook(
            book_title(each.name, each.players),
            _("new book") if each.is_new else _("here already"),
            list(_facts(each)),
        )
        for each in outlook.books
    ]
    loose = list(_of_matches(outlook.loose))
    return [*books, FoundBook(_("Matches in no book"), "", loose)] if loose else books


def _facts(book: BookOutlook) -> Iterator[str]:
    if book.is_new:
        yield number_of_players_said(len(book.players))
    elif book.new_players:
        yield ngettext("%(num)s new player", "%(num)s new players", book.new_players)
    yield from _of_matches(book)
    if book.pairs_left_out:
        yield ngettext(
            "The usual rules of %(num)s pair are left out: two go on with those of their last match.",
            "The usual rules of %(num)s pairs are left out: two go on with those of their last match.",
            book.pairs_left_out,
        )
    if book.first_day:
        first, last = (day_said(date.fromisoformat(day)) for day in (book.first_day, book.last_day))
        yield first if first == last else _("%(first)s to %(last)s", first=first, last=last)


def _of_matches(of: BookOutlook) -> Iterator[str]:
    """How many matches are new, and what becomes of the others."""
    numbers = of.matches
    sentences = {
        ImportState.NEW: ngettext("%(num)s new match", "%(num)s new matches", numbers[ImportState.NEW]),
        ImportState.HERE: ngettext(
            "%(num)s match is here already", "%(num)s matches are here already", numbers[ImportState.HERE]
        ),
        ImportState.JOINS: ngettext(
            "%(num)s match of this phone joins the book",
            "%(num)s matches of this phone join the book",
            numbers[ImportState.JOINS],
        ),
        ImportState.ELSEWHERE: ngettext(
            "%(num)s match is in another book and stays there",
            "%(num)s matches are in another book and stay there",
            numbers[ImportState.ELSEWHERE],
        ),
    }
    yield from (sentence for state, sentence in sentences.items() if numbers[state])


BOOKS = re.compile(rb'"format"\s*:\s*"gin-(book|all)/')
"""What tells a file of books from one of a match, or a table."""

AT_ONCE = BoundedSemaphore(2)
"""How many files a process checks or imports at the same time, of its eight threads."""

PAUSE = 0.05
"""Seconds after each portion of an import, in which others can save."""

WAITS = 15.0
"""Seconds for which somebody who presses "Import" twice waits for the first time to end."""

Answer = str | tuple[str, int] | Response


def large_file(sent: Request) -> bytes | None:
    """The file of books or the export of plays in a form, or its text; None if it is something else."""
    file = sent.files.get("file")
    data = file.read() if file else b""
    if file:
        file.seek(0)
    data = data or sent.form.get("text", "").encode("utf-8", "replace")
    if not BOOKS.search(data) and MARK not in data:
        return None
    if file:
        file.close()
    return data


def too_large() -> str:
    """What to do with a file that is too large for a form."""
    return _(
        "This is too large: such a file can have up to %(most)s MB here. Whoever runs this server can import "
        "it on the command line.",
        most=LARGEST_FILE // 1_000_000,
    )


def preview(data: bytes) -> Answer:
    """What a file of books would add, or what is wrong with it. It waits for the button to be pressed."""
    phone = known_device()
    count(LARGE_IMPORTS, phone)
    with one_of(AT_ONCE), WaitingFile.draft(phone) as (file, spool):
        text = TextIOWrapper(BytesIO(data), encoding="utf-8-sig")
        checked = check(text, spool, nobody_waits, IN_ONE_REQUEST)
        if checked.wrong:
            return _refused([ImportProblem(*problem_said(each)) for each in checked.wrong])
        spool.seek(0)
        outlook = outlook_of(checked, spool, phone)
        if outlook.conflicts:
            return _refused([ImportProblem(*conflict_said(each)) for each in outlook.conflicts])
        file.keep(About(checked.heads, checked.matches, outlook.new_matches), spool)
    return _shown(file, outlook)


def nobody_waits(_done: int, _total: int) -> None:
    """The progress of what locks nothing."""


def _shown(file: WaitingFile, outlook: Outlook, *, not_saved: bool = False) -> str:
    return render_template(
        "imports/books.html",
        outlooks=found_in(outlook),
        adds=outlook.adds_anything,
        file=file.id,
        not_saved=not_saved,
    )


def _refused(problems: Sequence[ImportProblem]) -> tuple[str, int]:
    return render_template("imports/books_wrong.html", problems=problems[:MOST_SHOWN]), 422


@imports.post("/import/<file>")
def import_books(file: str) -> Answer:
    """Imports a file that waits."""
    phone = known_device()
    return with_waiting(file, phone, lambda waiting: _import(waiting, phone))


def with_waiting(file: str, whose: str, answer: Callable[[WaitingFile], Answer]) -> Answer:
    """What *answer* says to a file that waits. Pressed twice, it is imported once, and both lead to it."""
    with one_of(AT_ONCE):
        waiting = WaitingFile.find(file, whose)
        if waiting is None:
            again = _("This preview is not kept any more. Choose the file again.")
            return start_page(Upload(error=again)), 404
        if waiting.take():
            return answer(waiting)
        address = _what_became_of(waiting)
    return redirect(address, 303)


def _what_became_of(file: WaitingFile) -> str:
    """Where a file leads that another request is importing.

    :raises TooManyImports: if that has failed, or takes too long.
    """
    until = time.monotonic() + WAITS
    while (address := file.address) == "" and time.monotonic() < until:
        time.sleep(0.1)
    if not address:
        raise TooManyImports
    return address


def _import(file: WaitingFile, phone: str) -> Answer:
    with file.opened() as (about, spool):
        count(NEW_MATCHES, phone)
        count(IMPORTED_MATCHES, phone, about.new_matches)
        try:
            outlook = import_file(about.checked, spool, phone, file.id, let_others_save)
        except ConflictError as error:
            file.forget()
            return _refused([ImportProblem(*conflict_said(each)) for each in error.conflicts])
        except FullMatchError:
            file.forget()
            return _refused([ImportProblem("", _("A book has at most 500 players."))])
        except OvertakenError:
            raise TooManyImports from None
        except DATABASE_ERRORS as error:
            return keep_form(error, lambda: _shown_again(file, about, spool, phone))
        address = _address_of(outlook)
        file.put_down(address)
    return redirect(address, 303)


def _shown_again(file: WaitingFile, about: About, spool: TextIO, phone: str) -> str:
    spool.seek(0)
    return _shown(file, outlook_of(about.checked, spool, phone), not_saved=True)


def let_others_save(_done: int, _total: int) -> None:
    """Others who save a hand get their turn between two portions. A guest has none."""
    if current_app.config["IS_SERVER"]:
        time.sleep(PAUSE)


def _address_of(outlook: Outlook) -> str:
    """The only book, or the list of everything."""
    links = [watch_token(each.book) for each in outlook.books if each.book]
    if len(links) == 1:
        return url_for("books.show", book=links[0])
    return url_for("matches.index", done="imported")
