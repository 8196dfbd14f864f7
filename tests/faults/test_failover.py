"""As a host runs it: two machines, nginx, pgbouncer, and PostgreSQL with a standby that takes over.

Run alone, with ``-s``, it prints how many hands each fault met, and what was lost.
"""

import re
import shutil
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from secrets import token_hex
from signal import SIGHUP, SIGKILL
from threading import Event
from typing import Any

import psycopg
import pytest

from tests.conftest import missing
from tests.faults.phones import Phone, Reply, way
from tests.faults.scoring_phones import UNREACHED
from tests.faults.servers import SECRET, Server
from tests.gin.table import knock
from tests.nginx import HERE, NAME, certify, configured, need_nginx, nginx, wait_until_it_listens
from tests.postgres import InstalledServer, installed_binaries
from tests.views.browser import Page
from tests.views.cli.test_starting import ROOT, flask, free_port
from tests.views.imports.test_book_imports import address_of, many
from tests.views.table import how_many, typed
from views.web.rate_limit import WRONG_LINKS

CONFIG = (ROOT / "docs" / "hosting" / "pgbouncer.ini").read_text()
PLAYERS = 3
"""Phones that score."""


@dataclass
class Host:
    """All of it."""

    folder: Path
    primary: InstalledServer
    standby: InstalledServer
    pooled: int
    """The port of pgbouncer."""
    secure: int
    """The port of nginx."""
    new_phone: Callable[[], Phone]
    machines: list[Server] = field(default_factory=list)
    pgbouncer: subprocess.Popen[bytes] = field(init=False)

    def start_pgbouncer(self) -> None:
        command = [*self.primary.aside, "pgbouncer", "pgbouncer.ini"]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}  # it has a log
        self.pgbouncer = subprocess.Popen(command, cwd=self.primary.folder, **quiet)
        wait_until_it_listens(self.pooled, self.pgbouncer)

    def point_to(self, server: InstalledServer) -> None:
        """Writes where pgbouncer finds the database."""
        changes = {
            r"host=.*": f"host={server.folder} dbname=deadwood user=deadwood",
            r"listen_port = .*": f"listen_port = {self.pooled}",
            r"auth_type = .*": "auth_type = trust",
            r"auth_file = .*": f"auth_file = {self.primary.folder}/users",
            r"logfile = .*": f"logfile = {self.primary.folder}/pgbouncer.log",
            r"pidfile = .*\n": "",
        }
        text = CONFIG
        for pattern, replacement in changes.items():
            text, found = re.subn(pattern, replacement, text)
            assert found, pattern
        Path(self.primary.folder, "pgbouncer.ini").write_text(text)

    def through(self, phone: Phone, machine: int) -> Phone:
        """*phone*, as if nginx had chosen this machine."""
        name = f"{NAME}:{self.secure}"
        forwarded = {"Host": name, "X-Forwarded-Host": name, "X-Forwarded-Proto": "https"}
        return Phone(self.machines[machine].address, forwarded | {"X-Forwarded-For": HERE}, phone.cookies)


def execute(server: InstalledServer, statement: str, database: str = "deadwood") -> list[tuple[Any, ...]]:
    with psycopg.connect(server.url.replace("/postgres", f"/{database}"), autocommit=True) as connection:
        done = connection.execute(statement)
        return done.fetchall() if done.description else []


