"""Pages in another language: every word is translated, whatever its direction and whatever the names."""

import json
import re
from collections.abc import Iterator
from datetime import datetime
from decimal import Decimal
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from lxml.etree import XPath

from models.records.books.books import start_book
from models.records.saving.pipeline import new_entry_id
from models.records.tables.shared import watch_token
from tests.browser.table import match_path
from tests.browser.test_pseudo_languages import PAGES
from tests.gin.table import knock
from tests.pseudo_languages import LONGER, english_on, write_pseudo_catalogues
from tests.records.table import ANN_KNOCKS, ANNS_PHONE, BOB_FORGOT_A_BOX, BOB_HAS_GIN, match_at
from tests.views.browser import Browser, parsed
from tests.views.speaking import add_catalogues
from tests.views.table import ANN_LAYS, BOB_HOLDS, Table, press_on
from tests.views.walking import addresses, ask
from views.exports.rows import BYTE_ORDER_MARK, csv_lines
from views.language import i18n
from views.language.asked_languages import LETTERS_FROM_RIGHT, isolate
from views.words.dates import when
from views.words.stakes import money

THIN, FIXED = "\N{NARROW NO-BREAK SPACE}", "\N{NO-BREAK SPACE}"


@pytest.mark.parametrize(
    "accepts, currency, amount, day",
    [
        ("fr-CH", "CHF", f"4,60{FIXED}CHF", "9 mars 2025"),
        ("es-MX", "MXN", "$4.60", "9 de marzo de 2025"),
        ("de-AT", "EUR", f"€{FIXED}4,60", "9. März 2025"),
        ("zh-CN", "CNY", "¥4.60", "2025年3月9日"),
    ],
)
def test_money_and_dates_are_written_as_where_the_reader_lives(
    app: Flask, accepts: str, currency: str, amount: str, day: str
) -> None:
    """As the Unicode CLDR has it."""
    with app.test_request_context(headers={"Accept-Language": accepts}):
        assert money(Decimal("4.6"), currency) == amount
        assert when(datetime(2025, 3, 9, 21, 40).astimezone()) == day


@pytest.mark.parametrize(
    "accepts, written",
    [("fr-CH", f"12{THIN}345"), ("es-MX", "12,345"), ("de-DE", "12.345"), ("zh-CN", "12,345")],
)
def test_numbers_are_too(app: Flask, accepts: str, written: str) -> None:
    with app.test_request_context(headers={"Accept-Language": accepts}):
        assert i18n.number(12345) == written


SPANISH = "\n".join(
    f'msgid "{english}"\nmsgstr "{spanish}"\n'
    for english, spanish in {
        "New match": "Nuevo encuentro",
        "Judge": "Juez",
        "Offline": "Sin red",
        "Score sheet": "Hoja de puntos",
        "Home": "Inicio",
        "Date": "Fecha",
        "Game": "Partida",
        "Hand": "Mano",
    }.items()
)


