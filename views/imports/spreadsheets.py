"""Spreadsheets as files: each is read by a process of its own, into the text of the tables in it."""

import json
import subprocess
import sys
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path
from threading import BoundedSemaphore

from views.imports.paper.table_text import MOST_ROWS
from views.imports.spreadsheet_reader import Limits, Sheet, Trouble
from views.language.i18n import gettext as _
from views.language.i18n import marked, number
from views.web.upload_limits import LARGEST_SPREADSHEET, LARGEST_TEXT, one_of

LIMITS = Limits(rows=MOST_ROWS, text=LARGEST_TEXT)

STARTS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
"""How the archive of an .xlsx or .ods begins, and an .xls or an .xlsx with a password."""

LIBRARY = "python_calamine"
READER = Path(__file__).with_name("spreadsheet_reader.py")

ONE_AT_A_TIME = BoundedSemaphore(1)
"""Held while a process reads a file, so that all together take no more memory than one."""

WAITS = 2.0
"""Seconds for which a file waits for the one before it. Most are read in a tenth of one."""

SENTENCES = {
    Trouble.UNAVAILABLE: marked("Spreadsheets can’t be read here. Save it as CSV first."),
    Trouble.OTHER_FILE: marked("This is not a text file. Save it as CSV or JSON first."),
    Trouble.PASSWORD: marked("This spreadsheet has a password. Save it without one, or as CSV."),
    Trouble.BROKEN: marked("This spreadsheet can’t be read: it may be damaged. Save it again, or as CSV."),
    Trouble.EMPTY: marked("There is nothing in this spreadsheet."),
    Trouble.FILE: marked("This is too large: a spreadsheet can have up to %(most)s MB."),
    Trouble.UNPACKED: marked(
        "This is too large: a spreadsheet can have up to %(unpacked)s MB once it is unpacked. Save it as CSV."
    ),
    Trouble.ROWS: marked(
        "This is too large: a spreadsheet can have up to %(rows)s rows, %(columns)s columns and %(sheets)s "
        "sheets. Remove what is not needed."
    ),
    Trouble.TEXT: marked(
        "There is too much in this spreadsheet: an import can have up to %(text)s KB of text. Save only the "
        "sheet with the points as CSV."
    ),
    Trouble.EXHAUSTED: marked(
        "This spreadsheet takes too much memory or time to read. Save the sheet with the points as CSV."
    ),
}


def is_spreadsheet(data: bytes) -> bool:
    """Whether a file begins as spreadsheets do."""
    return data.startswith(STARTS)


def sheets_of(data: bytes) -> tuple[list[Sheet], str]:
    """The sheets of a file in which anything is written, or why it can't be read.

    :raises TooManyImports: if others are being read.
    """
    found = Trouble.FILE if len(data) > LARGEST_SPREADSHEET else _read(data)
    return ([], _trouble_said(found)) if isinstance(found, Trouble) else (found, "")


def _trouble_said(trouble: Trouble) -> str:
    values = {
        "most": LARGEST_SPREADSHEET // 1_000_000,
        "unpacked": LIMITS.unpacked // 1_000_000,
        "rows": number(LIMITS.rows),
        "columns": LIMITS.columns,
        "sheets": LIMITS.sheets,
        "text": LIMITS.text // 1000,
    }
    return _(SENTENCES[trouble], **values)


def _read(data: bytes) -> list[Sheet] | Trouble:
    """What the reader answers. If a signal ends it, that is for its memory or its time."""
    if find_spec(LIBRARY) is None:
        return Trouble.UNAVAILABLE
    command = [sys.executable, "-P", str(READER), json.dumps(asdict(LIMITS))]
    try:
        with one_of(ONE_AT_A_TIME, WAITS):
            ended = subprocess.run(command, input=data, capture_output=True, timeout=3 * LIMITS.seconds)  # noqa: S603
    except subprocess.TimeoutExpired:
        return Trouble.EXHAUSTED
    except OSError:
        return Trouble.UNAVAILABLE
    if ended.returncode:
        return Trouble.EXHAUSTED if ended.returncode < 0 else Trouble.BROKEN
    answer = json.loads(ended.stdout)
    if "trouble" in answer:
        return Trouble(answer["trouble"])
    return [(name, text) for name, text in answer["sheets"]]
