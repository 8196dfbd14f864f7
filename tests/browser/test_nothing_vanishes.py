"""Nothing that was entered vanishes: whoever answers, whatever is closed, it is on a sheet or in the list."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Locator, expect

from models.records.saving.seats import end_seat
from tests.browser.away import NOTHING_WAITS, Away, stored
from tests.browser.network import (
    HOTEL,
    NOT_FOUND,
    OVERLOADED,
    REPLACED,
    Cut,
    Network,
    Proxy,
    is_from_outbox,
)
from tests.browser.table import Phone, Player, match_path, sit_down
from tests.browser.test_offline import stored_paths
from tests.browser.waiting import stop_clock, wait_until
from tests.gin.table import knock
from tests.records.table import BOB_HAS_GIN, BOBS_PHONE

NO_ANSWER = "No answer from the server since"
NO_NETWORK = "No connection. Last updated"
SOON = 2_000
"""Milliseconds after which a page polls again."""


def save(away: Away) -> None:
    """Taps Save, once the result is on the button."""
    button = away.page.locator("[name=save]")
    expect(button).not_to_have_attribute("aria-busy", "true")
    away.ann.tap(button)


def listed(away: Away) -> Locator:
    """What the phone lists as not sent."""
    away.page.goto("/unsent")
    return away.page.locator("article")


# A form that the server has refused.


@pytest.mark.full
def test_a_refused_hand_is_listed_if_its_page_was_never_seen(away: Away) -> None:
    """Bob saves first; while Ann's hand is on its way, she goes to the home page."""
    away.fill_in(away.page, "Ann", 1, 20)
    away.bob_adds(BOB_HAS_GIN)
    arrived, goes_on = Event(), Event()

    def hold(request: bytes) -> None:
        if is_from_outbox(request):
            arrived.set()
            goes_on.wait(30)

    away.net.proxy = hold
    save(away)
    assert arrived.wait(30)
    away.page.goto("/")
    goes_on.set()

    away.says("Not saved, please check: 1")
    expect(listed(away)).to_contain_text("Ann’s deadwood: 1 · Bob’s deadwood: 20")
    away.ann.press("Compare both")
    away.ann.press("Add mine as hand 2 too")
    away.page.wait_for_url(f"**{away.path}")
    away.says_nothing()
    assert away.hands() == ["0", "1"]


@pytest.mark.full
def test_a_refused_hand_is_forgotten_once_it_is_on_the_screen_and_else_listed(away: Away) -> None:
    """The page about the second one does not show it: the seat of the phone has ended meanwhile."""
    away.fill_in(away.page, "Ann", 1, 20)
    away.bob_adds(BOB_HAS_GIN)
    save(away)
    away.ann.sees("Bob goes gin, +38.", "Ann knocks, +19.")
    wait_until(away.page, NOTHING_WAITS)
    away.ann.press("Add mine as hand 2 too")
    away.page.wait_for_url(f"**{away.path}")
    assert away.hands() == ["0", "1"]

    away.fill_in(away.page, "Ann", 2, 20)
    away.change_match(lambda match: end_seat(match, match.seats[0].id, BOBS_PHONE))
    save(away)
    away.ann.sees("To let this phone keep score")
    away.says("Not saved, please check: 1")
    expect(listed(away)).to_contain_text("Ann’s deadwood: 2 · Bob’s deadwood: 20")


# Who is no server of ours.


def always(answer: bytes) -> Proxy:
    """A proxy that passes nothing on."""
    return lambda _request: answer


@pytest.mark.full
@pytest.mark.parametrize(
    "answer",
    [NOT_FOUND, REPLACED, HOTEL],
    ids=["a proxy that finds nothing", "a proxy that calls it gone", "the login page of a hotel"],
)
def test_another_server_deletes_and_replaces_nothing(away: Away, answer: bytes) -> None:
    page = away.page
    before = sorted(stored_paths(page))
    away.net.proxy = always(answer)
    expect(page.locator("#unreached")).to_contain_text(NO_ANSWER)  # The page polls.
    for path in ("", "/hands/new?by=deadwood"):
        page.goto(f"{away.path}{path}")
        away.says(NO_NETWORK)
    away.enter("Ann", 1, 20)
    away.says("Saved on this phone: 1 hand.")

    away.net.proxy = None
    away.says_nothing()
    assert away.hands() == ["1"]
    assert set(before) <= set(stored_paths(page))
    away.leave()
    page.goto(away.path)
    away.ann.sees("Ann knocks, +19.")


