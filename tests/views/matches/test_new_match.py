"""Beginning a match: two names, a house, and who deals first."""

from collections.abc import Callable

import pytest
from flask import Flask
from sqlalchemy import select

from models.gin import PRESETS
from models.records import Match
from models.records.base import db
from tests.views.browser import Browser
from tests.views.table import faults, of_class, totals
from views.words.houses import LINES, NAMES, SHORT_NAMES

NEW = "/matches/new"
ANN_AND_BOB = {"name_0": "Ann", "name_1": "Bob"}


def matches(app: Flask) -> list[Match]:
    """Every match there is."""
    with app.app_context():
        return list(db.session.scalars(select(Match)))


def test_two_names_are_enough(browser: Browser) -> None:
    sheet = browser.send(NEW, ANN_AND_BOB)

    assert sheet.heading == "Ann and Bob"
    assert totals(sheet) == ["0", "0"]
    assert "Ann deals." in sheet.text
    assert "Pagat, to 100" in sheet.text
    assert "Enter hand 1 by cards" in sheet.links


def test_the_one_who_is_chosen_deals_first(browser: Browser) -> None:
    sheet = browser.send(NEW, ANN_AND_BOB | {"first_dealer": "1"})

    assert "Bob deals." in sheet.text


def test_spaces_around_a_name_are_none_of_it(browser: Browser) -> None:
    sheet = browser.send(NEW, {"name_0": "  Ann \t Marie ", "name_1": " Bob"})

    assert sheet.heading == "Ann Marie and Bob"


@pytest.mark.parametrize(
    "name",
    [
        "Zoë",
        "小明",
        "Ann-Marie O’Neill",
        "A",
        "<b>",
        "100%",
        "%(name)s",
        "{{ 7 }}",
        '"',
        "x" * 40,
        "👩‍👧",
        "نرگس",
    ],
)
def test_every_name_that_can_be_written_is_a_name(browser: Browser, name: str) -> None:
    sheet = browser.send(NEW, {"name_0": name, "name_1": "Bob"})

    assert sheet.heading == f"{name} and Bob"


WRONG_NAMES = [
    ("no name at all", {"name_0": "", "name_1": "Bob"}, "name_0", "A name is needed"),
    ("only spaces", {"name_0": "Ann", "name_1": " \t "}, "name_1", "A name is needed"),
    ("forty-one letters", {"name_0": "x" * 41, "name_1": "Bob"}, "name_0", "40 letters at most"),
    ("a million letters", {"name_0": "Ann", "name_1": "x" * 100_000}, "name_1", "40 letters at most"),
    ("the same name", {"name_0": "Ann", "name_1": "Ann"}, "name_1", "Both players have the same name"),
    (
        "the same but for case",
        {"name_0": "Ann", "name_1": "ann"},
        "name_1",
        "Both players have the same name",
    ),
    ("the same but for spaces", {"name_0": "Ann B", "name_1": "Ann  B "}, "name_1", "Both players have"),
    ("a sign that rings a bell", {"name_0": "A\x07nn", "name_1": "Bob"}, "name_0", "cannot be shown"),
    ("a nought", {"name_0": "A\x00nn", "name_1": "Bob"}, "name_0", "cannot be shown"),
    ("text that turns round", {"name_0": "Ann", "name_1": "\u202eboB"}, "name_1", "cannot be shown"),
    ("nobody to deal", ANN_AND_BOB | {"first_dealer": "2"}, "first_dealer", "Choose one of these"),
    ("no such house", ANN_AND_BOB | {"house": "../sydney"}, "house", "Choose one of these"),
    ("a house of another kind", ANN_AND_BOB | {"house": ""}, "house", "Choose one of these"),
]


@pytest.mark.parametrize(
    "fields, field, said", [case[1:] for case in WRONG_NAMES], ids=[case[0] for case in WRONG_NAMES]
)
def test_what_is_wrong_is_said_at_its_field_and_nothing_begins(
    app: Flask, browser: Browser, fields: dict[str, str], field: str, said: str
) -> None:
    page = browser.send(NEW, fields, status=422)

    assert list(faults(page)) == [field]
    assert said in faults(page)[field]
    assert f"#{field}" in page.links.values()
    assert matches(app) == []


def test_everything_that_was_entered_is_still_there_when_something_is_wrong(browser: Browser) -> None:
    entered = {"name_0": " Ann", "name_1": "", "first_dealer": "1", "house": "oklahoma"}

    page = browser.send(NEW, entered, status=422)

    assert entered.items() <= page.inputs.items()


