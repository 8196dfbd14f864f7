"""The engine: least deadwood, the best arrangements, the best discard, the best defence.

Everything here is exact. A run lies in one suit and sets are few, so every question has
the same two steps: go through the choices of sets, and look up what the runs of each
suit make of the rest (:mod:`models.gin.holdings`). What a meld is, and so what may be
laid off, is said in :mod:`models.gin.melds` alone.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from models.gin.cards import PACK, Card, Group
from models.gin.declaration import Layoff, Spread
from models.gin.holdings import (
    SUIT,
    SUITS,
    School,
    Way,
    apart,
    cards_of,
    laid,
    school_of,
    suit_of,
    unions,
    without_sets,
)
from models.gin.rules import STANDARD, HouseRules

MOST_CARDS = 14
"""No question is answered about more cards than this."""

_TOO_MUCH = 1 << 20
"""More than any deadwood."""
_DEADWOOD_FIRST = 16
"""More than the cards of any hand: deadwood times this, and a count added to it."""

_Placed = tuple[int, int, int]
"""The place of a meld among the knocker's, the meld, and what goes on it."""
_Lots = dict[int, dict[int, tuple[_Placed, ...]]]
"""By suit: what can be laid off together, and how."""


@dataclass(frozen=True, slots=True)
class Discards:
    """The best that a player can throw."""

    deadwood: int
    """What is left after it."""
    cards: Group
    """Every card whose discard leaves no more than that."""


@dataclass(frozen=True, slots=True)
class Defence:
    """A defender's hand at its best against the melds that the knocker laid."""

    spread: Spread
    layoffs: tuple[Layoff, ...]
    deadwood: int

    @property
    def melds(self) -> tuple[Group, ...]:
        """The defender's own melds."""
        return self.spread.melds

    @property
    def unmatched(self) -> Group:
        """The cards that count."""
        return self.spread.unmatched

    @property
    def laid_off(self) -> Group:
        """Every card laid off, in the order played."""
        return tuple(card for layoff in self.layoffs for card in layoff.cards)


def least_deadwood(cards: Iterable[Card], rules: HouseRules = STANDARD) -> int:
    """The least that can be left of *cards* when melds are laid.

    >>> from models.gin.cards import parse_cards
    >>> least_deadwood(parse_cards("7S 7H 7D 8D 9D"))
    14

    :raises ValueError: if a card stands there twice, or there are more than fourteen.
    """
    hand, school = _hand_of(cards), school_of(rules.aces, rules.ace_points)
    left, least = school.left, _TOO_MUCH
    for rest in without_sets(hand, school.run_cards):
        deadwood = left[rest & SUIT] + left[rest >> 13 & SUIT] + left[rest >> 26 & SUIT] + left[rest >> 39]
        if deadwood < least:
            least = deadwood
    return least


def best_arrangements(cards: Iterable[Card], rules: HouseRules = STANDARD) -> tuple[Spread, ...]:
    """Every arrangement that leaves the least deadwood, those of fewest melds first.

    >>> from models.gin.cards import format_groups, parse_cards
    >>> for spread in best_arrangements(parse_cards("2C 3C 4C 5C 6C 7C")):
    ...     print(format_groups(spread.melds))
    2C 3C 4C 5C 6C 7C
    2C 3C 4C / 5C 6C 7C

    :raises ValueError: if a card stands there twice, or there are more than fourteen.
    """
    return tuple(map(_spread, _best_ways(_hand_of(cards), school_of(rules.aces, rules.ace_points))))


def arrangements_within(cards: Iterable[Card], most: int, rules: HouseRules = STANDARD) -> tuple[Spread, ...]:
    """Every arrangement that leaves *most* or less, best first: what a knocker may lay.

    :raises ValueError: if a card stands there twice, or there are more than fourteen.
    """
    hand, school = _hand_of(cards), school_of(rules.aces, rules.ace_points)
    return tuple(map(_spread, _ways_within(hand, most, school)))


def best_discards(cards: Iterable[Card], rules: HouseRules = STANDARD) -> Discards:
    """Which of *cards* to throw, and what is left then.

    >>> from models.gin.cards import parse_cards
    >>> best_discards(parse_cards("AC 4D 5D 6D 7D 8D 6C 7C 8C 9C TC"))
    Discards(deadwood=0, cards=(Card.parse('AC'),))

    :raises ValueError: if there is no card, a card twice, or more than fourteen.
    """
    hand = _hand_of(cards)
    if not hand:
        raise ValueError("no card to throw")
    left, change_by, thrown_by = school_of(rules.aces, rules.ace_points).discards
    least, thrown = _TOO_MUCH, 0
    # The card thrown lies in no meld, so under some choice of sets it is among the rest.
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
    return Discards(least, cards_of(thrown))


