"""Every statistic of random books is what a plain calculation finds in their exported tables."""

from collections.abc import Callable, Mapping
from datetime import date
from itertools import combinations

from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from models.gin.cards.cards import Card
from models.gin.counting.player_counts import Statistics
from models.gin.hand.declaration import Count, Ending, Points
from models.gin.hand.hand import Hand
from models.gin.hand.problems import InvalidDeclarationError
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import ThreePlayers, Tie
from models.gin.rules.presets import PRESETS
from models.gin.rules.seating import Table
from models.gin.sheet.extra_lines import ExtraLine
from models.records.books.book_matches import Chosen, InBookError, start_in_book
from models.records.books.players import MetError, players_of
from models.records.database.base import db
from models.records.saving.hand_writes import add_hand
from models.records.saving.pipeline import new_entry_id
from models.records.statistics.place_sums import (
    Period,
    balances,
    monthly_balances,
    results_in_order,
    statistics_of_book,
    statistics_of_pair,
    statistics_of_player,
)
from models.records.tables.column_types import Agreement
from models.records.tables.player import NameTakenInBookError
from models.records.tables.shared import watch_token
from tests.gin.strategies import declarations
from tests.profiles import examples
from tests.records.table import ANNS_PHONE, BOB_BREAKS_HIS_EIGHTS, LINES, entry, on_day
from tests.records.test_statistics import ACTS, Story
from tests.views.exports.naive_statistics import LARGEST, Played, between, of_players, read, streak

NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve")
DAYS = [date(2023, 12, 31), date(2024, 1, 1), date(2024, 5, 17), date(2025, 5, 17)]

RULES: tuple[tuple[str, HouseRules], ...] = tuple(
    (preset, PRESETS[preset].but(**changed))
    for preset, changed in (
        ("pagat", {"target": 60}),
        ("french", {"target": 50, "games_to_win": 2}),
        ("oklahoma", {"target": 40, "dead_hand_double_carries": True}),
        ("rummytalk", {"target": 30}),
        ("fournier", {"target": 60, "tie": Tie.KNOCKER}),
        ("sydney", {"target": 80}),
        ("pagat", {"target": 50, "gin_off_bonus": 25, "gin_off_vs_gin": True, "tie": Tie.VOID}),
        ("french", {"columns": 3, "column_targets": (10, 15, 20), "tie": Tie.UNDERCUT_NO_BONUS}),
        ("pagat", {"max_hands": 3}),
    )
)

TABLES = (Table.TWO, Table.TWO, Table.TWO, Table.THREE, Table.PARTNERSHIP)


KINDS = ("knock", "knock", "knock", "gin", "gin", "big gin", "dead", "cards", "paper", "line")
"""How often each kind of a hand or line is written."""


@st.composite
def _written(draw: st.DrawFn, rules: HouseRules, table: Table) -> Hand | ExtraLine:
    """A hand or an extra line."""
    faced = draw(st.sampled_from(list(rules.seated_at(table).pairs())))
    upcard = draw(st.sampled_from([Card.parse("9S"), Card.parse("TD")]))
    knocker, left = draw(st.sampled_from(faced)), draw(st.integers(0, 25))
    kind = draw(
        st.sampled_from(("knock", "knock", "gin", "big gin", "dead", "cards", "cards", "paper", "line"))
    )
    if kind == "line":
        return draw(st.sampled_from(LINES[:2]))
    laid = {
        "knock": Count(Ending.KNOCK, draw(st.sampled_from((3, 9))), left, upcard),
        "gin": Count(Ending.GIN, 0, left, upcard),
        "big gin": Count(Ending.BIG_GIN, 0, left, upcard),
        "dead": Count(Ending.DEAD, upcard=upcard),
        "paper": Points(left),
    }.get(kind) or draw(st.just(BOB_BREAKS_HIS_EIGHTS.laid) | declarations(rules))
    return Hand(None if kind == "dead" else knocker, laid, faced)


@st.composite
def _plays(draw: st.DrawFn) -> tuple[Agreement, Table, list[str], date, list[Hand | ExtraLine]]:
    """A match to play."""
    house, rules = draw(st.sampled_from(RULES))
    table = draw(st.sampled_from(TABLES))
    if table is Table.THREE:
        rules = rules.but(three_players=draw(st.sampled_from(ThreePlayers)))
    names = draw(st.permutations(NAMES))[: table.people]
    lines = draw(st.lists(_written(rules, table), min_size=3, max_size=10))
    return Agreement(house, "", rules), table, names, draw(st.sampled_from(DAYS)), lines


