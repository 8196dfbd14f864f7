"""A match that was taken along goes on also where Deadwood is below a path of a host."""

import pytest
from playwright.sync_api import expect

from phone.program import Build
from tests.browser.away import NOTHING_WAITS
from tests.browser.test_under_a_path import HOME, Club, club, start_match
from tests.browser.waiting import wait_until
from tests.phone.browser.framed import COMPILING, STARTING, started
from tests.phone.browser.test_taken_along import knock

__all__ = ["club"]

pytestmark = [pytest.mark.full, pytest.mark.long]


def test_a_match_taken_along_goes_on_below_the_path(built: Build, club: Club) -> None:
    with club.phone() as ann:
        with club.on_the_network():
            sheet = start_match(ann, "Ann", "Bob")
            ann.page.wait_for_function("() => navigator.serviceWorker.controller")
            ann.page.goto(f"{sheet}/along")
            ann.page.click("[data-act=take]:visible")
            ann.page.locator("[data-when=taken]").wait_for(timeout=COMPILING)

        ann.page.context.set_offline(True)
        ann.page.goto(sheet)
        alone = started(ann.page)
        assert ann.page.url.startswith(f"{HOME}phone/#m/")
        knock(alone, "Ann", deadwood_0="8", deadwood_1="20")
        expect(alone.hands).to_have_count(1)

        with club.on_the_network(), club.phone() as bob:
            ann.page.context.set_offline(False)
            ann.page.wait_for_url(lambda url: "/phone/" not in url, timeout=STARTING)
            wait_until(ann.page, NOTHING_WAITS)
            bob.page.goto(sheet)
            expect(bob.hands).to_have_count(1)
