"""The judge on a phone: tapped cards, verdicts and common disputes."""

import re

import pytest
from flask import Flask
from playwright.sync_api import Route, expect

from models.gin.presets import PRESETS
from tests.browser.table import Check, Phone, Player, match_path

ANN_KNOCKS, BOB_UNDERCUTS = "KS KC KD 5S 6S 7S 9C TC JC JD", "2S 2C 2D 2H 8S 8C 8D 9S 7C AC"
SHOWDOWN = "/judge?house=pagat&knocker=KSKDKC/5S6S7S/9CTCJC&left=JD&cards=2S8S9S2H2D8DAC2C7C8C"

DISPUTES = [
    ("fournier", "You went gin. Can I lay off?", "Gin: the defender has 9 deadwood"),
    ("pagat", "You have two loose twos. Can I lay off my two on them?", "The knocker wins: 4 against 62"),
    ("rummytalk", "The upcard is an ace. Can I knock with 1?", "Knocked with 1: not a knock"),
    ("oklahoma", "The upcard is a spade. Are bonuses and boxes doubled?", "Doubled for the spade"),
]


@pytest.fixture
def ann(phone: Phone) -> Player:
    """Ann, who asks the judge."""
    ann = Player(phone())
    ann.page.goto("/judge")
    return ann


def asked(ann: Player, query: str) -> None:
    """The address bar has the address of this question."""
    expect(ann.page).to_have_url(re.compile(re.escape(f"/judge?house={query}") + "$"))


def test_a_dispute_is_shown_with_cards(phone: Phone, axe: Check, subtests: pytest.Subtests) -> None:
    """One of each kind; tests/views/judge/test_disputes.py has the verdict on all of them."""
    ann = Player(phone())
    for house, question, said in DISPUTES:
        with subtests.test(house=house, question=question):
            ann.page.goto(f"/houses/{house}")
            ann.tap(ann.page.get_by_role("link", name=question))

            ann.sees(said)
            expect(ann.page.get_by_role("heading", level=2)).to_have_count(1)
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


def test_a_showdown_is_tapped(ann: Player, axe: Check) -> None:
    ann.choose("Both hands")
    ann.take(ANN_KNOCKS)
    expect(ann.button("The defender: 10 more cards")).to_be_visible()
    ann.take(BOB_UNDERCUTS)
    axe(ann.page)

    ann.press("The defender undercuts: 9 against 10")

    ann.sees("8♠ on 5♠ 6♠ 7♠, breaking the eights", "The defender scores")
    assert ann.page.url.endswith(SHOWDOWN)
    axe(ann.page)


def test_suit_signs_on_the_main_button_have_the_colour_of_its_words(ann: Player) -> None:
    ann.take("KS KC KD 5S 6S 7S 9C TC JC QC 4C")
    gin = ann.page.locator(".button--main", has_text="Gin: discard")
    club = gin.locator(".C")
    expect(club).to_be_visible()
    colour = "(element) => getComputedStyle(element).color"

    assert club.evaluate(colour) == gin.evaluate(colour)


def test_groups_are_laid_apart(ann: Player) -> None:
    ann.take("QS KS AS")
    ann.press("Next meld: the next cards you tap form a new group")
    ann.take("7S 7H 7D 7C")
    expect(ann.button("1 of 2 groups is not a meld")).to_be_visible()
    asked(ann, "pagat&cards=QSKSAS/7S7H7D7C")

    ann.take("7C")

    asked(ann, "pagat&cards=QSKSAS/7S7H7D")


def test_cards_are_typed_on_a_phone_too(ann: Player) -> None:
    ann.press("Type the cards")
    ann.write(cards="qs ks as / 7s 7h 7d")

    expect(ann.button("1 of 2 groups is not a meld")).to_be_visible()
    ann.press("Tap the cards")
    ann.take("7C")
    asked(ann, "pagat&cards=QSKSAS/7S7H7D7C")


def test_typed_runs_stay_when_another_card_is_tapped(ann: Player) -> None:
    ann.press("Type the cards")
    ann.write(cards="5S-8S / 2-4d / 5C-7C-9C")
    ann.press("Tap the cards")
    ann.take("5D 6S")

    expect(ann.page.locator("[name=cards]")).to_have_value("5S 7S 8S / 2D 3D 4D / 5C-7C-9C 5D")


def test_answers_out_of_turn_are_dropped_and_no_card_is_lost(ann: Player) -> None:
    """The first answers come last; the cards and the verdict are those of the last tap."""
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


def test_rules_are_remembered_and_ask_for_the_upcard(ann: Player) -> None:
    ann.take("AC 2C 3C 4D 5D 6D 7H 8H 9H 7S")
    expect(ann.button("Can knock with 7")).to_be_visible()
    ann.page.get_by_label("Rules", exact=True).select_option("oklahoma")
    ann.take("6D")
    expect(ann.button("Can’t knock: 7 deadwood (limit 6)")).to_be_visible()

    ann.page.goto("/judge")

    expect(ann.page.get_by_label("Rules", exact=True)).to_have_value("oklahoma")


