"""What is half entered stays on the phone, whatever happens to script and network, and is saved once."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from flask import Flask
from playwright.sync_api import Page, Route, expect

from tests.browser.table import Check, Player, Sit, match_path
from tests.browser.waiting import IS_PATIENT, stop_clock
from tests.gin.table import knock
from tests.records.table import ANN_KNOCKS

TAKEN_UP = "Your unfinished hand is still here."
SAVED = "This hand is already saved."

BOB_KNOCKS = knock(4, 31, by=1)

KEPT = "() => Object.keys(localStorage).filter((name) => name.startsWith('draft:')).length"

NOWHERE_TO_KEEP = """Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("Not here.", "SecurityError"); }
});"""
"""A browser that was told to keep nothing."""

A_MONTH_LATER = """() => {
  const realNow = Date.now;
  Date.now = () => realNow() + 31 * 24 * 60 * 60 * 1000;
}"""


@pytest.fixture
def ann(sit: Sit) -> Player:
    """Ann, who keeps score."""
    return sit.down()


def entering(sit: Sit, by: str = "deadwood") -> Player:
    """Ann, about to enter the first hand of a match."""
    return sit(at=f"/hands/new?by={by}")


def half(ann: Player) -> None:
    """She has told who went out and one of the counts."""
    ann.choose("Ann")
    ann.write(deadwood_0="8")


def is_half(ann: Player) -> None:
    """What she told is there, and she is told so."""
    expect(ann.page.get_by_text(TAKEN_UP)).to_be_visible()
    expect(ann.page.get_by_role("radio", name="Ann", exact=True)).to_be_checked()
    expect(ann.field("deadwood_0")).to_have_value("8")
    expect(ann.field("deadwood_1")).to_have_value("")


def sheet_of(ann: Player) -> str:
    """The address of the sheet that she writes on."""
    return ann.page.url.partition("/hands")[0].partition("?")[0]


def back_at(ann: Player, address: str) -> Player:
    """Ann's phone after its tab was closed."""
    context = ann.page.context
    ann.page.wait_for_load_state()  # What is typed is a draft once the script runs.
    # A tab that is closed at once may not have stored its last word.
    ann.page.goto("about:blank")
    ann.page.close()
    page = context.new_page()
    page.goto(address)
    return Player(page)


@contextmanager
def losing_the_answer(page: Page) -> Iterator[None]:
    """The server hears what is sent, but its answer is lost on the way back."""

    def lose(route: Route) -> None:
        if route.request.method == "POST" and "save" in (route.request.post_data or ""):
            route.fetch(max_redirects=0)
            route.abort("internetdisconnected")
        else:
            route.continue_()

    page.route("**/hands/new*", lose)
    cookies = page.context.cookies()
    with page.expect_event("requestfailed"):
        yield
    page.context.clear_cookies()
    page.context.add_cookies(cookies)


def test_a_half_entered_hand_survives_a_reload_until_one_starts_again(sit: Sit) -> None:
    ann = entering(sit)
    expect(ann.page.get_by_role("heading", level=1)).to_contain_text("Hand 1")
    assert ann.page.evaluate(KEPT) == 0, "nothing is kept of a page that was only opened"
    half(ann)
    ann.page.reload()
    is_half(ann)

    ann.press("Clear")
    expect(ann.page.get_by_text(TAKEN_UP)).to_be_hidden()
    expect(ann.field("deadwood_0")).to_have_value("")
    expect(ann.page.get_by_role("radio", name="Ann", exact=True)).not_to_be_checked()
    assert ann.page.evaluate(KEPT) == 0


@pytest.mark.full
def test_what_was_left_for_a_month_is_dropped(sit: Sit) -> None:
    ann = entering(sit)
    half(ann)
    ann.page.add_init_script(f"({A_MONTH_LATER})()")
    ann.page.reload()

    expect(ann.field("deadwood_0")).to_have_value("")
    expect(ann.page.get_by_text(TAKEN_UP)).to_be_hidden()


def test_cards_that_were_tapped_or_laid_off_survive_a_closed_tab(sit: Sit) -> None:
    ann = entering(sit, by="cards")
    address = ann.page.url
    ann.choose("Ann")
    ann.take("KS KC KD 5S 6S 7S 9C TC JC JD 2S 2C 2D")

    ann = back_at(ann, address)
    expect(ann.page.get_by_text(TAKEN_UP)).to_be_visible()
    ann.sees("Ann knocks with 10", "Bob 3 of 10")
    ann.take("2H 8S 8C 8D 9S 7C AC")
    expect(ann.button("Save: Bob +11")).to_be_visible()
    ann.tap(ann.page.get_by_text("Change melds or lay-offs"))
    ann.press("9 of spades, lay off")
    expect(ann.button("Save: Ann +8")).to_be_visible()

    ann.page.reload()
    ann.tap(ann.page.get_by_text("Change melds or lay-offs"))
    expect(ann.button("Best lay-offs")).to_be_visible()
    ann.save("Save: Ann +8")
    expect(ann.hands).to_have_count(1)


