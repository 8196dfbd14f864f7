"""The databases of the tests: migrated once, then emptied or copied for each test."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from itertools import count
from pathlib import Path
from typing import Any, Protocol

import psycopg
import pytest
from flask import Flask
from jinja2 import FileSystemBytecodeCache
from sqlalchemy import event, make_url

from app import create_app
from models.records.database import passing
from models.records.database.base import Base, db
from models.records.database.schema import upgrade
from views.web.security import make_secret_key


def make_app(instance: Path, url: str, **settings: object) -> Flask:
    """The application as configured for the tests, with its templates compiled once."""
    app = create_app(
        {
            "TESTING": True,
            "SECRET_KEY": "known to the tests",
            "INSTANCE_PATH": str(instance),
            "SQLALCHEMY_DATABASE_URI": url,
            # Pages don't depend on what was built here.
            "PHONE_BUILD": "",
            **settings,
        }
    )
    (compiled := compiled_templates(instance)).mkdir(exist_ok=True)
    app.jinja_env.bytecode_cache = FileSystemBytecodeCache(str(compiled))
    return app


def compiled_templates(instance: Path) -> Path:
    """The folder of templates that are compiled: beside the folders of all workers, if there are several."""
    return (instance.parents[1] if "PYTEST_XDIST_WORKER" in os.environ else instance) / "templates"


def migrate(instance: Path, url: str) -> None:
    """Migrates the database at *url*, as the first start does."""
    app = make_app(instance, url)
    with app.app_context():
        upgrade()
    dispose(app)


def shared_app(instance: Path, url: str) -> Flask:
    """An application for many tests. It has answered a request, so Flask refuses further routes."""
    app = make_app(instance, url)
    app.test_client().get("/health")
    return app


def dispose(app: Flask) -> None:
    """Closes all connections of *app* to its database."""
    with app.app_context():
        db.engine.dispose()
    app.extensions[passing.EXTENSION].dispose()


BOTH_ENGINES = pytest.mark.parametrize("database", ["sqlite", "postgresql"], indirect=True)
"""For tests marked ``full``, which otherwise run only on PostgreSQL."""


class Database(Protocol):
    """A kind of database, with the one application that all tests of a process share."""

    app: Flask
    url: str

    def empty(self) -> None:
        """Deletes every row, before a test."""

    def copy(self, folder: Path) -> AbstractContextManager[str]:
        """The URL of a new empty database, for one test."""


def leave_to_the_disk(connection: Any, _record: Any) -> None:
    """Turns off fsync: tests don't need durability, and it takes most of their time."""
    connection.execute("PRAGMA synchronous = OFF")


class SQLite:
    """A file, replaced by an empty one before each test."""

    def __init__(self, instance: Path) -> None:
        self.path, self.template = instance / "gin.sqlite", instance / "template.sqlite"
        self.url = f"sqlite:///{self.path}"
        migrate(instance, f"sqlite:///{self.template}")
        shutil.copy(self.template, self.path)
        self.app = shared_app(instance, self.url)
        with self.app.app_context():
            event.listen(db.engine, "connect", leave_to_the_disk)

    def empty(self) -> None:
        self.load(self.template)

    def save(self, path: Path) -> None:
        """Copies everything to *path*."""
        dispose(self.app)
        shutil.copy(self.path, path)

    def load(self, path: Path) -> None:
        """Replaces everything by what was saved at *path*."""
        dispose(self.app)
        for name in ("gin.sqlite", "gin.sqlite-wal", "gin.sqlite-shm"):
            self.path.with_name(name).unlink(missing_ok=True)
        shutil.copy(path, self.path)

    def started_in(self, folder: Path) -> Path:
        """*folder* with what the first start leaves there."""
        shutil.copy(self.template, folder / "gin.sqlite")
        shutil.copytree(self.path.parent / "assets", folder / "assets")
        make_secret_key(folder)
        return folder

    @contextmanager
    def copy(self, folder: Path) -> Iterator[str]:
        path = folder / "own.sqlite"
        shutil.copy(self.template, path)
        yield f"sqlite:///{path}"


TABLES = [table.name for table in Base.metadata.sorted_tables]
"""All tables; those that refer to others come after them."""

HISTORIES = ("changes", "book_changes")
"""The tables that triggers keep from being changed."""

FILLED = "SELECT '{0}', pg_relation_size('{0}') WHERE EXISTS (SELECT FROM {0})"
RESTARTED = "setval(pg_get_serial_sequence('{0}', 'id'), 1, false)"

LARGE = 400_000
"""Bytes of a table that are better thrown away: for less, new files of all tables and indexes take longer."""


class PostgreSQL:
    """A database whose tables are emptied before each test, on the server at *url*."""

    def __init__(self, instance: Path, url: str) -> None:
        self.server = make_url(url).set(drivername="postgresql")
        self.name, self.copies = f"deadwood_test_{os.getpid()}", count(1)
        self.template = f"{self.name}_template"
        self.execute(f"CREATE DATABASE {self.template}")
        migrate(instance, self.beside(self.template))
        self.create(self.name)
        self.url = self.beside(self.name)
        self.app = shared_app(instance, self.url)

    def empty(self) -> None:
        dispose(self.app)
        with psycopg.connect(self.url) as connection:
            connection.execute("SET lock_timeout = '20s'")
            if filled := dict(connection.execute(" UNION ALL ".join(map(FILLED.format, TABLES)))):
                self.delete(connection, filled)
            connection.execute("SELECT " + ", ".join(map(RESTARTED.format, TABLES)))

    def delete(self, connection: psycopg.Connection[Any], filled: dict[str, int]) -> None:
        """Deletes the rows of the tables that have some, whose sizes are given."""
        guarded = [table for table in HISTORIES if table in filled]
        statements = [f"DELETE FROM {table}" for table in reversed(TABLES) if table in filled]
        if max(filled.values()) > LARGE:
            guarded, statements = list(HISTORIES), [f"TRUNCATE {', '.join(TABLES)}"]
        for table in guarded:
            connection.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        for statement in statements:
            connection.execute(statement)
        for table in guarded:
            connection.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")

    @contextmanager
    def copy(self, folder: Path) -> Iterator[str]:
        name = f"{self.name}_{next(self.copies)}"
        self.create(name)
        yield self.beside(name)
        self.execute(f"DROP DATABASE {name} WITH (FORCE)")

    def create(self, name: str) -> None:
        """Creates an empty database. A newer server is told not to write all of it to its log."""
        with psycopg.connect(self.beside(self.server.database), autocommit=True) as connection:
            strategy = "STRATEGY FILE_COPY" if connection.info.server_version >= 150_000 else ""
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {self.template} {strategy}")

    def drop(self) -> None:
        """Drops what was created on the server."""
        dispose(self.app)
        for name in (self.name, self.template):
            self.execute(f"DROP DATABASE {name} WITH (FORCE)")

    def beside(self, name: str) -> str:
        """The URL of another database on the same server."""
        return self.server.set(database=name).render_as_string(hide_password=False)

    def execute(self, statement: str) -> None:
        """Executes a statement outside a transaction."""
        with psycopg.connect(self.beside(self.server.database), autocommit=True) as connection:
            connection.execute(statement)
