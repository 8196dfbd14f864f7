"""The judge on a phone: tapped cards and verdicts."""

import re

import pytest
from flask import Flask
from playwright.sync_api import Route, expect

from models.gin.rules.presets import PRESETS
from tests.browser.layout import small_targets
from tests.browser.table import Check, Phone, Player, match_path
from tests.browser.test_under_the_bar import UNDER
from tests.browser.waiting import IS_PATIENT
from tests.views.table import ANN_LAYS, BOB_HOLDS

SHOWDOWN = "/judge?house=pagat&knocker=KSKDKC/5S6S7S/9CTCJC&left=JD&cards=2S8S9S2H2D8DAC2C7C8C"


@pytest.fixture
def ann(phone: Phone) -> Player:
    """Ann, who asks the judge."""
    ann = Player(phone())
    ann.page.goto("/judge")
    return ann


def asked(ann: Player, query: str) -> None:
    """The address bar has the address of this question."""
    expect(ann.page).to_have_url(re.compile(re.escape(f"/judge?house={query}") + "$"))


def in_both_colours(ann: Player, axe: Check) -> None:
    """Looks at the page in light and in dark."""
    for scheme in ("dark", "light"):
        ann.page.emulate_media(color_scheme=scheme)
        axe(ann.page)


def test_the_verdict_follows_each_tap(ann: Player) -> None:
    ann.take("7S 7H")
    expect(ann.button("14 deadwood")).to_be_visible()
    ann.take("8D")
    expect(ann.button("Not a meld")).to_be_visible()
    ann.take("8D 7D")
    expect(ann.button("A set")).to_be_visible()
    ann.take("8D 9D")
    expect(ann.button("14 deadwood")).to_be_visible()
    asked(ann, "pagat&cards=7S7H7D8D9D")

    ann.press("14 deadwood")

    ann.sees("Best melds", "As deadwood, an ace counts 1, a face card 10, and any other card its number.")
    expect(ann.page.get_by_role("heading", name="14 deadwood")).to_be_focused()


def test_a_showdown_is_tapped_read_shared_printed_and_changed(ann: Player, axe: Check) -> None:
    in_both_colours(ann, axe)
    ann.choose("2 players")
    expect(ann.key("KC")).to_be_visible()
    ann.take(ANN_LAYS)
    expect(ann.button("The defender: 10 more cards")).to_be_visible()
    ann.take(BOB_HOLDS)
    verdict = "The defender undercuts: 9 against 10"
    expect(ann.button(verdict)).to_be_visible()
    axe(ann.page)

    ann.press(verdict)
    ann.sees("8♠ on 5♠ 6♠ 7♠, breaking the eights", "The defender scores")
    asked(ann, SHOWDOWN.partition("house=")[2])
    in_both_colours(ann, axe)
    expect(ann.page.get_by_label("Share", exact=True)).to_have_value(ann.page.url)

    ann.page.emulate_media(media="print")
    expect(ann.page.get_by_role("heading", name=verdict)).to_be_visible()
    for place in ("#ask", ".actions"):
        expect(ann.page.locator(place)).to_be_hidden()
    expect(ann.page.get_by_text(SHOWDOWN)).to_be_visible()
    ann.page.emulate_media(media="screen")

    ann.follow("Change cards")
    ann.press("Clear")
    asked(ann, "pagat&ask=showdown")
    ann.choose("1 player")
    ann.take("7S 7H 7D")
    expect(ann.button("A set")).to_be_visible()


def test_suit_signs_on_the_main_button_have_the_colour_of_its_words(ann: Player) -> None:
    ann.page.goto("/judge?house=pagat&cards=KSKCKD5S6S7S9CTCJCQC")
    ann.follow("Change cards")
    ann.take("4C")
    gin = ann.page.locator(".button--main", has_text="Gin: discard")
    club = gin.locator(".C")
    expect(club).to_be_visible()
    colour = "(element) => getComputedStyle(element).color"

    assert club.evaluate(colour) == gin.evaluate(colour)


