"""Connections to PostgreSQL are cut, and the whole server is away for a while."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from threading import Event, Thread

import psycopg
import pytest

from tests.databases import PostgreSQL, migrate
from tests.faults.servers import running
from tests.faults.tables import READ, Table
from tests.faults.trials import how_many, seeded, trials
from tests.postgres import OwnServer, own_server

CUT = (
    "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
)


def cut(url: str) -> int:
    """Cuts all connections to the database at *url*, and says how many there were."""
    with psycopg.connect(url, autocommit=True) as connection:
        [(found,)] = connection.execute(CUT).fetchall()
    return int(found)


@contextmanager
def cutting(url: str, random: Random) -> Iterator[None]:
    """Cuts all connections again and again, at any moment of a request."""
    over = Event()

    def go_on() -> None:
        with psycopg.connect(url, autocommit=True) as connection:
            while not over.wait(random.uniform(0, 0.15)):
                connection.execute(CUT)

    thread = Thread(target=go_on)
    thread.start()
    yield
    over.set()
    thread.join()


def test_connections_that_are_cut_between_requests_are_not_noticed(
    tmp_path: Path, postgresql: PostgreSQL
) -> None:
    with (
        postgresql.copy(tmp_path) as url,
        trials("requests after connections were cut") as counted,
        running(tmp_path, url) as server,
    ):
        table = Table(counted, server)
        for _ in range(how_many(2, 100)):
            counted.check(cut(url), "there was nothing to cut")
            table.look_around()
            counted.check(cut(url), "there was nothing to cut")
            table.read()
            cut(url)
            version = table.version()
            cut(url)
            table.save(version)
        counted.check(not server.tracebacks(), str(server.tracebacks()))


def test_connections_that_are_cut_during_requests_lose_nothing(
    tmp_path: Path, postgresql: PostgreSQL
) -> None:
    with (
        postgresql.copy(tmp_path) as url,
        trials("requests while connections are cut") as counted,
        running(tmp_path, url) as server,
    ):
        table = Table(counted, server)
        table.save()
        with cutting(url, seeded()):
            for _ in range(how_many(4, 300)):
                version = f"{len(table.saved)}"
                table.send_until_saved(version)
                table.look_around(lambda answer: answer.status in (*READ, 503))
        table.read()
        counted.check(not server.tracebacks(), str(server.tracebacks()))


@pytest.fixture
def own() -> Iterator[OwnServer]:
    """A PostgreSQL server that the test may stop."""
    with own_server() as server:
        yield server


def test_a_database_server_that_is_away_is_waited_for(tmp_path: Path, own: OwnServer) -> None:
    """The database server is stopped cleanly, or crashes."""
    migrate(tmp_path, own.url)
    with (
        trials("requests while PostgreSQL is away") as counted,
        running(tmp_path, own.url) as server,
    ):
        table = Table(counted, server)
        for number in range(how_many(1, 20)):
            table.save()
            version = table.version()
            own.stop((signal.SIGINT, signal.SIGQUIT)[number % 2])
            unsaved = table.save_until_refused(1, version)
            table.look_around(lambda answer: answer.status == 503)
            counted.check(table.phone.get("/health").status == 200, "the process is not well")
            counted.check(table.phone.get("/ready").status == 503, "it says that it is ready")
            own.start()
            table.send_again(unsaved)
            table.look_around()
        counted.check(not server.tracebacks(), str(server.tracebacks()))
