"""The program that reads a spreadsheet, in a process of its own: a file may fill or end it without harm.

`spreadsheets.py` runs it. The file comes from standard input, and the text of each sheet goes out as JSON. It
needs only the standard library and python-calamine, which nothing else imports.
"""

from __future__ import annotations

import csv
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from enum import StrEnum, auto
from functools import partial, reduce
from io import BytesIO, StringIO
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, is_zipfile

if TYPE_CHECKING:
    from python_calamine import CalamineSheet


class Trouble(StrEnum):
    """Why a spreadsheet is not read."""

    UNAVAILABLE = auto()
    """The library is missing, or memory can't be limited here."""
    OTHER_FILE = auto()
    PASSWORD = auto()
    BROKEN = auto()
    EMPTY = auto()
    FILE = auto()
    """It has more bytes than allowed."""
    UNPACKED = auto()
    """It unpacks to more bytes than allowed."""
    ROWS = auto()
    """It has more rows, columns or sheets than allowed."""
    TEXT = auto()
    """There is more text in it than an import can have."""
    EXHAUSTED = auto()
    """Reading it takes more memory or time than allowed."""


class TroubleError(Exception):
    """Raised, with the trouble, if a spreadsheet is not read."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a spreadsheet may have and take."""

    rows: int
    text: int
    """Bytes of all sheets together."""
    columns: int = 60
    sheets: int = 100
    unpacked: int = 20_000_000
    """Bytes of all files in the archive together."""
    memory: int = 48_000_000
    """Bytes beyond the ten million that Python takes."""
    seconds: int = 5


Sheet = tuple[str, str]
"""The name of a sheet, and its text."""


def sheets_in(data: bytes, limits: Limits) -> list[Sheet]:
    """The sheets of a file in which anything is written.

    :raises TroubleError: if it can't be read.
    """
    try:
        from python_calamine import CalamineWorkbook, SheetTypeEnum

        confine(limits)
    except (ImportError, OSError, ValueError):
        raise TroubleError(Trouble.UNAVAILABLE) from None
    check_file(data, limits)
    book = CalamineWorkbook.from_filelike(BytesIO(rewritten(data)))
    if len(book.sheet_names) > limits.sheets:
        raise TroubleError(Trouble.ROWS)
    texts = (
        (each.name, text_of(book.get_sheet_by_index(index), limits))
        for index, each in enumerate(book.sheets_metadata)
        if each.typ == SheetTypeEnum.WorkSheet
    )
    return [(name, text) for name, text in texts if text]


def confine(limits: Limits) -> None:
    """Limits this process: it is refused more memory, and ends if it takes longer.

    :raises OSError: if it isn't known how much it has; on Linux it is.
    """
    import resource

    pages = int(Path("/proc/self/statm").read_text().split()[0])
    memory = pages * resource.getpagesize() + limits.memory
    for kind, most in (
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_CPU, limits.seconds),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(kind, (most, most))


AT_ONCE = 65_536
"""Bytes that are unpacked at once, to see whether there are more than the archive says."""

ENCRYPTED_XLSX = "EncryptedPackage".encode("utf-16-le")
"""The name of what is in an .xlsx with a password."""

ENCRYPTED_XLS = re.compile(rb"\x09\x08\x10\0\0\x06\x05\0.{12}(?:\x86\0\0\0)?\x2f\0", re.DOTALL)
"""The beginning of an .xls with a password: its first record, and that of the password."""

MANIFEST = "META-INF/manifest.xml"
ENCRYPTED_ODS = b"encryption-data"
"""What the manifest of an .ods with a password has in it."""


