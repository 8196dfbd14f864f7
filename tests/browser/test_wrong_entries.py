"""Invalid entries are explained at their fields, all at once, and nothing typed is lost."""

import re

import pytest
from flask import Flask
from playwright.sync_api import expect

from tests.browser.table import Phone, Player, match_path, signs, sit_down

WRONG_CARDS = {
    "cards_0": "KS KC KD 5S 6S 7S 9C tc 3♦ JD",
    "cards_1": "KS 2S 2C 2D 2H 8S 8C 8D 9S",
    "melds_1": "2S 2C 2D / 8S 8C 9S",
    "layoffs": "AH",
}
SAID_OF_CARDS = {
    "cards_0": "Ann can’t knock: 32 deadwood (limit 10).",
    "cards_1": "K♠ can’t be in both hands.",
    "melds_1": "8♠ 9♠ 8♣ is neither a set of one rank nor a run of one suit.",
    "layoffs": "A♥ doesn’t fit any of Ann’s melds.",
}
"""Beside KS KC KD and 5S 6S 7S lie a nine, a ten, a three and a jack: 32."""


@pytest.fixture(params=[True, False], ids=["with scripts", "without scripts"])
def ann(request: pytest.FixtureRequest, app: Flask, server: str, phone: Phone) -> Player:
    """Ann, with a fresh sheet before her."""
    ann = Player(sit_down(phone(javascript=request.param), app, server))
    ann.page.goto(match_path(app))
    return ann


def says(ann: Player, **sentences: str) -> None:
    """Each sentence is heard with its field, and read beside it."""
    for name, sentence in sentences.items():
        words = re.compile(re.escape(signs(sentence)))
        expect(ann.field(name)).to_have_accessible_description(words)
        beside = ann.page.locator(f"#{name}-error")
        expect(beside).to_be_visible()
        expect(beside).to_contain_text(words)


def keeps(ann: Player, **fields: str) -> None:
    """Each field holds what was typed there, as it was typed."""
    for name, text in fields.items():
        expect(ann.field(name)).to_have_value(text)


def test_wrong_deadwood_is_explained_at_both_fields(ann: Player) -> None:
    ann.enter_deadwood()
    ann.choose("Ann")
    ann.write(deadwood_0="11", deadwood_1="99")
    ann.press_main()

    said = {
        "deadwood_0": "Ann can’t knock: 11 deadwood (limit 10).",
        "deadwood_1": "Deadwood can’t be more than 98.",
    }
    says(ann, **said)
    keeps(ann, deadwood_0="11", deadwood_1="99")
    expect(ann.page.get_by_role("radio", name="Ann", exact=True)).to_be_checked()

    ann.write(deadwood_0="10", deadwood_1="98")
    ann.preview()
    ann.save("Save: Ann +88")
    expect(ann.hands).to_have_count(1)


def test_without_scripts_all_that_is_wrong_with_the_cards_is_said_at_once(
    app: Flask, server: str, phone: Phone
) -> None:
    ann = Player(sit_down(phone(javascript=False), app, server))
    ann.page.goto(match_path(app) + "/hands/new")
    ann.choose("Ann")
    ann.choose("My own lay-offs")
    ann.page.get_by_text("Change melds").nth(1).tap()
    ann.write(**WRONG_CARDS)
    ann.press_main()

    says(ann, **SAID_OF_CARDS)
    keeps(ann, **WRONG_CARDS)
    expect(ann.page.get_by_role("radio", name="My own lay-offs")).to_be_checked()

    ann.write(cards_0="KS KC KD 5S 6S 7S 9C tc Jc JD", cards_1="QS 2S 2C 2D 2H 8S 8C 8D 9S 3H")
    ann.write(melds_1="", layoffs="")
    ann.choose("Best lay-offs")
    ann.preview()
    ann.save("Save: Ann +11")
    expect(ann.hands).to_have_count(1)


def test_with_scripts_what_is_wrong_with_the_cards_is_said_as_they_are_tapped(
    app: Flask, server: str, phone: Phone
) -> None:
    ann = Player(sit_down(phone(), app, server))
    ann.page.goto(match_path(app) + "/hands/new")
    ann.choose("Ann")
    ann.take("KS KC KD 5S 6S 7S 9C TC 3D JD")
    ann.take("QS 2S 2C 2D 2H 8S 8C 8D 9S 3H")
    says(ann, cards_0=SAID_OF_CARDS["cards_0"])
    ann.tap(ann.page.locator(".tray__tab", has_text="Bob"))
    ann.press("Type the cards")
    ann.page.get_by_text("Change melds").nth(1).tap()
    ann.write(melds_1="2S 2C 2D / 8S 8C 9S")

    says(ann, cards_0=SAID_OF_CARDS["cards_0"], melds_1=SAID_OF_CARDS["melds_1"])
    ann.press_main()
    says(ann, cards_0=SAID_OF_CARDS["cards_0"], melds_1=SAID_OF_CARDS["melds_1"])
    keeps(ann, melds_1="2S 2C 2D / 8S 8C 9S")


@pytest.mark.parametrize(
    "typed, said",
    [
        ("7S 7H 7X", "Not a card: 7X. Type rank and suit, for example 7S or 10H."),
        ("7S 7H 7D 7S", "Ann has 7♠ twice."),
    ],
    ids=["no card", "a card twice"],
)
def test_without_scripts_a_look_says_what_more_cards_cannot_mend(
    app: Flask, server: str, phone: Phone, typed: str, said: str
) -> None:
    ann = Player(sit_down(phone(javascript=False), app, server))
    ann.page.goto(match_path(app) + "/hands/new")
    ann.choose("Ann")
    ann.write(cards_0=typed)
    ann.preview()

    says(ann, cards_0=said)
    keeps(ann, cards_0=typed)
    expect(ann.page.get_by_text("more card")).to_have_count(0)
