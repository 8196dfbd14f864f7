"""Custom rules: edited, saved on the phone, shared as a link, used in a match."""

from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlsplit

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from models.gin.rules.field_types import Choice, Kind, MultiplierTable, Numbers, Topic
from models.gin.rules.house_rules import KINDS, STANDARD, TOPICS, HouseRules
from models.gin.rules.options import BoxTiming, DealRotation, Stake, Tie
from models.gin.rules.presets import PRESETS
from models.gin.rules.warnings import NoEffect
from models.records.tables.saved_rules import MOST_SAVED_RULES, save_rules, saved_rules_of
from tests.gin.strategies import any_rules
from tests.profiles import examples
from tests.records.table import ANNS_PHONE
from tests.views.browser import Browser, Page
from tests.views.table import element, faults, of_class, press_on, words
from tests.views.words.test_words import NEEDED, others_than
from views.rules.editor import RulesEditor
from views.rules.examples import effect_of, game_words, played
from views.rules.form import RulesForm, offered, read_typed, suggested, typed
from views.rules.hand_examples import A_SHUTOUT, hand_facts
from views.shared.rules_links import CustomRules, check, read_link
from views.words.rule_sets import NAMES, OFFERED, TITLES
from views.words.rules.fields import FIELDS
from views.words.rules.page import fields_about
from views.words.rules.remarks import REMARKS

MAKE = "/houses/own/change?from=pagat"
KITCHEN = "/houses/own?from=pagat&name=Our+kitchen&target=150&gin_bonus=30"


def preview(browser: Browser, page: Page, **fields: str) -> Page:
    """Changes something on the page on which a house is made, and looks at it."""
    return press_on(browser, page, "Preview", fields, status=200)


def keep(browser: Browser, path: str = MAKE, status: int = 303, **fields: str) -> Page:
    """Makes a house and keeps it."""
    page = browser.get(path)
    return press_on(browser, page, "Save these rules", {"name": "Our kitchen", **fields}, status)


def kept(app: Flask) -> dict[str, HouseRules]:
    """What Ann's phone keeps."""
    with app.app_context():
        return {house.name: house.rules for house in saved_rules_of(ANNS_PHONE)}


@dataclass(frozen=True)
class Edited:
    """What the form makes of what was typed, before there is a page of it."""

    rules: HouseRules
    errors: dict[str, str]
    """By field."""
    warnings: dict[str, list[str]]
    """What has no effect, by field."""
    shown: dict[str, str]
    """What is in the fields afterwards."""


def edited(app: Flask, reads: str = "en", preset: str = "pagat", **fields: str) -> Edited:
    """The rules of *preset* with some fields changed, in the form of somebody who reads a language."""
    start, sent = PRESETS[preset], {"name": "Our kitchen"} | filled_in(PRESETS[preset]) | fields
    with app.test_request_context(method="POST", data=sent, headers={"Accept-Language": reads}):
        form = RulesForm(start, start)
        editor = RulesEditor(form, preset, form.read())
        form.has_valid_name()
        errors = {field.name: str(field.errors[0]) for field in form if field.errors}
        return Edited(editor.rules, errors, editor.warnings, form.data)


def filled_in(rules: HouseRules) -> dict[str, str]:
    """The fields with one input, as the page shows them."""
    return {
        name: typed(kind, getattr(rules, name))
        for name, kind in KINDS.items()
        if not isinstance(kind, Numbers | MultiplierTable)
    }


def note(page: Page, field: str) -> str:
    """What is said of a change at its field."""
    return element(page, f"{field}-note").text


def opened(page: Page) -> list[str]:
    """The groups of rules that are open."""
    return [group["id"] for group in of_class(page, "rule-group") if "open" in group.attributes]


# Words


def test_every_field_of_the_rules_has_its_words() -> None:
    assert set(FIELDS) == set(KINDS)
    assert all(words.label for words in FIELDS.values())


@pytest.mark.parametrize("field, kind", KINDS.items())
def test_every_option_has_a_label(field: str, kind: Kind) -> None:
    if isinstance(kind, Choice):
        assert set(FIELDS[field].options) == set(kind.options)


def test_every_topic_has_a_title_and_every_remark_a_sentence() -> None:
    assert set(TITLES) == set(Topic)
    assert set(REMARKS) == set(NoEffect)


# The page


