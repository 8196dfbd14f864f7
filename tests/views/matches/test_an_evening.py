"""A whole evening on each database: start, play, correct, finish, rematch."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Flask

from tests.gin.table import BOB, DEAD, gin, knock
from tests.views.browser import Browser
from tests.views.table import BY_CARDS, Table, bill, how_many, press_on, totals, typed, words


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


@pytest.mark.engines
def test_the_same_form_from_four_taps_at_once_is_one_hand(app: Flask, browser: Browser) -> None:
    table = Table(browser, browser.send("/matches/new", {"name_0": "Ann", "name_1": "Bob"}).path)
    form = browser.get(table.way("deadwood")).form_with({"save"}).inputs | typed(knock(8, 20))
    cookie = browser.client.get_cookie("deadwood")
    assert cookie is not None

    def tap(_: int) -> int:
        client = app.test_client()
        client.set_cookie("deadwood", cookie.value)
        return client.post(table.way("deadwood"), data=form).status_code

    with ThreadPoolExecutor(4) as fingers:
        assert set(fingers.map(tap, range(4))) == {303}
    assert how_many(table.sheet()) == 1


@pytest.mark.engines
def test_two_hands_entered_at_once_are_one_on_the_sheet_and_one_beside_it(
    app: Flask, browser: Browser
) -> None:
    table = Table(browser, browser.send("/matches/new", {"name_0": "Ann", "name_1": "Bob"}).path)
    forms = [browser.get(table.way("deadwood")).form_with({"save"}).inputs for _ in range(3)]
    cookie = browser.client.get_cookie("deadwood")
    assert cookie is not None

    def send(number: int) -> int:
        client = app.test_client()
        client.set_cookie("deadwood", cookie.value)
        return client.post(
            table.way("deadwood"), data=forms[number] | typed(knock(8, 20 + number))
        ).status_code

    with ThreadPoolExecutor(3) as phones:
        assert sorted(phones.map(send, range(3))) == [303, 409, 409]
    assert how_many(table.sheet()) == 1
