"""The best defence against a knocker: own melds and lay-offs, chosen together; the cards to point at.

Cards that fit no meld of the defender's own are laid off wherever they can be; in most hands
that is all. Otherwise own melds and lay-offs are searched together. All cards that can be laid
off on one meld are of one suit, so each suit is a choice of its own. A card can be laid off on
a meld if the two together are still a meld (:mod:`models.gin.cards.melds`).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from models.gin.cards.bitboards import (
    SUIT,
    SUITS,
    LookupTables,
    apart,
    cards_of,
    suit_of,
    tables_for,
    unions,
    without_sets,
)
from models.gin.cards.cards import PACK, Card, Cards, Group, Rank, Suit, cards_twice
from models.gin.cards.melds import Aces, Flaw, is_meld, laid_in_order
from models.gin.hand.arrangements import TOO_MUCH, best_spread, hand_of, spread_of, with_best_runs
from models.gin.hand.declaration import Layoff, Spread
from models.gin.rules.house_rules import STANDARD, HouseRules

_DEADWOOD_FIRST = 16
"""More than the cards of any hand: deadwood times this, plus the number of lay-offs, sorts by both."""

_Placed = tuple[int, int, int]
"""The position of a meld among the knocker's, the meld, and what is laid off on it."""
_Lots = dict[int, dict[int, tuple[_Placed, ...]]]
"""For each suit: what can be laid off together, and how."""


class Defence(NamedTuple):
    """The best that a defender can do against the melds that the knocker laid."""

    spread: Spread
    layoffs: tuple[Layoff, ...]
    deadwood: int

    @property
    def melds(self) -> tuple[Group, ...]:
        """The defender's own melds."""
        return self.spread.melds

    @property
    def unmatched(self) -> Group:
        """The deadwood cards."""
        return self.spread.unmatched

    @property
    def laid_off(self) -> Group:
        """Every card laid off, in the order played."""
        return tuple(card for layoff in self.layoffs for card in layoff.cards)


def best_defence(
    knocker_melds: Iterable[Iterable[Card]], cards: Iterable[Card], rules: HouseRules = STANDARD
) -> Defence:
    """The least deadwood the defender can reach, own melds and lay-offs chosen together.

    Of equally good defences, one with the fewest lay-offs. Nothing can be laid off on cards
    that are not a meld.

    >>> from models.gin.cards.cards import format_cards, parse_cards, read_groups
    >>> knocker = read_groups("KS KC KD / 5S 6S 7S / 9C TC JC")
    >>> defence = best_defence(knocker, parse_cards("2S 2C 2D 2H 8S 8C 8D 9S 7C AC"))
    >>> defence.deadwood, format_cards(defence.laid_off)
    (9, '8S 9S 8C 7C')

    :raises ValueError: if a card is on the table twice, or the hand has more than fourteen.
    """
    melds, hand = [*map(tuple, knocker_melds)], hand_of(cards)
    tables = tables_for(rules.aces, rules.ace_points)
    layoffs, laid_off, contested = _fitting(hand, melds, tables.next_cards)
    in_sets, in_runs = tables.in_melds(hand)
    if contested or laid_off & (in_sets | in_runs):
        return _searched(hand, melds, laid_off, tables)
    deadwood, spread = best_spread(hand ^ laid_off, in_sets, in_runs, tables)
    return Defence(spread, tuple(layoffs), deadwood)


def _searched(hand: int, melds: Sequence[Group], fitting: int, tables: LookupTables) -> Defence:
    """The best defence if cards that could be laid off may do more in a meld, or on another one."""
    lots_of = _lots_by_suit(hand, unions(melds), tables.next_cards)
    rest, laid_off = _best_laid_off(hand, lots_of, tables, fitting)
    way = with_best_runs(apart(hand ^ rest), rest ^ laid_off, tables)
    return Defence(spread_of(way), _layoffs(laid_off, lots_of, melds, tables.next_cards), way[0])