def wait_until(is_so: Callable[[], object], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end, "it never happens"
        time.sleep(0.1)


@pytest.fixture
def host(tmp_path: Path, usual_umask: None) -> Iterator[Host]:
    need_nginx()
    if shutil.which("pgbouncer") is None:
        missing("pgbouncer")
    binaries = installed_binaries()
    if binaries is None or not (binaries / "pg_basebackup").exists():
        missing("pg_basebackup")
        raise AssertionError
    plain, secure, pooled = free_port(), free_port(), free_port()
    trusts = certify(tmp_path)
    with ExitStack() as stack:
        # The path of a socket has at most 107 characters.
        short = partial(tempfile.TemporaryDirectory, prefix="deadwood-pg-", ignore_cleanup_errors=True)
        primary = InstalledServer(stack.enter_context(short()), binaries)
        primary.start()
        stack.callback(primary.stop)
        execute(primary, "CREATE DATABASE deadwood", "postgres")
        execute(primary, "ALTER SYSTEM SET synchronous_standby_names = 'standby'")
        standby = InstalledServer(stack.enter_context(short()), binaries, primary)
        standby.start()
        stack.callback(standby.stop)
        execute(primary, "SELECT pg_reload_conf()")

        def new_phone() -> Phone:
            return Phone(f"https://{NAME}:{secure}", trusts=trusts, connects_to=HERE)

        host = Host(tmp_path, primary, standby, pooled, secure, new_phone)
        Path(primary.folder, "users").write_text('"deadwood" ""\n')
        host.point_to(primary)
        host.start_pgbouncer()
        stack.callback(lambda: (host.pgbouncer.kill(), host.pgbouncer.wait()))
        for name in ("one", "two"):
            direct = primary.url.replace("/postgres", "/deadwood")
            url = f"postgresql://deadwood@{HERE}:{pooled}/deadwood"
            settings = {"DIRECT_DATABASE_URL": direct, "PROXIES": "1", "HOSTS": NAME}
            host.machines.append(Server(tmp_path / name, url, settings))
            stack.callback(host.machines[-1].kill)
        with ThreadPoolExecutor() as starters:
            list(starters.map(Server.start, host.machines))
        ports = [machine.port for machine in host.machines]
        stack.enter_context(nginx(tmp_path, configured(tmp_path, plain, secure, ports, {}), secure))
        yield host


@dataclass
class Club:
    """Phones that score through nginx, each until it is told that it is saved."""

    fault: str = "none"
    over: Event = field(default_factory=Event)
    hands: dict[str, str] = field(default_factory=dict)
    """Entry ids that were acknowledged, and during which fault."""
    unknown: Counter[str] = field(default_factory=Counter)

    def patiently(self, ask: Callable[[], Reply]) -> Reply:
        """An answer that says something; what says nothing is counted."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            try:
                reply = ask()
                if reply.status < 500 and reply.status != 429:
                    return reply
                assert reply.status != 500, reply.text
                assert "X-Outbox" not in reply.headers
            except UNREACHED:
                pass
            self.unknown[self.fault] += 1
            time.sleep(0.2)
        raise TimeoutError(self.fault)

    def play(self, phone: Phone, sheet: str) -> int:
        """Scores until the evening is over; returns how many hands were acknowledged."""
        played = 0
        while not self.over.is_set():
            page = Page(self.patiently(lambda: phone.get(way(sheet))).text, sheet)
            form = page.form_with({"save"}).inputs | typed(knock(8, 9 + played % 60))
            reply = self.patiently(lambda form=form: phone.ask("POST", way(sheet), form, X_Part="outbox"))
            assert (reply.status, reply.headers["X-Outbox"]) == (200, "written"), reply.text
            self.hands[form["entry"]] = self.fault
            played += 1
            time.sleep(0.02)
        return played


def chosen(phone: Phone) -> str:
    """Chooses the file of a book; returns where the button leads."""
    reply = phone.ask("POST", "/import", token_of(phone) | {"text": many(1)})
    return address_of(Page(reply.text, "/import"))


def pressed(phone: Phone, address: str) -> Reply:
    return phone.ask("POST", address, token_of(phone))


def token_of(phone: Phone) -> dict[str, str]:
    return {"csrf_token": phone.page("/import").inputs["csrf_token"]}


def guess(phone: Phone, times: int) -> set[int]:
    """The answers to so many wrong links."""
    return {phone.get(f"/m/{token_hex(12)}").status for _ in range(times)}


@pytest.mark.long
def test_no_acknowledged_hand_is_lost_when_a_standby_takes_over(host: Host) -> None:
    club = Club()
    phones = [host.new_phone() for _ in range(PLAYERS + 1)]
    sheets = [phone.start_match() for phone in phones]
    with ThreadPoolExecutor(PLAYERS + 1) as people:
        playing = [people.submit(club.play, *each) for each in zip(phones[1:], sheets[1:], strict=True)]
        try:
            happen(host, club, people, phones[0], sheets[0])
        finally:
            club.over.set()
        played = [each.result() for each in playing]

    for phone, sheet, hands in zip(phones, sheets, [2, *played], strict=True):
        assert how_many(phone.page(sheet)) == hands
    written = Counter(entry for (entry,) in execute(host.standby, "SELECT entry FROM changes"))
    print("\nfault | hands acknowledged | answers that said nothing | missing | twice")
    for fault in dict.fromkeys([*club.hands.values(), *club.unknown]):
        times = [written[entry] for entry, during in club.hands.items() if during == fault]
        lost, twice = times.count(0), sum(each > 1 for each in times)
        print(fault, len(times), club.unknown[fault], lost, twice, sep=" | ")
        assert (lost, twice) == (0, 0)
    pooled = {"DATABASE_URL": host.machines[0].url, "SECRET_KEY": SECRET}
    past = {"DIRECT_DATABASE_URL": host.standby.url.replace("/postgres", "/deadwood")}
    assert flask(host.folder / "one", "audit", **pooled).code == 0
    assert flask(host.folder / "one", "backup", host.folder / "friday", **pooled).code == 1
    assert flask(host.folder / "one", "backup", host.folder / "friday", **pooled, **past).code == 0
    for machine in host.machines:
        assert not machine.tracebacks()


def happen(host: Host, club: Club, people: ThreadPoolExecutor, phone: Phone, sheet: str) -> None:
    """Everything that can go wrong, one after the other."""
    meanwhile(club, "none")
    with psycopg.connect(host.machines[0].url, prepare_threshold=None) as connection:
        assert connection.execute("SHOW lock_timeout").fetchall() == [("0",)], "a limit leaks to others"
    curious = host.new_phone()
    one, other = (host.through(curious, machine) for machine in range(2))
    assert guess(one, WRONG_LINKS.of_device - 1) | guess(other, 1) == {404}
    assert guess(one, 1) | guess(other, 1) == {429}

    with during(club, "the standby is away"):
        host.standby.stop()
        form = phone.hand_form(sheet)
        assert_unknown(phone.ask("POST", way(sheet), form, X_Part="outbox"))
        host.standby.start()
    assert club.patiently(lambda: phone.ask("POST", way(sheet), form, X_Part="outbox")).status == 200
    with during(club, "a waiting commit is cancelled"):
        host.standby.stop()
        form = phone.hand_form(sheet)
        saving = people.submit(phone.ask, "POST", way(sheet), form, X_Part="outbox")
        cancel = "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
        while not saving.done():
            execute(host.primary, cancel)
            time.sleep(0.1)
        assert_unknown(saving.result())
        # It is there, but no standby has it yet.
        assert_unknown(phone.ask("POST", way(sheet), form, X_Part="outbox"))
        host.standby.start()
    assert club.patiently(lambda: phone.ask("POST", way(sheet), form, X_Part="outbox")).status == 200

    with during(club, "a machine is killed"):
        host.machines[0].kill()
        meanwhile(club, club.fault)
        host.machines[0].start()
    with during(club, "pgbouncer is restarted"):
        host.pgbouncer.terminate()
        host.pgbouncer.wait()
        time.sleep(0.5)
        host.start_pgbouncer()
    address = chosen(one)
    with during(club, "the primary is killed, the standby promoted"):
        wait_until(
            lambda: execute(host.primary, "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'")
        )
        host.primary.stop(SIGKILL)
        host.standby.promote()
        execute(host.standby, "ALTER SYSTEM SET synchronous_standby_names = ''")
        execute(host.standby, "SELECT pg_reload_conf()")
        host.point_to(host.standby)
        host.pgbouncer.send_signal(SIGHUP)
        wait_until(lambda: one.get("/ready").status == 200)
    refused = pressed(other, address)
    assert refused.status == 404
    assert "Choose the file again." in refused.text
    assert pressed(other, chosen(one)).status == 303
    assert guess(other, 1) == {404}
    meanwhile(club, "none, on the new primary")


def assert_unknown(reply: Reply) -> None:
    assert (reply.status, reply.headers["X-Outbox"]) == (503, None)


def meanwhile(club: Club, fault: str) -> None:
    """Lets everybody play on, until some hands more are saved."""
    club.fault, before = fault, len(club.hands)
    wait_until(lambda: len(club.hands) >= before + 10 * PLAYERS)


@contextmanager
def during(club: Club, fault: str) -> Iterator[None]:
    """A fault, and some hands after it."""
    club.fault = fault
    yield
    meanwhile(club, fault)
