"""Books of any length are checked, imported and exported in parts, and nothing is kept of the parts before.

Objects are counted instead of bytes, whose number depends on all that Python has done before.
"""

import gc
import json
from collections.abc import Iterator
from io import StringIO

import pytest

from models.records.books.books import books_of, start_book
from models.records.database.base import db
from models.records.files import book_import, documents
from models.records.files.book_import import import_file
from models.records.files.documents import lines_of_book
from models.records.files.file_checks import Spooled, check
from models.records.saving.pipeline import new_entry_id
from models.records.tables.match import Match
from tests.records.files import checked, text_of
from tests.records.table import ANNS_PHONE, BOBS_PHONE, HANDS, a_match, deal
from views.exports.rows import book_rows

MATCHES, PART = 40, 5


class Kept:
    """Counts the objects that are left each time that another part of the matches is done."""

    def __init__(self) -> None:
        self.objects: list[int] = []
        self.matches: list[int] = []
        gc.freeze()  # what is there already is neither collected nor counted

    def __call__(self, done: int, _of: int = 0) -> None:
        if done and done % PART == 0:
            gc.collect()
            found = gc.get_objects()
            self.objects.append(len(found))
            self.matches.append(sum(type(each) in (Match, Spooled) for each in found))

    def are_few(self) -> bool:
        """Whether little was left of the parts before. (SQLAlchemy keeps a weak reference to each row.)"""
        gc.unfreeze()
        assert len(self.objects) >= MATCHES // PART - 1
        return max(self.matches) <= 2 * PART and self.objects[-1] - self.objects[1] < 2 * MATCHES


class Tape:
    """A file that can only be read piece by piece and line by line."""

    def __init__(self, text: str = "") -> None:
        self._text, self.lines = StringIO(text), 0

    def read(self, size: int) -> str:
        assert 0 < size <= 100_000, "it is read as a whole"
        return self._text.read(size)

    def __iter__(self) -> Iterator[str]:
        for line in self._text:
            self.lines += 1
            yield line

    def write(self, line: str) -> None:
        self._text.write(line)

    def seek(self, place: int) -> None:
        self._text.seek(place)


@pytest.fixture(autouse=True)
def short_parts(monkeypatch: pytest.MonkeyPatch, app_context: None) -> None:
    """Some matches at once instead of a hundred."""
    for module in (documents, book_import):
        monkeypatch.setattr(module, "AT_ONCE", PART)


@pytest.fixture
def text() -> str:
    """The file of a book of many matches."""
    match = a_match()
    deal(match, *HANDS)
    book = start_book("Club", [match.id], device=ANNS_PHONE, entry=new_entry_id())
    written = json.loads(text_of(book))
    [entry] = written["matches"]
    many = [entry | {"match": entry["match"] | {"id": f"{nth:032x}"}} for nth in range(MATCHES)]
    return json.dumps(written | {"matches": many})


def test_a_long_file_is_checked_match_by_match(text: str) -> None:
    kept = Kept()
    found = check(Tape(text), Tape(), kept)

    assert (found.matches, found.wrong) == (MATCHES, [])
    assert kept.are_few(), vars(kept)


def test_a_long_file_is_imported_in_parts(text: str) -> None:
    spool = Tape()
    found, kept, ahead = check(Tape(text), spool, lambda _done, _of: None), Kept(), []

    def progress(done: int, of: int) -> None:
        kept(done, of)
        ahead.append(spool.lines - done)

    import_file(found, spool, BOBS_PHONE, new_entry_id(), progress)

    assert kept.are_few(), vars(kept)
    assert max(ahead) <= PART


@pytest.fixture
def book(text: str) -> None:
    found, spool = checked(text)
    import_file(found, spool, BOBS_PHONE, new_entry_id(), lambda _done, _of: None)
    db.session.remove()


def test_a_long_book_is_exported_match_by_match(book: None) -> None:
    [book] = books_of(BOBS_PHONE)
    kept = Kept()
    lines = lines_of_book(book)
    for done, _line in enumerate(line for line in lines if '"played_on"' in line):
        kept(done)

    assert kept.are_few(), vars(kept)


def test_a_table_of_a_long_book_is_made_match_by_match(book: None) -> None:
    [book] = books_of(BOBS_PHONE)
    kept = Kept()
    for done, _row in enumerate(book_rows(book)):
        if done % len(HANDS) == 0:
            kept(done // len(HANDS))

    assert kept.are_few(), vars(kept)