def check_file(data: bytes, limits: Limits) -> None:
    """Looks at what a file is, what its archive says that it unpacks to, and whether that is so.

    :raises TroubleError: if it is no spreadsheet, has a password, or unpacks to too much.
    """
    if ENCRYPTED_XLSX in data or ENCRYPTED_XLS.search(data):
        raise TroubleError(Trouble.PASSWORD)
    if not is_zipfile(BytesIO(data)):
        return
    with ZipFile(BytesIO(data)) as archive:
        files = archive.infolist()
        if not any(file.filename.startswith("xl/") or file.filename == "content.xml" for file in files):
            raise TroubleError(Trouble.OTHER_FILE)
        if sum(file.file_size for file in files) > limits.unpacked:
            raise TroubleError(Trouble.UNPACKED)
        if any(file.compress_type not in (ZIP_STORED, ZIP_DEFLATED) for file in files):
            raise TroubleError(Trouble.BROKEN)
        if MANIFEST in archive.namelist() and ENCRYPTED_ODS in archive.read(MANIFEST):
            raise TroubleError(Trouble.PASSWORD)
        for file in files:
            with archive.open(file) as content:
                while content.read(AT_ONCE):
                    pass


REWRITTEN = (
    # Errors such as #REF! are texts, as in CSV. The library takes them for empty cells.
    ("xl/worksheets/", re.compile(rb'(<(?:\w+:)?c\s[^<>]*?\bt=)"e"'), rb'\1"str"'),
    ("content.xml", re.compile(rb' office:string-value=""(?=[^<>]*\scalcext:value-type="error")'), b""),
    # It puts the lines of a cell together, and the reading above a Chinese name behind it.
    ("content.xml", re.compile(rb"<text:(?:line-break|tab)\s*/>"), b" "),
    ("content.xml", re.compile(rb"<text:ruby-text\b[^<>]*>[^<]*</text:ruby-text>"), b""),
)
"""What is rewritten before the library reads it: in which files of an archive, what, and as what."""


def rewritten(data: bytes) -> bytes:
    """A file in which the library reads what a spreadsheet shows."""
    if not is_zipfile(BytesIO(data)):
        return data
    copy = BytesIO()
    with ZipFile(BytesIO(data)) as archive, ZipFile(copy, "w", ZIP_DEFLATED, compresslevel=1) as written:
        for name in archive.namelist():
            changes = [(found, instead) for start, found, instead in REWRITTEN if name.startswith(start)]
            with archive.open(name) as content, written.open(name, "w") as changed:
                for part in rows_of(content) if changes else iter(partial(content.read, AT_ONCE), b""):
                    changed.write(reduce(lambda rows, change: change[0].sub(change[1], rows), changes, part))
    return copy.getvalue()


def rows_of(content: IO[bytes]) -> Iterator[bytes]:
    """A file in parts that end behind a row, so that it takes little memory."""
    rest = b""
    while part := content.read(AT_ONCE):
        before, end, rest = (rest + part).rpartition(b"row>")
        yield before + end
    yield rest


def text_of(table: CalamineSheet, limits: Limits) -> str:
    """A sheet as a text with tabs: a line for each row, so that lines have the numbers of rows."""
    rows = list[list[str]]()
    for number, row in rows_in(table, limits):
        rows += [[] for _blank in range(number - 1 - len(rows))]
        rows.append(row)
    width = max(map(len, rows), default=0)
    written = StringIO()
    writer = csv.writer(written, delimiter="\t", lineterminator="\n")
    writer.writerows([*row, *[""] * (width - len(row))] if row else [] for row in rows)
    return written.getvalue()


def rows_in(table: CalamineSheet, limits: Limits) -> Iterator[tuple[int, list[str]]]:
    """The rows in which anything is written, with their numbers from 1.

    :raises TroubleError: if there are too many.
    """
    # The library leaves out empty columns before the first one, but not empty rows.
    before, room = [""] * (table.start[1] if table.start else 0), limits.text
    for number, cells in enumerate(table.iter_rows(), 1):
        row = [*before, *map(said, cells)]
        while row and not row[-1]:
            row.pop()
        if row and (number > limits.rows or len(row) > limits.columns):
            raise TroubleError(Trouble.ROWS)
        room -= sum(map(len, row))
        if room < 0:
            raise TroubleError(Trouble.TEXT)
        if row:
            yield number, row