def test_what_is_wrong_leads_to_its_place(ann: Player) -> None:
    ann.page.goto("/judge?house=pagat&cards=7S7S7H")

    ann.sees("This hand has 7♠ twice.")
    expect(ann.button("See what is wrong")).to_be_visible()


def test_cards_are_changed_after_the_verdict(ann: Player) -> None:
    ann.page.goto(SHOWDOWN)
    ann.follow("Change cards")
    ann.press("Clear")
    asked(ann, "pagat&ask=showdown")

    ann.choose("One hand")
    ann.take("7S 7H 7D")

    expect(ann.button("A set")).to_be_visible()


def test_a_verdict_is_passed_on(ann: Player, phone: Phone) -> None:
    ann.page.goto(SHOWDOWN)
    address = ann.page.get_by_label("Share", exact=True).input_value()
    bob = Player(phone(javascript=False, dark=True))

    bob.page.goto(address)

    assert address == ann.page.url
    bob.sees("The defender undercuts: 9 against 10", "The defender scores 11")


def test_without_scripts(phone: Phone, axe: Check) -> None:
    ann = Player(phone(javascript=False))
    ann.page.goto("/judge")
    axe(ann.page)
    ann.choose("Both hands")
    ann.write(knocker="KS KC KD / 5S 6S 7S / 9C TC JC", left="JD", cards=BOB_UNDERCUTS)
    ann.press("Ask the judge")

    ann.sees("The defender undercuts: 9 against 10")
    axe(ann.page)
    ann.write(left="JH")
    ann.press("Ask the judge")
    ann.sees("The defender undercuts: 9 against 10")
    ann.write(left="7C")
    ann.press("Ask the judge")

    ann.sees("7♣ can’t be in both hands.")
    expect(ann.field("left")).to_have_value("7C")
    axe(ann.page)


@pytest.mark.parametrize("path", ["/judge", SHOWDOWN, "/judge?house=pagat&cards=QSKSAS/5S6S7H"])
def test_axe_finds_nothing(phone: Phone, axe: Check, path: str) -> None:
    page = phone()
    page.goto(path)
    expect(page.locator("html.live")).to_have_count(1)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        axe(page)


def test_the_pack_fits_with_both_trays_above_it(ann: Player) -> None:
    ann.choose("Both hands")
    expect(ann.key("KC")).to_be_visible()

    height = ann.page.evaluate("document.documentElement.scrollHeight")

    assert height <= 844


def test_it_prints_as_a_verdict(phone: Phone) -> None:
    page = phone()
    page.goto(SHOWDOWN)
    page.emulate_media(media="print")

    expect(page.get_by_role("heading", name="The defender undercuts: 9 against 10")).to_be_visible()
    expect(page.locator("#ask")).to_be_hidden()
    expect(page.locator(".actions")).to_be_hidden()
    expect(page.get_by_text(SHOWDOWN)).to_be_visible()


def test_saved_rules_can_be_chosen_for_the_judge(phone: Phone, axe: Check) -> None:
    ann = Player(phone())
    ann.page.goto("/houses/own?from=pagat&name=Our+kitchen&layoff_vs_gin=true")
    ann.press("Save on this phone")
    ann.follow("Ask the judge about a hand")
    expect(ann.field("house").locator("option:checked")).to_have_text("Our kitchen")
    ann.page.goto("/judge")
    ann.field("house").select_option(label="Our kitchen")
    expect(ann.page).to_have_url(re.compile(r"/judge\?from=pagat&name=Our\+kitchen&"))

    ann.page.goto("/houses/own?from=pagat&name=Our+kitchen&layoff_vs_gin=true")
    ann.tap(ann.page.get_by_role("link", name="You went gin. Can I lay off?"))

    ann.sees("Gin: the defender has 9 deadwood", "The rule Our kitchen")
    axe(ann.page)


def test_what_is_decided_without_cards_is_one_tap_away_and_follows_the_rules(ann: Player) -> None:
    others = ann.page.locator("#other-questions")
    pack = ann.page.get_by_role("toolbar")
    before = pack.bounding_box()
    ann.take("AS")
    expect(others).to_be_hidden()
    assert pack.bounding_box() == before
    ann.take("AS")
    ann.page.select_option("#house", "rummytalk")
    expect(others).to_have_attribute("href", "/houses/rummytalk#disputes")
    expect(ann.page.locator("#rules")).to_have_attribute("href", "/houses/rummytalk")
    ann.take("7S")
    ann.tap(others)

    ann.sees("Only two cards are left in the stock. Who can still knock?")


@pytest.mark.parametrize("javascript", [True, False], ids=["with scripts", "without"])
def test_in_a_match_whose_rules_need_the_upcard_the_judge_asks_for_it(
    app: Flask, phone: Phone, javascript: bool
) -> None:
    ann = Player(phone(javascript=javascript))
    ann.page.goto(match_path(app, rules=PRESETS["oklahoma"], house="oklahoma") + "/judge")

    expect(ann.page.get_by_role("heading", name="Upcard")).to_be_visible()
    if javascript:
        ann.sees("tap the first card turned up")
    else:
        expect(ann.field("upcard")).to_be_visible()
