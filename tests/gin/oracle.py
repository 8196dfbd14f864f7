"""The engine's answers again, by trying everything: slow, and plain enough to believe.

What a meld is comes from :mod:`models.gin.cards.melds`, which has tests of its own.
"""

from collections.abc import Iterable, Iterator
from functools import cache

from models.gin.cards.cards import Card, Cards
from models.gin.cards.melds import Aces, is_meld, runs, sets
from models.gin.rules.house_rules import STANDARD, HouseRules

Arrangement = frozenset[Cards]
"""Melds that share no card."""
Melds = tuple[Cards, ...]
"""The knocker's melds, in order, as far as they have grown."""


@cache
def every_meld(aces: Aces) -> list[Cards]:
    """Every set and every run there is."""
    return [*sets(), *runs(aces)]


def arrangements(cards: Cards, rules: HouseRules = STANDARD) -> list[Arrangement]:
    """Every way to divide *cards* into melds and deadwood, each once."""
    melds = [meld for meld in every_meld(rules.aces) if meld <= cards]
    return list(_arrangements(sorted(cards), melds))


def _arrangements(cards: list[Card], melds: list[Cards]) -> Iterator[Arrangement]:
    """The first card is deadwood, or in one of the melds that it could be in."""
    if not cards:
        yield frozenset()
        return
    first, *others = cards
    yield from _arrangements(others, melds)
    for meld in melds:
        if first in meld and meld <= set(cards):
            for rest in _arrangements([card for card in others if card not in meld], melds):
                yield rest | {meld}


def deadwood(cards: Cards, arrangement: Arrangement, rules: HouseRules = STANDARD) -> int:
    return rules.deadwood(cards.difference(*arrangement))


def least_deadwood(cards: Cards, rules: HouseRules = STANDARD) -> int:
    """The least of all arrangements."""
    return min(deadwood(cards, each, rules) for each in arrangements(cards, rules))


def arrangements_within(cards: Cards, most: int, rules: HouseRules = STANDARD) -> set[Arrangement]:
    """The arrangements with *most* deadwood or less."""
    return {each for each in arrangements(cards, rules) if deadwood(cards, each, rules) <= most}


def best_arrangements(cards: Cards, rules: HouseRules = STANDARD) -> set[Arrangement]:
    """The arrangements with the least deadwood."""
    return arrangements_within(cards, least_deadwood(cards, rules), rules)


def best_discards(cards: Cards, rules: HouseRules = STANDARD) -> tuple[int, Cards]:
    """The least deadwood after a discard, and the discards that reach it."""
    after = {card: least_deadwood(cards - {card}, rules) for card in cards}
    least = min(after.values())
    return least, frozenset(card for card in cards if after[card] == least)


def best_defence(
    knocker_melds: Iterable[Iterable[Card]], cards: Cards, rules: HouseRules = STANDARD
) -> tuple[int, int]:
    """The least deadwood, and the fewest lay-offs that reach it.

    Every arrangement of the defender's own cards, and with each of them every sequence
    of lay-offs of the cards it leaves.
    """
    melds = tuple(map(frozenset, knocker_melds))
    found = set[tuple[int, int]]()
    for arrangement in arrangements(cards, rules):
        loose = cards.difference(*arrangement)
        for left in _left_after_layoffs(melds, loose, rules):
            found.add((rules.deadwood(left), len(loose) - len(left)))
    return min(found)


def can_all_be_laid_off(
    knocker_melds: Iterable[Iterable[Card]], cards: Cards, rules: HouseRules = STANDARD
) -> bool:
    """Whether some sequence of lay-offs places all *cards*."""
    return frozenset() in _left_after_layoffs(tuple(map(frozenset, knocker_melds)), cards, rules)


def _left_after_layoffs(melds: Melds, loose: Cards, rules: HouseRules) -> set[Cards]:
    """The possible rests of *loose* after cards are laid off on *melds*."""
    seen: set[tuple[Melds, Cards]] = set()
    waiting = [(melds, loose)]
    while waiting:
        table = waiting.pop()
        if table not in seen:
            seen.add(table)
            waiting.extend(_after_one_layoff(*table, rules))
    return {left for _, left in seen}


def _after_one_layoff(melds: Melds, loose: Cards, rules: HouseRules) -> Iterator[tuple[Melds, Cards]]:
    """Each way to lay off one card."""
    for place, meld in enumerate(melds):
        if is_meld(meld, rules.aces):
            for card in loose:
                if is_meld(longer := meld | {card}, rules.aces):
                    yield (*melds[:place], longer, *melds[place + 1 :]), loose - {card}
