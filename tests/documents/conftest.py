"""The command line, on a database that must not be created."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskCliRunner

from tests.databases import make_app


@pytest.fixture(scope="module")
def runner(instance: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[FlaskCliRunner]:
    """Runs commands as `flask --app app` does. Nothing is written."""
    database = tmp_path_factory.mktemp("never") / "gin.sqlite"
    yield make_app(instance, f"sqlite:///{database}").test_cli_runner()
    assert not database.exists()
