"""Removes the name of a person from a match."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Select, or_, select, update

from models.gin.document.reading_extra_lines import load_line
from models.gin.document.writing import MatchDocument as Document
from models.gin.document.writing_extra_lines import write_line
from models.gin.hand.hand import Hand
from models.gin.player_names import LONGEST_NAME, LONGEST_REMARK, is_same_name
from models.gin.sheet.extra_lines import reason_of, with_reason
from models.records.database.base import db, once
from models.records.ratings.rating_updates import outdate_ratings
from models.records.saving.rights import require_looking_after
from models.records.saving.seats import require_seat
from models.records.tables.change import Change
from models.records.tables.column_types import Agreement
from models.records.tables.graphemes import cut_to
from models.records.tables.match import Match
from models.records.tables.place import shown
from models.records.tables.shared import lock_row
from models.records.tables.sheet_row import ExtraLineRecord, SheetRow, update_record
from models.records.tables.unreadable import READING, UNREADABLE

Matches = Select[int] | Sequence[int]
"""The ids of matches, or a query for them."""


def names_in(match: Match) -> tuple[str, ...]:
    """The names in *match*: its players, then the owners of phones that are no players."""
    labels = {seat.label for seat in match.seats if seat.label}
    players = [name for name in match.names if name is not None]
    others = [each for each in labels if not any(is_same_name(each, player) for player in players)]
    return (*players, *sorted(others))


def remove_name(match: Match, name: str, device: str | None) -> None:
    """Removes the name of a person everywhere in *match*; where players wrote it, the place's stands instead.

    The owner of a phone who is no player has no name then. If nobody has the name, nothing happens. In a
    book, the match no longer counts for that player. After the last match, :func:`overwrite_deleted` removes
    the name from the file.

    :raises NoSeatError: if the device has no seat in the match.
    :raises NotLookingAfterError: if it doesn't look after the match.
    """
    match_id = match.id
    if not any(is_same_name(other, name) for other in names_in(match)):
        return

    def act() -> None:
        locked = lock_row(Match, match_id)
        require_looking_after(locked, require_seat(locked, device))
        is_gone = [each is not None and is_same_name(each, name) for each in locked.names]
        rows = list(zip(is_gone, locked.names, locked.player_ids, strict=True))
        locked.place_players(
            [None if gone else each for gone, each, _player in rows],
            [None if gone else player for gone, _each, player in rows],
        )
        word = locked.players[is_gone.index(True)] if any(is_gone) else shown([None])[0]
        for seat in locked.seats:
            if is_same_name(seat.label, name):
                seat.label = ""
        locked.rules_name = without_name(locked.rules_name, name, word)
        for record in locked.extra_lines:
            _remove_from_line(locked, record, name, word)
        locked.note_names_changed()
        remove_from_history([match_id], name, word)
        db.session.flush()
        remove_from_remarks([match_id], name, word)
        db.session.expire(locked)
        if any(is_gone):
            outdate_ratings(locked.book_id, locked.played_on)

    once(act)


def _remove_from_line(match: Match, record: ExtraLineRecord, name: str, neutral: str) -> None:
    """Replaces the name in the words of players on an extra line."""
    line = _renamed(record.line, name, neutral)
    if line != record.line:
        update_record(record._replace(line=line))
        match.put(record._replace(line=line))


def remove_from_lines(which: Matches, name: str, neutral: str) -> None:
    """Replaces the name on all lines of these matches that are not hands."""
    lines = select(SheetRow.id, SheetRow.extra_line).where(
        SheetRow.match_id.in_(which), SheetRow.extra_line.is_not(None)
    )
    for line_id, stored in db.session.execute(lines).all():
        try:
            line = load_line(stored)
        except READING:  # It can't be read: nor can the name.
            continue
        if (renamed := _renamed(line, name, neutral)) != line:
            statement = update(SheetRow).where(SheetRow.id == line_id).values(extra_line=write_line(renamed))
            db.session.execute(statement, execution_options={"synchronize_session": False})


def remove_from_remarks(which: Matches, name: str, neutral: str) -> None:
    """Replaces the name in the remarks on these matches and their hands."""
    for table, of_match in ((Match, Match.id), (SheetRow, SheetRow.match_id)):
        remarked = select(table.id, table.remark).where(of_match.in_(which), table.remark != "")
        for row_id, remark in db.session.execute(remarked).all():
            if (left := without_name(remark, name, neutral, LONGEST_REMARK)) != remark:
                statement = update(table).where(table.id == row_id).values(remark=left)
                db.session.execute(statement, execution_options={"synchronize_session": False})


def remove_from_history(which: Matches, name: str, neutral: str) -> None:
    """Replaces the name where players wrote something: in names of rules, and on extra lines."""
    columns = (Change.before, Change.after, Change.agreed_before, Change.agreed_after)
    names = [column.key for column in columns]
    lines = select(SheetRow.id).where(SheetRow.match_id.in_(which), SheetRow.extra_line.is_not(None))
    with_words = select(Change.id, *columns).where(
        Change.match_id.in_(which), or_(Change.agreed_after.is_not(None), Change.row_id.in_(lines))
    )
    for change_id, *held in db.session.execute(with_words).all():
        renamed = [_renamed(each, name, neutral) for each in held]
        if renamed != held:
            values = dict(zip(names, renamed, strict=True))
            statement = update(Change).where(Change.id == change_id).values(values)
            db.session.execute(statement, execution_options={"synchronize_session": False})


def _renamed(held: Any, name: str, neutral: str) -> Any:
    """The same rules or line, without the name in the words of players; hands have no such words."""
    if isinstance(held, Agreement):
        return replace(held, rules_name=without_name(held.rules_name, name, neutral))
    if held is None or held is UNREADABLE or isinstance(held, Hand):
        return held
    return with_reason(held, without_name(reason_of(held), name, neutral))


def without_name_in(document: Document, name: str, neutral: str) -> Document:
    """A match of a file without a name where players wrote something."""
    hands = tuple(_renamed(each, name, neutral) for each in document.hands)
    return replace(
        document,
        rules_name=without_name(document.rules_name, name, neutral),
        hands=hands,
        remark=without_name(document.remark, name, neutral, LONGEST_REMARK),
        remarks={
            place: without_name(remark, name, neutral, LONGEST_REMARK)
            for place, remark in document.remarks.items()
        },
    )


def without_name(text: str, name: str, neutral: str, most: int = LONGEST_NAME) -> str:
    """*text* with *neutral* instead of the word *name*.

    >>> without_name("Ann’s rules for Anna", "ann", "Player 1")
    'Player 1’s rules for Anna'
    """
    pattern = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)
    return cut_to(pattern.sub(neutral, text), most).strip()
