"""The table of hands and of the extra lines between them: only facts."""

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Any, NamedTuple

from sqlalchemy import (
    CheckConstraint,
    ForeignKey,
    Select,
    String,
    UniqueConstraint,
    bindparam,
    insert,
    select,
    text,
    update,
)
from sqlalchemy.orm import Mapped, mapped_column

from models.gin.cards.cards import Card
from models.gin.document.reading import load_line
from models.gin.document.writing import write_declaration, write_line
from models.gin.hand.declaration import Count, Ending, Laid, Points
from models.gin.hand.scoring import Hand
from models.gin.player_names import LONGEST_REMARK
from models.gin.rules.seating import Player
from models.gin.sheet.extra_lines import ExtraLine
from models.records.database.base import Base, db
from models.records.database.unreadable import READING, UnreadableError, any_damaged
from models.records.tables.column_types import Stored, load_declaration, spelled


class SheetRow(Base):
    """A row of the table: a hand as cards or deadwood, or an extra line. Its result comes from the sheet.

    Pages read and write :class:`HandRecord` instead: a sheet has thirty hands, and thirty objects that
    SQLAlchemy watches for changes take four times as long as thirty values.
    """

    __tablename__ = "sheet_rows"
    __table_args__ = (
        UniqueConstraint("match_id", "position"),
        CheckConstraint("position >= 1", name="positions_from_one"),
        CheckConstraint("0 <= faced_0 AND faced_0 < faced_1 AND faced_1 <= 3", name="two_play_it"),
        CheckConstraint("round >= 0", name="rounds_from_nought"),
        CheckConstraint("knocker IN (faced_0, faced_1)", name="knocker_plays_it"),
        CheckConstraint("ending IN ('knock', 'gin', 'big_gin', 'dead')", name="ending_is_known"),
        CheckConstraint(
            "extra_line IS NOT NULL OR (laid IS NULL) <> (ending IS NULL)", name="by_cards_or_by_counts"
        ),
        CheckConstraint(
            "extra_line IS NOT NULL OR (knocker IS NULL) = (COALESCE(ending, '') = 'dead')",
            name="nobody_knocks_in_a_dead_hand",
        ),
        CheckConstraint(
            "extra_line IS NULL OR laid IS NULL AND ending IS NULL AND knocker IS NULL AND upcard IS NULL "
            "AND round = 0",
            name="extra_line_is_no_hand",
        ),
        CheckConstraint(
            "(knocker_deadwood IS NULL) = (COALESCE(ending, 'dead') = 'dead')", name="knocker_counts"
        ),
        CheckConstraint(
            "(defender_deadwood IS NULL) = (COALESCE(ending, 'dead') = 'dead')", name="defender_counts"
        ),
        CheckConstraint("knocker_deadwood BETWEEN 0 AND 110", name="knocker_deadwood_can_be"),
        CheckConstraint("defender_deadwood BETWEEN 0 AND 110", name="defender_deadwood_can_be"),
        CheckConstraint(
            "ending NOT IN ('gin', 'big_gin') OR knocker_deadwood = 0", name="gin_leaves_nothing"
        ),
        CheckConstraint("length(upcard) = 2", name="upcard_is_one_card"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"))
    position: Mapped[int]
    """The place among all hands of the match, from 1. A removed hand keeps it."""
    removed: Mapped[bool] = mapped_column(default=False)
    faced_0: Mapped[int] = mapped_column(default=0, server_default=text("0"))
    faced_1: Mapped[int] = mapped_column(default=1, server_default=text("1"))
    """The two who played it, in the order of their names."""
    round: Mapped[int] = mapped_column(default=0, server_default=text("0"))
    """The number of the round, with partners."""
    knocker: Mapped[int | None]
    """Which of the two knocked, or won a hand entered by its points; None in a dead hand."""
    ending: Mapped[Ending | None] = mapped_column(spelled(Ending, 10))
    """The declared outcome of a hand by deadwood. Cards imply it; points alone leave it unknown."""
    knocker_deadwood: Mapped[int | None]
    defender_deadwood: Mapped[int | None]
    upcard: Mapped[str | None] = mapped_column(String(2))
    laid: Mapped[dict[str, Any] | None] = mapped_column(Stored)
    """The cards, as in the match document; or the points, if nothing else is known: ``{"points": 25}``."""
    extra_line: Mapped[dict[str, Any] | None] = mapped_column(Stored)
    """An extra line, as in the match document."""
    remark: Mapped[str] = mapped_column(String(LONGEST_REMARK), default="", server_default=text("''"))
    """What somebody wrote on it, which scores nothing; "" for nothing."""


class HandRecord(NamedTuple):
    """A hand of a match, and its place among them."""

    id: int
    position: int
    """The hand's place among all hands of the match, from 1. A removed hand keeps it."""
    removed: bool
    hand: Hand
    """The hand as a value of the engine, removed or not."""
    remark: str = ""
    """What somebody wrote on it; "" for nothing. It is not in the history."""

    @property
    def written(self) -> Hand:
        return self.hand

    @property
    def standing(self) -> Hand | None:
        """The hand on the sheet; None while it is removed."""
        return None if self.removed else self.hand


class ExtraLineRecord(NamedTuple):
    """A line of a match that is not a hand, and its place among all hands and lines."""

    id: int
    position: int
    """From 1. A removed line keeps it."""
    removed: bool
    line: ExtraLine
    """The line as a value of the engine, removed or not."""

    @property
    def remark(self) -> str:
        """Nothing: it has a reason of its own."""
        return ""

    @property
    def written(self) -> ExtraLine:
        return self.line

    @property
    def standing(self) -> ExtraLine | None:
        """The line on the sheet; None while it is removed."""
        return None if self.removed else self.line


Record = HandRecord | ExtraLineRecord
"""A hand or an extra line."""


def records_of(match_id: int) -> tuple[Record, ...]:
    """All hands and extra lines of a match in their order, including removed ones.

    :raises UnreadableError: if one of them can't be read.
    """
    return tuple([_record(*row) for row in db.session.connection().execute(_reading(), {"match": match_id})])


def _record(
    row_id: int, position: int, removed: bool, extra_line: dict[str, Any] | None, remark: str, *hand: Any
) -> Record:
    """A row of :func:`_columns` as a record.

    :raises UnreadableError: if it can't be read.
    """
    try:
        if any_damaged((extra_line, remark, *hand)):
            raise ValueError
        if extra_line is not None:
            return ExtraLineRecord(row_id, position, removed, load_line(extra_line))
        record = HandRecord(row_id, position, removed, hand_in(*hand), remark)
        if record.hand.knocker not in (None, *record.hand.faced):
            raise ValueError
        return record
    except READING as error:
        raise UnreadableError(f"row {row_id} of the sheet") from error


@cache
def _reading() -> Select[Any]:
    """The query of :func:`records_of`, built once."""
    columns = SheetRow.__table__.columns
    return _columns().where(columns.match_id == bindparam("match")).order_by(columns.position)


def _columns(*before: Any) -> Select[Any]:
    """All that is read of a hand or an extra line, after other columns."""
    columns = SheetRow.__table__.columns
    place = (columns.id, columns.position, columns.removed, columns.extra_line, columns.remark)
    hand = [columns[name] for name in columns_of(Hand(None, Count(Ending.DEAD)))]
    return select(*before, *place, *hand)


def records_of_all(match_ids: Iterable[int]) -> dict[int, tuple[Record, ...]]:
    """The hands and extra lines of several matches, read together; without those that can't be read."""
    columns = SheetRow.__table__.columns
    ids = list(match_ids)
    query = _columns(columns.match_id).where(columns.match_id.in_(ids))
    records_by_match: dict[int, list[Record]] = {each: [] for each in ids}
    unreadable: set[int] = set()
    for row in db.session.connection().execute(query.order_by(columns.match_id, columns.position)):
        try:
            records_by_match[row[0]].append(_record(*row[1:]))
        except UnreadableError:
            unreadable.add(row[0])
    return {each: tuple(records) for each, records in records_by_match.items() if each not in unreadable}


def record_of(row_id: int, position: int, written: Hand | ExtraLine, remark: str = "") -> Record:
    """The record of a hand or an extra line that is on the sheet."""
    if isinstance(written, Hand):
        return HandRecord(row_id, position, False, written, remark)
    return ExtraLineRecord(row_id, position, False, written)


def insert_record(match_id: int, position: int, written: Hand | ExtraLine, remark: str = "") -> Record:
    """Writes a new hand or an extra line."""
    place = {"match_id": match_id, "position": position, "removed": False, "remark": remark}
    row = {**place, **row_of(written)}
    row_id = db.session.connection().execute(insert(SheetRow).returning(SheetRow.id), row).scalar_one()
    return record_of(row_id, position, written, remark)


def update_record(record: Record) -> None:
    """Writes *record* into its row, whose remark stays."""
    row = {"removed": record.removed, **row_of(record.written)}
    db.session.connection().execute(update(SheetRow).where(SheetRow.id == record.id), row)


def row_of(written: Hand | ExtraLine) -> dict[str, Any]:
    """The columns that hold a hand or an extra line."""
    return columns_of(written) if isinstance(written, Hand) else {"extra_line": write_line(written)}


def columns_of(hand: Hand) -> dict[str, Any]:
    """The columns that hold *hand*."""
    laid = hand.laid
    count = laid if isinstance(laid, Count) and laid.ending is not Ending.DEAD else None
    return {
        "laid": _written(laid),
        "upcard": str(laid.upcard) if laid.upcard else None,
        "knocker": hand.knocker,
        "faced_0": hand.faced[0],
        "faced_1": hand.faced[1],
        "round": hand.round,
        "ending": laid.ending if isinstance(laid, Count) else None,
        "knocker_deadwood": count.knocker if count else None,
        "defender_deadwood": count.defender if count else None,
    }


def _written(laid: Laid) -> dict[str, Any] | None:
    """Cards or points; None for deadwood, which has columns of its own."""
    if isinstance(laid, Count):
        return None
    written: dict[str, Any] = {"points": laid.points} if isinstance(laid, Points) else write_declaration(laid)
    return written


def hand_in(laid: Mapping[str, Any] | None, upcard: str | None, *others: Any) -> Hand:
    """The hand in its columns, in the order of :func:`columns_of`."""
    turned_up = Card.parse(upcard) if upcard else None
    if laid is None:
        return _by_deadwood(turned_up, *others)
    knocker, first, second, nth_round, *_ = others
    laid_hand = Points(laid["points"]) if "points" in laid else load_declaration(laid, turned_up)
    return Hand(knocker, laid_hand, (first, second), nth_round)


@lru_cache(maxsize=500)
def _by_deadwood(
    upcard: Card | None,
    knocker: Player | None,
    first: Player,
    second: Player,
    nth_round: int,
    ending: Ending,
    knockers: int | None,
    defenders: int | None,
) -> Hand:
    """A hand by its deadwood. Cached: a sheet is read many times while its hands stay the same."""
    return Hand(knocker, Count(ending, knockers or 0, defenders or 0, upcard), (first, second), nth_round)