DURATION = re.compile(r"PT(\d{1,6})H(\d{1,2})M(\d{1,2})(?:[.,]\d{1,9})?S")
"""How an .ods file writes a time of more than a day."""

THREE_DECIMALS = re.compile(r"-?\d+\.\d{3}")

MARCH_1900 = datetime(1900, 3, 1)  # noqa: DTZ001
"""From then on, Excel counts a day too many: it takes 1900 for a leap year."""

DAY = date(1900, 1, 1)
"""Any day. One in its year is a time that is shown as one of a day, but has more hours."""


def said(cell: Any) -> str:
    r"""A cell as somebody would write it.

    >>> said(12.0), said(0.5), said(True), said("Ann\nand Bob"), said(date(2001, 4, 13))
    ('12', '0.5', 'TRUE', 'Ann and Bob', '2001-04-13')
    >>> said(timedelta(hours=87, minutes=45)), said("PT87H45M00S"), said(time(20, 15))
    ('87:45', '87:45', '20:15')
    """
    match cell:
        case bool():
            return str(cell).upper()
        case int() | float():
            return number_said(cell)
        case timedelta():
            return duration_said(cell)
        case time():
            return duration_said(datetime.combine(DAY, cell) - datetime.combine(DAY, time()))
        case datetime():
            return moment_said(cell)
        case date():
            return moment_said(datetime.combine(cell, time()))
    if found := DURATION.fullmatch(cell):
        hours, minutes, seconds = map(int, found.groups())
        return duration_said(timedelta(hours=hours, minutes=minutes, seconds=seconds))
    return " ".join(cell.replace("\0", " ").split())


def number_said(number: float) -> str:
    """A number without needless decimals, and not as thousands are written.

    >>> number_said(25.0), number_said(1.125), number_said(1125.0)
    ('25', '1.1250', '1125')
    """
    written = str(int(number)) if float(number).is_integer() else repr(number)
    return f"{written}0" if THREE_DECIMALS.fullmatch(written) else written


def duration_said(duration: timedelta) -> str:
    """Hours and minutes, with the seconds if there are any: a score such as 87:45 was taken for them."""
    minutes, seconds = divmod(round(abs(duration).total_seconds()), 60)
    sign = "-" if duration < timedelta() else ""
    return f"{sign}{minutes // 60}:{minutes % 60:02}" + (f":{seconds:02}" if seconds else "")


def moment_said(moment: datetime) -> str:
    """A day, with its time if there is one.

    >>> moment_said(datetime(2001, 4, 13, 19, 30)), moment_said(datetime(1900, 1, 3, 15, 45))
    ('2001-04-13 19:30:00', '87:45')
    """
    if moment.year <= DAY.year:
        start = datetime(1899, 12, 30 if moment >= MARCH_1900 else 31)  # noqa: DTZ001
        return duration_said(moment - start)
    return moment.isoformat(" ", "seconds").removesuffix(" 00:00:00")


def answer(data: bytes, limits: Limits) -> dict[str, Any]:
    """What this program writes: the sheets of a file, or why there are none."""
    try:
        sheets = sheets_in(data, limits)
        if not sheets:
            raise TroubleError(Trouble.EMPTY)
        if len("\f".join(name + text for name, text in sheets).encode()) > limits.text:
            raise TroubleError(Trouble.TEXT)
    except TroubleError as error:
        return {"trouble": error.args[0]}
    except MemoryError:
        return {"trouble": Trouble.EXHAUSTED}
    except Exception:  # whatever a broken file makes of the library
        return {"trouble": Trouble.BROKEN}
    return {"sheets": sheets}


if __name__ == "__main__":
    json.dump(answer(sys.stdin.buffer.read(), Limits(**json.loads(sys.argv[1]))), sys.stdout)
