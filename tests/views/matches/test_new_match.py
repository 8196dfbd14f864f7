"""Starting a match: two names, the rules, and who deals first."""

import json
from collections.abc import Callable

import pytest
from flask import Flask
from sqlalchemy import select

from models.gin.rules.options import Stake
from models.gin.rules.presets import PRESETS
from models.records.database.base import db
from models.records.tables.match import Match
from tests.records.table import a_match
from tests.views.books.test_books import start_book
from tests.views.browser import Browser, Page
from tests.views.imports.test_imports import imported, previewed
from tests.views.table import faults, of_class, press_on, totals, words
from views.language.asked_languages import without_isolates
from views.words.rule_sets import NAMES, OFFERED, SHORT_NAMES, described

NEW = "/matches/new"
ANN_AND_BOB = {"name_0": "Ann", "name_1": "Bob"}


def matches(app: Flask) -> list[Match]:
    with app.app_context():
        return list(db.session.scalars(select(Match)))


def test_two_names_are_enough(browser: Browser) -> None:
    sheet = browser.send(NEW, ANN_AND_BOB)

    assert sheet.heading == "Ann and Bob"
    assert totals(sheet) == ["0", "0"]
    assert "Ann deals" in sheet.text
    assert "Standard, to 100" in sheet.text
    assert "Cards" in sheet.links


def test_the_one_who_is_chosen_deals_first(browser: Browser) -> None:
    sheet = browser.send(NEW, ANN_AND_BOB | {"first_dealer": "1"})

    assert "Bob deals" in sheet.text


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

    assert without_isolates(sheet.heading) == f"{name} and Bob"


WRONG_NAMES = [
    ("forty-one letters", {"name_0": "x" * 41, "name_1": "Bob"}, "name_0", "at most 40 letters"),
    ("five thousand letters", {"name_0": "Ann", "name_1": "x" * 5_000}, "name_1", "at most 40 letters"),
    ("the same name", {"name_0": "Ann", "name_1": "Ann"}, "name_1", "Both players have the same name"),
    (
        "the same but for case",
        {"name_0": "Ann", "name_1": "ann"},
        "name_1",
        "Both players have the same name",
    ),
    ("the same but for spaces", {"name_0": "Ann B", "name_1": "Ann  B "}, "name_1", "Both players have"),
    ("a sign that rings a bell", {"name_0": "A\x07nn", "name_1": "Bob"}, "name_0", "can’t be shown"),
    ("a nought", {"name_0": "A\x00nn", "name_1": "Bob"}, "name_0", "can’t be shown"),
    ("text that turns round", {"name_0": "Ann", "name_1": "\u202eboB"}, "name_1", "can’t be shown"),
    ("nobody to deal", ANN_AND_BOB | {"first_dealer": "2"}, "first_dealer", "Choose one of these"),
    ("no such house", ANN_AND_BOB | {"house": "../sydney"}, "house", "Choose one of these"),
    ("a house of another kind", ANN_AND_BOB | {"house": ""}, "house", "Choose one of these"),
    ("nine columns", ANN_AND_BOB | {"columns": "9"}, "columns", "Choose one of these"),
    ("an unlikely stake", ANN_AND_BOB | {"stake": "all my money"}, "stake", "Choose one of these"),
]


@pytest.mark.parametrize(
    "fields, field, said", [case[1:] for case in WRONG_NAMES], ids=[case[0] for case in WRONG_NAMES]
)
def test_errors_are_shown_at_their_fields_and_no_match_starts(
    app: Flask, browser: Browser, fields: dict[str, str], field: str, said: str
) -> None:
    page = browser.send(NEW, fields, status=422)

    assert list(faults(page)) == [field]
    assert said in faults(page)[field]
    assert f"#{field}" in page.links.values()
    assert page.text.count(faults(page)[field]) == 1
    assert matches(app) == []


def test_everything_that_was_entered_is_still_there_when_something_is_wrong(browser: Browser) -> None:
    entered = {"name_0": " Ann", "name_1": "ann", "first_dealer": "1", "house": "oklahoma"}

    page = browser.send(NEW, entered, status=422)

    assert entered.items() <= page.inputs.items()


