"""The table of seats: which device can score in which match."""

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, String, UniqueConstraint, false
from sqlalchemy.orm import Mapped, mapped_column

from models.records.database.base import Base
from models.records.tables.column_types import Instant


class DeviceSeat:
    """A device's right to score. It is never deleted when it ends, because changes refer to it."""

    id: Mapped[int] = mapped_column(primary_key=True)
    device_hash: Mapped[str] = mapped_column(String(64), index=True)
    label: Mapped[str] = mapped_column(String(40), default="")
    """The owner of the phone, for example "Ann"; "" if unknown."""
    created_at: Mapped[datetime] = mapped_column(Instant)
    ended_at: Mapped[datetime | None] = mapped_column(Instant)
    """When the seat was ended; None while it is valid."""


def device_is_hashed() -> CheckConstraint:
    """The constraint of these columns."""
    return CheckConstraint("length(device_hash) = 64", name="device_is_hashed")


class Seat(DeviceSeat, Base):
    """A seat in a match."""

    __tablename__ = "seats"
    __table_args__ = (UniqueConstraint("match_id", "device_hash"), device_is_hashed())

    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"))
    through_book: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether the device has it by its seat in the book, and loses it with that one."""
