"""A match that was taken along goes on in the Python of the phone, with the server really stopped."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from itertools import product

import pytest
from flask import Flask
from playwright.sync_api import Frame, Locator, Page, expect

from models.records.database.base import db
from models.records.finding.earlier_sheets import history
from models.records.finding.matches import matches_of
from models.records.saving.seats import renew_link
from models.records.tables.match import Match
from models.records.tables.shared import Link, watch_token
from tests.browser.away import NOTHING_WAITS, Away
from tests.browser.forged import FORGERIES, SAME_SITE, BookEvening, another_site
from tests.browser.network import Cut, Network, listening
from tests.browser.table import Phone, Player, match_path, sit_down
from tests.browser.test_a_game import ANN_KNOCKS, BOB_UNDERCUTS
from tests.browser.waiting import wait_until
from tests.phone.browser.framed import COMPILING, STARTING, STORAGE_IS_FULL, InFrame, started
from tests.phone.browser.prepared import Prepared, preparing
from tests.phone.built import offer_program
from tests.records.table import ANNS_PHONE, BOB_HAS_GIN, BOBS_PHONE, match_at

# All of them on one worker, where the first phone prepares the program for the others.
pytestmark = [pytest.mark.full, pytest.mark.long]

KEPT = """() => new Promise((resolve) => {
  indexedDB.open("deadwood").onsuccess = async ({ target: { result } }) => {
    const asked = result.transaction("taken").objectStore("taken").getAllKeys();
    asked.onsuccess = async () => {
      result.close();
      const caching = (await caches.keys()).filter((name) => name.startsWith("phone-"));
      const taken = asked.result.filter((key) => key !== "secret");
      resolve([...taken, ...caching.map(() => "program")]);
    };
  };
})"""
"""What this phone has taken along. The secret of its forms is there whatever it takes."""


ENTRIES = """() => new Promise((resolve) => {
  indexedDB.open("deadwood").onsuccess = ({ target: { result } }) => {
    result.transaction("outbox").objectStore("outbox").getAll().onsuccess = ({ target }) => {
      result.close();
      resolve(target.result.map(({ entry }) => entry));
    };
  };
})"""


@pytest.fixture(scope="session")
def line() -> Iterator[Network]:
    """A network whose address stays the same for all tests: what was prepared can be used only there."""
    with listening() as made:
        yield made


@pytest.fixture(scope="session")
def prepared() -> Iterator[Prepared]:
    """What the first phone prepares that takes a match along."""
    with preparing() as made:
        yield made


@pytest.fixture
def net(app: Flask, line: Network) -> Iterator[Network]:
    """A network with a server that has something to take along, and can be stopped."""
    with offer_program(app):
        line.start(app)
        yield line
        line.stop()
        line.cuts.clear()


@dataclass
class TakenAlong(Away):
    """Ann's phone, which has taken a match along."""

    prepared: Prepared

    def take(self) -> None:
        """Takes it along, from its page."""
        self.page.goto(self.path)
        self.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
        self.page.wait_for_function("() => navigator.serviceWorker.controller")
        self.page.goto(f"{self.path}/along")
        self.page.click("[data-act=take]:visible")
        self.page.locator("[data-when=taken]").wait_for(timeout=COMPILING)
        self.prepared.keep(self.page)

    def take_prepared(self) -> None:
        """Takes it along, with what another phone has prepared."""
        self.page.goto("/health")
        self.prepared.give(self.page)
        self.take()

    def opened(self, path: str = "") -> InFrame:
        """A page that this phone shows by itself, once it has started."""
        self.page.goto(path or self.path)
        return started(self.page)

    def renewed(self) -> str:
        """The address that the match has by now, below that of the app."""
        with self.app.app_context():
            (match,) = matches_of(ANNS_PHONE, 1)
            return f"m/{watch_token(match)}"

    def arrive(self) -> None:
        """The server is there again, and everything that waited is sent."""
        self.come_back()
        self.page.wait_for_url(lambda url: "/phone/" not in url, timeout=STARTING)
        wait_until(self.page, NOTHING_WAITS)