@pytest.mark.parametrize("preset", ["pagat", "rummytalk"])
def test_every_rule_is_on_the_page_of_its_preset(browser: Browser, preset: str) -> None:
    page = browser.get(f"/houses/own/change?from={preset}")

    tables = {name: kind.letters for name, kind in KINDS.items() if isinstance(kind, MultiplierTable)}
    blank = {f"{name}-{letter}": "" for name, letters in tables.items() for letter in letters}
    assert (filled_in(PRESETS[preset]) | blank).items() <= page.inputs.items()
    assert all(FIELDS[name].label in page.text and FIELDS[name].meaning in page.text for name in KINDS)


def test_every_group_is_folded_with_a_line(browser: Browser) -> None:
    groups = of_class(browser.get(MAKE), "rule-group")

    assert [group["id"] for group in groups] == [topic for topic in Topic if topic in TOPICS.values()]
    assert not any("open" in group.attributes for group in groups)
    assert words(browser.get(MAKE), "rule-group__summary-line") == [
        "Knock limit: 10 · Aces in runs: Low: A-2-3",
        "Gin: 20 · Undercut: 10",
        "Target: 100 · Game bonus: 100 · Box: 20",
        "Columns: 1 · Games to win the match: 1",
        "The next dealer: The loser",
        "How a knock is shown: The last discard lies face down",
        "False knock: Play on, cards face up · Penalty: 10",
        "Three players: The loser of a hand sits out the next",
        "Stake per point: none",
    ]


@pytest.mark.parametrize(
    "sent, said",
    [
        ({"suit_multipliers-H": "3", "suit_multipliers-S": "2"}, "multiplies the hand: ♠ ×2, ♥ ×3."),
        ({"rank_multipliers-A": "2", "rank_multipliers-T": "4"}, "multiplies the hand: A ×2, 10 ×4."),
    ],
)
def test_a_table_of_multipliers_has_a_choice_for_each_suit_and_rank(
    browser: Browser, sent: dict[str, str], said: str
) -> None:
    page = keep(browser, name="Our kitchen", **sent)

    assert said in page.text


def test_a_multiplier_that_is_not_offered_is_refused_at_its_table(browser: Browser) -> None:
    page = keep(browser, status=422, name="Our kitchen", **{"suit_multipliers-S": "10"})

    assert words(page, "field__error") == ["Choose one of these."]


@pytest.mark.parametrize(
    "field, kind", [each for each in KINDS.items() if not isinstance(each[1], MultiplierTable)]
)
def test_every_value_that_is_offered_can_be_had(field: str, kind: Kind) -> None:
    values = offered(kind) or suggested(kind)

    assert values
    assert all(kind.allows(read_typed(kind, value)) for value in values)


@pytest.mark.parametrize(
    "stake, reads, offered_now",
    [
        ({}, "en", ["none", "0.50 EUR", "0.50 USD", "0.50 GBP"]),
        ({}, "en-NZ,en;q=0.5", ["none", "0.10 NZD", "0.50 NZD", "1 NZD"]),
        ({}, "ja-JP", ["none", "10 JPY", "50 JPY", "100 JPY"]),
        ({"stake_per_point": "0.05 CHF"}, "en-NZ", ["none", "0.10 CHF", "0.50 CHF", "1 CHF"]),
    ],
)
def test_stakes_are_suggested_in_the_currency_of_the_rules_or_the_reader(
    browser: Browser, stake: dict[str, str], reads: str, offered_now: list[str]
) -> None:
    browser.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = reads
    page = preview(browser, browser.get(MAKE), **stake)
    chips = element(page, "stake_per_box-chips").all("button")

    assert [chip.text.removeprefix("Stake per box: ") for chip in chips] == offered_now


def test_every_preset_can_be_the_start(browser: Browser) -> None:
    page = browser.get(MAKE)

    assert [page.links[name] for name in map(NAMES.get, OFFERED)] == [
        f"/houses/own/change?from={preset}" for preset in OFFERED
    ]
    assert browser.get("/houses/sydney").links["Change these rules"] == "/houses/own/change?from=sydney"


# What a change comes to

EFFECTS = [
    # 24 and the bonus.
    ("gin_bonus", "30", "Ann has gin, Bob has 24 deadwood", "Ann +44", "Ann +54"),
    # 8 - 3 = 5 and the bonus.
    ("undercut_bonus", "25", "Ann knocks with 8, Bob has 3", "Bob +15", "Bob +30"),
    # 30 - 4 = 26 and the base.
    ("knock_base", "15", "Ann knocks with 4, Bob has 30", "Ann +26", "Ann +41"),
    ("tie", "void", "Ann knocks with 6, Bob has 6", "Bob +10", "nobody scores"),
    # A seven turned up allows seven.
    ("oklahoma", "true", "Upcard 7♦: Ann knocks with 9, Bob has 30", "Ann +21", "not a knock"),
    ("deal_rotation", "winner", "Dealer after Ann deals and wins", "Bob deals", "Ann deals"),
    ("games_to_win", "3", "The match", "over after 1 game", "over after 3 games"),
]


