"""Several processes start on one empty database at the same time: one migrates it, and all of them serve."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from signal import SIGTERM
from urllib.request import urlopen

import pytest

from tests.databases import PostgreSQL
from tests.faults.trials import how_many, trials
from tests.views.cli.test_starting import ROOT, SERVE, environment, free_port, stop, wait_for

PROCESSES = how_many(2, 4)


@contextmanager
def empty_database(kind: str, request: pytest.FixtureRequest, number: int) -> Iterator[dict[str, str]]:
    """The setting for a new database of this *kind*."""
    if kind == "sqlite":
        yield {}
        return
    server: PostgreSQL = request.getfixturevalue("postgresql")
    name = f"{server.name}_empty_{number}"
    server.execute(f"CREATE DATABASE {name}")
    try:
        yield {"DATABASE_URL": server.beside(name)}
    finally:
        server.execute(f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def started(settings: list[dict[str, str]]) -> Iterator[list[subprocess.Popen[str]]]:
    """Servers that all start at once, each with its environment. Each runs ``flask upgrade``."""
    processes = [
        subprocess.Popen(
            SERVE, cwd=ROOT, env=each, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        for each in settings
    ]
    try:
        yield processes
    finally:
        for process in processes:
            process.kill()
            process.wait()
            if process.stdout:
                process.stdout.close()


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_one_of_many_servers_migrates_and_all_serve(
    tmp_path: Path, request: pytest.FixtureRequest, kind: str
) -> None:
    with trials(f"servers that start at once on an empty {kind}") as counted:
        for number in range(how_many(1, 20)):
            ports = [free_port() for _ in range(PROCESSES)]
            folder = tmp_path / str(number)
            with (
                empty_database(kind, request, number) as database,
                started([environment(folder, port) | database for port in ports]) as processes,
            ):
                for port, process in zip(ports, processes, strict=True):
                    wait_for(f"http://127.0.0.1:{port}/health", process)
                    with urlopen(f"http://127.0.0.1:{port}/") as page:
                        counted.check(page.status == 200, f"{number}: {page.status}")
                for process in processes:
                    ended = stop(process, SIGTERM)
                    # A new database and a missing build have a line each.
                    is_quiet = ended.code == 0 and 2 <= len(ended.said.splitlines()) <= 4
                    counted.check(is_quiet, f"{number}: {ended}")
                keys = [path.name for path in folder.glob("*secret_key*")]
                counted.check(keys == ["secret_key"], f"{number}: {keys}")
