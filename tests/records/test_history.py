"""The history of a match keeps every version, and undo and redo go through it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.gin.hand.scoring import Hand
from models.gin.sheet.sheet import sheet
from models.records.database.base import db
from models.records.finding.earlier_sheets import Stop, history, to_redo, to_undo, undo_steps
from models.records.saving.deletion import remove_name
from models.records.saving.hand_writes import add_hand, correct_hand, redo, remove_hand, restore_hand, undo
from models.records.saving.pipeline import Entry, new_entry_id
from models.records.saving.rule_changes import change_rules
from models.records.saving.seats import take_seat
from models.records.tables.change import ChangeKind, RebuiltHand, rebuild
from models.records.tables.column_types import Agreement
from models.records.tables.match import Match, Snapshot
from tests.profiles import examples
from tests.records.table import (
    ANN_KNOCKS,
    ANN_LAYS_GIN,
    ANN_SHOWS_A_CARD,
    ANNS_PHONE,
    BOB_FORGOT_A_BOX,
    BOB_HAS_GIN,
    BOBS_PHONE,
    DEAD,
    HANDS,
    PAGAT,
    a_match,
    deal,
    entry,
)


def test_every_change_stands_in_the_history_with_before_and_after(match: Match) -> None:
    first, second = deal(match, ANN_KNOCKS, DEAD)
    correct_hand(match, first, ANN_LAYS_GIN, entry(match))
    remove_hand(match, first, entry(match))
    correct_hand(match, second, BOB_HAS_GIN, entry(match))
    restore_hand(match, first, entry(match))

    described = [
        (change.version, change.kind, change.number, change.before, change.after) for change in history(match)
    ]

    assert described == [
        (6, ChangeKind.RESTORED, 1, None, ANN_LAYS_GIN),
        (5, ChangeKind.CORRECTED, 1, DEAD, BOB_HAS_GIN),
        (4, ChangeKind.REMOVED, 1, ANN_LAYS_GIN, None),
        (3, ChangeKind.CORRECTED, 1, ANN_KNOCKS, ANN_LAYS_GIN),
        (2, ChangeKind.ADDED, 2, None, DEAD),
        (1, ChangeKind.ADDED, 1, None, ANN_KNOCKS),
    ]


def test_changes_are_distinguished_by_their_time(match: Match) -> None:
    deal(match, ANN_KNOCKS, DEAD)
    latest, earliest = history(match)

    assert match.created_at <= earliest.at <= latest.at == match.changed_at
    assert latest.at.utcoffset() is not None


def test_nothing_in_the_history_is_rewritten(match: Match) -> None:
    deal(match, ANN_KNOCKS)
    (change,) = history(match)

    change.after = BOB_HAS_GIN
    with pytest.raises(TypeError, match="only ever added to"):
        db.session.flush()
    db.session.rollback()

    db.session.delete(change)
    with pytest.raises(TypeError, match="only ever added to"):
        db.session.flush()
    db.session.rollback()

    assert [change.after for change in history(match)] == [ANN_KNOCKS]


@dataclass(frozen=True)
class Step:
    """Something that players do: to a new hand, or to one of those there are."""

    kind: ChangeKind
    which: int
    hand: Hand


STEPS = st.lists(
    st.builds(Step, st.sampled_from(ChangeKind), st.integers(0, 5), st.sampled_from(HANDS)), max_size=12
)


@dataclass
class ExpectedSheet:
    """What a careful player would have on paper: each hand, and whether it is removed."""

    hands: dict[int, Hand]
    removed: set[int]

    @property
    def on_the_sheet(self) -> list[Hand]:
        return [hand for row_id, hand in self.hands.items() if row_id not in self.removed]


def take(step: Step, match: Match, expected: ExpectedSheet) -> None:
    """Takes *step* on the sheet of *match* and on paper."""
    if step.kind is ChangeKind.ADDED or not expected.hands:
        expected.hands[add_hand(match, step.hand, entry(match)).row_id] = step.hand
        return
    row_id = list(expected.hands)[step.which % len(expected.hands)]
    if step.kind is ChangeKind.REMOVED:
        remove_hand(match, row_id, entry(match))
        expected.removed.add(row_id)
    elif step.kind is ChangeKind.RESTORED or row_id in expected.removed:
        restore_hand(match, row_id, entry(match))
        expected.removed.discard(row_id)
    else:
        correct_hand(match, row_id, step.hand, entry(match))
        expected.hands[row_id] = step.hand


@given(STEPS)
@examples(25)
def test_however_a_sheet_came_about_it_is_the_sheet_entered_right_at_once(
    app_context: None, steps: list[Step]
) -> None:
    rules = PAGAT.but(games_to_win=2)
    match, expected = a_match(rules), ExpectedSheet({}, set())
    for step in steps:
        take(step, match, expected)
    db.session.expire_all()

    changes = history(match)[::-1]
    assert match.sheet == sheet(expected.on_the_sheet, rules)
    assert match.snapshot == Snapshot.of(match.sheet)
    assert rebuild(changes) == tuple(map(RebuiltHand.of, match.hands))
    assert [change.version for change in changes] == list(range(1, match.version + 1))
    assert all(change.before != change.after for change in changes)


PHONES = (ANNS_PHONE, BOBS_PHONE)
ENTERED = (ANN_KNOCKS, BOB_HAS_GIN, DEAD, ANN_SHOWS_A_CARD, BOB_FORGOT_A_BOX)


def seen(match: Match) -> object:
    """All that stands on the sheet, and the rules."""
    return match.agreement, [(each.position, each.written) for each in match.on_sheet]


@dataclass
class Model:
    """A match, and beside it every sheet that there was: what an undo has to lead to."""

    match: Match
    undo: list[tuple[object, bool]] = field(default_factory=list)
    """The sheets before each change that is not undone, oldest first, and whether it was one of the rules."""
    redo: list[tuple[object, bool]] = field(default_factory=list)
    """The sheets after each change that is undone, the next one last."""
    went_back: bool = False
    """Whether an undo came last."""
    names: list[str] = field(default_factory=lambda: ["Ann", "Bob"])

    def take(self, what: str, phone: str, which: int) -> None:
        """Does one step on one phone, for the current sheet."""
        sent = Entry(new_entry_id(), self.match.version, phone, self.match.last_entry)
        if what == "undo":
            self.go_back(sent)
        elif what == "redo":
            self.go_forward(sent)
        elif what == "names":
            self.change_names(phone)
        else:
            self.enter(what, sent, which)

    def enter(self, what: str, sent: Entry, which: int) -> None:
        """Enters, corrects, removes or restores something, or changes the rules."""
        before, version = seen(self.match), self.match.version
        with suppress(LookupError):  # Of a hand that there is not.
            self._write(what, sent, which)
        if self.match.version > version:
            self.undo.append((before, what == "rules"))
            self.redo, self.went_back = [], False

    def _write(self, what: str, sent: Entry, which: int) -> None:
        records = self.match.records
        row_id = records[which % len(records)].id if records else 0
        match what:
            case "add":
                add_hand(self.match, ENTERED[which % len(ENTERED)], sent)
            case "correct":
                correct_hand(self.match, row_id, ENTERED[which % len(ENTERED)], sent)
            case "remove":
                remove_hand(self.match, row_id, sent)
            case "restore":
                restore_hand(self.match, row_id, sent)
            case "rules":
                rules = PAGAT.but(gin_bonus=20 + which)
                change_rules(self.match, Agreement("pagat", "", rules), sent)

    def go_back(self, sent: Entry) -> None:
        """Undo leads to the sheet before the last change, but not over a change of rules or names."""
        after = seen(self.match)
        if not self.undo or (self.went_back and self.undo[-1][1]):
            self.refuses(undo, sent)
            return
        undo(self.match, sent)
        before, is_rules = self.undo.pop()
        assert seen(self.match) == before
        self.redo.append((after, is_rules))
        self.went_back = True

    def go_forward(self, sent: Entry) -> None:
        """Redo leads to the sheet that was undone last."""
        before = seen(self.match)
        if not self.redo:
            self.refuses(redo, sent)
            return
        redo(self.match, sent)
        after, is_rules = self.redo.pop()
        assert seen(self.match) == after
        self.undo.append((before, is_rules))
        self.went_back = False

    def refuses(self, act: object, sent: Entry) -> None:
        """Nothing changes."""
        version = self.match.version
        assert callable(act)
        with pytest.raises(LookupError):
            act(self.match, sent)
        assert self.match.version == version

    def change_names(self, phone: str) -> None:
        """Removes the name of a player: what was entered before can't be undone any more."""
        if self.names:
            remove_name(self.match, self.names.pop(), phone)
            self.undo, self.redo = [], []


