"""Backups, restoring them, and copies: everything is in them, or nothing happens."""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from sqlite3 import connect

import pytest
from flask import Flask
from sqlalchemy import text

from models.records.checking.audit import Doubt, audit
from models.records.copies import backups
from models.records.copies.backups import NOTE, Backup, back_up, file_url
from models.records.copies.copying import counts, digests, reading_one_state
from models.records.copies.moving import Moved, copy_database
from models.records.copies.restoring import restore
from models.records.database import schema, sqlite
from models.records.database.base import database_at, db
from models.records.database.refusals import RefusedError, Why
from models.records.finding.earlier_sheets import history
from models.records.finding.matches import matches_of
from models.records.finding.page_state import state_of
from models.records.saving.hand_writes import add_hand, remove_hand, undo
from models.records.saving.pipeline import Entry, StaleSheetError, Written, new_entry_id
from models.records.saving.rule_changes import change_rules, turn_up
from models.records.saving.seats import take_seat
from models.records.tables.match import Match
from models.records.tables.saved_rules import save_rules, saved_rules_of
from models.records.tables.shared import watch_token
from tests.databases import BOTH_ENGINES, PostgreSQL
from tests.records.table import (
    ANN_KNOCKS,
    ANNS_PHONE,
    BOB_BREAKS_HIS_EIGHTS,
    BOB_HAS_GIN,
    BOBS_PHONE,
    DEAD,
    EARLIER_HANDS,
    PAGAT,
    a_match,
    deal,
    entry,
    match_at,
    path_of,
)

KEY = "the key of the backup"


@pytest.fixture
def played(app_context: None) -> Match:
    """A match in which much was done, another one, and saved rules."""
    match = a_match()
    first, *_ = deal(match, *EARLIER_HANDS)
    remove_hand(match, first, entry(match))
    undo(match, entry(match, id="undo"))
    take_seat(match, BOBS_PHONE)
    deal(a_match(), BOB_HAS_GIN)
    save_rules(ANNS_PHONE, "Ours – à la carte", "pagat", PAGAT)
    return match


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where a backup goes."""
    (tmp_path / "kept").mkdir()
    return tmp_path / "kept" / "match.backup"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The instance folder of an installation with its own key."""
    folder = tmp_path / "instance"
    folder.mkdir()
    (folder / "secret_key").write_text("another key")
    return folder


def stored() -> dict[str, str]:
    """A hash of each table of the database."""
    found = digests(reading_one_state())
    db.session.remove()
    return found


def refused(why: Why, act: Callable[[], object]) -> None:
    """Asserts that *act* is refused for this reason."""
    with pytest.raises(RefusedError) as refusal:
        act()
    assert refusal.value.why is why


def in_file(path: Path) -> dict[str, str]:
    """A hash of each table of the database in a file."""
    with database_at(file_url(path)):
        return stored()


def empty_out() -> None:
    """Deletes everything, as on a new machine."""
    db.session.rollback()
    with db.engine.begin() as connection:
        for table in ("saved_rules", "matches"):
            connection.execute(text(f"DELETE FROM {table}"))
    assert not any(counts(reading_one_state()).values())
    db.session.remove()


@pytest.mark.engines
def test_a_backup_is_restored_with_its_key_and_nobody_else_can_read_it(
    played: Match, file: Path, folder: Path
) -> None:
    path, before = path_of(played), stored()
    is_server = db.engine.dialect.name == "postgresql"
    key_file = file.with_name("match.backup.key") if is_server else file

    assert back_up(file, KEY) == Backup(matches=2, hands=8, key_file=key_file)
    beside = {file.with_name("match.backup.sha256")} if is_server else set()
    modes = {path: path.stat().st_mode & 0o777 for path in file.parent.iterdir()}
    assert modes == dict.fromkeys({file, key_file} | beside, 0o600)
    empty_out()

    assert restore(file, folder) == Backup(matches=2, hands=8, key_file=file)
    assert stored() == before
    assert [proof.doubts for proof in audit()] == [(), ()]
    assert (folder / "secret_key").read_text() == KEY
    added = ["added"] * len(EARLIER_HANDS)
    assert [change.kind for change in history(match_at(path))] == ["restored", "removed", *added]


@pytest.mark.engines
def test_a_backup_without_the_key_leaves_the_key_that_is_there(
    played: Match, file: Path, folder: Path
) -> None:
    """Also one that replaces a backup with the key."""
    back_up(file, KEY)

    assert back_up(file, None, replace=True).key_file is None
    empty_out()
    assert restore(file, folder).key_file is None
    assert (folder / "secret_key").read_text() == "another key"
    assert KEY.encode() not in file.read_bytes()