@pytest.mark.parametrize("field, value, label, before, now", EFFECTS, ids=[row[0] for row in EFFECTS])
def test_what_a_change_comes_to(field: str, value: str, label: str, before: str, now: str) -> None:
    pagat = PRESETS["pagat"]
    effect = effect_of(field, pagat, pagat.but(**{field: read_typed(KINDS[field], value)}))

    assert effect is not None
    said = (effect.label, effect.before, effect.after)
    assert tuple(each.replace("\ufe0e", "") for each in said) == (label, before, now)


SHOWN = [
    ("gin_bonus", "30", "Standard: 20 Ann has gin, Bob has 24 deadwood: before: Ann +44 now: Ann +54"),
    # 110 points of hands, boxes 60, the game 100, and the shutout's bonus, which is gone.
    ("shutout", "none", "After 3 hands: Ann wins by 270."),
]


@pytest.mark.parametrize("field, value, said", SHOWN, ids=[row[0] for row in SHOWN])
def test_what_a_change_comes_to_is_shown_at_its_field(
    browser: Browser, field: str, value: str, said: str
) -> None:
    page = preview(browser, browser.get(MAKE), **{field: value})

    assert said in note(page, field).replace("\ufe0e", "")
    assert [name for name in KINDS if note(page, name)] == [field]
    assert "1 rule is different from Standard." in page.text
    assert words(page, "rule-group__mark") == ["1 changed"]


WITHOUT_AN_EXAMPLE = {"initial_deal", "first_dealer", *fields_about(Topic.PLAY)}
"""How cards come to the table; no score follows from it."""

NEEDED_HERE = NEEDED | {
    "next_game_dealer": {"deal_rotation": DealRotation.ALTERNATE},
    "shutout_test": {"tie": Tie.UNDERCUT_NO_BONUS},
    "stake_rounding": {"stake_per_game": Stake.parse("0.30 EUR")},
}


@pytest.mark.parametrize("field", sorted(set(KINDS) - WITHOUT_AN_EXAMPLE))
def test_every_rule_changes_something_in_the_examples(field: str) -> None:
    before = HouseRules(**NEEDED_HERE.get(field, {}))
    others = others_than(before, field)

    assert others
    assert all(effect_of(field, before, before.but(**{field: other})) for other in others)


def test_the_worked_hands_and_the_worked_game_follow(browser: Browser) -> None:
    page = preview(browser, browser.get(MAKE), gin_bonus="30", target="60")

    assert "Ann has gin, Bob has 24 deadwood before: Ann +44 Ann +54" in element(page, "worked").text
    assert "Ann knocks with 4, Bob has 30 Ann +26" in element(page, "worked").text
    assert "Standard: After 7 hands: Ann wins by " in element(page, "worked").text


def test_in_zero_sum_rules_gin_off_is_taken_from_what_gin_wins(browser: Browser) -> None:
    rules = HouseRules(loser_negative=True, gin_off_bonus=5, gin_off_vs_gin=True, gin_off_extra_boxes=1)
    with browser.client.application.test_request_context():
        figures = {fact.label: fact.text for fact in hand_facts(rules)}

    assert figures["Ann has gin, Bob has no deadwood"] == "Ann +15, Bob −15 and 1 box"


def test_boxes_at_once_are_in_what_a_hand_adds_as_on_the_sheet(browser: Browser) -> None:
    rules = HouseRules(box_timing=BoxTiming.IMMEDIATE, box_bonus=10, gin_extra_boxes=1)
    with browser.client.application.test_request_context():
        figures = {fact.label: fact.text for fact in hand_facts(rules)}
        taken = {fact.label: fact.text for fact in hand_facts(rules.but(loser_negative=True))}

    assert figures["Ann knocks with 4, Bob has 30"] == "Ann +36"
    assert figures["Ann has gin, Bob has 24 deadwood"] == "Ann +64"
    assert taken["Ann has gin, Bob has 24 deadwood"] == "Ann +64, Bob −64"


def test_a_game_of_knocks_alone_is_not_shown_where_nobody_can_knock(browser: Browser) -> None:
    rules = HouseRules(knock_limit=0)
    with browser.client.application.test_request_context():
        assert game_words(played(A_SHUTOUT, rules)) == "not a knock"


