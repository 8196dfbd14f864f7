"""Live pages: a saved hand appears on all phones without disturbing a reader, while the screen stays on."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest
from flask import Flask
from playwright.sync_api import Locator, Page, Route, expect

from models.gin.hand.scoring import Hand
from models.gin.rules.presets import PRESETS
from models.records.saving.seats import renew_link
from models.records.tables.shared import Link
from tests.browser.table import Phone, Player, Sit, match_path, play
from tests.browser.waiting import stop_clock
from tests.evening import Evening
from tests.records.table import ANN_KNOCKS, ANNS_PHONE, BOB_HAS_GIN, BOBS_PHONE, DEAD, match_at

NO_ANSWER = "No answer from the server since"
GONE = "This link no longer works. Ask for the new one."

HIDE = """hidden => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
"""The phone goes into a pocket and out of it again: a browser without a screen never hides a page."""

LONG = PRESETS["pagat"].but(target=5000)
TOURNAMENT = PRESETS["tournament"].but(target=20)

SOON = 2_000
"""Milliseconds after which a page polls again."""


def following(app: Flask, phone: Phone, *hands: Hand) -> tuple[Player, str]:
    """Carol, who follows a sheet that begins with *hands*, and its address. Her clock was stopped."""
    carol, sheet = Player(phone()), match_path(app, *hands)
    stop_clock(carol.page)
    carol.page.goto(sheet)
    return carol, sheet


def status(player: Player) -> Locator:
    """What is said over the bar when no answer comes."""
    return player.page.locator("#unreached")


@contextmanager
def without_a_network(page: Page, sheet: str) -> Iterator[None]:
    """For a while the phone has no network."""
    page.context.set_offline(True)
    yield
    page.context.set_offline(False)


def answering(answer: Callable[[Route], None]) -> Callable[[Page, str], AbstractContextManager[None]]:
    """For a while something else answers to the sheet's address."""

    @contextmanager
    def answered(page: Page, sheet: str) -> Iterator[None]:
        page.route(f"**{sheet}", answer)
        yield
        page.unroute(f"**{sheet}", answer)

    return answered


TROUBLES = {
    "no network": without_a_network,
    "a server that is gone": answering(lambda route: route.abort("connectionrefused")),
    "the page of somebody else’s network": answering(
        lambda route: route.fulfill(body="<h1>Welcome to our café</h1>", content_type="text/html")
    ),
}


def test_a_hand_appears_on_every_phone(app: Flask, sit: Sit, phone: Phone) -> None:
    sheet = Evening.begin(app, others=(BOBS_PHONE,)).path
    bob = sit.down(BOBS_PHONE)
    carol = Player(phone())
    for player in (bob, carol):
        player.page.goto(sheet)
    play(app, sheet, ANN_KNOCKS)
    for player in (bob, carol):
        player.sees("Ann knocks, +12.", "88 to go")
        expect(player.hands).to_have_count(1)
    expect(carol.page.get_by_role("button")).to_have_count(0)

    expect(bob.page.get_by_role("link", name="Enter hand 2")).to_be_visible()
    bob.page.goto(f"{sheet}/hands/new?by=deadwood")
    bob.choose("Bob")
    bob.write(deadwood_0="31", deadwood_1="4")
    bob.save("Save: Bob +27")
    carol.sees("Bob knocks, +27.", "73 to go")
    expect(carol.hands).to_have_count(2)


