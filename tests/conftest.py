"""What every test may ask for: the application on a fresh database, a client, a real server."""

import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from threading import Thread

import psycopg
import pytest
from flask import Flask
from flask.testing import FlaskClient
from flask_migrate import upgrade
from sqlalchemy import make_url
from waitress import wasyncore
from waitress.server import create_server

from app import create_app
from models.records.base import db
from tests.postgres import postgres
from tests.views.browser import Browser

NUMBERS = count(1)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Runs a test marked ``both_databases`` on each of them."""
    if metafunc.definition.get_closest_marker("both_databases"):
        metafunc.fixturenames.append("database")
        metafunc.parametrize("database", ["sqlite", "postgresql"], indirect=True)


def missing(what: str) -> None:
    """Skips a test for want of *what*, except where its absence must not go unnoticed."""
    if os.environ.get("CI"):
        pytest.fail(f"{what} is missing", pytrace=False)
    pytest.skip(f"{what} is missing")


def make_app(instance: Path, url: str, **settings: object) -> Flask:
    """The application as the tests run it."""
    return create_app(
        {
            "TESTING": True,
            "SECRET_KEY": "known to the tests",
            "INSTANCE_PATH": str(instance),
            "SQLALCHEMY_DATABASE_URI": url,
            **settings,
        }
    )


def migrate(instance: Path, url: str) -> None:
    """Brings the database at *url* up to date, as the first start does."""
    app = make_app(instance, url)
    with app.app_context():
        upgrade()
        db.engine.dispose()


@pytest.fixture(scope="session")
def instance(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the tested application keeps its things."""
    return tmp_path_factory.mktemp("instance")


@pytest.fixture(scope="session")
def migrated_sqlite(instance: Path) -> Path:
    """An SQLite database with all tables and nothing in them."""
    path = instance / "empty.sqlite"
    migrate(instance, f"sqlite:///{path}")
    return path


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """A PostgreSQL server."""
    with ExitStack() as stack:
        try:
            url = stack.enter_context(postgres())
        except Exception as error:
            missing(f"PostgreSQL ({error})")
        yield make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)


@pytest.fixture(scope="session")
def migrated_postgres(instance: Path, postgres_url: str) -> Iterator[str]:
    """The name of a PostgreSQL database with all tables and nothing in them."""
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        name = f"deadwood_test_{os.getpid()}"
        connection.execute(f"CREATE DATABASE {name}")
        migrate(instance, str(beside(postgres_url, name)))
        yield name
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def beside(url: str, name: str) -> str:
    """The URL of another database on the same server."""
    return make_url(url).set(database=name).render_as_string(hide_password=False)


@pytest.fixture
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of a fresh database, SQLite's unless the test is marked ``both_databases``."""
    if getattr(request, "param", "sqlite") == "sqlite":
        copy = tmp_path / "gin.sqlite"
        shutil.copy(request.getfixturevalue("migrated_sqlite"), copy)
        yield f"sqlite:///{copy}"
    else:
        template = request.getfixturevalue("migrated_postgres")
        url = request.getfixturevalue("postgres_url")
        name = f"{template}_{next(NUMBERS)}"
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
            yield beside(url, name)
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def app(instance: Path, database: str) -> Iterator[Flask]:
    """Deadwood on a fresh database."""
    app = make_app(instance, database)
    yield app
    with app.app_context():
        db.engine.dispose()


@pytest.fixture
def app_context(app: Flask) -> Iterator[None]:
    """For a test that works on records without a page between."""
    with app.app_context():
        yield


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """Sends requests one by one, as a program would."""
    return app.test_client()


@pytest.fixture
def browser(client: FlaskClient) -> Browser:
    """Reads and sends pages, as a player would, and holds each to the house style."""
    return Browser(client)


@pytest.fixture
def server(app: Flask) -> Iterator[str]:
    """The URL of Deadwood, served as `flask serve` does, for this machine only."""
    served = create_server(app, host="127.0.0.1", port=0, threads=4)
    thread = Thread(target=served.run)
    thread.start()
    yield f"http://127.0.0.1:{served.effective_port}"
    served.trigger.pull_trigger(lambda: wasyncore.close_all(served._map))
    thread.join()
    served.task_dispatcher.shutdown()
