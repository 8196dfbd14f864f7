"""The table of hands that Deadwood writes for spreadsheets, when it is to be imported."""

from collections.abc import Callable
from io import BytesIO

import pytest
from flask import Flask

from tests.gin.table import BOB, gin, knock
from tests.views.books.test_books import start_book
from tests.views.browser import Browser
from tests.views.table import Sit, Table
from tests.views.walking import rows_of

LANGUAGES = ["en", "de", "es", "fr", "zh"]
OF_MATCH = "choose “Export” in the menu of the sheet, under “More”, then “Download the match”."


def answered(browser: Browser, data: bytes) -> str:
    """What the importing page says of a file."""
    fields = {"csrf_token": browser.get("/import").inputs["csrf_token"], "file": (BytesIO(data), "hands.csv")}
    answer = browser.client.post("/import", data=fields, content_type="multipart/form-data")
    assert answer.status_code == 422
    return answer.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_hands_of_a_match_are_told_from_paper(app: Flask, table: Table, language: str) -> None:
    table.play(knock(8, 20), gin(18, by=BOB))
    written = table.browser.client.get(f"{table.path}/hands.csv", headers={"Accept-Language": language}).data
    before = rows_of(app)

    assert "match.json can be imported" in (page := answered(table.browser, written))
    assert OF_MATCH in page
    assert rows_of(app) == before


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_hands_of_a_book_are_told_from_paper(table: Table, language: str) -> None:
    table.play(knock(8, 20))
    book = start_book(table.browser, name="Club")
    written = table.browser.client.get(f"{book}/hands.csv", headers={"Accept-Language": language}).data

    page = answered(table.browser, written)

    assert "book.json can be imported" in page
    assert "“Export” in the menu of the book, then “Download the book”." in page


@pytest.mark.parametrize(
    "saved",
    [
        lambda text: text.replace(",", "\t").encode("utf-16"),
        lambda text: "\n".join(f'"{line}"' for line in text.replace(",", '";"').split("\r\n")).encode(),
        lambda text: text.encode("utf-8-sig") + text.partition("\r\n")[2].encode() * 3000,
    ],
    ids=["as Unicode text", "in quotes", "too large"],
)
def test_a_spreadsheet_may_have_saved_it(sit: Sit, saved: Callable[[str], bytes]) -> None:
    table = sit(names=("Jörg", "Bob"))
    table.play(knock(8, 20))
    text = table.browser.client.get(f"{table.path}/hands.csv").data.decode("utf-8-sig")

    assert OF_MATCH in answered(table.browser, saved(text))


def test_a_pasted_table_is_kept_in_its_field(table: Table) -> None:
    table.play(knock(8, 20))
    text = table.browser.client.get(f"{table.path}/hands.csv").data.decode("utf-8-sig")
    start = table.browser.get("/import")
    page = table.browser._send(start, start.form_with({"text"}), {"text": text}, 422)

    assert OF_MATCH in page.text
    assert page.inputs["text"].split() == text.split()


def test_a_paper_with_some_of_its_headings_is_read(browser: Browser) -> None:
    start = browser.get("/import")
    page = browser._send(
        start, start.form_with({"text"}), {"text": "Date,Ann,Bob,Outcome\n2001-04-13,25,,knock\n"}, 200
    )

    assert "One match" in page.text