def test_only_the_parts_are_answered_to_a_script(browser: Browser) -> None:
    sent = browser.get(MAKE).form_with({"gin_bonus"}).inputs | {"gin_bonus": "30", "preview": "1"}

    answer = browser.client.post(MAKE, data=sent, headers={"X-Part": "house"})

    page = Page(answer.text, MAKE)
    assert answer.status_code == 200
    assert {"save", "worked", "summary-hand", "gin_bonus-note", "gin_bonus-error"} <= {
        part["id"] for part in page.root.all()
    }
    assert not list(page.root.all("form"))


@pytest.mark.parametrize(
    "start, field, value, said",
    [
        ("pagat", "knock_limit", "0", "rules about knocks and undercuts have no effect"),
        ("straight", "undercut_bonus", "50", "rules about knocks and undercuts have no effect"),
        ("pagat", "last_column_double", "true", "only one column"),
        ("pagat", "stake_rounding", "0.05", "nothing to round or to limit"),
        ("pagat", "stake_per_point", "0.005 EUR", "Choose what to round to."),
    ],
)
def test_what_is_pointless_is_remarked_on(app: Flask, start: str, field: str, value: str, said: str) -> None:
    form = edited(app, preset=start, **{field: value})

    assert [name for name, each in form.warnings.items() if said in " ".join(each)] == [field]
    assert form.errors == {}


def test_what_is_pointless_is_remarked_on_at_its_field_and_can_be_kept(app: Flask, ann: Browser) -> None:
    page = preview(ann, ann.get(MAKE), knock_limit="0")

    assert "rules about knocks and undercuts have no effect" in note(page, "knock_limit")
    press_on(ann, page, "Save these rules")
    assert [rules.knock_limit for rules in kept(app).values()] == [0]


# Without JavaScript


def test_a_usual_value_is_tapped(browser: Browser) -> None:
    page = press_on(browser, browser.get(MAKE), "Gin: 25", {"target": "150"}, status=200)

    assert (page.inputs["gin_bonus"], page.inputs["target"]) == ("25", "150")
    assert opened(page) == ["hand", "end"]
    pressed = [chip.text for chip in of_class(page, "chip") if chip["aria-pressed"] == "true"]
    assert "Gin: 25" in pressed
    assert "Gin: 20" not in pressed


# A number for each column

CLUB = {"columns": "3", "column_multipliers-1": "1", "column_multipliers-2": "1", "column_multipliers-3": "2"}


def test_each_column_has_an_input_of_its_own(app: Flask, ann: Browser) -> None:
    keep(ann, **CLUB)

    rules = kept(app)["Our kitchen"]
    assert (rules.columns, rules.column_multipliers) == (3, (1, 1, 2))


def test_the_numbers_of_columns_are_tapped_in_one_chip(browser: Browser) -> None:
    page = press_on(browser, browser.get(MAKE), "Multiplier of each column: 1–2–3", {"columns": "3"}, 200)

    typed_now = [page.inputs[f"column_multipliers-{column}"] for column in range(1, 6)]
    assert typed_now == ["1", "2", "3", "", ""]
    assert "all alike" in note(page, "column_multipliers")


@pytest.mark.parametrize(
    "sent",
    [
        {"column_targets-1": "0"},
        {"column_targets-1": "100", "column_targets-3": "150"},
        {"column_targets-1": "a hundred"},
        {"column_targets-1": "1", "column_targets-2": "10000000"},
    ],
)
def test_numbers_that_a_column_cannot_have_are_refused(app: Flask, sent: dict[str, str]) -> None:
    errors = edited(app, columns="3", **sent).errors

    assert list(errors) == ["column_targets"]
    assert "Enter a number from 1 to 9,999,999 for each column" in errors["column_targets"]


def test_the_number_that_a_column_cannot_have_is_still_there(app: Flask, ann: Browser) -> None:
    page = keep(ann, status=422, columns="3", **{"column_targets-2": "many"})

    assert list(faults(page)) == ["column_targets"]
    assert page.inputs["column_targets-2"] == "many"
    assert kept(app) == {}


LARGE_HANDS = "&gin_bonus=1000&suit_multipliers=Sx10+Hx10+Cx10+Dx10&rank_multipliers=Tx10"


@pytest.mark.parametrize("fields", ["", LARGE_HANDS])
def test_rules_of_a_game_for_life_have_examples(browser: Browser, fields: str) -> None:
    """No game is played to its end there: of four hundred thousand hands, or of too many points."""
    for page in ("", "/change"):
        assert "9999999" in browser.client.get(f"/houses/own{page}?from=pagat&target=9999999{fields}").text


# What cannot be

