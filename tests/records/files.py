"""Files of books in tests: written, checked, imported."""

from io import StringIO

from models.records.files.book_import import import_file
from models.records.files.documents import lines_of_book, lines_of_everything
from models.records.files.file_checks import CheckedFile, check
from models.records.files.import_matching import Outlook
from models.records.saving.pipeline import new_entry_id
from models.records.tables.book import Book


def text_of(book: Book) -> str:
    return "\n".join(lines_of_book(book))


def everything_of(device: str | None) -> str:
    """The file of everything."""
    return "\n".join(lines_of_everything(device))


def checked(text: str) -> tuple[CheckedFile, StringIO]:
    """What a file has in it, and its matches ready to be written."""
    spool = StringIO()
    found = check(StringIO(text), spool, lambda _done, _of: None)
    spool.seek(0)
    return found, spool


def brought_in(text: str, device: str, entry: str = "") -> Outlook:
    """Imports a file that is in order."""
    found, spool = checked(text)
    assert found.wrong == []
    return import_file(found, spool, device, entry or new_entry_id(), lambda _done, _of: None)
