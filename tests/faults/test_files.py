"""Files that are damaged, cut or missing, disks that are full or fail: nothing is lost, reading goes on."""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from random import Random
from sqlite3 import DatabaseError, connect

import pytest
from click.testing import Result

from tests.databases import SQLite, dispose, make_app
from tests.faults.commands import flask, hands_in
from tests.faults.servers import Server, new_file, running
from tests.faults.shim import Shim, compiled
from tests.faults.tables import Table, save_through
from tests.faults.trials import FULL, Trials, how_many, seeded, trials
from tests.records.table import EARLIER_HANDS, a_match, deal

PAGE = 4096
MATCHES = how_many(3, 12)
KEPT = [len(EARLIER_HANDS)] * MATCHES
"""The hands of each match in the undamaged file."""


def overwrite(file: Path, random: Random) -> None:
    """Writes nonsense over a page."""
    content = bytearray(file.read_bytes())
    page = random.randrange(len(content) // PAGE)
    content[page * PAGE : (page + 1) * PAGE] = random.randbytes(PAGE)
    file.write_bytes(content)


def swap(file: Path, random: Random) -> None:
    """Exchanges two pages."""
    content = file.read_bytes()
    pages = [content[at : at + PAGE] for at in range(0, len(content), PAGE)]
    one, two = random.sample(range(1, len(pages)), 2)
    pages[one], pages[two] = pages[two], pages[one]
    file.write_bytes(b"".join(pages))


def flip(file: Path, random: Random) -> None:
    """Changes some bytes."""
    content = bytearray(file.read_bytes())
    for _ in range(20):
        content[random.randrange(len(content))] ^= 1 << random.randrange(8)
    file.write_bytes(content)


def cut(file: Path, random: Random) -> None:
    """Loses the end."""
    content = file.read_bytes()
    file.write_bytes(content[: random.randrange(1, len(content))])


def empty(file: Path, random: Random) -> None:
    """Loses everything."""
    file.write_bytes(b"")


def move(file: Path, random: Random) -> None:
    """Is not there any more."""
    file.rename(file.with_name("moved"))


def replace(file: Path, random: Random) -> None:
    """Is another file."""
    file.write_text("A shopping list, and nothing that anybody scored.")


DAMAGES: tuple[Callable[[Path, Random], None], ...] = (overwrite, swap, flip, cut, empty, move, replace)


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory, sqlite: SQLite) -> Path:
    """A database file with some matches, and a backup of it beside it."""
    folder = tmp_path_factory.mktemp("sound")
    file = folder / "gin.sqlite"
    shutil.copy(sqlite.template, file)
    app = make_app(folder, f"sqlite:///{file}")
    with app.app_context():
        for _ in range(MATCHES):
            deal(a_match(), *EARLIER_HANDS)
    dispose(app)
    made = flask(folder, f"sqlite:///{file}", "backup", folder / "night.backup")
    assert made.exit_code == 0, made.stderr
    return file


def is_explained(result: Result) -> bool:
    """Whether a command worked, or said in one line why not."""
    failed = result.exception is not None and not isinstance(result.exception, SystemExit)
    if failed or result.exit_code not in (0, 1):
        return False
    has_doubts = result.exit_code == 1 and '"doubtful"' in result.stdout
    is_a_sentence = result.stderr.startswith("Error: ") and len(result.stderr.splitlines()) == 1
    return result.exit_code == 0 or has_doubts or is_a_sentence


def hands_or_none(file: Path) -> list[int] | None:
    """The hands of each match in a file; None if it cannot be read."""
    with suppress(DatabaseError):
        return hands_in(file)
    return None


@pytest.mark.seeded
def test_commands_explain_a_damaged_file_and_a_backup_repairs_it(sound: Path, tmp_path: Path) -> None:
    random = seeded()
    with trials("commands on damaged files") as counted:
        for number in range(how_many(len(DAMAGES), 30 * len(DAMAGES))):
            damage = DAMAGES[number % len(DAMAGES)]
            folder = tmp_path / f"{number}"
            folder.mkdir()
            file = folder / "gin.sqlite"
            shutil.copy(sound, file)
            damage(file, random)
            url, new = f"sqlite:///{file}", folder / "new.backup"
            for command in (["audit"], ["backup", new], ["expire", "--months", 1, "--yes"]):
                result = flask(folder, url, *command)
                what = f"{number}, {damage.__name__}: {command[0]}: {result.output} {result.exception!r}"
                counted.check(is_explained(result), what)
            counted.check(not new.exists() or hands_in(new) == KEPT, f"{number}: half a backup")

            result = flask(folder, url, "restore", sound.with_name("night.backup"), "--force")
            counted.check(result.exit_code == 0, f"{number}, {damage.__name__}: restore: {result.output}")
            counted.check(hands_or_none(file) == KEPT, f"{number}, {damage.__name__}: not restored")
            kept = [path.read_bytes() for path in folder.glob("gin.sqlite.before-*")]
            counted.check(kept or damage in (empty, move), f"{number}: the damaged file is lost")