def entries(page: Page) -> list[str]:
    """The entry ids of what waits, in order."""
    return page.evaluate(ENTRIES)


def remove(page: Page, path: str) -> None:
    """Removes a match from the phone, on its page."""
    page.goto(f"{path}/along")
    page.click("[data-act=remove]:visible")
    page.locator("[data-when=offered]").wait_for()


KIRITIMATI = "Pacific/Kiritimati"
"""Fourteen hours ahead of UTC: no server of these tests is there."""

FOURTEEN_HOURS = "() => new Date().getTimezoneOffset() === -14 * 60"


def entered_first(history: Page | Frame) -> str:
    """The time of day at which the first hand of a match was entered, such as "9:40 PM"."""
    said = history.locator(".change .line p").last.inner_text()
    return said.partition(" · ")[0].partition(", ")[2]


@pytest.fixture
def untaken(app: Flask, net: Network, phone: Phone, prepared: Prepared) -> TakenAlong:
    """Ann's phone, far away, with a match on which Bob has gone gin."""
    page = sit_down(phone(service_workers="allow", timezone_id=KIRITIMATI), app, net.address)
    return TakenAlong(Player(page), net, app, match_path(app, BOB_HAS_GIN), prepared)


@pytest.fixture
def taken(untaken: TakenAlong) -> TakenAlong:
    """Ann's phone, far away, with the match taken along."""
    untaken.take_prepared()
    return untaken


def fill_in_knock(ann: InFrame, knocker: str, **deadwood: str) -> Locator:
    """Fills in a knock by deadwood. Returns the button that saves it."""
    ann.open(f"{ann.sheet}/hands/new?by=deadwood")
    ann.choose(knocker)
    ann.write(**deadwood)
    save = ann.page.locator("[name=save]")
    expect(save).to_contain_text("Save")
    expect(save).not_to_have_attribute("aria-busy", "true")
    return save


def press_save(ann: InFrame, knocker: str, **deadwood: str) -> None:
    """Fills in a knock by deadwood, and presses Save."""
    ann.tap(fill_in_knock(ann, knocker, **deadwood))


def knock(ann: InFrame, knocker: str, **deadwood: str) -> None:
    """Enters a knock by deadwood."""
    press_save(ann, knocker, **deadwood)
    ann.is_on_the_sheet()


def play_an_evening(ann: InFrame) -> None:
    """By cards and by deadwood, with a correction, a removal, a penalty, and a hand that is undone."""
    ann.open(f"{ann.sheet}/hands/new?by=cards")
    ann.choose("Ann")
    ann.take(f"{ANN_KNOCKS} {BOB_UNDERCUTS}")
    ann.save("Save: Bob +11")
    knock(ann, "Ann", deadwood_0="4", deadwood_1="20")
    knock(ann, "Bob", deadwood_0="33", deadwood_1="3")
    ann.open(f"{ann.sheet}/hands/3/correct")
    ann.write(deadwood_1="24")
    ann.save("Save: Ann +20")
    ann.open(f"{ann.sheet}/hands/4")
    ann.press("Remove")
    ann.is_on_the_sheet()
    knock(ann, "Ann", deadwood_0="1", deadwood_1="9")
    ann.press("Undo")
    expect(ann.hands).to_have_count(3)
    ann.open(f"{ann.sheet}/lines/new?kind=penalty")
    ann.choose("Bob")
    ann.choose("A card was shown")
    ann.save("Save: Ann +10")


HOUR = 3_600_000

AN_HOUR_AGO = """(hour) => new Promise((resolve) => {
  indexedDB.open("deadwood").onsuccess = ({ target: { result } }) => {
    const transaction = result.transaction("outbox", "readwrite");
    const outbox = transaction.objectStore("outbox");
    outbox.getAll().onsuccess = ({ target }) => {
      for (const item of target.result) outbox.put({ ...item, at: item.at - hour });
    };
    transaction.oncomplete = () => {
      result.close();
      resolve(true);
    };
  };
})"""
"""Lets everything that waits have been entered an hour earlier."""

