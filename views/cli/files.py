"""The commands that export and import files of any size, and let phones look after a book."""

import json
import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from io import StringIO, TextIOWrapper
from shutil import copyfileobj
from tempfile import TemporaryFile
from typing import IO, Any, NoReturn, TextIO

import click
from flask.cli import with_appcontext

from models.gin.document.json_reader import MOST_PROBLEMS
from models.records.books.book_writes import renew_link_by_host
from models.records.books.books import open_book
from models.records.copies.moving import require_current
from models.records.database import schema
from models.records.database.unreadable import left_out
from models.records.files.book_import import command_line_device, import_file
from models.records.files.documents import (
    all_books_of,
    lines_of_book,
    lines_of_everything,
    number_inside,
    number_of_loose,
)
from models.records.files.file_checks import CheckedFile, check
from models.records.files.import_matching import BookOutlook, ConflictError, ImportState, Outlook
from models.records.files.import_rows import matches_by_id
from models.records.saving.limits import FullMatchError
from models.records.saving.pipeline import new_entry_id
from models.records.tables.book import Book
from models.records.tables.shared import Link, scoring_token, watch_token
from views.cli.databases import explained, progress_shown
from views.cli.serve import bring_up_to_date
from views.cli.start_errors import require_key
from views.imports.bg_stats import MARK, UnreadableExportError, read_export
from views.imports.plays import ALL, Choices, file_of, read_plays
from views.language.i18n import gettext as _
from views.language.i18n import number
from views.shared.waiting_files import conflict_said, problem_said

MOST_SHOWN = MOST_PROBLEMS
"""How many problems are printed."""

AT_ONCE = 500
"""How many single matches are read together."""


@click.command(
    "export", help="Write all books and matches, or one book, to FILE as JSON; - is standard output."
)
@click.argument("file", type=click.File("w", encoding="utf-8", lazy=True))
@click.option("--book", metavar="LINK", help="Only the book with this viewing link.")
@with_appcontext
def export_command(file: TextIO, book: str | None) -> None:
    with explained(), progress_shown(_("Exporting")) as progress:
        require_current()
        one = found_book(book) if book else None
        total = number_inside([one]) if one else number_inside(all_books_of(None)) + number_of_loose(None)
        told = counted(progress, total)
        for line in lines_of_book(one, told) if one else lines_of_everything(None, told):
            file.write(f"{line}\n")
        missing = sorted(left_out())
    click.echo(_("Matches exported: %(matches)s.", matches=number(total - len(missing))), err=True)
    if missing:
        which = ", ".join(map(str, missing))
        click.echo(
            _("These matches can’t be read and are not in the file: %(matches)s.", matches=which), err=True
        )
        sys.exit(1)


def found_book(link: str) -> Book:
    """The book of a viewing link, or of its last part.

    :raises click.ClickException: if there is none.
    """
    opened = open_book(link.rstrip("/").rpartition("/")[2], None)
    if opened is None:
        raise click.ClickException(_("No book has this viewing link."))
    return opened.book


def counted(progress: Callable[[int, int], None], total: int) -> Callable[[], None]:
    """Tells *progress* one more each time."""
    done = iter(range(1, total + 1))
    return lambda: progress(next(done, total), total)


@click.command(
    "import",
    help="Import a file of matches or books of any size; all or nothing. Prints a line of JSON for each "
    "book and for each new match in no book, with the link that lets a phone score in it. The same "
    "file twice adds nothing. Where there is no database yet, it makes one.",
)
@click.argument("file", type=click.File("rb"))
@click.option("--dry-run", is_flag=True, help="Only check the file.")
@click.option(
    "--game", metavar="NAME", default="", help="In an export of BG Stats, the game that is gin rummy."
)
@click.option("--as-they-are", is_flag=True, help="Take the points of plays that somebody else has won.")
@click.option("--count-wins", is_flag=True, help="Count plays of which only the winner is known as 1:0.")
@with_appcontext
def import_command(file: IO[bytes], dry_run: bool, game: str, as_they_are: bool, count_wins: bool) -> None:
    with explained(), seekable(file) as given, TemporaryFile("w+", encoding="utf-8") as spool:
        chosen = Choices(game, frozenset({ALL} if as_they_are else ()), count_wins)
        text = StringIO(matches_played(given, chosen)) if is_export(given) else given
        if not (is_new := schema.current_revision() is None):
            require_current()
        with progress_shown(_("Checking")) as progress:
            checked = check(text, spool, progress)
        if checked.wrong:
            refuse(problem_said(each) for each in checked.wrong)
        click.echo(in_order(checked), err=True)
        if dry_run:
            return
        require_key()
        if is_new:
            bring_up_to_date()
        with progress_shown(_("Importing")) as progress:
            try:
                outlook = import_file(checked, spool, command_line_device(), new_entry_id(), progress)
            except ConflictError as error:
                refuse(map(conflict_said, error.conflicts))
            except FullMatchError:
                refuse([_("A book would have too many players.")])
        for line in links_of(outlook):
            click.echo(json.dumps(line, ensure_ascii=False))


