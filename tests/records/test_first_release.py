"""A database of the first release is carried by every migration after it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import func, inspect, select, text

from models.records.books.players import players_of
from models.records.checking.audit import audit
from models.records.database.base import db
from models.records.database.schema import upgrade
from models.records.files.documents import lines_of_everything
from models.records.tables.book import Book
from models.records.tables.match import Match
from tests.databases import dispose, make_app
from tests.records.first_release import load
from tests.records.migrating import differences


@pytest.fixture
def app(tmp_path: Path, instance: Path) -> Iterator[Flask]:
    """An application on the database of the first release."""
    load(tmp_path / "gin.sqlite")
    app = make_app(instance, f"sqlite:///{tmp_path / 'gin.sqlite'}")
    yield app
    dispose(app)


def test_every_table_has_something_to_carry(app_context: None) -> None:
    tables = inspect(db.engine).get_table_names()

    empty = [name for name in tables if not db.session.execute(text(f"SELECT 1 FROM {name}")).first()]
    assert empty == []


def test_it_becomes_what_the_models_describe_and_keeps_what_was_played(app_context: None) -> None:
    upgrade()

    assert differences() == []
    assert [proof for proof in audit() if proof.doubts] == []
    assert db.session.scalar(select(func.count()).select_from(Match)) == 7
    book = db.session.scalars(select(Book).where(Book.name == "Thursday club")).one()
    names = [player.full_name for player in players_of(book)]
    assert names == ["Ann", "Ann (from Bern)", "Bob", "Bob (the other)", "Cyd"]
    written = "\n".join(lines_of_everything(None))
    assert all(said in written for said in ('["Eve", null]', "a box too many", "To 25", '"Ours"'))
