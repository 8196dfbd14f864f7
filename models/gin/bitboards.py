"""Cards as integers, and what each school of aces makes of them: the tables of the engine.

A hand is an integer of fifty-two bits, thirteen to a suit, with ``card.bit`` set for each
card. A *holding* is what a hand has of one suit: thirteen bits, whatever the suit.
"""

from collections.abc import Iterable, Iterator
from functools import cache, cached_property, lru_cache

from models.gin.cards import PACK, Card, Group
from models.gin.melds import Aces, laid_in_order, runs, sets

SUITS = (0, 13, 26, 39)
"""Where each suit begins."""
SUIT = (1 << 13) - 1
"""All thirteen cards of a holding."""
ACES = sum(1 << suit for suit in SUITS)
"""The four aces. A card of the first suit, times this, is all four of its rank."""

Way = tuple[int, tuple[int, ...], int]
"""How cards may lie: points, the melds, and some of the cards."""


def order_of(way: Way) -> tuple[int, int, tuple[int, ...]]:
    """By what arrangements are put in order: the least deadwood first, then the fewest melds."""
    deadwood, melds, _ = way
    return deadwood, len(melds), melds


# Cards and integers


def unions(groups: Iterable[Iterable[Card]]) -> list[int]:
    """Each group of cards as one integer."""
    found = []
    for group in groups:
        union = 0
        for card in group:
            union |= card.bit
        found.append(union)
    return found


def each(cards: int) -> Iterator[int]:
    """The cards of an integer one by one, from the lowest, each as an integer."""
    while cards:
        card = cards & -cards
        yield card
        cards ^= card


def suit_of(cards: int) -> int:
    """Where the suit of these cards begins, the last one's if they are of several."""
    return (cards.bit_length() - 1) // 13 * 13


def _groups_by_bits(cards: Group) -> list[Group]:
    """Every choice of *cards*, by the integer with one bit for each."""
    groups: list[Group] = [()]
    for card in cards:
        groups += [(*lower, card) for lower in groups]
    return groups


NINE = (1 << 9) - 1
"""Every choice of nine cards takes little memory; of the thirteen of a suit, three megabytes."""

_A, _B, _C, _D, _E, _F = (_groups_by_bits(PACK[first : first + 9]) for first in range(0, 52, 9))


def cards_of(hand: int) -> Group:
    """The cards of an integer, sorted."""
    return (
        _A[hand & NINE]
        + _B[hand >> 9 & NINE]
        + _C[hand >> 18 & NINE]
        + _D[hand >> 27 & NINE]
        + _E[hand >> 36 & NINE]
        + _F[hand >> 45]
    )


@cache
def laid(meld: int) -> Group:
    """A meld as a player lays it."""
    return laid_in_order(cards_of(meld))


# Sets

_SETS = unions(sets())
_SETS_IN = {held: [0, *(one for one in _SETS if one & held == one)] for held in _SETS}
"""By the three or four cards of a rank that are held: no set, and the sets they make."""


def without_sets(hand: int, run_cards: list[int] | None = None, wanted: int = 0) -> list[int]:
    """What each choice of sets leaves of *hand*.

    Every choice, none at all first; or with the *run_cards* of a school only those that
    can lead to the least deadwood, where the *wanted* cards may be of use elsewhere too.
    """
    s, h, d, c = hand & SUIT, hand >> 13 & SUIT, hand >> 26 & SUIT, hand >> 39
    ranks = s & h & (d | c) | d & c & (s | h)
    if not ranks:
        return [hand]
    usable = hand
    if run_cards:
        in_sets = hand & ranks * ACES
        usable = wanted | run_cards[s] | run_cards[h] << 13 | run_cards[d] << 26 | run_cards[c] << 39
        if not in_sets & usable:
            return [hand ^ in_sets]
    rests = [hand]
    while ranks:
        rank = ranks & -ranks
        ranks ^= rank
        held = hand & rank * ACES
        if held & usable:
            useful = _useful_sets(held, held & usable)
            rests = [rest ^ one for rest in rests for one in useful]
        else:
            rests = [rest ^ held for rest in rests]
    return rests


@cache
def _useful_sets(held: int, usable: int) -> list[int]:
    """No set, and the sets of a rank, but none that spares only cards that no run can use."""
    return [
        one
        for one in _SETS_IN[held]
        if not any(one & other == one != other and not (other ^ one) & usable for other in _SETS_IN[held])
    ]


