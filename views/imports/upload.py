"""What was sent to be imported: a file, or pasted text; and the pages that ask for it, and what of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import Blueprint, Request, render_template

from views.imports.contents import ImportProblem
from views.imports.encodings import CANDIDATES, names_by_encoding, readings_of
from views.imports.own_tables import what_to_import
from views.imports.spreadsheet_reader import Sheet
from views.imports.spreadsheets import is_spreadsheet, sheets_of
from views.language.i18n import gettext as _
from views.web.upload_limits import LARGEST_FILE, LARGEST_SPREADSHEET, LARGEST_TEXT

imports = Blueprint("imports", __name__)

ENCODINGS = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
"""How a text is encoded, by the mark at its start."""

AS_BYTES = "latin-1"
"""The encoding of a text that stands for bytes: each sign is one of them."""

BETWEEN_SHEETS = "\f"
"""What separates the texts of several sheets. The reader leaves it in none of them."""


@dataclass(frozen=True, slots=True)
class Upload:
    """A text to import, or why there is none."""

    text: str = ""
    error: str = ""
    sheets: Sequence[Sheet] = ()
    """If the text is that of several sheets, of which one is to be chosen: these."""
    encodings: Sequence[tuple[str, str]] = ()
    """If the text stands for bytes, and their encoding is to be chosen: these, and the names in each."""


def sent_with(request: Request) -> Upload:
    """The file of a form, else its text."""
    file = request.files.get("file")
    data = file.read(LARGEST_SPREADSHEET + 1) if file else b""
    if is_spreadsheet(data):
        return _of_spreadsheet(data, request.form.get("text", ""))
    return upload_of(data or _text_of(request.form).encode("utf-8", "replace"))


def _of_spreadsheet(data: bytes, typed: str) -> Upload:
    """The text of the only sheet, or of all to choose from; what was *typed*, if it can't be read."""
    sheets, error = sheets_of(data)
    if error:
        return Upload(typed, error)
    text = BETWEEN_SHEETS.join(text for _name, text in sheets)
    return Upload(text, sheets=sheets if len(sheets) > 1 else ())


def _text_of(form: Mapping[str, str]) -> str:
    r"""The text of a form, or of the sheet in it that was chosen, or in the encoding that was.

    >>> _text_of({"text": "Ann\r\n25\fBob\r\n31", "sheet": "1"})
    'Bob\n31'
    >>> _text_of({"text": "Èâàí", "encoding": "cp1251"})
    'Иван'
    """
    # Browsers send two signs at the end of each line.
    text = form.get("text", "").replace("\r\n", "\n")
    if form.get("encoding") in CANDIDATES:
        return text.encode(AS_BYTES, "replace").decode(form["encoding"], "replace")
    if "sheet" not in form:
        return text
    sheets = enumerate(text.split(BETWEEN_SHEETS))
    return next((sheet for number, sheet in sheets if str(number) == form["sheet"]), "")


def upload_of(data: bytes) -> Upload:
    """The text in *data*; if that depends on its encoding, the text of its bytes, and the encodings.

    >>> upload_of("Jörg".encode("cp1252")).text, upload_of("Jörg".encode()).text
    ('Jörg', 'Jörg')
    """
    is_large = len(data) > LARGEST_TEXT
    text = _unicode(data[: data.rfind(b"\n")] if is_large else data)
    if text is None and not is_large:
        readings, is_certain = readings_of(data)
        if readings and not is_certain:
            return Upload(data.decode(AS_BYTES), encodings=names_by_encoding(readings))
        text = next(iter(readings), None)
    if text and (said := what_to_import(text)):
        return Upload("" if is_large else text, said)
    if is_large:
        return Upload(
            error=_("This is too large: an import can have up to %(most)s KB.", most=LARGEST_TEXT // 1000)
        )
    if text is None:
        return Upload(error=_("This is not a text file. Save it as CSV or JSON first."))
    if not text.strip():
        return Upload(error=_("Choose a file, or paste its text."))
    return Upload(text.replace("\r\n", "\n").replace("\r", "\n"))


def _unicode(data: bytes) -> str | None:
    """The text in *data*, if it is in Unicode."""
    marked = next((name for mark, name in ENCODINGS.items() if data.startswith(mark)), "utf-8")
    try:
        text = data.decode(marked)
    except UnicodeDecodeError:
        return None
    return None if "\0" in text else text


def start_page(sent: Upload, problems: Sequence[ImportProblem] = ()) -> str:
    return render_template(
        "imports/start.html",
        text=sent.text,
        error=sent.error,
        problems=problems,
        most=LARGEST_TEXT // 1000,
        most_of_book=LARGEST_FILE // 1_000_000,
        most_of_spreadsheet=LARGEST_SPREADSHEET // 1_000_000,
    )


def choice_page(sent: Upload) -> str:
    """Where one of several sheets, or of several encodings, is chosen."""
    sheets = [(str(number), name) for number, (name, _text) in enumerate(sent.sheets)]
    return render_template("imports/choice.html", text=sent.text, sheets=sheets, encodings=sent.encodings)
