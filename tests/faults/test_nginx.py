"""Two processes on one PostgreSQL, behind the nginx of docs/hosting/nginx.conf, over https."""

import contextlib
import re
import socket
import ssl
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.databases import PostgreSQL
from tests.faults.phones import Phone, way
from tests.faults.trials import FULL, trials
from tests.gin.table import knock
from tests.nginx import HERE, NAME, certify, configured, need_nginx, nginx, running
from tests.views.cli.test_starting import SERVE, environment, free_port, wait_for
from tests.views.table import how_many, totals

NEIGHBOUR = "127.0.0.2"
"""Another address of this machine than `HERE`, for a second visitor."""

SECONDS = 10 if FULL else 2
"""For a head or a body. The file says ten."""

CUT_OFF = 3 * SECONDS + 20
"""Seconds in which it happens however busy the machine is. Without these limits, nginx waits for sixty."""

AT_ONCE = 200
LARGEST = 256 * 1024


@dataclass(frozen=True)
class Site:
    """nginx, and the two processes behind it."""

    folder: Path
    plain: int
    """The port for http."""
    secure: int
    ports: list[int]
    """Of the two processes."""
    start: Callable[[int], subprocess.Popen[str]]
    """Starts the process of a port, and waits until it answers."""
    processes: dict[int, subprocess.Popen[str]]
    trusts: ssl.SSLContext

    def phone(self) -> Phone:
        """A phone that has never been here, and asks nginx."""
        return Phone(f"https://{NAME}:{self.secure}", trusts=self.trusts, connects_to=HERE)

    def behind(self, phone: Phone) -> list[Phone]:
        """*phone* twice, as if nginx had chosen one process, then the other."""
        forwarded = {
            "Host": f"{NAME}:{self.secure}",
            "X-Forwarded-Host": f"{NAME}:{self.secure}",
            "X-Forwarded-Proto": "https",
            "X-Forwarded-For": "203.0.113.9",
        }
        return [Phone(f"http://{HERE}:{port}", forwarded, phone.cookies) for port in self.ports]

    def connect(self, source: str = HERE) -> ssl.SSLSocket:
        """A connection of the visitor *source* to nginx."""
        line = socket.create_connection((HERE, self.secure), timeout=60, source_address=(source, 0))
        return self.trusts.wrap_socket(line, server_hostname=NAME)

    def logged(self, last: str) -> str:
        """All that nginx has written down, once *last* is there: it may write after it has answered."""
        until = time.monotonic() + 30
        while last not in (said := self._logs()):
            assert time.monotonic() < until, said
            time.sleep(0.05)
        return said

    def _logs(self) -> str:
        return "".join((self.folder / name).read_text() for name in ("access.log", "error.log"))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, postgresql: PostgreSQL) -> Iterator[Site]:
    """The whole of it."""
    need_nginx()
    folder = tmp_path_factory.mktemp("site")
    plain, secure, *ports = (free_port() for _ in range(4))
    trusts = certify(folder)
    with ExitStack() as stack:
        database = stack.enter_context(postgresql.copy(folder))
        settings = {"DATABASE_URL": database, "PROXIES": "1", "HOSTS": NAME}

        def start(port: int) -> subprocess.Popen[str]:
            given = environment(folder / "instance", port) | settings
            process = stack.enter_context(running(SERVE, given))
            wait_for(f"http://{HERE}:{port}/health", process)
            return process

        with ThreadPoolExecutor() as starters:
            processes = dict(zip(ports, starters.map(start, ports), strict=True))
        changes = {r"(client_(?:header|body)_timeout) 10s;": rf"\1 {SECONDS}s;"}
        stack.enter_context(nginx(folder, configured(folder, plain, secure, ports, changes), secure))
        yield Site(folder, plain, secure, ports, start, processes, trusts)


def test_a_hand_saved_through_one_process_is_seen_through_the_other(site: Site) -> None:
    phone = site.phone()
    sheet = phone.start_match()
    first, second = site.behind(phone)

    for number, (one, other) in enumerate([(first, second), (second, first)], start=1):
        assert one.save(sheet).status == 303
        assert how_many(other.page(sheet)) == how_many(phone.page(sheet)) == number
    assert totals(phone.page(sheet)) == ["24", "0"]


def test_a_poll_is_a_304_from_either_process(site: Site) -> None:
    phone = site.phone()
    sheet = phone.start_match()
    phone.save(sheet)
    viewer = site.phone()
    for each in (phone, viewer):
        each.get(sheet)  # the first visit gives a viewer a cookie
        asked = [each, *site.behind(each)]
        tags = {one.get(sheet).headers["ETag"] for one in asked}
        assert len(tags) == 1
        [tag] = tags
        replies = [one.get(sheet, If_None_Match=tag) for one in asked]
        assert [(reply.status, reply.body) for reply in replies] == [(304, b"")] * 3


def test_static_files_are_the_same_from_either_process(site: Site) -> None:
    phone = site.phone()
    asked = [phone, *site.behind(phone)]
    found = [set(re.findall(r'"(/static/[^"]+)"', each.get("/").text)) for each in asked]
    assert found[0] == found[1] == found[2]
    for path in found[0]:
        replies = [each.get(path, Accept_Encoding="gzip") for each in asked]
        assert len({reply.body for reply in replies}) == 1
        for reply in replies:
            assert "immutable" in reply.headers["Cache-Control"]
            assert reply.headers["ETag"] == replies[0].headers["ETag"]


