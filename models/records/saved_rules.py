"""The table of houses: rules that somebody made, kept on a phone under a name."""

from collections.abc import Sequence
from datetime import UTC, datetime

from sqlalchemy import CheckConstraint, String, UniqueConstraint, select
from sqlalchemy.orm import Mapped, mapped_column

from models.gin.document.reading import is_name, is_same_name
from models.gin.rules import HouseRules
from models.records.base import Base, db
from models.records.column_types import FrozenRules, Instant
from models.records.tokens import hashed
from models.records.transactions import once

MOST_SAVED_RULES = 50
"""On one phone."""


class SavedRules(Base):
    """A house that somebody made on a device."""

    __tablename__ = "houses"
    __table_args__ = (
        UniqueConstraint("device_hash", "name"),
        CheckConstraint("length(device_hash) = 64", name="device_is_hashed"),
        CheckConstraint("length(name) BETWEEN 1 AND 40", name="house_has_a_name"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    device_hash: Mapped[str] = mapped_column(String(64))
    name: Mapped[str] = mapped_column(String(40))
    preset: Mapped[str] = mapped_column(String(40))
    """The named house it was made from; it may have changed since."""
    rules: Mapped[HouseRules] = mapped_column(FrozenRules)
    created_at: Mapped[datetime] = mapped_column(Instant)
    used_at: Mapped[datetime] = mapped_column(Instant)
    """When it was last kept, or a match begun by it."""


class NameTakenError(ValueError):
    """Raised when the device keeps another house of that name."""


class TooManySavedRulesError(ValueError):
    """Raised when the device keeps as many houses as it may."""


def saved_rules_of(device: str | None) -> list[SavedRules]:
    """The houses that *device* keeps, the last used first."""
    if device is None:
        return []
    mine = select(SavedRules).where(SavedRules.device_hash == hashed(device))
    return list(db.session.scalars(mine.order_by(SavedRules.used_at.desc(), SavedRules.id.desc())))


def save_rules(
    device: str, name: str, preset: str, rules: HouseRules, *, replacing: int | None = None
) -> SavedRules:
    """Keeps a house on *device*, or puts it in the place of the one with the id *replacing*.

    The same house twice is kept once.

    :raises ValueError: if that is no name.
    :raises NameTakenError: if the device keeps other rules under that name.
    :raises TooManySavedRulesError: if it keeps so many that one must be dropped first.
    :raises LookupError: if it keeps no house to replace.
    """
    name = " ".join(name.split())
    if not is_name(name):
        raise ValueError(f"not a name: {name!r}")
    return once(lambda: _keep(saved_rules_of(device), device, name, preset, rules, replacing))


def _keep(
    mine: Sequence[SavedRules], device: str, name: str, preset: str, rules: HouseRules, replacing: int | None
) -> SavedRules:
    now = datetime.now(UTC)
    house = _with_id(mine, replacing) if replacing else _same(mine, name, rules)
    if any(each is not house and is_same_name(each.name, name) for each in mine):
        raise NameTakenError(name)
    if house is None:
        if len(mine) >= MOST_SAVED_RULES:
            raise TooManySavedRulesError(f"{len(mine)} houses")
        house = SavedRules(device_hash=hashed(device), created_at=now)
        db.session.add(house)
    house.name, house.preset, house.rules, house.used_at = name, preset, rules, now
    return house


def _same(mine: Sequence[SavedRules], name: str, rules: HouseRules) -> SavedRules | None:
    return next((each for each in mine if each.rules == rules and is_same_name(each.name, name)), None)


def _with_id(mine: Sequence[SavedRules], house_id: int) -> SavedRules:
    for house in mine:
        if house.id == house_id:
            return house
    raise LookupError(f"no house {house_id} on this device")


def mark_rules_used(device: str, house_id: int) -> None:
    """Notes that a match begins by a house, so that it is offered first the next time.

    :raises LookupError: if the device keeps no such house.
    """

    def use() -> None:
        _with_id(saved_rules_of(device), house_id).used_at = datetime.now(UTC)

    once(use)


def delete_rules(device: str | None, house_id: int) -> None:
    """Keeps a house no longer. Matches begun by it keep its rules.

    :raises LookupError: if the device keeps no such house.
    """
    once(lambda: db.session.delete(_with_id(saved_rules_of(device), house_id)))
