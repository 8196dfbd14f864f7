"""Deletes matches with their history: one on request, old ones, and a name in it.

Those that nobody opens any more are found by the day on which they were last opened. A match in a book stays
as long as the book, or any of its matches, is opened.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, Update, and_, delete, func, or_, select, update

from models.gin.document.reading import load_line
from models.gin.document.writing import MatchDocument as Document
from models.gin.document.writing import write_line
from models.gin.hand.scoring import Hand
from models.gin.player_names import LONGEST_NAME, LONGEST_REMARK, is_same_name
from models.gin.sheet.extra_lines import reason_of, with_reason
from models.records.database import postgresql, sqlite
from models.records.database.base import db, once
from models.records.database.unreadable import READING, UNREADABLE, is_damaged
from models.records.ratings.ratings import EVERYTHING, outdate_ratings
from models.records.saving.seats import require_looking_after, require_seat
from models.records.tables.book import Book
from models.records.tables.change import Change
from models.records.tables.column_types import Agreement
from models.records.tables.graphemes import cut_to
from models.records.tables.match import Match
from models.records.tables.place import shown
from models.records.tables.shared import SharedRecord, lock_row
from models.records.tables.sheet_row import ExtraLineRecord, SheetRow, update_record


class ChangedMeanwhileError(Exception):
    """Raised if the sheet was changed after the sender had seen what will be deleted. Nothing was deleted."""


@dataclass(frozen=True, slots=True)
class Extent:
    """What goes with a match."""

    hands: int
    """The hands of the match, including removed ones."""
    changes: int
    phones: int
    """The phones that can score, the one that asks among them."""
    rematches: int
    """The rematches, which stay."""
    lines: int = 0
    """The penalties, adjustments and opening scores, including removed ones."""


def extent(match: Match) -> Extent:
    rematches = db.session.scalar(select(func.count()).where(Match.rematch_of == match.id))
    lines = SheetRow.__table__.c.extra_line.is_not(None)
    counted = select(lines, func.count()).where(SheetRow.match_id == match.id).group_by(lines)
    rows = {bool(is_line): number for is_line, number in db.session.execute(counted)}
    return Extent(rows.get(False, 0), match.version, len(match.live_seats), rematches or 0, rows.get(True, 0))


def delete_match(match: Match, version_stamp: str, device: str | None) -> None:
    """Deletes *match* with its hands, its history, its seats and its links. Rematches stay.

    :raises NoSeatError: if the device has no seat in the match.
    :raises NotLookingAfterError: if it doesn't look after the match.
    :raises LookupError: if somebody else has deleted it.
    :raises ChangedMeanwhileError: if it is not at the version of *version_stamp* any more.
    """
    match_id = match.id

    def act() -> None:
        locked = db.session.get(Match, match_id, populate_existing=True, with_for_update={"key_share": True})
        if locked is None:
            raise LookupError(f"no match {match_id}")
        require_looking_after(locked, require_seat(locked, device))
        if locked.version_stamp != version_stamp:
            raise ChangedMeanwhileError(f"match {match_id} is at {locked.version_stamp}")
        delete_row(locked)

    once(act)
    overwrite_deleted()


def delete_row(match: Match) -> None:
    """Deletes *match*, which is locked, and what the ratings of its book owe to it."""
    match_id = match.id
    outdate_ratings(match.book_id, EVERYTHING if is_damaged(match.played_on) else match.played_on)
    db.session.execute(delete(Match).where(Match.id == match_id))


def overwrite_deleted() -> None:
    """Removes what was deleted from the database file, if it is one."""
    if db.engine.dialect.name == "sqlite":
        with suppress(*sqlite.FAILURES):
            sqlite.overwrite_deleted(db.engine)


def note_opening(shared: SharedRecord) -> None:
    """Stores that a page of a match, and so of its book, or of a book was opened today, once a day.

    Nobody waits for it: if the database is locked, full or read-only, another page will store it.
    """
    today = datetime.now(UTC).date()
    if is_damaged(shared.opened_on) or shared.opened_on >= today:
        return
    notes = [_opened(type(shared), shared.id, today)]
    if isinstance(shared, Match) and shared.book_id is not None:
        notes.append(_opened(Book, shared.book_id, today))
    with suppress(*sqlite.FAILURES):
        _write_at_once(notes)


def _opened(of: type[SharedRecord], shared_id: int, today: date) -> Update:
    return update(of).where(of.id == shared_id, of.opened_on < today).values(opened_on=today)


def _write_at_once(notes: Iterable[Update]) -> None:
    with db.engine.connect().execution_options(writing=True) as connection:
        if connection.dialect.name == "sqlite":
            with sqlite.waiting_at_most(0, connection), connection.begin():
                _write(connection, notes)
        else:
            with connection.begin():
                postgresql.without_waiting(connection)
                _write(connection, notes)


def _write(connection: Connection, notes: Iterable[Update]) -> None:
    for note in notes:
        connection.execute(note)


def months_ago(months: int) -> date:
    """The first day that is at most so many *months* ago, in UTC."""
    return _months_before(datetime.now(UTC).date(), months)


def _months_before(day: date, months: int) -> date:
    year, month = divmod(day.year * 12 + day.month - 1 - months, 12)
    return date(year, month + 1, min(day.day, 28))


def unused_between(months: int) -> tuple[date, date] | None:
    """The last uses before and after a suspiciously long gap, which a wrong clock may explain; None without.

    It may be if what was not used for so many *months* is all there is, or was last used as long before
    everything else. Then what was used while the clock was ahead is all that would stay.
    """
    day, uses = months_ago(months), _last_uses()
    newest = max((each for each in uses if each < day), default=None)
    oldest = min((each for each in uses if each >= day), default=datetime.now(UTC).date())
    is_far = newest is not None and newest <= _months_before(oldest, months)
    return (newest, oldest) if newest and is_far else None


def _last_uses() -> list[date]:
    """On which day each match, and each book without one, was last opened or changed, itself or its book."""
    matches = select(Match.opened_on, Match.changed_at, Book.opened_on).outerjoin(Book)
    empty = select(Book.opened_on).where(~_has_matches())
    return [
        max(opened, changed.astimezone(UTC).date(), of_book or date.min)
        for opened, changed, of_book in db.session.execute(matches)
    ] + list(db.session.scalars(empty))


def unopened_since(day: date) -> list[int]:
    """The ids of the matches that were neither opened nor changed since *day*."""
    return list(db.session.scalars(select(Match.id).where(_unopened(day)).order_by(Match.id)))


def _unopened(day: date) -> ColumnElement[bool]:
    """Selects the matches that were neither opened nor changed since *day*, and neither was their book."""
    in_use = select(Book.id).where(Book.id == Match.book_id, Book.opened_on >= day)
    return and_(
        Match.opened_on < day,
        Match.changed_at < datetime(day.year, day.month, day.day, tzinfo=UTC),
        ~in_use.exists(),
    )


def delete_unopened(match_ids: Iterable[int], day: date) -> Iterator[bool]:
    """Deletes these matches one after another, except those that were opened since *day* after all."""
    for match_id in match_ids:

        def act(which: int = match_id) -> bool:
            unopened = select(Match).where(Match.id == which, _unopened(day))
            match = db.session.scalar(unopened.with_for_update(key_share=True))
            if match is not None:
                delete_row(match)
            return match is not None

        yield once(act)
        db.session.remove()
    once(lambda: _delete_empty_books(day))
    overwrite_deleted()


def _delete_empty_books(day: date) -> None:
    """Deletes the books that were not opened since *day*, and have no match any more."""
    db.session.execute(
        delete(Book).where(Book.opened_on < day, ~_has_matches()),
        execution_options={"synchronize_session": False},
    )


def _has_matches() -> ColumnElement[bool]:
    return select(Match.id).where(Match.book_id == Book.id).exists()


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
    """Rules or a line without the name in what players wrote; hands have no such words."""
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
