"""Importing a match: choose or paste, preview, import."""

import json
from io import BytesIO
from typing import Any

import pytest
from flask import Flask

from tests.gin.table import BOB, gin, knock
from tests.records.table import match_at
from tests.views.browser import Browser, Page
from tests.views.table import Sit, Table, totals, typed
from tests.views.walking import rows_of

HANDS = [
    {"knocker": 0, "outcome": "knock", "deadwood": {"knocker": 8, "defender": 20}},
    {"knocker": 1, "outcome": "gin", "deadwood": {"knocker": 0, "defender": 18}},
]


def document(**changed: Any) -> str:
    """A document of Ann and Bob."""
    written = {"format": "gin-match/1", "players": ["Ann", "Bob"], "rules": "pagat", "hands": HANDS}
    return json.dumps(written | changed)


def previewed(browser: Browser, text: str, status: int = 200) -> Page:
    """Pastes *text* and looks at what it would add."""
    page = browser.get("/import")
    return browser._send(page, page.form_with({"text"}), {"text": text}, status)


def imported(browser: Browser, page: Page, status: int = 303) -> Page:
    """Presses "Import" on a preview."""
    return browser._send(page, page.form_with({"entry", "text"}), {"import": "1"}, status)


def test_a_match_is_pasted_previewed_and_imported(app: Flask, browser: Browser) -> None:
    page = previewed(browser, document())
    assert page.heading == "Preview"
    for said in ("One match", "Ann and Bob", "Standard", "2 hands", "Ann 12, Bob 38"):
        assert said in page.text
    assert not any(rows_of(app).values())

    sheet = imported(browser, page)

    assert sheet.heading == "Ann and Bob"
    assert "38" in sheet.text


def test_a_file_is_chosen(browser: Browser) -> None:
    start = browser.get("/import")
    sent = {
        "csrf_token": start.inputs["csrf_token"],
        "text": "",
        "file": (BytesIO(document().encode()), "match.json"),
    }
    answer = browser.client.post("/import", data=sent, content_type="multipart/form-data")

    assert answer.status_code == 200
    assert "Ann and Bob" in answer.text


def test_an_exported_match_is_the_same_when_it_is_exported_again(sit: Sit, another_phone: Any) -> None:
    table = sit("french", names=("Jörg", "Zoë 🂡"), called="Ours", target=150)
    table.play(knock(8, 20), gin(18, by=BOB))
    text = table.browser.client.get(f"{table.path}/match.json").text
    bob = another_phone()

    sheet = imported(bob, previewed(bob, text))

    assert bob.client.get(f"{sheet.path}/match.json").text == text
    assert "Ours" in sheet.text


def test_the_same_file_twice_leads_to_the_match_that_is_there(app: Flask, browser: Browser) -> None:
    first = imported(browser, previewed(browser, document()))
    before = rows_of(app)
    page = previewed(browser, document())
    assert "This match is here already" in page.text
    assert page.links["Open it"] == first.path
    assert "Import" not in [button.text for form in page.forms for button in form.buttons]

    assert imported(browser, page).path == first.path
    assert rows_of(app) == before


def test_a_table_that_was_imported_in_another_language_is_here_already(browser: Browser) -> None:
    table = "Date,Ann,Bob\n2021-01-05,105,62\n2021-01-12,40,110\n"
    browser.press("/settings?back=/", "Save", {"language": "de"})
    imported(browser, previewed(browser, table))
    browser.press("/settings?back=/", "Speichern", {"language": "en"})

    page = previewed(browser, table)

    assert "These 2 matches are here already" in page.text


def test_a_viewer_is_told_how_to_go_on_in_a_match_of_their_own(
    app: Flask, table: Table, viewer: Browser
) -> None:
    """The other code is gone with the phone that kept score."""
    table.play(knock(8, 20))
    told = viewer.get(viewer.get(table.path).links["Keep score on this phone"])
    assert "Ask for the other code" in told.text
    assert "export this match and import its file" in told.text
    text = viewer.client.get(viewer.get(told.links["Export"]).links["Download the match"]).text
    assert told.links["Import"] == "/import"
    page = previewed(viewer, text)
    assert "here already" not in page.text

    sheet = imported(viewer, page)
    Table(viewer, sheet.path).enter(typed(knock(8, 9)))

    assert sheet.path != table.path
    assert totals(viewer.get(sheet.path)) == ["13", "0"]
    assert totals(table.sheet()) == ["12", "0"]
    assert "Keep score on this phone" not in table.sheet().links
    assert viewer.get(f"{table.path}/delete", status=403)
    with app.app_context():
        match = match_at(table.path)
        assert len(match.live_seats) == 1


