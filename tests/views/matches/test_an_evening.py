"""Whole evenings through the pages: one on each database, the first hand of a phone, and random ones."""

from collections.abc import Callable

import pytest
from flask import Flask
from hypothesis import given

from models.gin.document.writing import MatchDocument
from tests.gin.strategies import evenings, limited_evenings, seeds
from tests.gin.table import BOB, DEAD, gin, knock
from tests.profiles import examples
from tests.views.browser import Browser
from tests.views.matches.evenings import played
from tests.views.table import BY_CARDS, Sit, Table, bill, press_on, totals, typed, words


@pytest.mark.engines
def test_an_evening(browser: Browser, another_phone: Callable[[], Browser]) -> None:
    first = browser.send("/matches/new", {"name_0": "Ann", "name_1": "Bob", "house": "pagat"})
    table = Table(browser, first.path)

    # Four hands, one of them by cards, one that nobody won.
    table.add(knock(8, 20), DEAD)
    table.enter(BY_CARDS, by="cards")
    assert totals(table.play(gin(52, by=BOB))) == ["12", "83"]

    # Bob reads along, and sees that the first hand is wrong.
    assert totals(another_phone().get(table.path)) == ["12", "83"]
    correction = browser.get(table.hand(1)).links["Correct"]
    assert totals(browser.send(correction, {"deadwood_1": "30"})) == ["22", "83"]

    # Ann's form was open all the while.
    form = browser.get(table.way("deadwood"))
    browser.press(table.hand(2), "Remove")
    beside = table.again(form, typed(knock(1, 2)), status=409)
    sheet = press_on(browser, beside, "Add mine as hand 4")
    assert totals(sheet) == ["23", "83"]
    browser.press(f"{table.path}/history", "Bring it back")

    # Bob wins, and there is another game.
    sheet = table.play(gin(10, by=BOB))
    assert words(sheet, "verdict")[0].startswith("Bob wins by ")
    assert bill(sheet) == {
        "Hand points": ("23", "113"),
        "Boxes (line bonus), 20 each: 2–3": ("40", "60"),
        "Game bonus": ("", "100"),
        "Final total": ("63", "273"),
        "Difference": ("", "210"),
    }
    again = browser.press(table.path, "Rematch")
    assert totals(again) == ["0", "0"]
    assert {table.path, again.path} <= set(browser.get("/").links.values())


KNOCK = typed(knock(8, 20))


def test_a_new_phone_chooses_between_numbers_and_cards(table: Table) -> None:
    fresh = table.sheet()

    assert fresh.links["Numbers"].endswith("by=deadwood")
    assert fresh.links["Cards"].endswith("by=cards")
    assert "Dead hand" not in fresh.links


def test_where_others_have_entered_hands_their_way_is_offered(table: Table) -> None:
    after = table.play(knock(8, 20), DEAD)

    assert after.links["Enter hand 3"].endswith("by=deadwood")


@pytest.mark.parametrize("way, hand", [("deadwood", KNOCK), ("cards", BY_CARDS)])
def test_a_phone_goes_on_in_the_way_of_its_last_hand_in_every_match(
    table: Table, sit: Sit, way: str, hand: dict[str, str]
) -> None:
    table.enter(hand, by=way)

    assert table.sheet().links["Enter hand 2"].endswith(f"by={way}")
    later = sit()
    assert later.sheet().links["Enter hand 1"].endswith(f"by={way}")
    assert later.browser.get(f"{later.path}/hands/new").inputs["by"] == way
    assert later.play(gin(17)).links["Enter hand 2"].endswith(f"by={way}")
    assert "Numbers" not in later.sheet().links


def test_an_open_sheet_learns_how_its_phone_has_entered_a_hand_elsewhere(table: Table, sit: Sit) -> None:
    fresh = table.browser.client.get(table.path)
    sit().enter(KNOCK, by="deadwood")

    again = table.browser.client.get(table.path, headers={"If-None-Match": fresh.headers["ETag"]})
    assert again.status_code == 200
    assert "Enter hand 1" in again.text


def test_looking_at_a_way_is_not_yet_choosing_it(table: Table) -> None:
    table.browser.get(table.way("deadwood"))

    assert "Numbers" in table.sheet().links


@examples(4, thorough=60)
@given(evenings() | limited_evenings(), seeds)
def test_the_sheet_of_any_evening_is_the_one_of_a_careful_player(
    app: Flask, match: MatchDocument, seed: int
) -> None:
    assert played(app, match, seed).differences() == []