def test_no_file_is_replaced_unless_that_is_asked_for(played: Match, file: Path) -> None:
    file.write_text("A shopping list.")

    refused(Why.EXISTS, lambda: back_up(file, KEY))
    assert file.read_text() == "A shopping list."

    back_up(file, KEY, replace=True)
    assert file.read_bytes() != b"A shopping list."


def test_the_log_of_a_file_that_is_gone_is_not_mixed_with_its_backup(
    played: Match, file: Path, folder: Path
) -> None:
    """As after a server was killed, and the file moved away."""
    back_up(file, KEY)
    expected, target = in_file(file), Path(str(db.engine.url.database))
    deal(db.session.get_one(Match, 1), ANN_KNOCKS)
    log = Path(f"{target}-wal").read_bytes()
    db.session.remove()
    db.engine.dispose()
    target.unlink()
    Path(f"{target}-wal").write_bytes(log)

    restored = restore(file, folder)

    assert stored() == expected
    assert Path(restored.aside).read_bytes() == log


@pytest.mark.engines
def test_a_restored_match_goes_on(played: Match, file: Path, folder: Path) -> None:
    """Rows of a restored match are numbered on, and nobody can change its history."""
    back_up(file, KEY)
    empty_out()
    restore(file, folder)

    match = matches_of(ANNS_PHONE)[-1]
    deal(match, ANN_KNOCKS, BOB_BREAKS_HIS_EIGHTS)
    another = a_match()
    deal(another, ANN_KNOCKS)
    assert [proof.doubts for proof in audit()] == [(), (), ()]
    assert len(saved_rules_of(ANNS_PHONE)) == 1
    with pytest.raises(Exception, match="the history is only ever added to"), db.engine.begin() as connection:
        connection.execute(text("UPDATE changes SET version = version + 1"))


@pytest.mark.engines
def test_matches_that_are_there_are_replaced_only_if_that_is_asked_for(
    played: Match, file: Path, folder: Path
) -> None:
    back_up(file, KEY)
    friday = stored()
    deal(a_match(), BOB_HAS_GIN)
    now = stored()

    refused(Why.HAS_MATCHES, lambda: restore(file, folder))
    assert stored() == now
    assert (folder / "secret_key").read_text() == "another key"

    restored = restore(file, folder, replace=True)
    assert stored() == friday
    assert {path.name.partition(".")[0]: path.read_text() for path in folder.glob("secret_key.*")} == {
        "secret_key": "another key"
    }
    restore(Path(restored.aside), folder, replace=True)
    assert stored() == now


@pytest.mark.engines
@pytest.mark.parametrize(
    "content", [b"A shopping list, and nothing that anybody has scored.", b""], ids=["a list", "nothing"]
)
def test_what_is_no_backup_is_not_restored(played: Match, file: Path, folder: Path, content: bytes) -> None:
    before = stored()
    file.write_bytes(content)

    refused(Why.NO_BACKUP, lambda: restore(file, folder, replace=True))
    assert stored() == before


@pytest.mark.engines
def test_a_backup_of_the_other_kind_of_database_is_not_restored(
    played: Match, file: Path, folder: Path
) -> None:
    is_server = db.engine.dialect.name == "postgresql"
    file.write_bytes(b"SQLite format 3\0" if is_server else b"PGDMP")

    refused(Why.OTHER_KIND, lambda: restore(file, folder, replace=True))


def test_the_database_of_another_program_is_not_restored(played: Match, file: Path, folder: Path) -> None:
    before = stored()
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE matches (flame TEXT)")

    refused(Why.NO_BACKUP, lambda: restore(file, folder, replace=True))
    assert stored() == before


