"""How much one match can hold."""

import pytest

from models.records.saving import hand_writes
from models.records.saving import pipeline as idempotency
from models.records.saving.hand_writes import add_hand, correct_hand, remove_hand
from models.records.saving.limits import Full, FullMatchError
from models.records.tables.match import Match
from tests.records.table import ANN_KNOCKS, BOB_HAS_GIN, DEAD, deal, entry, on_the_sheet


def test_a_full_match_takes_no_more_hands(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hand_writes, "MOST_HANDS", 2)
    first, second = deal(match, ANN_KNOCKS, BOB_HAS_GIN)
    remove_hand(match, second, entry(match))

    with pytest.raises(FullMatchError) as full:
        add_hand(match, DEAD, entry(match))

    assert full.value.of is Full.HANDS
    correct_hand(match, first, BOB_HAS_GIN, entry(match))
    assert on_the_sheet(match) == [BOB_HAS_GIN]


def test_a_full_history_takes_no_more_changes(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(idempotency, "MOST_CHANGES", 2)
    (row_id,) = deal(match, ANN_KNOCKS)
    last = entry(match)
    correct_hand(match, row_id, BOB_HAS_GIN, last)

    with pytest.raises(FullMatchError) as full:
        remove_hand(match, row_id, entry(match))

    assert full.value.of is Full.CHANGES
    assert correct_hand(match, row_id, BOB_HAS_GIN, last).again
    assert on_the_sheet(match) == [BOB_HAS_GIN]
