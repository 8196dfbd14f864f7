"""Deadwood at https://club.example.org/gin/, behind the nginx of docs/hosting, beside the club's own page."""

import json
import re
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from ssl import SSLContext
from subprocess import Popen
from urllib.parse import parse_qs, urljoin, urlsplit

import pytest
from playwright.sync_api import Browser, Playwright, expect

from app import create_app
from tests.browser.away import NOTHING_WAITS, stored
from tests.browser.conftest import Complaints, launch
from tests.browser.table import Player
from tests.browser.test_sharing import read
from tests.browser.waiting import PATIENCE, wait_until
from tests.faults.phones import Phone as Visitor
from tests.gin.table import gin, knock
from tests.nginx import HERE, NAME, ROOT, certify, configured, need_nginx, nginx
from tests.views.browser import parsed
from tests.views.cli.test_starting import WITHOUT_PAGES, free_port, serving

pytestmark = pytest.mark.full

HOST, HOME = f"https://{NAME}/", f"https://{NAME}/gin/"

BESIDE = "location / {\n default_type text/html;\n return 200 '<p>$http_cookie</p>';\n}\n"
"""The club's own page, which shows the cookies that it was sent."""

ALL_THREE = r" *location / \{\n *proxy_pass[\s\S]*?\n(?=    \}\n\}\s*\Z)"
"""The locations of nginx.conf that lead to Deadwood."""

FETCH = """async url => {
  const reply = await fetch(url);
  return [reply.status, reply.url, reply.headers.get("Content-Type") ?? "", await reply.text()];
}"""

ADDRESSES = {"href", "src", "action", "formaction"}

UNLINKED = {"health", "phone", "robots"}
"""Families of pages that may have no link on others."""

SCOPE = "async () => (await navigator.serviceWorker.ready).scope"

LARGER_THAN_FORMS = 300 * 1024
"""More than the body of any form but that of an import."""

KNOCK = {"knocker": 1, "outcome": "knock", "deadwood": {"knocker": 3, "defender": 98}, "upcard": "TD"}
NAMES = ["Ann", "Bob", "Cid"]

TWO = {
    "players": NAMES[:2],
    "rules": {"preset": "oklahoma", "stake_per_point": "0.10 EUR"},
    "hands": [KNOCK, {"penalty": {"player": 0, "for": "exposed_card"}}],
}
THREE = {"table": "three", "players": NAMES, "rules": "pagat", "hands": [KNOCK | {"faced": [0, 1]}]}
BOOK = {
    "format": "gin-book/1",
    "id": 32 * "a",
    "name": "Thursday club",
    "players": [{"id": 32 * f"{place}", "name": name} for place, name in enumerate(NAMES)],
    "matches": [
        {"players": list(range(len(match["players"]))), "match": {"format": "gin-match/1"} | match}
        for match in (TWO, THREE)
    ],
}


@dataclass(frozen=True)
class Club:
    """The host of a club, on whose phones nginx answers for its name."""

    folder: Path
    config: str
    secure: int
    trusts: SSLContext
    browser: Browser
    complaints: Complaints

    def on_the_network(self) -> AbstractContextManager[Popen[str]]:
        """nginx, as long as it runs."""
        return nginx(self.folder, self.config, self.secure)

    @contextmanager
    def phone(self) -> Iterator[Player]:
        """A phone that was never here."""
        device = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
        context = self.browser.new_context(**device, locale="en", base_url=HOME)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        self.complaints.attend(page)
        yield Player(page)
        context.close()


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory, playwright: Playwright) -> Iterator[Club]:
    """Deadwood behind an nginx, which a test starts."""
    need_nginx()
    folder = tmp_path_factory.mktemp("club")
    plain, secure, port = (free_port() for _ in range(3))
    trusts = certify(folder)
    (folder / "path.conf").write_text((ROOT / "docs/hosting/nginx-path.conf").read_text() + BESIDE)
    config = configured(folder, plain, secure, [port], {ALL_THREE: "include path.conf;\n"})
    found = f"--host-resolver-rules=MAP {NAME}:443 {HERE}:{secure}"
    browser = launch(playwright, found, "--ignore-certificate-errors")
    complaints = Complaints(HOME)
    with serving(folder / "instance", port, PROXIES="1", HOSTS=NAME):
        yield Club(folder, config, secure, trusts, browser, complaints)
    browser.close()
    assert complaints.heard == []


def start_match(ann: Player, *names: str, table: str = "") -> str:
    """Starts a match by its form; returns the address of the sheet."""
    ann.page.goto("matches/new")
    if table:
        ann.press(table)
    ann.write(**{f"name_{place}": name for place, name in enumerate(names)})
    ann.press_main()
    ann.page.wait_for_url("**/m/*")
    return ann.page.url.partition("?")[0]


@dataclass(frozen=True)
class Fetched:
    """What a phone was answered in the end."""

    status: int
    url: str
    kind: str
    text: str


def fetched(ann: Player, url: str) -> Fetched:
    return Fetched(*ann.page.evaluate(FETCH, url))