PERIODS = [Period(), Period.read("2024", "2024"), Period.read("2023-12", "2024-04"), Period("2024-05")]
PLACES = st.integers(0, 20)
CHANGES = st.tuples(st.sampled_from([act for act in ACTS if act not in ("play", "three")]), PLACES, PLACES)


class RandomBook(Story):
    """A book in which anything is played, and changed afterwards."""

    def begin(
        self, agreed: Agreement, table: Table, names: list[str], day: date, lines: list[Hand | ExtraLine]
    ) -> None:
        """Plays a match."""
        chosen, asked = [Chosen(name=name) for name in names], {"device": ANNS_PHONE, "entry": new_entry_id()}
        match = start_in_book(self.book, chosen, agreed, first_dealer=0, table=table, **asked)
        on_day(match, day)
        for line in lines:
            tried(lambda each=line: add_hand(match, each, entry(match)))


def tried(act: Callable[[], object]) -> None:
    """Does something that may be refused."""
    try:
        act()
    except (LookupError, ValueError, InBookError, MetError, NameTakenInBookError, InvalidDeclarationError):
        db.session.rollback()


def compare(found: Mapping[str, int], counted: Statistics, whose: object) -> None:
    """Fails where two calculations differ."""
    differences = {
        number: (value, found.get(number, 0))
        for number, value in counted._asdict().items()
        if value != found.get(number, 0)
    }
    assert not differences, f"{whose}: by the statistics, and by the table: {differences}"


def added(many: list[Mapping[str, int]]) -> dict[str, int]:
    """The numbers of several together."""
    return {
        number: (max if number in LARGEST else sum)([0, *(each.get(number, 0) for each in many)])
        for number in Statistics._fields
    }


@given(played=st.lists(_plays(), min_size=1, max_size=3), changes=st.lists(CHANGES, max_size=6))
@examples(5)
def test_statistics_are_what_the_table_says(
    app: Flask, app_context: None, played: list, changes: list
) -> None:
    story = RandomBook()
    for match in played:
        story.begin(*match)
        db.session.refresh(story.book)
    for act, one, other in changes:
        tried(lambda what=act, a=one, b=other: getattr(story, what)(a, b))
        db.session.refresh(story.book)
    book = story.book
    matches = read(app.test_client().get(f"/b/{watch_token(book)}/hands.csv").get_data(as_text=True))
    names = {player.full_name: player.id for player in players_of(book)}

    for period in PERIODS:
        compare_all(story, [match for match in matches if in_period(match, period)], period, names)


def compare_all(story: RandomBook, inside: list[Played], period: Period, names: dict[str, int]) -> None:
    """Compares the book, each player, and each two against each other."""
    by_name = of_players(inside)
    compare(added(list(by_name.values())), statistics_of_book(story.book, period), "the book")
    for name, player in names.items():
        compare(by_name[name], statistics_of_player(story.book, player, period), name)
        assert results_in_order(story.book, player, period) == streak(inside, name)
    for one, other in combinations(names, 2):
        compare_pair(story, inside, period, names, one, other)


def in_period(match: Played, period: Period) -> bool:
    """Whether a match was played in these months."""
    return (period.first or "0001") <= match.day[:7] <= (period.last or "9999")


def compare_pair(
    story: RandomBook, inside: list[Played], period: Period, names: dict[str, int], one: str, other: str
) -> None:
    """Compares two players against each other."""
    theirs = list(filter(between(one, other), inside))
    if not theirs:
        return
    by_name, ids = of_players(theirs), (names[one], names[other])
    for name, counted in zip((one, other), statistics_of_pair(story.book, *ids, period), strict=True):
        compare(by_name[name], counted, f"{name} of {one} and {other}")
    assert results_in_order(story.book, ids[0], period, ids[1]) == streak(theirs, one)
    by_day: dict[date, int] = {}
    for match in theirs:
        day = date.fromisoformat(match.day)
        by_day[day] = by_day.get(day, 0) + of_players([match])[one]["balance"]
    assert {each.day: each.points for each in balances(story.book, *ids, period)} == by_day
    by_month: dict[str, int] = {}
    for day, points in by_day.items():
        by_month[f"{day:%Y-%m}"] = by_month.get(f"{day:%Y-%m}", 0) + points
    found = monthly_balances(story.book, *ids, period)
    assert {f"{each.first:%Y-%m}": each.points for each in found} == by_month
    assert {day for each in found for day in (each.first, each.last)} <= set(by_day)