def test_links_are_https_and_of_the_right_host(site: Site) -> None:
    phone = site.phone()
    sheet = phone.start_match()
    lies = {"X_Forwarded_Host": "evil.example", "X_Forwarded_Proto": "http", "X_Forwarded_Prefix": "/evil"}
    page = phone.get(f"{sheet}/share", **lies)

    assert f"https://{NAME}:{site.secure}{sheet}" in page.text
    assert "evil" not in page.text
    assert page.headers["Strict-Transport-Security"]
    assert set(phone.cookies) == {"__Host-deadwood"}
    assert page.headers["Content-Encoding"] is None, "nginx leaves that to Deadwood"
    assert phone.get(f"{sheet}/share", Accept_Encoding="gzip").headers["Content-Encoding"] == "gzip"


def test_http_leads_to_https_and_other_names_lead_nowhere(site: Site) -> None:
    plain = Phone(f"http://{HERE}:{site.plain}")
    moved = plain.get("/houses", Host=NAME)
    assert (moved.status, moved.headers["Location"]) == (301, f"https://{NAME}/houses")
    with pytest.raises(ConnectionError):
        plain.get("/houses", Host="evil.example")
    anybody = ssl.create_default_context()
    anybody.check_hostname, anybody.verify_mode = False, ssl.CERT_NONE
    with socket.create_connection((HERE, site.secure)) as line, pytest.raises(ssl.SSLError):
        anybody.wrap_socket(line, server_hostname="evil.example")
    with pytest.raises(ConnectionError):
        site.phone().get("/", Host="evil.example")


def test_no_log_has_a_key(site: Site) -> None:
    phone = site.phone()
    sheet = phone.start_match()
    key = sheet.removeprefix("/m/")
    for path in (sheet, f"/{sheet}", f"/%6d/{key}", f"{sheet}/history", f"/s/{key}", f"/houses/../m/{key}"):
        phone.get(path)
    phone.ask("POST", f"{sheet}/hands/new", {"x": "y" * 2 * LARGEST})
    phone.get("/judge?cards=7S")

    said = site.logged("GET /judge?cards=7S")
    assert key not in said


def unfinished(line: ssl.SSLSocket, head: str) -> ssl.SSLSocket:
    """*line*, on which the start of a request was sent."""
    line.sendall(head.encode())
    return line


HEAD = f"GET / HTTP/1.1\r\nHost: {NAME}\r\nX-A: "
BODY = f"POST /judge HTTP/1.1\r\nHost: {NAME}\r\nContent-Length: 1000\r\n\r\ncards="


@pytest.mark.parametrize("start", [HEAD, BODY, ""], ids=["head", "body", "nothing"])
def test_whoever_never_finishes_is_cut_off(site: Site, start: str) -> None:
    with trials(f"requests that stop after {start[:4] or 'nothing'}") as counted:
        lines = [unfinished(site.connect(), start) for _ in range(20)]
        started = time.monotonic()
        for line in lines:
            with line:
                received = read(line)
            seconds = time.monotonic() - started
            counted.check(not received, f"it was answered {received[:40]!r}")
            counted.check(seconds < CUT_OFF, f"it could stay {seconds:.0f} seconds")


def test_a_head_that_dribbles_is_cut_off_too(site: Site) -> None:
    with unfinished(site.connect(), HEAD) as line:
        assert dribble(line, CUT_OFF) < CUT_OFF


def dribble(line: ssl.SSLSocket, longest: float) -> float:
    """How many seconds a byte could be sent now and then."""
    started = time.monotonic()
    with contextlib.suppress(OSError):
        while time.monotonic() - started < longest:
            line.sendall(b"x")
            time.sleep(0.1)
    return time.monotonic() - started


def read(line: ssl.SSLSocket) -> bytes:
    """What comes next; nothing if the connection was closed, or reset."""
    try:
        return line.recv(65536)
    except OSError:
        return b""


def test_more_than_a_form_can_be_is_refused(site: Site) -> None:
    assert site.phone().ask("POST", "/judge", {"cards": "7" * LARGEST}).status == 413


def test_one_address_has_so_many_requests_at_once_and_others_are_answered(site: Site) -> None:
    """Each counts from the end of its head."""
    with ExitStack() as stack:
        lines: list[ssl.SSLSocket] = []
        while status(site, HERE) == 200:
            assert len(lines) < 2 * AT_ONCE, "there is no limit"
            for _ in range(4):
                lines += [stack.enter_context(unfinished(site.connect(), BODY)) for _ in range(5)]
                keep_open(lines)
        assert len(lines) >= AT_ONCE
        assert (status(site, HERE), status(site, NEIGHBOUR)) == (429, 200)
    for _ in range(100):
        if status(site, HERE) == 200:
            return
        time.sleep(0.05)
    pytest.fail("the address is still refused")


def keep_open(lines: Iterable[ssl.SSLSocket]) -> None:
    """Sends a byte more of each body."""
    for line in lines:
        with contextlib.suppress(OSError):
            line.sendall(b"7")


def status(site: Site, source: str) -> int:
    """What the visitor *source* is answered."""
    head = f"GET /judge HTTP/1.1\r\nHost: {NAME}\r\nConnection: close\r\n\r\n"
    with unfinished(site.connect(source), head) as line:
        return int(line.recv(4096).split()[1])


def test_while_one_process_is_away_the_other_answers(site: Site) -> None:
    """Forms are sent again too, because each is written once."""
    phone = site.phone()
    sheet = phone.start_match()
    port = site.ports[0]
    with trials("requests while one of two processes ends and comes back") as counted:
        for number in range(20):
            if number == 5:
                site.processes[port].kill()
            if number == 15:
                site.processes[port] = site.start(port)
            reply = phone.ask("POST", way(sheet), phone.hand_form(sheet, knock(8, 9 + number)))
            counted.check(reply.status == 303, f"{number}: {reply.status}")
            counted.check(phone.get(sheet).status == 200, f"{number}: no page")
    assert how_many(phone.page(sheet)) == 20
