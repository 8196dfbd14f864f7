"""How large forms and what is in them can be, and bodies that can't be read."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from flask import Flask, abort, request
from werkzeug.exceptions import ServiceUnavailable

UNREADABLE = "deadwood.unreadable"
"""The key in the environment of such a request: the status to answer with."""


def abort_unreadable() -> None:
    """Ends the request with the error page, if it is one of these."""
    if UNREADABLE in request.environ:
        abort(request.environ[UNREADABLE])


LARGEST_BODY = 256 * 1024
"""Bytes of any other form. It stays in memory."""

LARGEST_FILE = 8_000_000
"""Bytes of a file to import: some four thousand matches by deadwood. The command line takes any size."""

LARGEST_SPREADSHEET = 1_000_000
"""Bytes of a spreadsheet to import."""

LARGEST_TEXT = 240_000
"""Bytes of any other text to import. The preview sends it again, in a form like any other."""

LARGEST_UPLOAD = LARGEST_FILE + 2 * LARGEST_BODY
"""Bytes of the form with a file."""

TAKES_FILES = "/import"
"""The address of this form."""

LONGEST_FIELD = 8_000
"""Characters of any other field, and of a value in an address. The longest that anybody needs are rules."""

TEXT_OF_FILE = "text"
"""The field with the text of a file."""

TAKES_JSON = "/outbox/access"
"""The address that takes JSON in place of a form."""


RETRY_AFTER = 10
"""Seconds."""


class TooManyImports(ServiceUnavailable):
    """The answer to a file while enough others are being read or written."""

    def __init__(self) -> None:
        super().__init__(retry_after=RETRY_AFTER)


@contextmanager
def one_of(places: BoundedSemaphore, wait: float = 0) -> Iterator[None]:
    """While one of the *places* is taken.

    :raises TooManyImports: if none is free after so many seconds.
    """
    if not places.acquire(timeout=wait):
        raise TooManyImports
    try:
        yield
    finally:
        places.release()


def allow_file() -> None:
    """Lets this form have a larger body, if it has a file. Texts stay in memory, files don't."""
    if request.path == TAKES_FILES and request.mimetype == "multipart/form-data":
        request.max_content_length = LARGEST_UPLOAD


def refuse_no_form() -> None:
    """Refuses JSON where a form belongs, which Flask-WTF would read as one, and fields without a name."""
    if request.is_json and request.path != TAKES_JSON:
        abort(415)
    if None in request.form or None in request.files:
        abort(400)


def refuse_long_fields() -> None:
    """Refuses fields and values that are longer than any could be, before a page looks at them."""
    if _has_long(request.args.items(multi=True)):
        abort(414)
    fields = request.form.items(multi=True)
    takes_text = request.path == TAKES_FILES
    if _has_long((name, value) for name, value in fields if not (takes_text and name == TEXT_OF_FILE)):
        abort(413)


def _has_long(fields: Iterable[tuple[str, str]]) -> bool:
    return any(len(name) > LONGEST_FIELD or len(value) > LONGEST_FIELD for name, value in fields)


def init_app(app: Flask) -> None:
    """Allows files before anything reads a form of *app*, and refuses what is none before any page does."""
    app.before_request(allow_file)
    app.before_request(refuse_no_form)
    app.before_request(refuse_long_fields)
