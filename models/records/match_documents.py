"""Matches as documents: written for a file, and imported from one."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import exists, insert, or_, select

from models.gin.document import writing
from models.gin.hand import Hand
from models.gin.presets import PRESETS
from models.records.base import db
from models.records.change import Change, ChangeKind
from models.records.hand import HandRow, row_of
from models.records.limits import MOST_HANDS, Full, FullMatchError
from models.records.match import Match, Snapshot
from models.records.matches import create_match, is_book_seat, is_seat, name_columns, names_at
from models.records.tokens import hashed
from models.records.transactions import once


def document_of(match: Match) -> writing.Match:
    """*match* as a document: everything on its sheet. No link, no phone, no history."""
    return writing.Match(
        match.players,
        match.rules,
        tuple(record.written for record in match.on_sheet),
        match.first_dealer,
        match.seating,
        preset=match.house if match.house in PRESETS else "",
        rules_name=match.house_name,
        id=match.document_id,
        started=match.created_at,
        changed=match.changed_at,
    )


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of a document."""

    match: Match
    is_new: bool
    """False if it was there before: nothing was added."""


def import_matches(documents: Sequence[writing.Match], device: str, entry: str) -> list[Imported]:
    """Adds the matches of *documents*, in which *device* gets a seat. Those that it has stay as they are.

    All or none are written, in one transaction. *entry* is the id of the form. Somebody else with the same
    file gets matches of their own: a file gives nobody a seat.

    :raises FullMatchError: if one has more hands than a match can hold.
    :raises InvalidDeclarationError: if a hand is not valid under the rules.
    """
    if any(len(document.hands) > MOST_HANDS for document in documents):
        raise FullMatchError(Full.HANDS)
    known = list(map(with_id, documents))
    return once(lambda: _imported(known, device, entry))


def import_match(document: writing.Match, device: str, entry: str) -> Imported:
    """The same for one document."""
    return import_matches([document], device, entry)[0]


def with_id(document: writing.Match) -> writing.Match:
    """*document* with an id. If it has none, the id follows from what it says."""
    if document.id:
        return document
    said = json.dumps(writing.write_match(document), sort_keys=True)
    return replace(document, id=hashed("a match document", said)[:32])


def find_imported(document: writing.Match, device: str | None) -> Match | None:
    """The match of *document* in which *device* has a seat: imported before, or the one that was exported."""
    return next(iter(imported_among([document], device).values()), None)


def imported_among(documents: Iterable[writing.Match], device: str | None) -> dict[str, Match]:
    """The matches of *documents* in which *device* can score, also through a book, by their ids."""
    ids = [with_id(document).id for document in documents]
    if device is None:
        return {}
    own, in_book = (exists().where(is_mine(hashed(device))) for is_mine in (is_seat, is_book_seat))
    mine = select(Match).where(Match.document_id.in_(ids), or_(own, in_book))
    found = db.session.scalars(mine.order_by(Match.id.desc()))
    return {match.document_id: match for match in found}


def _imported(documents: Sequence[writing.Match], device: str, entry: str) -> list[Imported]:
    """What became of each document. New matches are written together: a file can have hundreds of them."""
    here = imported_among(documents, device)
    new = {each.id: each for each in documents if each.id not in here}
    taken = _taken([_begun_with(device, document_id) for document_id in new])
    matches = {}
    for document_id, document in new.items():
        begun_with = _begun_with(device, document_id)
        if begun_with in taken:
            # The seat in that match was ended.
            begun_with = _begun_with(device, document_id, entry)
        matches[document_id] = _created(document, begun_with, device)
    db.session.flush()
    _write_hands([(matches[document_id], document) for document_id, document in new.items()])
    found = here | matches
    return [Imported(found[each.id], is_new=each.id in new) for each in documents]


def _begun_with(*parts: str) -> str:
    """The hash of an import. Two forms with the same file, sent at once, have the same: the database
    refuses the second.
    """
    return hashed("an import", *parts)


def _taken(hashes: Sequence[str]) -> set[str]:
    """Those of *hashes* that have created a match."""
    return set(db.session.scalars(select(Match.begun_with).where(Match.begun_with.in_(hashes))))


def _created(document: writing.Match, begun_with: str, device: str) -> Match:
    """The match with its score, before its hands are written."""
    agreed = {
        **name_columns(names_at(document.table, document.players)),
        "seating": document.table,
        "house": document.preset or writing.nearest_preset(document.rules),
        "house_name": document.rules_name,
        "first_dealer": document.first_dealer,
        "rematch_of": None,
        "tells_missed": True,
        "document_id": document.id,
    }
    match = create_match(begun_with, document.rules, agreed, {hashed(device): ""})
    match.imported_at = now = match.created_at
    match.created_at = min(document.started or now, now)
    match.changed_at = min(document.changed or now, now)
    match.version = len(document.hands)
    match.last_entry = _entry(match, match.version) if match.version else ""
    match.snapshot = Snapshot.of(match.sheet_of(document.hands))
    return match


def _entry(match: Match, version: int) -> str:
    """The entry id of one of the hands that came with the import."""
    return f"{match.document_id[:16]}-{version}"


def _write_hands(pairs: Sequence[tuple[Match, writing.Match]]) -> None:
    """The hands with their history: each was added at the moment of the import."""
    connection = db.session.connection()
    rows = [
        {"match_id": match.id, "position": position, "removed": False, **row_of(written)}
        for match, document in pairs
        for position, written in enumerate(document.hands, 1)
    ]
    # Hands and other lines fill different columns, so each kind has a statement of its own.
    for alike in ([row for row in rows if "laid" in row], [row for row in rows if "laid" not in row]):
        if alike:
            connection.execute(insert(HandRow), alike)
    if rows:
        ids = _ids_of_hands([match.id for match, _document in pairs])
        connection.execute(insert(Change), list(_change_rows(pairs, ids)))


def _ids_of_hands(match_ids: Sequence[int]) -> dict[tuple[int, int], int]:
    """The id of each hand, by its match and position."""
    asked = select(HandRow.match_id, HandRow.position, HandRow.id).where(HandRow.match_id.in_(match_ids))
    return {(match_id, position): hand_id for match_id, position, hand_id in db.session.execute(asked)}


def _change_rows(
    pairs: Iterable[tuple[Match, writing.Match]], ids: Mapping[tuple[int, int], int]
) -> Iterator[dict[str, Any]]:
    for match, document in pairs:
        number = 1
        for position, written in enumerate(document.hands, 1):
            yield {
                "match_id": match.id,
                "version": position,
                "entry": _entry(match, position),
                "kind": ChangeKind.ADDED,
                "hand_id": ids[match.id, position],
                "number": number,
                "after": written,
                "at": match.imported_at,
                "seat_id": match.seats[0].id,
            }
            number += isinstance(written, Hand)
