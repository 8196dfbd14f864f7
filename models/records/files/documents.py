"""Matches and books as documents: one match, a book match by match, everything."""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import Select, exists, func, or_, select, tuple_
from sqlalchemy.orm import aliased

from models.gin.counting import statistics
from models.gin.document import books, writing
from models.gin.document.books import BookHead, BookMatch, BookPlayer, UsualRules
from models.gin.rules.presets import PRESETS
from models.records.books.players import players_of
from models.records.database.base import db, once
from models.records.database.unreadable import is_damaged, left_out
from models.records.files.import_rows import (
    ReadyMatch,
    SeatToGive,
    is_from_paper,
    lock_imports,
    matches_by_id,
    sheet_of,
    unused,
    write_ready,
)
from models.records.files.imported_before import before_they_grew, can_score, correct
from models.records.files.unpublished import is_published
from models.records.finding.matches import is_book_seat, is_live_seat, is_seat
from models.records.saving.limits import MOST_HANDS, Full, FullMatchError
from models.records.tables.book import Book
from models.records.tables.column_types import Agreement
from models.records.tables.match import Match, Snapshot, readable
from models.records.tables.player import Player
from models.records.tables.seat import Seat
from models.records.tables.shared import hashed
from models.records.tables.sheet_row import records_of_all


def document_of(match: Match) -> writing.MatchDocument:
    """*match* as a file of its own, with its day where this does not follow from the start for everybody."""
    document = document_with_day(match)
    follows = match.played_on == match.created_at.date() and not is_from_paper(document)
    return replace(document, played_on=None) if follows else document


