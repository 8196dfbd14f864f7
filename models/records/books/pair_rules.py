"""The table of the usual rules of two players."""

from sqlalchemy import CheckConstraint, ForeignKey, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from models.records.base import Base
from models.records.column_types import Agreement, WrittenAgreement


class PairRules(Base):
    """The rules by which two players of a book usually play each other."""

    __tablename__ = "pair_rules"
    __table_args__ = (
        UniqueConstraint("player_0", "player_1"),
        CheckConstraint("player_0 < player_1", name="each_pair_once"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    book_id: Mapped[int] = mapped_column(ForeignKey("books.id", ondelete="CASCADE"), index=True)
    player_0: Mapped[int] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"))
    player_1: Mapped[int] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), index=True)
    """The two, the one with the smaller id first."""
    agreed: Mapped[Agreement] = mapped_column(WrittenAgreement)
