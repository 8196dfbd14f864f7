"""What can't be read because something stored was damaged, and the matches that are left out for it."""

from collections.abc import Iterable
from typing import Any

from flask import g, has_app_context

READING = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What reading a damaged value can raise."""

SUBSTITUTE = "\x1a"
"""Stands for a byte that is no text. Nobody can type it into a name or a remark."""


class UnreadableError(Exception):
    """Raised where something is needed that can't be read."""


class _Unreadable:
    def __repr__(self) -> str:
        return "UNREADABLE"


UNREADABLE: Any = _Unreadable()
"""What a damaged value is read as, so that all others of its query can still be read."""


def note_unreadable(match_id: int | None = None) -> None:
    """Remembers that something can't be read, and which match is left out for it."""
    if has_app_context():
        g.setdefault("unreadable", set()).update({match_id} - {None})


def met_unreadable() -> bool:
    """Whether something was read in this request that can't be read."""
    return "unreadable" in g


def forget_unreadable() -> None:
    """Forgets what could not be read before."""
    if has_app_context():
        g.pop("unreadable", None)


def left_out() -> frozenset[int]:
    """The ids of the matches that were left out in this request."""
    return frozenset(g.get("unreadable", ()))


def is_damaged(value: object) -> bool:
    """Whether a value can't be read, or is text in which something can't."""
    return value is UNREADABLE or (isinstance(value, str) and SUBSTITUTE in value)


def any_damaged(values: Iterable[object]) -> bool:
    return any(map(is_damaged, values))
