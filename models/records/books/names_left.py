"""Where the name of a player stays in the words of a book when the player is deleted."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from sqlalchemy import select

from models.gin.document.reading_extra_lines import load_line
from models.gin.sheet.extra_lines import reason_of
from models.records.books.players import matches_with
from models.records.database.base import db
from models.records.saving.name_removal import without_name
from models.records.tables.book import Book
from models.records.tables.match import Match, readable
from models.records.tables.place import shown
from models.records.tables.player import Player
from models.records.tables.sheet_row import SheetRow
from models.records.tables.unreadable import READING


class NameLeft(NamedTuple):
    """Words with a name that a deletion leaves, and their match."""

    match: Match
    words: str


def names_left(book: Book, player: Player) -> Sequence[NameLeft]:
    """The words that keep the name: it is part of another word there, or the player is not in the match."""
    theirs, found = set(db.session.scalars(matches_with(player.id))), dict[tuple[int, str], None]()
    for match_id, words in _words_in(book):
        if player.name.casefold() in _after(words, player, is_theirs=match_id in theirs).casefold():
            found[match_id, words] = None
    query = select(Match).where(Match.id.in_({match_id for match_id, _words in found}))
    matches = {match.id: match for match in readable(db.session.scalars(query))}
    return [NameLeft(matches[match_id], words) for match_id, words in found if match_id in matches]


def _after(words: str, player: Player, *, is_theirs: bool) -> str:
    """What a deletion makes of *words*."""
    if not is_theirs:
        return words
    for name in (player.full_name, player.name):
        words = without_name(words, name, shown([None])[0])
    return words


def _words_in(book: Book) -> Iterator[tuple[int, str]]:
    """What players wrote in the matches of *book*: titles of rules, remarks, words on extra lines."""
    for column in (Match.rules_name, Match.remark):
        query = select(Match.id, column).where(Match.book_id == book.id, column != "")
        for match_id, words in db.session.execute(query):
            yield match_id, words
    rows = select(SheetRow.match_id, SheetRow.remark, SheetRow.extra_line).join(
        Match, Match.id == SheetRow.match_id
    )
    written = (SheetRow.remark != "") | SheetRow.extra_line.is_not(None)
    for match_id, remark, line in db.session.execute(rows.where(Match.book_id == book.id, written)):
        yield match_id, remark
        with suppress(*READING):
            yield match_id, reason_of(load_line(line)) if line else ""