WRONG = [
    ("target", "0", "A game to 0 would be over before the first hand. Enter a number from 1 to 9,999,999."),
    ("target", "", "Enter a number from 1 to 9,999,999."),
    ("target", "10000000", "Enter a number from 1 to 9,999,999."),
    ("target", "a hundred", "Enter a number from 1 to 9,999,999."),
    ("target", "1e3", "Enter a number from 1 to 9,999,999."),
    ("target", "9" * 5000, "Enter a number from 1 to 9,999,999."),
    ("knock_limit", "11", "Enter a number from 0 to 10."),
    ("gin_bonus", "-5", "Enter a number from 0 to 1,000."),
    ("big_gin_bonus", "1001", "Enter a number from 0 to 1,000, or leave it blank."),
    ("columns", "0", "Enter a number from 1 to 5."),
    ("ace_points", "16", "Enter a number from 1 to 15."),
    ("tie", "casino", "Choose one of these."),
    ("oklahoma", "perhaps", "Choose one of these."),
    ("stake_per_point", "much", "Enter an amount and a currency, for example 0.10 EUR"),
    ("stake_per_point", "0.10", "Enter an amount and a currency, for example 0.10 EUR"),
    ("stake_rounding", "0", "You can’t round to 0."),
    ("name", "", "Enter a name"),
    ("name", "x" * 41, "at most 40 letters"),
    ("name", "\u202eboB", "can’t be shown"),
]


@pytest.mark.parametrize("field, value, said", WRONG, ids=[f"{row[0]} {row[1][:9]}" for row in WRONG])
def test_what_cannot_be_is_refused(app: Flask, field: str, value: str, said: str) -> None:
    errors = edited(app, **{field: value}).errors

    assert list(errors) == [field]
    assert said in errors[field]


ON_A_PAGE = [row for row in WRONG if row[:2] in {("target", "0"), ("tie", "casino"), ("name", "")}]
"""A field to type in, a choice, and the name."""


@pytest.mark.parametrize("field, value, said", ON_A_PAGE, ids=[row[0] for row in ON_A_PAGE])
def test_what_cannot_be_is_refused_at_its_field_and_nothing_is_lost(
    app: Flask, ann: Browser, field: str, value: str, said: str
) -> None:
    page = keep(ann, status=422, **{"gin_bonus": "25", "undercut_bonus": "33", field: value})

    assert list(faults(page)) == [field]
    assert said in faults(page)[field]
    assert [link["href"] for link in element(page, "problems").all("a")] == [f"#{field}"]
    assert page.text.count(faults(page)[field]) == 1
    assert page.inputs["undercut_bonus"] == "33"
    assert kept(app) == {}


def test_once_it_is_mended_the_same_button_keeps_it(app: Flask, ann: Browser) -> None:
    page = keep(ann, status=422, target="0")
    press_on(ann, page, "Use these rules", {"target": "150"})

    assert kept(app)["Our kitchen"].target == 150


def test_a_preview_of_what_cannot_be_read_does_not_say_that_nothing_changed(browser: Browser) -> None:
    page = preview(browser, browser.get(MAKE), gin_bonus="abc")

    assert list(faults(page)) == ["gin_bonus"]
    assert "Please check one field." in element(page, "worked").text
    assert "Nothing has changed yet" not in page.text


def test_two_currencies_are_refused_at_both(ann: Browser) -> None:
    page = keep(ann, status=422, stake_per_point="0.10 EUR", stake_per_game="5 USD")

    assert set(faults(page)) == {"stake_per_point", "stake_per_game"}


@pytest.mark.parametrize(
    "preset, changed, unfolded",
    [
        ("pagat", {}, []),
        ("rummytalk", {}, ["end"]),
        ("pagat", {"stake_cap": "20", "gin_bonus": "30"}, ["stake"]),
    ],
)
def test_rules_that_few_tables_play_are_folded_away_until_one_is_played(
    ann: Browser, preset: str, changed: dict[str, str], unfolded: list[str]
) -> None:
    page = ann.get(f"/houses/own/change?from={preset}")
    page = press_on(ann, page, "Preview", changed, status=200)

    folds = [each for each in of_class(page, "rule-group__rare") if "open" in each.attributes]
    assert [fold.ancestors[0]["id"] for fold in folds] == unfolded


def test_a_group_in_which_something_is_wrong_or_changed_is_open(ann: Browser) -> None:
    page = keep(ann, status=422, target="0", gin_bonus="25")

    assert opened(page) == ["hand", "end"]


# Keeping it