def test_everything_that_is_wrong_is_said_at_once(browser: Browser) -> None:
    page = browser.send(
        NEW, {"name_0": "", "name_1": "x" * 41, "first_dealer": "x", "house": "x"}, status=422
    )

    assert set(faults(page)) == {"name_0", "name_1", "first_dealer", "house"}


@pytest.mark.parametrize("field", ["first_dealer", "house", "name_0", "entry"])
def test_a_form_without_one_of_its_fields_is_no_accident(browser: Browser, field: str) -> None:
    inputs = browser.get(NEW).form_with({"entry"}).inputs | ANN_AND_BOB
    del inputs[field]

    assert browser.client.post(NEW, data=inputs).status_code in (303, 400, 422)


@pytest.mark.parametrize("entry", ["", "../..", "x" * 65, "é", "a b"])
def test_a_form_that_is_not_ours_is_refused(app: Flask, browser: Browser, entry: str) -> None:
    browser.send(NEW, ANN_AND_BOB | {"entry": entry}, status=400)

    assert matches(app) == []


def test_a_house_can_be_chosen_on_its_own_page(browser: Browser) -> None:
    rules = browser.get("/houses/sydney")
    begin = browser.get(rules.links["Start a match with these rules"])

    assert begin.inputs["house"] == "sydney"


def test_a_house_that_is_none_leaves_the_choice_open(browser: Browser) -> None:
    page = browser.get(f"{NEW}?house=casino")

    assert "casino" not in page.html
    browser.send(f"{NEW}?house=casino", ANN_AND_BOB | {"house": "pagat"})


@pytest.mark.parametrize("house", PRESETS)
def test_each_house_is_offered_with_what_sets_it_apart_and_its_rules(browser: Browser, house: str) -> None:
    choices = browser.get(NEW)
    label = next(
        each for each in choices.root.all("label") if any(i["value"] == house for i in each.all("input"))
    )

    assert label.text == f"{NAMES[house]} {LINES[house]}"
    assert browser.get(choices.links[f"Rules: {NAMES[house]}"]).heading == NAMES[house]


@pytest.mark.parametrize("house", PRESETS)
def test_a_match_begins_in_each_house(browser: Browser, house: str) -> None:
    sheet = browser.send(NEW, ANN_AND_BOB | {"house": house})

    target = PRESETS[house].target
    rules = browser.get(sheet.links[f"{SHORT_NAMES[house]}, to {target}"])
    assert f"ends when a player reaches {target}" in rules.text
    assert rules.links["← Sheet"] == sheet.path


def test_fourteen_houses_are_offered(browser: Browser) -> None:
    assert len(of_class(browser.get(NEW), "choice")) == len(PRESETS) == 14
    assert len(of_class(browser.get("/houses"), "house")) == 14


def test_a_double_tap_begins_one_match(app: Flask, browser: Browser) -> None:
    inputs = browser.get(NEW).form_with({"entry"}).inputs | ANN_AND_BOB

    first, second = (browser.client.post(NEW, data=inputs) for _ in range(2))

    assert first.status_code == second.status_code == 303
    assert first.location == second.location
    assert len(matches(app)) == 1


def test_going_back_and_changing_a_name_begins_another_match(app: Flask, browser: Browser) -> None:
    inputs = browser.get(NEW).form_with({"entry"}).inputs | ANN_AND_BOB

    first = browser.client.post(NEW, data=inputs)
    second = browser.client.post(NEW, data=inputs | {"name_1": "Cid"})

    assert first.location != second.location
    assert len(matches(app)) == 2


def test_two_phones_begin_two_matches_whatever_they_send(
    app: Flask, browser: Browser, another_phone: Callable[[], Browser]
) -> None:
    for phone in (browser, another_phone()):
        phone.send(NEW, ANN_AND_BOB | {"entry": "the-same"})

    assert len(matches(app)) == 2


def test_the_first_page_lists_the_matches_of_this_phone_and_no_others(
    browser: Browser, another_phone: Callable[[], Browser]
) -> None:
    sheet = browser.send(NEW, ANN_AND_BOB)

    assert sheet.path in browser.get("/").links.values()
    elsewhere = another_phone().get("/")
    assert sheet.path not in elsewhere.links.values()
    assert "None yet." in elsewhere.text
