"""A file that was imported before, and says something else since. All totals are added up by hand."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from models.gin.document.writing import write_hand
from tests.gin.table import knock
from tests.views.browser import Browser, Page
from tests.views.table import ANN_KNOCKS, Table, press_on, totals, typed
from tests.views.walking import rows_of

pytestmark = pytest.mark.engines

TICK = "Correct what is here"


def document(*hands: dict[str, Any], **changed: Any) -> str:
    """A document of Ann and Bob with an id."""
    written = {"format": "gin-match/1", "id": "a" * 32, "players": ["Ann", "Bob"], "rules": "pagat"}
    return json.dumps(written | {"hands": hands} | changed)


def knocked(by: int, knocker: int, defender: int) -> dict[str, Any]:
    return {
        "knocker": by,
        "outcome": "knock",
        "deadwood": {"knocker": knocker, "defender": defender},
    }


def bg_stats(**points: int) -> str:
    """An export of BG Stats with one play of these people."""
    scores = [{"playerRefId": name, "score": str(each)} for name, each in points.items()]
    return json.dumps(
        {
            "games": [{"id": 1, "name": "Gin Rummy"}],
            "players": [{"id": name, "name": name} for name in points],
            "plays": [{"uuid": "a", "gameRefId": 1, "playDate": "2020-10-23", "playerScores": scores}],
        }
    )


def score_pad(*points: int) -> str:
    """A backup of Gin Rummy Score Pad with a game of knocks that goes on: Ann's hands, the last one Bob's."""
    hands = [{"type": "knock", "winner": 0, "points": each, "totalThisHand": each} for each in points]
    hands[-1]["winner"] = 1
    game = {"id": "g", "createdAt": 1_600_000_000_000, "p0Id": "a", "p1Id": "b", "phase": "playing"}
    players = [{"id": "a", "name": "Ann"}, {"id": "b", "name": "Bob"}]
    return json.dumps(
        {"kind": "gin-rummy-counter.v2", "store": {"players": players, "games": [game | {"hands": hands}]}}
    )


def evening(*rows: str, day: str = "2021-01-05") -> str:
    """A table of hands: "25," are 25 points for Ann, ",31" are 31 for Bob."""
    return "\n".join(["Date,Ann,Bob", *(f"{day},{row}" for row in rows)])


FIRST_EVENING = evening("25,", ",31")
GROWN_EVENING = evening("25,", ",31", "40,")
GROWN_IN_OTHER_COLUMNS = "Date,Bob,Ann\n2021-01-05,,25\n2021-01-05,31,\n2021-01-05,,40"

CHANGED = {
    "a document": (document(knocked(0, 8, 20)), document(knocked(0, 8, 28), knocked(1, 2, 11))),
    "a play": (bg_stats(Ann=105, Bob=62), bg_stats(Ann=105, Bob=80)),
    "a game that went on": (score_pad(18, 31), score_pad(18, 20, 31)),
    "an evening that grew": (FIRST_EVENING, GROWN_EVENING),
    "in other columns": (FIRST_EVENING, GROWN_IN_OTHER_COLUMNS),
}
SAID = {
    # 20 − 8; then 28 − 8, and 11 − 2.
    "a document": ("Ann 12, Bob 0", "Ann 20, Bob 9"),
    "a play": ("Ann won. Ann 105, Bob 62", "Ann won. Ann 105, Bob 80"),
    "a game that went on": ("Ann 18, Bob 31", "Ann 38, Bob 31"),
    "an evening that grew": ("Bob won. Ann 25, Bob 31", "Ann won. Ann 65, Bob 31"),
    "in other columns": ("Bob won. Ann 25, Bob 31", "Ann won. Bob 31, Ann 65"),
}


def previewed(browser: Browser, text: str) -> Page:
    page = browser.get("/import")
    return browser._send(page, page.form_with({"text"}), {"text": text}, 200)


def pressed(browser: Browser, page: Page, *ticked: str, status: int = 303) -> Page:
    """Presses "Import" on a preview, with "Correct what is here" ticked for one match."""
    fields = {"import": "1"} | ({"correct": ticked[0]} if ticked else {})
    return browser._send(page, page.form_with({"import"}), fields, status)


def imported(browser: Browser, text: str) -> Page:
    return pressed(browser, previewed(browser, text))


def offered(page: Page) -> list[str]:
    """The ids of the matches that can be corrected."""
    return [each["value"] for each in page.root.all("input") if each["name"] == "correct"]


def corrected(browser: Browser, text: str) -> Page:
    page = previewed(browser, text)
    return pressed(browser, page, *offered(page))


@pytest.mark.parametrize("what", CHANGED)
def test_what_differs_is_said_and_corrected_only_where_it_is_ticked(
    app: Flask, browser: Browser, what: str
) -> None:
    before, after = CHANGED[what]
    sheet = imported(browser, before)
    rows, shown = rows_of(app), totals(sheet)

    page = previewed(browser, after)
    assert "1 match differs from what is here" in page.text
    assert "here already" not in page.text
    assert [f"Here: {SAID[what][0]}" in page.text, f"In the file: {SAID[what][1]}" in page.text] == [True] * 2
    assert page.links["Open it"] == sheet.path
    assert TICK in page.text

    pressed(browser, page)
    assert rows_of(app) == rows

    after_it = pressed(browser, page, *offered(page))
    assert after_it.path == sheet.path
    assert "here already" in previewed(browser, after).text
    written = rows_of(app)
    pressed(browser, page, *offered(page))
    assert rows_of(app) == written

    undone = after_it
    while "Undo" in undone.buttons:
        undone = press_on(browser, undone, "Undo")
    assert totals(undone) == shown


@pytest.mark.parametrize(
    "before, after",
    [
        (document(knocked(0, 8, 20)), document(knocked(0, 8, 20), rules={"preset": "pagat"})),
        (document(knocked(0, 8, 20)), document(knocked(0, 8, 20), remark="At Bob's")),
        # An undercut: Bob has nine after his lay-offs.
        (document(knocked(0, 10, 9)), document(write_hand(ANN_KNOCKS))),
        (bg_stats(Ann=105, Bob=62), bg_stats(BOB=62, Ann=105)),
        (FIRST_EVENING, "Date\tBob\tANN\n5 Jan 2021\t\t25\n5 Jan 2021\t31\t\n"),
    ],
    ids=["rules", "remark", "cards", "play", "table"],
)
def test_another_way_of_writing_is_here_already(browser: Browser, before: str, after: str) -> None:
    imported(browser, before)

    assert "This match is here already" in previewed(browser, after).text


def test_an_evening_that_grew_twice_is_corrected_twice(app: Flask, browser: Browser) -> None:
    """25, and 31 for Bob; then 40 for Ann; then 12 for Bob."""
    sheet = imported(browser, FIRST_EVENING)
    assert totals(corrected(browser, GROWN_EVENING)) == ["65", "31"]

    twice = corrected(browser, evening("25,", ",31", "40,", ",12"))

    assert totals(twice) == ["65", "43"]
    assert twice.path == sheet.path
    assert len(rows_of(app)["matches"]) == 1


def test_other_people_or_another_day_are_another_evening(browser: Browser) -> None:
    imported(browser, FIRST_EVENING)

    for other in (GROWN_EVENING.replace("Bob", "Cid"), evening("25,", ",31", "40,", day="2021-01-06")):
        assert "One match" in previewed(browser, other).text


def test_a_game_that_begins_like_another_one_is_another_one(browser: Browser) -> None:
    """Lines of a table that are games: 100 for Ann alone, and later 100 against 120."""
    games = "Date,Ann,Bob\n2021-01-05,100,0\n2021-01-12,80,110"
    imported(browser, games)

    page = previewed(browser, games + "\n2021-01-05,100,120")

    assert "1 new match, beside 2 that are here already" in page.text


@pytest.mark.parametrize("which", ["a document", "an evening that grew"])
def test_where_a_hand_was_entered_since_nothing_is_corrected(
    app: Flask, browser: Browser, which: str
) -> None:
    before, after = CHANGED[which]
    sheet = imported(browser, before)
    seen = previewed(browser, after)
    Table(browser, sheet.path).enter(typed(knock(8, 9)))
    rows = rows_of(app)

    page = previewed(browser, after)
    assert "Scores were entered here, so no file corrects it." in page.text
    assert not offered(page)
    refused = pressed(browser, seen, *offered(seen), status=409)

    assert "A match that you ticked can’t be corrected any more." in refused.text
    assert rows_of(app) == rows


def test_a_match_that_was_started_here_is_corrected_on_its_sheet(table: Table) -> None:
    file = table.browser.client.get(f"{table.path}/match.json").text
    table.play(knock(8, 20))

    page = previewed(table.browser, file)

    assert "Here: Ann 12, Bob 0" in page.text
    assert "In the file: No hand played yet" in page.text
    assert not offered(page)


@pytest.mark.parametrize(
    "after, why",
    [
        (document(knocked(0, 5, 20), players=["Ann", "Cid"]), "no file changes these"),
        # A knock with 8, above the limit of the rules here.
        (document(knocked(0, 8, 20)), "don’t allow"),
    ],
)
def test_a_file_does_not_change_players_or_what_the_rules_refuse(
    browser: Browser, after: str, why: str
) -> None:
    imported(browser, document(knocked(0, 5, 20), rules={"preset": "pagat", "knock_limit": 5}))

    page = previewed(browser, after)

    assert why in page.text
    assert not offered(page)


def test_other_rules_that_change_the_score_are_corrected_and_undone(browser: Browser) -> None:
    """Gin adds 20 by Pagat's rules, and 30 in the file: 18 + 20, and 18 + 30."""
    gin = {"knocker": 1, "outcome": "gin", "deadwood": {"knocker": 0, "defender": 18}}
    assert totals(imported(browser, document(gin))) == ["0", "38"]

    sheet = corrected(browser, document(gin, rules={"preset": "pagat", "gin_bonus": 30}))

    assert totals(sheet) == ["0", "48"]
    assert totals(press_on(browser, sheet, "Undo")) == ["0", "38"]