@pytest.mark.full
def test_another_server_answers_what_was_never_seen_and_what_does_not_wait_stays_on_the_screen(
    away: Away,
) -> None:
    """The login page of a hotel can be used."""
    away.page.goto("/settings")
    away.ann.choose("Dark")
    away.net.proxy = always(HOTEL)
    away.ann.press("Save")
    away.ann.sees("this is not done yet")
    other = away.page.context.new_page()
    other.goto("/judge")
    expect(other.get_by_role("heading")).to_have_text("Welcome to our hotel")
    other.close()
    away.net.proxy = None
    away.ann.press("Send again")
    expect(away.page.locator("html")).to_have_attribute("data-theme", "dark")


# Pages load, and saves fail.


def unsaved(request: bytes) -> bytes | None:
    """The answer of a server that can't save anything."""
    return OVERLOADED if is_from_outbox(request) else None


def test_hands_that_could_not_be_saved_are_sent_later_without_a_question(away: Away) -> None:
    away.net.proxy = unsaved
    for number in (1, 2, 3):
        away.page.goto(f"{away.path}/hands/new?by=deadwood")
        expect(away.page).to_have_title(re.compile(f"^Hand {number}"))
        away.enter("Ann", number, 20)
        away.says(f"Saved on this phone: {number} hand")
    expect(away.page.locator("html[data-stored]")).to_have_count(0)
    expect(away.page.get_by_role("link", name="Numbers")).to_be_visible()

    away.net.proxy = None
    away.says_nothing()
    assert away.hands() == ["1", "2", "3"]


# Undo.


def undo(away: Away) -> None:
    """Taps Undo, and is on the sheet again."""
    with away.page.expect_navigation():
        away.ann.press("Undo")


@pytest.mark.full
def test_undo_takes_out_what_waits_and_only_then_what_the_server_has_and_redo_waits_too(away: Away) -> None:
    for number in (1, 2):
        away.enter("Ann", number, 20)
    away.leave()
    for number in (3, 4):
        away.enter("Ann", number, 20)
    undoes = away.page.locator("#undoes")
    for number, left in ((4, "Saved on this phone: 1 hand."), (3, "No connection")):
        expect(undoes).to_contain_text(f"Hand {number}")
        expect(away.ann.button("Undo")).to_have_text(f"Undo Hand {number}")
        undo(away)
        away.says(f"Undone, and not sent: Hand {number} · Who knocked? Ann")
        away.says(left)
        expect(away.page.get_by_role("link", name=f"Enter hand {number}")).to_be_visible()
    expect(undoes).to_contain_text("Hand 2 added")
    for _tap in range(3):
        undo(away)
        away.ann.sees("Undo · Hand 2", "81 to go")
        away.says("Waiting to be sent: 1")
        expect(away.ann.button("Undo")).to_have_text("Undo Hand 2")
    expect(away.page.get_by_role("link", name="Enter hand 2")).to_be_visible()
    away.enter("Bob", 30, 9)
    away.come_back()
    away.says_nothing()
    assert away.hands() == ["1", "9"]

    away.page.goto(away.path)
    for _tap in range(2):
        undo(away)
    away.leave()
    with away.page.expect_navigation():
        away.ann.press("Redo")
    away.ann.sees("Redo", "Not counted yet: 1")
    expect(away.page.get_by_role("link", name="Enter hand 2")).to_be_visible()
    expect(away.page.get_by_role("button", name=re.compile("Undo|Redo"))).to_have_count(0)
    away.come_back()

    away.says_nothing()
    assert away.hands() == ["1"]
    expect(away.ann.button("Redo")).to_be_visible()


