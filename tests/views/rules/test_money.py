"""Amounts as people type them; ambiguous ones are refused with both readings."""

from decimal import Decimal
from pathlib import Path

import pytest
from flask import Flask

from models.gin.rules.options import Stake
from tests.views.browser import Browser
from tests.views.rules.test_custom_rules import ANNS_PHONE, MAKE, edited, keep, kept, preview
from tests.views.speaking import add_catalogues
from tests.views.table import faults, press_on
from views.web.access import DEVICE


@pytest.fixture
def ann(browser: Browser) -> Browser:
    """Ann's phone."""
    with browser.client.session_transaction() as session:
        session[DEVICE] = ANNS_PHONE
    return browser


TWO_READINGS = [
    ("stake_per_point", "1,000 EUR", "“1,000 EUR” could mean two amounts: type 1000 EUR or 1 EUR."),
    ("stake_per_point", "1.000 eur", "“1.000 eur” could mean two amounts: type 1000 EUR or 1 EUR."),
    ("stake_per_game", "$12,500", "“$12,500” could mean two amounts: type 12500 USD or 12.5 USD."),
    ("stake_per_box", "10,000 IDR", "“10,000 IDR” could mean two amounts: type 10000 IDR or 10 IDR."),
    # 1.125 again would be asked about again.
    ("stake_per_point", "1.125 EUR", "“1.125 EUR” could mean two amounts: type 1125 EUR or 1.1250 EUR."),
    ("stake_rounding", "1,000", "“1,000” could mean two amounts: type 1000 or 1."),
]


@pytest.mark.parametrize("field, written, said", TWO_READINGS, ids=[row[1] for row in TWO_READINGS])
def test_an_amount_that_can_be_read_in_two_ways_is_asked_about(
    app: Flask, field: str, written: str, said: str
) -> None:
    form = edited(app, **{field: written})

    assert form.errors == {field: said}
    assert form.shown[field] == written


def test_both_readings_are_at_the_field_and_nothing_is_saved(app: Flask, ann: Browser) -> None:
    page = keep(ann, status=422, stake_per_point="1,000 EUR")

    assert faults(page) == {"stake_per_point": TWO_READINGS[0][2]}
    assert page.inputs["stake_per_point"] == "1,000 EUR"
    assert kept(app) == {}


@pytest.mark.parametrize(
    "written, meant",
    [
        ("0.10 EUR", "0.1 EUR"),
        ("0.10eur", "0.1 EUR"),
        ("0,10 EUR", "0.1 EUR"),
        ("€0.10", "0.1 EUR"),
        ("0.10€", "0.1 EUR"),
        ("EUR 0.10", "0.1 EUR"),
        ("1,000.00 EUR", "1000 EUR"),
        ("1.000,00 EUR", "1000 EUR"),
        ("1 000 EUR", "1000 EUR"),
        ("1\u202f000,50 EUR", "1000.5 EUR"),
        ("1'000 CHF", "1000 CHF"),
        ("EUR 12,345.67", "12345.67 EUR"),
        ("1,000 JPY", "1000 JPY"),
        ("¥1.000", "1000 JPY"),
        ("1.5 JPY", "1.5 JPY"),
        ("0,005 EUR", "0.005 EUR"),
        ("0.125 EUR", "0.125 EUR"),
        ("1.1250 EUR", "1.125 EUR"),
        ("12,50 EUR", "12.5 EUR"),
        ("1000,125 EUR", "1000.125 EUR"),
    ],
)
def test_an_amount_that_can_be_read_in_one_way_is_taken(app: Flask, written: str, meant: str) -> None:
    stake = edited(app, stake_per_point=written).rules.stake_per_point

    assert stake is not None
    assert f"{stake.amount.normalize():f} {stake.currency}" == meant


def test_an_amount_is_saved_as_it_was_meant(app: Flask, ann: Browser) -> None:
    keep(ann, stake_per_point="€0.10")

    assert str(kept(app)["Our kitchen"].stake_per_point) == "0.10 EUR"


@pytest.mark.parametrize(
    "stake, written, meant",
    [
        # There are no hundredths of a yen.
        ("100 JPY", "1,000", "1000"),
        ("0.10 EUR", "0,05", "0.05"),
        ("0.10 EUR", "€0.05", "0.05"),
        ("0.10 EUR", "0.5 eur", "0.5"),
    ],
)
def test_what_is_rounded_to_is_read_as_the_stakes_are(
    app: Flask, stake: str, written: str, meant: str
) -> None:
    form = edited(app, stake_per_point=stake, stake_rounding=written)

    assert form.rules.stake_rounding == Decimal(meant)


def test_nothing_is_rounded_to_another_currency(app: Flask) -> None:
    form = edited(app, stake_per_point="0.10 EUR", stake_rounding="$0.05")

    assert form.errors == {"stake_rounding": "Enter an amount, for example 0.05, or leave it blank."}


@pytest.mark.parametrize(
    "written", ["1,00,000 EUR", "1,000,000 EUR", "0,125.5 EUR", "1 00 EUR", "€1 EUR", "-1 EUR"]
)
def test_what_is_no_amount_is_refused(app: Flask, written: str) -> None:
    assert edited(app, stake_per_point=written).errors == {
        "stake_per_point": "Enter an amount and a currency, for example 0.10 EUR or 5 USD, or leave it blank."
    }


def test_three_decimals_from_a_link_can_be_kept(app: Flask, ann: Browser) -> None:
    path = "/houses/own/change?from=pagat&stake_per_point=7.125+EUR&stake_rounding=1.005"

    assert ann.get(path).inputs["stake_per_point"] == "7.1250 EUR"
    keep(ann, path)

    rules = kept(app)["Our kitchen"]
    assert rules.stake_per_point == Stake(Decimal("7.125"), "EUR")
    assert rules.stake_rounding == Decimal("1.005")


@pytest.mark.parametrize(
    "reads, others, meant",
    [
        ("en-GB", {}, "0.25 GBP"),
        ("en-GB", {"stake_per_game": "5 CHF"}, "0.25 CHF"),
        ("en", {"stake_per_box": "€1"}, "0.25 EUR"),
        ("en-AU,en;q=0.5", {"stake_per_game": "5", "stake_per_box": ""}, "0.25 AUD"),
    ],
)
def test_a_stake_without_a_currency_is_in_that_of_the_others_or_else_of_the_reader(
    app: Flask, reads: str, others: dict[str, str], meant: str
) -> None:
    form = edited(app, reads, stake_per_point="0,25", **others)

    assert form.shown["stake_per_point"] == meant
    assert str(form.rules.stake_per_point) == meant


def test_it_is_the_reader_of_the_page_whose_currency_counts(app: Flask, ann: Browser) -> None:
    ann.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "en-GB"
    page = preview(ann, ann.get(MAKE), stake_per_point="0,25")
    assert page.inputs["stake_per_point"] == "0.25 GBP"

    press_on(ann, page, "Save these rules")
    assert [str(rules.stake_per_point) for rules in kept(app).values()] == ["0.25 GBP"]


@pytest.mark.parametrize(
    "reads, shown",
    [("de-AT", "0,25 EUR"), ("de-CH", "0.25 CHF"), ("fr-FR", "0,25 EUR"), ("es-MX", "0.25 MXN")],
)
def test_an_amount_has_the_decimal_sign_of_the_reader(
    app: Flask, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, reads: str, shown: str
) -> None:
    add_catalogues(monkeypatch, tmp_path)

    assert edited(app, reads, stake_per_point="0.25").shown["stake_per_point"] == shown
    assert edited(app, reads, stake_per_point=shown).shown["stake_per_point"] == shown
