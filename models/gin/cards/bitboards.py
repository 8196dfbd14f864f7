"""Cards as bits of one integer, and the lookup tables for each rule about aces.

A hand is an integer of 52 bits, 13 for each suit, with ``card.bit`` set for each card.
A *holding* is the part of a hand in one suit: 13 bits, the same for every suit.
"""

from collections.abc import Iterable, Iterator
from functools import cache, cached_property, lru_cache

from models.gin.cards.cards import PACK, Card, Group
from models.gin.cards.melds import Aces, laid_in_order, runs, sets

SUITS = (0, 13, 26, 39)
"""The first bit of each suit."""
SUIT = (1 << 13) - 1
"""All thirteen cards of a holding."""
ACES = sum(1 << suit for suit in SUITS)
"""The four aces. A card of the first suit, multiplied by this, is all four cards of its rank."""

Way = tuple[int, tuple[int, ...], int]
"""One way to arrange cards: points, the melds, and some of the cards."""


def order_of(way: Way) -> tuple[int, int, tuple[int, ...]]:
    """The sort key of arrangements: the least deadwood first, then the fewest melds."""
    deadwood, melds, _ = way
    return deadwood, len(melds), melds


# Cards and integers


def unions(groups: Iterable[Iterable[Card]]) -> list[int]:
    """Each group of cards as one integer."""
    integers = []
    for group in groups:
        union = 0
        for card in group:
            union |= card.bit
        integers.append(union)
    return integers


def each(cards: int) -> Iterator[int]:
    """The cards of an integer one by one, the lowest first, each as an integer."""
    while cards:
        card = cards & -cards
        yield card
        cards ^= card


def suit_of(cards: int) -> int:
    """The first bit of the suit of these cards; of several suits, the last."""
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
    """The cards of a meld in the order in which a player lays them."""
    return laid_in_order(cards_of(meld))


# Sets

_SETS = unions(sets())
_SETS_IN = {held: [0, *(one for one in _SETS if one & held == one)] for held in _SETS}
"""For the three or four cards of a rank that are held: no set, and each set they make."""


def without_sets(hand: int, run_cards: list[int] | None = None, wanted: int = 0) -> list[int]:
    """The other cards of *hand* for each choice of sets.

    Every choice, no set first. With *run_cards*, only the choices that can lead to the least
    deadwood; the *wanted* cards are those with another use than in a set or a run.
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
    """No set, and the sets of a rank, without those that leave out only cards of no other use."""
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
    """Everything that is worked out once for one rule about aces."""

    def __init__(self, aces: Aces, ace_points: int) -> None:
        all_runs = unions(runs(aces))
        self.next_cards = _next_cards([*_SETS, *all_runs])
        """For each meld, the cards that may be laid off on it."""
        self.points = (ace_points, *(min(rank, 10) for rank in range(2, 14)))
        self.runs_up_to: list[list[int]] = [[] for _ in self.points]
        """The runs of a suit by their highest bit."""
        for run in sorted(run for run in all_runs if run <= SUIT):
            self.runs_up_to[run.bit_length() - 1].append(run)
        self.left, self.run_cards = [0], [0]
        """For each holding: its deadwood with the best runs, and the cards that could be in a run."""
        for holding in range(1, SUIT + 1):
            self._learn(holding)
        self.runs_within = lru_cache(1 << 14)(self._runs_within)

    def _learn(self, holding: int) -> None:
        """The best for a holding: its highest card is deadwood or in a run; smaller holdings are known."""
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
        """For each holding: its deadwood, the best change by a discard, and the cards with that change."""
        left, changes, thrown = self.left, [1 << 20], [0]
        for holding in range(1, SUIT + 1):
            after = [(left[holding ^ card], card) for card in each(holding)]
            least, _ = min(after)
            changes.append(least - left[holding])
            thrown.append(sum([card for deadwood, card in after if deadwood == least]))
        return left, changes, thrown

    def in_melds(self, hand: int) -> tuple[int, int]:
        """The cards of a hand that could be in a set of it, and those that could be in a run.

        Any other card is deadwood, or laid off.
        """
        run_cards = self.run_cards
        s, h, d, c = hand & SUIT, hand >> 13 & SUIT, hand >> 26 & SUIT, hand >> 39
        return (
            hand & (s & h & (d | c) | d & c & (s | h)) * ACES,
            run_cards[s] | run_cards[h] << 13 | run_cards[d] << 26 | run_cards[c] << 39,
        )

    def deadwood_by_runs(self, cards: int) -> int:
        """The deadwood of *cards* with the best runs and no sets."""
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
        """Deadwood and runs, for every choice of runs with at most *most* deadwood."""
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
    """For each meld, the cards that make it a longer meld."""
    next_cards = dict.fromkeys(melds, 0)
    for longer in [*next_cards]:
        for card in each(longer):
            if longer ^ card in next_cards:
                next_cards[longer ^ card] |= card
    return next_cards


MOST_TABLES = 6
"""How many lookup tables are kept, of a megabyte each, whatever an ace counts at how many tables."""


@lru_cache(MOST_TABLES)
def tables_for(aces: Aces, ace_points: int) -> LookupTables:
    """The tables, built when they are used; of all values of an ace, those used last are kept."""
    return LookupTables(aces, ace_points)