@pytest.mark.full
def test_undo_of_a_hand_that_the_server_may_have_is_sent(away: Away) -> None:
    """The undo was written, and the answer was lost."""
    away.enter("Ann", 1, 20)
    away.fill_in(away.page, "Ann", 2, 20)
    away.net.cuts = [Cut.AFTER, Cut.AFTER]  # Chromium tries it twice.
    away.net.proxy = lambda request: OVERLOADED if not away.net.cuts and is_from_outbox(request) else None
    save(away)
    away.page.wait_for_url(f"**{away.path}")
    away.says("Saved on this phone: 1 hand.")
    undo(away)
    away.says("Waiting to be sent: 2")

    away.net.proxy = None
    away.says_nothing()
    assert away.hands() == ["1"]


@pytest.mark.full
def test_undo_in_another_tab_is_not_of_another_hand(away: Away) -> None:
    """Each tab undoes the hand that it names: one is undone already, and what was entered since stays."""
    away.enter("Ann", 1, 20)
    away.leave()
    away.enter("Ann", 2, 20)
    other = Player(away.page.context.new_page())
    other.page.goto(away.path)
    expect(other.page.locator("#undoes")).to_contain_text("Hand 2")
    undo(away)
    away.enter("Ann", 3, 20)
    with other.page.expect_navigation():
        other.press("Undo")
    other.page.close()
    away.come_back()

    away.says_nothing()
    assert away.hands() == ["1", "3"]


# What a phone says of it.


@pytest.mark.full
def test_a_penalty_that_was_entered_without_a_network_is_no_conflict(away: Away) -> None:
    """The form of a penalty comes with the sheet, whatever was entered on other phones before."""
    away.enter("Ann", 1, 20)
    away.bob_adds(knock(2, 20))
    away.ann.sees("Ann knocks, +18.")
    wait_until(away.page, SHEET_AND_FORMS_ARE_OF_VERSION, "2.")
    away.leave()
    away.page.goto(f"{away.path}/lines/new?kind=penalty")
    away.ann.choose("Bob")
    away.ann.choose("False knock")
    away.ann.write(points="10")
    away.ann.press_main()
    away.page.wait_for_url(f"**{away.path}")
    away.enter("Ann", 3, 20)
    away.come_back()

    away.says_nothing()
    away.page.goto(away.path)
    expect(away.ann.hands).to_have_count(4)


SHEET_AND_FORMS_ARE_OF_VERSION = """async version => {
  const pages = await caches.open("pages");
  const isForm = ({ url }) => url.includes("/lines/new") || url.endsWith("by=deadwood");
  const found = (await pages.keys()).filter(isForm);
  const replies = await Promise.all(found.map((each) => pages.match(each, { ignoreVary: true })));
  const texts = await Promise.all(replies.map((reply) => reply.text()));
  return texts.length > 1 && texts.every((text) => text.includes(`value="${version}`));
}"""


def test_a_sheet_that_is_up_to_date_again_says_no_more_how_old_it_was(away: Away) -> None:
    away.net.stop()
    page = away.page
    stop_clock(page)
    page.goto(away.path)
    page.clock.run_for(1)
    away.says(NO_NETWORK)
    away.net.start(away.app)
    away.bob_adds(BOB_HAS_GIN)
    page.clock.run_for(SOON)

    away.ann.sees("Bob goes gin, +38.")
    expect(page.locator("[data-notice=stored]")).to_have_count(0)


WITHOUT_A_DATE = """async path => {
  const pages = await caches.open("pages");
  const [request] = (await pages.keys()).filter(({ url }) => new URL(url).pathname === path);
  const found = await pages.match(request, { ignoreVary: true });
  const headers = new Headers(found.headers);
  headers.delete("Date");
  await pages.put(request, new Response(await found.text(), { headers }));
}"""


CACHES_ARE_GONE = """async () => {
  for (const name of await caches.keys()) await caches.delete(name);
}"""