def test_custom_rules_are_made_saved_offered_and_used(app: Flask, ann: Browser) -> None:
    page = ann.get(ann.get("/houses").links["Make your own rules"])
    page = press_on(ann, page, "Save these rules", {"name": "Our kitchen", "gin_bonus": "30"})

    assert page.heading == "Our kitchen"
    assert "Standard (changed) · Gin: 30" in page.text
    assert "Gin scores 30 plus all of the other player’s deadwood. changed" in page.text
    assert "Saved on this phone" in page.text
    assert "Our kitchen Standard (changed) · Gin: 30" in ann.get("/houses").links

    begin = ann.get("/matches/new")
    assert of_class(begin, "choice__label")[0].text.startswith("Our kitchen")
    assert begin.inputs["house"].startswith("own-")
    sheet = ann.send("/matches/new", {"name_0": "Ann", "name_1": "Bob"})
    assert "Our kitchen, to 100" in sheet.links
    assert "Gin scores 30" in ann.get(sheet.links["Our kitchen, to 100"]).text
    assert "Our kitchen, to 100" in ann.get("/").text


def test_use_these_rules_saves_them_and_starts_a_match(app: Flask, ann: Browser) -> None:
    page = press_on(ann, ann.get(MAKE), "Use these rules", {"name": "Our kitchen", "target": "150"})

    assert page.heading == "New match"
    assert list(kept(app)) == ["Our kitchen"]
    assert "Our kitchen, to 150" in ann.send(page.path, {"name_0": "Ann", "name_1": "Bob"}).text


def test_the_rules_last_played_are_offered_first(ann: Browser) -> None:
    keep(ann, name="Sundays")
    keep(ann, name="Mondays", target="150")
    assert "Mondays" in of_class(ann.get("/matches/new"), "choice__label")[0].text

    page = ann.get("/matches/new")
    sundays = next(label for label in page.root.all("label") if label.text.startswith("Sundays"))
    value = next(sundays.all("input"))["value"]
    ann.send("/matches/new", {"name_0": "Ann", "name_1": "Bob", "house": value})

    assert "Sundays" in of_class(ann.get("/matches/new"), "choice__label")[0].text


def test_saved_rules_are_changed_and_renamed_in_place(app: Flask, ann: Browser) -> None:
    page = keep(ann, gin_bonus="30")

    page = ann.get(page.links["Change these rules"])
    assert (page.inputs["name"], page.inputs["gin_bonus"]) == ("Our kitchen", "30")
    press_on(ann, page, "Save these rules", {"name": "The kitchen", "gin_bonus": "35"})

    assert {name: rules.gin_bonus for name, rules in kept(app).items()} == {"The kitchen": 35}


def test_a_match_goes_on_by_the_rules_it_began_with(ann: Browser) -> None:
    page = keep(ann, gin_bonus="30")
    sheet = ann.send("/matches/new", {"name_0": "Ann", "name_1": "Bob"})

    change = ann.get(page.links["Change these rules"])
    press_on(ann, change, "Save these rules", {"name": "Other", "gin_bonus": "35", "target": "150"})

    assert "Gin scores 30" in ann.get(ann.get(sheet.path).links["Our kitchen, to 100"]).text


def test_other_rules_of_the_same_name_are_not_lost(app: Flask, ann: Browser) -> None:
    keep(ann, gin_bonus="30")

    page = keep(ann, status=409, gin_bonus="35", name="our kitchen")

    assert "Choose another name" in faults(page)["name"]
    assert page.inputs["gin_bonus"] == "35"
    assert [rules.gin_bonus for rules in kept(app).values()] == [30]


def test_a_name_that_is_free_is_proposed(ann: Browser) -> None:
    assert ann.get(MAKE).inputs["name"] == "Our rules"
    keep(ann, name="our rules")

    assert ann.get(MAKE).inputs["name"] == "Our rules 2"


def test_deleted_rules_can_be_saved_again(app: Flask, ann: Browser) -> None:
    page = keep(ann, gin_bonus="30")

    page = press_on(ann, page, "Delete")
    assert kept(app) == {}
    assert "Our kitchen" not in ann.get("/houses").text
    assert not ann.get("/matches/new").inputs["house"].startswith("own-")

    press_on(ann, page, "Save on this phone")
    assert [rules.gin_bonus for rules in kept(app).values()] == [30]


def test_another_phone_neither_changes_nor_drops_it(
    app: Flask, ann: Browser, another_phone: Callable[[], Browser]
) -> None:
    page = keep(ann, gin_bonus="30")
    drop = next(form.element["action"] for form in page.forms if form.element["action"].endswith("/delete"))
    change = page.links["Change these rules"]
    bob = another_phone()

    token = bob.get(MAKE).inputs["csrf_token"]
    assert bob.client.post(drop, data={"csrf_token": token}).status_code == 404
    press_on(bob, bob.get(change), "Save these rules", {"gin_bonus": "35"})

    assert [rules.gin_bonus for rules in kept(app).values()] == [30]


