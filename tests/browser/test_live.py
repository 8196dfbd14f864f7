"""Live pages: a hand saved on one phone appears on all others without disturbing a reader."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread
from urllib.parse import urlsplit

import pytest
from flask import Flask
from playwright.sync_api import Locator, Page, Route, expect

from models.gin.presets import PRESETS
from models.gin.sheet import Hand
from models.records import (
    Entry,
    Match,
    add_hand,
    find_match,
    new_entry_id,
    renew_watching,
    take_seat,
)
from tests.browser.table import Phone, Player, match_path, sit_down
from tests.records.table import ANN_KNOCKS, ANNS_PHONE, BOB_HAS_GIN, BOBS_PHONE, DEAD
from views.server.waitress_server import make_server

NO_ANSWER = "No answer from the server since"
GONE = "This link no longer works. Ask for the new one."

HIDE = """hidden => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
"""The phone goes into a pocket and out of it again: a browser without a screen never hides a page."""


class House:
    """A server that can be stopped, and started again where it was."""

    def __init__(self, app: Flask) -> None:
        self.app, self.port = app, 0
        self.start()

    def start(self) -> None:
        """Lets people in."""
        self.served = make_server(self.app, "127.0.0.1", self.port, threads=4)
        self.port = self.served.effective_port
        self.thread = Thread(target=self.served.run)
        self.thread.start()

    def stop(self) -> None:
        """Closes every door."""
        self.served.stop()
        self.thread.join()
        self.served.close()


@pytest.fixture
def house(app: Flask) -> Iterator[House]:
    """The server of this table."""
    house = House(app)
    yield house
    house.stop()


@pytest.fixture
def server(house: House) -> str:
    """Its address."""
    return f"http://127.0.0.1:{house.port}"


LONG = PRESETS["pagat"].but(target=5000)
TOURNAMENT = PRESETS["tournament"].but(target=20)


def match_at(sheet: str) -> Match:
    """The match that a sheet's address leads to."""
    match = find_match(urlsplit(sheet).path.rpartition("/")[2])
    assert match is not None
    return match


def play(app: Flask, sheet: str, *hands: Hand) -> None:
    """Somebody writes hands, on whatever phone."""
    with app.app_context():
        for hand in hands:
            match = match_at(sheet)
            add_hand(match, hand, Entry(new_entry_id(), match.version, ANNS_PHONE))


def follow(player: Player, sheet: str) -> None:
    """Opens a sheet, and has all that it needs to follow the table."""
    player.page.goto(sheet, wait_until="networkidle")


def following(app: Flask, phone: Phone, *hands: Hand) -> tuple[Player, str]:
    """Carol, who follows a sheet that begins with *hands*, and its address. Her clock is ours."""
    carol, sheet = Player(phone()), match_path(app, *hands)
    carol.page.clock.install()
    follow(carol, sheet)
    return carol, sheet


def bobs(page: Page, app: Flask, server: str, sheet: str) -> Player:
    """Bob with a phone that has a seat of its own."""
    with app.app_context():
        take_seat(match_at(sheet), BOBS_PHONE)
    return Player(sit_down(page, app, server, BOBS_PHONE))


def status(player: Player) -> Locator:
    """What is said over the bar when no answer comes."""
    return player.page.locator("#unreached")


def enter(player: Player, who: str, deadwood_0: str, deadwood_1: str, words: str) -> None:
    """Enters a hand by counts, and saves it."""
    player.page.goto(player.page.url + "/hands/new?by=deadwood")
    player.choose(who)
    player.write(deadwood_0=deadwood_0, deadwood_1=deadwood_1)
    player.save(words)


@contextmanager
def answering(page: Page, sheet: str, answer: Callable[[Route], None]) -> Iterator[None]:
    """For a while something else answers to the sheet's address."""
    page.route(f"**{urlsplit(sheet).path}", answer)
    yield
    page.unroute(f"**{urlsplit(sheet).path}", answer)


def test_three_phones_at_one_table(app: Flask, server: str, phone: Phone) -> None:
    sheet = match_path(app)
    ann = Player(sit_down(phone(), app, server))
    bob = bobs(phone(), app, server, sheet)
    carol = Player(phone())
    for player in (ann, bob, carol):
        follow(player, sheet)
    enter(ann, "Ann", "8", "20", "Save: Ann +12")

    for player in (bob, carol):
        player.sees("Ann knocks, +12.", "88 to go")
        expect(player.hands).to_have_count(1)
    expect(bob.page.get_by_role("link", name="Enter hand 2")).to_be_visible()
    expect(carol.page.get_by_role("button")).to_have_count(0)
    enter(bob, "Bob", "31", "4", "Save: Bob +27")
    for player in (ann, carol):
        player.sees("Bob knocks, +27.", "73 to go")
        expect(player.hands).to_have_count(2)


def test_what_is_new_is_heard_as_one_sentence(app: Flask, server: str, phone: Phone) -> None:
    carol = Player(phone())
    sheet = match_path(app, ANN_KNOCKS)
    follow(carol, sheet)
    heard = carol.page.locator("[role=status], [role=alert], [aria-live]")
    expect(heard).to_have_text(["", ""])

    play(app, sheet, BOB_HAS_GIN)
    expect(heard).to_have_text(["Bob goes gin, +38. Ann 12, Bob 38.", ""])


