"""Amounts as people type them; ambiguous ones are refused with both readings."""

from decimal import Decimal
from pathlib import Path

import pytest
from flask import Flask

from models.gin.rule_values import Stake
from tests.views.browser import Browser
from tests.views.houses.test_custom_rules import ANNS_PHONE, MAKE, keep, kept, preview
from tests.views.speaking import add_catalogues
from tests.views.table import faults
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
    app: Flask, ann: Browser, field: str, written: str, said: str
) -> None:
    page = keep(ann, status=422, **{field: written})

    assert faults(page) == {field: said}
    assert page.inputs[field] == written
    assert kept(app) == {}


@pytest.mark.parametrize(
    "written, meant",
    [
        ("1,000.00 EUR", "1000"),
        ("1.000,00 EUR", "1000"),
        ("1 000 EUR", "1000"),
        ("1\u202f000,50 EUR", "1000.5"),
        ("1'000 CHF", "1000"),
        ("EUR 12,345.67", "12345.67"),
        ("1,000 JPY", "1000"),
        ("¥1.000", "1000"),
        ("1.5 JPY", "1.5"),
        ("0,005 EUR", "0.005"),
        ("0.125 EUR", "0.125"),
        ("1.1250 EUR", "1.125"),
        ("12,50 EUR", "12.5"),
        ("1000,125 EUR", "1000.125"),
    ],
)
def test_an_amount_that_can_be_read_in_one_way_is_taken(
    app: Flask, ann: Browser, written: str, meant: str
) -> None:
    keep(ann, stake_per_point=written)

    stake = kept(app)["Our kitchen"].stake_per_point
    assert stake is not None
    assert stake.amount == Decimal(meant)


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
    app: Flask, ann: Browser, stake: str, written: str, meant: str
) -> None:
    keep(ann, stake_per_point=stake, stake_rounding=written)

    assert kept(app)["Our kitchen"].stake_rounding == Decimal(meant)


def test_nothing_is_rounded_to_another_currency(ann: Browser) -> None:
    page = keep(ann, status=422, stake_per_point="0.10 EUR", stake_rounding="$0.05")

    assert faults(page) == {"stake_rounding": "Enter an amount, for example 0.05, or leave it blank."}


@pytest.mark.parametrize(
    "written", ["1,00,000 EUR", "1,000,000 EUR", "0,125.5 EUR", "1 00 EUR", "€1 EUR", "-1 EUR"]
)
def test_what_is_no_amount_is_refused(ann: Browser, written: str) -> None:
    page = keep(ann, status=422, stake_per_point=written)

    assert faults(page) == {
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
    app: Flask, ann: Browser, reads: str, others: dict[str, str], meant: str
) -> None:
    ann.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = reads
    page = preview(ann, ann.get(MAKE), stake_per_point="0,25", **others)
    assert page.inputs["stake_per_point"] == meant

    keep(ann, stake_per_point="0,25", **others)

    assert str(kept(app)["Our kitchen"].stake_per_point) == meant


@pytest.mark.parametrize(
    "reads, shown",
    [("de-AT", "0,25 EUR"), ("de-CH", "0.25 CHF"), ("fr-FR", "0,25 EUR"), ("es-MX", "0.25 MXN")],
)
def test_an_amount_has_the_decimal_sign_of_the_reader(
    ann: Browser, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, reads: str, shown: str
) -> None:
    add_catalogues(monkeypatch, tmp_path)
    ann.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = reads
    page = preview(ann, ann.get(MAKE), stake_per_point="0.25")

    assert page.inputs["stake_per_point"] == shown
    assert preview(ann, page).inputs["stake_per_point"] == shown
