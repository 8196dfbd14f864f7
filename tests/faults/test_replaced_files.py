"""The database file is damaged, moved, replaced or write-protected while a server uses it."""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

from models.records.database.sqlite import vacuum_into
from tests.databases import SQLite
from tests.faults.scoring_phones import Answer, Deadwood
from tests.faults.servers import Server, new_file, running
from tests.faults.tables import READ, Table
from tests.faults.trials import Trials, how_many, seeded, trials

OBEYING = ("setpriv", "--bounding-set=-dac_override,-dac_read_search,-fowner,-chown")
"""Runs a command as root that may do no more with the files of others than anybody else."""

BESIDE = ("", "-wal", "-shm")
HAND = Deadwood(9, 97)
PAGE = 4096


@dataclass
class Case:
    """A server with a table, and its file."""

    counted: Trials
    server: Server
    table: Table

    @property
    def file(self) -> Path:
        return self.server.folder / "gin.sqlite"

    def start_again(self, number: int) -> None:
        """Lets the server end, or kills it every second time, and starts it."""
        (self.server.kill if number % 2 else self.server.stop)()
        self.server.start()

    def beside(self) -> list[Path]:
        """The files of the database."""
        return [path for end in BESIDE if (path := Path(f"{self.file}{end}")).exists()]


def backup(case: Case) -> bytes:
    """A backup of now."""
    path = case.file.with_name("friday.backup")
    vacuum_into(case.file, path)
    content = path.read_bytes()
    path.unlink()
    return content


@contextmanager
def replaced(case: Case, content: bytes | None, *, all_of_it: bool = False) -> Iterator[None]:
    """The file is moved away and back, perhaps with those beside it, and another one put in its place."""
    elsewhere = case.file.parent / "elsewhere"
    elsewhere.mkdir()
    moved = case.beside() if all_of_it else [case.file]
    for path in moved:
        path.rename(elsewhere / path.name)
    if content is not None:
        case.file.write_bytes(content)
    yield
    found = case.file.read_bytes() if case.file.exists() else None
    case.counted.check(found == content, "the other file was written to, or there is a new one")
    case.counted.check(
        hands_in(elsewhere / case.file.name) == len(case.table.saved), "the old file is incomplete"
    )
    for path in moved:
        (elsewhere / path.name).rename(path)
    elsewhere.rmdir()


@contextmanager
def overwritten(case: Case, content: bytes) -> Iterator[None]:
    """Something else is copied into the file, and what was there is copied back."""
    before = case.file.read_bytes()
    case.file.write_bytes(content)
    yield
    case.file.write_bytes(before)


def is_refused(answer: Answer) -> bool:
    return answer.status == 503


def is_no_failure(answer: Answer) -> bool:
    """Pages may still be shown."""
    return answer.status in (*READ, 503)


FAULTS: dict[str, tuple[Callable[[Case], AbstractContextManager[None]], Callable[[Answer], bool]]] = {
    "moved": (lambda case: replaced(case, None), is_refused),
    "moved with the files beside it": (lambda case: replaced(case, None, all_of_it=True), is_refused),
    "replaced by an empty file": (lambda case: replaced(case, b""), is_refused),
    "replaced by a backup": (lambda case: replaced(case, backup(case)), is_refused),
    "overwritten by a backup": (lambda case: overwritten(case, backup(case)), is_no_failure),
    "overwritten by nothing": (lambda case: overwritten(case, b""), is_no_failure),
}
"""What happens to the file, and how pages answer meanwhile."""


def test_a_file_that_is_not_the_one_is_noticed(tmp_path: Path, sqlite: SQLite) -> None:
    """Nothing is acknowledged from then on. Nothing is lost once it is back and Deadwood is started again."""
    with tried(tmp_path, sqlite, "files that are moved, replaced or overwritten") as case:
        for number in range(how_many(1, 20) * len(FAULTS)):
            turn, which = divmod(number, len(FAULTS))
            fault, is_right = list(FAULTS.values())[which]
            if not which:
                case.table = Table(case.counted, case.server)
            case.table.save()
            case.table.save()
            version = case.table.version()
            with fault(case):
                unsaved = case.table.save_until_refused(1, version)
                case.table.look_around(is_right)
            case.table.look_around(is_right)
            case.start_again(turn + which)
            case.table.send_again(unsaved)


