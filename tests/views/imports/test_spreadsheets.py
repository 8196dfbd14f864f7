"""Spreadsheets as files: read by a process of their own, within limits, and imported like a text."""

import json
import re
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

import pytest
from flask import Flask
from werkzeug.datastructures import FileStorage
from werkzeug.test import encode_multipart

from models.records.finding.matches import matches_of
from tests.views.browser import Browser, Page
from tests.views.imports.test_imports import imported
from tests.views.walking import rows_of
from views.imports import spreadsheets
from views.imports.spreadsheet_reader import Limits, Trouble, check_file
from views.imports.spreadsheets import LIMITS, READER

ROOT = READER.parents[2]
DATA = ROOT / "tests" / "data" / "spreadsheets"
"""Files with the same in them, by openpyxl, xlwt and odfpy; msoffcrypto-tool gave one of them a password."""

KINDS = ["evenings.xlsx", "evenings.xls", "evenings.ods"]

EVENINGS = """Thursday evenings\t\t\t\t\t

Date\tHome\tAway\tScore\tPaid\tShare
2001-04-13\tAnn\tBob\t87:45\tTRUE\t0.5
2001-04-20\tAnn\tBob\t20:15\tFALSE\t0.25

2001-04-27\tBob\tAnn\t105:62\tTRUE\t1
"""
"""What is in them: a title over all columns, days, scores of which two are times, yes and no, percentages."""

Rows = Sequence[Sequence[str | int | float | None]]

EVENING: Rows = [["Date", "Ann", "Bob"], ["2001-04-13", 25, None], [], ["2001-04-13", None, 31]]

OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
NAMES = f'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="{OFFICE}"'
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"


def archive(files: Mapping[str, str | bytes]) -> bytes:
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as written:
        for name, content in files.items():
            written.writestr(name, content)
    return packed.getvalue()


def xlsx(**sheets: Rows) -> bytes:
    """A file with these sheets."""
    numbered = list(enumerate(sheets, 1))
    listed = "".join(f'<sheet name="{name}" sheetId="{nth}" r:id="r{nth}"/>' for nth, name in numbered)
    parts = [related(f"r{nth}", "worksheet", f"worksheets/{nth}.xml") for nth, _name in numbered]
    return archive(
        {
            "xl/workbook.xml": f"<workbook {NAMES}><sheets>{listed}</sheets></workbook>",
            "_rels/.rels": relations([related("r0", "officeDocument", "xl/workbook.xml")]),
            "xl/_rels/workbook.xml.rels": relations(parts),
            **{f"xl/worksheets/{nth}.xml": worksheet(sheets[name]) for nth, name in numbered},
        }
    )


def relations(parts: Sequence[str]) -> str:
    return f'<Relationships xmlns="{PACKAGE}">{"".join(parts)}</Relationships>'


def related(number: str, kind: str, target: str) -> str:
    return f'<Relationship Id="{number}" Type="{OFFICE}/{kind}" Target="{target}"/>'


def worksheet(rows: Rows) -> str:
    written = "".join(f"<row>{''.join(map(cell, row))}</row>" for row in rows)
    return f"<worksheet {NAMES}><sheetData>{written}</sheetData></worksheet>"


def cell(value: str | int | float | None) -> str:
    if isinstance(value, str) and value.startswith("#"):
        return f'<c t="e"><f>Thursday!B3</f><v>{value}</v></c>'
    if isinstance(value, str):
        return f'<c t="inlineStr"><is><t>{value}</t></is></c>'
    return "<c/>" if value is None else f"<c><v>{value}</v></c>"


def read(data: bytes, limits: Limits = LIMITS, *options: str) -> Any:
    """What the program that reads a file answers."""
    command = [sys.executable, "-P", *options, str(READER), json.dumps(asdict(limits))]
    return json.loads(subprocess.run(command, input=data, capture_output=True, check=True).stdout)


def sent(browser: Browser, data: bytes, status: int = 200, text: str = "") -> Page:
    """The page after a file is chosen."""
    token = browser.get("/import").inputs["csrf_token"]
    form = {"csrf_token": token, "text": text, "file": FileStorage(BytesIO(data), "evenings")}
    boundary, body = encode_multipart(form)  # in memory, where the client would leave a large file open
    content_type = f"multipart/form-data; boundary={boundary}"
    answer = browser.client.post("/import", data=body, content_type=content_type)
    return browser._checked(answer, "/import", status)


def previewed(browser: Browser, data: bytes) -> Page:
    """The preview of the evenings, once it is said that the share of each is to be left out."""
    page = sent(browser, data, 422)
    assert "What is in column 6, “Share”?" in page.text
    return browser._send(page, page.form_with({"column_5"}), {"column_5": "nothing"}, 200)


@pytest.mark.parametrize("name", KINDS)
def test_a_spreadsheet_is_read_as_its_text(name: str) -> None:
    assert read((DATA / name).read_bytes()) == {"sheets": [["Thursdays", EVENINGS]]}


