"""What phones take along, built for the tests that need it."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask

from phone.build import TARGET, build
from phone.packages import ROOT, MissingError
from phone.program import EXTENSION, Build, read_build, source_of
from tests.conftest import missing
from views.shared.etags import digest


def build_of_phones() -> Build:
    """The build of this source, made if it is missing.

    :raises MissingError: if it can't be made here.
    """
    if shutil.which("node") is None:
        raise MissingError("Node is missing.")
    build()
    found = read_build(TARGET, source_of(ROOT, digest(ROOT, ROOT / "phone")))
    assert found is not None
    return found


@contextmanager
def offer_program(app: Flask) -> Iterator[None]:
    """Gives *app* something that phones can take along."""
    try:
        build = build_of_phones()
    except MissingError as error:
        missing(str(error))
        raise
    app.extensions[EXTENSION] = build
    app.jinja_env.globals["takes_along"] = build.size
    yield
    app.jinja_env.globals["takes_along"] = 0