def test_a_phone_with_too_many_saved_rules_gets_an_error(app: Flask, ann: Browser) -> None:
    with app.app_context():
        for number in range(MOST_SAVED_RULES):
            save_rules(ANNS_PHONE, f"House {number}", "pagat", PRESETS["pagat"])

    page = keep(ann, status=422)
    assert "already 50 sets of rules" in faults(page)["name"]
    shared = press_on(ann, ann.get(KITCHEN), "Save on this phone", status=422)
    assert "already 50 sets of rules" in shared.text
    assert len(kept(app)) == MOST_SAVED_RULES


# The link


def test_a_link_says_what_is_changed_and_nothing_else(ann: Browser) -> None:
    page = keep(ann, gin_bonus="30", target="150")

    shared = urlsplit(element(page, "share").text.split("http", 1)[1].split()[0])
    # The letters are the first eight of: printf '{"gin_bonus": 30, "target": 150}' | sha256sum
    assert dict(parse_qsl(shared.query)) == {
        "from": "pagat",
        "name": "Our kitchen",
        "gin_bonus": "30",
        "target": "150",
        "check": "f17b55d8",
    }


@pytest.mark.parametrize("preset", PRESETS)
def test_how_the_cards_are_played_leaves_the_check_of_a_link_as_it_was(preset: str) -> None:
    usual = {name: getattr(STANDARD, name) for name in fields_about(Topic.PLAY)}

    assert check(PRESETS[preset]) == check(PRESETS[preset].but(**usual))


def test_a_link_contains_the_rules(app: Flask, ann: Browser) -> None:
    page = ann.get(KITCHEN)

    assert page.heading == "Our kitchen"
    assert "A game ends when a player reaches 150. changed" in page.text
    assert kept(app) == {}
    press_on(ann, page, "Use these rules")
    assert kept(app) == {"Our kitchen": PRESETS["pagat"].but(gin_bonus=30, target=150)}


def test_rules_from_a_link_get_a_number_if_their_name_is_taken(app: Flask, ann: Browser) -> None:
    keep(ann, gin_bonus="25")

    press_on(ann, ann.get(KITCHEN), "Save on this phone")
    press_on(ann, ann.get(KITCHEN), "Save on this phone")

    assert sorted(kept(app)) == ["Our kitchen", "Our kitchen 2"]


def test_so_does_one_with_a_long_name(app: Flask, ann: Browser) -> None:
    """Of forty letters as many stay as leave room for the number; here the last of them is a space."""
    name = "k" * 36 + " bcd"
    for gin_bonus in (30, 35, 40):
        address = f"/houses/own?from=pagat&name={name}&gin_bonus={gin_bonus}"
        press_on(ann, ann.get(address), "Save on this phone")

    assert sorted(kept(app)) == ["k" * 36 + end for end in (" 2", " 3", " bcd")]


@given(
    preset=st.sampled_from(list(PRESETS)),
    rules=any_rules,
    name=st.sampled_from(["", "Our kitchen", "100% <b>&amp; Zoë 小明", "a=b&c#d+e"]),
)
def test_any_rules_come_back_from_their_link(app: Flask, preset: str, rules: HouseRules, name: str) -> None:
    house = CustomRules(preset, rules, name)
    with app.test_request_context():
        query = urlsplit(house.url()).query
        read = read_link(MultiDict(parse_qsl(query, keep_blank_values=True)))

    assert read.rules == house
    assert read.doubts == ()


@given(rules=any_rules)
def test_any_rules_come_back_from_the_form(rules: HouseRules) -> None:
    for name, kind in KINDS.items():
        value = getattr(rules, name)
        assert read_typed(kind, typed(kind, value)) == value


