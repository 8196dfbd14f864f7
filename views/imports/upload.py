"""What was sent to be imported: a file, or pasted text; and the page that asks for it."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, Request, render_template

from views.imports.contents import ImportProblem
from views.imports.own_tables import what_to_import
from views.language.i18n import gettext as _
from views.web.upload_limits import LARGEST_FILE

imports = Blueprint("imports", __name__)


LARGEST = 240_000
"""Bytes. The server takes 256 KB for a whole form, and the preview sends the text again."""

ENCODINGS = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
"""How a text is encoded, by the mark at its start."""


@dataclass(frozen=True, slots=True)
class Upload:
    """A text to import, or why there is none."""

    text: str = ""
    error: str = ""


def sent_with(request: Request) -> Upload:
    """The file of a form, else its text."""
    file = request.files.get("file")
    data = file.read(LARGEST + 1) if file else b""
    if not data:
        data = request.form.get("text", "").encode("utf-8", "replace")
    return upload_of(data)


def upload_of(data: bytes) -> Upload:
    """The text in *data*. Old spreadsheets write Windows’ Latin letters.

    >>> upload_of("Jörg".encode("cp1252")).text, upload_of("Jörg".encode()).text
    ('Jörg', 'Jörg')
    """
    is_large = len(data) > LARGEST
    text = _decoded(data[: data.rfind(b"\n")] if is_large else data)
    if text and (said := what_to_import(text)):
        return Upload("" if is_large else text, said)
    if is_large:
        return Upload(
            error=_("This is too large: an import can have up to %(most)s KB.", most=LARGEST // 1000)
        )
    if text is None:
        return Upload(error=_("This is not a text file. Save it as CSV or JSON first."))
    if not text.strip():
        return Upload(error=_("Choose a file, or paste its text."))
    return Upload(text.replace("\r\n", "\n").replace("\r", "\n"))


def _decoded(data: bytes) -> str | None:
    marked = next((name for mark, name in ENCODINGS.items() if data.startswith(mark)), "utf-8")
    for encoding in (marked, "cp1252"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        return None if "\0" in text else text
    return None


def start_page(sent: Upload, problems: Sequence[ImportProblem] = ()) -> str:
    return render_template(
        "imports/start.html",
        text=sent.text,
        error=sent.error,
        problems=problems,
        most=LARGEST // 1000,
        most_of_book=LARGEST_FILE // 1_000_000,
    )