CHANGES = 9
"""The hand before, three hands, a correction, a removal, another hand, its undoing, and a penalty."""


def started_yesterday(match: Match) -> None:
    """Nothing can have been played before a match."""
    match.created_at -= timedelta(days=1)
    db.session.commit()


WORKERS = """() => Promise.all(
  ["", "?version=newer"].map((asked) => fetch("/phone/worker.js" + asked).then(() => true, () => false))
)"""
"""Whether there is an answer without the server: to the worker that is here, and to a newer one."""

FROM_MEMORY = "() => performance.getEntriesByName('started from memory').length"


def starts_from_memory(page: Page) -> int:
    """How often the workers of a page have started Python from the memory that was kept."""
    return sum(worker.evaluate(FROM_MEMORY) for worker in page.workers)


def test_an_evening_without_the_server_is_on_its_sheet_later(taken: TakenAlong) -> None:
    taken.page.goto(f"{taken.path}/history")
    there = entered_first(taken.page)
    taken.change_match(started_yesterday)
    taken.leave()
    assert taken.page.evaluate(WORKERS) == [True, False], "a newer program would get the worker of this one"
    ann = taken.opened()
    assert starts_from_memory(taken.page) == 1
    play_an_evening(ann)
    ann.sees("Ann gets 10.")
    here = ann.frame.inner_text("main .hand-table")
    ann.open(f"{ann.sheet}/history")
    changes = ann.frame.locator(".change__title").all_inner_texts()
    assert len(changes) == CHANGES
    assert entered_first(ann.frame) == there != ""
    assert [worker.evaluate(FOURTEEN_HOURS) for worker in taken.page.workers] == [True]
    ann.open("judge")
    ann.sees("What do you want to check?")
    ann.open("houses/oklahoma")
    ann.sees("Oklahoma: the upcard sets the knock limit")
    page = taken.page.context.new_page()
    taken.page.close()
    taken.ann.page = page
    ann = taken.opened()
    assert ann.frame.inner_text("main .hand-table") == here
    assert len(taken.hands()) == 1

    page.evaluate(AN_HOUR_AGO, HOUR)
    taken.arrive()
    page.goto(taken.path)
    assert page.inner_text("main .hand-table") == here
    page.goto(f"{taken.path}/history")
    assert page.locator(".change__title").all_inner_texts() == changes
    with taken.app.app_context():
        match = match_at(taken.path)
        late = [change.at - change.entered_at for change in history(match) if change.entered_at]
    assert len(late) == CHANGES - 1
    assert all(timedelta(minutes=59) < each < timedelta(minutes=70) for each in late)


def test_what_others_entered_meanwhile_is_a_choice(taken: TakenAlong) -> None:
    taken.leave()
    ann = taken.opened()
    knock(ann, "Ann", deadwood_0="4", deadwood_1="20")
    knock(ann, "Ann", deadwood_0="5", deadwood_1="20")
    taken.bob_adds(BOB_HAS_GIN)
    taken.come_back()
    taken.says("Not saved, please check: 1")
    taken.page.goto("/unsent")
    taken.ann.press("Compare both")
    taken.ann.sees("Bob goes gin, +38.", "Ann knocks, +16.")
    taken.ann.press("Add mine as hand 3 too")
    wait_until(taken.page, NOTHING_WAITS)
    assert taken.hands() == ["0", "0", "4", "5"]


STARTS_LATE = """
const { postMessage } = Worker.prototype;
const mayStart = new Promise((resolve) => { window.letStart = resolve; });
Worker.prototype.postMessage = async function (...message) {
  await mayStart;
  postMessage.apply(this, message);
};
"""
"""Holds Python back, as on a slow phone."""


