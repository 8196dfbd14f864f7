"""Fixtures for all tests: the application on an empty database, a client, a real server."""

import gc
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.databases import Database, PostgreSQL, SQLite, dispose, make_app
from tests.postgres import postgres
from tests.profiles import load_profile
from tests.views.browser import Browser
from views.server.waitress_server import THREADS, make_server

if TYPE_CHECKING:
    from playwright.sync_api import Playwright

FULL = [Path(__file__).parent / folder for folder in ("faults", "phone")]
"""Folders of tests that only `make test-all` runs: real servers that are broken, phones without a server."""

load_profile()
gc.set_threshold(50_000, 20, 20)  # a page that a test reads is thousands of objects


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds ``--database``: one run uses one engine."""
    engines = ["sqlite", "postgresql"]
    parser.addoption("--database", choices=engines, default=engines[0], help="the engine of this run")


def pytest_report_header(config: pytest.Config) -> str:
    """Says on which engine the tests run."""
    return f"database: {config.getoption('database')}"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks whole folders as ``full``, and starts with those marked ``long``."""
    for item in items:
        if any(item.path.is_relative_to(folder) for folder in FULL):
            item.add_marker("full")
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


def missing(what: str) -> None:
    """Skips a test because *what* is missing, except where everything must be installed."""
    if os.environ.get("CI"):
        pytest.fail(f"{what} is missing", pytrace=False)
    pytest.skip(f"{what} is missing")


@pytest.fixture
def usual_umask() -> Iterator[None]:
    """New files are readable by all, as on most computers: Deadwood closes those of its process to others."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.fixture(scope="session")
def instance(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The instance folder of the application under test."""
    return tmp_path_factory.mktemp("instance")


@pytest.fixture(scope="session")
def sqlite(instance: Path) -> Iterator[SQLite]:
    """SQLite, with an application that the tests share."""
    database = SQLite(instance)
    yield database
    dispose(database.app)


@pytest.fixture(scope="session")
def postgresql(instance: Path) -> Iterator[PostgreSQL]:
    """PostgreSQL, with an application that the tests share."""
    with ExitStack() as stack:
        try:
            url = stack.enter_context(postgres())
        except Exception as error:
            missing(f"PostgreSQL ({error})")
        database = PostgreSQL(instance, url)
        yield database
        database.drop()


@pytest.fixture
def database(request: pytest.FixtureRequest) -> Database:
    """The engine of this run, or of this test if it is parametrized with `BOTH_ENGINES`."""
    return request.getfixturevalue(getattr(request, "param", request.config.getoption("database")))


@pytest.fixture
def home(tmp_path: Path, sqlite: SQLite) -> Path:
    """A folder in which Deadwood was started before: a server has nothing to migrate or to compress there."""
    return sqlite.started_in(tmp_path)


@pytest.fixture
def app(request: pytest.FixtureRequest, database: Database) -> Flask:
    """Deadwood with an empty database. The tests of a process share it unless marked ``own_app``."""
    own = request.node.get_closest_marker("own_app")
    return request.getfixturevalue("own_app" if own else "shared_app")


@pytest.fixture
def shared_app(database: Database) -> Iterator[Flask]:
    """The shared application with an empty database. No routes can be added to it."""
    app = database.app
    settings, extensions = dict(app.config), dict(app.extensions)
    app.extensions["counters"].clear()
    database.empty()
    yield app
    app.config.clear()
    app.config.update(settings)
    app.extensions.update(extensions)


@pytest.fixture
def own_app(database: Database, instance: Path, tmp_path: Path) -> Iterator[Flask]:
    """An application for one test, which may change its routes and its database."""
    with database.copy(tmp_path) as url:
        app = make_app(instance, url)
        yield app
        dispose(app)


@pytest.fixture
def app_context(app: Flask) -> Iterator[None]:
    """An application context, for tests of records."""
    with app.app_context():
        yield


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A plain test client."""
    return app.test_client()


@pytest.fixture
def browser(client: FlaskClient) -> Browser:
    """A test browser that checks every page it gets."""
    return Browser(client)


@pytest.fixture(scope="session")
def playwright() -> "Iterator[Playwright]":
    """Playwright, which a process can start only once."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture
def server(app: Flask) -> Iterator[str]:
    """The URL of a server as `flask serve` starts it, on this computer only."""
    with serving(app, threads=4) as address:
        yield address


@contextmanager
def serving(app: Flask, threads: int = THREADS) -> Iterator[str]:
    """The URL of a server in this process that answers meanwhile."""
    served = make_server(app, "127.0.0.1", 0, threads=threads)
    thread = Thread(target=served.run)
    thread.start()
    yield f"http://127.0.0.1:{served.effective_port}"
    served.stop()
    thread.join()
    served.close()
