"""Least deadwood, the best arrangements and the best discard of any cards. All results are exact.

A run is in one suit, and there are few sets, so every search has the same two steps: try
every choice of sets, and look up the best runs of each suit among the other cards
(:mod:`models.gin.cards.bitboards`). What a meld is, only :mod:`models.gin.cards.melds` says.
"""

from collections.abc import Iterable
from typing import NamedTuple

from models.gin.cards.bitboards import (
    SUIT,
    SUITS,
    LookupTables,
    Way,
    apart,
    cards_of,
    laid,
    order_of,
    tables_for,
    without_sets,
)
from models.gin.cards.cards import Card, Group
from models.gin.hand.declaration import Spread
from models.gin.rules.house_rules import STANDARD, HouseRules

MOST_CARDS = 14
"""The most cards that can be arranged."""

TOO_MUCH = 1 << 20
"""More than any deadwood."""


class Discards(NamedTuple):
    """The best discards of a hand."""

    deadwood: int
    """The deadwood after it."""
    cards: Group
    """Every card that can be discarded to get there."""


def least_deadwood(cards: Iterable[Card], rules: HouseRules = STANDARD) -> int:
    """The least deadwood of *cards*.

    >>> from models.gin.cards.cards import parse_cards
    >>> least_deadwood(parse_cards("7S 7H 7D 8D 9D"))
    14

    :raises ValueError: if a card is there twice, or there are more than fourteen.
    """
    return least_of(hand_of(cards), tables_for(rules.aces, rules.ace_points))


def best_arrangements(cards: Iterable[Card], rules: HouseRules = STANDARD) -> tuple[Spread, ...]:
    """Every arrangement with the least deadwood, those with the fewest melds first.

    >>> from models.gin.cards.cards import format_groups, parse_cards
    >>> for spread in best_arrangements(parse_cards("2C 3C 4C 5C 6C 7C")):
    ...     print(format_groups(spread.melds))
    2C 3C 4C 5C 6C 7C
    2C 3C 4C / 5C 6C 7C

    :raises ValueError: if a card is there twice, or there are more than fourteen.
    """
    return tuple(map(spread_of, best_ways(hand_of(cards), tables_for(rules.aces, rules.ace_points))))


def arrangements_within(cards: Iterable[Card], most: int, rules: HouseRules = STANDARD) -> tuple[Spread, ...]:
    """Every arrangement with at most *most* deadwood, the best first: what a knocker may lay down.

    :raises ValueError: if a card is there twice, or there are more than fourteen.
    """
    hand, tables = hand_of(cards), tables_for(rules.aces, rules.ace_points)
    return tuple(map(spread_of, _ways_within(hand, most, tables)))


def best_discards(cards: Iterable[Card], rules: HouseRules = STANDARD) -> Discards:
    """Which of *cards* to discard, and the deadwood after that.

    >>> from models.gin.cards.cards import parse_cards
    >>> best_discards(parse_cards("AC 4D 5D 6D 7D 8D 6C 7C 8C 9C TC"))
    Discards(deadwood=0, cards=(Card.parse('AC'),))

    :raises ValueError: if there is no card, a card twice, or more than fourteen.
    """
    hand = hand_of(cards)
    if not hand:
        raise ValueError("no card to discard")
    least, thrown = discards_of(hand, tables_for(rules.aces, rules.ace_points))
    return Discards(least, cards_of(thrown))


# Arrangements


def hand_of(cards: Iterable[Card]) -> int:
    """A hand as one integer.

    :raises ValueError: if a card is there twice, or there are more than fourteen.
    """
    bits = [card.bit for card in cards]
    hand = sum(bits)
    # A bit added twice carries, and a sum with a carry has fewer ones than addends.
    if hand.bit_count() != len(bits):
        raise ValueError("a card stands twice in the hand")
    if len(bits) > MOST_CARDS:
        raise ValueError(f"{len(bits)} cards are more than {MOST_CARDS}")
    return hand


def least_of(hand: int, tables: LookupTables) -> int:
    """The least deadwood of *hand*."""
    left, least = tables.left, TOO_MUCH
    for rest in without_sets(hand, tables.run_cards):
        deadwood = left[rest & SUIT] + left[rest >> 13 & SUIT] + left[rest >> 26 & SUIT] + left[rest >> 39]
        if deadwood < least:
            least = deadwood
    return least