@pytest.mark.parametrize("name", KINDS)
def test_a_score_that_was_taken_for_a_time_is_imported_once(app: Flask, browser: Browser, name: str) -> None:
    data = (DATA / name).read_bytes()
    imported(browser, previewed(browser, data))
    with app.app_context():
        by_day = {match.played_on.isoformat(): match for match in matches_of(browser.device)}
        points = {
            day: dict(zip(match.players, match.snapshot.totals, strict=True)) for day, match in by_day.items()
        }
    assert points == {
        "2001-04-13": {"Ann": 87, "Bob": 45},
        "2001-04-20": {"Ann": 20, "Bob": 15},
        "2001-04-27": {"Ann": 62, "Bob": 105},
    }
    before = rows_of(app)
    again = previewed(browser, data)

    assert "Import" not in again.buttons
    imported(browser, again)
    assert rows_of(app) == before


def test_lines_and_columns_have_the_numbers_of_the_spreadsheet() -> None:
    rows = [[], [None, 'Ann "A"', "Bob\n\tB"], [None, 1.125, 25.0], [None, None, None], [None, 0.5]]

    assert read(xlsx(Evening=rows))["sheets"] == [
        ["Evening", '\n\t"Ann ""A"""\tBob B\n\t1.1250\t25\n\n\t0.5\t\n']
    ]


ODS = "urn:oasis:names:tc:opendocument:xmlns"
ODS_NAMES = " ".join(f'xmlns:{each}="{ODS}:{each}:1.0"' for each in ("office", "table", "text"))


def libreoffice_ods(cells: str) -> bytes:
    """A file with these cells in a row, as LibreOffice writes it."""
    calcext = 'xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"'
    table = f'<table:table table:name="Evening"><table:table-row>{cells}</table:table-row></table:table>'
    body = f"<office:body><office:spreadsheet>{table}</office:spreadsheet></office:body>"
    return archive(
        {
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "content.xml": f"<office:document-content {ODS_NAMES} {calcext}>{body}</office:document-content>",
            "META-INF/manifest.xml": f'<m:manifest xmlns:m="{ODS}:manifest:1.0"/>',
        }
    )


def test_an_error_is_not_an_empty_cell(browser: Browser) -> None:
    ods = libreoffice_ods(
        '<table:table-cell table:formula="of:=NA()" office:value-type="string" office:string-value=""'
        ' calcext:value-type="error"><text:p>#N/A</text:p></table:table-cell>'
        '<table:table-cell office:value-type="float" office:value="31"><text:p>31</text:p></table:table-cell>'
    )
    assert read(ods) == {"sheets": [["Evening", "#N/A\t31\n"]]}

    long: Rows = [[25]] * 5000 + [["#DIV/0!"]]
    assert read(xlsx(Long=long))["sheets"][0][1].endswith("25\n#DIV/0!\n")

    evening: Rows = [*EVENING, ["2001-04-13", "#REF!", 7]]
    page = sent(browser, xlsx(Evening=evening), 422)
    assert "Nothing was imported" in page.text
    assert "Column 2, “Ann”: 25, #REF!" in page.text


def test_names_in_two_lines_or_with_a_reading_above_are_read_as_names() -> None:
    names = (
        "Ann<text:line-break/>Lee",
        "Bob<text:tab/>Day",
        "<text:ruby><text:ruby-base>王</text:ruby-base><text:ruby-text>Wáng</text:ruby-text></text:ruby>",
    )
    cell = '<table:table-cell office:value-type="string"><text:p>{}</text:p></table:table-cell>'

    assert read(libreoffice_ods("".join(map(cell.format, names)))) == {
        "sheets": [["Evening", "Ann Lee\tBob Day\t王\n"]]
    }


def test_one_of_several_sheets_is_chosen(app: Flask, browser: Browser) -> None:
    page = sent(browser, xlsx(First=[["Date", "Cid", "Dan"], ["2000-01-01", 5, 7]], Empty=[], Second=EVENING))
    assert all(said in page.text for said in ("Which sheet of the spreadsheet?", "First", "Second"))
    assert "Empty" not in page.text

    preview = browser._send(page, page.form_with({"sheet", "text"}), {"sheet": "1"}, 200)
    sheet = imported(browser, preview)

    assert sheet.heading == "Ann and Bob"
    with app.app_context():
        [match] = matches_of(browser.device)
        assert match.snapshot.totals == (25, 31)


def test_a_sheet_that_is_not_there_is_no_text(browser: Browser) -> None:
    page = sent(browser, xlsx(First=EVENING, Second=EVENING))

    assert "Choose a file" in browser._send(page, page.form_with({"sheet"}), {"sheet": "2"}, 422).text


def encrypted_xls() -> bytes:
    """An .xls whose second record is that of a password."""
    return re.sub(
        rb"(\x09\x08\x10\0\0\x06\x05\0.{12})..", b"\\1\x2f\0", (DATA / KINDS[1]).read_bytes(), flags=re.DOTALL
    )


