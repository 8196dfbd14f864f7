"""Deadwood at https://club.example.org/gin/, behind the nginx of docs/hosting."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from ssl import SSLContext
from subprocess import Popen

import pytest
from playwright.sync_api import Browser, Playwright, expect

from tests.browser.away import NOTHING_WAITS, stored
from tests.browser.conftest import Complaints, launch
from tests.browser.table import Player
from tests.browser.test_sharing import read
from tests.browser.waiting import PATIENCE, wait_until
from tests.faults.phones import Phone as Visitor
from tests.gin.table import gin, knock
from tests.nginx import HERE, NAME, ROOT, certify, configured, need_nginx, nginx
from tests.views.cli.test_starting import free_port, serving

pytestmark = pytest.mark.full

HOME = f"https://{NAME}/gin/"

ALL_THREE = r" *location / \{\n *proxy_pass[\s\S]*?\n(?=    \}\n\}\s*\Z)"
"""The locations of nginx.conf that lead to Deadwood."""

SCOPE = "async () => (await navigator.serviceWorker.ready).scope"


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
    (folder / "nginx-path.conf").write_text((ROOT / "docs/hosting/nginx-path.conf").read_text())
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
            app = ann.page.context.new_cdp_session(ann.page).send("Page.getAppManifest")
            assert (app["url"], app["errors"]) == (f"{HOME}manifest.webmanifest", [])
            cookies = ann.page.context.cookies()
            bound = {(each["name"], each["path"], each["secure"], each["httpOnly"]) for each in cookies}
            assert bound == {("__Secure-deadwood", "/gin", True, True)}

        ann.page.context.set_offline(True)
        ann.page.goto(sheet)
        expect(ann.hands).to_have_count(2)
        ann.enter(knock(3, 9))
        expect(ann.page.locator(".offline-notices")).to_contain_text("Saved on this phone: 1 hand.")
        expect(ann.page.locator(".waits")).to_have_count(1)

        with club.on_the_network():
            ann.page.context.set_offline(False)
            wait_until(ann.page, NOTHING_WAITS)
            bob.page.goto(sheet)
            expect(bob.hands).to_have_count(3)

    logs = "".join((club.folder / name).read_text() for name in ("access.log", "error.log"))
    assert "GET /gin/sw.js" in logs
    assert sheet.removeprefix(f"{HOME}m/") not in logs


def test_the_path_alone_leads_to_the_home_page_and_large_files_reach_it(club: Club) -> None:
    with club.on_the_network():
        visitor = Visitor(f"https://{NAME}:{club.secure}", trusts=club.trusts, connects_to=HERE)
        moved = visitor.get("/gin")
        refused = visitor.ask("POST", "/gin/import", {"text": "x" * 300 * 1024})
    assert (moved.status, moved.location) == (301, "/gin/")
    assert "Deadwood" in refused.text