def test_a_new_hand_is_heard_and_does_not_move_what_is_being_read(app: Flask, phone: Phone) -> None:
    carol = Player(phone())
    sheet = match_path(app, *[ANN_KNOCKS] * 30, rules=LONG)
    carol.page.goto(sheet)
    heard = carol.page.locator("[role=status], [role=alert], [aria-live]")
    expect(heard).to_have_text(["", ""])
    play(app, sheet, BOB_HAS_GIN)
    expect(carol.hands).to_have_count(31)
    expect(heard).to_have_text(["Hand 31 saved. Bob goes gin, +38. Ann 360, Bob 38.", ""])
    expect(carol.hands.first).to_be_in_viewport()
    assert carol.page.evaluate("() => scrollY") == 0, "at the top, the new hand comes into view"

    fifth = carol.page.get_by_role("row").filter(has=carol.page.get_by_role("link", name="Hand 5: Knock"))
    fifth.evaluate("row => { row.scrollIntoView({ block: 'center' }); row.mine = true; }")
    place = fifth.bounding_box()
    play(app, sheet, BOB_HAS_GIN, DEAD)
    expect(carol.hands).to_have_count(33)
    assert fifth.bounding_box()["y"] == pytest.approx(place["y"], abs=1)
    assert fifth.evaluate("row => row.mine"), "it is the same line, not another one like it"


def test_what_is_open_stays_open_and_the_focus_where_it_is(app: Flask, phone: Phone) -> None:
    carol = Player(phone())
    sheet = match_path(app, BOB_HAS_GIN, BOB_HAS_GIN, rules=TOURNAMENT)
    carol.page.goto(sheet)
    first = carol.page.locator("summary", has_text="Game 1")
    carol.tap(first)
    first.focus()

    play(app, sheet, DEAD, BOB_HAS_GIN, ANN_KNOCKS)
    expect(carol.page.locator("summary", has_text="Game 2")).to_be_visible()
    expect(carol.page.locator("details", has=first)).to_have_attribute("open", "")
    expect(first).to_be_focused()


@pytest.mark.parametrize(
    "trouble",
    [
        "no network",
        *(pytest.param(each, marks=pytest.mark.full) for each in TROUBLES if each != "no network"),
    ],
)
def test_without_an_answer_the_sheet_says_since_when_and_finds_back(
    app: Flask, phone: Phone, trouble: str
) -> None:
    carol, sheet = Player(phone()), match_path(app, ANN_KNOCKS)
    carol.page.goto(sheet)
    with TROUBLES[trouble](carol.page, sheet):
        play(app, sheet, BOB_HAS_GIN)
        expect(status(carol)).to_contain_text(NO_ANSWER)
        carol.sees("Ann knocks, +12.")

    carol.sees("Bob goes gin, +38.")
    expect(status(carol)).to_be_hidden()


def test_a_renewed_link_leads_nowhere_and_is_asked_no_more(app: Flask, phone: Phone) -> None:
    carol, sheet = following(app, phone, ANN_KNOCKS)
    with app.app_context():
        renew_link(match_at(sheet), Link.VIEWING, ANNS_PHONE)
    carol.page.clock.run_for(SOON)

    expect(status(carol)).to_have_text(GONE)
    carol.sees("Ann knocks, +12.")
    asked = requests_of(carol.page)
    carol.page.clock.run_for(60_000)
    assert asked == []


def requests_of(page: Page) -> list[str]:
    """How often *page* asks what is new, from now on."""
    asked: list[str] = []
    page.on("request", lambda request: "/m/" in request.url and asked.append(request.url))
    return asked


def test_a_hidden_page_asks_for_nothing_and_a_page_that_is_back_at_once(app: Flask, phone: Phone) -> None:
    carol, sheet = following(app, phone)
    carol.page.evaluate(HIDE, True)
    play(app, sheet, ANN_KNOCKS)
    asked = requests_of(carol.page)
    carol.page.clock.run_for(60_000)
    assert asked == []

    carol.page.evaluate(HIDE, False)
    carol.page.clock.run_for(1)
    carol.sees("Ann knocks, +12.")


def test_a_slow_answer_is_waited_for_and_nothing_is_asked_twice(app: Flask, phone: Phone) -> None:
    carol, sheet = following(app, phone)
    held: list[Route] = []
    with answering(lambda route: held.append(route))(carol.page, sheet):
        with carol.page.expect_request(f"**{sheet}"):
            carol.page.clock.run_for(SOON)
        carol.page.clock.run_for(8_000)
        expect(status(carol)).to_contain_text(NO_ANSWER)
        assert len(held) == 1
        held[0].continue_()
        expect(status(carol)).to_be_hidden()