def test_the_history_says_who_imported_it_and_when(browser: Browser) -> None:
    sheet = imported(browser, previewed(browser, document()))
    history = browser.get(f"{sheet.path}/history")

    assert "Imported from a file" in history.text
    assert "Hand 2 imported" in history.text
    assert "this phone" in history.text


def test_the_history_of_an_import_counts_hands_without_the_lines_between(browser: Browser) -> None:
    penalty = {"penalty": {"player": 0, "for": "exposed_card"}}
    sheet = imported(browser, previewed(browser, document(hands=[HANDS[0], penalty, HANDS[1]])))
    history = browser.get(f"{sheet.path}/history")

    assert "Hand 2 imported" in history.text
    assert "Hand 3 imported" not in history.text


@pytest.mark.parametrize(
    "text, place, sentence",
    [
        ("{", "", "This is not JSON."),
        ("{}", "", "not a match document"),
        (document(players=["Ann"]), "", "“players”"),
        (document(rules="bridge"), "", "no rules called “bridge”"),
        (document(hands=[*HANDS, {"outcome": "gin"}]), "Hand 3", "“knocker” is missing"),
        (
            document(hands=[{"knocker": 0, "outcome": "knock", "deadwood": {"knocker": 12, "defender": 20}}]),
            "Hand 1",
            "limit 10",
        ),
        (document(id="short"), "", "“id”"),
        (document(started="yesterday"), "", "“started”"),
        (document(hands=HANDS[:1] * 501), "", "up to 500 hands"),
    ],
)
def test_everything_wrong_is_said_with_its_place(
    app: Flask, browser: Browser, text: str, place: str, sentence: str
) -> None:
    page = previewed(browser, text, status=422)

    assert "Nothing was imported" in page.text
    assert place in page.text
    assert sentence in page.text
    assert page.inputs["text"] == text
    assert not any(rows_of(app).values())


def test_every_problem_is_listed(browser: Browser) -> None:
    page = previewed(browser, document(players=["Ann"], rules="bridge", hands=[{}, {}]), status=422)

    assert all(said in page.text for said in ("players", "bridge", "Hand 1", "Hand 2"))


@pytest.mark.parametrize("text", ["", "  \n "])
def test_nothing_is_no_import(browser: Browser, text: str) -> None:
    assert "Choose a file, or paste its text." in previewed(browser, text, status=422).text


def test_a_file_that_is_too_large_is_refused_in_a_sentence(browser: Browser) -> None:
    assert "up to 240 KB" in previewed(browser, "x" * 240_001, status=422).text
    assert "up to 240 KB" in previewed(browser, "x" * 300_000, status=413).text


def test_a_picture_is_no_text(browser: Browser) -> None:
    start = browser.get("/import")
    sent = {"csrf_token": start.inputs["csrf_token"], "file": (BytesIO(b"\x89PNG\0\0\xff\xfe"), "match.png")}
    answer = browser.client.post("/import", data=sent, content_type="multipart/form-data")

    assert answer.status_code == 422
    assert "This is not a text file." in answer.text


def test_imports_count_as_new_matches(browser: Browser) -> None:
    for number in range(60):
        browser.client.post(
            "/import",
            data={
                "csrf_token": browser.get("/import").inputs["csrf_token"],
                "text": document(players=["Ann", f"Bob {number}"]),
                "entry": f"form-{number}",
                "import": "1",
            },
        )
    page = previewed(browser, document())

    assert imported(browser, page, status=429).heading == "Too many tries"


def test_without_a_token_nothing_is_imported(app: Flask, browser: Browser) -> None:
    answer = browser.client.post("/import", data={"text": document(), "entry": "form", "import": "1"})

    assert answer.status_code == 400
    assert not any(rows_of(app).values())
