"""A hand is saved once, despite double taps and network failures."""

import pytest
from flask import Flask
from playwright.sync_api import Route, expect

from tests.browser.table import Check, Phone, Player, match_path, sit_down

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

ANN_HAS_GIN, BOB_HAS_48 = "KS KC KD 5S 6S 7S 9C TC JC QC", "AS 3S 2H 4H 6H 8H TH QH AD 3D"

both = pytest.mark.parametrize("javascript", [True, False], ids=["with scripts", "without scripts"])


def counting(app: Flask, server: str, phone: Phone, javascript: bool = True) -> Player:
    """Ann, about to save a hand that she entered by counts."""
    ann = Player(sit_down(phone(javascript=javascript), app, server))
    ann.page.goto(match_path(app))
    ann.enter_deadwood()
    ann.choose("Ann")
    ann.write(deadwood_0="8", deadwood_1="20")
    ann.preview()
    expect(ann.button("Save: Ann +12")).to_be_visible()
    return ann


def with_cards(app: Flask, server: str, phone: Phone) -> Player:
    """Ann, about to save a hand that she entered by cards."""
    ann = Player(sit_down(phone(), app, server))
    ann.page.goto(match_path(app) + "/hands/new")
    ann.choose("Ann")
    ann.take(f"{ANN_HAS_GIN} {BOB_HAS_48}")
    expect(ann.button("Save: Ann +68")).to_be_visible()
    return ann


def sheet_of(ann: Player) -> str:
    """The address of the sheet that she writes on."""
    return ann.page.url.partition("/hands")[0]


@both
def test_a_double_tap_is_one_hand(app: Flask, server: str, phone: Phone, javascript: bool) -> None:
    ann = counting(app, server, phone, javascript)
    sheet = sheet_of(ann)
    ann.button("Save: Ann +12").dblclick()
    ann.page.wait_for_url("**/m/*")

    ann.page.goto(sheet)
    expect(ann.hands).to_have_count(1)


@both
def test_a_reload_after_saving_is_one_hand(app: Flask, server: str, phone: Phone, javascript: bool) -> None:
    ann = counting(app, server, phone, javascript)
    ann.save("Save: Ann +12")
    ann.page.reload()

    expect(ann.hands).to_have_count(1)


def test_back_and_saved_again_is_one_hand(app: Flask, server: str, phone: Phone) -> None:
    ann = with_cards(app, server, phone)
    ann.save("Save: Ann +68")
    ann.page.go_back()
    ann.save("Save: Ann +68")

    expect(ann.hands).to_have_count(1)


def test_back_changed_and_saved_again_is_asked_about(app: Flask, server: str, phone: Phone) -> None:
    ann = with_cards(app, server, phone)
    ann.save("Save: Ann +68")
    ann.page.go_back()
    ann.tap(ann.page.get_by_role("button", name="Bob 48 deadwood"))
    ann.take("AS KH")
    ann.press("Save: Ann +77")

    ann.sees("Ann goes gin, +68.", "Ann goes gin, +77.")
    ann.follow("Discard mine")
    expect(ann.hands).to_have_count(1)


def test_cards_are_still_there_when_one_comes_back(app: Flask, server: str, phone: Phone) -> None:
    ann = with_cards(app, server, phone)
    ann.page.get_by_role("link", name="Sheet").tap()
    ann.page.wait_for_url("**/m/*")
    ann.page.go_back()

    ann.sees("Ann goes gin, +68.")
    ann.save("Save: Ann +68")


def test_without_an_answer_everything_is_kept_and_can_be_saved_later(
    app: Flask, server: str, phone: Phone
) -> None:
    ann = counting(app, server, phone)
    ann.page.context.set_offline(True)
    ann.write(deadwood_1="31")

    expect(ann.page.get_by_text(UNREACHED)).to_be_visible()
    expect(ann.field("deadwood_0")).to_have_value("8")
    expect(ann.field("deadwood_1")).to_have_value("31")
    ann.press("Save")
    expect(ann.page.get_by_text(UNREACHED)).to_be_visible()
    ann.page.context.set_offline(False)
    expect(ann.page.get_by_text(UNREACHED)).to_be_hidden()
    ann.save("Save: Ann +23")
    expect(ann.hands).to_have_count(1)


def test_a_sum_that_nobody_has_seen_is_not_saved(app: Flask, server: str, phone: Phone) -> None:
    ann = counting(app, server, phone)

    assert ann.page.evaluate(WRITE_AND_SAVE_AT_ONCE) == "true"
    ann.sees("Ann knocks, +23.")
    ann.save("Save: Ann +23")
    expect(ann.hands).to_have_count(1)


def test_while_an_answer_is_awaited_the_main_button_keeps_its_name(
    app: Flask, server: str, phone: Phone, axe: Check
) -> None:
    ann = counting(app, server, phone)
    held: list[Route] = []
    ann.page.route("**/hands/new*", lambda route: held.append(route))
    ann.write(deadwood_1="31")

    expect(ann.page.locator("#save[aria-busy]")).to_have_accessible_name("Save: Ann +12 …")
    axe(ann.page)


def test_what_the_server_does_not_take_is_kept(app: Flask, server: str, phone: Phone) -> None:
    ann = counting(app, server, phone)
    ann.page.context.clear_cookies()
    ann.write(deadwood_1="31")

    expect(ann.page.get_by_text(UNTAKEN)).to_be_visible()
    expect(ann.page.get_by_text(UNREACHED)).to_be_hidden()
    expect(ann.field("deadwood_0")).to_have_value("8")
    expect(ann.field("deadwood_1")).to_have_value("31")
    expect(ann.button("Save")).to_be_visible()


def test_cards_tapped_without_a_network_are_kept(app: Flask, server: str, phone: Phone) -> None:
    ann = Player(sit_down(phone(), app, server))
    ann.page.goto(match_path(app) + "/hands/new")
    ann.choose("Ann")
    ann.page.context.set_offline(True)
    ann.take("KS KC KD 5S 6S 7S 9C TC JC JD 2S 2C 2D 2H 8S 8C 8D 9S 7C")
    expect(ann.page.get_by_text(UNREACHED)).to_be_visible()
    ann.page.context.set_offline(False)
    ann.take("AC")

    ann.save("Save: Bob +11")


def test_back_after_an_undo_sends_nothing(app: Flask, server: str, phone: Phone) -> None:
    ann = counting(app, server, phone)
    sheet = sheet_of(ann)
    ann.save("Save: Ann +12")
    ann.press("Undo")
    expect(ann.hands).to_have_count(0)
    ann.page.go_back()
    ann.page.go_forward()

    ann.page.goto(sheet)
    expect(ann.hands).to_have_count(0)
    ann.page.goto(f"{sheet}/history")
    expect(ann.page.get_by_role("heading", level=2)).to_have_count(2)


def test_back_after_sharing_sends_nothing(app: Flask, server: str, phone: Phone) -> None:
    ann = Player(sit_down(phone(), app, server))
    sheet = match_path(app)
    ann.page.goto(sheet)
    ann.follow("Share")
    ann.tap(ann.page.get_by_text("Make a new link"))
    ann.press("Turn off the old link")
    link = ann.page.locator("[data-address]")
    expect(link).not_to_contain_text(sheet)
    shared = link.inner_text()
    ann.page.go_back()
    ann.page.go_forward()

    expect(link).to_have_text(shared)
