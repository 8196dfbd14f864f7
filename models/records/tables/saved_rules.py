"""The table of custom rules that are saved on a phone under a name."""

from collections.abc import Sequence
from datetime import UTC, datetime

from sqlalchemy import CheckConstraint, String, UniqueConstraint, select
from sqlalchemy.orm import Mapped, mapped_column

from models.gin.player_names import is_name, is_same_name
from models.gin.rules.house_rules import HouseRules
from models.records.database.base import Base, db, once
from models.records.database.unreadable import any_damaged
from models.records.tables.column_types import FrozenRules, Instant
from models.records.tables.shared import hashed

MOST_SAVED_RULES = 50
"""On one phone."""


class SavedRules(Base):
    """Custom rules of a device."""

    __tablename__ = "saved_rules"
    __table_args__ = (
        UniqueConstraint("device_hash", "name"),
        CheckConstraint("length(device_hash) = 64", name="device_is_hashed"),
        CheckConstraint("length(name) BETWEEN 1 AND 40", name="house_has_a_name"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    device_hash: Mapped[str] = mapped_column(String(64))
    name: Mapped[str] = mapped_column(String(40))
    preset: Mapped[str] = mapped_column(String(40))
    """The preset they were made from; it may have changed since."""
    rules: Mapped[HouseRules] = mapped_column(FrozenRules)
    created_at: Mapped[datetime] = mapped_column(Instant)
    used_at: Mapped[datetime] = mapped_column(Instant)
    """When they were last saved or used for a match."""


class NameTakenError(ValueError):
    """Raised if the device has other rules of that name."""


class TooManySavedRulesError(ValueError):
    """Raised if the device has as many rules as it can."""


def saved_rules_of(device: str | None) -> list[SavedRules]:
    """The rules of *device*, the last used first; without those that can't be read."""
    if device is None:
        return []
    query = select(SavedRules).where(SavedRules.device_hash == hashed(device))
    newest = db.session.scalars(query.order_by(SavedRules.used_at.desc(), SavedRules.id.desc()))
    return [each for each in newest if not any_damaged((each.name, each.rules))]


def save_rules(
    device: str, name: str, preset: str, rules: HouseRules, *, replacing: int | None = None
) -> SavedRules:
    """Saves rules on *device*, or replaces those with the id *replacing*.

    The same rules under the same name are saved once.

    :raises ValueError: if *name* is not valid.
    :raises NameTakenError: if the device has other rules under that name.
    :raises TooManySavedRulesError: if some have to be deleted first.
    :raises LookupError: if there are no rules to replace.
    """
    name = " ".join(name.split())
    if not is_name(name):
        raise ValueError(f"not a name: {name!r}")
    return once(lambda: _keep(saved_rules_of(device), device, name, preset, rules, replacing))


def _keep(
    own_rules: Sequence[SavedRules],
    device: str,
    name: str,
    preset: str,
    rules: HouseRules,
    replacing: int | None,
) -> SavedRules:
    now = datetime.now(UTC)
    saved = _with_id(own_rules, replacing) if replacing else _same(own_rules, name, rules)
    if any(each is not saved and is_same_name(each.name, name) for each in own_rules):
        raise NameTakenError(name)
    if saved is None:
        if len(own_rules) >= MOST_SAVED_RULES:
            raise TooManySavedRulesError(f"{len(own_rules)} saved rules")
        saved = SavedRules(device_hash=hashed(device), created_at=now)
        db.session.add(saved)
    saved.name, saved.preset, saved.rules, saved.used_at = name, preset, rules, now
    return saved


def _same(own_rules: Sequence[SavedRules], name: str, rules: HouseRules) -> SavedRules | None:
    return next((each for each in own_rules if each.rules == rules and is_same_name(each.name, name)), None)


def _with_id(own_rules: Sequence[SavedRules], saved_id: int) -> SavedRules:
    for saved in own_rules:
        if saved.id == saved_id:
            return saved
    raise LookupError(f"no saved rules {saved_id} on this device")


def mark_rules_used(device: str, saved_id: int) -> None:
    """Marks saved rules as used for a match, so that they are offered first the next time.

    :raises LookupError: if the device has no such rules.
    """

    def use() -> None:
        _with_id(saved_rules_of(device), saved_id).used_at = datetime.now(UTC)

    once(use)


def delete_rules(device: str | None, saved_id: int) -> None:
    """Deletes saved rules. Matches that use them keep them.

    :raises LookupError: if the device has no such rules.
    """
    once(lambda: db.session.delete(_with_id(saved_rules_of(device), saved_id)))
