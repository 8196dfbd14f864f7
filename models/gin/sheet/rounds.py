"""Rounds: the hands that are scored together, what they score, who deals them, and doubles carried over.

With two or three players a round is one hand. Two against two, it is the two hands played
at the same time, netted into one score or added.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import count
from typing import NamedTuple

from models.gin.hand.scoring import Hand, HandResult
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import DealRotation, PartnersScore, Redeal, Side
from models.gin.rules.seating import Faced, Player, Table, other
from models.gin.sheet.columns import ColumnEntry
from models.gin.sheet.games import Game


class Round(NamedTuple):
    """Hands that are scored together."""

    nth: int
    """The number of the round, from 1."""
    numbers: tuple[int, ...]
    hands: tuple[Hand, ...]
    complete: bool = True
    """Whether all its hands have been entered."""

    def beside(self, number: int) -> int | None:
        """The number of the hand that is netted with hand *number*, if there is one."""
        return sum(self.numbers) - number or None


def rounds(hands: Iterable[Hand], table: Table) -> Iterator[Round]:
    """The rounds of *hands*, in the order in which they are scored.

    Pairs of partners enter their hands independently: a round is scored when both of its
    hands have been entered. Incomplete rounds come last.

    :raises ValueError: if two players of a hand cannot play each other at this table.
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
    """The number of the round of each hand, two against two.

    A hand that has a number keeps it whatever happens to others: if one hand of a round is
    deleted, the round waits for another, and no other round changes. Nobody plays twice in a
    round: a second hand there (one that was restored after another had taken its place)
    goes to the first free round, like a hand without a number.
    """
    written_rounds = _written_rounds(hands)
    taken = {
        (nth, player) for hand, nth in zip(hands, written_rounds, strict=True) for player in hand.faced if nth
    }
    since: dict[Faced, int] = {}
    numbers = []
    for hand, nth in zip(hands, written_rounds, strict=True):
        if not nth:
            nth = since[hand.faced] = first_free(taken, hand.faced, since.get(hand.faced, 1))
        taken |= {(nth, player) for player in hand.faced}
        numbers.append(nth)
    return numbers


def _written_rounds(hands: Sequence[Hand]) -> list[int]:
    """The round number of each hand; 0 for none, or if one of its players has played in that round."""
    taken: set[tuple[int, Player]] = set()
    written_rounds = []
    for hand in hands:
        places = {(hand.round, player) for player in hand.faced}
        is_free = not places & taken
        written_rounds.append(hand.round if is_free else 0)
        taken |= places if is_free else set()
    return written_rounds


def first_free(taken: Collection[tuple[int, Player]], faced: Faced, since: int = 1) -> int:
    """The first round in which neither of two has played; *taken* are the rounds with their players.

    No round before *since* is looked at.

    >>> first_free({(1, 0), (1, 1), (2, 0), (2, 3)}, (1, 2))
    2
    """
    return next(nth for nth in count(since) if not any((nth, player) in taken for player in faced))


def opposite(faced: Faced) -> Faced:
    """The other two of four players.

    >>> opposite((0, 3))
    (1, 2)
    """
    first, second = Table.PARTNERSHIP.others(faced)
    return first, second


def entries_of(
    hands: Sequence[Hand], results: Sequence[HandResult], table: Table, rules: HouseRules
) -> tuple[ColumnEntry, ...]:
    """What a round scores: its hand, or two hands together; nothing if nobody won.

    What a loser scores comes last, and is not netted.
    """
    played = list(zip(hands, results, strict=True))
    won = [entry_of(hand, result, table) for hand, result in played if result.winner is not None]
    scored = _together(won[0], won[1], rules) if len(won) == 2 else tuple(won)
    beside = [loser_entry(hand, result, table) for hand, result in played if result.loser_steps]
    return (*scored, *beside)


def _together(one: ColumnEntry, other: ColumnEntry, rules: HouseRules) -> tuple[ColumnEntry, ...]:
    return added(one, other) if rules.partners_score is PartnersScore.ADDED else netted(one, other)


def entry_of(hand: Hand, result: HandResult, table: Table) -> ColumnEntry:
    """What a won hand scores by itself."""
    winner = hand.player(result.winner or Side.KNOCKER)
    loser = sum(hand.faced) - winner
    return ColumnEntry(table.side(winner), table.side(loser), result.points, result.boxes)


def loser_entry(hand: Hand, result: HandResult, table: Table) -> ColumnEntry:
    """What the loser of a hand scores: a defender who had no deadwood either against gin."""
    loser, winner = table.side(hand.player(Side.DEFENDER)), table.side(hand.player(Side.KNOCKER))
    return ColumnEntry(loser, winner, result.loser_points, result.loser_boxes, hands=0)


