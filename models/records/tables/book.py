"""The table of books: players and their matches behind one link."""

from types import MappingProxyType

from sqlalchemy import CheckConstraint, String, text, true
from sqlalchemy.orm import Mapped, mapped_column

from models.records.tables.column_types import Agreement, UsualAgreement
from models.records.tables.shared import SharedRecord, checks_of_shared
from models.records.tables.tokens import Link


class Book(SharedRecord):
    """A book: matches of the same players, who are found again under their names."""

    __tablename__ = "books"
    __table_args__ = (
        *checks_of_shared(),
        CheckConstraint("length(care_hash) = 64", name="care_link_is_hashed"),
    )

    key = "book_id"
    purposes = MappingProxyType({link: f"{link} book" for link in Link})

    care_hash: Mapped[str] = mapped_column(String(64), unique=True)
    care_seed: Mapped[str] = mapped_column(String(32))
    """The link of those who look after it: they renew links, delete, merge and remove."""
    all_look_after: Mapped[bool] = mapped_column(default=True, server_default=true())
    """Whether all phones that can score look after it; else those of which the seat says so."""
    name: Mapped[str] = mapped_column(String(40), default="", server_default=text("''"))
    """What its players call it; "" for a book that is called after its players."""
    usual_rules: Mapped[Agreement | None] = mapped_column(UsualAgreement)
    """The rules that a new match starts with; two who have played since they were changed keep theirs."""
