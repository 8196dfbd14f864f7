"""Backups and copies while hands are being saved, or killed."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import pytest

from tests.databases import PostgreSQL, SQLite
from tests.faults.commands import environment, flask, hands_in
from tests.faults.players import lay_tables, playing
from tests.faults.servers import Server, new_database, new_file
from tests.faults.trials import FULL, Trials, how_many, trials
from tests.views.cli.test_starting import ROOT


@contextmanager
def running_at(server: Server) -> Iterator[None]:
    """Runs the server meanwhile."""
    server.start()
    try:
        yield
    finally:
        server.kill()


def check_backup(counted: Trials, file: Path, before: list[int], in_turn: int) -> None:
    """Everything saved before it is in a backup, and it is the state of one moment.

    At the first *in_turn* tables, one phone saves hands in turn: at no moment has a table had more hands
    than the one before it, or fewer by more than one.
    """
    found = hands_in(file)
    counted.check(all(has >= had for has, had in zip(found, before, strict=True)), f"lost: {before} {found}")
    steps = [earlier - later for earlier, later in pairwise(found[:in_turn])]
    counted.check(set(steps) <= {0, 1} and sum(steps) <= 1, f"not of one moment: {found}")


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_backup_has_every_hand_that_was_saved_before_it(
    kind: str, tmp_path: Path, sqlite: SQLite, postgresql: PostgreSQL
) -> None:
    folder = tmp_path / "home"
    folder.mkdir()
    with new_database(kind, sqlite, postgresql, folder) as url:
        back_up_and_restore(folder, url)


def back_up_and_restore(folder: Path, url: str) -> None:
    """Makes backups while hands are saved, and restores the last one."""
    server, tmp_path = Server(folder, url), folder.parent
    in_turn = how_many(5, 80)
    tables = lay_tables(server, in_turn + in_turn)
    file = tmp_path / "night.backup"
    with trials(f"backups of {url.partition(':')[0]} under load") as counted:
        with running_at(server), playing(tables[:in_turn], tables[in_turn:]):
            for _ in range(how_many(1, 40)):
                before = [table.saved for table in tables]
                done = flask(folder, url, "backup", file, "--force")
                counted.check(done.exit_code == 0 and "verified" in done.stdout, done.stderr)
                check_backup(counted, file, before, in_turn)
            if FULL:  # Noticing the server takes a second.
                refused = flask(folder, url, "restore", file, "--force")
                counted.check(
                    "Deadwood is using the database" in refused.stderr, f"restored: {refused.stdout}"
                )
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
    """The copy says that hands were saved meanwhile; one made after the last hand has all of them."""
    server = Server(tmp_path, url := new_file(sqlite, tmp_path))
    with trials("copies from SQLite to PostgreSQL under load") as counted:
        tables = lay_tables(server, 4)
        with running_at(server):
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


KILLED = """
import os, sys
steps = ("os.link", "os.mkdir", "os.rename", "open", "shutil.rmtree", "sqlite3.connect")
left = int(sys.argv.pop())

def count(event, args):
    global left
    is_ours = event in steps and ".deadwood-draft-" in str(args)
    left -= is_ours
    if is_ours and not left:
        os.kill(os.getpid(), 9)

sys.addaudithook(count)
from flask.cli import main
main()
"""
"""Runs a command until a step with its draft: the last argument says which."""


def test_a_killed_backup_or_restoration_leaves_no_half(tmp_path: Path, sqlite: SQLite) -> None:
    """The file and the database are as before, or as they should be, and the next one tidies up."""
    folder, kept = tmp_path / "home", tmp_path / "kept"
    folder.mkdir()
    kept.mkdir()
    file = kept / "night.backup"
    server = Server(folder, url := new_file(sqlite, folder))
    [table] = lay_tables(server, 1)
    with running_at(server):
        for _ in range(3):
            table.save()
    assert flask(folder, url, "backup", file).exit_code == 0
    with trials("killed backups and restorations") as counted:
        for command, beside in ((["backup", file, "--force"], kept), (["restore", file, "--force"], folder)):
            is_killed, has_left = True, 0
            for step in range(1, how_many(4, 100)):
                if not is_killed:
                    break
                is_killed = killed_at(step, folder, url, command)
                has_left += bool(drafts(beside))
                counted.check(hands_in(file) == [3], f"{command[0]} {step}: half a backup")
                again = flask(folder, url, *command)
                counted.check(again.exit_code == 0, again.stderr)
                counted.check(drafts(beside) == [], f"{command[0]} {step}: a draft is left")
                counted.check(hands_in(folder / "gin.sqlite") == [3], f"{command[0]} {step}: half a database")
            counted.check(has_left > 1, f"{command[0]}: no draft was left")


def drafts(folder: Path) -> list[Path]:
    """The drafts in a folder."""
    return list(folder.glob(".deadwood-draft-*"))


def killed_at(step: int, folder: Path, url: str, arguments: list[object]) -> bool:
    """Runs a command and kills it at a step; False if it has ended before."""
    command = [sys.executable, "-c", KILLED, "--app", "app", *map(str, arguments), str(step)]
    ended = subprocess.run(command, cwd=ROOT, env=environment(folder, url), capture_output=True, text=True)
    assert ended.returncode in (0, -signal.SIGKILL), ended.stderr
    return ended.returncode != 0
