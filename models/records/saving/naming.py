"""Gives names to places of a match that have none."""

from collections.abc import Mapping

from models.records.database.base import once
from models.records.saving.seats import require_seat
from models.records.saving.starting import names_at
from models.records.tables.match import Match
from models.records.tables.shared import lock_row


class NamedInBookError(ValueError):
    """Raised if the match is in a book, which says itself who its players are."""


def name_places(match: Match, names: Mapping[int, str], device: str | None) -> None:
    """Gives these *names* to places of *match*, by their number from 0. A place that has a name keeps it.

    :raises ValueError: if a name is not valid, or another player has it.
    :raises NamedInBookError: if the match is in a book.
    :raises NoSeatError: if the device has no seat in the match.
    """
    match_id = match.id

    def write() -> None:
        locked = lock_row(Match, match_id)
        require_seat(locked, device)
        if locked.book_id is not None:
            raise NamedInBookError(f"match {match_id} is in a book")
        wanted = [name or names.get(place) for place, name in enumerate(locked.names)]
        called = names_at(locked.seating, wanted)
        if called != locked.names:
            locked.place_players(called, locked.player_ids)
            locked.note_names_changed()

    once(write)
