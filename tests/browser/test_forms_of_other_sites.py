"""No other site can score on a phone: only forms of our own pages wait, and get a new token."""

from collections.abc import Iterator
from itertools import product

import pytest
from flask import Flask
from playwright.sync_api import Page

from tests.browser.forged import (
    FORGERIES,
    OTHER_SITE,
    SAME_SITE,
    SHORT,
    WHERE,
    OtherSite,
    an_evening,
    another_site,
    is_at,
)
from tests.browser.network import Network, network
from tests.browser.table import Phone, sit_down
from tests.browser.test_offline import NOTHING_WAITS, stored
from tests.browser.waiting import wait_until
from tests.views.walking import rows_of

Case = tuple[str, str, str]
"""A form, from where it is sent, and on which host that page is."""


@pytest.fixture
def net(app: Flask) -> Iterator[Network]:
    """A network with a server that can be stopped."""
    with network(app) as made:
        yield made


@pytest.fixture
def server(net: Network) -> str:
    """The address that phones know."""
    return net.address


@pytest.fixture(scope="module")
def other() -> Iterator[OtherSite]:
    """A host of somebody else."""
    with another_site() as made:
        yield made


@pytest.fixture
def page(app: Flask, server: str, phone: Phone) -> Page:
    """A tab of Ann's phone, which has a service worker."""
    first = sit_down(phone(service_workers="allow"), app, server)
    stored(first, an_evening(app).match)
    return first.context.new_page()


def done(app: Flask, page: Page) -> tuple[object, ...]:
    """All that a form could change."""
    chosen = [each["value"] for each in page.context.cookies() if each["name"].endswith("display")]
    return rows_of(app), chosen


def open_other(page: Page, other: OtherSite, host: str, server: str, where: str) -> None:
    """Opens the page of the other site, and waits until its form was answered."""
    page.goto(other.address(host))
    if where == "frame":
        page.wait_for_function("() => document.title === 'sent'")
        return
    page.wait_for_url(lambda url: is_at(url, server))
    page.wait_for_load_state()


def succeeds(app: Flask, page: Page, other: OtherSite, server: str, case: Case) -> bool:
    """Whether a form of another site does anything."""
    name, where, host = case
    path, fields = an_evening(app).sent(FORGERIES[name])
    before = done(app, page)
    other.sends(server + path, {"csrf_token": "guessed", **fields}, where)
    open_other(page, other, host, server, where)
    page.goto(f"{server}/unsent")
    wait_until(page, NOTHING_WAITS)
    return done(app, page) != before


def all_succeeding(app: Flask, page: Page, other: OtherSite, server: str, cases: list[Case]) -> list[Case]:
    """The forms of other sites that do anything."""
    return [case for case in cases if succeeds(app, page, other, server, case)]


def test_no_form_of_another_site_does_anything(app: Flask, page: Page, other: OtherSite, server: str) -> None:
    cases = [(name, "frame", SAME_SITE) for name in SHORT]
    cases += [("hand", "top level", host) for host in (SAME_SITE, OTHER_SITE)]

    assert all_succeeding(app, page, other, server, cases) == []


@pytest.mark.full
def test_nor_does_any_other(app: Flask, page: Page, other: OtherSite, server: str) -> None:
    cases = list(product(FORGERIES, WHERE, (SAME_SITE, OTHER_SITE)))

    assert all_succeeding(app, page, other, server, cases) == []
