"""Without a network: what was entered is kept on the phone, and sent once and in order later."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from models.records.database.base import db
from models.records.finding.matches import matches_of
from models.records.saving.deletion import delete_match
from models.records.saving.seats import end_seat, renew_link, take_seat
from models.records.tables.shared import Link, scoring_token, watch_token
from tests.browser.away import FORM_IS_STORED, NOTHING_WAITS, Away, stored
from tests.browser.network import Cut
from tests.browser.table import Phone
from tests.browser.waiting import wait_until
from tests.databases import Database, dispose, make_app
from tests.gin.table import knock
from tests.records.table import ANNS_PHONE, BOB_HAS_GIN, BOBS_PHONE, a_match
from tests.views.cli.test_starting import flask, why_not_served
from views.assets import static_files

IS_STORED_IN_FRENCH = """async path => {
  const pages = await caches.open("pages");
  const found = await pages.match(new URL(path, location), { ignoreVary: true });
  return /^fr/.test(found?.headers.get("Content-Language"));
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


POLLS_WAIT = """
const { fetch } = window;
const mayPoll = new Promise((resolve) => { window.letPoll = resolve; });
window.fetch = async (url, ...rest) => {
  if (url === location.href) await mayPoll;
  return fetch(url, ...rest);
};
"""
"""Holds back the requests with which a sheet polls."""


STORAGE_REFUSES = """() => new Promise((resolve) => {
  indexedDB.open("deadwood", 99).onsuccess = resolve;
}).then(() => true)"""
"""A database of a release that is yet to come can't be opened by this one."""


def test_hands_wait_for_the_network_and_arrive_once_and_in_order(away: Away) -> None:
    """The phone is switched off meanwhile, and has two tabs when the network is there again."""
    away.enter("Ann", 1, 20)
    away.leave()
    away.enter("Bob", 30, 2)
    away.says("Saved on this phone: 1 hand.")
    away.ann.sees("Bob knocks, +28.")
    away.enter("Ann", 3, 20)
    away.says("Saved on this phone: 2 hands.")
    away.says("No connection. Last updated")
    context = away.page.context
    away.page.close()

    away.ann.page = context.new_page()
    away.page.goto("/")
    away.says("Saved on this phone: 2 hands.")
    context.new_page().goto(away.path)
    away.come_back()
    away.says_nothing()
    assert away.hands() == ["1", "2", "3"]
    away.page.goto(away.path)
    expect(away.ann.hands).to_have_count(3)


def test_a_hand_arrives_once_whenever_the_network_fails(away: Away) -> None:
    """Each is tried twice: Chromium sends once more if a connection ends that it used before."""
    away.net.cuts = [cut for cut in Cut for _ in range(2)]
    away.enter("Ann", 1, 20)
    away.enter("Ann", 2, 20)

    away.says_nothing()
    assert away.hands() == ["1", "2"]


def compare(away: Away) -> None:
    """Goes from the notice on the sheet to the two versions of a hand."""
    away.says("Not saved, please check: 1")
    away.ann.follow("Show")
    away.ann.press("Compare both")


def test_a_refused_hand_is_a_choice_and_the_next_ones_wait_for_it(away: Away) -> None:
    """The refused hand is changed; the second, sent by another phone too, is discarded; the third follows."""
    away.leave()
    for deadwood in (1, 2, 3):
        away.enter("Ann", deadwood, 20)
    away.bob_adds(BOB_HAS_GIN)
    away.bob_adds(knock(2, 20))
    away.come_back()
    compare(away)
    away.ann.sees("Bob goes gin, +38.", "Ann knocks, +19.")
    assert away.hands() == ["0", "2"]

    away.ann.press("Change mine first")
    away.ann.write(deadwood_0="9")
    away.ann.press("Save: Ann +11")
    compare(away)
    away.ann.follow("This is right")
    away.page.wait_for_url(away.path)
    away.says_nothing()
    assert away.hands() == ["0", "2", "9", "3"]


@pytest.mark.full
def test_hands_of_two_tabs_that_did_not_know_of_each_other_are_a_choice(away: Away) -> None:
    away.leave()
    other = away.page.context.new_page()
    player = away.fill_in(other, "Bob", 30, 7)
    away.enter("Ann", 1, 20)
    player.tap(other.locator("[name=save]"))
    other.wait_for_url(away.path)
    other.close()
    away.come_back()

    compare(away)
    assert away.hands() == ["1"]
    away.ann.press("Add mine as hand 2 too")
    away.page.wait_for_url(away.path)
    away.says_nothing()
    assert away.hands() == ["1", "7"]


LOOK_AGAIN = "() => { dispatchEvent(new Event('pageshow')); }"
"""Has the page look at what waits, as it does every few seconds."""


@pytest.mark.full
def test_what_waits_is_listed_can_be_discarded_and_may_be_a_new_match(away: Away) -> None:
    for path in ("/matches/new", f"{away.path}/hands/new?by=cards"):
        away.page.goto(path)
    away.leave()
    away.ann.choose("Ann")
    away.ann.take("5S 6S 7S 8S KH KD KC 2H 2D 2C")
    away.ann.sees("Ann 10 of 10")
    away.ann.take("9S TS JS QS AC 3C 7H 8C 4D 4H")
    away.ann.press("Save")
    away.says("Saved on this phone: 1 hand.")
    expect(away.ann.hands).to_have_text([re.compile("Hand 1.*not sent")])
    away.ann.sees("Not counted yet: 1")
    away.page.goto("/judge")
    away.ann.sees("this page was never opened on this phone")
    expect(away.ann.button("Send again")).to_be_hidden()
    away.page.goto("/matches/new")
    away.ann.write(name_0="Cid", name_1="Dan")
    away.ann.press_main()
    away.says("Waiting to be sent: 2")

    away.ann.follow("Show")
    first = away.page.locator("article").first
    first.get_by_text("Discard", exact=True).tap()
    away.page.evaluate(LOOK_AGAIN)
    away.page.evaluate(NOTHING_WAITS)  # It has looked before this is answered.
    first.get_by_role("button", name="Discard it for good").tap()
    expect(away.page.locator("article")).to_have_count(1)
    away.come_back()
    away.ann.sees("Everything you entered on this phone has been sent.")
    assert away.hands() == []
    away.page.goto("/")
    away.ann.sees("Cid")


@pytest.mark.full
def test_a_hand_of_a_phone_that_was_removed_or_of_a_match_that_was_deleted_stays_on_it(away: Away) -> None:
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
    away.ann.sees("This phone can no longer keep score in this match.", "Ann’s deadwood: 1")
    away.change_match(lambda match: take_seat(match, ANNS_PHONE))
    away.ann.press("Send again")
    expect(away.ann.hands).to_have_count(1)
    assert away.hands() == ["1"]

    stored(away.page, away.path)
    away.leave()
    away.enter("Ann", 2, 20)
    away.change_match(lambda match: delete_match(match, match.version_stamp, BOBS_PHONE))
    away.come_back()
    away.says("Not saved, please check: 1")
    away.ann.follow("Show")
    away.ann.sees("This link opens nothing any more.")
    away.ann.press("Copy as text")
    expect(away.page.get_by_role("heading", name="Not accepted · Hand 2")).to_be_visible()
    copied = away.page.locator("pre")
    expect(copied).to_contain_text("Ann and Bob\n")
    expect(copied).to_contain_text("Hand 2\nWho knocked? Ann")


@pytest.mark.full
def test_what_was_refused_is_still_told_of_when_the_bar_of_buttons_goes(away: Away) -> None:
    """The sheet becomes that of a phone that only watches."""
    away.page.add_init_script(POLLS_WAIT)
    away.page.goto(away.path)
    away.leave()
    other = away.page.context.new_page()
    away.fill_in(other, "Ann", 1, 20).press("Save: Ann +19")
    other.wait_for_url(away.path)
    other.close()
    away.change_match(lambda match: end_seat(match, match.seats[0].id, BOBS_PHONE))
    away.come_back()
    away.says("Not saved, please check: 1")
    expect(away.page.locator(".actions .offline-notices")).to_be_visible()

    away.page.evaluate("() => letPoll()")
    expect(away.page.locator(".actions")).to_have_count(0)
    away.says("Not saved, please check: 1")
    away.ann.follow("Show")
    away.ann.sees("This phone can no longer keep score in this match.")


@pytest.mark.full
def test_a_hand_for_a_match_whose_link_was_renewed_still_arrives(away: Away) -> None:
    away.leave()
    away.enter("Ann", 1, 20)
    away.change_match(lambda match: renew_link(match, Link.VIEWING, BOBS_PHONE))
    with away.app.app_context():
        (match,) = matches_of(ANNS_PHONE, 1)
        away.path = f"/m/{watch_token(match)}"
    away.come_back()

    away.page.reload()
    expect(away.ann.hands).to_have_count(1)
    away.says_nothing()
    assert away.page.url.endswith(away.path)


def stored_paths(page: Page) -> list[str]:
    """The paths of the pages that the phone has stored."""
    return page.evaluate(
        """async () => (await (await caches.open("pages")).keys()).map(({ url }) => new URL(url).pathname)"""
    )


def test_nothing_private_stays_once_a_phone_was_removed_or_a_match_deleted(away: Away) -> None:
    with away.app.app_context():
        (match,) = matches_of(ANNS_PHONE, 1)
        away.page.goto(f"/s/{scoring_token(match)}")
        theirs = a_match(names=("Cid", "Dan"), device=BOBS_PHONE)
        away.page.goto(way_in := f"/s/{scoring_token(theirs)}")
    away.leave()
    away.ann.press("Keep score on this phone")
    away.ann.sees("this is not done yet")
    wait_until(away.page, NOTHING_WAITS)
    away.come_back()
    away.page.goto(way_in)
    expect(away.ann.button("Keep score on this phone")).to_be_visible()
    for path in ("share", "history"):
        away.page.goto(f"{away.path}/{path}")
    wait_until(away.page, FORM_IS_STORED, "/history")
    links = [path for path in stored_paths(away.page) if "/s/" in path or path.endswith("/share")]
    assert links == [], "links that give a seat are never stored"
    away.change_match(lambda match: end_seat(match, match.seats[0].id, BOBS_PHONE))
    away.page.goto("/settings")
    with away.page.expect_navigation():
        away.ann.press("Save")
    wait_until(away.page, NOTHING_IS_STORED, away.path)
    assert {"/unsent", "/unreached"} <= set(stored_paths(away.page))

    away.page.goto(away.path)
    wait_until(away.page, FORM_IS_STORED, away.path)
    away.change_match(lambda match: delete_match(match, match.version_stamp, BOBS_PHONE))
    away.page.goto(away.path)
    wait_until(away.page, NOTHING_IS_STORED, away.path)


def test_a_penalty_that_the_server_refuses_is_not_called_saved(away: Away) -> None:
    away.page.goto(f"{away.path}/lines/new?kind=penalty")
    away.ann.choose("Bob")
    away.ann.choose("False knock")
    away.ann.press_main()
    away.ann.sees("Type the points that you agreed on, if any.")
    expect(away.page.get_by_text("This is already saved.")).to_be_hidden()
    away.ann.write(points="10")
    away.ann.save("Save: Ann +10")
    expect(away.ann.hands).to_have_count(1)


@pytest.mark.full
def test_pages_are_stored_anew_when_another_language_is_chosen(away: Away) -> None:
    away.page.goto("/settings")
    away.page.get_by_label("Language").select_option("fr")
    away.ann.press("Save")
    expect(away.page.locator("html")).to_have_attribute("lang", re.compile("^fr"))
    away.page.goto("/offline")
    expect(away.page.locator("[data-space]")).to_have_text(re.compile(r"^Deadwood occupe \d+,\d\sMo"))

    for path in ("/unsent", away.path):
        wait_until(away.page, IS_STORED_IN_FRENCH, path)
    away.leave()
    away.page.goto(away.path)
    expect(away.page.locator("html")).to_have_attribute("lang", re.compile("^fr"))
    expect(away.page.locator("[data-notice=stored]")).to_be_visible()


@pytest.mark.full
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


@pytest.mark.full
def test_an_update_of_the_app_keeps_what_is_not_sent(
    away: Away, instance: Path, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(static_files, "digest", lambda *_folders: "another")
    updated = make_app(instance, database.url)
    away.leave()
    away.enter("Ann", 1, 20)
    away.come_back(updated)

    away.says_nothing()
    assert away.hands() == ["1"]
    away.page.goto(away.path)
    wait_until(away.page, "async () => (await caches.keys()).includes('static-another')")
    dispose(updated)


ROOT = Path(__file__).parents[2]
SCRIPTS = "/static/js/"
STORE = f"{SCRIPTS}offline/outbox_store.js"
MADE_UPON = f"{SCRIPTS}offline/unseen_changes.js"

SENT_WHILE_STARTED = """async (module) => {
  const { items, keepItem, settleItem } = await import(module);
  const sent = { entry: "e1", queue: "matches/new", url: "/matches/new", state: "waiting" };
  const id = await keepItem(sent);
  await keepItem({ ...sent, id, local: "m/here" });
  await settleItem({ ...sent, id }, { stamp: "" });
  const [left] = await items();
  await settleItem(left, { stamp: "" });
  return [left?.local, await items()];
}"""

SETTLED = """async ([store, madeUpon, became, item]) => {
  const { settleItem } = await import(store);
  for (const [entry, result] of became) await settleItem({ id: 0, entry, queue: "m/x", url: "" }, result);
  return (await import(madeUpon)).madeUpon(item);
}"""

TAKEN_OUT = """async ([store, kept, entry]) => {
  const { items, keepItem, takeOut } = await import(store);
  const fields = [["version", "1.z"]];
  const hand = { queue: "m/x", url: "/m/x/hands/new", fields, state: "waiting", said: [] };
  for (const item of kept) await keepItem({ ...hand, ...item });
  const answers = [await takeOut("m/x", entry), await takeOut("m/x", entry)];
  return [answers, (await items()).map((item) => item.entry)];
}"""

WAITS = {"entry": "a", "isTried": False}

CHOSEN = [["a", {"stamp": "0.b"}], ["b", {"stamp": "2.b", "unseenSince": "0."}]]
"""The player was asked about a, and chose b."""

DISCARDED = [["a", {"stamp": "3.x", "unseenSince": "1.w", "isDiscarded": True}]]


def source(route: Route) -> None:
    """The module by itself, out of any bundle."""
    route.fulfill(path=ROOT / urlsplit(route.request.url).path.removeprefix("/"))


def with_source(page: Page) -> Page:
    """A page that can import scripts by themselves, out of any bundle."""

    page.route(f"**{SCRIPTS}**", source)
    page.goto("/")
    return page


def made_upon(page: Page, became: list[Any], stamp: str, path: str = "hands/new", **more: bool) -> object:
    """What a form is sent for, after what *became* of others."""
    item = {"entry": "c", "url": f"/m/x/{path}", "fields": [["version", stamp]]} | more
    return page.evaluate(SETTLED, [STORE, MADE_UPON, became, item])


def test_a_new_match_is_sent_again_if_it_got_an_address_here_while_it_was_sent(phone: Phone) -> None:
    assert with_source(phone()).evaluate(SENT_WHILE_STARTED, STORE) == ["m/here", []]


def test_a_form_says_what_its_player_has_not_seen(phone: Phone) -> None:
    page = with_source(phone())

    behind = {"stamp": "2.b", "unseenSince": "0."}
    assert made_upon(page, CHOSEN, "1.a") == behind
    assert made_upon(page, CHOSEN, "2.b", isAhead=True) == behind
    assert made_upon(page, CHOSEN, "2.b") == behind | {"unseenSince": None}
    assert made_upon(page, CHOSEN, "5.other", isAhead=True) == {"stamp": "5.other", "unseenSince": None}


def test_an_undo_of_what_was_discarded_is_for_no_other_sheet(phone: Phone) -> None:
    page = with_source(phone())

    assert made_upon(page, DISCARDED, "2.a", "undo?version=2.a") == {"stamp": "2.a", "unseenSince": "1.w"}
    assert made_upon(page, DISCARDED, "2.a") == {"stamp": "3.x", "unseenSince": "1.w"}


@pytest.mark.parametrize(
    "kept, left",
    [
        pytest.param([WAITS], [], id="the last one that waits"),
        pytest.param([WAITS, {"entry": "b", "queue": "m/y"}], ["b"], id="the last one of its match"),
        pytest.param([WAITS, WAITS | {"entry": "b"}], ["a", "b"], id="not below another one"),
        pytest.param([WAITS | {"isTried": True}], ["a"], id="not what the server may have"),
        pytest.param([{"entry": "a"}], ["a"], id="not one of the version before"),
        pytest.param([WAITS | {"state": "refused"}], ["a"], id="not what was refused"),
    ],
)
def test_an_undo_takes_out_what_only_this_phone_has(
    phone: Phone, kept: list[dict[str, Any]], left: list[str]
) -> None:
    """Asked twice, as two tabs do, it says the same."""
    is_out = "a" not in left
    asked = [STORE, kept, "a"]

    assert with_source(phone()).evaluate(TAKEN_OUT, asked) == [[is_out, is_out], left]


OLD = "from before version 1.0 of Deadwood, which can’t use it. Run “flask export” with the version"


@pytest.mark.own_app
def test_what_waits_during_the_advised_upgrade_is_moved_to_the_match_that_was_imported(
    away: Away, tmp_path: Path
) -> None:
    away.enter("Ann", 9, 20)
    away.leave()
    away.enter("Ann", 1, 20)
    away.enter("Bob", 20, 2)
    with away.app.app_context():
        old = Path(str(db.engine.url.database))
    dispose(away.app)
    home = tmp_path / "home"
    home.mkdir()
    file = old.rename(home / "gin.sqlite")
    exported = flask(home, "export", home / "everything.json")
    assert (exported.code, exported.stderr) == (0, "Matches exported: 1.\n")
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '0020'")

    assert OLD in why_not_served(home)
    file.rename(home / "old.sqlite")
    for command in ("export", "audit", "look-after", "expire --months 9", "backup"):
        name, *more = command.split()
        ended = flask(home, name, *more, *(["x"] if name in ("export", "look-after", "backup") else []))
        assert (ended.code, ended.stdout) == (1, ""), command
        assert "There is no database of Deadwood at sqlite:///" in ended.stderr
    imported = flask(home, "import", home / "everything.json", SECRET_KEY="known to the tests")
    assert imported.code == 0, imported
    link = imported.stdout.split('"score": "')[1].split('"')[0]

    app = make_app(home, f"sqlite:///{file}")
    away.come_back(app)
    away.page.goto("/unsent")
    away.ann.sees("This link opens nothing any more.", "Hand 2", "Hand 3")
    expect(away.page.get_by_text("This match was deleted.")).to_have_count(0)

    away.page.goto(link)
    if "/s/" in away.page.url:
        away.ann.press_main()
    away.page.wait_for_url("**/m/*")
    sheet = away.page.url.partition("?")[0]
    for sentence, others in (("Ann knocks, +19", 1), ("Bob knocks, +18", 0)):
        away.page.goto("/unsent")
        away.ann.press("Move to: Ann and Bob")
        away.ann.sees("Preview", sentence)
        away.ann.press_main()
        if others:
            away.ann.sees("Someone else saved a hand meanwhile.", sentence)
            away.ann.tap(away.page.locator(".actions [name=save]").last)
        away.page.wait_for_url(sheet)
    away.says_nothing()
    expect(away.ann.hands).to_have_count(3)
    away.app, away.path = app, urlsplit(sheet).path
    assert away.hands() == ["9", "1", "2"]
    dispose(app)
