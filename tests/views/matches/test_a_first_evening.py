"""Problems that players ran into on their first evening."""

import pytest

from tests.views.browser import Browser
from tests.views.table import ANN, BOB, Sit, Table, press_on, totals
from views.web.access import PLAYED


@pytest.mark.parametrize("typed, total", [("0000000000005", "25"), ("05", "25"), ("٥", "25")])
def test_noughts_before_a_count_and_other_digits_make_no_gin_of_a_knock(
    table: Table, typed: str, total: str
) -> None:
    sheet = table.enter({"knocker": ANN, "outcome": "knock", "deadwood_0": typed, "deadwood_1": "30"})

    assert totals(sheet) == [total, "0"]
    assert "Ann knocks, +25." in sheet.text


def test_whoever_wins_the_game_may_be_behind_at_the_end(table: Table) -> None:
    for _ in range(9):
        table.knock(1, against=12, by=BOB)
    table.knock(1, against=51)

    sheet = table.knock(1, against=51)

    assert totals(sheet) == ["240", "279"]
    assert "Ann wins." in sheet.text
    assert "But Bob leads by 39 with bonuses included." in sheet.text


def test_two_hands_that_are_alike_can_still_be_two(table: Table) -> None:
    page = table.browser.get(table.way("deadwood"))
    table.knock(5, against=20)
    counts = {"knocker": ANN, "outcome": "knock", "deadwood_0": "5", "deadwood_1": "20"}
    sheet = table.browser._send(page, page.form_with({"save"}), counts, 303)

    second = table.browser.get(sheet.links["No, it was another hand"])
    assert second.inputs["deadwood_1"] == "20"
    sheet = table.browser._send(second, second.form_with({"save"}), {"save": "1"}, 303)

    assert totals(sheet) == ["30", "0"]


def test_another_game_asked_for_twice_is_one_match(sit: Sit) -> None:
    table = sit(target=10)
    over = table.knock(1, against=50)

    first = press_on(table.browser, over, "Rematch")
    again = press_on(table.browser, over, "Rematch")

    assert first.path == again.path == table.sheet().links["Go to the rematch"]


@pytest.mark.parametrize(
    "names", [("Ann", "ANN"), ("Zo\u00eb", "Zoe\u0308"), ("Ann", "\uff21nn")], ids=["case", "accent", "width"]
)
def test_two_names_that_read_the_same_are_one(browser: Browser, names: tuple[str, str]) -> None:
    fields = {"name_0": names[0], "name_1": names[1]}

    assert "Both players have the same name." in browser.send("/matches/new", fields, status=422).text


def test_a_phone_that_plays_is_remembered_anew_each_day_and_one_that_watches_once(
    table: Table, viewer: Browser
) -> None:
    def sets_cookie(phone: Browser) -> list[bool]:
        return ["Set-Cookie" in phone.client.get(table.path).headers for _ in range(2)]

    assert sets_cookie(viewer) == [True, False]
    sets_cookie(table.browser)
    with table.browser.client.session_transaction() as kept:
        kept[PLAYED] = "2026-01-31"
    assert sets_cookie(table.browser) == [True, False]