def test_what_is_filled_in_while_python_starts_stays_on_the_screen(taken: TakenAlong) -> None:
    taken.leave()
    page = taken.page
    page.add_init_script(STARTS_LATE)
    page.goto(f"{taken.path}/hands/new?by=deadwood")
    page.frame_locator("#app").locator("html[data-stored] main").wait_for()
    ann = InFrame(page)
    ann.choose("Ann")
    ann.frame.evaluate("() => { window.isFirst = true; }")
    page.evaluate("() => letStart()")
    page.locator("#state").wait_for(state="hidden", timeout=STARTING)
    ann.write(deadwood_0="4", deadwood_1="20")
    expect(ann.button("Save: Ann +16")).not_to_have_attribute("aria-busy", "true")
    assert ann.frame.evaluate("() => window.isFirst")
    ann.save("Save: Ann +16")
    ann.sees("Ann knocks, +16.")


STORED_COME_LATE = """() => {
  const { match } = Cache.prototype;
  const mayCome = new Promise((resolve) => { self.letCome = resolve; });
  Cache.prototype.match = async function (asked, ...options) {
    const found = await match.call(this, asked, ...options);
    if (/\\/m\\/[^/]+$/.test(asked.url ?? asked)) await mayCome;
    return found;
  };
}"""
"""Holds the pages of matches back that a phone has stored."""


def test_a_page_that_was_seen_last_is_fetched_anew_though_python_runs_before_it_is_shown(
    taken: TakenAlong,
) -> None:
    taken.leave()
    page = taken.page
    [worker] = page.context.service_workers
    worker.evaluate(STORED_COME_LATE)
    page.goto(f"/phone/#{taken.path.removeprefix('/')}", wait_until="commit")
    page.locator("#state").wait_for(state="hidden", timeout=STARTING)
    assert page.frames[1].url == "about:blank"
    worker.evaluate("() => self.letCome()")
    expect(page.frame_locator("#app").locator("html:not([data-stored]) main")).to_contain_text("Ann")


def fill_in_match(ann: InFrame, *names: str) -> None:
    """Fills in a new match of these players."""
    ann.open("matches/new")
    for place, name in enumerate(names):
        ann.field(f"name_{place}").fill(name)


def start_match_here(ann: InFrame) -> None:
    """Starts a match of Cid and Dee on a phone that answers by itself."""
    fill_in_match(ann, "Cid", "Dee")
    ann.press("Start")
    ann.sees("Play the hand, then enter it here.")


def test_a_match_that_was_started_without_the_server_moves_there(taken: TakenAlong, phone: Phone) -> None:
    taken.leave()
    ann = taken.opened()
    start_match_here(ann)
    here = ann.sheet
    knock(ann, "Cid", deadwood_0="4", deadwood_1="20")
    knock(ann, "Dee", deadwood_0="35", deadwood_1="1")
    sent = entries(taken.page)
    page = taken.page.context.new_page()
    taken.page.close()
    taken.ann.page = page
    ann = taken.opened(f"/{here}")
    ann.sees("Dee knocks, +34.")
    expect(ann.hands).to_have_count(2)

    taken.arrive()
    page.goto(f"/{here}")
    expect(taken.ann.hands).to_have_count(2)
    with taken.app.app_context():
        (match, _) = matches_of(ANNS_PHONE, 2)
        path = f"/m/{watch_token(match)}"
        assert [change.entry for change in reversed(history(match))] == sent[1:]
    assert page.url.endswith(path)
    bob = phone()
    bob.goto(path)
    expect(bob.locator(".hand-table tbody tr")).to_have_count(2)

    remove(page, path)
    remove(page, taken.path)
    assert page.evaluate(KEPT) == []


def in_two_tabs(taken: TakenAlong) -> tuple[Page, InFrame]:
    """A tab that runs Python without the server, and the player in a second one."""
    taken.leave()
    first = taken.page
    taken.opened()
    taken.ann.page = first.context.new_page()
    return first, taken.opened()


NEVER_ANSWERS = """() => {
  Worker.prototype.postMessage = () => { window.wasAsked = true; };
}"""
"""Lets Python be busy for good with what it is asked next."""


