"""A match that was taken along goes on in the Python of the phone, with the server really stopped."""

from collections.abc import Iterator

import pytest
from flask import Flask
from playwright.sync_api import FrameLocator, Page, expect

from models.records import find_match
from phone.packages import MissingError
from tests.browser.network import Network, network
from tests.browser.table import Phone, match_path, sit_down
from tests.browser.waiting import wait_until
from tests.built import build_of_phones
from tests.conftest import missing
from views.web.phone_build import EXTENSION

LONG = 240_000
"""Milliseconds that compiling may take on a busy computer."""

OUTBOX_IS_EMPTY = """() => new Promise((resolve) => {
  indexedDB.open("deadwood").onsuccess = ({ target: { result } }) => {
    result.transaction("outbox").objectStore("outbox").count().onsuccess = (counted) => {
      result.close();
      resolve(counted.target.result === 0);
    };
  };
})"""


@pytest.fixture
def net(app: Flask) -> Iterator[Network]:
    """A network with a server that has something to take along, and can be stopped."""
    try:
        build = build_of_phones()
    except MissingError as error:
        missing(str(error))
        raise
    app.extensions[EXTENSION] = build
    app.jinja_env.globals["takes_along"] = build.size
    with network(app) as made:
        yield made
    app.jinja_env.globals["takes_along"] = 0


@pytest.fixture
def server(net: Network) -> str:
    """The address that phones know."""
    return net.address


def take_along(page: Page, path: str) -> None:
    """Takes a match along, from its page."""
    page.goto(path)
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    page.goto(f"{path}/along")
    page.click("[data-act=take]:visible")
    page.locator("[data-when=taken]").wait_for(timeout=LONG)


def opened(page: Page, path: str) -> FrameLocator:
    """A page that this phone shows by itself, once it has started."""
    page.goto(path)
    page.wait_for_url("**/phone/**")
    page.locator("#state").wait_for(state="hidden", timeout=LONG)
    return page.frame_locator("#app")


def follow(page: Page, address: str) -> None:
    """Opens another page in the frame."""
    page.frames[1].goto(address)


def enter_knock(page: Page, path: str, knocker: str, left: int, against: int) -> None:
    """Enters a knock by deadwood."""
    follow(page, f"{path}/hands/new?by=deadwood")
    shown = page.frame_locator("#app")
    shown.locator(f"[name=knocker][value='{knocker}']").check(force=True)
    shown.locator(f"[name=deadwood_{knocker}]").fill(str(left), force=True)
    shown.locator(f"[name=deadwood_{1 - int(knocker)}]").fill(str(against), force=True)
    save = shown.locator("[name=save]")
    expect(save).to_contain_text("Save")
    expect(save).not_to_have_attribute("aria-busy", "true")
    save.click()
    page.wait_for_function(
        "() => !document.getElementById('app').contentWindow.location.href.includes('/hands/')"
    )


def knockers(app: Flask, path: str) -> list[str]:
    """Who knocked in each hand on the sheet of the server."""
    with app.app_context():
        match = find_match(path.removeprefix("/m/"))
        assert match is not None
        return [str(record.hand.knocker) for record in match.present]


@pytest.mark.long
def test_a_match_taken_along_is_played_without_the_server(app: Flask, net: Network, phone: Phone) -> None:
    page, path = sit_down(phone(service_workers="allow"), app, net.address), match_path(app)
    take_along(page, path)
    net.stop()
    page.context.set_offline(True)

    shown = opened(page, path)
    enter_knock(page, path, "0", 4, 20)
    expect(shown.locator(".main")).to_contain_text("Ann knocks, +16.")
    enter_knock(page, path, "1", 3, 33)
    expect(shown.locator(".main")).to_contain_text("Bob knocks, +30.")
    follow(page, "/judge")
    expect(shown.locator("h1")).to_have_text("The judge")

    again = page.context.new_page()
    page.close()
    shown = opened(again, path)
    expect(shown.locator(".main")).to_contain_text("Bob knocks, +30.")
    assert knockers(app, path) == []

    net.start(app)
    again.context.set_offline(False)
    again.wait_for_url(f"**{path}*", timeout=LONG)
    wait_until(again, OUTBOX_IS_EMPTY)
    assert knockers(app, path) == ["0", "1"]


CANCELLED_AT_ONCE = "addEventListener('DOMContentLoaded', () => document.getElementById('cancel')?.click())"


def test_waiting_can_be_cancelled(app: Flask, net: Network, phone: Phone) -> None:
    page, path = sit_down(phone(service_workers="allow"), app, net.address), match_path(app)
    page.goto(path)
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    page.goto(f"{path}/along")
    page.click("[data-act=take]:visible")
    page.click("[data-act=cancel]:visible")
    expect(page.locator("[data-when=offered]")).to_be_visible()
    take_along(page, path)
    net.stop()
    page.context.set_offline(True)

    hurried = page.context.new_page()
    hurried.add_init_script(CANCELLED_AT_ONCE)
    hurried.goto(path)
    expect(hurried.locator("#said")).to_contain_text("Cancelled.")
    expect(hurried.frame_locator("#app").locator("html[data-stored] main")).to_contain_text("Ann")
    hurried.close()

    shown = opened(page, path)
    expect(shown.locator("html:not([data-stored]) main")).to_contain_text("Ann")
    assert page.evaluate("() => document.getElementById('steps').value") == 3