@pytest.mark.engines
def test_a_damaged_backup_is_not_restored(played: Match, file: Path, folder: Path) -> None:
    before = stored()
    back_up(file, KEY)
    whole = file.read_bytes()
    for damaged in (whole[: len(whole) // 2], whole[:8192] + b"\xff" * 4096 + whole[12288:]):
        file.write_bytes(damaged)
        refused(Why.DAMAGED, lambda: restore(file, folder, replace=True))
    if db.engine.dialect.name == "sqlite":
        file.write_bytes(whole)
        with closing(sqlite3.connect(file)) as connection, connection:
            connection.execute(f"DELETE FROM {NOTE}")
        refused(Why.DAMAGED, lambda: restore(file, folder, replace=True))
    assert stored() == before
    assert os.listdir(folder) == ["secret_key"]


UNREADABLE = """UPDATE matches SET rules = '{"target": "many"}' WHERE id = 1"""


def alter(path: Path, statement: str) -> None:
    """Does to a backup of SQLite what a worn disk may do."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute(statement)


def write(statement: str) -> None:
    """Does to the database what no page does."""
    db.session.remove()
    with db.engine.begin() as connection:
        connection.execute(text(statement))


@pytest.mark.engines
@pytest.mark.parametrize("key", [KEY, None])
def test_a_backup_that_is_not_as_it_was_written_is_only_restored_if_that_is_asked_for(
    played: Match, file: Path, folder: Path, key: str | None
) -> None:
    before = stored()
    back_up(file, key)
    empty_out()
    if db.engine.dialect.name == "sqlite":
        alter(file, UNREADABLE)
    else:
        file.with_name("match.backup.sha256").write_text(f"{'0' * 64}  match.backup\n")

    refused(Why.DAMAGED, lambda: restore(file, folder))
    assert not any(counts(reading_one_state()).values())
    assert os.listdir(folder) == ["secret_key"]
    db.session.remove()

    assert restore(file, folder, damaged=True).matches == 2
    assert (stored() == before) is (db.engine.dialect.name == "postgresql")


def test_one_wrong_letter_anywhere_in_a_backup_is_noticed(played: Match, file: Path, folder: Path) -> None:
    """Of each table with rows, and of the secret key."""
    back_up(file, KEY)
    whole, in_tables = file.read_bytes(), [KEY.encode(), b"pagat", b"Ann", b"two", b'"target"', b"added"]
    for letters in in_tables:
        at = whole.index(letters)
        file.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        refused(Why.DAMAGED, lambda: restore(file, folder, replace=True))


@pytest.mark.engines
def test_a_doubtful_match_that_the_digest_confirms_is_no_damage(
    played: Match, file: Path, folder: Path
) -> None:
    write(UNREADABLE)
    before = stored()

    assert back_up(file, KEY).matches == 2
    assert restore(file, folder, replace=True).has_digest
    assert stored() == before
    assert [proof.doubts for proof in audit()] == [(Doubt.UNREADABLE,), ()]


@pytest.mark.engines
def test_a_backup_without_a_digest_is_restored_as_before(played: Match, file: Path, folder: Path) -> None:
    write(UNREADABLE)
    before = stored()
    if source := sqlite.path_of(db.engine):
        sqlite.vacuum_into(source, file)
    else:
        backups.dump(file)

    assert not restore(file, folder, replace=True).has_digest
    assert stored() == before


def test_a_value_that_its_column_refuses_stops_no_backup(played: Match, file: Path, folder: Path) -> None:
    db.session.remove()
    db.engine.dispose()
    alter(Path(str(db.engine.url.database)), "UPDATE matches SET seating = 'twp' WHERE id = 1")
    before = stored()

    back_up(file, KEY)
    restore(file, folder, replace=True)

    assert stored() == before


@pytest.mark.engines
@pytest.mark.own_app
def test_a_backup_of_a_newer_version_is_not_restored(played: Match, file: Path, folder: Path) -> None:
    before, newest = stored(), schema.newest()
    migrated("9999")
    if source := sqlite.path_of(db.engine):
        sqlite.vacuum_into(source, file)
    else:
        backups.dump(file)
    migrated(newest)

    refused(Why.TOO_NEW, lambda: restore(file, folder, replace=True))
    assert stored() == before


def migrated(revision: str) -> None:
    """Makes the database one that has been migrated to *revision*."""
    with db.engine.begin() as connection:
        connection.execute(text(f"UPDATE alembic_version SET version_num = '{revision}'"))


@pytest.mark.own_app
def test_a_database_that_was_never_migrated_has_nothing_to_save(app_context: None, file: Path) -> None:
    with db.engine.begin() as connection:
        connection.execute(text("DROP TABLE alembic_version"))

    refused(Why.NO_DATABASE, lambda: back_up(file, KEY))
    assert os.listdir(file.parent) == []


@pytest.fixture
def elsewhere(tmp_path: Path) -> str:
    """The URL of a new SQLite file."""
    return f"sqlite:///{tmp_path / 'elsewhere.sqlite'}"


@pytest.fixture
def server(postgresql: PostgreSQL) -> Iterator[str]:
    """The URL of a new database without tables on PostgreSQL."""
    name = f"{postgresql.name}_elsewhere"
    postgresql.execute(f"CREATE DATABASE {name}")
    yield postgresql.beside(name)
    postgresql.execute(f"DROP DATABASE {name} WITH (FORCE)")


def here() -> str:
    """The URL of the database."""
    return db.engine.url.render_as_string(hide_password=False)


def elsewhere_is(url: str, ask: Callable[[], object]) -> object:
    """What *ask* answers in another database."""
    with database_at(url):
        return ask()


@pytest.mark.engines
def test_a_database_is_copied_to_a_file_and_both_go_on(played: Match, elsewhere: str) -> None:
    is_copied_to(elsewhere)


@pytest.mark.full
@BOTH_ENGINES
def test_a_database_is_copied_to_a_server_and_both_go_on(played: Match, server: str) -> None:
    is_copied_to(server)


def is_copied_to(target: str) -> None:
    """Asserts that a copy is equal, and that it is played on in it alone."""
    moved, before = copy_database(here(), target), stored()

    assert moved == Moved(matches=2, hands=8, is_outdated=False)
    assert elsewhere_is(target, stored) == before
    assert elsewhere_is(target, go_on) == [(), (), ()]
    assert stored() == before


def go_on() -> list[object]:
    """Plays on in a match and in a new one, and asks the audit."""
    deal(matches_of(ANNS_PHONE)[0], ANN_KNOCKS)
    deal(a_match(), ANN_KNOCKS)
    return [proof.doubts for proof in audit()]


@pytest.mark.engines
def test_a_match_that_cannot_be_read_is_copied_all_the_same(played: Match, elsewhere: str) -> None:
    write(UNREADABLE)

    assert copy_database(here(), elsewhere).left_out == ()
    assert elsewhere_is(elsewhere, stored) == stored()


DAMAGED = {
    "the seating": ("UPDATE matches SET seating = 'twp' WHERE id = 1", (1,)),
    "the day": ("UPDATE matches SET played_on = '2026-1p-28' WHERE id = 1", (1,)),
    "the rules": ("UPDATE matches SET rules = substr(rules, 2) WHERE id = 1", ()),
    "a hand": ("UPDATE sheet_rows SET ending = 'gim' WHERE match_id = 1 AND position = 2", (1,)),
    "a name": ("UPDATE places SET name = CAST(x'41ff' AS TEXT) WHERE match_id = 1 AND place = 0", ()),
}


@pytest.mark.parametrize("what", DAMAGED)
def test_a_copy_leaves_out_only_what_the_new_database_refuses(
    played: Match, elsewhere: str, what: str
) -> None:
    """A match with all of it; its rematch and every other one are there."""
    is_copied_without(elsewhere, *DAMAGED[what])


@pytest.mark.full
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.parametrize("what", DAMAGED)
def test_so_does_a_copy_to_a_server(played: Match, server: str, what: str) -> None:
    is_copied_without(server, *DAMAGED[what])


def is_copied_without(target: str, statement: str, left_out: tuple[int, ...]) -> None:
    """Asserts what is in a copy after something was damaged in the first of two matches."""
    write("UPDATE matches SET rematch_of = 1 WHERE id = 2")
    db.engine.dispose()
    alter(Path(str(db.engine.url.database)), statement)

    moved = copy_database(here(), target)

    assert (moved.matches, moved.left_out) == (2 - len(left_out), left_out)
    assert elsewhere_is(target, lambda: [each.doubts for each in audit()])[-1] == ()


def test_nothing_is_copied_over_matches(played: Match, home: Path) -> None:
    elsewhere = f"sqlite:///{home / 'gin.sqlite'}"
    elsewhere_is(elsewhere, a_match)
    before = elsewhere_is(elsewhere, stored)

    refused(Why.NOT_EMPTY, lambda: copy_database(here(), elsewhere))
    refused(Why.NOT_EMPTY, lambda: copy_database(here(), here()))
    assert elsewhere_is(elsewhere, stored) == before


def test_nothing_is_copied_beside_the_tables_of_another_program(played: Match, elsewhere: str) -> None:
    with database_at(elsewhere):
        sqlite.create(db.engine)
    with database_at(elsewhere), db.engine.begin() as connection:
        connection.execute(text("CREATE TABLE fires (flame TEXT)"))

    refused(Why.NOT_EMPTY, lambda: copy_database(here(), elsewhere))


def test_only_a_database_that_is_there_is_copied(played: Match, elsewhere: str, tmp_path: Path) -> None:
    missing = tmp_path / "missing.sqlite"

    refused(Why.NO_DATABASE, lambda: copy_database(f"sqlite:///{missing}", elsewhere))
    assert not missing.exists()


class Histories:
    """A match that was played on, restored from a backup, and played on differently.

    Both histories have one hand in common and two versions.
    """

    def __init__(self) -> None:
        match = a_match()
        self.watch = watch_token(match)
        deal(match, ANN_KNOCKS)
        backup = self._contents()
        deal(match, BOB_HAS_GIN)
        self.seen = Entry(new_entry_id(), match.version, ANNS_PHONE, match.last_entry)
        """A form made for the lost history."""
        self.lost_state = state_of(self.watch, ANNS_PHONE)
        self._restore(backup)

    def _file(self) -> Path:
        return Path(str(db.engine.url.database))

    def _contents(self) -> bytes:
        db.session.commit()
        with closing(connect(self._file())) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return self._file().read_bytes()

    def _restore(self, contents: bytes) -> None:
        db.session.remove()
        db.engine.dispose()
        self._file().write_bytes(contents)

    @property
    def match(self) -> Match:
        """The match, read anew."""
        db.session.rollback()
        return match_at(f"/m/{self.watch}")


@pytest.fixture
def histories(app: Flask, app_context: None) -> Histories:
    return Histories()


def test_an_equal_version_of_another_history_is_another_state(histories: Histories) -> None:
    deal(histories.match, DEAD)
    restored = state_of(histories.watch, ANNS_PHONE)

    assert restored
    assert histories.lost_state
    assert restored.version == histories.lost_state.version
    assert restored != histories.lost_state


WRITES: dict[str, Callable[[Match, Entry], object]] = {
    "add": lambda match, form: add_hand(match, BOB_HAS_GIN, form),
    "remove": lambda match, form: remove_hand(match, match.hands[0].id, form),
    "rules": lambda match, form: change_rules(match, replace(match.agreement, rules_name="Ours"), form),
    "upcard": lambda match, form: turn_up(match, None, form),
}


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
def test_a_form_for_the_lost_history_is_not_written(
    histories: Histories, write: Callable[[Match, Entry], object]
) -> None:
    deal(histories.match, DEAD)

    with pytest.raises(StaleSheetError):
        write(histories.match, histories.seen)

    assert [record.hand for record in histories.match.present] == [ANN_KNOCKS, DEAD]


def test_it_is_told_the_last_change_instead(histories: Histories) -> None:
    for hands in ((), (DEAD,)):
        deal(histories.match, *hands)
        with pytest.raises(StaleSheetError) as stale:
            add_hand(histories.match, BOB_HAS_GIN, histories.seen)
        assert [change.after for change in stale.value.changes] == [hands[-1] if hands else ANN_KNOCKS]


def test_a_hand_that_both_histories_have_is_not_added_twice(histories: Histories) -> None:
    (row_id,) = deal(histories.match, BOB_HAS_GIN)

    again = add_hand(histories.match, BOB_HAS_GIN, histories.seen)

    assert again == Written(row_id, 2, again=True, joined=True)


def test_a_change_of_the_lost_history_is_not_undone_in_the_other(histories: Histories) -> None:
    deal(histories.match, DEAD)

    with pytest.raises(LookupError):
        undo(histories.match, histories.seen)


def test_a_form_for_the_common_history_is_written(histories: Histories) -> None:
    deal(histories.match, DEAD)
    add_hand(histories.match, BOB_HAS_GIN, entry(histories.match))

    assert [record.hand for record in histories.match.present] == [ANN_KNOCKS, DEAD, BOB_HAS_GIN]


def test_a_form_that_tells_only_the_version_is_trusted(histories: Histories) -> None:
    """Pages that a phone opened before an upgrade tell no more."""
    deal(histories.match, DEAD)
    add_hand(histories.match, BOB_HAS_GIN, Entry(new_entry_id(), 2, ANNS_PHONE))

    assert len(histories.match.present) == 3


def test_no_list_of_processes_shows_a_password(app_context: None) -> None:
    with database_at("postgresql://ann:hidden@127.0.0.1/gin"):
        assert backups._address() == "postgresql://ann@127.0.0.1/gin"