@contextmanager
def tried(tmp_path: Path, sqlite: SQLite, name: str, before: tuple[str, ...] = ()) -> Iterator[Case]:
    """A server that saves what is there in the end, also after a start."""
    home = tmp_path / "home"
    home.mkdir()
    with trials(name) as counted, running(home, new_file(sqlite, home), before=before) as server:
        case = Case(counted, server, Table(counted, server))
        yield case
        counted.check(not server.tracebacks(), str(server.tracebacks()))
        server.kill()
        server.start()
        case.table.read()


def hands_in(file: Path) -> int:
    """How many hands of the newest match are in a file, without those beside it."""
    with closing(sqlite3.connect(f"{file.as_uri()}?immutable=1", uri=True)) as connection:
        [(found,)] = connection.execute(
            "SELECT count(*) FROM sheet_rows WHERE match_id = (SELECT max(id) FROM matches)"
        ).fetchall()
    return int(found)


def header(content: bytearray, random: Random) -> None:
    """The first bytes are overwritten: it is no database any more."""
    content[:100] = random.randbytes(100)


def page(content: bytearray, random: Random) -> None:
    """A page is overwritten."""
    start = random.randrange(1, len(content) // PAGE) * PAGE
    content[start : start + PAGE] = random.choice((bytes(PAGE), random.randbytes(PAGE)))


def half(content: bytearray, _random: Random) -> None:
    """The second half is cut off."""
    del content[len(content) // PAGE // 2 * PAGE :]


DAMAGE = (page, half, header)


def test_a_damaged_file_is_no_failure_of_ours(tmp_path: Path, sqlite: SQLite) -> None:
    """A page says that the database can't be used, or is shown as ever."""
    random = seeded()
    with trials("damaged files") as counted:
        for number in range(how_many(1, 75)):
            home, how = tmp_path / f"home{number}", DAMAGE[number % len(DAMAGE)]
            home.mkdir()
            with running(home, new_file(sqlite, home)) as server:
                table = Table(counted, server)
                for _ in range(5):
                    table.save()
                version = table.version()
                damage(home / "gin.sqlite", how, random)
                for _ in range(2):
                    status = table.phone.save(table.path, HAND, version).status
                    right = (503,) if how is header else (303, 409, 503)
                    counted.check(status in right, f"{how.__name__}: saving: {status}")
                    table.look_around(is_no_failure)
                counted.check(not server.tracebacks(), str(server.tracebacks()))


def damage(file: Path, how: Callable[[bytearray, Random], None], random: Random) -> None:
    """Damages the file as it is on the disk, in place; nothing is beside it."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    content = bytearray(file.read_bytes())
    how(content, random)
    with file.open("r+b") as opened:
        opened.truncate(len(content))
        opened.write(content)


if os.geteuid() == 0:

    def test_a_write_protected_file_can_be_read(tmp_path: Path, sqlite: SQLite) -> None:
        """And it is written again after the next start, once that is allowed."""
        with tried(tmp_path, sqlite, "files that are write-protected", OBEYING) as case:
            for _ in range(how_many(1, 20)):
                case.table.save()
                version = case.table.version()
                case.server.kill()
                with write_protected(case.server.folder):
                    case.server.start()
                    case.table.read()
                    unsaved = case.table.save_until_refused(1, version)
                    case.table.look_around()
                case.start_again(1)
                case.table.send_again(unsaved)
                case.table.look_around()


@contextmanager
def write_protected(folder: Path) -> Iterator[None]:
    """The folder and its files belong to somebody else, and may only be read."""
    nobody = 65534
    paths = [folder, *folder.iterdir()]
    for path in paths:
        path.chmod(0o755 if path.is_dir() else 0o644)
        os.chown(path, nobody, nobody)
    try:
        yield
    finally:
        for path in paths:
            os.chown(path, 0, 0)
