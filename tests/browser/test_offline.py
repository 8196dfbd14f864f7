"""Without a network: what was entered is kept on the phone, and sent once and in order later."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from models.gin.declaration import Count, Ending
from models.gin.sheet import Hand
from models.records import (
    Entry,
    Match,
    add_hand,
    delete_match,
    end_seat,
    find_match,
    matches_of,
    new_entry_id,
    renew_watching,
    scoring_token,
    take_seat,
    watch_token,
)
from tests.browser.network import Cut, Network, network
from tests.browser.table import Phone, Player, match_path, sit_down
from tests.browser.waiting import wait_until
from tests.databases import Database, dispose, make_app
from tests.records.table import ANNS_PHONE, BOB_HAS_GIN, BOBS_PHONE
from tests.views.speaking import add_catalogues
from views.web import static_files

FORM_IS_STORED = """async path => {
  const pages = await caches.open("pages");
  return (await pages.keys()).some(({ url }) => url.endsWith(path));
}"""


IS_STORED_IN_GERMAN = """async path => {
  const pages = await caches.open("pages");
  const found = await pages.match(new URL(path, location), { ignoreVary: true });
  return /^de/.test(found?.headers.get("Content-Language"));
}"""


NOTHING_IS_STORED = """async path => {
  const pages = await (await caches.open("pages")).keys();
  return !pages.some(({ url }) => new URL(url).pathname.startsWith(path));
}"""


IS_CHECKED = """() => new Promise((resolve) => {
  indexedDB.open("deadwood").onsuccess = ({ target: { result } }) => {
    const asked = result.transaction("results").objectStore("results").get("access-checked");
    asked.onsuccess = () => {
      result.close();
      resolve(asked.result !== undefined);
    };
  };
})"""
"""Whether the phone has asked the server what it may see."""


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

STORAGE_REFUSES = """() => new Promise((resolve) => {
  indexedDB.open("deadwood", 99).onsuccess = resolve;
}).then(() => true)"""
"""A database of a release that is yet to come can't be opened by this one."""


@pytest.fixture
def net(app: Flask) -> Iterator[Network]:
    """A network with a server that can be stopped."""
    with network(app) as made:
        yield made


@pytest.fixture
def server(net: Network) -> str:
    """The address that phones know."""
    return net.address


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
        """Both are there again."""
        self.net.start(app or self.app)
        self.page.context.set_offline(False)

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
            match = find_match(self.path.removeprefix("/m/"))
            assert match is not None
            take_seat(match, BOBS_PHONE)
            change(match)

    def hands(self) -> list[str]:
        """The hands on the sheet of the server, in their order."""
        with self.app.app_context():
            match = find_match(self.path.removeprefix("/m/"))
            assert match is not None
            return [str(record.hand.laid.knocker) for record in match.present]  # type: ignore[union-attr]

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


@pytest.fixture
def away(app: Flask, net: Network, phone: Phone) -> Away:
    """Ann's phone, on which she has opened a match."""
    page = phone(service_workers="allow")
    sit_down(page, app, net.address)
    made = Away(Player(page), net, app, match_path(app))
    stored(page, made.path)
    return made


def test_hands_wait_for_the_network_and_arrive_in_order(away: Away) -> None:
    away.enter("Ann", 1, 20)
    away.leave()
    away.enter("Bob", 30, 2)
    away.says("Not sent yet: 1")
    away.says("Hand 2 · Who knocked? Bob · How the hand ended: Knock")
    away.says("Ann’s deadwood: 30 · Bob’s deadwood: 2")
    away.enter("Ann", 3, 20)
    away.says("Not sent yet: 2")
    away.says("No network. Page from")

    away.come_back()
    away.says_nothing()
    expect(away.ann.hands).to_have_count(3)
    assert away.hands() == ["1", "2", "3"]


@pytest.mark.parametrize("cut", Cut)
def test_a_hand_arrives_once_whenever_the_network_fails(away: Away, cut: Cut) -> None:
    away.net.cuts = [cut, cut]
    away.enter("Ann", 1, 20)
    away.enter("Ann", 2, 20)

    away.says_nothing()
    assert away.hands() == ["1", "2"]


def test_a_phone_that_was_switched_off_still_has_what_it_did_not_send(away: Away) -> None:
    away.leave()
    away.enter("Ann", 1, 20)
    context = away.page.context
    away.page.close()

    away.ann.page = context.new_page()
    away.page.goto("/")
    away.says("Not sent yet: 1")
    away.come_back()
    away.says_nothing()
    assert away.hands() == ["1"]


def test_two_tabs_send_each_hand_once(away: Away) -> None:
    away.leave()
    for knocker in ("Ann", "Bob", "Ann"):
        away.enter(knocker, 5, 5)
    other = away.page.context.new_page()
    other.goto(away.path)
    away.net.start(away.app)
    away.page.context.set_offline(False)

    away.says_nothing()
    assert away.hands() == ["5", "5", "5"]


