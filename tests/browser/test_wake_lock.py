"""The screen stays on while the sheet is visible, unless that is switched off."""

from flask import Flask
from playwright.sync_api import Locator, expect

from tests.browser.table import Phone, Player, match_path
from tests.browser.test_live import HIDE

LISTEN = """() => {
  window.locks = [];
  const held = () => locks.filter((lock) => !lock.released).length;
  const count = () => { document.documentElement.dataset.held = held(); };
  const { request } = WakeLock.prototype;
  WakeLock.prototype.request = async function (...asked) {
    const lock = await request.apply(this, asked);
    locks.push(lock);
    lock.addEventListener("release", count);
    count();
    return lock;
  };
}"""
"""Notes on the page how many of the locks that the browser granted still last."""

NO_LOCKS = "delete Navigator.prototype.wakeLock"
"""A browser that has none, or a page that came over plain http."""


def at_the_sheet(app: Flask, phone: Phone, *scripts: str) -> Player:
    """Carol, who watches."""
    carol = Player(phone(permissions=["screen-wake-lock"]))
    for script in scripts:
        carol.page.add_init_script(script)
    carol.page.goto(match_path(app))
    carol.open_more()
    return carol


def switch(player: Player) -> Locator:
    """What turns it off and on."""
    return player.page.get_by_role("switch", name="Keep the screen on")


def holds(player: Player, locks: int) -> None:
    """The browser has granted so many locks that still last."""
    expect(player.page.locator("html")).to_have_attribute("data-held", str(locks))


def test_the_screen_stays_on_until_it_is_switched_off(app: Flask, server: str, phone: Phone) -> None:
    carol = at_the_sheet(app, phone, f"({LISTEN})()")
    expect(switch(carol)).to_be_checked()
    holds(carol, 1)
    carol.page.evaluate(HIDE, True)
    carol.page.evaluate("() => locks[0].release()")
    holds(carol, 0)
    carol.page.evaluate(HIDE, False)
    holds(carol, 1)

    switch(carol).uncheck()
    holds(carol, 0)
    carol.page.reload()
    carol.open_more()
    expect(switch(carol)).not_to_be_checked()
    switch(carol).check()
    holds(carol, 1)


def test_nothing_is_offered_that_cannot_be_done(app: Flask, server: str, phone: Phone) -> None:
    carol = at_the_sheet(app, phone, NO_LOCKS)

    expect(carol.page.get_by_text("Keep the screen on")).to_be_hidden()
