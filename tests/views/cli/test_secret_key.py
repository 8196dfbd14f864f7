"""The secret key is made at the first start, and missed where it was lost beside matches."""

import json
from pathlib import Path

import pytest
from click import ClickException
from sqlalchemy.engine import Connection

from app import create_app
from models.records.books.books import start_book
from models.records.copies.copying import has_matches
from models.records.database.base import db
from models.records.saving.pipeline import new_entry_id
from models.records.tables.shared import watch_token
from tests.databases import dispose
from tests.records.table import ANNS_PHONE, a_match
from tests.views.cli.test_databases import flask, said
from tests.views.cli.test_starting import MATCH, environment, free_port, run, serving
from views.cli.start_errors import require_key

MISSING = "Put the file secret_key back, set SECRET_KEY, or restore a backup that has it."


@pytest.fixture
def book(home: Path) -> str:
    """The viewing link of a book with a match, in a folder whose secret key was lost afterwards."""
    app = create_app({"INSTANCE_PATH": str(home)})
    with app.app_context():
        link = watch_token(start_book("Club", [a_match().id], device=ANNS_PHONE, entry=new_entry_id()))
    dispose(app)
    (home / "secret_key").rename(home / "lost")
    return link


def key_in(home: Path) -> str | None:
    """The secret key in a folder."""
    file = home / "secret_key"
    return file.read_text() if file.exists() else None


def required(home: Path, *, makes_new: bool = False) -> str | None:
    """The key that a start with these settings uses."""
    app = create_app({"INSTANCE_PATH": str(home)})
    with app.app_context():
        require_key(makes_new=makes_new)
    dispose(app)
    assert app.config["SECRET_KEY"] == key_in(home)
    return key_in(home)


def test_deadwood_does_not_start_where_the_key_of_its_matches_is_lost(home: Path, book: str) -> None:
    ended = run("serve", environment(home, free_port()))

    said(ended, MISSING)
    assert f"is not in {home}." in ended.stderr
    assert "NEW_SECRET_KEY=1 make run" in ended.stderr
    assert key_in(home) is None
    app = create_app({"INSTANCE_PATH": str(home)})
    assert app.test_client().get("/matches/new").status_code == 503, "nor does another server show a page"
    dispose(app)


def test_it_starts_with_the_key_in_the_settings_or_a_new_one(home: Path, book: str) -> None:
    with serving(home, free_port(), SECRET_KEY="mine"):
        assert key_in(home) is None
    with serving(home, free_port(), NEW_SECRET_KEY="1"):
        assert len(key_in(home) or "") == 64


def test_a_new_key_takes_the_place_of_a_lost_one_and_replaces_none(home: Path, book: str) -> None:
    with pytest.raises(ClickException, match="is not in"):
        required(home)
    made = required(home, makes_new=True)
    assert made
    assert required(home) == required(home, makes_new=True) == made

    (home / "secret_key").unlink()
    assert required(home, makes_new=True) not in (None, made)
    (home / "secret_key").write_text("")
    for makes_new in (False, True):
        with pytest.raises(ClickException, match="the file is empty"):
            required(home, makes_new=makes_new)


def test_other_commands_go_on_and_write_no_key(home: Path, book: str, tmp_path: Path) -> None:
    copy = f"sqlite:///{tmp_path / 'copy.sqlite'}"
    for arguments in (
        ("upgrade",),
        ("audit",),
        ("export", tmp_path / "all.json"),
        ("export", "--book", book, tmp_path / "book.json"),
        ("expire", "--months", "12"),
        ("copy-database", f"sqlite:///{home / 'gin.sqlite'}", copy),
        ("judge", "AS 2S 3S"),
    ):
        ended = flask(home, *arguments)
        assert (ended.code, key_in(home)) == (0, None), ended

    for arguments in (("look-after", book), ("import", tmp_path / "all.json")):
        refused = flask(home, *arguments)
        assert (refused.code, refused.stdout, key_in(home)) == (1, "", None)
        assert MISSING in refused.stderr


def test_a_backup_without_a_key_says_so_and_what_is_next(home: Path, book: str, tmp_path: Path) -> None:
    (home / "secret_key").write_text("")  # a power cut may leave that
    without = flask(home, "backup", tmp_path / "without.backup")
    assert without.code == 0
    assert f"There is no secret key in it, because there is none in {home}" in without.stderr
    assert flask(home, "backup", "--without-secret-key", tmp_path / "meant.backup").stderr == ""

    (home / "lost").rename(home / "secret_key")
    assert flask(home, "backup", tmp_path / "with.backup").stderr == ""
    kept, new = key_in(home), tmp_path / "new"
    restored = flask(new, "restore", tmp_path / "without.backup")
    assert restored.code == 0
    assert "there is none here. Before you start Deadwood, put the file secret_key into" in restored.stdout
    assert key_in(new) is None
    assert flask(new, "restore", "--force", tmp_path / "with.backup").code == 0
    assert key_in(new) == kept == required(new)


def test_an_import_is_a_first_start_too(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_text(MATCH)
    assert flask(tmp_path / "new", "import", "--dry-run", file).code == 0
    assert key_in(tmp_path / "new") is None

    ended = flask(tmp_path / "new", "import", file)
    assert ended.code == 0
    assert json.loads(ended.stdout.splitlines()[-1])["players"] == ["Ann", "Bob"]
    assert f"A new one is in {tmp_path / 'new' / 'gin.sqlite'}.\n" in ended.stderr
    assert key_in(tmp_path / "new")


@pytest.mark.engines
def test_matches_are_seen_in_any_database(app_context: None) -> None:
    connection: Connection = db.session.connection()
    assert not has_matches(connection)
    a_match()
    assert has_matches(db.session.connection())