@pytest.mark.full
def test_what_waits_is_shown_though_everything_else_that_was_stored_is_gone(away: Away) -> None:
    """Before, nobody knows how old the page is, and it claims nothing."""
    away.page.evaluate(WITHOUT_A_DATE, away.path)
    away.leave()
    away.page.goto(away.path)
    away.says("No connection. Page as you last saw it.")
    away.enter("Ann", 1, 20)
    away.enter("Bob", 30, 2)
    away.page.evaluate(CACHES_ARE_GONE)
    away.page.goto(away.path)

    expect(away.page.get_by_role("heading", name="Waiting to be sent")).to_be_visible()
    lines = away.page.get_by_role("listitem")
    expect(lines).to_have_count(2)
    expect(lines.last).to_contain_text("Hand 2 · Who knocked? Bob")
    away.net.start(away.app)
    away.page.context.set_offline(False)
    away.page.goto(away.path)
    wait_until(away.page, NOTHING_WAITS)
    assert away.hands() == ["1", "2"]


# The version before.

BEFORE = Path(__file__).with_name("version_before.js").read_text(encoding="utf-8")


class VersionBefore:
    """The server with the service worker, and without the header, of the version before."""

    def __init__(self, app: Flask) -> None:
        self.app = app

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Any:
        def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            kept = [each for each in headers if each != ("X-Access", "view") and each[0] != "Content-Length"]
            return start_response(status, kept, *more)

        if environ["PATH_INFO"] != "/sw.js":
            return self.app.wsgi_app(environ, start)
        answered = self.app.wsgi_app(environ | {"HTTP_ACCEPT_ENCODING": ""}, start)
        head = b"".join(answered).decode().split("self.WORDS")[0]
        return [f"{head}{BEFORE}".encode()]


@pytest.mark.full
def test_what_waits_on_a_phone_with_the_version_before_arrives(
    app: Flask, phone: Phone, net: Network
) -> None:
    net.stop()
    net.start(VersionBefore(app))  # type: ignore[arg-type]
    page = sit_down(phone(service_workers="allow"), app, net.address)
    away = Away(Player(page), net, app, match_path(app))
    stored(page, away.path)
    away.leave()
    away.enter("Ann", 1, 20)
    away.enter("Bob", 30, 2)
    away.says("Saved on this phone: 2 hands.")
    away.come_back()

    away.says_nothing()
    assert away.hands() == ["1", "2"]
    away.page.goto(away.path)
    wait_until(page, IS_OF_THIS_VERSION)
    away.enter("Ann", 3, 20)
    assert away.hands() == ["1", "2", "3"]


IS_OF_THIS_VERSION = """async () => {
  const registration = await navigator.serviceWorker.ready;
  await registration.update();
  return !registration.installing && !registration.waiting;
}"""


@pytest.mark.full
def test_without_a_network_the_times_are_the_servers_too(app: Flask, net: Network, phone: Phone) -> None:
    """The server is half an hour behind UTC, and Ann's phone in Los Angeles, seven or eight hours behind."""
    app.config["OFFSETS"] = [[0, -1800]]
    page = sit_down(phone(service_workers="allow", timezone_id="America/Los_Angeles"), app, net.address)
    away = Away(Player(page), net, app, match_path(app))
    before = datetime.now(UTC)
    stored(page, away.path)
    away.leave()
    expect(page.locator("#unreached")).to_contain_text(NO_ANSWER)
    said = [page.inner_text("#unreached")]
    page.goto(f"{away.path}/hands/new?by=deadwood")
    away.says(NO_NETWORK)
    said.append(page.get_by_text(NO_NETWORK).inner_text())
    away.enter("Ann", 1, 20)
    page.goto("/unsent")
    said.append(page.locator(".small", has_text="Entered ").inner_text())

    minutes = (datetime.now(UTC) - before) // timedelta(minutes=1) + 2
    server = [f"{before + timedelta(minutes=each - 30):%-I:%M}" for each in range(minutes)]
    assert [each for each in said if not any(time in each for time in server)] == []
