"""A small database as the first release leaves it: ``python -m tests.records.first_release`` writes it.

Every migration after the first has to carry it. Until that release is published, it is written anew whenever
the first migration changes; afterwards never again.
"""

import lzma
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from models.gin.rules.presets import PRESETS
from models.gin.rules.seating import Table
from models.gin.sheet.extra_lines import Adjustment
from models.records.books.book_deletion import delete_player
from models.records.books.book_matches import Chosen, start_in_book
from models.records.books.books import agree_on, start_book
from models.records.books.players import add_player, merge_players, players_of, rename_player, split_player
from models.records.books.rematches import start_rematch
from models.records.database.base import db
from models.records.ratings.ratings import refresh_ratings
from models.records.saving.deletion import remove_name
from models.records.saving.hand_writes import add_hand, correct_hand, remove_hand, undo
from models.records.saving.pipeline import Entry, new_entry_id
from models.records.saving.rule_changes import change_rules
from models.records.saving.seats import renew_link, take_seat
from models.records.saving.starting import start_match
from models.records.tables.column_types import Agreement
from models.records.tables.saved_rules import save_rules
from models.records.tables.shared import Link
from tests.databases import dispose, make_app, migrate
from tests.records.table import (
    ANN_KNOCKS,
    ANNS_PHONE,
    BOB_BREAKS_HIS_EIGHTS,
    BOB_HAS_GIN,
    BOB_WON_25,
    BOBS_PHONE,
    DEAD,
    PAGAT,
    a_match,
    deal,
    entry,
)

FILE = Path(__file__).parents[1] / "data" / "first_release.sql.xz"

SHORT = Agreement("pagat", "To 25", PAGAT.but(target=25))


def fill() -> None:
    """Fills every table of the current database, with what is done at the table and in a book."""
    book = start_book("Thursday club", [], device=ANNS_PHONE, entry=new_entry_id())

    def form() -> Entry:
        return Entry(new_entry_id(), 0, ANNS_PHONE)

    def play(*names: str) -> None:
        asked = {"first_dealer": 0, "device": ANNS_PHONE, "entry": new_entry_id()}
        table = list(Table)[len(names) - 2]
        match = start_in_book(book, [Chosen(name=name) for name in names], SHORT, table=table, **asked)
        deal(match, ANN_KNOCKS, BOB_HAS_GIN)

    for names in (("Ann", "Bob"), ("Annie", "Bob"), ("Ann", "Cid", "Bob"), ("Ann", "Bob", "Cid", "Dan")):
        play(*names)
    agree_on(book, SHORT, form())
    add_player(book, "Ann", "from Bern", form())
    ids = {player.full_name: player.id for player in players_of(book)}
    rename_player(book, ids["Cid"], "Cyd", "", form())
    merge_players(book, ids["Annie"], ids["Ann"], form())
    split_player(book, ids["Bob"], [1], "Bob", "the other", form())
    delete_player(book, ids["Dan"], form())

    match = a_match()
    first, *_others = deal(match, BOB_BREAKS_HIS_EIGHTS, DEAD, BOB_WON_25, ANN_KNOCKS)
    add_hand(match, Adjustment(0, -5, "a box too many"), entry(match))
    correct_hand(match, first, BOB_HAS_GIN, entry(match))
    remove_hand(match, first, entry(match))
    undo(match, entry(match))
    change_rules(match, Agreement("french", "Ours", PRESETS["french"]), entry(match))
    take_seat(match, BOBS_PHONE)
    renew_link(match, Link.VIEWING, ANNS_PHONE)
    start_rematch(match, ANNS_PHONE)
    loose = start_match(
        ("Eve", "Fay"), PAGAT, preset="pagat", first_dealer=1, device=BOBS_PHONE, entry=new_entry_id()
    )
    remove_name(loose, "Fay", BOBS_PHONE)
    refresh_ratings(book.id)
    save_rules(ANNS_PHONE, "Sunday rules", "pagat", PAGAT.but(target=150))


def main() -> None:
    """Writes the file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "gin.sqlite"
        migrate(Path(folder), f"sqlite:///{path}")
        app = make_app(Path(folder), f"sqlite:///{path}")
        with app.app_context():
            fill()
            db.session.remove()
        dispose(app)
        with closing(sqlite3.connect(path)) as connection:
            FILE.write_bytes(lzma.compress("\n".join(connection.iterdump()).encode()))


def load(path: Path) -> None:
    """Writes the database of the first release to *path*."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executescript(lzma.decompress(FILE.read_bytes()).decode())


if __name__ == "__main__":
    main()
