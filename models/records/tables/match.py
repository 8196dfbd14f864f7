"""The table of matches, with the snapshot of each."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Self, cast

from sqlalchemy import CheckConstraint, ForeignKey, Index, String, Text, event, false, text
from sqlalchemy.engine.default import DefaultExecutionContext
from sqlalchemy.orm import Mapped, composite, mapped_column, relationship

from models.gin.cards.cards import PACK
from models.gin.counting import COUNTING, results_of, write_results
from models.gin.hand.problems import InvalidDeclarationError
from models.gin.hand.scoring import Hand
from models.gin.money import points_owed
from models.gin.player_names import LONGEST_REMARK
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.seating import Player, Table, Totals
from models.gin.sheet.extra_lines import ExtraLine
from models.gin.sheet.sheet import Sheet, sheet
from models.records.database.unreadable import READING, UnreadableError, any_damaged, note_unreadable
from models.records.tables.column_types import (
    Agreement,
    Day,
    FrozenRules,
    Instant,
    SumOfPoints,
    is_known_agreement,
    spelled,
)
from models.records.tables.local_time import local_time
from models.records.tables.place import Place, opponents, shown
from models.records.tables.shared import Link, SharedRecord, checks_of_shared
from models.records.tables.sheet_row import ExtraLineRecord, HandRecord, Record, records_of


def _in_books(name: str, *columns: str) -> Index:
    """An index for the pages of books. Matches in no book are not in it."""
    where = text(f"{columns[0]} IS NOT NULL")
    return Index(f"ix_matches_{name}", *columns, sqlite_where=where, postgresql_where=where)


CHECKS = (
    CheckConstraint("seating IN ('two', 'three', 'partnership')", name="seating_is_known"),
    CheckConstraint("(total_2 IS NULL) = (seating <> 'three')", name="third_side_at_the_table"),
    CheckConstraint(
        "first_dealer IN (0, 1) OR first_dealer = 2 AND seating = 'three'",
        name="first_dealer_plays_in_the_match",
    ),
    CheckConstraint("hands_played >= 0", name="hands_from_nought"),
    CheckConstraint("winner IN (0, 1) OR winner = 2 AND seating = 'three'", name="winner_plays_in_the_match"),
    CheckConstraint("length(upcard) = 2", name="upcard_is_one_card"),
)

INDEXES = (
    _in_books("by_day", "book_id", "played_on", "id"),
    _in_books("in_order", "book_id", "played_on", "created_at", "document_id", "id"),
    _in_books("by_state", "book_id", "match_over", "played_on", "id"),
    _in_books("by_rules", "book_id", "preset", "rules_name", "played_on", "id"),
)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The score of a match for lists, updated with every change of its sheet."""

    hands: int
    total_0: int
    total_1: int
    """What is on top of the sheet: totals of the game, what its columns pay, or what decided the match."""
    game_over: bool
    match_over: bool
    winner: Player | None
    """The winner of the match if it is over, else of its last game if that is over; may be a side."""
    total_2: int | None = None
    """The third total, with three players; if two of them are a side, that of the side."""
    results: str | None = None
    """Who won each game that is over; None in a match that was last written before this was stored."""

    @classmethod
    def of(cls, sheet: Sheet) -> Self:
        game = sheet.game
        winner = sheet.match.winner if sheet.match.over else game.winner
        first, second, *third = sheet.table.by_seat(_on_top(sheet))
        return cls(
            len(sheet.hands),
            first,
            second,
            game_over=game.over,
            match_over=sheet.match.over,
            winner=winner if game.over else None,
            total_2=next(iter(third), None),
            results=write_results(results_of(sheet)),
        )

    @property
    def totals(self) -> Totals:
        """The total of each side."""
        return tuple(total for total in (self.total_0, self.total_1, self.total_2) if total is not None)


def _on_top(sheet: Sheet) -> Totals:
    """The figures on top of a sheet."""
    if sheet.is_decided_by_points:
        return sheet.match.score
    game = sheet.game
    return points_owed(game) if len(game.columns) > 1 else game.final or game.running


UPCARDS = {None, *map(str, PACK)}
"""What can be turned up."""


def day_of(started: datetime) -> date:
    """The day of a moment in local time, as pages show it."""
    return local_time(started).date()