def test_what_is_not_on_the_screen_is_translated_too(
    app: Flask, table: Table, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The keys of a document stay English."""
    add_catalogues(monkeypatch, tmp_path / "catalogues", es=SPANISH)
    table.add(knock(8, 20))
    client: FlaskClient = table.browser.client

    def read(path: str) -> str:
        return client.get(path, headers={"Accept-Language": "es"}).get_data(as_text=True)

    shortcuts = json.loads(read("/manifest.webmanifest"))["shortcuts"]
    assert [each["name"] for each in shortcuts] == ["Nuevo encuentro", "Juez"]
    assert 'aria-label="Inicio"' in read(table.path)
    assert "<title>Sin red" in read("/offline")
    assert "Hoja de puntos" in read(f"{table.path}/score-sheet")
    assert read(f"{table.path}/hands.csv").startswith(BYTE_ORDER_MARK + "Fecha;Partida;Mano;")
    assert {"players", "hands"} <= json.loads(read(f"{table.path}/match.json")).keys()


def test_nothing_is_said_that_is_in_no_catalogue(
    app: Flask,
    client: FlaskClient,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    subtests: pytest.Subtests,
) -> None:
    write_pseudo_catalogues(tmp_path)
    monkeypatch.setattr(i18n, "CATALOGUES", tmp_path)
    Browser(client).device = ANNS_PHONE
    for name, address in PAGES.items():
        html = client.get(address(app), headers={"Accept-Language": LONGER}).text
        with subtests.test(name):
            assert f'<html lang="{LONGER}"' in html
            assert english_on(html) == set()


STYLES = Path(__file__).parents[3] / "static" / "css"

SIDES = re.compile(
    r"(?<![-\w])(?:(?:margin|padding|border|inset|scroll-margin|scroll-padding)-(?:left|right)\b[-\w]*"
    r"|left|right|border-(?:top|bottom)-(?:left|right)-radius)\s*:"
    r"|(?:text-align|float|clear|justify-\w+)\s*:\s*(?:left|right)\b"
    r"|translateX|to (?:left|right)\b"
)
"""Properties and values that name a side of the screen."""

FOUR = re.compile(r"(padding|margin|inset|border-radius|border-width)\s*:\s*([^;{}]+);")
VALUE = re.compile(r"(?:[^\s()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))+")

OF_CARDS = {
    "components/cards.css": {"padding: 0.2rem 0.8rem 0 0.1rem", "padding: 0.075rem 0.675rem 0 0"},
    "components/hands.css": {"padding: 0.1rem 0.9rem 0 0", "padding: 0 0.8rem 0 0"},
    "components/judge.css": {"padding: 0.075rem 0.675rem 0 0"},
}
"""A card shows its rank at the left, and the next one in the fan lies on its right half, in every country."""


def one_sided(style: str) -> Iterator[str]:
    """The declarations of a style sheet that depend on the side of the screen."""
    style = re.sub(r"/\*.*?\*/", "", style, flags=re.DOTALL)
    yield from (found[0] for found in SIDES.finditer(style))
    for name, written in FOUR.findall(style):
        values = VALUE.findall(written.split("/")[0] if name == "border-radius" else written)
        corners = name == "border-radius" and len(set(values)) > 1
        if corners or (len(values) == 4 and values[1] != values[3]):
            yield f"{name}: {written}"


@pytest.mark.parametrize("path", sorted(STYLES.rglob("*.css")), ids=lambda path: path.stem)
def test_styles_name_no_side_of_the_screen(path: Path) -> None:
    found = set(one_sided(path.read_text(encoding="utf-8")))

    assert found == OF_CARDS.get(path.relative_to(STYLES).as_posix(), set())


@pytest.mark.parametrize(
    "declared, is_one_sided",
    [
        ("margin-left: 0;", True),
        ("right: 1rem;", True),
        ("inset: 0 auto auto 0;", True),
        ("padding: 0 min(1rem, 2cqi) 0 0;", True),
        ("border-radius: 1px 2px 2px 1px;", True),
        ("text-align: left;", True),
        ("background: linear-gradient(to right, red, blue);", True),
        ("padding: 0 1rem 2rem 1rem;", False),
        ("padding: 0 max(1rem, env(safe-area-inset-right)) 1px;", False),
        ("margin-top: 0; inset-inline: 0 auto; text-align: end;", False),
    ],
)
def test_what_names_a_side(declared: str, is_one_sided: bool) -> None:
    assert bool(list(one_sided(f".a {{ {declared} }}"))) is is_one_sided


DANA, AVI = "דנה", "אבי"
"""Two Hebrew names."""

SEEN = XPath(
    "//text()[not(parent::script or parent::style)] | //@alt | //@aria-label | //@content | //@data-label"
    " | //@label | //@placeholder | //@title"
)
"""What is read on a page: texts that stand in one element, and some attributes."""


def moved(page: str) -> list[str]:
    """The texts in which a name from right to left could move other words or figures."""
    around = [(each, re.sub("\u2068[^\u2068\u2069]*\u2069", "", each)) for each in SEEN(parsed(page).node)]
    return [
        each.strip()
        for each, rest in around
        if LETTERS_FROM_RIGHT.search(rest) and re.search(r"[^\W_]", LETTERS_FROM_RIGHT.sub("", rest))
    ]


def test_a_name_between_marks_or_alone_moves_nothing() -> None:
    assert moved(f"<p>\u2068{DANA}\u2069 wins 3</p><b>{DANA}</b> 3 <i title='{DANA} &amp; {AVI}'>") == []
    assert moved(f"<p>{DANA} wins</p>") == [f"{DANA} wins"]
    assert moved(f"<p title='{DANA} 3'>") == [f"{DANA} 3"]


def played_in_a_book(app: Flask) -> tuple[str, str]:
    """The keys of a match of Dana and Avi and of its book."""
    path = match_path(app, ANN_KNOCKS, BOB_HAS_GIN, BOB_FORGOT_A_BOX, names=(DANA, AVI))
    with app.app_context():
        match = match_at(path)
        book = start_book("", [match.id], device=ANNS_PHONE, entry=new_entry_id())
        return watch_token(match), watch_token(book)


def test_no_name_moves_anything_on_any_page(app: Flask, client: FlaskClient) -> None:
    watch, book = played_in_a_book(app)
    Browser(client).device = ANNS_PHONE
    pages = 0
    for address in addresses(app, watch, "x", book, "x"):
        if not address.is_page or "GET" not in (address.rule.methods or ()):
            continue
        page = ask(client, "GET", address.path)
        if page.status_code == 200 and page.mimetype == "text/html":
            assert moved(page.text) == [], address
            pages += DANA in page.text

    assert pages > 25


@pytest.mark.parametrize("form", ["by=deadwood", "by=cards"])
def test_no_name_moves_anything_in_a_preview(app: Flask, client: FlaskClient, form: str) -> None:
    watch, _book = played_in_a_book(app)
    Browser(client).device = ANNS_PHONE
    browser = Browser(client)
    page = browser.get(f"/m/{watch}/hands/new?{form}")
    fields = {
        "knocker": "0",
        "deadwood_0": "8",
        "deadwood_1": "20",
        "cards_0": ANN_LAYS,
        "cards_1": BOB_HOLDS,
    }
    known = {name: value for name, value in fields.items() if f'name="{name}"' in page.text}

    preview = press_on(browser, page, "Preview", known, status=200)

    assert DANA in preview.text
    assert moved(preview.html) == []


def test_a_table_for_a_spreadsheet_has_no_marks_that_nobody_sees() -> None:
    with_marks = i18n.gettext("Total of %(name)s", name=DANA)

    assert with_marks == f"Total of {isolate(DANA)}"
    assert list(csv_lines([[with_marks]], ";"))[1] == f"Total of {DANA}\r\n"
