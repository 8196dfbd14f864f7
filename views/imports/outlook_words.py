"""What an import of books adds, in words."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from models.records.files.import_matching import ImportState
from models.records.files.import_outlook import BookOutlook, Outlook
from views.language.i18n import gettext as _
from views.language.i18n import ngettext
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