def document_with_day(match: Match) -> writing.MatchDocument:
    """*match* as a document: everything on its sheet. No link, no phone, no history."""
    return writing.MatchDocument(
        match.names,
        match.rules,
        tuple(record.written for record in match.on_sheet),
        match.first_dealer,
        match.seating,
        preset=match.preset if match.preset in PRESETS else "",
        rules_name=match.rules_name,
        id=match.document_id,
        started=match.created_at,
        changed=match.changed_at,
        played_on=match.played_on,
        ends_after_last=match.ends_after_last,
        remark=match.remark,
        remarks={place: each.remark for place, each in enumerate(match.on_sheet) if each.remark},
    )


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of a document."""

    match: Match
    is_new: bool
    """False if it was there before: nothing was added."""


def import_matches(
    documents: Sequence[writing.MatchDocument], device: str, entry: str, corrected: Collection[str] = ()
) -> list[Imported]:
    """Adds the matches of *documents*, in which *device* gets a seat. Those that it has stay as they are.

    Except those that are to be *corrected*, by the ids of their documents.

    All or none are written, in one transaction. *entry* is the id of the form. Somebody else with the same
    file gets matches of their own: a file gives nobody a seat.

    :raises FullMatchError: if one has more hands than a match can hold.
    :raises InvalidDeclarationError: if a hand is not valid under the rules.
    :raises NotCorrectableError: if a match can't be corrected, as after somebody has entered a hand.
    """
    if any(len(document.hands) > MOST_HANDS for document in documents):
        raise FullMatchError(Full.HANDS)
    documents_by_id = {document.id: document for document in map(with_id, documents)}
    # Everything is worked out before others have to wait.
    ready = {each: _ready(document) for each, document in documents_by_id.items()}
    return once(lambda: _imported(documents_by_id, ready, device, entry, corrected))


def with_id(document: writing.MatchDocument) -> writing.MatchDocument:
    """*document* with an id. If it has none, the id follows from what it says, but not from the day.

    In files of before, the day was not in the document.
    """
    if document.id:
        return document
    text = json.dumps(writing.write_match(replace(document, played_on=None)), sort_keys=True)
    return replace(document, id=hashed("a match document", text)[:32])


def imported_among(documents: Iterable[writing.MatchDocument], device: str | None) -> dict[str, Match]:
    """The matches of *documents* in which *device* can score, also through a book, by their ids.

    An evening of a table that has grown since has another id, and is known by its first lines.
    """
    named = [with_id(document) for document in documents]
    ids = {each: document.id for document in named for each in (*document.other_ids, document.id)}
    if device is None:
        return {}
    query = select(Match).where(Match.document_id.in_(list(ids)), can_score(device))
    matches = db.session.scalars(query.order_by(Match.id.desc()))
    here = {ids[match.document_id]: match for match in matches}
    others = [document for document in named if document.id not in here]
    return here | before_they_grew(others, device, here.values())


def _ready(document: writing.MatchDocument) -> ReadyMatch:
    scored = sheet_of(document)
    return ReadyMatch(document, Snapshot.of(scored), statistics(scored))


def _imported(
    documents: Mapping[str, writing.MatchDocument],
    ready: Mapping[str, ReadyMatch],
    device: str,
    entry: str,
    corrected: Collection[str],
) -> list[Imported]:
    """What became of each document. New matches are written together: a file can have hundreds of them."""
    lock_imports(device)
    here = imported_among(documents.values(), device)
    # In the order in which all imports lock matches.
    for each in sorted(here.keys() & set(corrected), key=lambda each: here[each].id):
        correct(here[each], documents[each], device, entry)
    new = [each for each in documents if each not in here]
    free = unused(((each, device, each) for each in new), entry)
    written = [replace(ready[each], begun_with=free[each]) for each in new]
    ids = write_ready(written, SeatToGive(hashed(device)))
    matches = here | {match.document_id: match for match in matches_by_id(ids)}
    return [Imported(matches[each], is_new=each in new) for each in documents]


AT_ONCE = 100
"""How many matches are read together."""


def matches_inside(book: Book) -> Iterator[Match]:
    """The matches of *book* with their hands, the first one first."""
    inside = select(Match).where(Match.book_id == book.id)

    def after(last: Match | None) -> Select[Match]:
        if last is None:
            return inside
        later = tuple_(Match.played_on, Match.id) > tuple_(last.played_on, last.id)
        # The first condition says no more, but lets every database read only a part of the index.
        return inside.where(Match.played_on >= last.played_on, later)

    return _each(lambda last: after(last).order_by(Match.played_on, Match.id))


def loose_matches(device: str | None) -> Iterator[Match]:
    """The matches with their hands in which *device* can score, and which are in no book of the phone.

    Without a device, all that are in no book.
    """
    return _each(lambda last: _loose(device).where(Match.id > (last.id if last else 0)).order_by(Match.id))


def _loose(device: str | None) -> Select[Match]:
    if device is None:
        return select(Match).where(Match.book_id.is_(None))
    key = hashed(device)
    outside = or_(Match.book_id.is_(None), ~exists().where(is_book_seat(key, aliased(Seat))))
    return select(Match).join(Match.seats).where(is_seat(key), outside)


def number_of_loose(device: str | None) -> int:
    return db.session.scalar(select(func.count()).select_from(_loose(device).subquery())) or 0


def number_inside(books: Sequence[Book]) -> int:
    """How many matches *books* have."""
    ids = [book.id for book in books]
    return db.session.scalar(select(func.count()).where(Match.book_id.in_(ids))) or 0


def read_hands(matches: Sequence[Match]) -> None:
    """Reads the hands of *matches* together, before each would ask for its own."""
    records = records_of_all(match.id for match in matches)
    for match in matches:
        if match.id in records:
            match.know_records(records[match.id])


def _each(part: Callable[[Match | None], Select[Match]]) -> Iterator[Match]:
    """The matches that can be read, asked for in parts after the last one; each is forgotten."""
    last: Match | None = None
    while matches := list(db.session.scalars(_others(part(last)).limit(AT_ONCE))):
        read_hands(matches)
        for match in matches:
            db.session.expunge(match)
            for last in readable([match], with_sheets=True):
                yield last


def _others(asked: Select[Match]) -> Select[Match]:
    """The matches not left out before: a damaged day says nothing about what comes after it."""
    return asked.where(Match.id.not_in(left_out())) if left_out() else asked


AfterEachMatch = Callable[[], None]
"""Told after each match."""


def unseen() -> None:
    """Progress that nobody follows."""


def lines_of_book(book: Book, progress: AfterEachMatch = unseen) -> Iterator[str]:
    """The file of *book*, line by line. No link, no phone, no history.

    All is of one moment, as long as nothing else is done in the session.
    """
    return books.book_lines(*_book(book, progress), number_left_out)


def lines_of_everything(device: str | None, progress: AfterEachMatch = unseen) -> Iterator[str]:
    """The file of all books and matches in which *device* can score; without a device, of all there are."""
    in_books = [_book(book, progress) for book in all_books_of(device)]
    loose = (_entry(match, None, progress) for match in loose_matches(device))
    return books.all_lines(in_books, loose, number_left_out)


def number_left_out() -> int:
    """How many matches could not be read."""
    return len(left_out())


def all_books_of(device: str | None) -> Sequence[Book]:
    """The books in which *device* can score, the oldest first; without a device, all."""
    query = select(Book).where(is_published()).order_by(Book.id)
    if device is not None:
        query = query.join(Book.seats).where(is_live_seat(hashed(device)))
    return db.session.scalars(query).all()


def _book(book: Book, progress: AfterEachMatch) -> tuple[BookHead, Iterator[BookMatch]]:
    players = in_order(players_of(book))
    places = {player.id: place for place, player in enumerate(players)}
    return head_of(book, players), (_entry(match, places, progress) for match in matches_inside(book))


def in_order(players: Sequence[Player]) -> list[Player]:
    """*players* by their names, the same on every database."""
    return sorted(players, key=lambda each: (each.folded_name, each.note, each.document_id))


def head_of(book: Book, players: Sequence[Player]) -> BookHead:
    """*book* without its matches."""
    return BookHead(
        book.document_id,
        book.name,
        None if is_damaged(book.created_at) else book.created_at,
        _usual(book.usual_rules) if book.usual_rules else None,
        tuple(BookPlayer(each.document_id, each.name, each.note) for each in players),
    )


def _usual(agreed: Agreement) -> UsualRules:
    preset = agreed.preset if agreed.preset in PRESETS else ""
    return UsualRules(agreed.rules, preset, agreed.rules_name)


def _entry(match: Match, places: Mapping[int, int] | None, progress: AfterEachMatch) -> BookMatch:
    """A match as an entry; without *places* of players in a book it is in none."""
    progress()
    sitting = () if places is None else match.player_ids
    players = tuple(None if each is None else (places or {})[each] for each in sitting)
    return BookMatch(document_with_day(match), players)