def closed_while_it_answers(busy: Page) -> None:
    """Closes the tab that runs Python once it was asked for something."""
    busy.wait_for_function("() => window.wasAsked")
    busy.close()


def test_another_tab_answers_if_the_one_with_python_is_closed_meanwhile(taken: TakenAlong) -> None:
    first, ann = in_two_tabs(taken)
    save = fill_in_knock(ann, "Ann", deadwood_0="4", deadwood_1="20")

    first.evaluate(NEVER_ANSWERS)
    ann.tap(save)
    closed_while_it_answers(first)
    ann.is_on_the_sheet()
    ann.sees("Ann knocks, +16.")
    expect(ann.hands).to_have_count(2)
    assert len(entries(taken.page)) == 1

    taken.arrive()
    assert taken.hands() == ["0", "4"]


@contextmanager
def frozen(page: Page) -> Iterator[None]:
    """A tab whose scripts stand still, as if the browser had frozen it, which headless Chromium does not."""
    debugger = page.context.new_cdp_session(page)
    debugger.send("Debugger.enable")
    debugger.send("Debugger.pause")
    yield
    debugger.send("Debugger.resume")
    debugger.detach()


def test_another_tab_answers_if_the_first_is_frozen_and_that_goes_on_from_there(taken: TakenAlong) -> None:
    first, ann = in_two_tabs(taken)
    save = fill_in_knock(ann, "Ann", deadwood_0="4", deadwood_1="20")

    with frozen(first):
        ann.tap(save)
        ann.is_on_the_sheet()
        ann.sees("Ann knocks, +16.")
        expect(ann.hands).to_have_count(2)
    taken.page.close()

    taken.ann.page = first
    ann = InFrame(first)
    knock(ann, "Ann", deadwood_0="5", deadwood_1="20")
    expect(ann.hands).to_have_count(3)
    taken.arrive()
    assert taken.hands() == ["0", "4", "5"]


KEEPING_IS_HELD_BACK = """() => {
  const { match } = CacheStorage.prototype;
  const going = new Promise((resolve) => { self.goOn = resolve; });
  self.keeping = new Promise((isKeeping) => {
    CacheStorage.prototype.match = async function (...asked) {
      isKeeping();
      await going;
      return match.apply(this, asked);
    };
  });
}"""
"""Lets a worker wait before it keeps what it has written, until it is told to go on."""

ASK_ITS_PYTHON = """(isForm) => {
  const form = document.getElementById("app").contentDocument.querySelector("form:has([name=name_0])");
  const sent = new TextEncoder().encode(new URLSearchParams(new FormData(form)));
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const [method, url] = isForm ? ["POST", form.action] : ["GET", `${location.origin}/`];
  const { port1, port2 } = new MessageChannel();
  window.answer = new Promise((resolve) => {
    port1.onmessage = ({ data: { status, body } }) => resolve([status, new TextDecoder().decode(body)]);
  });
  const data = { type: "relay", request: { method, url, headers }, body: isForm ? sent.buffer : null };
  navigator.serviceWorker.dispatchEvent(new MessageEvent("message", { data, ports: [port2] }));
}"""
"""Has the Python of this very tab answer the form in its frame, or show the list of matches."""

ANSWER = "() => answer"


def test_what_two_tabs_write_at_the_same_time_is_all_kept(taken: TakenAlong) -> None:
    first, ann = in_two_tabs(taken)
    fill_in_match(InFrame(first), "Cid", "Dee")
    fill_in_match(ann, "Eve", "Fay")
    [python] = first.workers
    python.evaluate(KEEPING_IS_HELD_BACK)

    first.evaluate(ASK_ITS_PYTHON, True)
    python.evaluate("() => self.keeping")
    ann.shell.evaluate(ASK_ITS_PYTHON, True)
    second = ann.shell.evaluate(ANSWER)
    python.evaluate("() => self.goOn()")

    assert [status for status, _page in (first.evaluate(ANSWER), second)] == [303, 303]
    for tab in (first, ann.shell):
        tab.evaluate(ASK_ITS_PYTHON, False)
        _status, page = tab.evaluate(ANSWER)
        assert ("Cid" in page, "Eve" in page) == (True, True)


