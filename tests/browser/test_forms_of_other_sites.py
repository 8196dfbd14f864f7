"""No other site can score on a phone: only forms of our own pages wait, and get a new token."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product

import pytest
from flask import Flask, request, request_started
from playwright.sync_api import Page, expect

from tests.browser.away import NOTHING_WAITS, Away, stored
from tests.browser.forged import (
    FORGERIES,
    HAS_SECRET,
    OTHER_SITE,
    SAME_SITE,
    SHORT,
    WHERE,
    Forgery,
    OtherSite,
    an_evening,
    another_site,
    is_at,
)
from tests.browser.network import Network
from tests.browser.table import Phone, sit_down
from tests.browser.waiting import wait_until
from tests.views.walking import rows_of

Case = tuple[str, str, str]
"""A form, from where it is sent, and on which host that page is."""


@pytest.fixture(scope="module")
def other() -> Iterator[OtherSite]:
    """A host of somebody else."""
    with another_site() as made:
        yield made


@pytest.fixture
def page(app: Flask, net: Network, phone: Phone) -> Page:
    """A tab of Ann's phone, which has a service worker."""
    first = sit_down(phone(service_workers="allow"), app, net.address)
    stored(first, an_evening(app).path)
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


def test_each_of_them_would_with_a_token(app: Flask) -> None:
    """So it is the token and the secret that stop them."""
    failed = []
    for name, forgery in FORGERIES.items():
        evening = an_evening(app)
        path, fields = evening.sent(forgery)
        client = evening.client()
        token = client.get("/outbox/token").json["csrf_token"]
        before = rows_of(app)
        answer = client.post(path, data=fields | {"csrf_token": token})
        if answer.status_code != 303 or (rows_of(app) == before and name != "settings"):
            failed.append((name, answer.status))
    assert failed == []


@pytest.mark.full
def test_nor_does_any_other(app: Flask, page: Page, other: OtherSite, server: str) -> None:
    cases = list(product(FORGERIES, WHERE, (SAME_SITE, OTHER_SITE)))

    assert all_succeeding(app, page, other, server, cases) == []


SUBMITS_WITHOUT_SCRIPT = """() => {
  const form = document.querySelector("main form");
  const save = Object.assign(document.createElement("input"), { name: "save", value: "1" });
  if (form.elements.save) form.append(save);
  HTMLFormElement.prototype.submit.call(form);
}"""
"""What a page does whose script has not started, or that is of a release without the secret."""


def fill_in(away: Away, knocker: str, *deadwood: int) -> None:
    """Fills in the form for the next hand, which the scripts of its page don't submit."""
    away.fill_in(away.page, knocker, *deadwood)
    expect(away.page.locator("[name=save]")).not_to_have_attribute("aria-busy", "true")


def test_a_page_without_its_script_saves_as_without_a_service_worker(away: Away) -> None:
    """And what can't wait is sent again as it was."""
    fill_in(away, "Ann", 1, 20)
    away.page.evaluate(SUBMITS_WITHOUT_SCRIPT)
    expect(away.ann.hands).to_have_count(1)
    away.says_nothing()

    away.page.goto("/settings")
    away.ann.choose("Dark")
    away.net.stop()
    away.page.evaluate(SUBMITS_WITHOUT_SCRIPT)
    away.ann.sees("this is not done yet")
    away.come_back()
    away.ann.press("Send again")
    expect(away.page.locator("html")).to_have_attribute("data-theme", "dark")


@pytest.mark.full
def test_without_a_network_its_hand_is_kept_and_its_player_asked(away: Away) -> None:
    fill_in(away, "Ann", 1, 20)
    away.net.stop()
    away.page.evaluate(SUBMITS_WITHOUT_SCRIPT)
    away.ann.sees("If you entered it yourself, send it.", "deadwood_0: 1")
    away.enter("Ann", 2, 20)
    away.says("Saved on this phone: 1 hand.")
    away.come_back()
    away.says("Not saved, please check: 1")
    wait_until(away.page, NOTHING_WAITS)
    assert away.hands() == ["2"], "nothing waits for what nobody has confirmed"

    away.ann.follow("Show")
    away.ann.press("I entered this: send it")
    away.ann.sees("Someone else changed the sheet meanwhile.")
    away.ann.press("Compare both")
    away.ann.press("Add mine as hand 2 too")
    away.page.wait_for_url(away.path)
    away.says_nothing()
    assert away.hands() == ["2", "1"]


MOST = 10


@pytest.mark.full
def test_another_site_can_not_fill_or_hold_up_what_waits(away: Away, other: OtherSite, server: str) -> None:
    """The other site sends many forms while the server can't be reached."""
    away.net.stop()
    page = away.page.context.new_page()
    for number in range(MOST + 3):
        fields = {"entry": f"e{number}", "version": "0.", "knocker": "0", "outcome": "gin", "save": "1"}
        fields |= {"deadwood_1": "98", "said": "Hand 1\nAnn has won", "replaces": "e0"}
        other.sends(f"{server}{away.path}/hands/new?by=deadwood", fields, WHERE[number % 2])
        open_other(page, other, SAME_SITE, server, WHERE[number % 2])
    page.goto(f"{server}/unsent")
    expect(page.locator("article")).to_have_count(MOST)
    expect(page.get_by_text("It may come from another website.")).to_have_count(MOST)
    expect(page.get_by_text("Ann has won")).to_have_count(0)
    page.locator("summary").first.click()
    page.get_by_role("button", name="Discard it for good").first.click()
    expect(page.locator("article")).to_have_count(MOST - 1)

    away.enter("Ann", 1, 20)
    away.says("Saved on this phone: 1 hand.")
    away.come_back()
    away.says(f"Not saved, please check: {MOST - 1}")
    assert away.hands() == ["1"]