def netted(one: ColumnEntry, other: ColumnEntry) -> tuple[ColumnEntry, ...]:
    """Two won hands as one: the smaller taken from the larger, one box to the side ahead.

    Extra boxes stay with the side that earned them. If both sides won the same, nothing
    else is written.

    >>> netted(ColumnEntry(0, 1, points=12, boxes=1), ColumnEntry(1, 0, points=10, boxes=1))
    (ColumnEntry(winner=0, loser=1, points=2, boxes=1, hands=1, boxes_again=0),)
    """
    if one.winner == other.winner:
        return (one._replace(points=one.points + other.points, boxes=one.boxes + other.boxes - 1),)
    ahead, behind = sorted((one, other), key=lambda entry: entry.points, reverse=True)
    if ahead.points == behind.points:
        return (*_earned(one), *_earned(other))
    return (ahead._replace(points=ahead.points - behind.points), *_earned(behind))


def added(one: ColumnEntry, other: ColumnEntry) -> tuple[ColumnEntry, ...]:
    """Two won hands, each for the side that won it, the larger first.

    Of the same points, that is the one with more boxes, whichever was entered first.
    """
    first, second = sorted((one, other), key=lambda entry: (entry.points, entry.boxes), reverse=True)
    return first, second


def winning_entry(entries: Sequence[ColumnEntry]) -> ColumnEntry | None:
    """The entry of the side that won a round; None if nobody did, or both won the same.

    >>> winning_entry(added(ColumnEntry(0, 1, points=12, boxes=1), ColumnEntry(1, 0, points=12, boxes=1)))
    """
    if not entries or not entries[0].hands:
        return None
    first = entries[0]
    if len(entries) == 1:
        return first
    level = any(
        each.hands and each.points == first.points and each.loser == first.winner for each in entries[1:]
    )
    return None if level else first


def shared(entry: ColumnEntry, alone: Player, taken: bool) -> tuple[ColumnEntry, ...]:
    """What is written for a hand that one of three plays *alone* against both others.

    If one of the two wins it, both score. If the one who plays alone wins it, they score once; where
    points are *taken* from the loser, from both.

    >>> [each.winner for each in shared(ColumnEntry(2, 0, points=12, boxes=1), alone=0, taken=False)]
    [2, 1]
    """
    third = 3 - entry.winner - entry.loser
    if entry.loser == alone:
        return entry, entry._replace(winner=third)
    taken_again = entry._replace(loser=third, boxes=0, hands=0, boxes_again=entry.boxes)
    return (entry, taken_again) if taken else (entry,)


def _earned(entry: ColumnEntry) -> tuple[ColumnEntry, ...]:
    """The extra boxes of *entry*, if there are any."""
    extra = entry.boxes - 1
    return (entry._replace(points=0, boxes=extra, hands=0),) if extra else ()


def first_places(table: Table, first: Player) -> tuple[Player, Player]:
    """Who deals first if *first* was said to deal, and who of three sits out first.

    Against a captain, the second player plays first. Who plays alone deals to the next player.
    """
    if table is Table.CAPTAIN:
        return table.side(first), 2
    return first, (first + 2) % 3 if table is Table.WINNER_ALONE else first


def out_next(table: Table, faced: Faced, won: ColumnEntry | None) -> Player:
    """Who of three sits out after a hand of two: usually its loser; after a dead hand, who sat out.

    A captain never sits out, and whoever won against one plays on; so do both players of a whole game.
    """
    waiting = table.others(faced)[0]
    if won is None or table is Table.WINNER_STAYS:
        return waiting
    if table is Table.CAPTAIN:
        return faced[1] if won.winner == 0 else waiting
    return won.loser


def out_of_next_game(game: Game, sits_out: Player) -> Player:
    """Who of three sits out after a whole game: its loser; if nobody won it, who sat it out."""
    faced = Table.WINNER_STAYS.others((sits_out,))
    return sum(faced) - game.winner if game.winner in faced else sits_out


def deals_again(rules: HouseRules, table: Table) -> bool:
    """Whether the same dealer deals after a hand that nobody won."""
    return table.sides == 3 or rules.redeal_after_dead_hand is Redeal.SAME_DEALER


def next_dealer(dealer: Player, winner: Player | None, rules: HouseRules) -> Player:
    """Who deals after a hand that *dealer* dealt and *winner* (None: nobody) won."""
    if winner is None:
        return dealer if rules.redeal_after_dead_hand is Redeal.SAME_DEALER else other(dealer)
    if rules.deal_rotation is DealRotation.ALTERNATE:
        return other(dealer)
    return winner if rules.deal_rotation is DealRotation.WINNER else other(winner)


MOST_CARRIED = 64
"""The most that doubles of hands in a row can come to."""


def left_by(result: HandResult) -> int:
    """How often the next hand counts because of a hand that nobody won; 1 if that leaves it nothing."""
    return min(result.multiplier, MOST_CARRIED) if result.winner is None else 1


def place_of(faced: Faced, table: Table) -> Faced:
    """Whose next hand a double is carried to: two against two, the same two players; else just the next.

    >>> place_of((2, 1), Table.PARTNERSHIP), place_of((2, 1), Table.THREE)
    ((1, 2), (0, 1))
    """
    return (min(faced), max(faced)) if table is Table.PARTNERSHIP else (0, 1)
