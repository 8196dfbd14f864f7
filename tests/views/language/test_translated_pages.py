"""What stands beside the sentences of a page, and sentences that are not on it."""

import json
from datetime import datetime
from decimal import Decimal
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.gin.table import knock
from tests.views.speaking import add_catalogues
from tests.views.table import Table
from views.exports.rows import BYTE_ORDER_MARK
from views.language import i18n
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