OF_AN_EARLIER_RELEASE = """async (path) => {
  const pages = await caches.open("pages");
  const url = (await pages.keys()).find((each) => each.url.endsWith(path)).url;
  const kept = await pages.match(url, { ignoreVary: true });
  const text = await kept.text();
  const [, release] = text.match(/static\\/([^/"]+)\\//);
  const headers = new Headers(kept.headers);
  headers.delete("Content-Encoding");
  await pages.put(url, new Response(text.replaceAll(release, "earlier"), { headers }));
  const files = await caches.open(`static-${release}`);
  const earlier = await caches.open("static-earlier");
  for (const request of await files.keys()) {
    const file = await files.match(request);
    const headers = { "Content-Type": file.headers.get("Content-Type") };
    const nothing = "Promise.resolve()";
    const withoutSecret = async () => (await file.text()).replaceAll("import(`./secret.js`)", nothing);
    const body = await (request.url.endsWith(".js") ? withoutSecret() : file.blob());
    await earlier.put(request.url.replace(release, "earlier"), new Response(body, { headers }));
  }
}"""
"""Makes the stored page at a path one of a release whose scripts add no secret."""


@pytest.mark.full
def test_a_stored_page_of_an_earlier_release_still_sends_its_hand(away: Away) -> None:
    away.page.evaluate(OF_AN_EARLIER_RELEASE, "/hands/new?by=deadwood")
    away.leave()
    away.enter("Ann", 1, 20)
    away.says("Saved on this phone: 1 hand.")
    away.enter("Ann", 2, 20)
    away.come_back()

    away.says_nothing()
    assert away.hands() == ["1", "2"]


FILLS_IN = """([fields, button]) => {
  const forms = [...document.forms].filter((form) => form.method === "post");
  const buttons = (form) => [...form.elements].filter((each) => each.type === "submit");
  const label = (each) => each.textContent.replace(each.querySelector("small")?.textContent ?? "", "").trim();
  const named = (form) => buttons(form).find((each) => label(each) === button);
  const hasFields = (form) => Object.keys(fields).every((name) => name in form.elements);
  const form = forms.find(button ? named : hasFields);
  for (const [name, value] of Object.entries(fields)) {
    const places = [...form.elements].filter((each) => each.name === name);
    for (const place of places) {
      if (["radio", "checkbox"].includes(place.type)) place.checked = place.value === value;
      else if (place.type !== "submit") place.value = value;
    }
  }
  const card = buttons(form).find((each) => each.value === fields.card);
  form.requestSubmit(button ? named(form) : form.elements.save ?? card);
}"""
"""Fills in one of our forms, and presses its button."""

SEND = "() => navigator.serviceWorker.controller.postMessage({ type: 'send' })"

LEAKS = """async (field) => {
  const secret = await new Promise((resolve) => {
    indexedDB.open("deadwood").onsuccess = ({ target: { result } }) => {
      result.transaction("taken").objectStore("taken").get("secret").onsuccess = ({ target }) => {
        result.close();
        resolve(target.result);
      };
    };
  });
  const texts = [JSON.stringify({ ...localStorage }), document.documentElement.outerHTML, location.href];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      texts.push(await (await cache.match(request, { ignoreVary: true })).text());
    }
  }
  return [secret.length, texts.filter((text) => text.includes(secret)).length];
}"""


@contextmanager
def fields_heard(app: Flask) -> Iterator[set[str]]:
    """The names of all fields that reach the server meanwhile."""
    heard: set[str] = set()

    def hear(_app: Flask) -> None:
        heard.update(request.form, request.args)

    with request_started.connected_to(hear, app):
        yield heard


def submit(page: Page, forgery: Forgery) -> None:
    """Fills in one of our own forms on its page, and submits it."""
    page.evaluate(FILLS_IN, [forgery.fields, forgery.button])


@pytest.mark.full
def test_every_form_of_our_own_pages_arrives(app: Flask, page: Page, server: str) -> None:
    failed = []
    with fields_heard(app) as heard:
        for name, forgery in FORGERIES.items():
            evening = an_evening(app)
            page.goto(server + forgery.page.format(match=evening.path, book=evening.book))
            page.wait_for_function(HAS_SECRET)
            before = done(app, page)
            with page.expect_navigation():
                submit(page, forgery)
            page.wait_for_load_state()
            if done(app, page) == before:
                failed.append((name, page.url, page.inner_text("main")[:200]))
    assert failed == []
    assert "phone_secret" not in heard
    assert page.evaluate(LEAKS) == [64, 0]


@pytest.mark.full
def test_and_waits_without_a_network_if_it_is_sent_only_once(
    app: Flask, page: Page, server: str, net: Network
) -> None:
    failed = []
    with fields_heard(app) as heard:
        for name, forgery in FORGERIES.items():
            if not forgery.is_kept:
                continue
            evening = an_evening(app)
            page.goto(server + evening.path)
            page.goto(server + forgery.page.format(match=evening.path, book=evening.book))
            page.wait_for_function(HAS_SECRET)
            before = done(app, page)
            net.stop()
            with page.expect_navigation():
                submit(page, forgery)
            page.goto(f"{server}/unsent")
            expect(page.locator("article")).to_have_count(1)
            expect(page.get_by_text("This will be sent automatically")).to_have_count(1)
            net.start(app)
            page.evaluate(SEND)
            wait_until(page, NOTHING_WAITS)
            if done(app, page) == before:
                failed.append(name)
    assert failed == []
    assert "phone_secret" not in heard
    assert page.evaluate(LEAKS) == [64, 0]
