"""What a meld is, why cards are not a meld, and every possible meld."""

from collections.abc import Collection, Iterable
from enum import StrEnum, auto
from itertools import combinations

from models.gin.cards.cards import IN_PACK, PACK, Card, Cards, Group, Rank, Suit, are_distinct


class Aces(StrEnum):
    """Where an ace may be in a run."""

    LOW = auto()
    """A-2-3 only."""
    HIGH_OR_LOW = auto()
    """A-2-3 and Q-K-A."""
    ROUND = auto()
    """K-A-2 as well: a run may go around the corner."""


class Flaw(StrEnum):
    """Why cards are not a meld."""

    TOO_FEW = auto()
    """Fewer than three cards."""
    CARD_REPEATED = auto()
    """One of the cards appears twice."""
    MORE_THAN_FOUR_OF_A_RANK = auto()
    """A set has three or four cards."""
    ACE_ABOVE_KING = auto()
    """Q-K-A where the ace is low."""
    ROUND_THE_CORNER = auto()
    """K-A-2 where runs end at the king or the ace."""
    GAP_IN_RUN = auto()
    """One suit, but not in sequence."""
    MIXED_SUITS = auto()
    """In sequence, but not of one suit."""
    NEITHER_SET_NOR_RUN = auto()


def is_set(cards: Collection[Card]) -> bool:
    """Three or four different cards of one rank."""
    return len(cards) in (3, 4) and len({card.rank for card in cards}) == 1


def is_run(cards: Collection[Card], aces: Aces = Aces.LOW) -> bool:
    """Three or more different cards of one suit in sequence."""
    return (
        len(cards) >= 3
        and len({card.suit for card in cards}) == 1
        and in_sequence([card.rank for card in cards], aces)
    )


def in_sequence(ranks: Collection[int], aces: Aces = Aces.LOW) -> bool:
    """Whether ranks follow one another without a gap, the ace as *aces* allows.

    >>> in_sequence([12, 13, 1]), in_sequence([12, 13, 1], Aces.HIGH_OR_LOW)
    (False, True)
    """
    if aces is Aces.ROUND:
        return _follow_one_another(sorted(_around(ranks)))
    if aces is Aces.HIGH_OR_LOW and Rank.KING in ranks and len(ranks) < 13:
        return _follow_one_another(sorted(14 if rank == Rank.ACE else rank for rank in ranks))
    return _follow_one_another(sorted(ranks))


def _follow_one_another(ranks: list[int]) -> bool:
    return ranks == list(range(ranks[0], ranks[0] + len(ranks)))


def _around(ranks: Collection[int]) -> list[int]:
    """*ranks* with those below the first gap counted on from the king: K A 2 as 13 14 15."""
    if len(ranks) >= 13 or Rank.ACE not in ranks or Rank.KING not in ranks:
        return list(ranks)
    gap = next(rank for rank in range(1, 14) if rank not in ranks)
    return [rank + 13 if rank < gap else rank for rank in ranks]


def is_meld(cards: Collection[Card], aces: Aces = Aces.LOW) -> bool:
    """A set or a run.

    Laying off needs no rule of its own: cards can be laid off on a meld if all of them
    together are still a meld.

    >>> from models.gin.cards.cards import parse_cards
    >>> is_meld(parse_cards("5S6S7S") | parse_cards("8S9S"))
    True
    """
    return is_set(cards) or is_run(cards, aces)


def is_meld_of(group: Collection[Card], aces: Aces = Aces.LOW) -> bool:
    """Whether *group* is a meld in which no card is there twice."""
    return are_distinct(group) and is_meld(group, aces)


def flaw_of(group: Collection[Card], aces: Aces = Aces.LOW) -> Flaw | None:
    """Why *group* is not a meld; None if it is."""
    if is_meld_of(group, aces):
        return None
    cards = frozenset(group)
    ranks, suits = {card.rank for card in cards}, {card.suit for card in cards}
    if len(ranks) == 1 and len(group) > 4:
        return Flaw.MORE_THAN_FOUR_OF_A_RANK
    if len(cards) < len(group):
        return Flaw.CARD_REPEATED
    if len(cards) < 3:
        return Flaw.TOO_FEW
    if len(suits) == 1:
        return _flaw_of_run(cards)
    if len(ranks) == len(cards) and in_sequence(ranks, aces):
        return Flaw.MIXED_SUITS
    return Flaw.NEITHER_SET_NOR_RUN


def _flaw_of_run(cards: Cards) -> Flaw:
    """Why cards of one suit that are not a run here are not a run."""
    if is_run(cards, Aces.HIGH_OR_LOW):
        return Flaw.ACE_ABOVE_KING
    if is_run(cards, Aces.ROUND):
        return Flaw.ROUND_THE_CORNER
    return Flaw.GAP_IN_RUN


def laid_in_order(cards: Iterable[Card]) -> Group:
    """*cards* in the usual order: sorted, with an ace after the king it follows.

    >>> from models.gin.cards.cards import format_cards, parse_cards
    >>> format_cards(laid_in_order(parse_cards("AH KH QH")))
    'QH KH AH'
    """
    group = sorted(cards, key=IN_PACK)
    ranks = {card.rank for card in group}
    if Rank.ACE not in ranks or len({card.suit for card in group}) != 1:
        return tuple(group)
    if in_sequence(ranks) or not in_sequence(ranks, Aces.ROUND):
        return tuple(group)
    gap = next(rank for rank in Rank if rank not in ranks)
    return tuple(sorted(group, key=lambda card: card.rank + 13 * (card.rank < gap)))


def sets() -> list[Cards]:
    """Every possible set: 13 of four cards and 52 of three."""
    by_rank = ([card for card in PACK if card.rank == rank] for rank in Rank)
    return [
        frozenset(cards)
        for of_a_rank in by_rank
        for size in (3, 4)
        for cards in combinations(of_a_rank, size)
    ]


def runs(aces: Aces = Aces.LOW) -> list[Cards]:
    """Every possible run: 264 with the ace low."""
    return [
        run
        for suit in Suit
        for start in range(13)
        for length in range(3, 14)
        if is_run(run := _stretch(suit, start, length), aces) and (length < 13 or start == 0)
    ]


def _stretch(suit: Suit, start: int, length: int) -> Cards:
    """*length* cards of a suit, upwards from *start*, past the king if necessary."""
    return frozenset(PACK[13 * list(Suit).index(suit) + (start + step) % 13] for step in range(length))


def laid_in_turn(meld: Iterable[Card], cards: Iterable[Card], aces: Aces = Aces.LOW) -> tuple[Group, Group]:
    """*cards* as they can be laid off on *meld* one after another, and those that cannot.

    >>> from models.gin.cards.cards import format_cards, read_cards
    >>> laid, left = laid_in_turn(read_cards("9C TC JC"), read_cards("7C 8C KC"))
    >>> format_cards(laid), format_cards(left)
    ('8C 7C', 'KC')
    """
    grown, laid, waiting = frozenset(meld), list[Card](), list(cards)
    while fitting := [card for card in waiting if is_meld(grown | {card}, aces) and card not in grown]:
        grown |= {fitting[0]}
        laid.append(fitting[0])
        waiting.remove(fitting[0])
    return tuple(laid), tuple(waiting)