def encrypted_ods() -> bytes:
    """An .ods whose manifest says how its content is encrypted."""
    return archive({"content.xml": b"\1\2", "META-INF/manifest.xml": "<m:encryption-data/>"})


DAMAGED = (DATA / KINDS[0]).read_bytes()[:3000]


@pytest.mark.parametrize(
    "data, sentence",
    [
        ((DATA / "password.xlsx").read_bytes(), "This spreadsheet has a password."),
        (encrypted_xls(), "This spreadsheet has a password."),
        (encrypted_ods(), "This spreadsheet has a password."),
        (DAMAGED, "it may be damaged"),
        ((DATA / KINDS[1]).read_bytes()[:700], "it may be damaged"),
        (archive({"content.xml": "<x>"}), "it may be damaged"),
        (archive({"word/document.xml": "<x/>"}), "This is not a text file."),
        (xlsx(Empty=[[None]]), "There is nothing in this spreadsheet."),
        (DAMAGED + bytes(1_000_000), "a spreadsheet can have up to 1 MB."),
    ],
)
def test_what_cannot_be_read_is_said_where_it_was_chosen(
    app: Flask, browser: Browser, data: bytes, sentence: str
) -> None:
    page = sent(browser, data, 422, text="typed before")

    assert sentence in page.text
    assert page.inputs["text"] == "typed before"
    assert not any(rows_of(app).values())


@pytest.mark.parametrize(
    "limits, sentence",
    [
        ({"rows": 3}, "up to 3 rows"),
        ({"columns": 2}, "2 columns"),
        ({"sheets": 0}, "0 sheets"),
        ({"text": 20}, "There is too much in this spreadsheet"),
        ({"unpacked": 500}, "up to 0 MB once it is unpacked"),
        ({"seconds": 0}, "takes too much memory or time"),
    ],
)
def test_what_takes_more_than_it_may_is_refused_and_the_server_answers_on(
    browser: Browser, monkeypatch: pytest.MonkeyPatch, limits: dict[str, int], sentence: str
) -> None:
    monkeypatch.setattr(spreadsheets, "LIMITS", replace(LIMITS, **limits))
    assert sentence in sent(browser, xlsx(Evening=EVENING), 422).text

    monkeypatch.undo()
    assert "Ann 25, Bob 31" in sent(browser, xlsx(Evening=EVENING)).text


def test_what_takes_more_memory_than_it_may_is_refused_and_the_server_answers_on(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The library keeps 200,000 cells, which are not counted before it has read them all."""
    many = xlsx(Evening=[[1] * 50] * 4000)
    assert "There is too much in this spreadsheet" in sent(browser, many, 422).text

    monkeypatch.setattr(spreadsheets, "LIMITS", replace(LIMITS, memory=2_000_000))
    assert "takes too much memory or time" in sent(browser, many, 422).text

    monkeypatch.undo()
    assert "Ann 25, Bob 31" in sent(browser, xlsx(Evening=EVENING)).text


def test_as_much_as_it_may_have_is_read() -> None:
    whole = replace(LIMITS, rows=4, columns=3, sheets=1, text=60)

    assert "sheets" in read(xlsx(Evening=EVENING), whole)


def test_an_archive_that_holds_more_than_it_says_is_broken() -> None:
    """The directory says that the last file, the sheet, has ten bytes."""
    data = bytearray(xlsx(Evening=EVENING))
    at = data.rindex(b"PK\1\2")
    data[at + 24 : at + 28] = (10).to_bytes(4, "little")

    with pytest.raises(BadZipFile):
        check_file(bytes(data), LIMITS)
    assert read(bytes(data)) == {"trouble": Trouble.BROKEN}


@pytest.mark.parametrize(
    "does, ends",
    [
        ("while True: pass", lambda code, _said: code < 0),
        ("bytes(100_000_000)", lambda _code, said: "MemoryError" in said),
    ],
)
def test_the_process_that_reads_is_held_to_its_time_and_memory(
    does: str, ends: Callable[[int, str], bool]
) -> None:
    script = f"from views.imports.spreadsheet_reader import *\nconfine(Limits(1, 1, seconds=1))\n{does}"
    command = [sys.executable, "-c", script]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)

    assert ends(ended.returncode, ended.stderr)


def test_without_the_library_it_is_to_be_saved_as_csv(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert read(xlsx(Evening=EVENING), LIMITS, "-S") == {"trouble": Trouble.UNAVAILABLE}

    monkeypatch.setattr(spreadsheets, "LIBRARY", "a_library_that_is_missing")
    assert "Save it as CSV first." in sent(browser, xlsx(Evening=EVENING), 422).text


def test_files_are_read_one_after_the_other(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spreadsheets, "WAITS", 0)
    with spreadsheets.ONE_AT_A_TIME:
        sent(browser, xlsx(Evening=EVENING), 503)

    sent(browser, xlsx(Evening=EVENING))


def test_the_server_never_loads_the_library(browser: Browser) -> None:
    sent(browser, xlsx(Evening=EVENING))

    assert spreadsheets.LIBRARY not in sys.modules