def test_it_is_one_hand_whether_by_cards_or_by_counts(sit: Sit) -> None:
    ann = entering(sit, by="cards")
    ann.choose("Ann")
    ann.take("KS KC KD")
    ann.press("Numbers")
    ann.write(deadwood_0="8")

    ann = back_at(ann, sheet_of(ann) + "/hands/new?by=deadwood")
    is_half(ann)
    ann.press("Cards")
    ann.sees("Ann 3 of 10")


def test_going_back_to_a_saved_hand_says_that_it_is_saved(sit: Sit) -> None:
    ann = entering(sit)
    half(ann)
    ann.write(deadwood_1="20")
    ann.save("Save: Ann +12")
    expect(ann.page.locator("#announced")).to_have_text("Hand 1 saved. Ann knocks, +12. Ann 12, Bob 0.")
    ann.page.go_back()
    expect(ann.page.get_by_text(SAVED)).to_be_visible()
    expect(ann.page.get_by_text(TAKEN_UP)).to_be_hidden()
    expect(ann.field("deadwood_0")).to_have_value("8")
    ann.save("Save: Ann +12")
    expect(ann.hands).to_have_count(1)

    ann.follow("Enter hand 2")
    expect(ann.page.get_by_text(TAKEN_UP)).to_be_hidden()
    expect(ann.field("deadwood_0")).to_have_value("")
    ann.save("Nobody – save a dead hand")
    ann.page.go_back()
    expect(ann.page.get_by_text(SAVED)).to_be_visible()
    ann.save("Save: dead hand")
    expect(ann.hands).to_have_count(2)


def test_a_hand_whose_saving_got_no_answer_is_still_there_and_is_one_hand(sit: Sit) -> None:
    ann = entering(sit)
    address = ann.page.url
    half(ann)
    ann.write(deadwood_1="20")
    expect(ann.button("Save: Ann +12")).to_be_visible()
    with losing_the_answer(ann.page):
        ann.press("Save: Ann +12")
    ann.page.close()

    ann = Player(ann.page.context.new_page())
    ann.page.goto(address)
    expect(ann.page.get_by_text(TAKEN_UP)).to_be_visible()
    ann.save("Save: Ann +12")
    expect(ann.hands).to_have_count(1)
    ann.follow("Enter hand 2")
    expect(ann.page.get_by_text(TAKEN_UP)).to_be_hidden()


def test_a_draft_made_for_an_older_sheet_is_shown_beside_what_came_between(sit: Sit) -> None:
    ann = entering(sit)
    sheet = sheet_of(ann)
    half(ann)
    sit.play(sheet, BOB_KNOCKS)

    ann = back_at(ann, f"{sheet}/hands/new?by=deadwood")
    is_half(ann)
    ann.write(deadwood_1="20")
    ann.press("Save: Ann +12")
    ann.sees("Bob knocks, +27.", "Ann knocks, +12.")
    ann.press("Change mine first")
    expect(ann.field("deadwood_0")).to_have_value("8")
    ann.write(deadwood_1="30")

    sit.play(sheet, BOB_KNOCKS)
    ann.press("Save: Ann +22")
    ann.sees("Bob knocks, +27.", "Ann knocks, +22.")
    ann.press("Add mine as hand 3 too")
    expect(ann.hands).to_have_count(3)
    ann.follow("Enter hand 4")
    expect(ann.page.get_by_text(TAKEN_UP)).to_be_hidden()


def test_a_correction_has_a_draft_of_its_own(app: Flask, ann: Player) -> None:
    sheet = match_path(app, ANN_KNOCKS)
    ann.page.goto(f"{sheet}/hands/1/correct")
    ann.write(deadwood_1="28")
    ann.page.goto(f"{sheet}/hands/new?by=deadwood")
    expect(ann.page.get_by_text(TAKEN_UP)).to_be_hidden()

    ann.page.goto(f"{sheet}/hands/1/correct")
    expect(ann.page.get_by_text(TAKEN_UP)).to_be_visible()
    expect(ann.field("deadwood_1")).to_have_value("28")
    ann.save("Save: Ann +20")
    ann.page.goto(f"{sheet}/hands/1/correct")
    expect(ann.page.get_by_text(TAKEN_UP)).to_be_hidden()


