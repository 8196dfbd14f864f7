"""Scripts in names, rules, addresses and typed cards never run, even without the content security policy."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from random import Random
from urllib.parse import quote, urlencode, urlsplit

import pytest
from flask import Flask
from markupsafe import escape
from playwright.sync_api import Browser, ConsoleMessage, Dialog, Error, Page, Request, Route

from models.gin.cards.cards import Card
from models.gin.hand.declaration import Count, Ending
from models.gin.hand.scoring import Hand
from models.gin.player_names import is_name
from models.gin.rules.presets import PRESETS
from models.gin.rules.seating import Table
from models.records.saving.hand_writes import remove_hand
from models.records.saving.seats import name_seat
from models.records.tables.saved_rules import save_rules
from models.records.tables.shared import scoring_token, watch_token
from tests.browser.table import Sit
from tests.faults.trials import FULL, Trials, how_many, seeded, trials
from tests.records.table import ANNS_PHONE, a_match, deal, entry
from tests.views.walking import addresses, ask
from views.web.access import DEVICE
from views.web.security import POLICY

PAYLOADS = (
    "<script>hit()</script>",
    "<img src=x onerror=hit()>",
    "<svg onload=hit()>",
    '"><script>hit()</script>',
    "'><svg/onload=hit()>",
    '" autofocus onfocus=hit() x="',
    "' autofocus onfocus=hit() x='",
    "javascript:hit()",
    "</title><script>hit()</script>",
    "</textarea><svg onload=hit()>",
    "</option></select><svg onload=hit()>",
    "--><svg onload=hit()>",
    "</script><script>hit()</script>",
    '";hit();//',
    "';hit();//",
    "`;hit();//",
    "<iframe src=javascript:parent.hit()>",
    "<details open ontoggle=hit()>",
    "<body onload=hit()>",
    "<video><source onerror=hit()></video>",
    "<input autofocus onfocus=hit()>",
    "<iframe srcdoc='<script>parent.hit()</script>'>",
    "<base href=//x.example/>",
    "<meta http-equiv=refresh content=0;/hit>",
    "<noscript><p title='</noscript><svg onload=hit()>'>",
    "<<script>hit()//<</script>",
    "<svg><script>hit()</script></svg>",
    "<svg><animate onbegin=hit()>",
    "<audio src=x onerror=hit()>",
    "&lt;script&gt;hit()&lt;/script&gt;",
    "%3Cscript%3Ehit()%3C/script%3E",
    "\\u003csvg onload=hit()\\u003e",
    "{{hit()}}${hit()}",
    "＜script＞hit()＜/script＞",
)
"""Each calls ``hit()`` or leaves the page, where a page doesn't escape it. Most fit into a name."""

NEED_MORE = {
    "&lt;script&gt;hit()&lt;/script&gt;",
    "%3Cscript%3Ehit()%3C/script%3E",
    "\\u003csvg onload=hit()\\u003e",
    "＜script＞hit()＜/script＞",
}
"""These would run only on a page that decodes once more, or changes letters into others."""

CONTROL = """<!doctype html><title>{0}</title><p>{0}</p><input value="{0}"><input value='{0}'>
<textarea>{0}</textarea><img src=icon alt=""><select><option>{0}</select><!-- {0} -->
<a id=go href="{0}">go</a><noscript>{0}</noscript>
<script>var a = "{0}";</script><script>var a = '{0}';</script><script>var a = `{0}`;</script>"""
"""A page that escapes nothing."""

NAMES = tuple(payload for payload in PAYLOADS if is_name(payload))
TOGETHER = 6
"""Names of one match: four players, the phone, the rules."""


HITS = "() => new Promise(done => requestAnimationFrame(() => setTimeout(() => done(hits))))"
"""How many scripts have run, after everything that happens at the start of a page."""


