"""Rematches, and the series that they make: a book of the same players, started by the first rematch."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile
from operator import attrgetter
from typing import Any

from sqlalchemy import CTE, Row, bindparam, literal, select

from models.gin.counting import GameResult, read_results
from models.gin.remembering import Played
from models.gin.rules.options import Outcome
from models.gin.rules.seating import Player, Table
from models.records.books.book_matches import put_into
from models.records.books.book_writes import add_to_book_history
from models.records.books.books import book_of_the_same, book_started_with, create_book
from models.records.database.base import db, once
from models.records.finding.matches import find_seat
from models.records.saving.seats import give_seat, require_seat
from models.records.saving.starting import create_match, match_begun_with
from models.records.tables.book import Book, BookChangeKind
from models.records.tables.local_time import evening_of
from models.records.tables.match import Match, day_of
from models.records.tables.place import PLACES
from models.records.tables.seat import Seat
from models.records.tables.shared import hashed, lock_row


def start_rematch(match: Match, device: str) -> Match:
    """Starts a rematch with the same players and rules, or returns the one that exists.

    Every phone with a seat in the match gets one in the rematch, unless the players of the rematch have
    renewed its link or removed a phone: then the two are no longer connected.

    A rematch is in the book of the match. If there is none, it starts one, in which these phones can
    score, unless a player has no name.

    :raises NoSeatError: if the device has no seat in the match.
    """
    match_id = match.id
    return once(lambda: _rematch(_locked_with_book(match_id), device))


def _locked_with_book(match_id: int) -> Match:
    """The match, locked after its book, so that nobody renames its players meanwhile.

    Whoever renames players locks the book first too.
    """
    book_id = db.session.scalar(select(Match.book_id).where(Match.id == match_id))
    if book_id is not None:
        db.session.execute(select(Book.id).where(Book.id == book_id).with_for_update(key_share=True))
    return lock_row(Match, match_id)


def _rematch(match: Match, device: str) -> Match:
    own_seat = require_seat(match, device)
    begun_with = hashed("another game", str(match.id))
    if existing := match_begun_with(begun_with):
        _take_part(existing, device, own_seat)
        return existing
    if match.book_id is None and match.is_named:
        _start_series(match, device)
    order, first_dealer = next_seats(match)
    again = create_match(
        begun_with,
        [match.names[place] for place in order],
        match.rules,
        {
            "book_id": match.book_id,
            "seating": match.seating,
            "preset": match.preset,
            "rules_name": match.rules_name,
            "first_dealer": first_dealer,
            "rematch_of": match.id,
            "tells_missed": match.tells_missed,
        },
        {seat.device_hash: seat.label for seat in match.live_seats},
        [match.player_ids[place] for place in order],
    )
    through_book = {seat.device_hash for seat in match.live_seats if seat.through_book}
    for seat in again.seats:
        seat.through_book = seat.device_hash in through_book
    return again


def _take_part(rematch: Match, device: str, before: Seat) -> None:
    """Gives a device a seat in the rematch like the one *before*, unless the two are no longer connected."""
    if rematch.rematch_of is None:
        require_seat(rematch, device)
    elif find_seat(rematch, device) is None:
        give_seat(rematch, hashed(device)).through_book = before.through_book


def _start_series(match: Match, device: str) -> None:
    """Puts *match* into the book of exactly these players that this phone has, or else into a new one."""
    if same := book_of_the_same(match.names, device):
        book = lock_row(Book, same[0].id)
        put_into(book, match)
        seat = find_seat(book, device)
        if seat is not None:
            entry = f"rematch-{match.id}"
            add_to_book_history(book, entry, seat, BookChangeKind.MATCHES_JOINED, match_ids=[match.id])
    else:
        first = sorted(match.live_seats, key=lambda seat: seat.device_hash != hashed(device))
        seats = {seat.device_hash: seat.label for seat in first}
        begun_with = hashed("series", str(match.id), match.begun_with)
        if book_started_with(begun_with) is None:
            create_book(begun_with, "", seats, [match], f"rematch-{match.id}", all_look_after=True)


def next_seats(match: Match) -> tuple[Sequence[int], Player]:
    """The places from which the players of a rematch come, in their order, and who deals first.

    The next player becomes captain, and the partner who is not captain next plays first.
    """
    sheet = match.sheet
    if match.table is not Table.CAPTAIN:
        return range(match.table.people), sheet.next_dealer
    dealer = match.table.dealer(sheet.to_play[0], sheet.next_dealer)
    return (1, 2, 0), (dealer - 1) % 3


def won_before(match: Match) -> Mapping[Player, int]:
    """How many matches each side has won in the series of rematches before *match*.

    With a captain, each player: in every rematch the next player is captain.
    """
    if match.rematch_of is None:
        return {}
    won = db.session.execute(WON, {"match": match.id})
    return Counter(player for row in won for player in _winners(row.winner, row.back, match.table))


def series_of(match: Match) -> Sequence[Played]:
    """A match of two, and at most forty that it is a rematch of: back to one of which nothing is known."""
    rows: Sequence[Any] = db.session.execute(PLAYED, {"match": match.id}).all()
    return [*takewhile(attrgetter("best_hand"), map(_played, rows[::2], rows[1::2]))]


def _played(first: Row[Any], second: Row[Any]) -> Played:
    """A match, of whose two places there is a row each."""
    results = _results_in(first.results) if first.results else ()
    undercuts, gins = (first.undercut_wins, second.undercut_wins), (first.gin_wins, second.gin_wins)
    return Played(
        day_of(first.changed_at),
        None if first.imported_at else evening_of(first.created_at, first.changed_at),
        0 if results is None else max(first.best_hand, second.best_hand),
        {Outcome.UNDERCUT: undercuts, Outcome.GIN: gins},
        [won.sides[0][0] if won.won else None for won in results or ()],
    )


def _results_in(written: str) -> Sequence[GameResult] | None:
    """The results of games; None if they are damaged."""
    try:
        return read_results(written)
    except ValueError:
        return None


def _series() -> CTE:
    """A match and all that it is a rematch of, and how far back each is."""
    columns, back = Match.__table__.c, literal(0).label("back")
    told = ("id", "rematch_of", "winner", "match_over", "created_at", "changed_at", "imported_at", "results")
    match = [columns[name] for name in told]
    series = select(*match, back).where(columns.id == bindparam("match")).cte(recursive=True)
    return series.union_all(select(*match, series.c.back + 1).where(columns.id == series.c.rematch_of))


SERIES, DID = _series().c, PLACES.c
WON = select(SERIES.winner, SERIES.back).where(SERIES.back > 0, SERIES.match_over, SERIES.winner.is_not(None))
PLAYED = (
    select(*SERIES, DID.undercut_wins, DID.gin_wins, DID.best_hand)
    .where(DID.match_id == SERIES.id, DID.place < Table.TWO.people)
    .order_by(SERIES.back, DID.place)
    .limit(41 * Table.TWO.people)
)
"""Who won the matches before one, and what both players did in each, in a row for each player."""


def _winners(side: Player, back: int, table: Table) -> Iterable[Player]:
    """The side that won so many matches ago, by its place now; with a captain, its players."""
    if table is not Table.CAPTAIN:
        return (side,)
    return [(player - back) % 3 for player in table.members(side)]
