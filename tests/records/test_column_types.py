"""Column types store and load equal values; local time is that of the computer, or as it was told."""

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from flask import current_app
from hypothesis import given
from hypothesis import strategies as st

from models.gin.cards.cards import PACK, Group
from models.gin.document.writing import write_hand
from models.gin.hand.declaration import Count, Declaration, Ending, Layoff, Points, Spread
from models.gin.hand.scoring import Hand
from models.gin.rules.house_rules import KINDS, HouseRules
from models.records.database.base import db, start_writing
from models.records.tables.column_types import load_hand, read_all, write_all
from models.records.tables.local_time import today
from models.records.tables.match import Match
from models.records.tables.sheet_row import columns_of, hand_in
from tests.records.table import PAGAT

PLAYERS = st.integers(0, 1)
UPCARDS = st.none() | st.sampled_from(PACK)
GROUPS: st.SearchStrategy[Group] = st.lists(st.sampled_from(PACK), min_size=1, max_size=5).map(tuple)
SPREADS = st.builds(Spread, st.lists(GROUPS, max_size=3).map(tuple), GROUPS | st.just(()))
DECLARATIONS = st.builds(
    Declaration, SPREADS, SPREADS, st.lists(st.builds(Layoff, GROUPS, GROUPS), max_size=2).map(tuple), UPCARDS
)
COUNTS = st.builds(
    Count,
    st.sampled_from([Ending.KNOCK, Ending.GIN, Ending.BIG_GIN]),
    st.integers(0, 110),
    st.integers(0, 110),
    UPCARDS,
)
POINTS = st.builds(Points, st.integers(0, 10_000))
HANDS = st.builds(Hand, PLAYERS, DECLARATIONS | COUNTS | POINTS) | st.builds(
    Hand, st.none(), st.builds(Count, st.just(Ending.DEAD), upcard=UPCARDS)
)


@given(HANDS)
def test_a_hand_is_load_handed_as_it_was_written(hand: Hand) -> None:
    assert load_hand(write_hand(hand)) == hand


@given(HANDS)
def test_a_row_holds_any_hand(hand: Hand) -> None:
    assert hand_in(*columns_of(hand).values()) == hand


@given(st.data())
def test_any_rules_are_kept_by_value(data: st.DataObject) -> None:
    usual = {name: (getattr(PAGAT, name), *getattr(kind, "usual", ())) for name, kind in KINDS.items()}
    options = {name: tuple(kind.options) for name, kind in KINDS.items() if hasattr(kind, "options")}
    rules = HouseRules(
        **{name: data.draw(st.sampled_from(values)) for name, values in (usual | options).items()}
    )

    assert read_all(write_all(rules)) == rules


@pytest.mark.engines
def test_a_moment_is_the_same_whatever_the_zone(match: Match) -> None:
    evening_in_paris = datetime(2026, 11, 21, 21, 40, 0, 123456, tzinfo=timezone(timedelta(hours=1)))
    start_writing()
    match.changed_at = evening_in_paris
    db.session.commit()
    db.session.expire_all()

    assert match.changed_at == evening_in_paris
    assert match.changed_at.tzinfo is UTC


ROOT = Path(__file__).parent.parent.parent


def test_the_day_is_the_local_one(app_context: None) -> None:
    now = datetime.now(UTC)
    for hours in (-23, 23):
        current_app.config["OFFSETS"] = [[0, hours * 3600]]
        assert today() in {(at + timedelta(hours=hours)).date() for at in (now, datetime.now(UTC))}


def test_nothing_else_asks_for_the_zone_of_this_computer() -> None:
    sources = [path for folder in ("models", "views", "phone") for path in (ROOT / folder).rglob("*.py")]
    asking = ("astimezone()", "datetime.now()", "date.today()", "datetime.today()", "localtime(")

    assert [path for path in sources if any(each in path.read_text() for each in asking)] == []
