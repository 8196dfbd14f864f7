"""Random evenings of two real phones: tabs are closed, workers stopped, proxies lie, and the server refuses.

Whatever happens, every hand is on the sheet once, or its phone lists it as not sent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from enum import StrEnum, auto
from threading import Event

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.away import FORM_IS_STORED
from tests.browser.network import HOTEL, NOT_FOUND, OVERLOADED, Cut, Network, is_from_outbox, network
from tests.browser.table import sit_down
from tests.browser.waiting import PATIENCE, evaluated, wait_until
from tests.evening import ENDLESS, Evening
from tests.profiles import examples
from tests.records.table import ANNS_PHONE, BOBS_PHONE

DEVICES = (ANNS_PHONE, BOBS_PHONE)

SUBMIT = """fields => {
  const form = document.getElementById("hand");
  for (const [name, value] of Object.entries(fields)) form.elements[name].value = value;
  /* The last one adds the hand; with both versions shown, another one corrects that of the other phone. */
  const save = [...document.querySelectorAll('[name="save"]')].at(-1);
  form.requestSubmit(save.form === form ? save : null);
}"""
"""Saves what a hand was worth, or on the page with both versions the own one too."""

OF_QUEUE = """queue => new Promise((resolve) => {
  indexedDB.open("deadwood").onsuccess = ({ target: { result } }) => {
    result.transaction("outbox").objectStore("outbox").getAll().onsuccess = ({ target }) => {
      result.close();
      resolve(target.result.filter((item) => item.queue === queue));
    };
  };
})"""
"""What a phone lists as not sent, of a match."""

IS_SETTLED = f"""async queue => {{
  navigator.serviceWorker.controller?.postMessage({{ type: "send" }}, []);
  const [first] = await ({OF_QUEUE})(queue);
  return !first || first.state === "refused";
}}"""
"""Whether everything was sent, or stops at what the server has refused."""

HAS_ANSWER = "() => !document.querySelector('#hand:not(:has([name=replaces]))')"
"""Whether the page after the form of a hand is there: the sheet, or both versions."""

IS_CONTROLLED = "() => navigator.serviceWorker.ready.then(() => Boolean(navigator.serviceWorker.controller))"


class Step(StrEnum):
    """What can happen to a phone."""

    ENTER = auto()
    """A player enters a hand."""
    CLOSE = auto()
    """A player enters a hand, and closes the tab while it is on its way."""
    RACE = auto()
    """A player enters a hand, and the other phone enters one meanwhile."""
    LOSE = auto()
    """The phone's network fails."""
    LOSE_ANSWER = auto()
    """The network fails once the next hand was written."""
    LIE = auto()
    """A proxy finds nothing, whatever is asked."""
    PORTAL = auto()
    """The login page of a hotel answers everything."""
    UNSAVED = auto()
    """Pages load, and saves fail."""
    RETURN = auto()
    """All is well again."""
    STOP = auto()
    """The browser stops the service worker."""
    LOOK = auto()
    """A player looks at the sheet."""


def no_answer(_request: bytes) -> bytes:
    """The network is gone."""
    return b""


FAULTS: dict[Step, Callable[[bytes], bytes | None] | None] = {
    Step.LOSE: no_answer,
    Step.LIE: lambda _request: NOT_FOUND,
    Step.PORTAL: lambda _request: HOTEL,
    Step.UNSAVED: lambda request: OVERLOADED if is_from_outbox(request) else None,
    Step.RETURN: None,
}
"""What stands between a phone and the server from then on."""


@dataclass
class Held:
    """A proxy that holds the first form of an outbox back."""

    arrived: Event = field(default_factory=Event)
    goes_on: Event = field(default_factory=Event)

    def __call__(self, request: bytes) -> None:
        if is_from_outbox(request) and not self.arrived.is_set():
            self.arrived.set()
            self.goes_on.wait(PATIENCE / 1_000)


@dataclass
class Owned:
    """A phone with its own network."""

    context: BrowserContext
    net: Network
    page: Page
    path: str = ""

    def sit(self, path: str) -> None:
        """Opens a match, and waits for its forms. All is well."""
        self.net.proxy, self.net.cuts = None, []
        self.path = path
        self.page.goto(path)
        wait_until(self.page, IS_CONTROLLED)
        self.page.goto(path)
        wait_until(self.page, FORM_IS_STORED, f"{path}/hands/new?by=deadwood")

    def open_form(self) -> None:
        """Opens the form for the next hand."""
        self.page.goto(f"{self.path}/hands/new?by=deadwood")

    def enter(self, number: int) -> None:
        """Enters a hand that is like no other; asked about it, adds it."""
        self.open_form()
        self.submit(number)
        self.add_if_asked()

    def add_if_asked(self) -> None:
        """Adds the hand too, if the page with both versions asks."""
        if self.page.locator("#hand [name=replaces]").count():
            with self.page.expect_navigation():
                self.page.evaluate(SUBMIT, {})

    def submit(self, number: int) -> None:
        """Saves, and waits for the next page."""
        with self.page.expect_navigation():
            self.page.evaluate(SUBMIT, hand(number))

    def close(self) -> None:
        """Closes the tab, and opens another one."""
        tab, self.page = self.page, self.context.new_page()
        tab.close()

    def stop_worker(self) -> None:
        """Has the browser stop the service worker, as it does after half a minute."""
        session = self.context.new_cdp_session(self.page)
        session.send("ServiceWorker.enable")
        session.send("ServiceWorker.stopAllWorkers")
        session.detach()

    def listed(self) -> list[int]:
        """The hands that it lists as not sent, once all is well and everything else was sent."""
        self.net.proxy, self.net.cuts = None, []
        self.page.goto(self.path)
        queue = self.path.removeprefix("/")
        wait_until(self.page, IS_CONTROLLED)
        wait_until(self.page, IS_SETTLED, queue)
        items = evaluated(self.page, OF_QUEUE, queue)
        return [int(dict(item["fields"])["deadwood_1"]) - 11 for item in items]


