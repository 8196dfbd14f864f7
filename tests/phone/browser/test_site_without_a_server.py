"""Deadwood as static files (`make site`), below a path of any host: a score sheet for one phone."""

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from phone.packages import MissingError
from phone.site import write_site
from tests.browser.forged import FORGERIES, SAME_SITE, another_site
from tests.browser.table import Phone
from tests.browser.test_a_game import ANN_KNOCKS, BOB_UNDERCUTS
from tests.browser.waiting import wait_until
from tests.conftest import missing
from tests.phone.browser.framed import COMPILING, STARTING, STORAGE_IS_FULL, InFrame, started
from tests.phone.browser.prepared import Prepared, preparing
from tests.phone.browser.static_host import Host
from tests.phone.browser.test_taken_along import KIRITIMATI, entered_first
from tests.views.browser import MADE_UP, Browser
from tests.views.browser import Page as ReadPage
from tests.views.speaking import say
from tests.views.table import press_on, totals
from views.language.asked_languages import best_of, name_of, tag_of
from views.language.i18n import languages

pytestmark = pytest.mark.full

KEPT = "async () => (await caches.keys()).sort()"
"""The caches of this phone."""

STATE = """(state) => navigator.serviceWorker.getRegistration().then((here) => Boolean(here[state]))"""
"""Whether a newer program is in this state: "installing" or "waiting"."""

ACTIVE = "() => navigator.serviceWorker.getRegistration().then((here) => here?.active?.state === 'activated')"
"""Whether the service worker has kept the first page."""

SHOWN = "document.documentElement.lang"

DARK = "rgb(16, 19, 17)"
"""The colour of the table (tokens.css), for one who has chosen dark."""

COLOUR = "() => getComputedStyle(document.documentElement).backgroundColor"

NOTES_THEME = """addEventListener("DOMContentLoaded", () => {
  window.themeAtFirst = document.documentElement.dataset.theme;
})"""
"""Which theme a page has before it is painted."""

INSTALLABLE = """async () => {
  const { href } = document.querySelector("link[rel=manifest]");
  const { id, name, display, start_url, scope, icons } = await fetch(href).then((found) => found.json());
  const pictures = icons.filter(({ type, purpose }) => type === "image/png" && purpose === "any");
  const widths = pictures.map(async ({ src }) => {
    const icon = await fetch(new URL(src, href));
    return (await createImageBitmap(await icon.blob())).width;
  });
  const addresses = [start_url, scope].map((each) => new URL(each, href).href);
  const app = new URL(id ?? addresses[0], location.origin).href;
  return [name, display, app, ...addresses, await Promise.all(widths)];
}"""
"""What browsers ask of a site before they offer to install it: its name, addresses and icons."""

INSTALLED = """() => fetch(document.querySelector("link[rel=manifest]").href)
  .then((found) => found.json()).then(({ lang }) => lang)"""
"""The language of the manifest, with which the site is installed."""

FIRST_PAGES = (
    (["de-AT", "en"], "de"),
    (["zh-TW", "en"], "zh"),
    (["it", "fr-CA", "en"], "fr"),
    (["en-GB", "de"], "en"),
    (["it"], "en"),
)
"""The languages that a browser asks for, and the one that the first page is in."""

FULL = (
    "There is no space left on this phone: what you enter now is lost when you close this page. "
    "Make space, or export the match."
)

NEWER = "0123456789ab"
"""What the static files of a newer release are called."""