def test_a_new_hand_does_not_move_what_is_being_read(app: Flask, server: str, phone: Phone) -> None:
    carol = Player(phone())
    sheet = match_path(app, *[ANN_KNOCKS] * 30, rules=LONG)
    follow(carol, sheet)
    fifth = carol.page.get_by_role("row", name="5 Knock", exact=False).last
    fifth.evaluate("row => { row.scrollIntoView({ block: 'center' }); row.mine = true; }")
    place = fifth.bounding_box()

    play(app, sheet, BOB_HAS_GIN, DEAD)
    expect(carol.hands).to_have_count(32)
    assert fifth.bounding_box()["y"] == pytest.approx(place["y"], abs=1)
    assert fifth.evaluate("row => row.mine"), "it is the same line, not another one like it"


def test_at_the_top_the_new_hand_comes_into_view(app: Flask, server: str, phone: Phone) -> None:
    carol = Player(phone())
    sheet = match_path(app, *[ANN_KNOCKS] * 30, rules=LONG)
    follow(carol, sheet)

    play(app, sheet, BOB_HAS_GIN)
    expect(carol.hands).to_have_count(31)
    expect(carol.hands.first).to_be_in_viewport()
    assert carol.page.evaluate("() => scrollY") == 0


def test_what_is_open_stays_open_and_the_focus_where_it_is(app: Flask, server: str, phone: Phone) -> None:
    carol = Player(phone())
    sheet = match_path(app, BOB_HAS_GIN, BOB_HAS_GIN, rules=TOURNAMENT)
    follow(carol, sheet)
    first = carol.page.locator("summary", has_text="Game 1")
    carol.tap(first)
    first.focus()

    play(app, sheet, DEAD, BOB_HAS_GIN, ANN_KNOCKS)
    expect(carol.page.locator("summary", has_text="Game 2")).to_be_visible()
    expect(carol.page.locator("details", has=first)).to_have_attribute("open", "")
    expect(first).to_be_focused()


def test_a_phone_without_a_network_says_since_when_and_finds_back(
    app: Flask, server: str, phone: Phone
) -> None:
    sheet = match_path(app)
    ann = Player(sit_down(phone(), app, server))
    bob = bobs(phone(), app, server, sheet)
    for player in (ann, bob):
        follow(player, sheet)
    bob.page.context.set_offline(True)
    enter(ann, "Ann", "8", "20", "Save: Ann +12")

    expect(status(bob)).to_contain_text(NO_ANSWER)
    expect(bob.hands).to_have_count(0)
    bob.page.context.set_offline(False)
    expect(status(bob)).to_be_hidden()
    bob.sees("Ann knocks, +12.")


def test_a_server_that_was_gone_is_found_again(app: Flask, house: House, phone: Phone) -> None:
    carol = Player(phone())
    sheet = match_path(app)
    follow(carol, sheet)
    house.stop()
    expect(status(carol)).to_contain_text(NO_ANSWER)
    play(app, sheet, ANN_KNOCKS)

    house.start()
    carol.sees("Ann knocks, +12.")
    expect(status(carol)).to_be_hidden()


def test_a_renewed_link_leads_nowhere_and_is_asked_no_more(app: Flask, server: str, phone: Phone) -> None:
    carol, sheet = following(app, phone, ANN_KNOCKS)
    with app.app_context():
        renew_watching(match_at(sheet), ANNS_PHONE)

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


def test_a_hidden_page_asks_for_nothing_and_a_page_that_is_back_at_once(
    app: Flask, server: str, phone: Phone
) -> None:
    carol, sheet = following(app, phone)
    carol.page.evaluate(HIDE, True)
    play(app, sheet, ANN_KNOCKS)
    asked = requests_of(carol.page)
    carol.page.clock.run_for(60_000)
    assert asked == []

    carol.page.evaluate(HIDE, False)
    carol.sees("Ann knocks, +12.")


def test_a_slow_answer_is_waited_for_and_nothing_is_asked_twice(
    app: Flask, server: str, phone: Phone
) -> None:
    carol, sheet = following(app, phone)
    held: list[Route] = []
    with answering(carol.page, sheet, lambda route: held.append(route)):
        with carol.page.expect_request(f"**{sheet}"):
            carol.page.clock.run_for(2_000)
        carol.page.clock.run_for(8_000)
        expect(status(carol)).to_contain_text(NO_ANSWER)
        assert len(held) == 1
        held[0].continue_()
        expect(status(carol)).to_be_hidden()


def test_a_server_with_too_much_to_do_is_left_alone_as_long_as_it_says(
    app: Flask, server: str, phone: Phone
) -> None:
    carol, sheet = following(app, phone)
    with (
        answering(
            carol.page, sheet, lambda route: route.fulfill(status=429, headers={"Retry-After": "3600"})
        ),
        carol.page.expect_response(f"**{sheet}"),
    ):
        carol.page.clock.run_for(2_000)
    play(app, sheet, ANN_KNOCKS)
    carol.page.clock.run_for(600_000)
    asked = requests_of(carol.page)
    carol.page.evaluate(HIDE, False)
    carol.page.clock.run_for(600_000)
    assert asked == []

    carol.page.clock.run_for(3_600_000)
    carol.sees("Ann knocks, +12.")


def test_the_page_of_somebody_elses_network_is_no_sheet(app: Flask, server: str, phone: Phone) -> None:
    carol = Player(phone())
    sheet = match_path(app, ANN_KNOCKS)
    follow(carol, sheet)
    with answering(
        carol.page,
        sheet,
        lambda route: route.fulfill(body="<h1>Welcome to our café</h1>", content_type="text/html"),
    ):
        expect(status(carol)).to_contain_text(NO_ANSWER)
        carol.sees("Ann knocks, +12.")
    expect(status(carol)).to_be_hidden()
