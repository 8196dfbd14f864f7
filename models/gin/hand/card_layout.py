"""Both players' cards while a hand is entered: as declared, and at their best where nothing was declared."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from models.gin.cards.bitboards import tables_for, unions
from models.gin.cards.cards import HAND_SIZE, MOST_IN_HAND, PACK, Card, Group, cards_twice
from models.gin.cards.melds import laid_in_turn
from models.gin.hand.arrangements import MOST_CARDS, best_arrangements, least_deadwood
from models.gin.hand.declaration import Declaration, Layoff, Spread
from models.gin.hand.defence import best_defence, lay_off_all, place_layoffs
from models.gin.hand.problems import may_lay_off, spreads_to_knock
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.seating import Player, other

Melds = tuple[Group, ...]
"""Melds as a player declared them; none at all where that was declared."""


@dataclass(frozen=True)
class CardLayout:
    """Both players' cards as they were laid down, not yet checked."""

    rules: HouseRules
    knocker: Player | None
    """Who went out; None while that is not known."""
    cards: tuple[Group, Group]
    melds: tuple[Melds | None, Melds | None] = (None, None)
    """Each player's melds. Players may lay fewer than they could: only what is declared counts.
    None: nothing was declared, so the best are meant."""
    laid_off: Group | None = None
    """The cards that the defender laid off. None: nothing was declared, so the best are meant."""
    upcard: Card | None = None

    def hand_of(self, player: Player) -> Group:
        """All cards of *player*, with those that are named only as melds or lay-offs."""
        named = self.cards[player]
        away = (self.laid_off or ()) if self.knocker == other(player) else ()
        beside = [
            card for group in (*(self.melds[player] or ()), away) for card in group if card not in named
        ]
        return (*named, *beside)

    def cards_missing(self, player: Player) -> int:
        """How many of *player*'s cards have not been entered yet."""
        return max(0, HAND_SIZE - len(self.hand_of(player)))

    @property
    def is_complete(self) -> bool:
        """Whether both hands have been entered in full."""
        return not (self.cards_missing(0) or self.cards_missing(1))

    @cached_property
    def spreads(self) -> tuple[Spread, Spread]:
        """Each player's melds and deadwood, without the cards that were laid off."""
        if self.knocker is None:
            return self._laid(0), self._laid(1)
        spreads = {self.knocker: self._knockers, other(self.knocker): self._defence[0]}
        return spreads[0], spreads[1]

    @property
    def layoffs(self) -> tuple[Layoff, ...]:
        """What the defender laid off."""
        return () if self.knocker is None else self._defence[1]

    def may_become_big_gin(self, player: Player) -> bool:
        """Whether some eleventh card would leave no deadwood, where big gin is played.

        Ten of its cards need not be gin: 7S 8S 9S without the 8S are two cards of deadwood.
        """
        hand = self.hand_of(player)
        if not self.rules.plays_big_gin or len(hand) != HAND_SIZE or not can_arrange(hand):
            return False
        return any(not least_deadwood((*hand, card), self.rules) for card in PACK if card not in hand)

    @property
    def is_knock_settled(self) -> bool:
        """Whether the knocker has all cards: no eleventh makes big gin, or the other hand is started."""
        if self.knocker is None or self.cards_missing(self.knocker):
            return False
        return bool(self.hand_of(other(self.knocker))) or not self.may_become_big_gin(self.knocker)

    @property
    def may_lay_off(self) -> bool:
        """Whether the rules let the defender lay off on these cards."""
        return self.knocker is None or may_lay_off(self._knockers, self.rules)

    @property
    def declaration(self) -> Declaration:
        """The hand in the terms of the rules.

        :raises ValueError: while it is not known who went out.
        """
        if self.knocker is None:
            raise ValueError("nobody went out")
        defender = other(self.knocker)
        return Declaration(self.spreads[self.knocker], self.spreads[defender], self.layoffs, self.upcard)

    @cached_property
    def _knockers(self) -> Spread:
        """The knocker's spread, worked out once. At its best, it is one that may knock, if there is any."""
        knocker = self.knocker or 0
        if self.rules.melded_to_knock and self.melds[knocker] is None:
            ways = ways_to_knock(self.hand_of(knocker), self.rules, self.upcard)
            return ways[0] if ways else self._laid(knocker)
        return self._laid(knocker)

    def _laid(self, player: Player) -> Spread:
        return laid_out(self.hand_of(player), self.melds[player], self.rules)

    @cached_property
    def _defence(self) -> tuple[Spread, tuple[Layoff, ...]]:
        """The defender's spread and lay-offs: as declared, else at their best together."""
        if self.knocker is None:
            raise ValueError("nobody went out")
        onto, defender = self._knockers.melds, other(self.knocker)
        hand, melds = self.hand_of(defender), self.melds[defender]
        if self.laid_off is not None:
            rest = _without(hand, self.laid_off)
            return laid_out(rest, melds, self.rules), layoffs_as_declared(onto, self.laid_off, self.rules)
        if not self.may_lay_off or not can_arrange(hand, self._knockers.cards):
            return laid_out(hand, melds, self.rules), ()
        if melds is None:
            best = best_defence(onto, hand, self.rules)
            return best.spread, best.layoffs
        layoffs = lay_off_all(onto, _without(hand, *melds), self.rules)
        return laid_out(_without(hand, *(layoff.cards for layoff in layoffs)), melds, self.rules), layoffs


