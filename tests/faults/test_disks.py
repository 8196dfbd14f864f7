"""A disk that is full, and one that fails: reading goes on, and so does saving as soon as it can."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.databases import SQLite
from tests.faults.servers import Server, new_file, running
from tests.faults.shim import Shim, compiled
from tests.faults.tables import Table, save_through
from tests.faults.trials import FULL, Trials, how_many, trials

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
