"""Whatever is renamed, merged and split: names follow their players, and matches count for the right ones."""

from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.records.books.books import standings_of, start_book
from models.records.books.match_search import MatchFilter, find_matches
from models.records.books.players import (
    MetError,
    add_player,
    merge_players,
    players_of,
    rename_player,
    split_player,
)
from models.records.checking.audit import audit
from models.records.database.base import db
from models.records.saving.pipeline import new_entry_id
from models.records.tables.book import Book
from models.records.tables.match import Match
from models.records.tables.player import NameTakenInBookError
from tests.profiles import examples
from tests.records.table import ANNS_PHONE, form, in_book

NAMES = ("Ann", "ann", "Bob", "Cid", "Dan")
NOTES = ("", "from Bern", "club")

names, notes, places = st.sampled_from(NAMES), st.sampled_from(NOTES), st.integers(0, 9)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("play"), places, places),
        st.tuples(st.just("add"), names, notes),
        st.tuples(st.just("rename"), places, names, notes),
        st.tuples(st.just("merge"), places, places),
        st.tuples(st.just("split"), places, st.sets(places), names, notes),
    ),
    max_size=14,
)

Model = dict[int, tuple[int, int]]
"""Who plays in each match, kept beside the database."""


def someone(book: Book, place: int) -> int:
    """One of the players."""
    players = players_of(book)
    return players[place % len(players)].id


def play(book: Book, model: Model, one: int, other: int) -> None:
    """Two of the players start a match, if they are two."""
    ids = [someone(book, place) for place in (one, other)]
    if len(set(ids)) == 2:
        model[in_book(book, *ids).id] = (ids[0], ids[1])


def add(book: Book, _model: Model, name: str, note: str) -> None:
    add_player(book, name, note, form())


def rename(book: Book, _model: Model, place: int, name: str, note: str) -> None:
    rename_player(book, someone(book, place), name, note, form())


def merge(book: Book, model: Model, one: int, other: int) -> None:
    gone, kept = someone(book, one), someone(book, other)
    if gone != kept:
        merge_players(book, gone, kept, form())
        for match, players in model.items():
            first, second = (kept if each == gone else each for each in players)
            model[match] = (first, second)


def split(book: Book, model: Model, place: int, chosen: set[int], name: str, note: str) -> None:
    player = someone(book, place)
    mine = [match for match, players in sorted(model.items()) if player in players]
    taken = [match for at, match in enumerate(mine) if at in chosen]
    if not taken:
        return
    before = {each.id for each in players_of(book)}
    split_player(book, player, taken, name, note, form())
    [added] = {each.id for each in players_of(book)} - before
    for match in taken:
        first, second = (added if each == player else each for each in model[match])
        model[match] = (first, second)


ACTS: dict[str, Callable[..., None]] = {
    "play": play,
    "add": add,
    "rename": rename,
    "merge": merge,
    "split": split,
}


def check(book: Book, model: Model) -> None:
    """Compares everything with the model."""
    called = {player.id: player for player in players_of(book)}
    found = {match.id: match for match in find_matches(book, MatchFilter(), limit=1000)}

    assert {match: players(each) for match, each in found.items()} == model
    for match in found.values():
        for player, name in zip(players(match), match.players, strict=True):
            assert name in (called[player].name, called[player].full_name)
    played = Counter(player for both in model.values() for player in both)
    assert standings_of(book).played == played
    for player in called:
        theirs = {match for match, both in model.items() if player in both}
        assert {each.id for each in find_matches(book, MatchFilter((player,)), limit=1000)} == theirs


def players(match: Match) -> tuple[int | None, ...]:
    """The ids of the two players."""
    return match.player_ids


@pytest.mark.long
@given(steps=STEPS)
@examples(10)
def test_whatever_is_done_to_players_their_matches_follow(app_context: None, steps: list[tuple[str]]) -> None:
    book = start_book("", [], device=ANNS_PHONE, entry=new_entry_id())
    model: Model = {}
    for name in ("Ann", "Bob", "Cid"):
        add_player(book, name, "", form())
    for act, *what in steps:
        before = dict(model)
        try:
            ACTS[act](book, model, *what)
        except (NameTakenInBookError, MetError):
            assert model == before
        check(book, model)
    db.session.rollback()
    assert [proof for proof in audit() if proof.doubts] == []