def discards_of(hand: int, tables: LookupTables) -> tuple[int, int]:
    """The least deadwood of *hand* after a discard, and every card that can be discarded to get there."""
    left, change_by, thrown_by = tables.discards
    least, thrown = TOO_MUCH, 0
    # The discard is in no meld, so with some choice of sets it is among the other cards.
    for rest in without_sets(hand):
        s, h, d, c = rest & SUIT, rest >> 13 & SUIT, rest >> 26 & SUIT, rest >> 39
        change = min(change_by[s], change_by[h], change_by[d], change_by[c])
        deadwood = left[s] + left[h] + left[d] + left[c] + change
        if deadwood < least:
            least, thrown = deadwood, 0
        if deadwood == least:
            if change_by[s] == change:
                thrown |= thrown_by[s]
            if change_by[h] == change:
                thrown |= thrown_by[h] << 13
            if change_by[d] == change:
                thrown |= thrown_by[d] << 26
            if change_by[c] == change:
                thrown |= thrown_by[c] << 39
    return least, thrown


def best_ways(hand: int, tables: LookupTables) -> list[Way]:
    """Every arrangement of *hand* with the least deadwood, in order."""
    rests = _best_rests(hand, tables)
    if len(rests) == 1:
        return with_runs(apart(hand ^ rests[0]), rests[0], 0, tables)
    return _in_order([way for rest in rests for way in with_runs(apart(hand ^ rest), rest, 0, tables)])


def best_spread(hand: int, in_sets: int, in_runs: int, tables: LookupTables) -> tuple[int, Spread]:
    """The least deadwood of *hand*, and the first of the arrangements that have it.

    :param in_sets: the cards that could be in a set.
    :param in_runs: the cards that could be in a run.
    """
    if not (in_sets or in_runs):
        return tables.deadwood_by_runs(hand), Spread((), cards_of(hand))
    if in_sets & in_runs:
        ways = [with_best_runs(apart(hand ^ rest), rest, tables) for rest in _best_rests(hand, tables)]
        way = min(ways, key=order_of) if len(ways) > 1 else ways[0]
    else:
        way = with_best_runs(apart(in_sets), hand ^ in_sets, tables)
    return way[0], spread_of(way)


def _best_rests(hand: int, tables: LookupTables) -> list[int]:
    """For each choice of sets in a best arrangement, the other cards of *hand*."""
    rests = without_sets(hand, tables.run_cards)
    if len(rests) > 1:
        floors = [tables.deadwood_by_runs(rest) for rest in rests]
        least = min(floors)
        return [rest for rest, floor in zip(rests, floors, strict=True) if floor == least]
    return rests


def _ways_within(hand: int, most: int, tables: LookupTables) -> list[Way]:
    """Every arrangement of *hand* with at most *most* deadwood, in order."""
    return _in_order(
        [
            way
            for rest in without_sets(hand)
            if (spare := most - tables.deadwood_by_runs(rest)) >= 0
            for way in with_runs(apart(hand ^ rest), rest, spare, tables)
        ]
    )


def with_runs(sets_laid: tuple[int, ...], rest: int, spare: int, tables: LookupTables) -> list[Way]:
    """The arrangements that add runs to a choice of sets, with at most *spare* deadwood over the least."""
    left, run_cards = tables.left, tables.run_cards
    s, h, d, c = rest & SUIT, rest >> 13 & SUIT, rest >> 26 & SUIT, rest >> 39
    floor = left[s] + left[h] + left[d] + left[c]
    ways: list[Way] = [(floor, sets_laid, rest)]
    if run_cards[s] or run_cards[h] or run_cards[d] or run_cards[c]:
        for suit, holding in ((0, s), (13, h), (26, d), (39, c)):
            if run_cards[holding]:
                ways = [
                    (deadwood + more, melds + runs_laid, unmatched ^ used)
                    for deadwood, melds, unmatched in ways
                    for more, runs_laid, used in tables.runs_within(holding, suit, spare)
                    if deadwood + more <= floor + spare
                ]
    return _in_order(ways)


def with_best_runs(sets_laid: tuple[int, ...], rest: int, tables: LookupTables) -> Way:
    """The first of the best arrangements that add runs to a choice of sets."""
    left, run_cards = tables.left, tables.run_cards
    deadwood, melds, unmatched = 0, sets_laid, rest
    for suit in SUITS:
        holding = rest >> suit & SUIT
        deadwood += left[holding]
        if run_cards[holding]:
            _, runs_laid, used = tables.runs_within(holding, suit, 0)[0]
            melds, unmatched = melds + runs_laid, unmatched ^ used
    return deadwood, melds, unmatched


def _in_order(ways: list[Way]) -> list[Way]:
    """The least deadwood first, then the fewest melds."""
    return sorted(ways, key=order_of) if len(ways) > 1 else ways


def spread_of(way: Way) -> Spread:
    """An arrangement as cards."""
    _, melds, unmatched = way
    return Spread(tuple(map(laid, melds)) if melds else (), cards_of(unmatched))