UNKNOWN = [
    (
        "from=casino",
        "There are no rules called “casino”. Anything missing from the link is taken from Standard.",
    ),
    ("target=150", "Anything missing from the link is taken from Standard."),
    ("from=pagat&jokers=2", "There is no rule called “jokers”, so it is ignored."),
    ("from=pagat&jokers=2&jokers=3", "There is no rule called “jokers”"),
    ("from=sydney&target=0", "Target can’t be “0”. A game to 0 would be over"),
    ("from=sydney&target=-1", "Used instead: 150."),
    ("from=pagat&target=1000000000000000000000", "can’t be"),
    ("from=pagat&stake_cap=much", "or leave it blank. Used instead: no limit."),
    ("from=pagat&tie=casino", "Tied deadwood can’t be “casino”."),
    ("from=pagat&oklahoma=1", "Oklahoma can’t be “1”."),
    ("from=pagat&gin_bonus=", "Gin can’t be “…”."),
    ("from=pagat&stake_per_point=0.1+EUR&stake_per_box=1+USD", "All stakes must be in the same currency."),
    (
        "from=pagat&stake_per_point=9999999999+EUR",
        "can’t be “9999999999 EUR”. Enter an amount and a currency",
    ),
    ("from=pagat&stake_per_game=5+%3Ci%3E", "can’t be “5 <i>”. Enter an amount and a currency"),
    ("from=pagat&stake_rounding=0", "You can’t round to 0."),
    ("from=pagat&target=100&target=200", "“target” appears twice in the link. Used instead: 100."),
    ("from=sydney&target=200&target=200", "“target” appears twice in the link. Used instead: 150."),
    (
        "from=sydney&from=pagat",
        "“from” appears twice in the link. Anything missing from the link is taken from Standard.",
    ),
    ("from=pagat&name=Ours&name=Yours", "“name” appears twice in the link."),
    ("from=pagat&name=%E2%80%AEboB", "The name can’t be shown."),
    ("from=pagat&name=" + "x" * 41, "The name can’t be shown."),
    (
        "from=pagat&check=00000000",
        "This link was changed, or Standard has changed since the link was made.",
    ),
    ("from=pagat&target=150&check=44136fa3", "Check the rules before you play."),
]


@pytest.mark.parametrize("query, said", UNKNOWN, ids=[row[0][:40] for row in UNKNOWN])
def test_invalid_values_in_a_link_are_explained(app: Flask, query: str, said: str) -> None:
    with app.test_request_context():
        assert said in " ".join(read_link(MultiDict(parse_qsl(query, keep_blank_values=True))).doubts)


@pytest.mark.parametrize("path", ["/houses/own", "/houses/own/change"])
def test_they_are_explained_on_both_pages_of_a_link(browser: Browser, path: str) -> None:
    page = browser.get(f"{path}?from=sydney&target=0&jokers=2")

    assert "Target can’t be “0”. A game to 0 would be over" in page.text
    assert "There is no rule called “jokers”, so it is ignored." in page.text
    assert "Please check these rules first" in page.text


def test_the_rest_of_such_a_link_holds(app: Flask, ann: Browser) -> None:
    page = ann.get("/houses/own?from=pagat&target=0&jokers=2&gin_bonus=30&name=Ours")

    press_on(ann, page, "Save on this phone")

    assert kept(app) == {"Ours": PRESETS["pagat"].but(gin_bonus=30)}


@pytest.mark.parametrize("field", ["from", "name", "target", "tie", "jokers", "<script>alert(1)</script>"])
def test_a_link_smuggles_nothing_in(browser: Browser, field: str) -> None:
    evil = {"from": "pagat", field: "<script>alert(1)</script>"}

    page = Page(browser.client.get("/houses/own", query_string=evil).text, "/houses/own")

    assert page.faults == []
    assert "<script>alert" not in page.html


def test_a_link_that_never_ends_is_not_read(browser: Browser) -> None:
    browser.get("/houses/own?from=pagat&name=" + "x" * 4000, status=414)


@given(
    query=st.dictionaries(
        st.sampled_from(["from", "name", "check", "kept", "jokers", *KINDS]),
        st.sampled_from(["", "0", "-1", "1e9", "true", "null", "NaN", "٣", "pagat", "\x00", "[]"])
        | st.text(max_size=20),
        max_size=6,
    )
)
@examples(12)
def test_whatever_a_link_says_there_is_a_page(browser: Browser, query: dict[str, str]) -> None:
    for path in ("/houses/own", "/houses/own/change"):
        answer = browser.client.get(path, query_string=query)

        assert answer.status_code == 200
        assert Page(answer.text, path).faults == []


def test_custom_rules_of_a_removed_preset_stay_the_same(app: Flask, ann: Browser) -> None:
    with app.app_context():
        save_rules(ANNS_PHONE, "Old times", "casino", PRESETS["sydney"].but(gin_bonus=77))

    [address] = [url for url in ann.get("/houses").links.values() if url.startswith("/houses/own?")]
    page = ann.get(address)

    assert page.heading == "Old times"
    assert "Gin scores 77" in page.text
    assert "The loser of a hand loses as much as the winner scores." in page.text