def test_groups_are_laid_apart_by_taps_or_typed(ann: Player) -> None:
    ann.take("QS KS AS")
    ann.press("Next meld")
    ann.take("7S 7H 7D 7C")
    expect(ann.button("1 of 2 groups is not a meld")).to_be_visible()
    asked(ann, "pagat&cards=QSKSAS/7S7H7D7C")
    ann.take("7C")
    asked(ann, "pagat&cards=QSKSAS/7S7H7D")

    ann.press("Type the cards")
    ann.write(cards="qs ks as / 7s 7h 7d")
    expect(ann.button("1 of 2 groups is not a meld")).to_be_visible()
    ann.press("Tap the cards")
    ann.take("7C")
    asked(ann, "pagat&cards=QSKSAS/7S7H7D7C")

    ann.press("Type the cards")
    ann.write(cards="5S-8S / 2-4d / 5C-7C-9C")
    ann.press("Tap the cards")
    ann.take("5D 6S")
    expect(ann.page.locator("[name=cards]")).to_have_value("5S 7S 8S / 2D 3D 4D / 5C-7C-9C 5D")


def test_answers_out_of_turn_are_dropped_and_no_card_is_lost(phone: Phone) -> None:
    """The first answers come last; the cards and the verdict are those of the last tap."""
    ann = Player(phone())
    ann.page.add_init_script(IS_PATIENT)
    ann.page.goto("/judge")
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        if len(waiting) < 2:
            waiting.append(route)
        else:
            route.continue_()

    ann.page.route("**/judge?*", hold)
    for card in ("7S", "7H"):
        with ann.page.expect_request("**/judge?*"):
            ann.take(card)
    ann.take("7D 8D 9D")
    expect(ann.button("14 deadwood")).to_be_visible()
    assert len(waiting) == 2
    for route in waiting:
        with ann.page.expect_event("requestfinished"):
            route.continue_()

    expect(ann.button("14 deadwood")).to_be_visible()
    expect(ann.page.locator("[name=cards]")).to_have_value("7S 7H 7D 8D 9D")
    expect(ann.page.locator("#laid-1 .card")).to_have_count(5)
    asked(ann, "pagat&cards=7S7H7D8D9D")


def test_a_quick_finger_loses_no_card(ann: Player) -> None:
    cards = "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AH"
    for card in cards.split():
        ann.key(card).dispatch_event("click")

    expect(ann.button("1 deadwood")).to_be_visible()
    expect(ann.page.locator("[name=cards]")).to_have_value(cards)
    expect(ann.page.locator("#laid-1 .card")).to_have_count(14)
    expect(ann.key("2H")).to_be_disabled()


def test_without_an_answer_everything_is_kept(ann: Player) -> None:
    ann.take("7S 7H 7D")
    expect(ann.button("A set")).to_be_visible()
    ann.page.context.set_offline(True)
    ann.take("8D")
    expect(ann.page.get_by_text("No answer from the server.")).to_be_visible()
    expect(ann.page.locator("[name=cards]")).to_have_value("7S 7H 7D 8D")

    ann.page.context.set_offline(False)
    ann.take("9D")

    expect(ann.button("14 deadwood")).to_be_visible()
    expect(ann.page.get_by_text("No answer from the server.")).to_be_hidden()


def test_chosen_rules_decide_and_are_remembered_and_what_needs_no_cards_is_one_tap_away(ann: Player) -> None:
    others = ann.page.locator("#other-questions a").first
    pack = ann.page.get_by_role("toolbar")
    before = pack.bounding_box()
    ann.take("AS")
    expect(others).to_be_hidden()
    assert pack.bounding_box() == before
    ann.take("AS")
    ann.page.get_by_label("Rules", exact=True).select_option("oklahoma")
    expect(others).to_have_attribute("href", "/houses/oklahoma/disputes")
    expect(ann.page.locator("#rules")).to_have_attribute("href", "/houses/oklahoma")
    ann.take("6D")
    ann.take("AC 2C 3C 4D 5D 6D 7H 8H 9H 7S")
    expect(ann.button("Can’t knock: 7 deadwood (limit 6)")).to_be_visible()

    ann.page.goto("/judge")
    expect(ann.page.get_by_label("Rules", exact=True)).to_have_value("oklahoma")
    ann.take("6D")
    ann.tap(others)
    for fold in ("Ending a hand", "Only two cards are left in the stock. Who can still knock?"):
        ann.tap(ann.page.locator("summary", has_text=fold))
    ann.sees("can still knock or go gin")


KEYS_AND_LINKS = "main a, main .key, main .icon-key, main select, .top a, .actions button, .actions a"