def is_export(file: TextIO) -> bool:
    """Whether *file* is an export of BG Stats."""
    with suppress(UnicodeDecodeError):
        return any(MARK.decode() in line for line in file)
    return False


def matches_played(file: TextIO, choices: Choices) -> str:
    """The plays of gin rummy in an export as a file of matches. Prints which are left out."""
    file.seek(0)
    try:
        export = read_export(file)
    except UnreadableExportError:
        refuse([_("This is not an export of BG Stats that can be read.")])
    called = choices.game.casefold()
    games = [each for each, name, _times in export.played if name.casefold() == called] or export.gin
    if not games:
        listed = [f"--game {shlex.quote(name)} ({number(times)})" for _id, name, times in export.played]
        refuse([_("No game is called Gin Rummy. Which one is it?"), *listed])
    plays = read_plays(export.only(games), choices)
    left_out = [*plays.left_out, *(() if choices.takes(ALL) else plays.questions.values())]
    for each in (*plays.cut, *left_out):
        click.echo(_("%(label)s: %(text)s", label=each.place, text=each.sentence), err=True)
    if left_out:
        click.echo(_("Plays left out: %(num)s.", num=number(len(left_out))), err=True)
    return file_of(plays.matches)


def in_order(checked: CheckedFile) -> str:
    """What a file has in it that is in order."""
    matches, hands = number(checked.matches), number(checked.hands)
    return _("The file is in order. Matches: %(matches)s. Hands: %(hands)s.", matches=matches, hands=hands)


def refuse(sentences: Any) -> NoReturn:
    """Prints what is wrong, and exits with 2."""
    listed = [" ".join(filter(None, each)) if isinstance(each, tuple) else each for each in sentences]
    for sentence in listed[:MOST_SHOWN]:
        click.echo(sentence, err=True)
    if len(listed) >= MOST_SHOWN:
        click.echo(_("There may be more: only the first %(num)s are listed.", num=MOST_SHOWN), err=True)
    click.echo(_("Nothing was imported."), err=True)
    sys.exit(2)


@contextmanager
def seekable(file: IO[bytes]) -> Iterator[TextIO]:
    """The text of *file*, of a copy if it can only be read once, as standard input."""
    with TemporaryFile() as copy:
        if not file.seekable():
            copyfileobj(file, copy)
        with TextIOWrapper(file if file.seekable() else copy, encoding="utf-8-sig") as text:
            yield text


def links_of(outlook: Outlook) -> Iterator[dict[str, Any]]:
    """The links of what is there now: of each book, and of each new match that is in none."""
    for each in outlook.books:
        if each.book is not None:
            yield {
                **numbers(each),
                "view": f"/b/{watch_token(each.book)}",
                "score": f"/bs/{scoring_token(each.book)}",
                "care": f"/bc/{each.book.link(Link.CARE)}",
            }
    if any(outlook.loose.matches.values()):
        yield numbers(outlook.loose)
    for start in range(0, len(outlook.added), AT_ONCE):
        for match in matches_by_id(outlook.added[start : start + AT_ONCE]):
            yield {
                "players": match.players,
                "played_on": match.played_on.isoformat(),
                "score": f"/s/{scoring_token(match)}",
            }


def numbers(of: BookOutlook) -> dict[str, Any]:
    """How many matches are new, and how many were there."""
    new = of.matches[ImportState.NEW] + of.matches[ImportState.JOINS]
    return {
        "book": of.name,
        "new": new,
        "here": of.matches[ImportState.HERE] + of.matches[ImportState.ELSEWHERE],
    }


@click.command(
    "look-after",
    help="Print a new link that lets a phone look after the book with the viewing link BOOK-LINK, for a book "
    "whose last such phone was lost. The earlier link stops working.",
)
@click.argument("link", metavar="BOOK-LINK")
@with_appcontext
def look_after_command(link: str) -> None:
    with explained():
        require_current()
        require_key()
        site = link.rpartition("/b/")[0]
        click.echo(f"{site}/bc/{renew_link_by_host(found_book(link))}")