@pytest.mark.seeded
def test_a_damaged_backup_is_refused_and_changes_nothing(sound: Path, tmp_path: Path) -> None:
    random = seeded()
    folder, file = tmp_path / "home", tmp_path / "home" / "gin.sqlite"
    folder.mkdir()
    shutil.copy(sound, file)
    with trials("restorations of damaged backups") as counted:
        for number in range(how_many(len(DAMAGES), 40 * len(DAMAGES))):
            damage, backup = DAMAGES[number % len(DAMAGES)], tmp_path / "night.backup"
            shutil.copy(sound.with_name("night.backup"), backup)
            damage(backup, random)
            result = flask(folder, f"sqlite:///{file}", "restore", backup, "--force")
            what = f"{number}, {damage.__name__}: {result.output} {result.exception!r}"
            counted.check(is_explained(result), what)
            counted.check(hands_or_none(file) == KEPT, f"{number}, {damage.__name__}: matches were lost")


def test_a_file_of_a_newer_version_is_left_alone(sound: Path, tmp_path: Path) -> None:
    file = tmp_path / "gin.sqlite"
    shutil.copy(sound, file)
    url = f"sqlite:///{file}"
    with closing(connect(file)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with trials("files of a newer version") as counted:
        before = file.read_bytes()
        for command in (["upgrade"], ["backup", tmp_path / "new.backup"], ["copy-database", url, url]):
            result = flask(tmp_path, url, *command)
            counted.check("A newer version of Deadwood" in result.stderr, f"{command[0]}: {result.output}")
            counted.check(file.read_bytes() == before, f"{command[0]}: changed")


TIMES = how_many(1, 20)
"""How often the fault comes and goes while one server runs."""
SAVES = how_many(2, 5)
SMALL = "16m"
"""The size of a small disk."""


@contextmanager
def served(counted: Trials, home: Path, sqlite: SQLite, settings: dict[str, str]) -> Iterator[Server]:
    """A server that never fails in a way that nobody has thought of."""
    with running(home, new_file(sqlite, home), settings) as server:
        yield server
        counted.check(not server.tracebacks(), str(server.tracebacks()))


def test_a_disk_that_fails_loses_nothing(tmp_path: Path, sqlite: SQLite) -> None:
    """No file can grow, then syncs fail. Then the server is killed, with a refused hand in its log."""
    home = tmp_path / "home"
    home.mkdir()
    shim = Shim(compiled(tmp_path), tmp_path, home)
    with (
        trials("saves while no file can grow (ENOSPC) or syncs fail (EIO)") as counted,
        served(counted, home, sqlite, shim.environment) as server,
    ):
        for number in range(2 * TIMES):
            table = Table(counted, server)
            save_through(table, shim.on(("full", "failing")[number % 2]), SAVES)
        with shim.on("failing"):
            unsaved = table.save_until_refused(1)
        server.kill()
        server.start()
        table.read(unsaved)
        table.send_again(unsaved)


if FULL and os.geteuid() == 0:

    def test_a_full_file_system_loses_nothing(tmp_path: Path, sqlite: SQLite) -> None:
        with (
            trials("saves on a full file system") as counted,
            mounted(tmp_path) as home,
            served(counted, home, sqlite, {}) as server,
        ):
            for _ in range(TIMES):
                save_through(Table(counted, server), filled(home), SAVES)


@contextmanager
def mounted(folder: Path) -> Iterator[Path]:
    """A small file system in memory."""
    home = folder / "small"
    home.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SMALL}", "tmpfs", home], check=True)
    try:
        yield home
    finally:
        subprocess.run(["umount", home], check=True)


@contextmanager
def filled(folder: Path) -> Iterator[None]:
    """No byte more fits on the disk of *folder*."""
    waste = folder / "waste"
    with suppress(OSError), waste.open("wb", buffering=0) as written:
        while written.write(bytes(1024)):
            pass
    assert shutil.disk_usage(folder).free == 0
    try:
        yield
    finally:
        waste.unlink()
