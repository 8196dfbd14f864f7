"""After a backup was restored, another history may reach the version that a phone has seen."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from sqlite3 import connect

import pytest
from flask import Flask

from models.records.database.base import db
from models.records.finding.matches import find_match
from models.records.finding.page_state import state_of
from models.records.saving.hand_writes import add_hand, remove_hand, undo
from models.records.saving.pipeline import Entry, StaleSheetError, Written, new_entry_id
from models.records.saving.rule_changes import change_rules, turn_up
from models.records.tables.match import Match
from models.records.tables.shared import watch_token
from tests.records.table import ANN_KNOCKS, ANNS_PHONE, BOB_HAS_GIN, DEAD, a_match, deal, entry


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
        match = find_match(self.watch)
        assert match is not None
        return match


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