def lay_off_all(
    knocker_melds: Iterable[Iterable[Card]], cards: Iterable[Card], rules: HouseRules = STANDARD
) -> tuple[Layoff, ...]:
    """The best lay-offs of a defender who melds none of these *cards*: as many as possible.

    >>> from models.gin.cards.cards import format_cards, read_cards, read_groups
    >>> for layoff in lay_off_all(read_groups("5S 6S 7S / 9C TC JC"), read_cards("8S 8C 8D 9S 7C")):
    ...     print(format_cards(layoff.cards), "onto", format_cards(layoff.onto))
    8S 9S onto 5S 6S 7S
    8C 7C onto 9C TC JC
    """
    melds, hand = [*map(tuple, knocker_melds)], hand_of(cards)
    next_cards = tables_for(rules.aces, rules.ace_points).next_cards
    lots_of = _lots_by_suit(hand, unions(melds), next_cards)
    best = [max(lots, key=lambda lot: rules.deadwood(cards_of(lot))) for lots in lots_of.values()]
    return _layoffs(sum(best), lots_of, melds, next_cards)


def place_layoffs(
    knocker_melds: Iterable[Iterable[Card]], laid_off: Iterable[Card], rules: HouseRules = STANDARD
) -> tuple[Layoff, ...] | None:
    """How exactly these cards can be laid off on the knocker's melds; None if not all of them can.

    >>> from models.gin.cards.cards import format_cards, read_cards, read_groups
    >>> for layoff in place_layoffs(read_groups("9S 9H 9D / TC JC QC"), read_cards("8C 9C")):
    ...     print(format_cards(layoff.cards), "onto", format_cards(layoff.onto))
    9C 8C onto TC JC QC
    """
    melds, cards, next_cards = (
        [*map(tuple, knocker_melds)],
        tuple(laid_off),
        tables_for(rules.aces, rules.ace_points).next_cards,
    )
    targets, [lying] = unions(melds), unions([cards])
    if lying.bit_count() != len(cards) or any(lying & target for target in targets):
        return None
    lots_of = _lots_by_suit(lying, targets, next_cards)
    if any(lying & SUIT << suit not in lots_of.get(suit, (0,)) for suit in SUITS):
        return None
    return _layoffs(lying, lots_of, melds, next_cards)


def _fitting(hand: int, melds: Sequence[Group], next_cards: dict[int, int]) -> tuple[list[Layoff], int, int]:
    """What of *hand* can be laid off on each of the *melds*, all of that, and what fits two of them.

    :raises ValueError: if a card is on the table twice.
    """
    layoffs: list[Layoff] = []
    together = contested = 0
    table, number = hand, hand.bit_count()
    for meld in melds:
        target = 0
        for card in meld:
            target |= card.bit
        table |= target
        number += len(meld)
        if target in next_cards and (fitting := next_cards[target] & hand):
            grown = target
            while fitting:
                grown |= fitting
                fitting = next_cards[grown] & hand
            lot = grown ^ target
            layoffs.append(Layoff(_in_turn(lot, target, next_cards), meld))
            contested |= together & lot
            together |= lot
    if table.bit_count() != number:
        raise ValueError("a card is on the table twice")
    return layoffs, together, contested


def _lots_by_suit(hand: int, targets: Sequence[int], next_cards: dict[int, int]) -> _Lots:
    """For each suit, every choice of cards of *hand* that can be laid off together on the *targets*."""
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
    """Every choice of cards of *hand* that can be laid off on one meld, the largest first."""
    grown = [target]
    for meld in grown:
        fitting = next_cards[meld] & hand
        while fitting:
            longer = meld | fitting & -fitting
            fitting &= fitting - 1
            if longer not in grown:
                grown.append(longer)
    return [meld ^ target for meld in grown[:0:-1]]


def _best_laid_off(hand: int, lots_of: _Lots, tables: LookupTables, fitting: int) -> tuple[int, int]:
    """The cards beside the defender's sets, and which of them to lay off.

    The least deadwood first, then the fewest lay-offs.

    :param fitting: the cards that can be laid off.
    """
    left = tables.left
    best, best_cost = (hand, 0), TOO_MUCH
    for rest in without_sets(hand, tables.run_cards, fitting):
        remaining, laid_off = rest, 0
        for suit, lots in lots_of.items():
            least, best_lot = TOO_MUCH, 0
            for lot in lots:
                if lot & rest == lot:
                    cost = _DEADWOOD_FIRST * left[(rest ^ lot) >> suit & SUIT] + lot.bit_count()
                    if cost < least:
                        least, best_lot = cost, lot
            remaining, laid_off = remaining ^ best_lot, laid_off | best_lot
        deadwood = (
            left[remaining & SUIT]
            + left[remaining >> 13 & SUIT]
            + left[remaining >> 26 & SUIT]
            + left[remaining >> 39]
        )
        cost = _DEADWOOD_FIRST * deadwood + laid_off.bit_count()
        if cost < best_cost:
            best, best_cost = (rest, laid_off), cost
    return best