def _day_started(context: DefaultExecutionContext) -> date:
    """The day on which the match of a new row was started."""
    return day_of(context.get_current_parameters()["created_at"])  # type: ignore[no-untyped-call]


class Match(SharedRecord):
    """A match: its players, rules and hands."""

    __tablename__ = "matches"
    __table_args__ = (*checks_of_shared(), *CHECKS, *INDEXES)

    key = "match_id"
    purposes = MappingProxyType({Link.VIEWING: "watch", Link.SCORING: "score"})

    seating: Mapped[Table] = mapped_column(
        spelled(Table, 12), default=Table.TWO, server_default=text("'two'")
    )
    """How many play, as the players chose it."""
    preset: Mapped[str] = mapped_column(String(40))
    """The preset that the rules were made from; it may have changed since."""
    rules_name: Mapped[str] = mapped_column(String(40), default="", server_default=text("''"))
    """The players' own name for their rules."""
    rules: Mapped[HouseRules] = mapped_column(FrozenRules)
    """The agreed rules."""
    first_dealer: Mapped[int]
    rematch_of: Mapped[int | None] = mapped_column(ForeignKey("matches.id", ondelete="SET NULL"), index=True)
    upcard: Mapped[str | None] = mapped_column(String(2))
    """The upcard of the hand being played, if it was entered."""
    tells_missed: Mapped[bool] = mapped_column(default=True)
    """Whether missed lay-offs are shown."""
    last_entry: Mapped[str] = mapped_column(String(64), default="", server_default=text("''"))
    """The entry id of the last change; empty before the first.

    After a backup was restored, another history may have reached the same version.
    """
    imported_at: Mapped[datetime | None] = mapped_column(Instant)
    """When it was imported from a file; None for a match that was started here."""
    played_on: Mapped[date] = mapped_column(Day, default=_day_started)
    """The day where it was played: that of its paper or file, else of its start in the server's time zone."""
    book_id: Mapped[int | None] = mapped_column(ForeignKey("books.id", ondelete="SET NULL"))
    """The book that it is in."""
    remark: Mapped[str] = mapped_column(String(LONGEST_REMARK), default="", server_default=text("''"))
    """What somebody wrote on it; "" for nothing. It is not in the history."""
    ends_after_last: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether it ended after its last line, as one from paper, though nobody has reached the target."""
    undone_to: Mapped[int | None]
    """The version before which Undo does not go: names were changed then. None if they never were."""
    unversioned_changes: Mapped[int] = mapped_column(default=0, server_default=text("0"))
    """How often names, remarks or its book were changed, without a new version. Every page depends on it."""
    counting: Mapped[int] = mapped_column(default=COUNTING, server_default=text("0"))
    """Which way of counting its snapshot and its places are of; 0 before there were several."""
    snapshot: Mapped[Snapshot] = composite(
        mapped_column("hands_played"),
        mapped_column("total_0", SumOfPoints),
        mapped_column("total_1", SumOfPoints),
        mapped_column("game_over"),
        mapped_column("match_over"),
        mapped_column("winner"),
        mapped_column("total_2", SumOfPoints),
        mapped_column("results", Text),
    )

    places: Mapped[list[Place]] = relationship(
        order_by=Place.place, lazy="selectin", passive_deletes=True, cascade="save-update, merge"
    )
    """Who sits where, in the order of the sheet."""

    _records = cast("tuple[Record, ...] | None", None)
    _hands = cast("tuple[HandRecord, ...]", ())

    @property
    def records(self) -> tuple[Record, ...]:
        """All hands and extra lines in their order, including removed ones, read when first asked for."""
        if self._records is None:
            self.know_records(records_of(self.id))
        return self._records or ()

    def know_records(self, records: tuple[Record, ...]) -> None:
        """Keeps hands and extra lines that were read, also together with those of other matches."""
        self._records = records
        self._hands = tuple([record for record in records if isinstance(record, HandRecord)])

    @property
    def hands(self) -> tuple[HandRecord, ...]:
        """All hands in their order, including removed ones."""
        return self._hands if self.records else ()

    @property
    def extra_lines(self) -> tuple[ExtraLineRecord, ...]:
        """All extra lines, in their order, including removed ones."""
        return tuple(record for record in self.records if isinstance(record, ExtraLineRecord))

    @property
    def has_only_a_day(self) -> bool:
        """Whether no moment of it is by the clocks here: it is from paper or from afar, and unchanged."""
        is_as_imported = self.imported_at is not None and self.changed_at <= self.imported_at
        return is_as_imported and self.played_on != day_of(self.created_at)

    def put(self, record: Record) -> None:
        """Puts *record* in its place, in place of an older one."""
        others = [each for each in self.records if each.id != record.id]
        self.know_records(tuple(sorted((*others, record), key=lambda each: each.position)))

    @property
    def agreement(self) -> Agreement:
        return Agreement(self.preset, self.rules_name, self.rules)

    @property
    def whole_agreement(self) -> Agreement:
        """The agreed rules, and whether the match ends after its last line, as its history has it."""
        return replace(self.agreement, ends_after_last=self.ends_after_last)

    @whole_agreement.setter
    def whole_agreement(self, agreed: Agreement) -> None:
        self.preset, self.rules_name, self.rules = agreed.preset, agreed.rules_name, agreed.rules
        self.ends_after_last = agreed.ends_after_last

    @property
    def version_stamp(self) -> str:
        """The version and its entry id, as forms and addresses carry them: ``12.5f0c…``."""
        return f"{self.version}.{self.last_entry}"

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names as pages show them, in the order of the sheet."""
        return shown(self.names)

    @property
    def names(self) -> tuple[str | None, ...]:
        """The players' names as they are stored; None for somebody without one."""
        return tuple([place.name for place in self.places])

    @property
    def is_named(self) -> bool:
        return None not in self.names

    @property
    def table(self) -> Table:
        """How many play, and who plays for whom; three play as the rules have them play."""
        return self.rules.seated_at(self.seating)

    def may_take(self, rules: HouseRules) -> bool:
        """Whether it can go on by *rules*: once anything is written, three players don't change sides."""
        return not self.records or rules.seated_at(self.seating).sides == self.table.sides

    @property
    def player_ids(self) -> tuple[int | None, ...]:
        """The players of the book, in the order of the names."""
        return tuple([place.player_id for place in self.places])

    def place_players(self, names: Sequence[str | None], player_ids: Sequence[int | None]) -> None:
        """Puts these people at its places, for the book that it is in."""
        rows = zip(self.places, names, player_ids, opponents(player_ids), strict=True)
        for place, name, player, opponent in rows:
            place.name, place.player_id, place.opponent_id = name, player, opponent
            place.book_id = self.book_id

    def note_names_changed(self) -> None:
        """Every page depends on the names, and Undo goes no further back than to this sheet."""
        self.unversioned_changes += 1
        self.undone_to = self.version

    def leave_book(self) -> None:
        """Takes it out of its book. The names stay."""
        self.book_id = None
        self.place_players(self.names, [None] * len(self.places))
        self.unversioned_changes += 1

    @property
    def sides(self) -> tuple[str, ...]:
        """The names above the totals: players, or partners together."""
        return self.table.by_side(self.players)

    @property
    def plays_by_upcard(self) -> bool:
        """Whether the hand being played has one upcard for all; partners turn up two."""
        return self.rules.needs_upcard and self.table is not Table.PARTNERSHIP

    @property
    def present(self) -> tuple[HandRecord, ...]:
        """The hands on the sheet, in the order of the lines of :attr:`sheet`."""
        return tuple([record for record in self.hands if not record.removed])

    @property
    def on_sheet(self) -> tuple[Record, ...]:
        """The hands and extra lines on the sheet, in their order."""
        return tuple([record for record in self.records if not record.removed])

    @property
    def removed(self) -> tuple[Record, ...]:
        return tuple(record for record in self.records if record.removed)

    @property
    def is_readable(self) -> bool:
        """Whether what lists and pages need of it can be read, apart from its hands."""
        kept = (self.seating, self.rules, self.rules_name, self.remark, *self.names)
        moments = (self.played_on, self.created_at, self.changed_at, self.imported_at)
        numbers = (self.version, self.first_dealer, self.snapshot.hands, *self.snapshot.totals)
        are_numbers = all(isinstance(each, int) for each in numbers)
        are_known = is_known_agreement(self.preset, self.rules_name) and self.upcard in UPCARDS
        is_won = self.snapshot.winner in (None, *range(len(self.places)))
        return are_numbers and are_known and is_won and not any_damaged((*kept, *moments))

    @property
    def has_readable_sheet(self) -> bool:
        """Whether the match can be read, and its hands too."""
        try:
            return self.is_readable and self.sheet is not None
        except (UnreadableError, InvalidDeclarationError):
            return False

    @property
    def sheet(self) -> Sheet:
        """The score sheet.

        :raises InvalidDeclarationError: if a hand is not valid.
        :raises UnreadableError: if what is stored makes none.
        """
        try:
            return self.sheet_of([record.written for record in self.on_sheet])
        except InvalidDeclarationError:
            raise
        except READING as error:
            raise UnreadableError(f"match {self.id}") from error

    def sheet_of(self, written: Iterable[Hand | ExtraLine], rules: HouseRules | None = None) -> Sheet:
        """The score sheet with other hands and lines, or other *rules*."""
        return _sheet(
            tuple(written), rules or self.rules, self.first_dealer, self.seating, self.ends_after_last
        )

    def sheet_under(self, written: Iterable[Hand | ExtraLine], agreed: Agreement) -> Sheet:
        """The score sheet with other hands and lines, and what was *agreed* then."""
        return _sheet(tuple(written), agreed.rules, self.first_dealer, self.seating, agreed.ends_after_last)

    def record(self, row_id: int) -> Record:
        """The record of a hand or an extra line by its id.

        :raises LookupError: if it has none with this id.
        """
        for record in self.records:
            if record.id == row_id:
                return record
        raise LookupError(f"no hand or line {row_id} in this match")

    def numbered(self, number: int) -> HandRecord:
        """The hand with this *number* on the sheet, from 1.

        :raises LookupError: if there is none.
        """
        present = self.present
        if not 1 <= number <= len(present):
            raise LookupError(f"no hand {number} on the sheet")
        return present[number - 1]

    def at_position(self, position: int) -> Record:
        """The hand or extra line with this *position* in the match, from 1, removed or not.

        :raises LookupError: if there is none.
        """
        for record in self.records:
            if record.position == position:
                return record
        raise LookupError(f"nothing at position {position} in this match")

    def number(self, record: Record) -> int:
        """The number of a hand on the sheet, or the one it would have if it were restored; from 1.

        Of an extra line, the number of the next hand.
        """
        return 1 + sum(other.position < record.position for other in self.present)


