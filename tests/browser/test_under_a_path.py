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

SCOPE = "async () => (await navigator.serviceWorker.ready).scope"

LARGER_THAN_FORMS = 300 * 1024
"""More than the body of any form but that of an import."""

UNLINKED = {"health", "outcomes", "phone", "robots"}
"""Families of pages that may have no link on others."""

KNOCK = {"knocker": 1, "outcome": "knock", "deadwood": {"knocker": 3, "defender": 98}, "upcard": "TD"}
STAKES = {"preset": "oklahoma", "stake_per_point": "0.10 EUR"}
PENALTY = {"penalty": {"player": 0, "for": "exposed_card"}}
MATCHES = [
    {"players": ["Ann", "Bob"], "rules": STAKES, "hands": [KNOCK, PENALTY]},
    {
        "players": ["Ann", "Bob", "Cid"],
        "rules": "pagat",
        "hands": [KNOCK | {"faced": [0, 1]}],
        "table": "three",
    },
]
BOOK = {
    "format": "gin-book/1",
    "id": 32 * "a",
    "players": [{"id": 32 * f"{place}", "name": name} for place, name in enumerate(["Ann", "Bob", "Cid"])],
    "matches": [
        {"players": list(range(len(match["players"]))), "match": {"format": "gin-match/1"} | match}
        for match in MATCHES
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
    """Also of every request that does not begin with the path."""

    def on_the_network(self) -> AbstractContextManager[Popen[str]]:
        """nginx, as long as it runs."""
        return nginx(self.folder, self.config, self.secure)

    @contextmanager
    def phone(self) -> Iterator[Player]:
        """A phone that was never here."""
        context = self.browser.new_context(base_url=HOME, locale="en", has_touch=True, is_mobile=True)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        self.complaints.attend(page)
        yield Player(page)
        context.close()


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory, playwright: Playwright) -> Iterator[Club]:
    """Deadwood, with an nginx in front of it that a test starts."""
    need_nginx()
    folder = tmp_path_factory.mktemp("club")
    plain, secure, port = (free_port() for _ in range(3))
    trusts = certify(folder)
    (folder / "nginx-path.conf").write_text((ROOT / "docs/hosting/nginx-path.conf").read_text() + BESIDE)
    config = configured(folder, plain, secure, [port], {ALL_THREE: "include nginx-path.conf;\n"})
    found = f"--host-resolver-rules=MAP {NAME}:443 {HERE}:{secure}"
    browser = launch(playwright, found, "--ignore-certificate-errors")
    complaints = Complaints(HOME)
    with serving(folder / "instance", port, PROXIES="1", HOSTS=NAME):
        yield Club(folder, config, secure, trusts, browser, complaints)
    browser.close()
    assert complaints.heard == []


def start_match(ann: Player, *names: str) -> str:
    """Starts a match by its form; returns the address of the sheet."""
    ann.page.goto("matches/new")
    ann.write(**{f"name_{place}": name for place, name in enumerate(names)})
    ann.press_main()
    ann.page.wait_for_url(f"{HOME}m/*")
    return ann.page.url.partition("?")[0]


def everywhere(ann: Player) -> set[str]:
    """Follows every link from the page that *ann* sees, one of each kind of query; returns their paths."""
    waiting, kinds = [ann.page.url], set()
    while waiting:
        url = urlsplit(waiting.pop())
        kind = (url.path, *sorted(parse_qs(url.query)))
        if kind in kinds:
            continue
        kinds.add(kind)
        status, address, content, text = ann.page.evaluate(FETCH, url.geturl())
        assert (status, address.startswith(HOME)) == (200, True), url
        if content.startswith("text/html"):
            assert not re.findall(f"{HOST}(?!gin/)", text), url
            waiting += links(address, text)
    return {path for path, *_ in kinds}


def links(page: str, text: str) -> Iterator[str]:
    """What the links on *page* lead to; every address in its tags has to be below the path."""
    for each in parsed(text).all():
        for name, value in each.attributes.items():
            if name in {"href", "src", "action", "formaction"} or value.startswith("/"):
                address = urljoin(page, value)
                assert not address.startswith(HOST) or address.startswith(HOME), f"{page}: {each}"
                if address.startswith(HOME) and name in {"href", "src"}:
                    yield address.partition("#")[0]


def test_an_evening(club: Club) -> None:
    """A hand is saved, another phone joins by the code, and a hand entered without a network is sent."""
    with club.phone() as ann, club.phone() as bob:
        with club.on_the_network():
            sheet = start_match(ann, "Ann", "Bob")
            ann.enter(knock(8, 20))
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
            stored(ann.page, sheet)
            assert ann.page.evaluate(SCOPE) == HOME

        ann.page.context.set_offline(True)
        ann.page.goto(sheet)
        expect(ann.hands).to_have_count(2)
        ann.enter(knock(3, 9))
        expect(ann.page.locator(".offline-notices")).to_contain_text("Saved on this phone: 1 hand")

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
        visitor = Visitor(f"https://{NAME}:{club.secure}", trusts=club.trusts, connects_to=HERE)
        moved = visitor.get("/gin")
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
        bound = {(each["path"], each["secure"], each["httpOnly"]) for each in cookies.values()}
        assert bound == {("/gin", True, True)}

        club.complaints.home = HOST
        assert ann.page.goto(HOST).text() == "<p></p>"
        club.complaints.home = HOME


def test_it_is_installed_as_an_app_of_its_path(club: Club) -> None:
    with club.on_the_network(), club.phone() as ann:
        ann.page.goto(HOME)
        found = ann.page.context.new_cdp_session(ann.page).send("Page.getAppManifest")
        assert (found["url"], found["errors"]) == (f"{HOME}manifest.webmanifest", [])
        manifest = json.loads(found["data"])
        assert {manifest[name] for name in ("id", "start_url", "scope")} == {"/gin/"}
        icons = [icon["src"] for each in (manifest, *manifest["shortcuts"]) for icon in each["icons"]]
        for address in {*icons, *(each["url"] for each in manifest["shortcuts"])}:
            assert ann.page.evaluate(FETCH, urljoin(HOME, address))[0] == 200


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
