"""A hand is saved once, despite double taps and network failures."""

from flask import Flask
from playwright.sync_api import Route, expect

from tests.browser.table import Check, Player, Sit, match_path
from tests.browser.waiting import IS_PATIENT, stop_clock

UNREACHED = "No answer from the server. Nothing here is lost."
UNTAKEN = "The server could not read this. Nothing here is lost."

WRITE_AND_SAVE_AT_ONCE = """() => {
  const { deadwood_1, save } = document.forms.hand.elements;
  deadwood_1.value = "31";
  deadwood_1.dispatchEvent(new Event("input", { bubbles: true }));
  save.click();
  return save.getAttribute("aria-busy");
}"""
"""A thumb faster than any server: it changes a count and saves in one and the same moment."""

SOON = 500
"""Milliseconds after which a page has asked for a preview."""

ANN_HAS_GIN, BOB_HAS_48 = "KS KC KD 5S 6S 7S 9C TC JC QC", "AS 3S 2H 4H 6H 8H TH QH AD 3D"


def counting(app: Flask, sit: Sit) -> Player:
    """Ann, about to save a hand that she entered by counts."""
    ann = sit.down()
    ann.page.add_init_script(IS_PATIENT)
    ann.page.goto(match_path(app) + "/hands/new?by=deadwood")
    ann.choose("Ann")
    ann.write(deadwood_0="8", deadwood_1="20")
    expect(ann.button("Save: Ann +12")).to_be_visible()
    return ann


def test_a_double_tap_and_a_reload_are_one_hand(app: Flask, sit: Sit) -> None:
    ann = counting(app, sit)
    sent: list[str] = []
    ann.page.on("request", lambda request: request.method == "POST" and sent.append(request.url))
    ann.button("Save: Ann +12").dblclick()
    ann.page.wait_for_url("**/m/*")
    ann.page.reload()

    expect(ann.hands).to_have_count(1)
    assert len(sent) == 1


def test_back_and_saved_again_is_one_hand_and_is_asked_about_if_it_was_changed(sit: Sit) -> None:
    ann = sit(at="/hands/new")
    ann.choose("Ann")
    ann.take(f"{ANN_HAS_GIN} {BOB_HAS_48}")
    expect(ann.button("Save: Ann +68")).to_be_visible()
    ann.page.get_by_role("link", name="Sheet").tap()
    ann.page.wait_for_url("**/m/*")
    ann.page.go_back()
    ann.sees("Ann goes gin, +68.")

    for _ in ("saved", "saved again"):
        ann.save("Save: Ann +68")
        expect(ann.hands).to_have_count(1)
        ann.page.go_back()
    ann.tap(ann.page.get_by_role("button", name="Bob 48 deadwood"))
    ann.take("AS KH")
    ann.press("Save: Ann +77")
    ann.sees("Ann goes gin, +68.", "Ann goes gin, +77.")
    ann.follow("Discard mine")
    expect(ann.hands).to_have_count(1)


def test_without_an_answer_everything_is_kept_and_can_be_saved_later(app: Flask, sit: Sit) -> None:
    """The phone's clock stands still: else the page may ask again while the hand is saved."""
    ann = sit.down()
    stop_clock(ann.page)
    ann.page.goto(match_path(app) + "/hands/new")
    ann.choose("Ann")
    ann.page.context.set_offline(True)
    ann.take("KS KC KD 5S 6S 7S 9C TC JC JD 2S 2C 2D 2H 8S 8C 8D 9S 7C AC")
    ann.page.clock.run_for(SOON)
    expect(ann.page.get_by_text(UNREACHED)).to_be_visible()
    ann.press("Save")
    expect(ann.button("Save")).to_be_visible()

    ann.page.context.set_offline(False)
    expect(ann.page.get_by_text(UNREACHED)).to_be_hidden()
    ann.save("Save: Bob +11")
    expect(ann.hands).to_have_count(1)


def test_without_an_answer_who_knocked_can_still_be_changed(app: Flask, sit: Sit) -> None:
    ann = counting(app, sit)
    ann.page.context.set_offline(True)
    ann.write(deadwood_1="21")
    expect(ann.page.get_by_text(UNREACHED)).to_be_visible()
    ann.choose("Bob")

    expect(ann.field("knocker").nth(1)).to_be_checked()


def test_without_an_answer_the_button_says_whose_cards_are_missing(app: Flask, sit: Sit) -> None:
    ann = sit.down()
    ann.page.add_init_script(IS_PATIENT)
    ann.page.goto(match_path(app) + "/hands/new?by=cards")
    ann.page.context.set_offline(True)
    ann.choose("Ann")
    ann.take(ANN_HAS_GIN)

    expect(ann.button("Bob’s cards")).to_be_visible()


def test_until_its_sum_is_known_the_button_keeps_its_name(app: Flask, sit: Sit, axe: Check) -> None:
    ann = counting(app, sit)
    ann.page.route("**/hands/new*", lambda route: None)
    ann.write(deadwood_1="30")
    expect(ann.page.locator("#save[aria-busy]")).to_have_accessible_name("Save: Ann +12 …")
    axe(ann.page)


def test_a_tap_before_the_sum_is_known_saves_once_what_the_form_says(app: Flask, sit: Sit) -> None:
    ann = counting(app, sit)
    held: list[Route] = []
    ann.page.route("**/hands/new*", lambda route: route.continue_() if held else held.append(route))
    with ann.page.expect_request("**/hands/new*"):
        assert ann.page.evaluate(WRITE_AND_SAVE_AT_ONCE) == "true"
    expect(ann.page.locator("#save")).to_have_accessible_name("Save: Ann +12 Saving …")
    ann.page.locator("#save").dispatch_event("click")
    held[0].continue_()

    ann.sees("Ann knocks, +23.")
    expect(ann.hands).to_have_count(1)


def test_what_is_changed_after_an_early_tap_is_shown_first(app: Flask, sit: Sit) -> None:
    ann = counting(app, sit)
    held: list[Route] = []
    ann.page.route("**/hands/new*", lambda route: held.append(route))
    assert ann.page.evaluate(WRITE_AND_SAVE_AT_ONCE) == "true"
    ann.page.unroute("**/hands/new*")
    ann.write(deadwood_1="30")

    ann.sees("Ann knocks, +22.")
    expect(ann.button("Save: Ann +22")).to_be_visible()


def test_what_the_server_does_not_take_is_kept(app: Flask, sit: Sit) -> None:
    ann = counting(app, sit)
    ann.page.context.clear_cookies()
    ann.write(deadwood_1="31")

    expect(ann.page.get_by_text(UNTAKEN)).to_be_visible()
    expect(ann.page.get_by_text(UNREACHED)).to_be_hidden()
    expect(ann.field("deadwood_0")).to_have_value("8")
    expect(ann.field("deadwood_1")).to_have_value("31")
    expect(ann.button("Save")).to_be_visible()