def test_everything_before_the_judge_is_as_large_as_a_thumb_and_nothing_is_half_under_the_bar(
    ann: Player, subtests: pytest.Subtests
) -> None:
    ann.page.set_viewport_size({"width": 390, "height": 664})
    assert [each for each in small_targets(ann.page, KEYS_AND_LINKS) if min(each[1:]) < 44] == []
    for size in ("100%", "135%", "200%"):
        ann.page.evaluate("size => { document.documentElement.style.fontSize = size }", size)
        for card in ("AS", "KC"):
            ann.key(card).tap()
            expect(ann.page.locator("[aria-busy]")).to_have_count(0)
            with subtests.test(size, card=card):
                assert ann.page.evaluate(UNDER, ".is-open .tray__tab, #see") == []

    ann.page.evaluate("() => { document.documentElement.style.fontSize = '100%' }")
    ann.page.goto(SHOWDOWN)
    assert [each for each in small_targets(ann.page, KEYS_AND_LINKS) if min(each[1:]) < 44] == []


TURNS = """() => [...document.styleSheets].some(({ href }) => href?.endsWith("/turn_around.css"))"""
"""Whether what turns a verdict has been fetched."""

BEYOND = """screen => [...screen.querySelectorAll("*")].filter(each => {
  const { left, top, right, bottom } = each.getBoundingClientRect();
  return each.checkVisibility() && Math.max(-left, -top, right - innerWidth, bottom - innerHeight) > 0.5;
}).map(each => each.outerHTML.slice(0, 80))"""

SHORT = "/judge?house=pagat&cards=QSKSAS/7S7H7D"
OTHERS = [(320, 568, "100%"), (390, 664, "135%"), (844, 390, "135%")]
SCREENS = [(320, 568, "200%"), *(pytest.param(*each, marks=pytest.mark.full) for each in OTHERS)]


@pytest.mark.parametrize("width, height, size", SCREENS)
@pytest.mark.parametrize("path, head", [(SHOWDOWN, "undercuts: 9 against 10"), (SHORT, "1 of 2 groups")])
def test_a_turned_verdict_is_a_screen_of_its_own(
    ann: Player, axe: Check, width: int, height: int, size: str, path: str, head: str
) -> None:
    """Nothing of the page is seen, and all that is on the screen stays on it."""
    ann.page.set_viewport_size({"width": width, "height": height})
    ann.page.goto(path)
    ann.page.wait_for_function(TURNS)
    ann.page.evaluate("size => { document.documentElement.style.fontSize = size }", size)
    ann.press("Turn around")
    turned = ann.page.get_by_role("dialog", name=head)
    expect(turned).to_have_css("rotate", "180deg")
    assert turned.bounding_box() == {"x": 0, "y": 0, "width": width, "height": height}
    assert turned.evaluate(BEYOND) == []
    for part in (".verdict", ".card >> nth=0", ".resting li:visible"):
        expect(turned.locator(part)).to_be_in_viewport(ratio=1)
    axe(ann.page)


def test_it_turns_back_at_a_tap_or_by_the_keyboard(ann: Player) -> None:
    ann.page.goto(SHOWDOWN)
    ann.page.wait_for_function(TURNS)
    turned, button = ann.page.get_by_role("dialog"), ann.button("Turn around")
    ann.tap(button)
    ann.page.set_viewport_size({"width": 844, "height": 390})
    assert turned.evaluate(BEYOND) == []
    ann.tap(turned)
    expect(turned).to_have_count(0)
    button.press("Enter")
    ann.page.keyboard.press("Escape")
    expect(turned).to_have_count(0)
    expect(button).to_be_focused()


def test_what_is_wrong_leads_to_its_place(ann: Player, axe: Check) -> None:
    ann.page.goto(SHOWDOWN.replace("KSKDKC", "KSKDKS"))
    ann.sees("The knocker has K♠ twice.")
    in_both_colours(ann, axe)
    place = ann.page.locator("[data-tray=knocker]")
    expect(place).not_to_contain_class("is-open")
    ann.press("Please check one field")

    expect(place).to_contain_class("is-open")
    expect(ann.page.locator("#knocker-error")).to_be_in_viewport()


def test_in_a_match_whose_rules_need_the_upcard_the_judge_asks_for_it_first(app: Flask, phone: Phone) -> None:
    ann = Player(phone())
    ann.page.goto(match_path(app, rules=PRESETS["oklahoma"], preset="oklahoma") + "/judge")

    expect(ann.page.get_by_role("heading", name="Upcard")).to_be_visible()
    ann.sees("tap the first card turned up")
