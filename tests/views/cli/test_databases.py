"""The commands backup, restore and copy-database, also beside a running server."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from app import create_app
from models.records.database import sqlite
from models.records.database.base import db
from tests.databases import PostgreSQL, dispose
from tests.records.table import EARLIER_HANDS, a_match, deal
from tests.views.cli.test_starting import WITHOUT_PAGES, flask, free_port, said, serving, why_not_served


def test_a_new_machine_gets_the_matches_and_the_key_of_a_running_one(home: Path, tmp_path: Path) -> None:
    """Nothing is restored where a server uses the database, not even before it has answered a request."""
    file, new = tmp_path / "friday.backup", tmp_path / "new"
    with serving(home, free_port()):
        saved = flask(home, "backup", file)
        for force in ((), ("--force",)):
            said(flask(home, "restore", file, *force), "Deadwood is using the database")
    restored = flask(new, "restore", file)

    assert (saved.code, restored.code) == (0, 0), (saved, restored)
    assert saved.stdout.startswith(f"{file} is complete and verified. Matches: 0. Hands: 0.\n")
    assert "anyone can open and change every match" in saved.stdout
    assert restored.stdout == f"{file} is restored. Matches: 0. Hands: 0.\n"
    assert (new / "secret_key").read_text() == (home / "secret_key").read_text()
    assert (new / "gin.sqlite").stat().st_mode & 0o777 == 0o600
    app = create_app({"INSTANCE_PATH": str(new)})
    assert app.test_client().get("/health").text == "ok"
    dispose(app)


def test_a_key_in_the_environment_is_said_to_be_used_instead(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "friday.backup"
    flask(home, "backup", file)

    assert "SECRET_KEY is set" in flask(tmp_path / "new", "restore", file, SECRET_KEY="mine").stdout


def test_a_backup_with_another_key_than_that_of_the_matches_says_so(home: Path, tmp_path: Path) -> None:
    """For example if only the address of PostgreSQL was given, and not the folder with the key."""
    with create_app({"INSTANCE_PATH": str(home), **WITHOUT_PAGES}).app_context():
        a_match()
        db.engine.dispose()

    right = flask(home, "backup", tmp_path / "friday.backup")
    wrong = flask(home, "backup", tmp_path / "saturday.backup", SECRET_KEY="another")

    assert (right.code, right.stderr, wrong.code) == (0, "", 0)
    assert "anyone can open and change every match" in right.stdout
    assert "anyone can open" not in wrong.stdout
    assert "doesn’t open the newest match" in wrong.stderr


def test_a_doubtful_match_is_named_and_stops_nothing(home: Path, tmp_path: Path) -> None:
    """Without a digest, the commands also say that nobody knows when it was damaged."""
    backup, plain, new = tmp_path / "friday.backup", tmp_path / "plain.backup", tmp_path / "new"
    with create_app({"INSTANCE_PATH": str(home), **WITHOUT_PAGES}).app_context():
        a_match()
        a_match()
        db.engine.dispose()
    with closing(sqlite3.connect(home / "gin.sqlite")) as connection, connection:
        connection.execute("UPDATE matches SET preset = 'pagbt' WHERE id = 2")
    sqlite.vacuum_into(home / "gin.sqlite", plain)
    there = f"sqlite:///{tmp_path / 'there.sqlite'}"

    ended = [
        flask(home, "backup", backup),
        flask(new, "restore", backup),
        flask(new, "restore", plain, "--force"),
        flask(home, "copy-database", f"sqlite:///{home / 'gin.sqlite'}", there),
    ]

    assert [each.code for each in ended] == [0, 0, 0, 0]
    assert all("can’t be read: match 2 (unreadable).\n" in each.stderr for each in ended)
    assert ["The backup has no digest" in each.stderr for each in ended] == [False, False, True, False]


def test_a_damaged_backup_is_only_restored_if_that_is_asked_for(home: Path, tmp_path: Path) -> None:
    file, new = tmp_path / "friday.backup", tmp_path / "new"
    flask(home, "backup", file)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE backup SET secret_key = 'nearly ' || secret_key")

    said(flask(new, "restore", file), f"{file} is damaged.")
    assert flask(new, "restore", file, "--damaged").code == 0


def test_no_backup_is_written_where_there_is_no_database(tmp_path: Path) -> None:
    said(
        flask(tmp_path, "backup", tmp_path / "friday.backup"), "There is no database of Deadwood at sqlite://"
    )
    assert not (tmp_path / "friday.backup").exists()


@pytest.mark.parametrize("file", ["/nowhere/friday.backup", "/dev/full/friday.backup"])
def test_a_file_that_cannot_be_written_is_said_in_a_sentence(home: Path, file: str) -> None:
    said(flask(home, "backup", file), "can’t be used:")


def test_a_file_that_is_not_there_is_said_in_a_sentence(home: Path, tmp_path: Path) -> None:
    said(flask(home, "restore", tmp_path / "missing"), f"{tmp_path / 'missing'} can’t be used: No such file")


@pytest.mark.full
def test_nothing_is_restored_while_a_server_uses_postgresql(postgresql: PostgreSQL, tmp_path: Path) -> None:
    file = tmp_path / "friday.backup"
    with postgresql.copy(tmp_path) as url:
        assert flask(tmp_path, "backup", file, DATABASE_URL=url).code == 0
        with serving(tmp_path, free_port(), DATABASE_URL=url):
            said(flask(tmp_path, "restore", file, DATABASE_URL=url), "Deadwood is using the database")
        assert flask(tmp_path, "restore", file, DATABASE_URL=url).code == 0


@pytest.mark.parametrize("content", [None, b""])
def test_newest_hands_beside_a_file_that_is_gone_are_not_thrown_away(
    home: Path, tmp_path: Path, content: bytes | None
) -> None:
    """SQLite would delete them as soon as it opens an empty file in its place."""
    file, log = tmp_path / "friday.backup", home / "gin.sqlite-wal"
    flask(home, "backup", file)
    (home / "gin.sqlite").unlink()
    if content is not None:
        (home / "gin.sqlite").write_bytes(content)
    log.write_bytes(b"the newest hands")

    assert "the newest changes are still beside it" in why_not_served(home)
    for command in (("upgrade",), ("backup", "x")):
        said(flask(home, *command), "the newest changes are still beside it")
    assert log.read_bytes() == b"the newest hands"

    restored = flask(home, "restore", file)
    [kept] = home.glob("gin.sqlite.before-*-wal")
    assert (restored.code, kept.read_bytes()) == (0, b"the newest hands"), restored
    assert f"What was there before is in {kept}.\n" in restored.stdout
    assert not log.exists()


@pytest.mark.full
def test_changes_beside_an_older_file_are_noticed_and_nothing_is_mixed(home: Path, tmp_path: Path) -> None:
    """An older gin.sqlite was put beside the changes of a newer one, for example after a power cut."""
    file, log, backup = home / "gin.sqlite", home / "gin.sqlite-wal", tmp_path / "friday.backup"
    older, newer, changes = (tmp_path / name for name in ("older", "newer", "changes"))
    app = create_app({"INSTANCE_PATH": str(home), **WITHOUT_PAGES})
    with app.app_context():
        for kept in (older, newer):
            for _nth in range(10):
                deal(a_match(), *EARLIER_HANDS)
            db.session.remove()
            db.engine.dispose()
            shutil.copy(file, kept)
        deal(a_match(), *EARLIER_HANDS)
        shutil.copy(log, changes)
    dispose(app)
    assert flask(home, "backup", backup).code == 0

    shutil.copy(older, file), shutil.copy(changes, log)
    mixed = "gin.sqlite-wal, don’t fit the database beside it"
    assert mixed in why_not_served(home)
    for command in ("upgrade", "audit", "backup x", "export x", "expire --months 9"):
        said(flask(home, *command.split()), mixed)
    said(flask(home, "restore", backup), "With --force they are replaced")
    assert (file.read_bytes(), log.read_bytes()) == (older.read_bytes(), changes.read_bytes())

    assert "Matches: 21." in flask(home, "restore", backup, "--force").stdout
    [aside] = home.glob("gin.sqlite.before-*[0-9]")
    assert aside.read_bytes() == older.read_bytes()
    assert Path(f"{aside}-wal").read_bytes() == changes.read_bytes()

    shutil.copy(newer, file), shutil.copy(changes, log)
    assert '"matches": 21, ' in flask(home, "audit").stdout, "what fits is read"


def test_matches_are_only_expired_where_there_is_a_database(tmp_path: Path) -> None:
    said(flask(tmp_path, "expire", "--months", "1"), "There is no database of Deadwood at sqlite://")


def test_a_database_of_a_newer_version_is_explained_in_a_sentence(home: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(home / "gin.sqlite")) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")

    newer = "A newer version of Deadwood has changed the database"
    assert newer in why_not_served(home)
    for command in (("upgrade",), ("backup", tmp_path / "friday.backup")):
        ended = flask(home, *command)
        said(ended, newer)
        assert "it is at 9999" in ended.stderr


def test_a_database_from_before_the_first_release_is_explained_in_a_sentence(
    home: Path, tmp_path: Path
) -> None:
    with closing(sqlite3.connect(home / "gin.sqlite")) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '0020'")
    before = (home / "gin.sqlite").read_bytes()

    old = "is from before version 1.0 of Deadwood, which can’t use it. Run “flask export”"
    assert old in why_not_served(home)
    for command in (("upgrade",), ("backup", tmp_path / "friday.backup"), ("export", tmp_path / "all.json")):
        said(flask(home, *command), old)
    assert (home / "gin.sqlite").read_bytes() == before


def test_a_database_is_copied_by_its_urls(home: Path, tmp_path: Path) -> None:
    here, there = f"sqlite:///{home / 'gin.sqlite'}", f"sqlite:///{tmp_path / 'there.sqlite'}"

    assert flask(home, "copy-database", here, there).stdout == (
        "Every row was copied and is equal. Matches: 0. Hands: 0.\n"
    )
    said(flask(home, "copy-database", there, "nonsense"), "That is not a database")
    said(flask(home, "copy-database", "cards://ann:hidden@127.0.0.1/gin", there), "That is not a database")
    unanswered = f"postgresql://ann:hidden@127.0.0.1:{free_port()}/gin"
    said(flask(home, "copy-database", here, unanswered), "postgresql://ann:***@127.0.0.1")
