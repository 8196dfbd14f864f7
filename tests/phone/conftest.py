"""Fixtures for the tests of phones that answer by themselves."""

from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask

from phone.boot import Phone
from phone.packages import MissingError
from phone.program import Build
from tests.conftest import missing
from tests.databases import SQLite
from tests.phone.built import build_of_phones
from tests.phone.phones import SITE, Threadless
from tests.phone.taken_along import New
from tests.views.conftest import another_phone, sit, table, viewer

__all__ = ["another_phone", "sit", "table", "viewer"]

MakePhone = Callable[..., Phone]


@pytest.fixture
def make_phone(app: Flask, sqlite: SQLite, tmp_path: Path) -> MakePhone:
    """Makes phones that were never used, with the build of this application: ``make_phone("Ann")``."""
    settings = {
        "SITE": f"{SITE}/",
        "ASSETS": app.extensions["assets"].name,
        "SOURCE_DIGEST": app.extensions["source_digest"],
        "TAKES_ALONG": app.jinja_env.globals["takes_along"],
    }
    return lambda name="phone", **more: Phone(tmp_path / name, sqlite.template, settings | more)


@pytest.fixture
def phone(make_phone: MakePhone) -> Phone:
    """A phone that was never used."""
    return make_phone()


@pytest.fixture
def threadless(monkeypatch: pytest.MonkeyPatch) -> None:
    """No thread starts, as in a browser."""
    monkeypatch.setattr("threading.Thread.start", Threadless.start)


@pytest.fixture(scope="session")
def built() -> Build:
    """The build, made if it is missing."""
    try:
        return build_of_phones()
    except MissingError as error:
        missing(str(error))
        raise


@pytest.fixture
def unused(make_phone: MakePhone) -> list[New]:
    """Two phones that were never used."""
    return [New(phone, phone.keep()) for phone in (make_phone("Ann"), make_phone("Bob"))]
