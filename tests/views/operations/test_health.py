"""Health checks: ready only if a hand could be saved in the database at its address."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import text

from models.records.database import schema, sqlite
from models.records.database.base import db
from views.operations.health import EXTENSION, LastCheck

pytestmark = pytest.mark.own_app


def ready(client: FlaskClient) -> tuple[int, str]:
    """What a load balancer is answered now."""
    client.application.extensions[EXTENSION] = LastCheck()
    answer = client.get("/ready")
    return answer.status_code, answer.text


@pytest.fixture
def file(app: Flask, app_context: None) -> Path:
    return Path(str(db.engine.url.database))


@pytest.mark.engines
def test_it_is_ready_and_changes_nothing(client: FlaskClient, app_context: None) -> None:
    assert ready(client) == (200, "ready")
    assert ready(client) == (200, "ready")
    assert schema.is_current()


@pytest.mark.engines
def test_a_database_that_has_to_be_migrated_is_not_ready(client: FlaskClient, app_context: None) -> None:
    schema.downgrade("base")

    assert ready(client) == (503, "not ready: the database has to be migrated")


@pytest.mark.engines
@pytest.mark.parametrize("revision, age", [("9999", "a newer version"), ("0020", "before version 1.0")])
def test_a_database_of_another_version_is_not_ready(
    client: FlaskClient, app_context: None, revision: str, age: str
) -> None:
    with db.engine.begin() as connection:
        connection.execute(text(f"UPDATE alembic_version SET version_num = '{revision}'"))

    assert ready(client) == (503, f"not ready: the database is of {age} of Deadwood")


def move(file: Path) -> None:
    file.rename(file.with_name("elsewhere.sqlite"))


def replace_by_nothing(file: Path) -> None:
    move(file)
    file.touch()


def damage(file: Path) -> None:
    """Overwrites everything after the first page, as a broken disk may."""
    db.session.remove()
    db.engine.dispose()
    size = file.stat().st_size
    with file.open("r+b") as opened:
        opened.seek(4096)
        opened.write(b"\xaa" * (size - 4096))


def keep_from_writing(_file: Path) -> None:
    sqlite.PRAGMAS["query_only"] = "ON"
    db.engine.dispose()


BROKEN: dict[str, tuple[Callable[[Path], None], str]] = {
    "moved": (move, "the database file was moved or replaced"),
    "empty": (replace_by_nothing, "the database file was moved or replaced"),
    "damaged": (damage, "the database"),
    "read-only": (keep_from_writing, "attempt to write a readonly database"),
}


@pytest.mark.parametrize("broken, said", BROKEN.values(), ids=BROKEN)
def test_a_database_that_cannot_be_written_to_is_not_ready(
    client: FlaskClient,
    file: Path,
    broken: Callable[[Path], None],
    said: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sqlite, "PRAGMAS", dict(sqlite.PRAGMAS))
    assert ready(client)[0] == 200
    broken(file)

    status, answer = ready(client)

    assert status == 503
    assert said in answer
    assert client.get("/health").status_code == 200


def test_a_locked_database_is_not_ready(
    client: FlaskClient, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sqlite.PRAGMAS, "busy_timeout", "1")
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert ready(client) == (503, "not ready: the database can't be used: database is locked")
        other.execute("ROLLBACK")

    assert ready(client)[0] == 200


def test_an_answer_is_repeated_for_a_moment(client: FlaskClient, file: Path) -> None:
    """Each check writes to the disk, and anybody can ask for it."""
    assert ready(client)[0] == 200
    move(file)

    assert client.get("/ready").status_code == 200