MOVED = """(old) => new Promise((resolve) => {
  indexedDB.open("deadwood").onsuccess = ({ target: { result } }) => {
    result.transaction("taken").objectStore("taken").get(old).onsuccess = ({ target }) => {
      result.close();
      resolve(Boolean(target.result.moved));
    };
  };
})"""


def test_a_form_that_was_open_while_its_match_was_handed_over_is_not_lost(taken: TakenAlong) -> None:
    taken.leave()
    ann = taken.opened()
    start_match_here(ann)
    old = ann.sheet
    save = fill_in_knock(ann, "Cid", deadwood_0="4", deadwood_1="20")
    taken.come_back()
    wait_until(taken.page, MOVED, old)
    ann.tap(save)
    taken.page.wait_for_url(lambda url: "/phone/" not in url, timeout=STARTING)
    wait_until(taken.page, NOTHING_WAITS)
    with taken.app.app_context():
        assert len(matches_of(ANNS_PHONE, 2)[0].present) == 1


def test_a_match_can_be_removed_while_another_tab_runs_its_python(taken: TakenAlong) -> None:
    taken.leave()
    knock(taken.opened(), "Ann", deadwood_0="4", deadwood_1="20")
    other = taken.page.context.new_page()
    other.goto(taken.path)
    ann = started(other)
    ann.open(f"{ann.sheet}/along")
    ann.tap(ann.page.locator("[data-act=remove]:visible"))
    wait_until(other, f"async () => (await ({KEPT})()).length === 0")
    assert len(entries(taken.page)) == 1

    taken.arrive()
    assert taken.hands() == ["0", "4"]
    assert taken.page.evaluate(KEPT) == []


CUT_ONCE_IT_HAS_MOVED = [None, None, *[Cut.BEFORE] * 99]
"""The token of the phone's own page is refused, then the form is told the new address; no more arrives."""


def test_a_match_whose_link_was_renewed_stays_taken_along(taken: TakenAlong) -> None:
    taken.leave()
    ann = taken.opened()
    old = ann.sheet
    knock(ann, "Ann", deadwood_0="4", deadwood_1="20")
    taken.change_match(lambda match: renew_link(match, Link.VIEWING, BOBS_PHONE))
    taken.path = f"/{taken.renewed()}"
    taken.net.cuts += CUT_ONCE_IT_HAS_MOVED
    taken.come_back()
    wait_until(taken.page, MOVED, old)
    taken.leave()
    ann.open(old)
    assert ann.sheet == taken.path.removeprefix("/")
    knock(ann, "Ann", deadwood_0="5", deadwood_1="20")
    expect(ann.hands).to_have_count(3)

    taken.net.cuts.clear()
    taken.arrive()
    assert taken.path.removeprefix("/") in taken.page.evaluate(KEPT)
    taken.leave()
    expect(taken.opened(f"/phone/#{old}").hands).to_have_count(3)


def renew_to_one_before(match: Match, old: str) -> None:
    """Renews the viewing link, to one before *old* in the alphabet: Python takes in moves in that order."""
    renew_link(match, Link.VIEWING, BOBS_PHONE)
    while watch_token(match) > old:
        renew_link(match, Link.VIEWING, BOBS_PHONE)