@lru_cache(1 << 12)
def apart(chosen: int) -> tuple[int, ...]:
    """The sets of a choice, by rank."""
    return tuple(held for rank in range(13) if (held := chosen & ACES << rank))


# Runs


class LookupTables:
    """What one school of aces makes of the cards, worked out once."""

    def __init__(self, aces: Aces, ace_points: int) -> None:
        all_runs = unions(runs(aces))
        self.next_cards = _next_cards([*_SETS, *all_runs])
        """By meld, the cards that may be laid on it."""
        self.points = (ace_points, *(min(rank, 10) for rank in range(2, 14)))
        self.runs_up_to: list[list[int]] = [[] for _ in self.points]
        """By its highest bit, the runs of a holding."""
        for run in sorted(run for run in all_runs if run <= SUIT):
            self.runs_up_to[run.bit_length() - 1].append(run)
        self.left, self.run_cards = [0], [0]
        """By holding: the deadwood that its best runs leave, and the cards that could be in a run."""
        for holding in range(1, SUIT + 1):
            self._learn(holding)
        self.runs_within = lru_cache(1 << 14)(self._runs_within)

    def _learn(self, holding: int) -> None:
        """Leaves the highest card over or puts it in a run: the others are known already."""
        left, highest = self.left, holding.bit_length() - 1
        others = holding ^ 1 << highest
        least, run_cards = left[others] + self.points[highest], self.run_cards[others]
        for run in self.runs_up_to[highest]:
            if holding & run == run:
                least, run_cards = min(least, left[holding ^ run]), run_cards | run
        left.append(least)
        self.run_cards.append(run_cards)

    @cached_property
    def discards(self) -> tuple[list[int], list[int], list[int]]:
        """By holding: what it leaves, what throwing a card changes at best, and which cards do so."""
        left, changes, thrown = self.left, [1 << 20], [0]
        for holding in range(1, SUIT + 1):
            after = [(left[holding ^ card], card) for card in each(holding)]
            least, _ = min(after)
            changes.append(least - left[holding])
            thrown.append(sum([card for deadwood, card in after if deadwood == least]))
        return left, changes, thrown

    def in_melds(self, hand: int) -> tuple[int, int]:
        """The cards of a hand that could be in a set of it, and those that could be in a run.

        No other card is ever worth keeping.
        """
        run_cards = self.run_cards
        s, h, d, c = hand & SUIT, hand >> 13 & SUIT, hand >> 26 & SUIT, hand >> 39
        return (
            hand & (s & h & (d | c) | d & c & (s | h)) * ACES,
            run_cards[s] | run_cards[h] << 13 | run_cards[d] << 26 | run_cards[c] << 39,
        )

    def deadwood_by_runs(self, cards: int) -> int:
        """The deadwood that *cards* leave when no set is laid."""
        left = self.left
        return left[cards & SUIT] + left[cards >> 13 & SUIT] + left[cards >> 26 & SUIT] + left[cards >> 39]

    def _runs_within(self, holding: int, suit: int, spare: int) -> list[Way]:
        """In order, the choices of runs that leave at most *spare* over the least: how much, their cards."""
        least = self.left[holding]
        ways: list[Way] = [
            (deadwood - least, tuple([run << suit for run in chosen]), sum(chosen) << suit)
            for deadwood, chosen in self._choices_of_runs(holding, least + spare)
        ]
        return sorted(ways, key=order_of)

    def _choices_of_runs(self, holding: int, most: int) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Deadwood and runs, in every way that leaves *most* or less."""
        if self.left[holding] > most:
            return
        if not holding:
            yield 0, ()
            return
        highest = holding.bit_length() - 1
        points = self.points[highest]
        for deadwood, chosen in self._choices_of_runs(holding ^ 1 << highest, most - points):
            yield deadwood + points, chosen
        for run in self.runs_up_to[highest]:
            if holding & run == run:
                for deadwood, chosen in self._choices_of_runs(holding ^ run, most):
                    yield deadwood, (*chosen, run)


def _next_cards(melds: Iterable[int]) -> dict[int, int]:
    """By meld, each card that makes a longer meld of it."""
    next_cards = dict.fromkeys(melds, 0)
    for longer in [*next_cards]:
        for card in each(longer):
            if longer ^ card in next_cards:
                next_cards[longer ^ card] |= card
    return next_cards


@cache
def tables_for(aces: Aces, ace_points: int) -> LookupTables:
    """The tables, made when it is first asked for."""
    return LookupTables(aces, ace_points)