def hand(number: int) -> dict[str, str]:
    """The fields of a hand that is like no other."""
    return {"knocker": "0", "outcome": "knock", "deadwood_0": "1", "deadwood_1": str(11 + number)}


class RealEvening(Evening):
    """One match on two phones."""

    def __init__(self, app: Flask, phones: list[Owned], most: int) -> None:
        super().__init__(app, Evening.begin(app, ENDLESS, others=[BOBS_PHONE]).path)
        self.phones, self.most, self.entered = phones, most, 0
        for phone in phones:
            phone.sit(self.path)

    def happen(self, phone: Owned, step: Step) -> None:
        match step:
            case Step.ENTER | Step.CLOSE | Step.RACE if self.entered >= self.most:
                return
            case Step.ENTER:
                phone.enter(self.next())
            case Step.CLOSE | Step.RACE:
                self.hold(phone, is_race=step is Step.RACE)
            case Step.LOSE_ANSWER:
                phone.net.cuts = [Cut.AFTER, Cut.AFTER]
            case Step.STOP:
                phone.stop_worker()
            case Step.LOOK:
                phone.page.goto(phone.path)
            case _:
                phone.net.proxy = FAULTS[step]

    def next(self) -> int:
        """The number of the hand that is entered now."""
        self.entered += 1
        return self.entered

    def hold(self, phone: Owned, *, is_race: bool) -> None:
        """Enters a hand whose tab is closed while it is on its way, if it gets that far."""
        if phone.net.proxy is not None:
            phone.enter(self.next())
            return
        phone.open_form()
        held = phone.net.proxy = Held()
        phone.page.evaluate(SUBMIT, hand(self.next()))
        is_on_its_way = held.arrived.wait(5)
        if is_race and self.entered < self.most:
            (other,) = [each for each in self.phones if each is not phone]
            other.enter(self.next())
        if is_on_its_way:
            phone.close()
        held.goes_on.set()
        phone.net.proxy = None
        if not is_on_its_way:
            # It waits behind another one, or was submitted before our scripts had started.
            wait_until(phone.page, HAS_ANSWER)
            phone.add_if_asked()

    def check(self) -> None:
        """Every hand is on the sheet once, or listed."""
        while self.entered < self.most:
            self.phones[self.entered % 2].enter(self.next())
        listed = [number for phone in self.phones for number in phone.listed()]
        written = [hand.laid.defender - 11 for hand in self.hands]  # type: ignore[union-attr]
        assert sorted(written) == sorted(set(written)), "twice"
        assert set(written) | set(listed) == set(range(1, self.most + 1))


@pytest.fixture
def owned(app: Flask, chromium: Browser) -> Iterator[list[Owned]]:
    """Ann's phone and Bob's."""
    with ExitStack() as stack:
        phones = []
        for device in DEVICES:
            net = stack.enter_context(network(app))
            context = chromium.new_context(base_url=net.address)
            stack.callback(context.close)
            context.set_default_timeout(PATIENCE)
            phones.append(Owned(context, net, sit_down(context.new_page(), app, net.address, device)))
        yield phones


def stories(size: int) -> st.SearchStrategy[list[tuple[int, Step]]]:
    """What happens on an evening, to which phone."""
    return st.lists(st.tuples(st.integers(0, 1), st.sampled_from(Step)), min_size=size // 2, max_size=size)


def play(app: Flask, owned: list[Owned], story: list[tuple[int, Step]], most: int) -> None:
    """An evening with *most* hands."""
    evening = RealEvening(app, owned, most)
    for phone, step in story:
        evening.happen(owned[phone], step)
    evening.check()


@pytest.mark.full
@examples(2, thorough=200)
@given(story=stories(8))
def test_no_hand_of_a_short_evening_vanishes(
    app: Flask, owned: list[Owned], story: list[tuple[int, Step]]
) -> None:
    play(app, owned, story, 3)


@pytest.mark.full
@examples(1, thorough=10)
@given(story=stories(40))
def test_no_hand_of_a_long_evening_vanishes(
    app: Flask, owned: list[Owned], story: list[tuple[int, Step]]
) -> None:
    play(app, owned, story, 15)
