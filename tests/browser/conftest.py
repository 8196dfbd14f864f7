"""Phones in the tests: Chromium that looks, taps and types as an iPhone does."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from flask import Flask
from playwright.sync_api import Browser, ConsoleMessage, Page, Playwright, Request, Response

from tests.browser.away import Away, stored
from tests.browser.finding import find_chromium
from tests.browser.network import Network, network
from tests.browser.table import Phone, Player, Sit, match_path, sit_down
from tests.browser.waiting import PATIENCE
from tests.conftest import missing, serving

ARGUMENTS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

ASKED_FOR = (
    "the server responded with a status of 4",
    "the server responded with a status of 503",
    "net::ERR_INTERNET_DISCONNECTED",
    "net::ERR_CONNECTION_REFUSED",
    "net::ERR_FAILED",
    "Service Worker registration blocked by Playwright",
)
"""Console messages that a test provokes, by sending errors or taking the network or the server away."""

OF_COLOUR = ["color-contrast", "link-in-text-block"]
"""The axe rules about colours. They take most of its time."""

ONLY_COLOURS = {"runOnly": {"type": "rule", "values": OF_COLOUR}}
NO_COLOURS = {"rules": {rule: {"enabled": False} for rule in OF_COLOUR}}
"""Options of axe."""

VIOLATIONS = """async options => {
  const ends = ({ effect }) => effect.getComputedTiming().endTime < Infinity;
  document.getAnimations().filter(ends).forEach((each) => each.finish());
  const { violations, url } = await axe.run(options);
  return { violations, url };
}"""


@dataclass
class Complaints:
    """Everything that no page may do: console errors, failed requests, requests to other hosts."""

    home: str
    heard: list[str] = field(default_factory=list)

    def attend(self, page: Page) -> None:
        """Records what *page* does."""
        page.on("console", self.on_console)
        page.on("pageerror", lambda error: self.heard.append(f"script failed: {error}"))
        page.on("request", self.on_request)
        page.on("response", self.on_response)

    def on_console(self, message: ConsoleMessage) -> None:
        """Ignores what a test provokes, for example a status of 422, which Chromium logs as an error."""
        if message.type in {"error", "warning"} and not any(asked in message.text for asked in ASKED_FOR):
            self.heard.append(f"{message.type}: {message.text}")

    def on_request(self, request: Request) -> None:
        if not request.url.startswith((self.home, "data:", "blob:")):
            self.heard.append(f"asked another host: {request.url}")

    def on_response(self, response: Response) -> None:
        # 503 is what a test gets that takes the database away.
        if response.status in {500, 501, 502} or (response.status == 404 and "/static/" in response.url):
            self.heard.append(f"{response.status}: {response.url}")


def launch(playwright: Playwright, *more: str) -> Browser:
    """Starts Chromium, with *more* arguments."""
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    arguments = [*ARGUMENTS, *more, *(["--no-sandbox"] if root else [])]
    return playwright.chromium.launch(executable_path=find_chromium(), args=arguments)


@pytest.fixture(scope="session")
def chromium(request: pytest.FixtureRequest) -> Iterator[Browser]:
    """One browser for all tests."""
    if find_chromium() is None:
        missing("Chromium")
    browser = launch(request.getfixturevalue("playwright"))
    yield browser
    browser.close()


@pytest.fixture
def net(app: Flask) -> Iterator[Network]:
    """A network with a server that can be stopped."""
    with network(app) as made:
        yield made


@pytest.fixture
def server(app: Flask, request: pytest.FixtureRequest) -> Iterator[str]:
    """The address that phones know, which is that of the network if a test has one."""
    if "net" in request.fixturenames:
        yield request.getfixturevalue("net").address
        return
    with serving(app, threads=4) as address:
        yield address


@pytest.fixture
def away(app: Flask, net: Network, phone: Phone) -> Away:
    """Ann's phone, on which she has opened a match."""
    page = sit_down(phone(service_workers="allow"), app, net.address)
    made = Away(Player(page), net, app, match_path(app))
    stored(page, made.path)
    return made


@pytest.fixture
def phone(chromium: Browser, playwright: Playwright, server: str) -> Iterator[Phone]:
    """New phones that fail the test if a page does what no page may."""
    device = {
        key: value for key, value in playwright.devices["iPhone 15"].items() if key != "default_browser_type"
    }
    contexts = []
    complaints = Complaints(server)

    def take(*, javascript: bool = True, dark: bool = False, **options: Any) -> Page:
        settings = device | {
            "viewport": {"width": 390, "height": 844},
            "base_url": server,
            "service_workers": "block",
        }
        settings |= options
        context = chromium.new_context(
            java_script_enabled=javascript, color_scheme="dark" if dark else "light", **settings
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        complaints.attend(page)
        return page

    yield take
    for context in contexts:
        context.close()
    assert complaints.heard == []


@pytest.fixture
def sit(app: Flask, server: str, phone: Phone) -> Sit:
    """Ann's phones, at matches that she began."""
    return Sit(app, server, phone)


@pytest.fixture
def axe(chromium: Browser) -> Iterator[Callable[..., None]]:
    """``axe(page)`` checks the accessibility of a page in its current state."""
    with ExitStack() as stack:
        copies: list[Copy] = []

        def check(page: Page, options: dict[str, Any] | None = None) -> None:
            checked = page
            if not has_scripts(page):
                if not copies:
                    copies.append(stack.enter_context(copying(chromium)))
                checked = copies[0].of(page)
            results = violations(checked, options or {})
            assert results.violations_count == 0, f"{page.url}\n{results.generate_report()}"

        yield check


def violations(page: Page, options: dict[str, Any]) -> AxeResults:
    """What axe finds on *page*; of all that it reports, only the violations leave the browser.

    It fetches no style sheets: only a rule needs them that does not run, since it is experimental.
    """
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    return AxeResults(page.evaluate(VIOLATIONS, options | {"resultTypes": ["violations"], "preload": False}))


def has_scripts(page: Page) -> bool:
    """Whether a page may run scripts, which checkers need."""
    return page.evaluate("() => matchMedia('(scripting: enabled)').matches")


@dataclass
class Copy:
    """A page without its own scripts, where a checker may run."""

    page: Page
    shown: tuple[str, str] = ("", "")

    def of(self, page: Page) -> Page:
        """The copy, which now shows the same as *page*."""
        dark = page.evaluate("() => matchMedia('(prefers-color-scheme: dark)').matches")
        self.page.emulate_media(color_scheme="dark" if dark else "light")
        self.page.set_viewport_size(page.viewport_size)
        self.show(page.url, page.content())
        return self.page

    def show(self, address: str, content: str) -> None:
        """Loads *content*, unless it is there."""
        if self.shown == (address, content):
            return
        self.page.route(
            address, lambda route: route.fulfill(body=content, content_type="text/html; charset=utf-8")
        )
        self.page.goto(address)
        self.page.unroute(address)
        self.shown = address, content


@contextmanager
def copying(chromium: Browser) -> Iterator[Copy]:
    """A page for copies of others."""
    context = chromium.new_context()
    page = context.new_page()
    page.route("**/*.js", lambda route: route.abort())
    yield Copy(page)
    context.close()
