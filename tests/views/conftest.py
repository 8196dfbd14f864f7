"""Fixtures for the tests of pages: a started match, and other phones."""

from collections.abc import Callable

import pytest
from flask import Flask

from models.gin.rules.house_rules import HouseRules
from models.gin.rules.presets import PRESETS
from models.gin.rules.seating import Table as Seating
from tests.records.table import ANNS_PHONE, a_match, path_of
from tests.views.browser import Browser
from tests.views.table import Sit, Table
from views.web.access import DEVICE


@pytest.fixture
def sit(app: Flask, browser: Browser) -> Sit:
    """Starts a match of Ann and Bob on this phone, with any rules."""

    def begin(
        house: str = "pagat",
        names: tuple[str, ...] = ("Ann", "Bob"),
        dealer: int = 0,
        rules: HouseRules | None = None,
        table: Seating = Seating.TWO,
        called: str = "",
        **changed: object,
    ) -> Table:
        with browser.client.session_transaction() as session:
            device = session.setdefault(DEVICE, "the phone on the table")
        with app.app_context():
            played = (rules or PRESETS[house]).but(**changed)
            asked = {"preset": house, "rules_name": called, "first_dealer": dealer}
            match = a_match(played, names=names, device=device, table=table, **asked)
            return Table(browser, path_of(match))

    return begin


@pytest.fixture
def ann(browser: Browser) -> Browser:
    """Ann's phone."""
    browser.device = ANNS_PHONE
    return browser


@pytest.fixture
def table(sit: Sit) -> Table:
    """A match of Ann and Bob with Pagat's rules."""
    return sit()


@pytest.fixture
def another_phone(app: Flask) -> Callable[[], Browser]:
    """A phone that has never been used here."""
    return lambda: Browser(app.test_client())


@pytest.fixture
def viewer(another_phone: Callable[[], Browser]) -> Browser:
    """Someone who opened the viewing link."""
    return another_phone()
