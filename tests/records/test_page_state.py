"""The state that a page depends on, in one query: for phones with a seat and for viewers."""

import pytest

from models.gin.cards.cards import Card
from models.records.books.rematches import start_rematch
from models.records.finding.page_state import state_of
from models.records.saving.pipeline import Entry
from models.records.saving.rule_changes import turn_up
from models.records.saving.seats import name_seat, take_seat
from models.records.tables.match import Match
from models.records.tables.shared import watch_token
from tests.queries import queries
from tests.records.table import ANN_KNOCKS, ANNS_PHONE, BOB_HAS_GIN, BOBS_PHONE, deal


@pytest.mark.engines
def test_it_takes_one_query(match: Match) -> None:
    watch = watch_token(match)

    with queries() as asked:
        assert state_of(watch, ANNS_PHONE)
    assert len(asked) == 1


@pytest.mark.engines
def test_a_link_that_leads_nowhere_has_none(match: Match) -> None:
    assert state_of(watch_token(match)[:-1] + "?", ANNS_PHONE) is None
    assert state_of("", None) is None


@pytest.mark.engines
def test_seats_and_viewers_have_different_states(match: Match) -> None:
    watch = watch_token(match)
    name_seat(match, ANNS_PHONE, "Ann’s")
    mine, theirs, nobodys = (state_of(watch, device) for device in (ANNS_PHONE, BOBS_PHONE, None))

    assert mine
    assert theirs
    assert (mine.match_id, mine.seat_label) == (match.id, "Ann’s")
    assert (theirs.match_id, theirs.seat_id, theirs.seat_label) == (match.id, None, None)
    assert theirs == nobodys

    take_seat(match, BOBS_PHONE)
    seated = state_of(watch, BOBS_PHONE)
    assert seated
    assert seated.seat_id not in (None, mine.seat_id)


def test_whatever_happens_to_the_match_makes_it_another_one(match: Match) -> None:
    watch, seen = watch_token(match), []
    happenings = (
        lambda: None,
        lambda: deal(match, ANN_KNOCKS),
        lambda: turn_up(match, Card.parse("7D"), Entry("upcard", match.version, ANNS_PHONE)),
        lambda: deal(match, BOB_HAS_GIN),
        lambda: name_seat(match, ANNS_PHONE, "Ann’s"),
        lambda: start_rematch(match, ANNS_PHONE),
    )
    for happen in happenings:
        happen()
        seen.append(state_of(watch, ANNS_PHONE))

    assert len(set(seen)) == len(happenings)
    assert [state and state.version for state in seen] == [0, 1, 1, 2, 2, 2]
    assert [state and state.upcard for state in seen] == [None, None, "7D", None, None, None]