def test_a_match_whose_link_was_renewed_twice_is_found_by_a_later_start(taken: TakenAlong) -> None:
    taken.leave()
    ann = taken.opened()
    old = ann.sheet
    knock(ann, "Ann", deadwood_0="4", deadwood_1="20")
    page = taken.page.context.new_page()
    taken.page.close()
    taken.ann.page = page
    taken.change_match(lambda match: renew_to_one_before(match, old.removeprefix("m/")))
    between = taken.renewed()
    taken.net.cuts += CUT_ONCE_IT_HAS_MOVED
    taken.come_back()
    page.goto("/offline")
    wait_until(page, MOVED, old)
    taken.path = f"/{between}"
    taken.change_match(lambda match: renew_link(match, Link.VIEWING, BOBS_PHONE))
    taken.net.cuts[:] = CUT_ONCE_IT_HAS_MOVED
    wait_until(page, MOVED, between)
    taken.leave()

    for path in (old, between):
        ann = taken.opened(f"/phone/#{path}")
        assert ann.sheet == taken.renewed()
        expect(ann.hands).to_have_count(2)
    taken.net.cuts.clear()
    taken.arrive()
    taken.path = f"/{taken.renewed()}"
    assert taken.hands() == ["0", "4"]


CANCELLED_AT_ONCE = "addEventListener('DOMContentLoaded', () => document.getElementById('cancel')?.click())"


def test_waiting_can_be_cancelled(untaken: TakenAlong) -> None:
    page, path = untaken.page, untaken.path
    page.goto(path)
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    page.goto(f"{path}/along")
    page.click("[data-act=take]:visible")
    page.click("[data-act=cancel]:visible")
    expect(page.locator("[data-when=offered]")).to_be_visible()
    untaken.take_prepared()
    untaken.leave()

    hurried = page.context.new_page()
    hurried.add_init_script(CANCELLED_AT_ONCE)
    hurried.goto(path)
    expect(hurried.locator("#said")).to_contain_text("Pages that you have opened before are still here.")
    expect(hurried.frame_locator("#app").locator("html[data-stored] main")).to_contain_text("Ann")
    hurried.close()

    ann = untaken.opened()
    expect(ann.frame.locator("html:not([data-stored]) main")).to_contain_text("Ann")
    assert page.evaluate("() => document.getElementById('steps').value") == 3


def test_a_hand_for_which_there_is_no_space_stays_on_the_screen(taken: TakenAlong) -> None:
    taken.leave()
    ann = taken.opened()
    [worker] = taken.page.context.service_workers
    worker.evaluate(STORAGE_IS_FULL)
    press_save(ann, "Ann", deadwood_0="4", deadwood_1="20")
    ann.sees("this is not done yet")
    assert entries(taken.page) == []

    taken.come_back()
    ann.press("Send again")
    wait_until(taken.page, "() => !document.getElementById('app')?.contentDocument?.querySelector('#again')")
    assert taken.hands() == ["0", "4"]


def test_what_was_taken_along_can_be_removed_where_nothing_can_be_taken_any_more(taken: TakenAlong) -> None:
    taken.app.jinja_env.globals["takes_along"] = 0
    page = taken.page
    page.goto(f"{taken.path}/along")
    taken.ann.sees("Not available on this server.", "This match is on this phone.")
    page.click("[data-act=remove]:visible")

    expect(page.locator("[data-act=remove]:visible")).to_have_count(0)
    wait_until(page, f"async () => (await ({KEPT})()).length === 0")


def test_it_can_be_removed_there_without_the_page_of_its_match(taken: TakenAlong) -> None:
    taken.app.jinja_env.globals["takes_along"] = 0
    page = taken.page
    page.goto("/offline")
    taken.ann.press("Remove it from this phone")

    expect(page.locator("[data-remove]")).to_be_hidden()
    assert page.evaluate(KEPT) == []


AS_BEFORE = """async () => {
  const [name] = (await caches.keys()).filter((each) => each.startsWith("phone-"));
  const [now, before] = [await caches.open(name), await caches.open("phone-before")];
  for (const request of await now.keys()) await before.put(request, await now.match(request));
  const list = new URL("/phone/run/build.json", location);
  const { settings } = await (await now.match(list)).json();
  await before.put(list, new Response(JSON.stringify({ version: "before", settings })));
  for (const each of [name, "program"]) await caches.delete(each);
  return name;
}"""
"""Lets this phone have its program as before programs were fetched whole; returns the cache of today's."""

SAVES_DATA = """Object.defineProperty(navigator, "connection", {
  value: { get saveData() { window.wasAsked = true; return true; } },
})"""

