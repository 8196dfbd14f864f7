"""Two machines on one PostgreSQL, each with a folder of its own: what they share beside the matches."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import psycopg
import pytest
from flask import Flask
from sqlalchemy.exc import NoResultFound

from models.records.database import passing
from tests.conftest import missing
from tests.databases import PostgreSQL, dispose, make_app
from tests.faults.servers import SECRET
from tests.postgres import installed_binaries
from tests.views.browser import Browser
from tests.views.cli.test_starting import ROOT, environment, flask, free_port, said, serving, start
from tests.views.imports.test_book_imports import many, page_id, press, pressed, sent
from tests.views.operations.test_lan_addresses import interface
from tests.views.web.test_limits import open_link, tried
from views.shared.waiting_files import WaitingFile
from views.web.rate_limit import WRONG_LINKS


@pytest.fixture
def url(postgresql: PostgreSQL, tmp_path: Path) -> Iterator[str]:
    """The database of both."""
    with postgresql.copy(tmp_path) as url:
        yield url


@pytest.fixture
def machines(url: str, tmp_path: Path) -> Iterator[list[Flask]]:
    """Two of the same release, with nothing in common but the database and the key."""
    folders = [tmp_path / "one", tmp_path / "other"]
    for folder in folders:
        folder.mkdir()
    made = [make_app(folder, url) for folder in folders]
    yield made
    for machine in made:
        assert not [*Path(machine.instance_path).glob("passing*")]
        dispose(machine)


def rows(url: str, table: str) -> int:
    with psycopg.connect(url) as connection:
        [(counted,)] = connection.execute(f"SELECT count(*) FROM {table}").fetchall()
        return int(counted)


def test_a_limit_is_one_for_all_machines_but_nobody_waits_for_it(machines: list[Flask], url: str) -> None:
    tried(machines[0], WRONG_LINKS.of_device)
    with psycopg.connect(url) as other:
        other.execute("UPDATE counters SET count = count")
        assert open_link(machines[1].test_client(), "/m/guess").status_code == 404
    assert open_link(machines[1].test_client(), "/m/guess").status_code == 429


def test_a_file_whose_machine_was_killed_is_imported_by_the_other(machines: list[Flask], url: str) -> None:
    phone = Browser(machines[0].test_client())
    page = sent(phone, many(1))
    with machines[0].test_request_context():
        assert WaitingFile(page_id(page), "").take()
    phone.client.application = machines[1]
    with psycopg.connect(url) as connection:
        connection.execute("UPDATE waiting_files SET kept_at = kept_at - 360")
    assert pressed(phone, page).heading == "Ann and Bob"


def test_few_files_wait_for_each_phone_and_none_for_long(machines: list[Flask], url: str) -> None:
    phone = Browser(machines[0].test_client())
    gone, *_others = [sent(phone, many(1)) for _ in range(4)]
    assert press(phone, gone).status_code == 404
    with machines[0].app_context(), pytest.raises(NoResultFound), WaitingFile(page_id(gone), "").opened():
        pass  # it may also go once it was found
    with psycopg.connect(url) as connection:
        connection.execute("UPDATE waiting_files SET kept_at = kept_at - 7200")
    newest = sent(phone, many(1))
    assert rows(url, "waiting_files") == 1
    assert pressed(phone, newest).heading == "Ann and Bob"


def test_what_passes_is_in_no_backup_and_no_copy(
    machines: list[Flask], url: str, postgresql: PostgreSQL, tmp_path: Path
) -> None:
    sent(Browser(machines[0].test_client()), many(1))
    tried(machines[0], 1)
    with psycopg.connect(url) as connection:
        connection.execute("INSERT INTO key_fingerprint VALUES (1, 'known')")
    assert all(rows(url, table) for table in passing.TABLES)
    for machine in machines:
        dispose(machine)

    assert flask(tmp_path, "backup", tmp_path / "friday", "--without-secret-key", DATABASE_URL=url).code == 0
    with postgresql.copy(tmp_path) as copy:
        assert flask(tmp_path, "copy-database", url, copy).code == 0
        assert not any(rows(copy, table) for table in passing.TABLES)
    # A database in which only this has been written is as good as new.
    restored = flask(tmp_path, "restore", tmp_path / "friday", DATABASE_URL=url)
    assert restored.code == 0, restored.stderr
    assert not any(rows(url, table) for table in passing.TABLES)


def test_a_machine_with_another_key_does_not_start(url: str, tmp_path: Path) -> None:
    other = environment(tmp_path / "other", free_port()) | {"DATABASE_URL": url}
    with ExitStack() as stack:
        stack.enter_context(serving(tmp_path / "one", free_port(), DATABASE_URL=url))
        said(start(other), "is not SECRET_KEY, and is not in")
        with psycopg.connect(url) as connection:
            [(kept,)] = connection.execute("SELECT fingerprint FROM key_fingerprint").fetchall()
        key = (tmp_path / "one" / "secret_key").read_text()
        assert key not in kept
        # The same key by other means, then one that replaces it.
        stack.enter_context(serving(tmp_path / "two", free_port(), DATABASE_URL=url, SECRET_KEY=key))
        stack.enter_context(
            serving(tmp_path / "three", free_port(), DATABASE_URL=url, SECRET_KEY=SECRET, NEW_SECRET_KEY="1")
        )
    said(start(other | {"SECRET_KEY": key}), "is not SECRET_KEY, and is not in")


def test_after_a_restore_the_matches_say_which_key_it_is(
    machines: list[Flask], url: str, tmp_path: Path
) -> None:
    phone = Browser(machines[0].test_client())
    pressed(phone, sent(phone, many(1)))
    other = environment(tmp_path / "new", free_port()) | {"DATABASE_URL": url, "SECRET_KEY": "another" * 9}
    said(start(other), "is not SECRET_KEY, and is not in")
    assert rows(url, "key_fingerprint") == 0


VANISHING = """
import os, sys, tempfile
from pathlib import Path
from tests.databases import make_app, migrate
from tests.postgres import InstalledServer, installed_binaries

with tempfile.TemporaryDirectory(prefix="deadwood-pg-") as folder:
    server = InstalledServer(folder, installed_binaries())
    with open(f"{folder}/data/pg_hba.conf", "a") as rights:
        rights.write("host all all all trust\\n")
    server.start("10.0.0.11")
    url = "postgresql://deadwood@10.0.0.11/postgres"
    migrate(Path(sys.argv[1]), url)
    phone = make_app(Path(sys.argv[1]), url).test_client()
    answers = [phone.get("/m/guess").status_code]
    os.system("ip link set lo down")
    print(*answers, phone.get("/m/guess").status_code)
    server.stop()
"""
"""Asks for a page before and after the network takes what is sent to PostgreSQL, and says nothing of it."""


def test_a_database_whose_machine_has_lost_its_power_is_given_up(tmp_path: Path) -> None:
    if os.geteuid() or not (shutil.which("unshare") and shutil.which("ip") and installed_binaries()):
        missing("root, unshare, ip or PostgreSQL")
    networks = f"ip link set lo up; {interface('net0', '10.0.0.11/24')}"
    alone = ["unshare", "--net", "sh", "-ec", f'{networks}; exec "$@"', "sh", sys.executable, "-c", VANISHING]
    done = subprocess.run([*alone, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.stdout.split() == ["404", "503"], done.stderr
