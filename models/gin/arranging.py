"""The engine: least deadwood, the best arrangements, the best discard, the best defence.

Everything here is exact. Cards are one integer, thirteen bits a suit. A run lies in
one suit and sets are few, so every question has the same two steps: go through the
choices of sets, and look up what the runs of each suit make of the rest. What a meld
is, and so what may be laid off, is said in :mod:`models.gin.melds` alone.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

from models.gin.cards import PACK, Card, Group
from models.gin.declaration import Layoff, Spread
from models.gin.melds import Aces, laid_in_order, runs, sets
from models.gin.rules import STANDARD, HouseRules

MOST_CARDS = 14
"""No question is answered about more cards than this."""

_SUIT = (1 << 13) - 1
_SUITS = (0, 13, 26, 39)
_OF_ONE_RANK = 1 | 1 << 13 | 1 << 26 | 1 << 39

_TOO_MUCH = 1 << 20
"""More than any deadwood."""
_COUNT = 4
"""The bits that hold a number of cards."""

_Way = tuple[int, tuple[int, ...], int]
"""How cards may lie: the deadwood, the melds, the cards in no meld."""


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
    return _least(_hand_of(cards), _school(rules.aces, rules.ace_points))


def best_arrangements(cards: Iterable[Card], rules: HouseRules = STANDARD) -> tuple[Spread, ...]:
    """Every arrangement that leaves the least deadwood, those of fewest melds first.

    >>> from models.gin.cards import format_groups, parse_cards
    >>> for spread in best_arrangements(parse_cards("2C 3C 4C 5C 6C 7C")):
    ...     print(format_groups(spread.melds))
    2C 3C 4C 5C 6C 7C
    2C 3C 4C / 5C 6C 7C

    :raises ValueError: if a card stands there twice, or there are more than fourteen.
    """
    return tuple(map(_spread, _best_ways(_hand_of(cards), _school(rules.aces, rules.ace_points))))


def arrangements_within(cards: Iterable[Card], most: int, rules: HouseRules = STANDARD) -> tuple[Spread, ...]:
    """Every arrangement that leaves *most* or less, best first: what a knocker may lay.

    :raises ValueError: if a card stands there twice, or there are more than fourteen.
    """
    hand, school = _hand_of(cards), _school(rules.aces, rules.ace_points)
    return tuple(map(_spread, _ways_within(hand, most, school)))


def best_discards(cards: Iterable[Card], rules: HouseRules = STANDARD) -> Discards:
    """Which of *cards* to throw, and what is left then.

    >>> from models.gin.cards import parse_cards
    >>> best_discards(parse_cards("AC 4D 5D 6D 7D 8D 6C 7C 8C 9C TC"))
    Discards(deadwood=0, cards=(Card.parse('AC'),))

    :raises ValueError: if there is no card, a card twice, or more than fourteen.
    """
    hand, school = _hand_of(cards), _school(rules.aces, rules.ace_points)
    if not hand:
        raise ValueError("no card to throw")
    left, (change_by, thrown_by) = school.left, school.discards
    least, thrown = _TOO_MUCH, 0
    # The card thrown lies in no meld, so under some choice of sets it is among the rest.
    for rest in _without_sets(hand):
        s, h, d, c = rest & _SUIT, rest >> 13 & _SUIT, rest >> 26 & _SUIT, rest >> 39
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
    return Discards(least, _cards_of(thrown))


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
    melds, hand = [*map(tuple, knocker_melds)], _hand_of(cards)
    targets = _unions(melds)
    if sum(targets, hand).bit_count() != hand.bit_count() + sum(map(len, melds)):
        raise ValueError("a card stands twice on the table")
    school = _school(rules.aces, rules.ace_points)
    lots_of = _lots_by_suit(hand, targets, school.next_cards)
    if not lots_of:
        way = _best_ways(hand, school)[0]
        return Defence(_spread(way), (), way[0])
    rest, laid_off = _best_laid_off(hand, lots_of, school.left)
    way = _with_runs(_apart(hand ^ rest), rest ^ laid_off, 0, school)[0]
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
    melds, cards = [*map(tuple, knocker_melds)], tuple(laid_off)
    targets, [laid] = _unions(melds), _unions([cards])
    if laid.bit_count() != len(cards) or any(laid & target for target in targets):
        return None
    school = _school(rules.aces, rules.ace_points)
    lots_of = _lots_by_suit(laid, targets, school.next_cards)
    if any(
        suit not in lots_of or laid & _SUIT << suit not in lots_of[suit]
        for suit in _SUITS
        if laid & _SUIT << suit
    ):
        return None
    return _layoffs(laid, lots_of, melds, school.next_cards)


class _School:
    """What one school of aces makes of the cards, worked out once."""

    def __init__(self, aces: Aces, ace_points: int) -> None:
        all_runs = _unions(runs(aces))
        self.next_cards = dict.fromkeys([*all_runs, *_SETS], 0)
        """By meld, the cards that may be laid on it: those that leave a meld when taken away again."""
        for longer in [*self.next_cards]:
            for card in _each(longer):
                if longer ^ card in self.next_cards:
                    self.next_cards[longer ^ card] |= card
        self.runs_up_to: list[list[int]] = [[] for _ in range(13)]
        """The runs of one suit by their highest bit."""
        for run in sorted(run for run in all_runs if run <= _SUIT):
            self.runs_up_to[run.bit_length() - 1].append(run)
        self.points = (ace_points, *(min(rank, 10) for rank in range(2, 14)))
        self.left, self.run_cards = [0], [0]
        """By holding of one suit: the deadwood that its best runs leave, and the cards of any run."""
        for holding in range(1, _SUIT + 1):
            self._learn(holding)
        self.runs_within = lru_cache(1 << 14)(self._runs_within)

    def _learn(self, holding: int) -> None:
        """Leave the highest card or put it in a run: what the others leave is known."""
        left, highest = self.left, holding.bit_length() - 1
        others = holding ^ 1 << highest
        least, in_runs = left[others] + self.points[highest], self.run_cards[others]
        for run in self.runs_up_to[highest]:
            if holding & run == run:
                least, in_runs = min(least, left[holding ^ run]), in_runs | run
        left.append(least)
        self.run_cards.append(in_runs)

    @cached_property
    def discards(self) -> tuple[list[int], list[int]]:
        """By holding of one suit: what throwing a card changes at best, and which cards do so."""
        left, changes, thrown = self.left, [_TOO_MUCH], [0]
        for holding in range(1, _SUIT + 1):
            after = [(left[holding ^ card], card) for card in _each(holding)]
            least, _ = min(after)
            changes.append(least - left[holding])
            thrown.append(sum([card for deadwood, card in after if deadwood == least]))
        return changes, thrown

    def floor(self, cards: int) -> int:
        """The deadwood that *cards* leave when only runs are laid."""
        left = self.left
        return left[cards & _SUIT] + left[cards >> 13 & _SUIT] + left[cards >> 26 & _SUIT] + left[cards >> 39]

    def _runs_within(self, holding: int, suit: int, spare: int) -> list[_Way]:
        """Every way to lay a suit's runs that leaves at most *spare* over the least, and their cards."""
        least = self.left[holding]
        return [
            (deadwood - least, tuple(run << suit for run in melds), sum(melds) << suit)
            for deadwood, melds in self._layings(holding, least + spare)
        ]

    def _layings(self, holding: int, most: int) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Deadwood and runs, in every way that leaves *most* or less."""
        if self.left[holding] > most:
            return
        if not holding:
            yield 0, ()
            return
        highest = holding.bit_length() - 1
        points = self.points[highest]
        for deadwood, melds in self._layings(holding ^ 1 << highest, most - points):
            yield deadwood + points, melds
        for run in self.runs_up_to[highest]:
            if holding & run == run:
                for deadwood, melds in self._layings(holding ^ run, most):
                    yield deadwood, (*melds, run)


@cache
def _school(aces: Aces, ace_points: int) -> _School:
    return _School(aces, ace_points)


def _unions(groups: Iterable[Iterable[Card]]) -> list[int]:
    """Each group of cards as one integer."""
    unions = []
    for group in groups:
        union = 0
        for card in group:
            union |= card.bit
        unions.append(union)
    return unions


def _hand_of(cards: Iterable[Card]) -> int:
    """A hand as one integer."""
    bits = [card.bit for card in cards]
    hand = sum(bits)
    # A bit added twice carries, and a sum with a carry has fewer ones than addends.
    if hand.bit_count() != len(bits):
        raise ValueError("a card stands twice in the hand")
    if len(bits) > MOST_CARDS:
        raise ValueError(f"{len(bits)} cards are more than {MOST_CARDS}")
    return hand


def _each(cards: int) -> Iterator[int]:
    """The cards of an integer one by one, each as an integer."""
    while cards:
        card = cards & -cards
        yield card
        cards ^= card


def _suit_of(cards: int) -> int:
    """Where the suit of these cards, all of one suit, begins: 0, 13, 26 or 39."""
    return (cards.bit_length() - 1) // 13 * 13


def _groups_of_a_suit(suit: Group) -> list[Group]:
    """By holding, the cards of one suit."""
    groups: list[Group] = [()]
    for card in suit:
        groups += [(*lower, card) for lower in groups]
    return groups


_GROUPS = [_groups_of_a_suit(PACK[first : first + 13]) for first in (0, 13, 26, 39)]
_IN_SPADES, _IN_HEARTS, _IN_DIAMONDS, _IN_CLUBS = _GROUPS


def _cards_of(cards: int) -> Group:
    """The cards of an integer, sorted."""
    return (
        _IN_SPADES[cards & _SUIT]
        + _IN_HEARTS[cards >> 13 & _SUIT]
        + _IN_DIAMONDS[cards >> 26 & _SUIT]
        + _IN_CLUBS[cards >> 39]
    )


@cache
def _laid(meld: int) -> Group:
    """A meld as a player lays it."""
    return laid_in_order(_cards_of(meld))


_SETS = _unions(sets())
_SETS_IN = {held: [0, *(each for each in _SETS if each & held == each)] for held in _SETS}
"""By the three or four cards of one rank that are held: no set, and the sets they make."""


@cache
def _useful_sets(held: int, usable: int) -> list[int]:
    """No set, and the sets of a rank, but none that spares only cards not *usable* otherwise."""
    return [
        one
        for one in _SETS_IN[held]
        if not any(one & other == one != other and not (other ^ one) & usable for other in _SETS_IN[held])
    ]


def _without_sets(hand: int, run_cards: list[int] | None = None) -> list[int]:
    """What each choice of sets leaves of *hand*, none at all first.

    Given *run_cards*, without the choices that spare only cards which no run could use.
    """
    s, h, d, c = hand & _SUIT, hand >> 13 & _SUIT, hand >> 26 & _SUIT, hand >> 39
    ranks = s & h & (d | c) | d & c & (s | h)
    if not ranks:
        return [hand]
    usable = hand
    if run_cards:
        usable = run_cards[s] | run_cards[h] << 13 | run_cards[d] << 26 | run_cards[c] << 39
    rests = [hand]
    while ranks:
        rank = ranks & -ranks
        ranks ^= rank
        held = hand & rank * _OF_ONE_RANK
        if held & usable:
            useful = _useful_sets(held, held & usable)
            rests = [rest ^ one for rest in rests for one in useful]
        else:
            rests = [rest ^ held for rest in rests]
    return rests


def _least(hand: int, school: _School) -> int:
    """The least deadwood of *hand*."""
    left, least = school.left, _TOO_MUCH
    for rest in _without_sets(hand, school.run_cards):
        deadwood = left[rest & _SUIT] + left[rest >> 13 & _SUIT] + left[rest >> 26 & _SUIT] + left[rest >> 39]
        if deadwood < least:
            least = deadwood
    return least


def _best_ways(hand: int, school: _School) -> list[_Way]:
    """Every arrangement of *hand* that leaves the least, in order."""
    rests = _without_sets(hand, school.run_cards)
    if len(rests) > 1:
        floors = [school.floor(rest) for rest in rests]
        least = min(floors)
        rests = [rest for rest, floor in zip(rests, floors, strict=True) if floor == least]
    if len(rests) == 1:
        return _with_runs(_apart(hand ^ rests[0]), rests[0], 0, school)
    return _in_order([way for rest in rests for way in _with_runs(_apart(hand ^ rest), rest, 0, school)])


def _ways_within(hand: int, most: int, school: _School) -> list[_Way]:
    """Every arrangement of *hand* that leaves *most* or less, in order."""
    found: list[_Way] = []
    for rest in _without_sets(hand):
        found += _with_runs(_apart(hand ^ rest), rest, most - school.floor(rest), school)
    return _in_order(found)


def _in_order(ways: list[_Way]) -> list[_Way]:
    """The least deadwood first, then the fewest melds."""
    return sorted(ways, key=lambda way: (way[0], len(way[1]), way[1])) if len(ways) > 1 else ways


@lru_cache(1 << 12)
def _apart(chosen: int) -> tuple[int, ...]:
    """The sets of a choice, by rank."""
    return tuple(held for rank in range(13) if (held := chosen & _OF_ONE_RANK << rank))


def _with_runs(sets_laid: tuple[int, ...], rest: int, spare: int, school: _School) -> list[_Way]:
    """The arrangements that add runs to a choice of sets, in order, *spare* or less over their least."""
    left, in_runs = school.left, school.run_cards
    s, h, d, c = rest & _SUIT, rest >> 13 & _SUIT, rest >> 26 & _SUIT, rest >> 39
    floor = left[s] + left[h] + left[d] + left[c]
    ways: list[_Way] = [(floor, sets_laid, rest)]
    if spare < 0:
        return []
    if in_runs[s] or in_runs[h] or in_runs[d] or in_runs[c]:
        for suit, holding in ((0, s), (13, h), (26, d), (39, c)):
            if in_runs[holding]:
                ways = [
                    (deadwood + more, melds + runs_laid, unmatched ^ used)
                    for deadwood, melds, unmatched in ways
                    for more, runs_laid, used in school.runs_within(holding, suit, spare)
                    if deadwood + more <= floor + spare
                ]
    return _in_order(ways)


def _spread(way: _Way) -> Spread:
    """An arrangement as cards."""
    _, melds, unmatched = way
    return Spread(tuple(map(_laid, melds)) if melds else (), _cards_of(unmatched))


_Lots = dict[int, dict[int, tuple[tuple[int, int, int], ...]]]
"""By suit, what can be laid off together, and how: the place of a meld, the meld, and what goes on it."""


def _lots_by_suit(hand: int, targets: Sequence[int], next_cards: dict[int, int]) -> _Lots:
    """What of *hand* can be laid off on the *targets*. On a meld go cards of one suit."""
    lots_of: _Lots = {}
    for place, target in enumerate(targets):
        fitting = next_cards.get(target, 0)
        if fitting & hand:
            lots = lots_of.setdefault(_suit_of(fitting), {0: ()})
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
    for rest in _without_sets(hand):
        kept, laid_off = rest, 0
        for suit, lots in lots_of.items():
            least, best_lot = _TOO_MUCH, 0
            for lot in lots:
                if lot & rest == lot:
                    cost = (left[(rest ^ lot) >> suit & _SUIT] << _COUNT) + lot.bit_count()
                    if cost < least:
                        least, best_lot = cost, lot
            kept, laid_off = kept ^ best_lot, laid_off | best_lot
        cost = (
            left[kept & _SUIT] + left[kept >> 13 & _SUIT] + left[kept >> 26 & _SUIT] + left[kept >> 39]
            << _COUNT
        ) + laid_off.bit_count()
        if cost < best_cost:
            best, best_cost = (rest, laid_off), cost
    return best


def _layoffs(
    laid_off: int, lots_of: _Lots, melds: Sequence[Group], next_cards: dict[int, int]
) -> tuple[Layoff, ...]:
    """The cards as they are played, in the order of the melds."""
    if not laid_off:
        return ()
    placed = [each for suit, lots in lots_of.items() for each in lots[laid_off & _SUIT << suit]]
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