def test_new_matches_come_in_beside_one_that_is_corrected(app: Flask, browser: Browser) -> None:
    imported(browser, FIRST_EVENING)
    page = previewed(browser, f"{GROWN_EVENING}\n2021-01-12,10,\n2021-01-12,,15")
    assert "1 new match, 1 match differs from what is here" in page.text

    assert "The matches were imported." in pressed(browser, page, *offered(page)).text

    assert len(rows_of(app)["matches"]) == 2
    assert len(rows_of(app)["sheet_rows"]) == 5


def test_where_nothing_was_ticked_nothing_is_said_to_be_imported(browser: Browser) -> None:
    evenings = evening("25,", day="2021-01-05"), evening("31,", day="2021-01-12").partition("\n")[2]
    imported(browser, "\n".join(evenings))

    page = previewed(browser, "\n".join([*evenings, "2021-01-05,,10", "2021-01-12,,15"]))

    assert "2 matches differ from what is here" in page.text
    assert "The matches were imported." not in pressed(browser, page).text


def test_a_phone_that_only_watches_gets_a_match_of_its_own(
    browser: Browser, another_phone: Callable[[], Browser]
) -> None:
    sheet, viewer = imported(browser, FIRST_EVENING), another_phone()
    viewer.get(sheet.path)

    assert "One match" in previewed(viewer, GROWN_EVENING).text
    assert corrected(viewer, GROWN_EVENING).path != sheet.path
    assert totals(browser.get(sheet.path)) == ["25", "31"]
