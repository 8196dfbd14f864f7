"""The table of matches."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Self

from sqlalchemy import CheckConstraint, ForeignKey, String, text
from sqlalchemy.orm import Mapped, composite, mapped_column, relationship

from models.gin.columns import Player, Totals
from models.gin.hand import Hand
from models.gin.rules import HouseRules
from models.gin.sheet import Sheet, Table, sheet
from models.records.base import Base
from models.records.column_types import Agreement, FrozenRules, Instant, spelled
from models.records.hand import HandRecord
from models.records.seat import Seat


@dataclass(frozen=True, slots=True)
class Snapshot:
    """How a match stands, for lists: worked out from its sheet whenever that changes."""

    hands: int
    total_0: int
    total_1: int
    """The totals of the game under way, or the final ones once it is over."""
    game_over: bool
    match_over: bool
    winner: Player | None
    """Of the match if that is over, else of its last game if that is; of partners their side."""
    total_2: int | None = None
    """The third total, where three play."""

    @classmethod
    def of(cls, sheet: Sheet) -> Self:
        """What a list says of *sheet*."""
        game = sheet.game
        winner = sheet.match.winner if sheet.match.over else game.winner
        first, second, *third = game.final or game.running
        return cls(
            len(sheet.lines),
            first,
            second,
            game_over=game.over,
            match_over=sheet.match.over,
            winner=winner if game.over else None,
            total_2=next(iter(third), None),
        )

    @property
    def totals(self) -> Totals:
        """The total of each side."""
        return tuple(total for total in (self.total_0, self.total_1, self.total_2) if total is not None)


class Match(Base):
    """A match: who plays, by which rules, and the hands that were dealt."""

    __tablename__ = "matches"
    __table_args__ = (
        CheckConstraint("length(watch_hash) = 64", name="watching_link_is_hashed"),
        CheckConstraint("length(score_hash) = 64", name="scoring_link_is_hashed"),
        CheckConstraint("length(name_0) BETWEEN 1 AND 40", name="first_player_has_a_name"),
        CheckConstraint("length(name_1) BETWEEN 1 AND 40", name="second_player_has_a_name"),
        CheckConstraint("length(name_2) BETWEEN 1 AND 40", name="third_player_has_a_name"),
        CheckConstraint("length(name_3) BETWEEN 1 AND 40", name="fourth_player_has_a_name"),
        CheckConstraint(
            "name_0 <> name_1 AND name_2 NOT IN (name_0, name_1) AND name_3 NOT IN (name_0, name_1, name_2)",
            name="names_differ",
        ),
        CheckConstraint("seating IN ('two', 'three', 'partnership')", name="seating_is_known"),
        CheckConstraint("(name_2 IS NULL) = (seating = 'two')", name="third_player_at_the_table"),
        CheckConstraint("(name_3 IS NULL) = (seating <> 'partnership')", name="fourth_player_at_the_table"),
        CheckConstraint("(total_2 IS NULL) = (seating <> 'three')", name="third_side_at_the_table"),
        CheckConstraint(
            "first_dealer IN (0, 1) OR first_dealer = 2 AND seating = 'three'",
            name="first_dealer_plays_in_the_match",
        ),
        CheckConstraint("version >= 0", name="versions_from_nought"),
        CheckConstraint("hands_played >= 0", name="hands_from_nought"),
        CheckConstraint(
            "winner IN (0, 1) OR winner = 2 AND seating = 'three'", name="winner_plays_in_the_match"
        ),
        CheckConstraint("length(upcard) = 2", name="upcard_is_one_card"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    watch_hash: Mapped[str] = mapped_column(String(64), unique=True)
    """What is kept of the watching link."""
    watch_seed: Mapped[str] = mapped_column(String(32))
    """What the link is made from, together with the secret key."""
    score_hash: Mapped[str] = mapped_column(String(64), unique=True)
    score_seed: Mapped[str] = mapped_column(String(32))
    """The same of the link that gives a seat."""
    begun_with: Mapped[str] = mapped_column(String(64), unique=True)
    """What is kept of the form that began it, so that the same form begins one match."""
    name_0: Mapped[str] = mapped_column(String(40))
    name_1: Mapped[str] = mapped_column(String(40))
    name_2: Mapped[str | None] = mapped_column(String(40))
    name_3: Mapped[str | None] = mapped_column(String(40))
    table: Mapped[Table] = mapped_column(
        "seating", spelled(Table, 12), default=Table.TWO, server_default=text("'two'")
    )
    """Who sits at the table: how many, and who plays for whom."""
    house: Mapped[str] = mapped_column(String(40))
    """The preset that the rules were taken from; it may have changed since."""
    house_name: Mapped[str] = mapped_column(String(40), default="", server_default=text("''"))
    """What its players call rules that they made themselves."""
    rules: Mapped[HouseRules] = mapped_column(FrozenRules)
    """What was agreed when it began, or since."""
    first_dealer: Mapped[int]
    rematch_of: Mapped[int | None] = mapped_column(ForeignKey("matches.id", ondelete="SET NULL"), index=True)
    upcard: Mapped[str | None] = mapped_column(String(2))
    """The first card turned up in the hand that is being played, where the players have noted it."""
    tells_missed: Mapped[bool] = mapped_column(default=True)
    """Whether its players want to be told which lay-offs were missed."""
    version: Mapped[int] = mapped_column(default=0)
    """How often the sheet was changed."""
    created_at: Mapped[datetime] = mapped_column(Instant)
    changed_at: Mapped[datetime] = mapped_column(Instant)
    snapshot: Mapped[Snapshot] = composite(
        mapped_column("hands_played"),
        mapped_column("total_0"),
        mapped_column("total_1"),
        mapped_column("game_over"),
        mapped_column("match_over"),
        mapped_column("winner"),
        mapped_column("total_2"),
    )

    hands: Mapped[list[HandRecord]] = relationship(
        back_populates="match", order_by=HandRecord.position, passive_deletes=True
    )
    """Every hand in its place, those removed too."""
    seats: Mapped[list[Seat]] = relationship(passive_deletes=True)
    """The devices that may write, and those that once might."""

    @property
    def live_seats(self) -> tuple[Seat, ...]:
        """The devices that may write, the first one first."""
        return tuple(sorted((seat for seat in self.seats if seat.ended_at is None), key=lambda seat: seat.id))

    @property
    def agreement(self) -> Agreement:
        """What its players play by."""
        return Agreement(self.house, self.house_name, self.rules)

    @agreement.setter
    def agreement(self, agreed: Agreement) -> None:
        self.house, self.house_name, self.rules = agreed.house, agreed.house_name, agreed.rules

    @property
    def players(self) -> tuple[str, ...]:
        """Their names, in the order in which they stand on the sheet."""
        return tuple(filter(None, (self.name_0, self.name_1, self.name_2, self.name_3)))

    @property
    def sides(self) -> tuple[str, ...]:
        """Whose each total is: a player's, or that of partners together."""
        return self.table.by_side(self.players)

    @property
    def plays_by_upcard(self) -> bool:
        """Whether the hand being played goes by one upcard for all at the table; pairs turn up two."""
        return self.rules.needs_upcard and self.table is not Table.PARTNERSHIP

    @property
    def present(self) -> tuple[HandRecord, ...]:
        """The hands on the sheet: the lines of :attr:`sheet`, one for one."""
        return tuple(record for record in self.hands if not record.removed)

    @property
    def removed(self) -> tuple[HandRecord, ...]:
        """The hands that were taken off the sheet."""
        return tuple(record for record in self.hands if record.removed)

    @property
    def sheet(self) -> Sheet:
        """The score sheet, worked out anew."""
        return self.sheet_of(record.hand for record in self.present)

    def sheet_of(self, hands: Iterable[Hand], rules: HouseRules | None = None) -> Sheet:
        """The score sheet that other *hands* would make, or other *rules*."""
        return sheet(hands, rules or self.rules, self.first_dealer, self.table)

    def hand(self, hand_id: int) -> HandRecord:
        """The record of one of its hands.

        :raises LookupError: if it has no such hand.
        """
        for record in self.hands:
            if record.id == hand_id:
                return record
        raise LookupError(f"no hand {hand_id} in this match")

    def numbered(self, number: int) -> HandRecord:
        """The hand that is *number* on the sheet, from 1.

        :raises LookupError: if there are not as many.
        """
        present = self.present
        if not 1 <= number <= len(present):
            raise LookupError(f"no hand {number} on the sheet")
        return present[number - 1]

    def at_position(self, position: int) -> HandRecord:
        """The hand that was dealt as *position* of the match, from 1, removed or not.

        :raises LookupError: if there is none.
        """
        for record in self.hands:
            if record.position == position:
                return record
        raise LookupError(f"no hand at position {position} in this match")

    def number(self, record: HandRecord) -> int:
        """Which hand *record* is on the sheet, or would be if it were brought back; from 1."""
        return 1 + sum(other.position < record.position for other in self.present)