ACTS = "add add add correct remove restore rules names undo undo undo undo redo redo redo".split()
UNDOINGS = st.lists(
    st.tuples(st.sampled_from(ACTS), st.sampled_from(PHONES), st.integers(0, 9)), min_size=8, max_size=30
)


@pytest.mark.engines
@given(steps=UNDOINGS)
@examples(12, thorough=200)
def test_so_many_undos_lead_so_many_changes_back_and_redos_forward_again(
    app_context: None, steps: Sequence[tuple[str, str, int]]
) -> None:
    match = a_match()
    take_seat(match, BOBS_PHONE)
    model = Model(match)
    for step in steps:
        model.take(*step)
    assert len(history(match)) == match.version


def last_steps(match: Match) -> tuple[int | None, int | None, Stop | None]:
    """Which change can be undone, which undo redone, and why not."""
    steps = undo_steps(match, history(match)[0])
    return steps.undo and steps.undo.version, steps.redo and steps.redo.version, steps.stop


def test_what_was_undone_and_replaced_is_not_brought_back(match: Match) -> None:
    deal(match, ANN_KNOCKS, BOB_HAS_GIN)
    undo(match, entry(match))
    deal(match, DEAD)
    assert last_steps(match) == (4, None, None)

    for _ in range(2):
        undo(match, entry(match))
    assert match.on_sheet == ()
    assert last_steps(match) == (None, 6, None)


