"""Files that are not in Unicode: read at once if one encoding alone makes names, else asked about."""

import pytest
from flask import Flask

from tests.views.browser import Browser
from tests.views.imports.test_imports import imported
from tests.views.imports.test_spreadsheets import sent
from views.imports.encodings import foreign_words, readings_of
from views.imports.upload import upload_of

CERTAIN = [
    ("Jörg;25\nÄnne;31", "cp1252"),
    ("Zoé;25\nJosé – 31 €", "cp1252"),
    ("O’Brien;Müller-Weiß", "cp1252"),
    ("Łukasz;Żaneta", "cp1250"),
    ("Łukasz;Żaneta", "iso8859_2"),
    ("Иван;Мария", "cp1251"),
    ("日期,小明,小红", "gb18030"),
]


@pytest.mark.parametrize("text, encoding", CERTAIN)
def test_it_is_certain_if_one_encoding_alone_makes_names(app_context: None, text: str, encoding: str) -> None:
    sent = upload_of(text.encode(encoding))

    assert (sent.text, sent.encodings) == (text, ())


ASKED = [
    ("Hélène", "cp1252", "Hélčne"),
    ("Dvořák", "cp1250", "Dvoøák"),
    ("Ayşegül", "cp1254", "Ayþegül"),
    ("Jörg", "mac_roman", "Jšrg"),
    ("Γιώργος", "cp1253", "Гйюсгпт"),
    ("Иван", "koi8_r", "樽廖"),
]


@pytest.mark.parametrize("name, encoding, other", ASKED)
def test_names_that_can_be_spelled_in_several_ways_are_asked_about(
    name: str, encoding: str, other: str
) -> None:
    readings, is_certain = readings_of(name.encode(encoding))

    assert not is_certain
    assert {name, other} <= readings.keys()


def test_names_are_told_from_other_signs() -> None:
    assert foreign_words("Ann;25 – 31 €;“Zoé”;Zoé:3;小明，小红") == ["Zoé", "小明", "小红"]


def test_the_encoding_is_chosen_by_the_names(app: Flask, browser: Browser) -> None:
    table = "Date;Dvořák;Šárka\r\n13.4.2001;105;62\r\n"
    page = sent(browser, table.encode("cp1250"))
    assert "Where are the names spelled right?" in page.text
    assert [page.text.count(name) for name in ("Dvořák", "Dvoøák", "Šárka")] == [1, 1, 0]

    preview = browser._send(page, page.form_with({"encoding", "text"}), {"encoding": "cp1250"}, 200)

    assert imported(browser, preview).heading == "Dvořák and Šárka"


@pytest.mark.parametrize(
    "data", [b"GIF89a\x01\x00\xff\xd9", "Ann;25".encode("utf-16-le"), bytes(range(1, 256))]
)
def test_what_is_no_text_is_refused(browser: Browser, data: bytes) -> None:
    assert "This is not a text file." in sent(browser, data, 422).text
