"""What the outbox keeps while others change it, and which sheet its forms are sent for."""

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route

from tests.browser.table import Phone

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