def readable(found: Iterable[Any], *, with_sheets: bool = False) -> list[Any]:
    """The matches that can be read, or the rows with such a match, or with such a sheet; notes the others."""
    kept = []
    for each in found:
        match = each if isinstance(each, Match) else each.match
        if match.has_readable_sheet if with_sheets else match.is_readable:
            kept.append(each)
        else:
            note_unreadable(match.id)
    return kept


def enough_readable(ask: Callable[[int], Sequence[Any]], limit: int) -> list[Any]:
    """The first *limit* that can be read of a list, asked for anew with more where some can't."""
    most = limit
    while len(kept := readable(found := ask(most))) < limit and len(found) >= most:
        most += limit - len(kept)
    return kept[:limit]


@event.listens_for(Match, "expire")
@event.listens_for(Match, "refresh")
def _forget_hands(match: Match, *about: Collection[str] | None) -> None:
    """When a match is read anew, so are its hands.

    The last argument names what is read, None if it is everything. To make a snapshot of known columns is to
    read it, for SQLAlchemy: that leaves the hands as they are.
    """
    read = about[-1]
    if read is None or "version" in read:
        match._records = None


@lru_cache(maxsize=8)
def _sheet(
    written: tuple[Hand | ExtraLine, ...],
    rules: HouseRules,
    first_dealer: Player,
    table: Table,
    ends_after_last: bool,
) -> Sheet:
    """The score sheet; the last few are cached.

    Every save computes the sheet, and then every phone at the table asks for it. Hands are compared
    by value, so that no cached sheet is ever outdated. A sheet of a thousand hands takes two megabytes.
    """
    return sheet(written, rules, first_dealer, table, ends_after_last=ends_after_last)