def _layoffs(
    laid_off: int, lots_of: _Lots, melds: Sequence[Group], next_cards: dict[int, int]
) -> tuple[Layoff, ...]:
    """The lay-offs as they are played, in the order of the melds."""
    if not laid_off:
        return ()
    placed = [each for suit, lots in lots_of.items() for each in lots[laid_off & SUIT << suit]]
    return tuple(
        [Layoff(_in_turn(lot, target, next_cards), melds[place]) for place, target, lot in sorted(placed)]
    )


def _in_turn(cards: int, meld: int, next_cards: dict[int, int]) -> Group:
    """*cards* in an order in which each of them fits the *meld* as it grows."""
    if not cards & cards - 1:
        return (PACK[cards.bit_length() - 1],)
    played: list[Card] = []
    while cards:
        fitting = cards & next_cards[meld]
        card = fitting & -fitting
        played.append(PACK[card.bit_length() - 1])
        meld, cards = meld | card, cards ^ card
    return tuple(played)


def spoilers(group: Group, flaw: Flaw) -> Cards:
    """The cards because of which *group* is not a meld.

    >>> from models.gin.cards.cards import format_cards, read_cards
    >>> format_cards(spoilers(read_cards("QS KS AS"), Flaw.ACE_ABOVE_KING))
    'AS'
    >>> format_cards(spoilers(read_cards("5S 6S 7H 8S"), Flaw.MIXED_SUITS))
    '7H'
    """
    cards = frozenset(group)
    if flaw in (Flaw.TOO_FEW, Flaw.MORE_THAN_FOUR_OF_A_RANK):
        return cards
    if flaw is Flaw.CARD_REPEATED:
        return cards_twice(group)
    if flaw is Flaw.MIXED_SUITS:
        return cards - max(_by_suit(cards), key=len)
    return cards - max((*_stretches(cards), *_by_rank(cards)), key=len)


def _by_suit(cards: Cards) -> list[Cards]:
    return [frozenset(card for card in cards if card.suit is suit) for suit in Suit]


def _by_rank(cards: Cards) -> list[Cards]:
    return [frozenset(card for card in cards if card.rank is rank) for rank in Rank]


def _stretches(cards: Cards) -> Iterator[Cards]:
    """The cards in unbroken sequences of one suit, the ace low."""
    stretch: Group = ()
    for card in sorted(cards):
        follows = stretch and card.suit is stretch[-1].suit and card.rank == stretch[-1].rank + 1
        if stretch and not follows:
            yield frozenset(stretch)
        stretch = (*stretch, card) if follows else (card,)
    yield frozenset(stretch)


@dataclass(frozen=True, slots=True)
class Play:
    """One card as the defender lays it off."""

    card: Card
    onto: Group
    """The knocker's meld with what has been laid off on it so far."""
    opened: bool
    """Whether the card fits only because of one laid off before it."""


def played(layoffs: Iterable[Layoff], aces: Aces = Aces.LOW) -> Iterator[Play]:
    """Every card that is laid off, one after another.

    >>> from models.gin.cards.cards import format_cards, read_cards
    >>> for play in played([Layoff(read_cards("8C 7C"), read_cards("9C TC JC"))]):
    ...     print(play.card, "onto", format_cards(play.onto), play.opened)
    8C onto 9C TC JC False
    7C onto 8C 9C TC JC True
    """
    for layoff in layoffs:
        lying = layoff.onto
        for card in layoff.cards:
            yield Play(card, lying, opened=not is_meld(frozenset((*layoff.onto, card)), aces))
            lying = laid_in_order((*lying, card))