def test_everything_that_is_wrong_is_said_at_once(browser: Browser) -> None:
    page = browser.send(
        NEW, {"name_0": "\x07", "name_1": "x" * 41, "first_dealer": "x", "house": "x"}, status=422
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


def test_a_match_can_be_started_from_the_page_of_its_rules(browser: Browser) -> None:
    rules = browser.get("/houses/sydney")
    begin = browser.get(rules.links["Start a match with these rules"])

    assert begin.inputs["house"] == "sydney"


def test_unknown_rules_leave_the_choice_open(browser: Browser) -> None:
    page = browser.get(f"{NEW}?house=casino")

    assert "casino" not in [each["value"] for each in page.root.all("input")]
    browser.send(f"{NEW}?house=casino", ANN_AND_BOB | {"house": "pagat"})


@pytest.mark.parametrize("house", OFFERED)
def test_each_preset_is_offered_with_a_description_and_its_rules(browser: Browser, house: str) -> None:
    choices = browser.get(NEW)
    label = next(
        each for each in choices.root.all("label") if any(i["value"] == house for i in each.all("input"))
    )

    assert label.text == f"{NAMES[house]} {described(house)}"
    assert browser.get(choices.links[f"Rules: {NAMES[house]}"]).heading == NAMES[house]


@pytest.mark.parametrize("house", PRESETS)
def test_a_match_starts_with_each_preset(browser: Browser, house: str) -> None:
    sheet = browser.send(NEW, ANN_AND_BOB | {"house": house})

    target = PRESETS[house].target
    rules = browser.get(sheet.links[f"{SHORT_NAMES[house]}, to {target}"])
    assert f"ends when a player reaches {target}" in rules.text
    assert rules.links["← Sheet"] == sheet.path


def test_presets_are_offered_but_those_that_differ_in_a_number(browser: Browser) -> None:
    assert len(of_class(browser.get(NEW), "choice")) == len(PRESETS) - 2
    assert len(of_class(browser.get("/houses"), "house")) == len(PRESETS) - 2


@pytest.mark.parametrize(
    "preset, title, short",
    [
        ("bicycle", "Standard, alternate deal", "Alternate deal"),
        ("wikipedia-play", "No game bonus, undercut 15", "Undercut 15"),
    ],
)
def test_what_is_no_longer_offered_opens_with_its_title_wherever_it_is_named(
    app: Flask, browser: Browser, preset: str, title: str, short: str
) -> None:
    """In links, in forms that were opened before, in books, in matches and their documents."""
    assert browser.get(f"/houses/{preset}").heading == title
    assert title in of_class(browser.get(f"{NEW}?house={preset}"), "choice")[0].text

    sheet = browser.send(NEW, ANN_AND_BOB | {"house": preset})
    assert f"{short}, to 100" in sheet.links
    document = browser.client.get(f"{sheet.path}/match.json").text
    assert json.loads(document)["rules"] == preset
    assert f"{short}, to 100" in imported(browser, previewed(browser, document)).links
    assert matches(app)[0].rules == PRESETS[preset]

    book = start_book(browser)
    assert short in browser.send(f"{book}/rules/change", {"house": preset}).text


def test_a_double_tap_starts_one_match(app: Flask, browser: Browser) -> None:
    inputs = browser.get(NEW).form_with({"entry"}).inputs | ANN_AND_BOB

    first, second = (browser.client.post(NEW, data=inputs) for _ in range(2))

    assert first.status_code == second.status_code == 303
    assert first.location == second.location
    assert len(matches(app)) == 1


def test_the_first_page_lists_the_matches_of_this_phone_and_no_others(
    browser: Browser, another_phone: Callable[[], Browser]
) -> None:
    sheet = browser.send(NEW, ANN_AND_BOB)

    assert sheet.path in browser.get("/").links.values()
    elsewhere = another_phone().get("/")
    assert sheet.path not in elsewhere.links.values()
    assert "The score sheet for gin rummy" in elsewhere.text


# Whoever plays again


def test_who_played_before_is_filled_in_by_one_tap(browser: Browser) -> None:
    browser.send(NEW, ANN_AND_BOB)
    browser.send(NEW, {"name_0": "Ann", "name_1": "Cid"})
    page = browser.get(NEW)

    assert words(page, "chip") == ["Ann and Cid", "Ann and Bob"]
    filled = press_on(browser, page, "Ann and Bob", {"house": "modern"}, status=200)
    assert filled.inputs | ANN_AND_BOB | {"house": "modern"} == filled.inputs


def test_three_who_played_before_sit_at_their_table_again(browser: Browser) -> None:
    three = {"name_0": "Ann", "name_1": "Bob", "name_2": "Cid"}
    page = press_on(browser, browser.get(NEW), "Three players", status=200)
    browser._send(page, page.form_with({"name_2"}), three, 303)
    browser._send(browser.get(NEW), browser.get(NEW).form_with({"name_2"}), three | {"name_2": "Dot"}, 303)
    two = press_on(browser, browser.get(NEW), "Two players", status=200)

    filled = press_on(browser, two, "Ann, Bob and Cid", status=200)
    assert filled.inputs | three | {"table": "three"} == filled.inputs


def test_nobody_has_played_before_on_a_new_phone(browser: Browser) -> None:
    assert words(browser.get(NEW), "chip") == []


@pytest.mark.parametrize("pressed", ["0", "7", "-1", "x", ""])
def test_a_group_that_is_none_fills_in_nothing(browser: Browser, pressed: str) -> None:
    inputs = browser.get(NEW).form_with({"entry"}).inputs | ANN_AND_BOB
    page = Page(browser.client.post(NEW, data=inputs | {"players": pressed}).text, NEW)

    assert page.inputs | ANN_AND_BOB == page.inputs


def test_the_last_rules_are_offered_first(browser: Browser) -> None:
    assert chosen_first(browser.get(NEW)) == "pagat"
    browser.send(NEW, ANN_AND_BOB | {"house": "french"})

    assert chosen_first(browser.get(NEW)) == "french"
    assert chosen_first(browser.get(f"{NEW}?house=sydney")) == "sydney"


def test_rules_that_were_changed_for_the_last_match_are_offered_too(app: Flask, browser: Browser) -> None:
    browser.send(NEW, ANN_AND_BOB | {"house": "french", "columns": "3", "stake": "0.05 EUR"})
    assert chosen_first(browser.get(NEW)) == "last"
    browser.send(NEW, ANN_AND_BOB | {"first_dealer": "1"})

    first, second = matches(app)
    assert second.agreement == first.agreement


def chosen_first(page: Page) -> str:
    """The rules at the top of the list, which are chosen."""
    first = next(each for each in page.root.all("input") if each["name"] == "house")
    assert "checked" in first.attributes
    return first["value"]


def test_four_rules_are_seen_and_the_others_are_one_tap_away(browser: Browser) -> None:
    [fold] = of_class(browser.get(NEW), "fold")[:1]

    assert len(of_class(browser.get(NEW), "choice")) - len(list(fold.all("label"))) == 4
    assert "open" not in fold.attributes


def test_chosen_rules_are_never_folded_away(browser: Browser) -> None:
    page = browser.send(NEW, {"name_0": "Bob", "name_1": "Bob", "house": "white-knuckle"}, status=422)
    [fold] = of_class(page, "fold")[:1]

    assert "open" in fold.attributes


# Hollywood, stakes, the first dealer


def test_hollywood_and_a_stake_are_chosen_where_a_match_starts(app: Flask, browser: Browser) -> None:
    browser.send(NEW, ANN_AND_BOB | {"columns": "3", "stake": "0.05 EUR"})

    [match] = matches(app)
    assert match.rules == PRESETS["pagat"].but(columns=3, stake_per_point=Stake.parse("0.05 EUR"))


def test_stakes_are_offered_in_what_the_reader_pays_with(browser: Browser) -> None:
    yen = browser.client.get(NEW, headers={"Accept-Language": "ja-JP"}).text
    offered = [each["value"] for each in Page(yen, NEW).root.all("input") if each["name"] == "stake"]

    assert offered == ["", "1 JPY", "5 JPY", "10 JPY"]


def test_two_currencies_in_one_match_are_refused(app: Flask, ann: Browser) -> None:
    with app.app_context():
        a_match(PRESETS["pagat"].but(stake_per_game=Stake.parse("5 USD")))
    page = ann.send(NEW, ANN_AND_BOB | {"stake": "0.05 EUR"}, status=422)

    assert faults(page) == {"stake": "These rules already have a stake in another currency."}


@pytest.mark.parametrize(
    "house, said",
    [
        ("pagat", "Cut the cards or toss a coin."),
        ("fournier", "Draw a card each: the higher one deals."),
        ("wikipedia-play", "Agree who deals."),
    ],
)
def test_how_the_first_dealer_is_found_is_said(browser: Browser, house: str, said: str) -> None:
    assert said in browser.get(f"{NEW}?house={house}").text


def test_where_the_last_match_says_who_deals_nothing_has_to_be_cut(browser: Browser) -> None:
    browser.send(NEW, ANN_AND_BOB)
    again = next(
        each["href"] for each in of_class(browser.get("/"), "button") if "again=" in each.attributes["href"]
    )

    assert "Cut the cards" in browser.get(NEW).text
    assert "Cut the cards" not in browser.get(again).text


# Names may stay open


@pytest.mark.parametrize("blank", ["", " \t "])
def test_names_may_stay_open(app: Flask, browser: Browser, blank: str) -> None:
    sheet = browser.send(NEW, {"name_0": blank, "name_1": "Bob"})

    assert sheet.heading == "Player 1 and Bob"
    assert "Player 1 deals" in sheet.text
    [match] = matches(app)
    assert match.names == (None, "Bob")


def test_who_has_no_name_is_none_who_played_before(browser: Browser) -> None:
    browser.send(NEW, {"name_0": "", "name_1": "Bob"})

    assert words(browser.get(NEW), "chip") == []


def test_a_name_like_a_place_leaves_another_number_for_the_nameless(browser: Browser) -> None:
    sheet = browser.send(NEW, {"name_0": "Player 2", "name_1": ""})

    assert sheet.heading == "Player 2 and Player 3"


# The line of the rules


def line_of_rules(page: Page) -> str:
    """What the line says that opens the choice of the rules."""
    return words(page, "opens__line")[-1]


def test_the_line_says_which_rules_are_chosen(browser: Browser) -> None:
    assert line_of_rules(browser.get(NEW)) == "Rules: Standard, to 100"
    assert line_of_rules(browser.get(f"{NEW}?house=sydney")) == "Rules: Zero sum, to 150"


def test_without_javascript_a_button_closes_the_choice_and_the_line_says_it(
    app: Flask, browser: Browser
) -> None:
    chosen = {"name_0": "Ann", "house": "modern", "columns": "3"}
    page = press_on(browser, browser.get(NEW), "Done", chosen, status=200)

    assert line_of_rules(page) == "Rules: All 25, Hollywood"
    assert chosen.items() <= page.inputs.items()
    assert matches(app) == []
