"""The engine: least deadwood, the best arrangements, the best discard, the best defence.

Everything here is exact. Cards are one integer, thirteen bits a suit. A run lies in
one suit and sets are few, so every question has the same two steps: try each choice
of sets, then look up what the runs of each suit do with the rest. What a set or a run
is, and what may be laid off, is said in :mod:`models.gin.melds` alone.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from models.gin.cards import PACK, Card, Group
from models.gin.declaration import Layoff, Spread
from models.gin.melds import Aces, laid_in_order, runs, sets
from models.gin.rules import STANDARD, HouseRules

MOST_CARDS = 14
"""No question is answered about more cards than this."""

_SUIT = (1 << 13) - 1
_ONE_IN_EACH_SUIT = 1 | 1 << 13 | 1 << 26 | 1 << 39
_LAID_OFF = 16
"""More than the cards of any hand: deadwood times this leaves room to count lay-offs."""

_Way = tuple[int, tuple[Group, ...], Group]
"""Deadwood beyond the least, melds, unmatched cards."""


@dataclass(frozen=True, slots=True)
class Discards:
    """The best that a player can throw."""

    deadwood: int
    """What is left after it."""
    cards: Group
    """Every card whose discard leaves no more."""


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
    return _least(_bits_of(cards), _school(rules.aces, rules.ace_points).left)


def best_arrangements(cards: Iterable[Card], rules: HouseRules = STANDARD) -> tuple[Spread, ...]:
    """Every arrangement that leaves the least deadwood: those of fewest melds first.

    >>> from models.gin.cards import format_groups, parse_cards
    >>> for spread in best_arrangements(parse_cards("2C 3C 4C 5C 6C 7C")):
    ...     print(format_groups(spread.melds))
    2C 3C 4C 5C 6C 7C
    2C 3C 4C / 5C 6C 7C

    :raises ValueError: if a card stands there twice, or there are more than fourteen.
    """
    hand, school = _bits_of(cards), _school(rules.aces, rules.ace_points)
    return _arrangements(hand, _least(hand, school.left), school)


def arrangements_within(cards: Iterable[Card], most: int, rules: HouseRules = STANDARD) -> tuple[Spread, ...]:
    """Every arrangement that leaves *most* or less, best first: what a knocker may lay.

    Even fourteen cards have no more than a few thousand.

    :raises ValueError: if a card stands there twice, or there are more than fourteen.
    """
    return _arrangements(_bits_of(cards), most, _school(rules.aces, rules.ace_points))


def best_discards(cards: Iterable[Card], rules: HouseRules = STANDARD) -> Discards:
    """Which of *cards* to throw, and what is left then.

    >>> from models.gin.cards import parse_cards
    >>> best_discards(parse_cards("AC 4D 5D 6D 7D 8D 6C 7C 8C 9C TC"))
    Discards(deadwood=0, cards=(Card.parse('AC'),))

    :raises ValueError: if there is no card, a card twice, or more than fourteen.
    """
    hand, left = _bits_of(cards), _school(rules.aces, rules.ace_points).left
    after = {bit: _least(hand ^ bit, left) for bit in _each(hand)}
    deadwood = min(after.values())
    return Discards(deadwood, tuple(_CARD[bit] for bit in after if after[bit] == deadwood))


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
    melds = [laid_in_order(meld) for meld in knocker_melds]
    hand, school = _bits_of(cards), _school(rules.aces, rules.ace_points)
    table = [card.bit for meld in melds for card in meld]
    if (hand + sum(table)).bit_count() != hand.bit_count() + len(table):
        raise ValueError("a card stands twice on the table")
    targets = [_union(meld) for meld in melds]
    laid_off = _best_laid_off(hand, _offers(targets, hand, school), school)
    placed = _placed(targets, laid_off, school) or ()
    rest = hand ^ laid_off
    deadwood = _least(rest, school.left)
    return Defence(
        _arrangements(rest, deadwood, school)[0], _layoffs(melds, targets, placed, school), deadwood
    )


def place_layoffs(
    knocker_melds: Iterable[Iterable[Card]], laid_off: Iterable[Card], rules: HouseRules = STANDARD
) -> tuple[Layoff, ...] | None:
    """How just these cards go on the knocker's melds, or None if not all of them fit.

    >>> from models.gin.cards import format_cards, read_cards, read_groups
    >>> for layoff in place_layoffs(read_groups("9S 9H 9D / TC JC QC"), read_cards("8C 9C")):
    ...     print(format_cards(layoff.cards), "onto", format_cards(layoff.onto))
    9C 8C onto TC JC QC
    """
    melds, cards = [tuple(meld) for meld in knocker_melds], tuple(laid_off)
    targets = [_union(meld) for meld in melds]
    laid = _union(cards)
    if laid.bit_count() != len(cards) or any(laid & target for target in targets):
        return None
    school = _school(rules.aces, rules.ace_points)
    placed = _placed(targets, laid, school)
    return None if placed is None else _layoffs(melds, targets, placed, school)


class _School:
    """What one school of aces makes of the cards, worked out once."""

    def __init__(self, aces: Aces, ace_points: int) -> None:
        all_runs = [_union(run) for run in runs(aces)]
        self.melds = frozenset([*all_runs, *map(_union, sets())])
        self.runs_up_to: list[list[int]] = [[] for _ in range(13)]
        """The runs of the first suit by their highest bit."""
        for run in sorted(run for run in all_runs if run <= _SUIT):
            self.runs_up_to[run.bit_length() - 1].append(run)
        self.points = (ace_points, *(min(rank, 10) for rank in range(2, 14)))
        self.left = self._left()
        """For each of the 8192 holdings of one suit, the deadwood that its best runs leave."""

    def _left(self) -> list[int]:
        """Leave the highest card or put it in a run; less is already known of the rest."""
        left = [0] * (_SUIT + 1)
        for highest, runs_here in enumerate(self.runs_up_to):
            for holding in range(1 << highest, 2 << highest):
                least = left[holding ^ 1 << highest] + self.points[highest]
                for run in runs_here:
                    if holding & run == run and left[holding ^ run] < least:
                        least = left[holding ^ run]
                left[holding] = least
        return left


@cache
def _school(aces: Aces, ace_points: int) -> _School:
    return _School(aces, ace_points)


def _union(cards: Iterable[Card]) -> int:
    """*cards* as one integer."""
    union = 0
    for card in cards:
        union |= card.bit
    return union


def _bits_of(cards: Iterable[Card]) -> int:
    """A hand as one integer."""
    bits = [card.bit for card in cards]
    hand = sum(bits)
    # Adding a bit twice carries, and a sum with a carry has fewer ones than addends.
    if hand.bit_count() != len(bits):
        raise ValueError("a card stands twice in the hand")
    if len(bits) > MOST_CARDS:
        raise ValueError(f"{len(bits)} cards are more than {MOST_CARDS}")
    return hand


def _each(hand: int) -> Iterator[int]:
    """The cards of a hand one by one, each still a hand."""
    while hand:
        card = hand & -hand
        yield card
        hand ^= card


_CARD = {card.bit: card for card in PACK}
_GROUP_OF_SET = {_union(each): laid_in_order(each) for each in sets()}
_SETS_IN = {column: [each for each in _GROUP_OF_SET if each & column == each] for column in _GROUP_OF_SET}
"""By the three or four cards of a rank that are held: the sets they make."""


def _choices_of_sets(hand: int, ranks: int) -> list[int]:
    """Every choice of sets from *hand*, none at all first; *ranks* are those held three times."""
    choices = [0]
    for rank in _each(ranks):
        here = _SETS_IN[hand & rank * _ONE_IN_EACH_SUIT]
        choices += [chosen | one for one in here for chosen in choices]
    return choices


def _ranks_of_sets(hand: int) -> int:
    """The ranks of which *hand* holds three or four, as bits of the first suit."""
    s, h, d, c = hand & _SUIT, hand >> 13 & _SUIT, hand >> 26 & _SUIT, hand >> 39
    return s & h & (d | c) | d & c & (s | h)


def _least(hand: int, left: list[int]) -> int:
    s, h, d, c = hand & _SUIT, hand >> 13 & _SUIT, hand >> 26 & _SUIT, hand >> 39
    least = left[s] + left[h] + left[d] + left[c]
    ranks = s & h & (d | c) | d & c & (s | h)
    if not ranks or not least:
        return least
    return min(
        left[rest & _SUIT] + left[rest >> 13 & _SUIT] + left[rest >> 26 & _SUIT] + left[rest >> 39]
        for rest in [hand ^ chosen for chosen in _choices_of_sets(hand, ranks)]
    )


def _arrangements(hand: int, most: int, school: _School) -> tuple[Spread, ...]:
    """Every arrangement of *hand* that leaves *most* or less, in order."""
    found = [
        way
        for chosen in _choices_of_sets(hand, _ranks_of_sets(hand))
        for way in _ways(hand, chosen, most, school)
    ]
    if len(found) > 1:
        found.sort(key=lambda way: (-way[0], len(way[1]), [[card.index for card in meld] for meld in way[1]]))
    return tuple([Spread(melds, unmatched) for _, melds, unmatched in found])


def _ways(hand: int, chosen: int, most: int, school: _School) -> list[_Way]:
    """The arrangements whose sets are those *chosen*, each with what it leaves below *most*."""
    rest = hand ^ chosen
    holdings = (rest & _SUIT, rest >> 13 & _SUIT, rest >> 26 & _SUIT, rest >> 39)
    spare = most - sum([school.left[holding] for holding in holdings])
    if spare < 0:
        return []
    laid = tuple(_GROUP_OF_SET[chosen & rank * _ONE_IN_EACH_SUIT] for rank in _each(_ranks_of_sets(chosen)))
    ways: list[_Way] = [(spare, laid, ())]
    for suit, holding in enumerate(holdings):
        if holding:
            in_suit = _ways_in_suit(school, suit, holding, spare)
            ways = [
                (slack - more, melds + runs_here, unmatched + left_here)
                for slack, melds, unmatched in ways
                for more, runs_here, left_here in in_suit
                if more <= slack
            ]
    return ways


@lru_cache(maxsize=1 << 14)
def _ways_in_suit(school: _School, suit: int, holding: int, spare: int) -> list[_Way]:
    """Every way to lay runs of one suit that leaves at most *spare* beyond the least."""
    least = school.left[holding]
    return [
        (deadwood - least, tuple(_group(run, suit) for run in sorted(laid)), _group(unmatched, suit))
        for deadwood, laid, unmatched in _ways_of_runs(school, holding, least + spare)
    ]


def _group(holding: int, suit: int) -> Group:
    return laid_in_order(_CARD[bit << 13 * suit] for bit in _each(holding))


def _ways_of_runs(school: _School, holding: int, most: int) -> Iterator[tuple[int, tuple[int, ...], int]]:
    """Deadwood, runs and unmatched cards, in every way that leaves *most* or less."""
    if school.left[holding] > most:
        return
    if not holding:
        yield 0, (), 0
        return
    highest = holding.bit_length() - 1
    points = school.points[highest]
    for deadwood, laid, unmatched in _ways_of_runs(school, holding ^ 1 << highest, most - points):
        yield deadwood + points, laid, unmatched | 1 << highest
    for run in school.runs_up_to[highest]:
        if holding & run == run:
            for deadwood, laid, unmatched in _ways_of_runs(school, holding ^ run, most):
                yield deadwood, (*laid, run), unmatched


@lru_cache(maxsize=1 << 12)
def _fitting(meld: int, school: _School) -> list[int]:
    """What can be laid off on *meld*, most cards first: whatever with it is a meld.

    Cards that make a longer run can always be played one after another, outwards.
    """
    if meld not in school.melds:
        return []
    return sorted(
        (more ^ meld for more in school.melds if more & meld == meld),
        key=lambda part: (-part.bit_count(), part),
    )


def _offers(targets: Sequence[int], hand: int, school: _School) -> list[list[int]]:
    """For each suit, every lot of *hand*'s cards that can be laid off together.

    What goes on one meld is of one suit: the fourth of a set, or what lengthens a run.
    """
    offers = [[0], [0], [0], [0]]
    for meld in targets:
        parts = [part for part in _fitting(meld, school) if part & hand == part and part]
        if parts:
            suit = (parts[0].bit_length() - 1) // 13
            more = [lot | part for lot in offers[suit] for part in parts if not lot & part]
            offers[suit] = sorted({*offers[suit], *more})
    return offers


def _best_laid_off(hand: int, offers: list[list[int]], school: _School) -> int:
    """The cards to lay off."""
    best, best_cost = 0, 1 << 20
    for chosen in _choices_of_sets(hand, _ranks_of_sets(hand)):
        rest, cost, laid_off = hand ^ chosen, 0, 0
        for suit, lots in enumerate(offers):
            here, lot = min(
                (_LAID_OFF * school.left[(rest ^ lot) >> 13 * suit & _SUIT] + lot.bit_count(), lot)
                for lot in lots
                if lot & rest == lot
            )
            cost += here
            laid_off |= lot
        if cost < best_cost:
            best, best_cost = laid_off, cost
    return best


def _placed(targets: Sequence[int], laid_off: int, school: _School) -> tuple[int, ...] | None:
    """Which of the cards go on each meld, if all of them go somewhere."""
    if not targets:
        return None if laid_off else ()
    for part in _fitting(targets[0], school) or [0]:
        if part & laid_off == part:
            others = _placed(targets[1:], laid_off ^ part, school)
            if others is not None:
                return (part, *others)
    return None


def _layoffs(
    melds: Sequence[Group], targets: Sequence[int], placed: Sequence[int], school: _School
) -> tuple[Layoff, ...]:
    return tuple(
        Layoff(_in_turn(target, part, school), meld)
        for meld, target, part in zip(melds, targets, placed, strict=True)
        if part
    )


def _in_turn(meld: int, part: int, school: _School) -> Group:
    """Cards laid off on *meld* in an order in which each of them fits."""
    played = []
    while part:
        card = next(card for card in _each(part) if meld | card in school.melds)
        played.append(_CARD[card])
        meld, part = meld | card, part ^ card
    return tuple(played)
