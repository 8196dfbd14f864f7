"""Backups and copies while hands are being saved, or killed."""

import os
import signal
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from flask.cli import FlaskGroup

from app import create_app
from tests.databases import PostgreSQL, SQLite
from tests.faults.players import lay_tables, playing
from tests.faults.trials import Trials, how_many, trials
from tests.views.cli.test_starting import FLASK, ROOT, SERVE, environment, free_port, wait_for

SECRET = "known to these tests"


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path, sqlite: SQLite) -> Iterator[str]:
    """The URL of a new database, of either kind."""
    if request.param == "sqlite":
        with sqlite.copy(tmp_path) as found:
            yield found
    else:
        server: PostgreSQL = request.getfixturevalue("postgresql")
        with server.copy(tmp_path) as found:
            yield found


@contextmanager
def served(folder: Path, url: str, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """Deadwood in a process of its own."""
    process = subprocess.Popen(SERVE, cwd=ROOT, env=settings(folder, url, port), stdout=subprocess.DEVNULL)
    try:
        wait_for(f"http://127.0.0.1:{port}/health", process)
        yield process
    finally:
        process.kill()
        process.wait()


def settings(folder: Path, url: str, port: int = 8000) -> dict[str, str]:
    """The environment of a server or of a command."""
    return environment(folder, port) | {"DATABASE_URL": url, "SECRET_KEY": SECRET}


def flask(folder: Path, url: str, *arguments: object) -> Result:
    """Runs a command."""
    group = FlaskGroup(create_app=create_app)
    return CliRunner(env=settings(folder, url)).invoke(group, list(map(str, arguments)))


def hands_in(file: Path) -> list[int]:
    """How many hands each match has in a backup, in the order in which the matches were started."""
    with closing(sqlite3.connect(file)) as connection:
        counted = connection.execute(
            "SELECT (SELECT count(*) FROM hands WHERE match_id = matches.id) FROM matches ORDER BY id"
        )
        return [hands for (hands,) in counted]


def check_backup(counted: Trials, file: Path, before: list[int], in_turn: int) -> None:
    """Everything saved before it is in a backup, and it is the state of one moment.

    At the first *in_turn* tables, one phone saves hands in turn: at no moment has a table had more hands
    than the one before it, or fewer by more than one.
    """
    found = hands_in(file)
    counted.check(all(has >= had for has, had in zip(found, before, strict=True)), f"lost: {before} {found}")
    steps = [earlier - later for earlier, later in pairwise(found[:in_turn])]
    counted.check(set(steps) <= {0, 1} and sum(steps) <= 1, f"not of one moment: {found}")


def test_a_backup_has_every_hand_that_was_saved_before_it(url: str, tmp_path: Path) -> None:
    port, folder = free_port(), tmp_path / "home"
    folder.mkdir()
    in_turn = how_many(8, 80)
    tables = lay_tables(folder, url, port, SECRET, in_turn + in_turn)
    file = tmp_path / "night.backup"
    with trials(f"backups of {url.partition(':')[0]} under load") as counted:
        with served(folder, url, port), playing(tables[:in_turn], tables[in_turn:]):
            for _ in range(how_many(1, 40)):
                before = [table.saved for table in tables]
                done = flask(folder, url, "backup", file, "--force")
                counted.check(done.exit_code == 0 and "verified" in done.stdout, done.stderr)
                check_backup(counted, file, before, in_turn)
            refused = flask(folder, url, "restore", file, "--force")
            counted.check("Deadwood is using the database" in refused.stderr, f"restored: {refused.stdout}")
        all_saved = [table.saved for table in tables]

        flask(folder, url, "backup", tmp_path / "morning.backup")
        counted.check(hands_in(tmp_path / "morning.backup") == all_saved, "hands were lost beside a backup")
        done = flask(folder, url, "restore", file, "--force")
        counted.check(done.exit_code == 0, done.stderr)
        flask(folder, url, "backup", tmp_path / "restored.backup")
        restored = hands_in(tmp_path / "restored.backup")
        counted.check(restored == hands_in(file), f"not restored: {restored}")


def test_a_copy_of_a_running_installation_is_of_one_moment(
    tmp_path: Path, sqlite: SQLite, postgresql: PostgreSQL
) -> None:
    """It says that hands were saved meanwhile; a copy after the last hand has all of them."""
    port = free_port()
    with sqlite.copy(tmp_path) as url, trials("copies from SQLite to PostgreSQL under load") as counted:
        tables = lay_tables(tmp_path, url, port, SECRET, 4)
        with served(tmp_path, url, port):
            for _ in range(how_many(1, 10)):
                with postgresql.copy(tmp_path) as target:
                    with playing(tables):
                        done = flask(tmp_path, url, "copy-database", url, target)
                    counted.check("was copied and is equal" in done.stdout, done.stderr)
                    counted.check("Something was saved in the original" in done.stderr, done.stdout)
        with postgresql.copy(tmp_path) as target:
            done = flask(tmp_path, url, "copy-database", url, target)
            counted.check((done.exit_code, done.stderr) == (0, ""), done.stderr)
            flask(tmp_path, target, "backup", tmp_path / "copied.backup")
            copied = hands_in(tmp_path / "copied.backup")
            counted.check(copied == [table.saved for table in tables], f"not copied: {copied}")


def test_a_killed_backup_or_restoration_leaves_no_half(tmp_path: Path, sqlite: SQLite) -> None:
    """The file and the database are as before, or as they should be."""
    port, file = free_port(), tmp_path / "night.backup"
    folder = tmp_path / "home"
    folder.mkdir()
    url = f"sqlite:///{folder / 'gin.sqlite'}"
    (folder / "gin.sqlite").write_bytes(sqlite.template.read_bytes())
    tables = lay_tables(folder, url, port, SECRET, 1)
    with served(folder, url, port):
        for _ in range(3):
            tables[0].save()
    assert flask(folder, url, "backup", file).exit_code == 0
    with trials("killed backups and restorations") as counted:
        for number in range(how_many(2, 60)):
            command = (["backup", file, "--force"], ["restore", file, "--force"])[number % 2]
            killed_after(0.45 + 0.01 * number, folder, url, command)
            counted.check(hands_in(file) == [3], f"{command[0]} {number}: half a backup")
            again = flask(folder, url, "restore", file, "--force")
            counted.check(again.exit_code == 0, again.stderr)
            counted.check(hands_in(folder / "gin.sqlite") == [3], f"{command[0]} {number}: half a database")


def killed_after(seconds: float, folder: Path, url: str, arguments: list[object]) -> None:
    """Runs a command and kills it, unless it has ended before."""
    process = subprocess.Popen(
        [*FLASK, *map(str, arguments)],
        cwd=ROOT,
        env=settings(folder, url),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