def test_a_phone_that_keeps_nothing_enters_hands_all_the_same(app: Flask, ann: Player) -> None:
    ann.page.add_init_script(NOWHERE_TO_KEEP)
    ann.page.goto(match_path(app) + "/hands/new?by=deadwood")
    half(ann)
    ann.write(deadwood_1="20")
    ann.save("Save: Ann +12")

    expect(ann.hands).to_have_count(1)


LINE_TAKEN_UP = "What you entered is still here."


def test_a_half_entered_penalty_survives_a_closed_tab_and_counts_once(app: Flask, ann: Player) -> None:
    sheet = match_path(app, ANN_KNOCKS)
    ann.page.goto(f"{sheet}/lines/new?kind=penalty")
    ann.choose("Ann")
    ann.choose("A card was shown")
    ann.write(points="15", reason="twice tonight")

    ann = back_at(ann, f"{sheet}/lines/new?kind=penalty")
    expect(ann.page.get_by_text(LINE_TAKEN_UP)).to_be_visible()
    expect(ann.field("reason")).to_have_value("twice tonight")
    ann.save("Save: Bob +15")
    expect(ann.hands).to_have_count(2)

    ann.page.go_back()
    expect(ann.page.get_by_text("This is already saved.")).to_be_visible()
    ann.save("Save: Bob +15")
    expect(ann.hands).to_have_count(2)
    ann.page.goto(f"{sheet}/lines/new?kind=penalty")
    expect(ann.page.get_by_text(LINE_TAKEN_UP)).to_be_hidden()
    expect(ann.field("points")).to_have_value("")


def test_each_kind_of_line_has_a_draft_of_its_own(app: Flask, ann: Player) -> None:
    new = match_path(app) + "/lines/new?kind="
    ann.page.goto(new + "paper")
    ann.write(points_0_0="62", points_0_1="40")
    ann.page.goto(new + "penalty")
    expect(ann.page.get_by_text(LINE_TAKEN_UP)).to_be_hidden()
    expect(ann.field("points")).to_have_value("")
    ann.choose("A card was shown")

    # A penalty that the address names is not replaced by a draft.
    ann.page.goto(f"{new}penalty&for=false_knock")
    expect(ann.page.get_by_role("radio", name="False knock")).to_be_checked()
    ann.write(reason="the ten did not fit")
    ann.page.reload()
    expect(ann.field("reason")).to_have_value("the ten did not fit")

    ann.page.goto(new + "paper")
    expect(ann.page.get_by_text(LINE_TAKEN_UP)).to_be_visible()
    ann.sees("Carried over from paper: Ann 62, Bob 40.")
    ann.press("Clear")
    expect(ann.field("points_0_0")).to_have_value("")


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
    ann.follow("This is right")
    expect(ann.hands).to_have_count(1)


def test_without_an_answer_everything_is_kept_and_can_be_saved_later(app: Flask, ann: Player) -> None:
    """The phone's clock stands still: else the page may ask again while the hand is saved."""
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


def test_without_an_answer_the_button_says_whose_cards_are_missing(app: Flask, ann: Player) -> None:
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


def paints_at_once(route: Route) -> None:
    """The page as a browser shows it that knows nothing of waiting for scripts."""
    if route.request.resource_type != "document":
        return route.fallback()
    reply = route.fetch()
    return route.fulfill(response=reply, body=reply.text().replace(' blocking="render"', ""))


@contextmanager
def scripts_held_back(page: Page) -> Iterator[None]:
    """The scripts of the page that is opened now come only at the end."""
    held: list[Route] = []
    page.route("**", paints_at_once)
    page.route("**/static/**/*.js", lambda route: held.append(route))
    yield
    assert held, "the scripts were asked for"
    page.unroute("**/static/**/*.js")
    for route in held:
        route.continue_()
    page.wait_for_load_state()
    page.unroute("**")


def opened(player: Player, path: str) -> Player:
    """*player*, who sees the page without waiting for its scripts."""
    player.page.goto(path, wait_until="commit")
    return player


def choose(player: Player, name: str, value: str) -> None:
    """Taps one of several choices of a page that has not loaded yet."""
    player.tap(player.page.locator(f'label:has([name={name}][value="{value}"])'))


def test_a_half_entered_hand_is_a_draft_at_once(app: Flask, ann: Player) -> None:
    numbers = match_path(app) + "/hands/new?by=deadwood"
    with scripts_held_back(ann.page):
        opened(ann, numbers)
        choose(ann, "knocker", "0")
        ann.field("deadwood_0").fill("8")
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("Bob’s deadwood")

    ann = back_at(ann, numbers)
    is_half(ann)
    with scripts_held_back(ann.page):
        ann.page.reload(wait_until="commit")
        ann.field("deadwood_1").fill("20")
        ann.field("deadwood_0").fill("7")
    ann = back_at(ann, numbers)
    expect(ann.field("deadwood_0")).to_have_value("7")
    ann.save("Save: Ann +13")