PROGRAMS = (
    "() => caches.keys().then((names) => names.filter((name) => /^(phone-|program$)/.test(name)).sort())"
)

USES_ONLY = f"""async (name) => String(await ({PROGRAMS})()) === String([name, "program"])"""


def test_a_phone_that_was_set_up_before_gets_the_newer_program_unless_it_saves_data(
    taken: TakenAlong,
) -> None:
    name = taken.page.evaluate(AS_BEFORE)
    saving = taken.page.context.new_page()
    taken.page.close()
    taken.ann.page = saving
    saving.add_init_script(SAVES_DATA)
    saving.goto(taken.path)
    saving.wait_for_function("() => window.wasAsked")
    assert saving.evaluate(PROGRAMS) == ["phone-before"]
    taken.leave()
    knock(taken.opened(), "Ann", deadwood_0="4", deadwood_1="20")
    taken.arrive()

    page = saving.context.new_page()
    saving.close()
    taken.ann.page = page
    page.goto(taken.path)
    wait_until(page, USES_ONLY, name)
    taken.leave()
    expect(taken.opened().hands).to_have_count(2)


def choose(ann: InFrame, language: str, *choices: str) -> None:
    """Chooses how pages look, and goes back to the sheet."""
    sheet = ann.sheet
    ann.open(f"settings?back=/{sheet}")
    ann.page.locator("[name=language]").select_option(language)
    for choice in choices:
        ann.choose(choice)
    ann.tap(ann.page.locator("button[form=settings]"))
    ann.frame.wait_for_url(ann.site + sheet)


def test_settings_chosen_without_the_server_stay_when_it_answers_again(taken: TakenAlong) -> None:
    taken.leave()
    ann = taken.opened()
    knock(ann, "Ann", deadwood_0="4", deadwood_1="20")
    choose(ann, "fr", "Dark")
    choose(ann, "de")
    waiting = ann.frame.locator('[data-notice="unsent"]')
    expect(waiting).to_contain_text("Auf diesem Handy gespeichert: 1 Runde.")
    taken.opened()
    expect(taken.page.locator("html")).to_have_attribute("data-theme", "dark")

    taken.arrive()
    taken.page.goto(taken.path)
    html = taken.page.locator("html")
    expect(html).to_have_attribute("lang", re.compile("^de"))
    expect(html).to_have_attribute("data-theme", "dark")
    assert "settings" not in taken.page.evaluate(KEPT)


TRIED = ("new match", "hand", "undo", "removal")
"""Forms that the phone answers by itself."""

KINDS = ("", "multipart/form-data", "text/plain")
"""How a form can be sent."""

SHEET = "() => document.querySelector('.hand-table').innerText"


def test_python_answers_no_form_of_another_site(taken: TakenAlong) -> None:
    """With the server stopped, they are at most kept until their player is asked, and change no sheet."""
    evening = BookEvening(taken.app, taken.path)
    sent = {name: evening.sent(FORGERIES[name]) for name in TRIED}
    taken.net.stop()
    ann = taken.opened()
    before, tab = [ann.frame.evaluate(SHEET), *entries(taken.page)], taken.page.context.new_page()
    succeeded = []
    with another_site() as other:
        for name, kind in product(TRIED, KINDS):
            path, fields = sent[name]
            other.sends(taken.net.address + path, {"csrf_token": "guessed", **fields}, "frame", kind)
            tab.goto(other.address(SAME_SITE))
            tab.wait_for_function("() => document.title === 'sent'")
            ann.open(ann.sheet)
            after = [ann.frame.evaluate(SHEET), *entries(taken.page)]
            if after != before:
                succeeded.append((name, kind))
                before = after
    assert succeeded == []

    tab.close()
    knock(ann, "Ann", deadwood_0="4", deadwood_1="20")
    ann.sees("Ann knocks, +16.")
    assert len(entries(taken.page)) == 1
    taken.arrive()
    assert taken.hands() == ["0", "4"]
