"""Rounds: the hands that are written on the sheet together, and what is written of them.

For two or three players a round is a hand. Two against two it is both hands that are
played side by side, netted into one.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count

from models.gin.columns import Entry
from models.gin.hand import Hand
from models.gin.scoring import HandResult
from models.gin.seating import Faced, Player, Table


@dataclass(frozen=True, slots=True)
class Round:
    """Hands that are written together."""

    nth: int
    """Which round it is, from 1."""
    numbers: tuple[int, ...]
    hands: tuple[Hand, ...]
    complete: bool = True
    """Whether no hand of it is still being played."""

    def beside(self, number: int) -> int | None:
        """The hand that is netted with hand *number*, if there is one."""
        return sum(self.numbers) - number or None


def rounds(hands: Iterable[Hand], table: Table) -> Iterator[Round]:
    """*hands* in the order in which they are written, from number 1.

    Partners do not wait for each other to note a hand: a round is written when both of
    its hands are there. Those without one beside them come last.

    :raises ValueError: if a hand was played by two who cannot face each other at this table.
    """
    hands = tuple(hands)
    for hand in hands:
        if not table.may_face(hand.faced) or hand.knocker not in (None, *hand.faced):
            raise ValueError(f"not played at a table of {table}: {hand!r}")
    if table is Table.PARTNERSHIP:
        return _of_partners(hands)
    return (Round(number, (number,), (hand,)) for number, hand in enumerate(hands, 1))


def _of_partners(hands: Sequence[Hand]) -> Iterator[Round]:
    waiting: dict[tuple[int, Faced], Round] = {}
    for number, (hand, nth) in enumerate(zip(hands, round_numbers(hands), strict=True), 1):
        before = waiting.pop((nth, opposite(hand.faced)), None)
        if before is None:
            waiting[nth, hand.faced] = Round(nth, (number,), (hand,), complete=False)
        else:
            yield Round(nth, (*before.numbers, number), (*before.hands, hand))
    yield from waiting.values()


def round_numbers(hands: Sequence[Hand]) -> list[int]:
    """The round that each hand of partners belongs to.

    Where a hand says it, that stays, whatever becomes of others: when one is taken off the
    sheet, its round waits for another, and no other round changes. Nobody plays twice in a
    round: a second hand there, such as one that was brought back after another had taken
    its place, belongs to the first round that is free, as one that says nothing does.
    """
    said = _said(hands)
    taken = {(nth, player) for hand, nth in zip(hands, said, strict=True) for player in hand.faced if nth}
    since: dict[Faced, int] = {}
    numbers = []
    for hand, nth in zip(hands, said, strict=True):
        if not nth:
            nth = since[hand.faced] = first_free(taken, hand.faced, since.get(hand.faced, 1))
        taken |= {(nth, player) for player in hand.faced}
        numbers.append(nth)
    return numbers


def _said(hands: Sequence[Hand]) -> list[int]:
    """The round that each hand says it belongs to; 0 for none, or one in which somebody has played before."""
    taken: set[tuple[int, Player]] = set()
    said = []
    for hand in hands:
        places = {(hand.round, player) for player in hand.faced}
        said.append(0 if places & taken else hand.round)
        taken |= places
    return said


def first_free(taken: Collection[tuple[int, Player]], faced: Faced, since: int = 1) -> int:
    """The first round in which neither of two has played; *taken* are the rounds with their players.

    No round before *since* is looked at.

    >>> first_free({(1, 0), (1, 1), (2, 0), (2, 3)}, (1, 2))
    2
    """
    return next(nth for nth in count(since) if not any((nth, player) in taken for player in faced))


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