def _without(cards: Group, *groups: Group) -> Group:
    """*cards* without those of the *groups*."""
    return tuple(card for card in cards if not any(card in group for group in groups))


def can_arrange(hand: Group, against: Group = ()) -> bool:
    """Whether the best arrangement can be worked out: not too many cards, and no card twice."""
    return len(hand) <= MOST_CARDS and not cards_twice((*hand, *against))


def laid_out(cards: Group, melds: Melds | None, rules: HouseRules) -> Spread:
    """*cards* with just these *melds*; or at their best where nothing was declared.

    Of several best arrangements, the one on which the fewest cards could be laid off.

    >>> from models.gin.cards.cards import format_groups, read_cards
    >>> cards = read_cards("7S 7H 7D 8D 9D")
    >>> format_groups(laid_out(cards, None, HouseRules()).melds), laid_out(cards, (), HouseRules()).melds
    ('7D 8D 9D', ())
    """
    if melds is not None:
        return Spread.of(melds, _without(cards, *melds))
    if not can_arrange(cards):
        return Spread.of((), cards)
    return min(best_arrangements(cards, rules), key=lambda spread: possible_layoffs(spread, rules))


def ways_to_knock(cards: Group, rules: HouseRules, upcard: Card | None = None) -> tuple[Spread, ...]:
    """Every way to lay a full hand and go out, the least deadwood first.

    Of those with equal deadwood, the one on which the fewest cards could be laid off.
    """
    if not HAND_SIZE <= len(cards) <= MOST_IN_HAND or not can_arrange(cards):
        return ()
    ways = spreads_to_knock(cards, rules, upcard)
    return tuple(sorted(ways, key=lambda way: (rules.deadwood(way.unmatched), possible_layoffs(way, rules))))


def possible_layoffs(spread: Spread, rules: HouseRules) -> int:
    """How many cards of the pack could be laid off on the melds of *spread*."""
    next_cards = tables_for(rules.aces, rules.ace_points).next_cards
    [held], fitting = unions([spread.cards]), 0
    for meld in unions(spread.melds):
        fitting |= next_cards[meld]
    return (fitting & ~held).bit_count()


def layoffs_as_declared(melds: Iterable[Group], cards: Group, rules: HouseRules) -> tuple[Layoff, ...]:
    """Just these *cards* on the melds; those that fit nowhere go on the first, to be reported."""
    melds = tuple(melds)
    if (placed := place_layoffs(melds, cards, rules)) is not None:
        return placed
    layoffs, waiting = [], cards
    for meld in melds:
        laid, waiting = laid_in_turn(meld, waiting, rules.aces)
        if laid:
            layoffs.append(Layoff(laid, meld))
    if waiting:
        layoffs.append(Layoff(waiting, melds[0] if melds else ()))
    return tuple(layoffs)
