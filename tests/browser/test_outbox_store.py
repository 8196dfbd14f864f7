"""What the outbox keeps while other tabs and the sender change it (static/js/outbox_store.js)."""

from playwright.sync_api import Page

from phone.packages import ROOT
from tests.browser.table import Phone

STORE = "/static/js/outbox_store.js"

SENT_WHILE_STARTED = """async (module) => {
  const { items, keepItem, settleItem } = await import(module);
  const sent = { entry: "e1", queue: "matches/new", url: "/matches/new", state: "waiting" };
  const id = await keepItem(sent);
  await keepItem({ ...sent, id, local: "m/here" });
  await settleItem({ ...sent, id }, "");
  const [left] = await items();
  await settleItem(left, "");
  return [left?.local, await items()];
}"""


def with_source(page: Page) -> Page:
    """A page that can import the store by itself, out of any bundle."""
    page.route(f"**{STORE}", lambda route: route.fulfill(path=ROOT / STORE.strip("/")))
    page.goto("/")
    return page


def test_a_new_match_is_sent_again_if_it_got_an_address_here_while_it_was_sent(phone: Phone) -> None:
    assert with_source(phone()).evaluate(SENT_WHILE_STARTED, STORE) == ["m/here", []]
