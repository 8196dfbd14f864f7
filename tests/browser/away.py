"""A phone that may be without a network, and keeps what is entered."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from flask import Flask
from playwright.sync_api import Page, expect

from models.gin.hand.scoring import Hand
from models.records.saving.hand_writes import add_hand
from models.records.saving.pipeline import Entry, new_entry_id
from models.records.saving.seats import take_seat
from models.records.tables.match import Match
from tests.browser.network import Network
from tests.browser.table import Player
from tests.browser.waiting import wait_until
from tests.records.table import BOBS_PHONE, match_at

FORM_IS_STORED = """async path => {
  const pages = await caches.open("pages");
  return (await pages.keys()).some(({ url }) => url.endsWith(path));
}"""

NOTHING_WAITS = """() => new Promise((resolve) => {
  const opening = indexedDB.open("deadwood");
  opening.onsuccess = () => {
    const counting = opening.result.transaction("outbox").objectStore("outbox").count();
    counting.onsuccess = () => {
      opening.result.close();
      resolve(counting.result === 0);
    };
  };
})"""


@dataclass
class Away:
    """Ann's phone, which may be without a network."""

    ann: Player
    net: Network
    app: Flask
    path: str

    @property
    def page(self) -> Page:
        """What she sees."""
        return self.ann.page

    def leave(self) -> None:
        """The server stops, and the phone has no network."""
        self.net.stop()
        self.page.context.set_offline(True)

    def come_back(self, app: Flask | None = None) -> None:
        """Both are there again, and a page without a form that was stored has been fetched anew.

        It loads itself, which would break off what a test opens meanwhile.
        """
        self.net.start(app or self.app)
        self.page.context.set_offline(False)
        expect(self.page.locator("html[data-stored]:not(:has(form:not(.post)))")).to_have_count(0)

    def fill_in(self, page: Page, knocker: str, *deadwood: int) -> Player:
        """Fills in the form for the next hand."""
        player = Player(page)
        page.goto(f"{self.path}/hands/new?by=deadwood")
        player.choose(knocker)
        player.write(deadwood_0=str(deadwood[0]), deadwood_1=str(deadwood[1]))
        return player

    def enter(self, knocker: str, *deadwood: int) -> None:
        """Enters a hand, and is back on the sheet."""
        player = self.fill_in(self.page, knocker, *deadwood)
        save = self.page.locator("[name=save]")
        expect(save).not_to_have_attribute("aria-busy", "true")
        player.tap(save)
        self.page.wait_for_url(lambda url: "/hands/" not in url)

    def says(self, sentence: str) -> None:
        """What a notice says."""
        expect(self.page.locator(".offline-notices")).to_contain_text(sentence)

    def says_nothing(self) -> None:
        """Everything is sent, and there is no notice of it."""
        wait_until(self.page, NOTHING_WAITS)
        expect(self.page.locator("[data-notice=unsent]")).to_have_count(0)

    def change_match(self, change: Callable[[Match], object]) -> None:
        """Somebody does something to the match meanwhile."""
        with self.app.app_context():
            match = match_at(self.path)
            take_seat(match, BOBS_PHONE)
            change(match)

    def hands(self) -> list[str]:
        """The hands on the sheet of the server, in their order."""
        with self.app.app_context():
            hands = [record.hand.laid for record in match_at(self.path).present]
            return [str(hand.knocker) for hand in hands]  # type: ignore[union-attr]

    def bob_adds(self, hand: Hand) -> None:
        """Bob's phone saves a hand meanwhile."""
        entry = Entry(new_entry_id(), 0, BOBS_PHONE)
        self.change_match(lambda match: add_hand(match, hand, replace(entry, version=match.version)))


def stored(page: Page, path: str) -> None:
    """Waits until the phone has stored the forms of a match."""
    page.goto(path)
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    page.goto(path)
    wait_until(page, FORM_IS_STORED, "/hands/new?by=deadwood")