def test_hands_of_two_tabs_that_did_not_know_of_each_other_are_a_choice(away: Away) -> None:
    away.leave()
    other = away.page.context.new_page()
    player = away.fill_in(other, "Bob", 30, 7)
    away.enter("Ann", 1, 20)
    player.tap(other.locator("[name=save]"))
    other.wait_for_url(away.path)
    away.come_back()

    away.says("Not saved, please check: 1")
    assert away.hands() == ["1"]


def meanwhile(away: Away) -> None:
    """Ann enters two hands without a network, and Bob another one with it."""
    away.leave()
    away.enter("Ann", 1, 20)
    away.enter("Ann", 2, 20)
    away.bob_adds(BOB_HAS_GIN)
    away.come_back()
    away.says("Not saved, please check: 1")
    away.ann.follow("Show")
    away.ann.press("Compare both")
    away.ann.sees("Bob goes gin, +38.", "Ann knocks, +19.")


def test_a_refused_hand_is_a_choice_and_the_next_ones_wait_for_it(away: Away) -> None:
    meanwhile(away)
    assert away.hands() == ["0"]

    away.ann.press("Add mine as hand 2 too")
    away.page.wait_for_url(away.path)
    away.says_nothing()
    assert away.hands() == ["0", "1", "2"]


def test_a_refused_hand_can_be_discarded_and_the_next_ones_follow(away: Away) -> None:
    meanwhile(away)
    away.ann.follow("Discard mine")

    away.page.wait_for_url(away.path)
    away.says_nothing()
    assert away.hands() == ["0", "2"]


def test_a_hand_that_another_phone_has_sent_is_a_choice_behind_another_choice(away: Away) -> None:
    away.leave()
    away.enter("Ann", 1, 20)
    away.enter("Ann", 2, 20)
    away.bob_adds(Hand(0, Count(Ending.KNOCK, knocker=2, defender=20)))
    away.come_back()
    away.says("Not saved, please check: 1")
    away.ann.follow("Show")
    away.ann.press("Compare both")
    away.ann.press("Add mine as hand 2 too")

    away.says("Not saved, please check: 1")
    away.ann.follow("Show")
    away.ann.press("Compare both")
    away.ann.follow("Discard mine")
    away.page.wait_for_url(away.path)
    away.says_nothing()
    assert away.hands() == ["2", "1"]


def test_a_refused_hand_can_be_changed_first(away: Away) -> None:
    meanwhile(away)
    away.ann.press("Change mine first")
    away.ann.write(deadwood_0="9")
    away.ann.press("Save: Ann +11")
    away.page.wait_for_url(away.path)

    away.says_nothing()
    assert away.hands() == ["0", "9", "2"]


def test_it_can_be_discarded_from_the_list(away: Away) -> None:
    away.leave()
    away.enter("Ann", 1, 20)
    away.enter("Ann", 2, 20)
    away.ann.follow("Show")
    first = away.page.locator("article").first
    first.get_by_text("Discard", exact=True).tap()
    first.get_by_role("button", name="Discard it for good").tap()
    expect(away.page.locator("article")).to_have_count(1)
    away.come_back()

    away.ann.sees("Everything you entered on this phone has been sent.")
    assert away.hands() == ["2"]


def stored_paths(page: Page) -> list[str]:
    """The paths of the pages that the phone has stored."""
    return page.evaluate(
        """async () => (await (await caches.open("pages")).keys()).map(({ url }) => new URL(url).pathname)"""
    )


def test_a_hand_of_a_phone_that_was_removed_stays_on_it(away: Away) -> None:
    away.page.goto("/judge")  # The phone asks what it may see, and not again for ten minutes.
    wait_until(away.page, IS_CHECKED)
    away.page.goto(away.path)
    away.leave()
    away.enter("Ann", 1, 20)
    away.change_match(lambda match: end_seat(match, match.seats[0].id, BOBS_PHONE))
    away.come_back()
    away.says("Not saved, please check: 1")
    wait_until(away.page, NOTHING_IS_STORED, f"{away.path}/hands/")
    away.ann.follow("Show")

    away.ann.sees("This phone can no longer score in this match.", "Ann’s deadwood: 1")
    away.change_match(lambda match: take_seat(match, ANNS_PHONE))
    away.ann.press("Send again")
    expect(away.ann.hands).to_have_count(1)
    assert away.hands() == ["1"]


def test_a_hand_for_a_match_that_was_deleted_can_be_copied(away: Away) -> None:
    away.leave()
    away.enter("Ann", 1, 20)
    away.change_match(lambda match: delete_match(match, match.version_stamp, BOBS_PHONE))
    away.come_back()
    away.says("Not saved, please check: 1")
    away.ann.follow("Show")

    away.ann.sees("This match was deleted.")
    away.ann.press("Copy as text")
    expect(away.page.locator("pre")).to_contain_text("Hand 1\nWho knocked? Ann")


def test_a_hand_for_a_match_whose_link_was_renewed_still_arrives(away: Away) -> None:
    away.leave()
    away.enter("Ann", 1, 20)
    away.change_match(lambda match: renew_watching(match, BOBS_PHONE))
    with away.app.app_context():
        (match,) = matches_of(ANNS_PHONE, 1)
        away.path = f"/m/{watch_token(match)}"
    away.come_back()

    away.page.goto(away.path)
    expect(away.ann.hands).to_have_count(1)
    away.says_nothing()


