"""What a phone needs without a network is fetched by itself on Wi-Fi, and elsewhere offered in one line."""

from collections.abc import Iterator

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from tests.browser.network import Network, network
from tests.browser.table import Phone, Player, match_path, sit_down
from tests.browser.waiting import wait_until
from tests.phone.built import offer_program
from tests.records.table import BOB_HAS_GIN

pytestmark = [pytest.mark.full, pytest.mark.long]

CONNECTION = "Object.defineProperty(navigator, 'connection', { value: %s })"

FETCHED = "async () => Boolean(await caches.match(`${location.origin}/phone/run/build.json`))"

STARTED = """async () => {
  const kept = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
  return kept.flat().some(({ url }) => url.includes("/phone/run/"));
}"""
"""Whether anything of the program was fetched."""

LINE = "[data-notice=play-on]"


@pytest.fixture
def net(app: Flask) -> Iterator[Network]:
    """A network with a server that has something to take along."""
    with offer_program(app), network(app) as made:
        yield made


def opened(app: Flask, net: Network, phone: Phone, path: str, connection: str = "undefined") -> Page:
    """A phone with this connection that opens a sheet, and whose service worker answers."""
    page = sit_down(phone(service_workers="allow", viewport={"width": 390, "height": 664}), app, net.address)
    page.add_init_script(CONNECTION % connection)
    page.goto("/")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    page.goto(path)
    return page


def test_one_line_after_the_first_hand_fetches_it_and_starts_nothing_beside_an_entry(
    app: Flask, net: Network, phone: Phone
) -> None:
    page = opened(app, net, phone, path := match_path(app))
    ann = Player(page)
    expect(page.locator(LINE)).to_have_count(0)
    page.goto(f"{path}/hands/new?by=deadwood")
    ann.choose("Ann")
    ann.write(deadwood_0="4", deadwood_1="20")
    ann.tap(page.locator("[name=save]"))
    expect(page.get_by_text("Play on without a network? 5 MB")).to_be_visible()
    assert not page.evaluate(STARTED)
    page.goto(path)
    page.wait_for_function("() => localStorage.getItem('along') === 'asked'")
    expect(page.locator(LINE)).to_have_count(0)

    page.evaluate("() => localStorage.removeItem('along')")
    page.goto(path)
    page.locator(LINE).get_by_role("button").tap()
    expect(page.get_by_text("This match is on this phone.")).to_be_visible()
    assert page.evaluate(FETCHED)
    page.goto(f"{path}/hands/new?by=deadwood")
    page.wait_for_function(
        "() => performance.getEntriesByType('resource').some(({ name }) => /build.json/.test(name))"
    )
    assert page.workers == []
    with page.expect_worker():
        page.goto(path)


def test_what_waits_offers_it_again(app: Flask, net: Network, phone: Phone) -> None:
    page = opened(app, net, phone, path := match_path(app, BOB_HAS_GIN))
    expect(page.locator(LINE)).to_be_visible()
    page.goto(f"{path}/hands/new?by=deadwood")
    ann = Player(page)
    ann.choose("Ann")
    ann.write(deadwood_0="4", deadwood_1="20")
    net.stop()
    ann.tap(page.locator("[name=save]"))
    page.locator(LINE).get_by_role("button").tap()
    expect(page.get_by_text("This is fetched once you are online.")).to_be_visible()
    net.start(app)
    wait_until(page, FETCHED)


@pytest.mark.parametrize(
    "connection, is_fetched",
    [
        ("{ type: 'wifi' }", True),
        ("{ type: 'ethernet' }", True),
        ("{ type: 'wifi', saveData: true }", False),
        ("{ type: 'cellular' }", False),
    ],
)
def test_by_itself_only_on_wifi_or_cable_and_not_where_data_are_saved(
    app: Flask, net: Network, phone: Phone, connection: str, is_fetched: bool
) -> None:
    page = opened(app, net, phone, match_path(app, BOB_HAS_GIN), connection)
    if is_fetched:
        wait_until(page, FETCHED)
    else:
        expect(page.locator(LINE)).to_be_visible()
    assert page.evaluate(STARTED) is is_fetched
