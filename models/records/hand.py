"""The table of hands: only facts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import JSON, CheckConstraint, ForeignKey, String, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from models.gin.cards import Card
from models.gin.declaration import Count, Declaration, Ending
from models.gin.document.writing import write_declaration
from models.gin.sheet import Hand
from models.records.base import Base
from models.records.column_types import load_declaration, spelled

if TYPE_CHECKING:
    from models.records.match import Match


class HandRecord(Base):
    """A hand as cards or deadwood. Its result comes from the sheet."""

    __tablename__ = "hands"
    __table_args__ = (
        UniqueConstraint("match_id", "position"),
        CheckConstraint("position >= 1", name="positions_from_one"),
        CheckConstraint("0 <= faced_0 AND faced_0 < faced_1 AND faced_1 <= 3", name="two_play_it"),
        CheckConstraint("round >= 0", name="rounds_from_nought"),
        CheckConstraint("knocker IN (faced_0, faced_1)", name="knocker_plays_it"),
        CheckConstraint("ending IN ('knock', 'gin', 'big_gin', 'dead')", name="ending_is_known"),
        CheckConstraint("(laid IS NULL) <> (ending IS NULL)", name="by_cards_or_by_counts"),
        CheckConstraint(
            "(knocker IS NULL) = (COALESCE(ending, '') = 'dead')", name="nobody_knocks_in_a_dead_hand"
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
    """Its place among all hands of the match, from 1. A removed hand keeps it."""
    removed: Mapped[bool] = mapped_column(default=False)
    faced_0: Mapped[int] = mapped_column(default=0, server_default=text("0"))
    faced_1: Mapped[int] = mapped_column(default=1, server_default=text("1"))
    """The two who played it, in the order of their names."""
    round: Mapped[int] = mapped_column(default=0, server_default=text("0"))
    """Its round, with partners."""
    knocker: Mapped[int | None]
    """Which of them knocked; None in a dead hand."""
    ending: Mapped[Ending | None] = mapped_column(spelled(Ending, 10))
    """The declared outcome, with deadwood; cards imply it."""
    knocker_deadwood: Mapped[int | None]
    defender_deadwood: Mapped[int | None]
    upcard: Mapped[str | None] = mapped_column(String(2))
    laid: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    """The cards, as in the match document."""

    match: Mapped[Match] = relationship(back_populates="hands")

    @property
    def hand(self) -> Hand:
        """The hand as a value of the engine, removed or not."""
        upcard = Card.parse(self.upcard) if self.upcard else None
        return Hand(self.knocker, self._laid_under(upcard), (self.faced_0, self.faced_1), self.round)

    @hand.setter
    def hand(self, hand: Hand) -> None:
        laid = hand.laid
        count = laid if isinstance(laid, Count) and laid.ending is not Ending.DEAD else None
        self.faced_0, self.faced_1 = hand.faced
        self.round = hand.round
        self.knocker = hand.knocker
        self.upcard = str(laid.upcard) if laid.upcard else None
        self.ending = laid.ending if isinstance(laid, Count) else None
        self.knocker_deadwood = count.knocker if count else None
        self.defender_deadwood = count.defender if count else None
        self.laid = write_declaration(laid) if isinstance(laid, Declaration) else None

    def _laid_under(self, upcard: Card | None) -> Declaration | Count:
        if self.laid is not None:
            return load_declaration(self.laid, upcard)
        return Count(
            self.ending or Ending.DEAD, self.knocker_deadwood or 0, self.defender_deadwood or 0, upcard
        )

    @property
    def standing(self) -> Hand | None:
        """The hand on the sheet; None while it is removed."""
        return None if self.removed else self.hand