@dataclass
class Detector:
    """Hears when a payload runs on a page, or the policy stops it, or another page is asked for."""

    page: Page
    heard: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.context.add_init_script("window.hits = 0; window.hit = () => { top.hits += 1; };")
        self.page.on("dialog", self._on_dialog)
        self.page.on("console", self._on_console)
        self.page.on("request", self._on_request)

    def _on_dialog(self, dialog: Dialog) -> None:
        self.heard.append(f"a dialog: {dialog.message}")
        dialog.dismiss()

    def _on_console(self, message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text:
            self.heard.append(f"the policy stopped: {message.text[:200]}")

    def _on_request(self, request: Request) -> None:
        if urlsplit(request.url).hostname == "x.example":
            self.heard.append(f"asked another host: {request.url}")

    def open(self, path: str) -> None:
        """Opens a page, which should stay there."""
        try:
            self.page.goto(path)
        except Error:
            self.heard.append("the page went elsewhere")
            self.page.wait_for_load_state()

    def take(self) -> list[str]:
        """What was heard since the last time."""
        try:
            if self.page.evaluate(HITS):
                self.heard.append("a script ran")
        except Error:
            self.heard.append("the page went elsewhere")
            self.page.wait_for_load_state()
        found, self.heard = self.heard, []
        return found


UPCARD = Card.parse("9D")
HANDS = (
    Hand(0, Count(Ending.KNOCK, 5, 20, UPCARD)),
    Hand(2, Count(Ending.KNOCK, 2, 32, UPCARD), (2, 3)),
    Hand(1, Count(Ending.GIN, 0, 20, UPCARD)),
)


def laden(app: Flask, payloads: Sequence[str]) -> list[str]:
    """A match full of payloads: all addresses of its pages, and of those that its phone sees."""
    *names, phone, rules = payloads
    with app.app_context():
        ours = PRESETS["oklahoma"].but(gin_bonus=33)
        match = a_match(ours, names=names, preset="oklahoma", rules_name=rules, table=Table.PARTNERSHIP)
        name_seat(match, ANNS_PHONE, phone)
        save_rules(ANNS_PHONE, rules, "oklahoma", ours)
        remove_hand(match, deal(match, *HANDS)[-1], entry(match))
        return [each.path for each in addresses(app, watch_token(match), scoring_token(match))]


def showing(app: Flask, paths: Iterable[str], payloads: Sequence[str]) -> list[str]:
    """Those of *paths* that show Ann's phone any of the payloads."""
    client = app.test_client()
    with client.session_transaction() as session:
        session[DEVICE] = ANNS_PHONE
    answers = {path: ask(client, "GET", path) for path in paths}
    texts = {path: each.text for path, each in answers.items() if each.mimetype == "text/html"}
    return [path for path, text in texts.items() if any(str(escape(each)) in text for each in payloads)]


def asking(payload: str, sheet: str) -> list[str]:
    """Addresses with a payload in every parameter."""
    pages = {
        "/judge": ("cards", "knocker", "left", "upcard", "house", "ask", "see"),
        "/houses/own": ("from", payload),
        "/houses/own?from=pagat": ("name", "gin_bonus", "aces", "check", "kept"),
        "/houses/own/change?from=pagat": ("name", "gin_bonus", "kept"),
        "/matches/new": ("house", "again"),
        sheet: ("joined", "by"),
        f"{sheet}/judge": ("cards", "upcard"),
        f"{sheet}/history": ("before", "page"),
        f"{sheet}/hands/new": ("by", "knocker", "faced", "upcard"),
    }
    with_queries = [
        f"{path}{'&' if '?' in path else '?'}{urlencode(dict.fromkeys(names, payload))}"
        for path, names in pages.items()
    ]
    return [
        *with_queries,
        f"/{quote(payload, safe='')}",
        f"/m/{quote(payload, safe='')}",
        f"/houses/{quote(payload, safe='')}",
    ]


FORMS = ("/matches/new", "/judge", "/settings", "/houses/own/change?from=pagat")
OF_A_MATCH = ("/hands/new?by=deadwood", "/hands/new?by=cards", "/rules/change", "/share", "/judge")
"""Pages with forms."""

TYPE = """payload => {
  for (const field of document.querySelectorAll("main input[type=text], main input:not([type])")) {
    field.value = payload;
    for (const name of ["input", "change"]) field.dispatchEvent(new Event(name, { bubbles: true }));
  }
}"""
"""Types a payload into every field of a page; its scripts may then fetch a preview."""

FILL_IN = """payload => {
  const [form] = [...document.forms].sort((one, other) => other.elements.length - one.elements.length);
  if (!form) throw Error(document.title);
  const kept = ["csrf_token", "entry", "version"];
  for (const field of form.elements)
    if (!kept.includes(field.name) && "value" in field && field.type != "submit") field.value = payload;
  HTMLFormElement.prototype.submit.call(form);
}"""
"""Sends the longest form of a page with a payload in every field."""


def open_pages(detector: Detector, paths: Iterable[str], counted: Trials) -> None:
    """Opens pages one after another, as a player would."""
    for path in paths:
        detector.open(path)
        found = detector.take()
        counted.check(not found, f"{path}: {'; '.join(found)}")


def send_forms(detector: Detector, payload: str, paths: Iterable[str], counted: Trials) -> None:
    """Types a payload into every field of pages, and sends their forms."""
    for path in paths:
        detector.page.goto(path)
        detector.page.evaluate(TYPE, payload)
        detector.page.wait_for_load_state("networkidle" if FULL else "load")
        with detector.page.expect_event("load"):
            detector.page.evaluate(FILL_IN, payload)
        found = detector.take()
        counted.check(not found, f"{path} with {payload}: {'; '.join(found)}")


def some(random: Random, paths: Sequence[str], short: int) -> Sequence[str]:
    """All of *paths*, or a few in ``make test``."""
    return paths if FULL else random.sample(paths, min(short, len(paths)))


@pytest.mark.parametrize(
    "bypass_csp",
    [True, pytest.param(False, marks=pytest.mark.full)],
    ids=["without the policy", "with the policy"],
)
def test_no_payload_runs_on_any_page(app: Flask, sit: Sit, bypass_csp: bool) -> None:
    random = seeded()
    names = random.sample(NAMES, len(NAMES))
    detector = Detector(sit.down(bypass_csp=bypass_csp).page)
    with trials(f"pages with script payloads (policy {'off' if bypass_csp else 'on'})") as counted:
        for start in range(0, how_many(1, len(names)), TOGETHER):
            payloads = (*names, *names)[start : start + TOGETHER]
            paths = laden(app, payloads)
            shown = showing(app, paths, payloads)
            assert len(shown) > 12
            open_pages(detector, some(random, shown, 6), counted)
            sheet = next(path for path in shown if path.startswith("/m/") and path.count("/") == 2)
            for payload in payloads if FULL and bypass_csp else payloads[:1]:
                app.extensions["counters"].clear()
                detector.page.set_extra_http_headers(in_headers(payload))
                open_pages(detector, some(random, asking(payload, sheet), 4), counted)
                pages = (*FORMS, *(sheet + more for more in OF_A_MATCH))
                send_forms(detector, payload, some(random, pages, 2), counted)


def in_headers(payload: str) -> dict[str, str]:
    """A payload in headers."""
    text = payload.encode("ascii", "replace").decode()
    return {"User-Agent": text, "Accept-Language": text, "Referer": text, "X-Forwarded-Host": text}


@pytest.mark.parametrize(
    "policy",
    ["", pytest.param(POLICY, marks=pytest.mark.full)],
    ids=["without the policy", "with the policy"],
)
def test_the_payloads_are_noticed_where_nothing_is_escaped(
    chromium: Browser, server: str, policy: str
) -> None:
    """Otherwise the test above would prove nothing."""
    page = chromium.new_context(base_url=server).new_page()
    detector, unnoticed = Detector(page), []
    for payload in PAYLOADS if FULL else PAYLOADS[:8]:
        page.route("**/control", answering(payload, policy))
        detector.open("/control")
        if payload.startswith("javascript:"):
            page.locator("#go").click(force=True, no_wait_after=True)
        unnoticed += [] if detector.take() else [payload]
    page.context.close()
    assert set(unnoticed) <= NEED_MORE


def answering(payload: str, policy: str) -> Callable[[Route], None]:
    """Answers with a page that escapes nothing."""
    headers = {"Content-Type": "text/html; charset=utf-8"}
    headers |= {"Content-Security-Policy": policy} if policy else {}
    return lambda route: route.fulfill(body=CONTROL.format(payload), headers=headers)


def test_a_payload_as_the_host_is_refused_and_not_shown(app: Flask) -> None:
    with trials("script payloads as the host") as counted:
        for payload in PAYLOADS:
            answer = app.test_client().get("/", headers={"Host": payload.encode().decode("latin-1")})
            counted.check(answer.status_code == 400 and payload not in answer.text, payload)