def best_defence(
    knocker_melds: Iterable[Iterable[Card]], cards: Iterable[Card], rules: HouseRules = STANDARD
) -> Defence:
    """The least deadwood the defender can reach, own melds and lay-offs chosen together.

    Of equally good defences, one that lays off the fewest cards. Nothing goes on cards
    that are no meld.

    >>> from models.gin.cards import format_cards, parse_cards, read_groups
    >>> knocker = read_groups("KS KC KD / 5S 6S 7S / 9C TC JC")
    >>> defence = best_defence(knocker, parse_cards("2S 2C 2D 2H 8S 8C 8D 9S 7C AC"))
    >>> defence.deadwood, format_cards(defence.laid_off)
    (9, '8S 9S 8C 7C')

    :raises ValueError: if a card stands twice on the table, or the hand has more than fourteen.
    """
    melds, hand, school = (
        [*map(tuple, knocker_melds)],
        _hand_of(cards),
        school_of(rules.aces, rules.ace_points),
    )
    targets = unions(melds)
    if sum(targets, hand).bit_count() != hand.bit_count() + sum(map(len, melds)):
        raise ValueError("a card stands twice on the table")
    lots_of = _lots_by_suit(hand, targets, school.next_cards)
    if not lots_of:
        way = _best_ways(hand, school)[0]
        return Defence(_spread(way), (), way[0])
    rest, laid_off = _best_laid_off(hand, lots_of, school.left)
    way = _with_runs(apart(hand ^ rest), rest ^ laid_off, 0, school)[0]
    return Defence(_spread(way), _layoffs(laid_off, lots_of, melds, school.next_cards), way[0])


def place_layoffs(
    knocker_melds: Iterable[Iterable[Card]], laid_off: Iterable[Card], rules: HouseRules = STANDARD
) -> tuple[Layoff, ...] | None:
    """How just these cards go on the knocker's melds, or None if not all of them fit.

    >>> from models.gin.cards import format_cards, read_cards, read_groups
    >>> for layoff in place_layoffs(read_groups("9S 9H 9D / TC JC QC"), read_cards("8C 9C")):
    ...     print(format_cards(layoff.cards), "onto", format_cards(layoff.onto))
    9C 8C onto TC JC QC
    """
    melds, cards, next_cards = (
        [*map(tuple, knocker_melds)],
        tuple(laid_off),
        school_of(rules.aces, rules.ace_points).next_cards,
    )
    targets, [lying] = unions(melds), unions([cards])
    if lying.bit_count() != len(cards) or any(lying & target for target in targets):
        return None
    lots_of = _lots_by_suit(lying, targets, next_cards)
    if any(lying & SUIT << suit not in lots_of.get(suit, (0,)) for suit in SUITS):
        return None
    return _layoffs(lying, lots_of, melds, next_cards)


# Arrangements


def _hand_of(cards: Iterable[Card]) -> int:
    """A hand as one integer.

    :raises ValueError: if a card stands there twice, or there are more than fourteen.
    """
    bits = [card.bit for card in cards]
    hand = sum(bits)
    # A bit added twice carries, and a sum with a carry has fewer ones than addends.
    if hand.bit_count() != len(bits):
        raise ValueError("a card stands twice in the hand")
    if len(bits) > MOST_CARDS:
        raise ValueError(f"{len(bits)} cards are more than {MOST_CARDS}")
    return hand


def _best_ways(hand: int, school: School) -> list[Way]:
    """Every arrangement of *hand* that leaves the least, in order."""
    rests = without_sets(hand, school.run_cards)
    if len(rests) > 1:
        floors = [school.floor(rest) for rest in rests]
        least = min(floors)
        rests = [rest for rest, floor in zip(rests, floors, strict=True) if floor == least]
    if len(rests) == 1:
        return _with_runs(apart(hand ^ rests[0]), rests[0], 0, school)
    return _in_order([way for rest in rests for way in _with_runs(apart(hand ^ rest), rest, 0, school)])


def _ways_within(hand: int, most: int, school: School) -> list[Way]:
    """Every arrangement of *hand* that leaves *most* or less, in order."""
    return _in_order(
        [
            way
            for rest in without_sets(hand)
            if (spare := most - school.floor(rest)) >= 0
            for way in _with_runs(apart(hand ^ rest), rest, spare, school)
        ]
    )