def test_hands_from_before_a_change_of_rules_stay(match: Match) -> None:
    deal(match, ANN_KNOCKS)
    change_rules(match, Agreement("pagat", "", PAGAT.but(gin_bonus=30)), entry(match))
    deal(match, BOB_HAS_GIN)
    undo(match, entry(match))

    assert last_steps(match) == (None, 4, Stop.RULES)


def test_hands_from_before_a_change_of_names_stay(match: Match) -> None:
    deal(match, ANN_KNOCKS, BOB_HAS_GIN)
    undo(match, entry(match))
    remove_name(match, "Ann", ANNS_PHONE)

    assert last_steps(match) == (None, None, Stop.NAMES)
    deal(match, DEAD)
    undo(match, entry(match))
    assert last_steps(match) == (None, 5, Stop.NAMES)


HISTORIES = [
    pytest.param("", None, None, id="nothing"),
    pytest.param("a b c", 3, None, id="entered"),
    pytest.param("a b c undo", 2, 4, id="undone"),
    pytest.param("a b c undo undo", 1, 5, id="undone twice"),
    pytest.param("a b c undo undo redo", 2, 4, id="and redone"),
    pytest.param("a b c undo undo redo redo", 3, None, id="twice"),
    pytest.param("a undo b", 3, None, id="replaced"),
    pytest.param("a undo b undo", None, 4, id="the other one undone too"),
    pytest.param("a b undo redo undo c undo", 1, 7, id="to and fro before"),
]


@pytest.mark.parametrize("done, undoes, redoes", HISTORIES)
def test_where_undo_and_redo_lead(done: str, undoes: int | None, redoes: int | None) -> None:
    """Numbered from one: what each undoes or redoes."""
    entries = [f"{each}-" for each in done.split()]
    newest_first = list(enumerate(entries, start=1))[::-1]

    assert (to_undo(newest_first), to_redo(newest_first)) == (undoes, redoes)