def test_going_back_brings_nothing_of_a_saved_hand_into_the_next_one(app: Flask, ann: Player) -> None:
    ann.page.add_init_script("addEventListener('unload', () => {})")  # no page stays in memory as it was
    ann.page.goto(match_path(app) + "/hands/new?by=deadwood")
    half(ann)
    ann.write(deadwood_1="20")
    ann.save("Save: Ann +12")
    ann.page.goto(ann.page.url.partition("?")[0] + "/hands/new?by=deadwood")
    ann.choose("Bob")
    ann.write(deadwood_1="5")
    ann.page.go_back()
    ann.page.go_back()

    expect(ann.page.get_by_role("radio", name="Bob", exact=True)).to_be_checked()
    expect(ann.field("deadwood_0")).to_have_value("")
    expect(ann.field("deadwood_1")).to_have_value("5")


def test_a_digit_goes_where_the_ones_before_it_went(app: Flask, ann: Player) -> None:
    with scripts_held_back(ann.page):
        opened(ann, match_path(app) + "/hands/new?by=deadwood")
        choose(ann, "knocker", "0")
        ann.field("deadwood_1").press_sequentially("2")
    ann.page.keyboard.type("0")
    ann.press("5")
    expect(ann.field("deadwood_1")).to_have_value("205")
    expect(ann.field("deadwood_0")).to_have_value("")


def test_cards_go_on_being_typed(app: Flask, ann: Player) -> None:
    cards = match_path(app) + "/hands/new?by=cards"
    with scripts_held_back(ann.page):
        opened(ann, cards)
        choose(ann, "knocker", "0")
        ann.field("cards_0").press_sequentially("KS KC")
    expect(ann.field("cards_0")).to_be_focused()
    expect(ann.field("cards_0")).to_be_visible()
    ann.page.keyboard.type(" KD 5S")
    expect(ann.field("cards_0")).to_have_value("KS KC KD 5S")

    ann = back_at(ann, cards)
    ann.sees("Ann 4 of 10")


def test_a_penalty_is_a_draft_and_previewed_at_once(app: Flask, ann: Player) -> None:
    penalty = match_path(app, ANN_KNOCKS) + "/lines/new?kind=penalty"
    with scripts_held_back(ann.page):
        opened(ann, penalty)
        choose(ann, "player", "0")
        choose(ann, "fault", "exposed_card")
        ann.field("points").fill("8+7")
    expect(ann.button("Save: Bob +15")).to_be_visible()

    ann = back_at(ann, penalty)
    expect(ann.page.get_by_text(LINE_TAKEN_UP)).to_be_visible()
    expect(ann.field("points")).to_have_value("8+7")
    expect(ann.page.locator("#points-sum")).to_have_text("8+7 = 15")


def test_the_judge_answers_by_the_rules_that_were_chosen(ann: Player) -> None:
    with scripts_held_back(ann.page):
        opened(ann, "/judge")
        ann.page.locator("#house").select_option("oklahoma")
    expect(ann.page.locator('[data-tray="upcard"]')).to_be_visible()
    ann.page.goto("/judge")
    expect(ann.page.locator("#house")).to_have_value("oklahoma")


def test_rules_are_previewed_and_no_number_is_lost(ann: Player) -> None:
    opened(ann, "/houses")
    ann.follow("Make your own rules")
    for bonus in (30, 35):
        with scripts_held_back(ann.page):
            ann.page.reload(wait_until="commit")
            ann.tap(ann.page.get_by_role("heading", name="What a hand scores"))
            ann.field("gin_bonus").fill(str(bonus))
        expect(ann.page.locator("#gin_bonus-note")).to_contain_text(f"now: Ann +{24 + bonus}")
        expect(ann.field("gin_bonus")).to_have_value(str(bonus))


def test_a_new_match_says_what_was_chosen(ann: Player) -> None:
    with scripts_held_back(ann.page):
        opened(ann, "/matches/new")
        ann.field("name_0").fill("Ann")
        ann.page.locator(".opens:has([name=house]) > summary").tap()
        ann.tap(ann.page.locator("summary", has_text="More rules"))
        choose(ann, "house", "oklahoma")
    expect(ann.page.locator("[data-chosen]").last).to_contain_text("Oklahoma")
    expect(ann.page.locator("#first_dealer")).to_contain_text("Ann")


def test_settings_are_shown_as_they_were_chosen(ann: Player) -> None:
    with scripts_held_back(ann.page):
        opened(ann, "/settings")
        choose(ann, "theme", "dark")
    expect(ann.page.locator("html")).to_have_attribute("data-theme", "dark")
