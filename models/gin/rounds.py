"""Rounds: the hands that are written on the sheet together, and what is written of them.

For two or three players a round is a hand. Two against two it is both hands that are
played side by side, netted into one.
"""

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from models.gin.columns import Entry
from models.gin.hand import Hand
from models.gin.scoring import HandResult
from models.gin.table import Faced, Table


@dataclass(frozen=True, slots=True)
class Round:
    """Hands that are written together."""

    numbers: tuple[int, ...]
    hands: tuple[Hand, ...]
    complete: bool = True
    """Whether no hand of it is still being played."""

    def beside(self, number: int) -> int | None:
        """The hand that is netted with hand *number*, if there is one."""
        return sum(self.numbers) - number or None


def rounds(hands: Iterable[Hand], table: Table) -> Iterator[Round]:
    """*hands* in the order in which they are written, from number 1.

    Partners do not wait for each other to note a hand: the first of one pair goes with
    the first of the other, the second with the second, and those without one beside them
    come last.

    :raises ValueError: if a hand was played by two who cannot face each other at this table.
    """
    waiting: defaultdict[Faced, deque[tuple[int, Hand]]] = defaultdict(deque)
    for number, hand in enumerate(hands, 1):
        if not table.may_face(hand.faced) or hand.knocker not in (None, *hand.faced):
            raise ValueError(f"not played at a table of {table}: {hand!r}")
        if table is not Table.PARTNERSHIP:
            yield Round((number,), (hand,))
        elif waiting[opposite(hand.faced)]:
            before, beside = waiting[opposite(hand.faced)].popleft()
            yield Round((before, number), (beside, hand))
        else:
            waiting[hand.faced].append((number, hand))
    left = [each for pair in waiting.values() for each in pair]
    for number, hand in sorted(left, key=lambda each: each[0]):
        yield Round((number,), (hand,), complete=False)


def opposite(faced: Faced) -> Faced:
    """The two of four who play beside *faced*.

    >>> opposite((0, 3))
    (1, 2)
    """
    first, second = Table.PARTNERSHIP.others(faced)
    return first, second


def entries_of(hands: Sequence[Hand], results: Sequence[HandResult], table: Table) -> tuple[Entry, ...]:
    """What a round writes: what its hands pay, netted if there are two; nothing if nobody won."""
    each = (entry_of(hand, result, table) for hand, result in zip(hands, results, strict=True))
    won = [entry for entry in each if entry]
    return netted(*won) if len(won) == 2 else tuple(won)


def entry_of(hand: Hand, result: HandResult, table: Table) -> Entry | None:
    """What a hand writes by itself, or None if nobody won it."""
    if result.winner is None:
        return None
    winner, loser = hand.player(result.winner), hand.player(result.winner.other)
    return Entry(table.side(winner), table.side(loser), result.points, result.boxes)


def netted(one: Entry, other: Entry) -> tuple[Entry, ...]:
    """Two won hands as one: the smaller taken from the larger, one box to the side ahead.

    Boxes beside a hand's own stay with the side that earned them. Nothing else is
    written when both sides won as much.

    >>> netted(Entry(0, 1, points=12, boxes=1), Entry(1, 0, points=10, boxes=1))
    (Entry(winner=0, loser=1, points=2, boxes=1, hands=1),)
    """
    if one.winner == other.winner:
        return (replace(one, points=one.points + other.points, boxes=one.boxes + other.boxes - 1),)
    ahead, behind = sorted((one, other), key=lambda entry: entry.points, reverse=True)
    if ahead.points == behind.points:
        return (*_earned(one), *_earned(other))
    return (replace(ahead, points=ahead.points - behind.points), *_earned(behind))


def _earned(entry: Entry) -> tuple[Entry, ...]:
    """The boxes of *entry* beside the hand's own, if there are any."""
    extra = entry.boxes - 1
    return (replace(entry, points=0, boxes=extra, hands=0),) if extra else ()
