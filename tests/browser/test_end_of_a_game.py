"""The end of a game on a phone: said once, turned for the player opposite, and read aloud."""

import pytest
from flask import Flask
from playwright.sync_api import expect

from models.gin.hand.declaration import Count, Ending
from models.gin.hand.scoring import Hand
from tests.browser.table import Player, Sit, match_path, play
from tests.browser.test_judge import TURNS
from tests.records.table import ANN_KNOCKS

ANN_WINS = Hand(0, Count(Ending.GIN, defender=98))
"""98 and 20 for gin, 100 for the game, 20 for the box, and 100 more for the shutout."""

VOICE = """
  Object.defineProperty(speechSynthesis, "getVoices", { value: () => [{ lang: "LANGUAGE" }] });
  Object.defineProperty(speechSynthesis, "speak", {
    value: ({ text }) => document.documentElement.setAttribute("data-spoken", text),
  });
  Object.defineProperty(SpeechSynthesisUtterance.prototype, "voice", { writable: true, value: null });
"""
"""A phone with a voice, which writes down what it would say: a browser without a screen has none."""

TIMES_SEEN = "(main, words) => main.innerText.split(words).length - 1"
IN_VIEW = """all => all.every(each => {
  const { top, bottom } = each.getBoundingClientRect();
  return each.checkVisibility({ opacityProperty: true }) && top >= 0 && bottom <= innerHeight;
})"""


def at_the_end(app: Flask, sit: Sit, *scripts: str, **options: object) -> Player:
    """Ann, who has won."""
    ann = sit.down(viewport={"width": 390, "height": 664}, **options)
    for script in scripts:
        ann.page.add_init_script(script)
    ann.page.goto(match_path(app, ANN_WINS))
    return ann


def spoken(ann: Player, *words: str) -> None:
    """What the phone has said last."""
    for each in words:
        expect(ann.page.locator("html")).to_have_attribute("data-spoken", each)


def test_it_is_said_once_over_the_last_hand_also_without_motion(app: Flask, sit: Sit) -> None:
    ann = at_the_end(app, sit, reduced_motion="reduce")

    assert ann.page.get_by_role("main").evaluate(TIMES_SEEN, "wins") == 1
    expect(ann.page.locator(".verdict")).to_have_text("Ann wins by 338.")
    assert ann.page.locator(".won__suits span, .verdict, .total, .said__hand").evaluate_all(IN_VIEW)
    expect(ann.button("Rematch")).to_be_in_viewport()


def test_it_is_turned_for_the_player_opposite_until_it_is_tapped(app: Flask, sit: Sit) -> None:
    ann = at_the_end(app, sit)
    turned = ann.page.get_by_role("dialog", name="Ann wins by 338.")
    ann.page.wait_for_function(TURNS)
    ann.press("Turn around")
    expect(turned.locator(".total__points")).to_have_text(["338", "0"])
    ann.tap(turned)
    expect(turned).to_have_count(0)


def test_it_is_read_aloud_where_there_is_a_voice(app: Flask, sit: Sit) -> None:
    ann = at_the_end(app, sit, VOICE.replace("LANGUAGE", "en-GB"))
    ann.press("Read aloud")
    spoken(ann, "Ann wins by 338. Ann Points: 338 Bob Points: 0")


def test_totals_are_read_after_a_hand_once_that_is_switched_on(app: Flask, sit: Sit) -> None:
    ann = at_the_end(app, sit, VOICE.replace("LANGUAGE", "en-GB"))
    sheet = match_path(app)
    ann.page.goto(sheet)
    ann.open_more()
    ann.page.get_by_role("switch", name="Read scores aloud").check()
    play(app, sheet, ANN_KNOCKS)
    spoken(ann, "Hand 1 saved. Ann knocks, +12. Ann 12, Bob 0.")


@pytest.mark.parametrize("scripts", [(), (VOICE.replace("LANGUAGE", "de-DE"),)], ids=["none", "German"])
def test_without_a_voice_for_its_language_nothing_is_offered(
    app: Flask, sit: Sit, scripts: tuple[str, ...]
) -> None:
    ann = at_the_end(app, sit, *scripts)
    expect(ann.button("Turn around")).to_be_visible()
    expect(ann.button("Read aloud")).to_be_hidden()
    ann.open_more()
    expect(ann.page.get_by_text("Keep the screen on")).to_be_visible()
    expect(ann.page.get_by_text("Read scores aloud")).to_be_hidden()
