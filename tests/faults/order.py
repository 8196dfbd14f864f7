"""Whether what phones were told agrees with one order of all changes, which respects real time."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import inf

from tests.faults.scoring_phones import Deadwood

Hands = tuple[Deadwood, ...]


@dataclass(frozen=True, slots=True)
class Stored:
    """A change in the database; the history of a match is their order."""

    entry: str
    row_id: int
    after: Deadwood | None
    """The hand on the sheet after it; None if it was removed."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A state of the sheet that a phone was shown."""

    asked_at: float
    at: float
    version: int
    entry: str
    hands: Hands | None = None
    """None if the page shows no hands."""


@dataclass(slots=True)
class Sent:
    """A change that a phone asked for, once or often, with the same entry id."""

    entry: str
    hand: Deadwood | None
    """The hand that it adds or enters in the place of another; None if it is an undo."""
    sent_at: float
    acknowledged_at: float = inf
    refused: bool = False


@dataclass
class Told:
    """What phones have sent and seen in one match."""

    seen: list[Seen] = field(default_factory=list)
    sent: dict[str, Sent] = field(default_factory=dict)
    """By entry id: two phones that undo the same change send the same entry."""

    def begin(self, entry: str, hand: Deadwood | None, at: float) -> Sent:
        """A change is sent."""
        return self.sent.setdefault(entry, Sent(entry, hand, at))


def contradictions(history: Sequence[Stored], told: Told) -> Iterator[str]:
    """Everything that phones were told which is not true if *history* is the order of all changes."""
    versions = {change.entry: version for version, change in enumerate(history, 1)}
    if len(versions) < len(history):
        yield "an entry was written twice"
    yield from _wrong_writes(history, versions, told)
    yield from _wrong_reads(history, told)
    yield from _out_of_order(versions, told)


def _wrong_writes(history: Sequence[Stored], versions: dict[str, int], told: Told) -> Iterator[str]:
    for entry in versions.keys() - told.sent.keys():
        yield f"nobody sent {entry}"
    for sent in told.sent.values():
        version = versions.get(sent.entry)
        if version is None:
            if sent.acknowledged_at < inf:
                yield f"acknowledged, and lost: {sent}"
        elif sent.refused:
            yield f"refused, and yet written: {sent}"
        elif sent.hand not in (None, history[version - 1].after):
            yield f"another hand was written: {sent}, {history[version - 1]}"


def _wrong_reads(history: Sequence[Stored], told: Told) -> Iterator[str]:
    sheets = list(sheets_of(history))
    for seen in told.seen:
        if not 0 <= seen.version < len(sheets):
            yield f"lost after it was shown: {seen}"
            continue
        if seen.entry != (history[seen.version - 1].entry if seen.version else ""):
            yield f"another history was shown: {seen}"
        if seen.hands not in (None, sheets[seen.version]):
            yield f"a sheet that never was: {seen}, {sheets[seen.version]}"


def sheets_of(history: Iterable[Stored]) -> Iterator[Hands]:
    """The sheet at each version, from 0."""
    hands: dict[int, Deadwood | None] = {}
    yield ()
    for change in history:
        hands[change.row_id] = change.after
        yield tuple(hand for _id, hand in sorted(hands.items()) if hand is not None)


def _out_of_order(versions: dict[str, int], told: Told) -> Iterator[str]:
    """Each state that was asked for after another was known is that state or a later one."""
    asked = [(seen.asked_at, seen.at, seen.version, seen) for seen in told.seen]
    asked += [
        (sent.sent_at, sent.acknowledged_at, versions[sent.entry], sent)
        for sent in told.sent.values()
        if sent.entry in versions
    ]
    known = sorted((at, version) for _asked, at, version, _what in asked)
    newest, passed = 0, 0
    for asked_at, _at, version, what in sorted(asked, key=lambda each: each[0]):
        while passed < len(known) and known[passed][0] < asked_at:
            newest = max(newest, known[passed][1])
            passed += 1
        if version < newest + isinstance(what, Sent):
            yield f"version {newest} was known before: {what}"
    sent_at = {versions[sent.entry]: sent.sent_at for sent in told.sent.values() if sent.entry in versions}
    for seen in told.seen:
        if seen.version and sent_at.get(seen.version, 0) > seen.at:
            yield f"shown before it was sent: {seen}"