def test_nothing_private_stays_once_a_phone_was_removed(away: Away) -> None:
    assert any(path.startswith(away.path) for path in stored_paths(away.page))
    away.change_match(lambda match: end_seat(match, match.seats[0].id, BOBS_PHONE))

    away.page.goto("/settings")
    with away.page.expect_navigation():
        away.ann.press("Save")
    wait_until(away.page, NOTHING_IS_STORED, away.path)
    assert {"/unsent", "/unreached"} <= set(stored_paths(away.page))


def test_pages_of_a_deleted_match_are_gone_as_soon_as_one_is_asked_for(away: Away) -> None:
    away.change_match(lambda match: delete_match(match, match.version_stamp, BOBS_PHONE))
    away.page.goto(away.path)

    wait_until(away.page, NOTHING_IS_STORED, away.path)


def test_links_that_give_a_seat_are_never_stored(away: Away) -> None:
    with away.app.app_context():
        (match,) = matches_of(ANNS_PHONE, 1)
        away.page.goto(f"/s/{scoring_token(match)}")
    away.page.goto(f"{away.path}/share")
    away.page.goto(f"{away.path}/history")
    wait_until(away.page, FORM_IS_STORED, "/history")

    assert [path for path in stored_paths(away.page) if "/s/" in path or path.endswith("/share")] == []


def test_a_page_that_was_never_seen_says_so(away: Away) -> None:
    away.leave()
    away.page.goto("/judge")

    away.ann.sees("this page was never opened on this phone")
    expect(away.ann.button("Send again")).to_be_hidden()


def test_pages_are_stored_anew_when_another_language_is_chosen(
    away: Away, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    add_catalogues(monkeypatch, tmp_path / "catalogues")
    away.page.goto("/settings")
    away.ann.choose("Deutsch")
    away.ann.press("Save")
    for path in ("/unsent", away.path):
        wait_until(away.page, IS_STORED_IN_GERMAN, path)
    away.leave()
    away.page.goto(away.path)

    expect(away.page.locator("html")).to_have_attribute("lang", re.compile("^de"))
    away.says("No network")


def test_the_space_taken_is_written_with_the_comma_of_the_language(away: Away) -> None:
    away.page.goto("/settings")
    away.ann.choose("Français")
    away.ann.press("Save")
    expect(away.page.locator("html")).to_have_attribute("lang", re.compile("^fr"))
    away.page.goto("/offline")

    expect(away.page.locator("[data-space]")).to_have_text(re.compile(r"^Deadwood occupe \d+,\d\sMo"))


def test_a_form_that_does_not_wait_stays_on_the_screen(away: Away) -> None:
    away.page.goto("/settings")
    away.ann.choose("Dark")
    away.leave()
    away.ann.press("Save")
    away.ann.sees("this is not done yet")
    away.come_back()

    away.ann.press("Send again")
    expect(away.page.locator("html")).to_have_attribute("data-theme", "dark")


def test_a_phone_that_stores_nothing_keeps_the_form_on_the_screen(away: Away) -> None:
    away.fill_in(away.page, "Ann", 1, 20)
    expect(away.ann.button("Save: Ann +19")).to_be_visible()
    away.page.evaluate(STORAGE_REFUSES)
    away.leave()
    away.ann.tap(away.page.locator("[name=save]"))
    away.ann.sees("this is not done yet")
    away.come_back()

    away.ann.press("Send again")
    away.page.wait_for_url(f"**{away.path}")
    assert away.hands() == ["1"]


def test_an_update_of_the_app_keeps_what_is_not_sent(
    away: Away, instance: Path, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(static_files, "digest", lambda _source: "another")
    updated = make_app(instance, database.url)
    away.leave()
    away.enter("Ann", 1, 20)
    away.enter("Bob", 30, 2)
    away.come_back(updated)

    away.says_nothing()
    assert away.hands() == ["1", "2"]
    away.page.goto(away.path)
    wait_until(away.page, "async () => (await caches.keys()).includes('static-another')")
    dispose(updated)


def test_a_hand_by_cards_counts_them_and_says_them_without_a_server(away: Away) -> None:
    away.page.goto(f"{away.path}/hands/new?by=cards")
    away.leave()
    away.ann.choose("Ann")
    away.ann.take("5S 6S 7S 8S KH KD KC 2H 2D 2C")
    away.ann.sees("Ann 10 of 10")
    away.ann.take("9S TS JS QS AC 3C 7H 8C 4D 4H")
    away.ann.press("Save")

    away.says("Who knocked? Ann · Ann’s cards: 5S 6S")


def test_a_new_match_waits_too(away: Away) -> None:
    away.page.goto("/matches/new")
    away.leave()
    away.page.goto("/matches/new")
    away.ann.write(name_0="Cid", name_1="Dan")
    away.ann.press_main()
    away.says("Not sent yet: 1")
    away.come_back()

    away.says_nothing()
    away.page.goto("/")
    away.ann.sees("Cid")
