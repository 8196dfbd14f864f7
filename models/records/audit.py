"""The proof that what is kept agrees with itself."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum, auto

from sqlalchemy import select

from models.gin.problems import InvalidDeclarationError
from models.records.base import db
from models.records.change import Change, ChangeKind, Kept, rebuild
from models.records.match import Match, Snapshot
from models.records.matches import history


class Doubt(StrEnum):
    """What may be wrong with a match that nobody has tampered with."""

    HANDS = auto()
    """Its hands are not what its history leaves."""
    VERSION = auto()
    """Its history has gaps, or does not reach to the sheet as it is."""
    SNAPSHOT = auto()
    """The lists show something else than the sheet."""
    RULES = auto()
    """It is not played by what its history says was agreed."""
    SHEET = auto()
    """A hand on it cannot stand."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What a look at one match has shown."""

    match_id: int
    doubts: tuple[Doubt, ...]


def prove() -> Iterator[Proof]:
    """Looks at every match, one after another."""
    for match_id in db.session.scalars(select(Match.id).order_by(Match.id)).all():
        yield Proof(match_id, tuple(doubts(db.session.get_one(Match, match_id))))
        db.session.rollback()
        db.session.expunge_all()


def doubts(match: Match) -> Iterator[Doubt]:
    """Yields what is wrong with the records of *match*; nothing if they agree."""
    changes = history(match)[::-1]
    if not _leaves(changes, match):
        yield Doubt.HANDS
    if [change.version for change in changes] != list(range(1, match.version + 1)):
        yield Doubt.VERSION
    if not _agree(changes, match):
        yield Doubt.RULES
    try:
        if match.snapshot != Snapshot.of(match.sheet):
            yield Doubt.SNAPSHOT
    except InvalidDeclarationError:
        yield Doubt.SHEET


def _leaves(changes: Iterable[Change], match: Match) -> bool:
    """Whether *changes* leave the hands of *match* as they are kept."""
    try:
        return rebuild(changes) == tuple(map(Kept.of, match.hands))
    except LookupError:
        return False


def _agree(changes: Iterable[Change], match: Match) -> bool:
    """Whether each agreement in *changes* follows from the one before, and the last is that of *match*."""
    ruled = [change for change in changes if change.kind is ChangeKind.RULED]
    before = [change.agreed_before for change in ruled] + [match.agreement]
    after = [change.agreed_after for change in ruled]
    return before[1:] == after