def everywhere(ann: Player) -> set[str]:
    """Follows every link from the page that *ann* sees, one of each kind of query; returns their paths."""
    waiting, seen = [ann.page.url], {}
    while waiting:
        url = waiting.pop()
        parts = urlsplit(url)
        kind = parts.path, *sorted(parse_qs(parts.query))
        if kind in seen:
            continue
        seen[kind] = url
        page = fetched(ann, url)
        assert page.status == 200, url
        assert page.url.startswith(HOME)
        if page.kind.startswith("text/html"):
            assert not re.findall(f"{HOST}(?!gin/)", page.text), url
            waiting += links(page)
    return {path for path, *_ in seen}


def links(page: Fetched) -> Iterator[str]:
    """What the links of *page* lead to; every address in its tags has to be below the path."""
    for each in parsed(page.text).all():
        for name, value in each.attributes.items():
            if name in ADDRESSES or value.startswith("/"):
                address = urljoin(page.url, value)
                assert not address.startswith(HOST) or address.startswith(HOME), f"{page.url}: {each}"
                if address.startswith(HOME) and name in {"href", "src"}:
                    yield address.partition("#")[0]


def test_an_evening(club: Club) -> None:
    """A hand is saved, another phone joins by the code, and a hand entered without a network is sent."""
    with club.phone() as ann, club.phone() as bob:
        with club.on_the_network():
            sheet = start_match(ann, "Ann", "Bob")
            assert re.fullmatch(f"{HOME}m/[^/]+", sheet)
            ann.enter(knock(8, 20))
            expect(ann.hands).to_have_count(1)

            ann.page.goto(f"{sheet}/share")
            assert read(ann.page, bob.page) == sheet
            ann.follow("Let another phone keep score")
            joining = read(ann.page, bob.page)
            assert joining.startswith(f"{HOME}s/")
            bob.page.goto(joining)
            bob.press_main()
            bob.page.wait_for_url(f"{sheet}**")
            bob.page.goto(sheet)
            bob.enter(gin(12, by=1))

            ann.page.goto(sheet)
            expect(ann.hands).to_have_count(2)
            stored(ann.page, sheet)
            assert ann.page.evaluate(SCOPE) == HOME

        ann.page.context.set_offline(True)
        ann.page.goto(sheet)
        expect(ann.hands).to_have_count(2)
        ann.enter(knock(3, 9))
        expect(ann.page.locator(".offline-notices")).to_contain_text("Waiting to be sent: 1")

        with club.on_the_network():
            ann.page.context.set_offline(False)
            wait_until(ann.page, NOTHING_WAITS)
            bob.page.goto(sheet)
            expect(bob.hands).to_have_count(3)

    logs = "".join((club.folder / name).read_text() for name in ("access.log", "error.log"))
    assert "GET /gin/sw.js" in logs
    assert sheet.removeprefix(f"{HOME}m/") not in logs


def test_the_path_alone_leads_to_the_home_page(club: Club) -> None:
    with club.on_the_network():
        moved = Visitor(f"https://{NAME}:{club.secure}", trusts=club.trusts, connects_to="127.0.0.1").get(
            "/gin"
        )
    assert (moved.status, moved.location) == (301, "/gin/")


def test_cookies_stay_below_the_path(club: Club) -> None:
    with club.on_the_network(), club.phone() as ann:
        start_match(ann, "Ann", "Bob")
        ann.page.goto("settings")
        ann.choose("Dark")
        ann.press_main()
        ann.page.wait_for_url(HOME)
        cookies = {each["name"]: each for each in ann.page.context.cookies()}
        assert set(cookies) == {"__Secure-deadwood", "__Secure-display"}
        assert [(each["path"], each["secure"], each["httpOnly"]) for each in cookies.values()] == [
            ("/gin", True, True)
        ] * 2

        club.complaints.home = HOST
        assert ann.page.goto(HOST).text() == "<p></p>"
        club.complaints.home = HOME


def test_it_is_installed_as_an_app_of_its_path(club: Club) -> None:
    with club.on_the_network(), club.phone() as ann:
        ann.page.goto(HOME)
        devtools = ann.page.context.new_cdp_session(ann.page)
        found = devtools.send("Page.getAppManifest")
        assert (found["url"], found["errors"]) == (f"{HOME}manifest.webmanifest", [])
        manifest = json.loads(found["data"])
        assert {manifest[name] for name in ("id", "start_url", "scope")} == {"/gin/"}
        icons = [icon for each in (manifest, *manifest["shortcuts"]) for icon in each["icons"]]
        for address in {each["src"] for each in icons} | {each["url"] for each in manifest["shortcuts"]}:
            assert fetched(ann, urljoin(HOME, address)).status == 200


def test_every_address_begins_with_the_path(club: Club, tmp_path: Path) -> None:
    """Of all pages that links lead to, from a book that was imported."""
    with club.on_the_network(), club.phone() as ann:
        start_match(ann)  # without names, and in no book
        ann.page.goto("import")
        text = json.dumps(BOOK) + " " * LARGER_THAN_FORMS
        ann.page.set_input_files("[type=file]", {"name": "a.json", "mimeType": "", "buffer": text.encode()})
        ann.press_main()
        ann.press_main()
        ann.page.wait_for_url("**/b/*")
        paths = everywhere(ann)
    app = create_app(WITHOUT_PAGES | {"INSTANCE_PATH": str(tmp_path)})
    addresses = app.url_map.bind(NAME)
    met = {addresses.match(path.removeprefix("/gin"))[0] for path in paths if "/static/" not in path}
    assert app.blueprints.keys() - {endpoint.partition(".")[0] for endpoint in met} <= UNLINKED