def _with_runs(sets_laid: tuple[int, ...], rest: int, spare: int, school: School) -> list[Way]:
    """The arrangements that add runs to a choice of sets, in order, *spare* or less over the least."""
    left, run_cards = school.left, school.run_cards
    s, h, d, c = rest & SUIT, rest >> 13 & SUIT, rest >> 26 & SUIT, rest >> 39
    floor = left[s] + left[h] + left[d] + left[c]
    ways: list[Way] = [(floor, sets_laid, rest)]
    if run_cards[s] or run_cards[h] or run_cards[d] or run_cards[c]:
        for suit, holding in ((0, s), (13, h), (26, d), (39, c)):
            if run_cards[holding]:
                ways = [
                    (deadwood + more, melds + runs_laid, unmatched ^ used)
                    for deadwood, melds, unmatched in ways
                    for more, runs_laid, used in school.runs_within(holding, suit, spare)
                    if deadwood + more <= floor + spare
                ]
    return _in_order(ways)


def _in_order(ways: list[Way]) -> list[Way]:
    """The least deadwood first, then the fewest melds."""
    return sorted(ways, key=lambda way: (way[0], len(way[1]), way[1])) if len(ways) > 1 else ways


def _spread(way: Way) -> Spread:
    """An arrangement as cards."""
    _, melds, unmatched = way
    return Spread(tuple(map(laid, melds)) if melds else (), cards_of(unmatched))


# Lay-offs


def _lots_by_suit(hand: int, targets: Sequence[int], next_cards: dict[int, int]) -> _Lots:
    """What of *hand* can be laid off on the *targets*. On a meld go cards of one suit."""
    lots_of: _Lots = {}
    for place, target in enumerate(targets):
        fitting = next_cards.get(target, 0)
        if fitting & hand:
            lots = lots_of.setdefault(suit_of(fitting), {0: ()})
            here = _lots_on(target, hand, next_cards)
            for others, placed in list(lots.items()):
                for lot in here:
                    if not others & lot:
                        lots.setdefault(others | lot, (*placed, (place, target, lot)))
    return lots_of


def _lots_on(target: int, hand: int, next_cards: dict[int, int]) -> list[int]:
    """What of *hand* can be laid on one meld, the largest lot first."""
    grown = [target]
    for meld in grown:
        fitting = next_cards[meld] & hand
        while fitting:
            longer = meld | fitting & -fitting
            fitting &= fitting - 1
            if longer not in grown:
                grown.append(longer)
    return [meld ^ target for meld in grown[:0:-1]]


def _best_laid_off(hand: int, lots_of: _Lots, left: list[int]) -> tuple[int, int]:
    """What sets leave of the hand, and what of that to lay off.

    The least deadwood decides, then the fewest lay-offs.
    """
    best, best_cost = (hand, 0), _TOO_MUCH
    for rest in without_sets(hand):
        kept, laid_off = rest, 0
        for suit, lots in lots_of.items():
            least, best_lot = _TOO_MUCH, 0
            for lot in lots:
                if lot & rest == lot:
                    cost = _DEADWOOD_FIRST * left[(rest ^ lot) >> suit & SUIT] + lot.bit_count()
                    if cost < least:
                        least, best_lot = cost, lot
            kept, laid_off = kept ^ best_lot, laid_off | best_lot
        deadwood = left[kept & SUIT] + left[kept >> 13 & SUIT] + left[kept >> 26 & SUIT] + left[kept >> 39]
        cost = _DEADWOOD_FIRST * deadwood + laid_off.bit_count()
        if cost < best_cost:
            best, best_cost = (rest, laid_off), cost
    return best


def _layoffs(
    laid_off: int, lots_of: _Lots, melds: Sequence[Group], next_cards: dict[int, int]
) -> tuple[Layoff, ...]:
    """The cards as they are played, in the order of the melds."""
    if not laid_off:
        return ()
    placed = [each for suit, lots in lots_of.items() for each in lots[laid_off & SUIT << suit]]
    return tuple(
        [Layoff(_in_turn(lot, target, next_cards), melds[place]) for place, target, lot in sorted(placed)]
    )


def _in_turn(cards: int, meld: int, next_cards: dict[int, int]) -> Group:
    """*cards* in an order in which each of them fits the *meld* as it grows."""
    played: list[Card] = []
    while cards:
        fitting = cards & next_cards[meld]
        card = fitting & -fitting
        played.append(PACK[card.bit_length() - 1])
        meld, cards = meld | card, cards ^ card
    return tuple(played)