@pytest.fixture(scope="session")
def hosting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A host whose address stays the same for all tests: what was prepared can be used only there."""
    made = Host(tmp_path_factory.mktemp("host"))
    yield made
    made.stop()


@pytest.fixture(scope="session")
def prepared() -> Iterator[Prepared]:
    """What the first phone prepares that is set up."""
    with preparing() as made:
        yield made


@pytest.fixture
def host(hosting: Host) -> Iterator[Host]:
    """A host that has the site in a folder."""
    try:
        write_site(hosting.site)
    except MissingError as error:
        missing(str(error))
    yield hosting
    hosting.stop()
    hosting.start()


@pytest.fixture
def server(host: Host) -> str:
    """The address that phones know."""
    return host.address


def set_up(page: Page, prepared: Prepared, language: str = "English") -> InFrame:
    """Tries the site on this phone, in a language that its first page offers; a new match is shown."""
    page.goto("/")
    prepared.give(page)
    page.goto("/gin/")
    page.get_by_role("link", name=language).click()
    page.click("[data-act=set-up]")
    page.wait_for_url("**/phone/**", timeout=COMPILING)
    ann = started(page)
    prepared.keep(page)
    return ann


def exported(ann: InFrame, sheet: str) -> str:
    """The document of a match, downloaded."""
    ann.open(f"{sheet}/export")
    with ann.shell.expect_download() as downloaded:
        ann.follow("Download the match")
    return downloaded.value.path().read_text(encoding="utf-8")


def play_an_evening(ann: InFrame) -> str:
    """A match with a hand by cards, one by deadwood, a correction, and one that is undone; its path."""
    ann.field("name_0").fill("Ann")
    ann.field("name_1").fill("Bob")
    ann.press("Start")
    ann.sees("Play the hand, then enter it here.")
    sheet = ann.path
    ann.follow("Cards")
    ann.choose("Ann")
    ann.take(f"{ANN_KNOCKS} {BOB_UNDERCUTS}")
    ann.save("Save: Bob +11")
    for number, against in (("2", "20"), ("3", "5")):
        ann.open(f"{sheet}/hands/new?by=deadwood")
        ann.choose("Bob")
        ann.write(deadwood_1="4", deadwood_0=against)
        ann.save(f"Save: Bob +{int(against) - 4}")
        expect(ann.hands).to_have_count(int(number))
    ann.press("Undo")
    expect(ann.hands).to_have_count(2)
    ann.open(f"{sheet}/hands/2/correct")
    ann.write(deadwood_0="24")
    ann.save("Save: Bob +20")
    return sheet


def hour_there() -> str:
    """The hour in Kiritimati, on a clock of twelve."""
    return f"{datetime.now(UTC) + timedelta(hours=14):%I}".removeprefix("0")


def again(ann: InFrame) -> InFrame:
    """Loads the page anew, in the middle of whatever happens."""
    ann.shell.reload()
    return started(ann.shell)


def has_release(ann: InFrame, name: str) -> None:
    """The page is of the release whose static files are called *name*."""
    expect(ann.frame.locator(f"script[src*='/{name}/']").first).to_be_attached()


def update(ann: InFrame, host: Host) -> InFrame:
    """A newer release reaches this phone: at a start with no other tab, once all of it is there."""
    before, old = ann.shell.evaluate(KEPT), host.said()["settings"]["ASSETS"]
    version = host.release(NEWER)
    with ann.shell.context.expect_event("response", lambda answer: answer.url.endswith("/new.bin")) as asked:
        ann = again(ann)
    assert asked.value.status == 404
    ann = again(ann)
    has_release(ann, old)

    host.complete()
    ann = again(ann)
    wait_until(ann.shell, STATE, "waiting")
    host.stop()
    has_release(ann, old)
    assert set(before) < set(ann.shell.evaluate(KEPT))

    other = ann.shell.context.new_page()
    other.goto(ann.shell.url)
    has_release(started(other), old)
    has_release(again(ann), old)
    other.close()

    ann = again(ann)
    has_release(ann, NEWER)
    ann = again(ann)
    has_release(ann, NEWER)
    assert ann.shell.evaluate(KEPT) == [f"phone-{version}", "program", f"static-{NEWER}", f"static-{old}"]
    host.start()
    return ann


def test_the_first_page_is_in_the_language_of_the_browser(host: Host, phone: Phone) -> None:
    page = phone(service_workers="allow")
    for asked, language in FIRST_PAGES:
        page.add_init_script(f"Object.defineProperty(navigator, 'languages', {asks(asked)})")
        page.goto("/gin/")
        expect(page.get_by_role("button", name=say(language, "Try it"))).to_be_visible()
        page.wait_for_function(f"document.documentElement.lang === '{tag_of(language)}'")
        assert tag_of(best_of(languages(), ",".join(asked))) == tag_of(language)

    page.evaluate("localStorage.setItem('language', 'es-MX')")
    page.goto("/gin/")
    expect(page.get_by_role("button", name=say("es", "Try it"))).to_be_visible()
    assert page.evaluate(INSTALLED) == "es"

    page.evaluate("localStorage.setItem('theme', 'dark')")
    page.goto("/gin/")
    assert page.evaluate(COLOUR) == DARK

    page.get_by_role("link", name="English").click()
    page.goto("/gin/")
    expect(page.get_by_role("button", name="Try it")).to_be_visible()
    assert page.evaluate(SHOWN) == "en"


def test_the_first_page_reads_without_javascript_in_each_language(host: Host, phone: Phone) -> None:
    page = phone(javascript=False)
    page.goto("/gin/")
    for language in languages():
        page.get_by_role("link", name=name_of(language)).click()
        needs_script = say(language, "To try it here, switch JavaScript on in the settings of this browser.")
        assert needs_script in page.inner_text("main")
        expect(page.get_by_text("uvx deadwood-gin")).to_be_visible()
        expect(page.get_by_role("button")).to_have_count(0)
        assert page.locator("html").get_attribute("lang") == tag_of(language)
        # Ann wins 40 - 8, Bob 21 + 20, Ann 23 + 20.
        assert page.locator(".total__points").all_inner_texts() == ["75", "41"]
        assert page.locator("tbody b").all_inner_texts() == ["+43", "+41", "+32"]


def test_the_first_page_is_one_screen_and_fetches_no_program(
    host: Host, phone: Phone, axe: Callable[..., None]
) -> None:
    page = phone(service_workers="allow", viewport={"width": 390, "height": 664})
    fetched: list[str] = []
    page.context.on("request", lambda request: fetched.append(request.url))
    for language in languages():
        page.goto(f"/gin/{tag_of(language)}/")
        axe(page)
        for asked in (page.locator("[data-act=set-up]"), page.locator("#own-computer")):
            expect(asked).to_be_in_viewport(ratio=1)
    page.wait_for_function(ACTIVE)
    assert [url for url in fetched if "/phone/" in url] == []


def test_the_site_can_be_installed_and_its_first_page_needs_no_network(host: Host, phone: Phone) -> None:
    page, site = phone(service_workers="allow"), f"{host.address}/gin/"
    for language in languages():
        page.goto(f"/gin/{tag_of(language)}/")
        assert page.evaluate(INSTALLABLE) == ["Deadwood", "standalone", site, site, site, [192, 512]]
        assert page.evaluate(INSTALLED) == language
    page.wait_for_function(ACTIVE)

    host.stop()
    for language in languages():
        page.goto(f"/gin/{tag_of(language)}/")
        expect(page.get_by_role("button", name=say(language, "Try it"))).to_be_visible()
    page.goto("/gin/")
    page.get_by_role("button", name="Try it").click()
    expect(page.get_by_role("alert")).to_be_visible()


def asks(languages: list[str]) -> str:
    """The property of a browser that asks for these languages."""
    return json.dumps({"value": languages, "configurable": True})


def test_setting_up_can_be_cancelled_until_all_is_prepared(host: Host, phone: Phone) -> None:
    page = phone(service_workers="allow")
    page.goto("/gin/")
    page.click("[data-act=set-up]")
    page.click("[data-when=compiling] [data-act=cancel]", timeout=STARTING)
    expect(page.locator("[data-act=set-up]")).to_be_visible()

    page.click("[data-act=set-up]")
    expect(page.locator("[data-when=compiling]")).to_be_visible()
    page.click("[data-when=compiling] [data-act=cancel]")
    expect(page.locator("[data-act=set-up]")).to_be_visible()


@pytest.mark.long
def test_a_match_on_a_site_without_a_server_moves_to_a_shared_table(
    app: Flask, host: Host, phone: Phone, prepared: Prepared
) -> None:
    ann = set_up(phone(service_workers="allow", timezone_id=KIRITIMATI), prepared)
    hours = {hour_there()}
    sheet = play_an_evening(ann)
    hours.add(hour_there())
    other = ann.shell.context.new_page()
    other.goto("/gin/")
    bobs = started(other)
    bobs.open(sheet)
    bobs.sees("Bob knocks, +20.")
    bobs.open(f"{sheet}/history")
    assert entered_first(bobs.frame).partition(":")[0] in hours
    other.close()
    ann = update(ann, host)
    ann.sees("Bob knocks, +20.", "31")

    host.stop()
    ann.shell.context.set_offline(True)
    ann.shell.reload()
    ann = started(ann.shell)
    ann.sees("Bob knocks, +20.", "31")
    ann.open("judge")
    ann.sees("What do you want to check?")
    other = ann.shell.context.new_page()
    other.goto("/gin/es/")
    other.get_by_role("link", name=say("es", "Continue")).click()
    started(other)
    other.close()
    document = exported(ann, sheet)
    played = json.loads(document)
    assert (played["players"], len(played["hands"])) == (["Ann", "Bob"], 2)

    ann.open("import")
    ann.field("text").fill(json.dumps({**played, "id": "0" * 32, "players": ["Zoë", "Bob"]}))
    ann.press("Preview")
    ann.press("Import")
    ann.sees("Bob knocks, +20.")
    expect(ann.frame.locator("h1")).to_have_text("Zoë and Bob")

    shared = Browser(app.test_client())
    preview = shared.send("/import", {"text": document}, status=200)
    sheet_there = press_on(shared, preview, "Import")
    assert "Bob knocks, +20." in sheet_there.text
    assert totals(sheet_there) == ["0", "31"]

    ann.open("settings")
    ann.page.locator("[name=language]").select_option("de")
    ann.choose("Dark")
    ann.press("Save")
    ann.sees(say("de", "Import"))
    other = ann.shell.context.new_page()
    other.add_init_script(NOTES_THEME)
    other.goto("/gin/")
    expect(other.locator("#cancel")).to_have_text(say("de", "Cancel"))
    assert other.evaluate(SHOWN) == "de"
    assert other.evaluate("themeAtFirst") == "dark"


@pytest.mark.long
def test_a_phone_without_space_says_that_nothing_more_is_kept(phone: Phone, prepared: Prepared) -> None:
    ann = set_up(phone(service_workers="allow", timezone_id=KIRITIMATI), prepared, language="Español")
    [python] = ann.shell.workers
    python.evaluate(STORAGE_IS_FULL)
    ann.press(say("es", "Start"))

    expect(ann.shell.locator("#said")).to_contain_text(say("es", FULL))
    expect(ann.shell.locator("#cancel")).to_be_hidden()


FETCHED = "(path) => fetch(path).then((answer) => answer.text())"

TRIED = ("new match", "hand", "undo", "removal", "deleted match")
"""Forms of another site, as far as there is something like it on a phone alone."""

KINDS = ("", "multipart/form-data", "text/plain")
"""How a form can be sent."""


def read(ann: InFrame, path: str) -> ReadPage:
    """A page as this phone answers it."""
    return ReadPage(ann.frame.evaluate(FETCHED, ann.site + path), ann.site + path)


def kept_there(ann: InFrame, sheet: str) -> list[str]:
    """The list of matches and a sheet, without what is made up for each page."""
    return [MADE_UP.sub("", read(ann, path).html) for path in ("", sheet)]


@pytest.mark.long
def test_no_form_of_another_site_does_anything(phone: Phone, prepared: Prepared) -> None:
    """The form can only be in a frame: others are sent to the host, which takes none."""
    ann = set_up(phone(service_workers="allow", timezone_id=KIRITIMATI), prepared)
    sheet = play_an_evening(ann)
    before, tab = kept_there(ann, sheet), ann.shell.context.new_page()
    succeeded = []
    with another_site() as other:
        for name in TRIED:
            page = read(ann, FORGERIES[name].page.format(match=sheet).removeprefix("/"))
            url, fields = FORGERIES[name].of(page)
            for kind in KINDS:
                other.sends(url, {"csrf_token": "guessed", **fields}, "frame", kind)
                tab.goto(other.address(SAME_SITE))
                tab.wait_for_function("() => document.title === 'sent'")
                if kept_there(ann, sheet) != before:
                    succeeded.append((name, kind))
                    before = kept_there(ann, sheet)
    assert succeeded == []

    ann.open(sheet)
    ann.press("Undo")
    ann.sees("Bob knocks, +16.")
