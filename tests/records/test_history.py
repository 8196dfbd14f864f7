"""The sheet can be rebuilt from the history alone."""

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.gin.hand.scoring import Hand
from models.gin.sheet.sheet import sheet
from models.records.database.base import db
from models.records.finding.earlier_sheets import history
from models.records.saving.hand_writes import add_hand, correct_hand, remove_hand, restore_hand
from models.records.tables.change import ChangeKind, RebuiltHand, rebuild
from models.records.tables.match import Match, Snapshot
from tests.profiles import examples
from tests.records.table import (
    ANN_KNOCKS,
    ANN_LAYS_GIN,
    BOB_BREAKS_HIS_EIGHTS,
    BOB_HAS_GIN,
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


def test_a_rebuilt_sheet_has_its_hands_in_their_places(match: Match) -> None:
    first, second, third = deal(match, ANN_KNOCKS, BOB_BREAKS_HIS_EIGHTS, DEAD)
    remove_hand(match, first, entry(match))
    remove_hand(match, second, entry(match))
    restore_hand(match, first, entry(match))

    assert rebuild(history(match)[::-1]) == (
        RebuiltHand(first, ANN_KNOCKS),
        RebuiltHand(second, BOB_BREAKS_HIS_EIGHTS, removed=True),
        RebuiltHand(third, DEAD),
    )