def test_without_an_answer_a_page_asks_less_and_less_often_and_at_once_with_a_network(
    app: Flask, phone: Phone
) -> None:
    carol, sheet = following(app, phone)
    asked = requests_of(carol.page)
    with TROUBLES["a server that is gone"](carol.page, sheet):
        for nth, wait in enumerate((2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000), 1):
            carol.page.clock.run_for(wait - 1)
            assert len(asked) == nth - 1
            with carol.page.expect_event("requestfailed"):
                carol.page.clock.run_for(1)
            carol.page.evaluate(ANOTHER_ANSWER)
            assert len(asked) == nth
    play(app, sheet, ANN_KNOCKS)
    carol.page.evaluate("() => dispatchEvent(new Event('online'))")
    carol.page.clock.run_for(1)

    carol.sees("Ann knocks, +12.")
    expect(status(carol)).to_be_hidden()


BUSY = answering(lambda route: route.fulfill(status=429, headers={"Retry-After": "3600"}))

ANOTHER_ANSWER = "async () => { await (await fetch('/outbox/token')).text(); }"
"""Asks for another page: when its answer is read, the one before it has been."""


def test_a_server_with_too_much_to_do_is_left_alone_as_long_as_it_says(app: Flask, phone: Phone) -> None:
    carol, sheet = following(app, phone)
    with BUSY(carol.page, sheet), carol.page.expect_response(f"**{sheet}"):
        carol.page.clock.run_for(SOON)
    carol.page.evaluate(ANOTHER_ANSWER)
    play(app, sheet, ANN_KNOCKS)
    asked = requests_of(carol.page)
    carol.page.clock.fast_forward(600_000)
    carol.page.evaluate(HIDE, False)
    carol.page.clock.fast_forward(600_000)
    assert asked == []

    carol.page.clock.fast_forward(3_600_000)
    carol.sees("Ann knocks, +12.")


LISTEN = """() => {
  window.locks = [];
  const held = () => locks.filter((lock) => !lock.released).length;
  const count = () => { document.documentElement.dataset.held = held(); };
  const { request } = WakeLock.prototype;
  WakeLock.prototype.request = async function (...asked) {
    const lock = await request.apply(this, asked);
    locks.push(lock);
    lock.addEventListener("release", count);
    count();
    return lock;
  };
}"""
"""Notes on the page how many of the locks that the browser granted still last."""

NO_LOCKS = "delete Navigator.prototype.wakeLock"
"""A browser that has none, or a page that came over plain http."""


def at_the_sheet(app: Flask, phone: Phone, *scripts: str) -> Player:
    """Carol, who watches."""
    carol = Player(phone(permissions=["screen-wake-lock"]))
    for script in scripts:
        carol.page.add_init_script(script)
    carol.page.goto(match_path(app))
    carol.open_more()
    return carol


def switch(player: Player) -> Locator:
    """What turns it off and on."""
    return player.page.get_by_role("switch", name="Keep the screen on")


def holds(player: Player, locks: int) -> None:
    """The browser has granted so many locks that still last."""
    expect(player.page.locator("html")).to_have_attribute("data-held", str(locks))


def test_the_screen_stays_on_until_it_is_switched_off(app: Flask, server: str, phone: Phone) -> None:
    carol = at_the_sheet(app, phone, f"({LISTEN})()")
    expect(switch(carol)).to_be_checked()
    holds(carol, 1)
    carol.page.evaluate(HIDE, True)
    carol.page.evaluate("() => locks[0].release()")
    holds(carol, 0)
    carol.page.evaluate(HIDE, False)
    holds(carol, 1)

    switch(carol).uncheck()
    holds(carol, 0)
    carol.page.reload()
    carol.open_more()
    expect(switch(carol)).not_to_be_checked()
    switch(carol).check()
    holds(carol, 1)


def test_nothing_is_offered_that_cannot_be_done(app: Flask, server: str, phone: Phone) -> None:
    carol = at_the_sheet(app, phone, NO_LOCKS)

    expect(carol.page.get_by_text("Keep the screen on")).to_be_hidden()
