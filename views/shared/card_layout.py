"""What the form of a hand says lies on the table: read, arranged, and not yet judged."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from models.gin.arrangements import best_arrangements
from models.gin.cards import PACK, Card, Group, cards_twice
from models.gin.columns import Player, other
from models.gin.declaration import Declaration, Layoff, Spread
from models.gin.defence import best_defence, place_layoffs
from models.gin.melds import is_meld, laid_in_turn
from models.gin.rules import HouseRules

MOST_ARRANGED = 14


@dataclass
class CardTable:
    """Both players' cards as they lie, arranged at their best where nothing else is said.

    :ivar knocker: who went out; None while nobody was chosen.
    :ivar own_layoffs: the cards that were laid off; None where the best are meant.
    """

    rules: HouseRules
    knocker: Player | None
    cards: tuple[Group, Group]
    melds: tuple[tuple[Group, ...], tuple[Group, ...]]
    own_layoffs: Group | None = None
    upcard: Card | None = None

    def hand_of(self, player: Player) -> Group:
        """All cards of *player*; those typed as melds or as laid off alone count as well."""
        typed = self.cards[player]
        away = (self.own_layoffs or ()) if self.knocker == other(player) else ()
        beside = [card for group in (*self.melds[player], away) for card in group if card not in typed]
        return (*typed, *beside)

    @cached_property
    def spreads(self) -> tuple[Spread, Spread]:
        """Each player's melds and deadwood, what was laid off left out."""
        if self.knocker is None:
            return self._at_best(0), self._at_best(1)
        spreads = {self.knocker: self._at_best(self.knocker), other(self.knocker): self._defence[0]}
        return spreads[0], spreads[1]

    @property
    def layoffs(self) -> tuple[Layoff, ...]:
        """What the defender laid off."""
        return () if self.knocker is None else self._defence[1]

    @property
    def is_gin(self) -> bool:
        """Whether the knocker has nothing left over."""
        return self.knocker is not None and not self._at_best(self.knocker).unmatched

    @property
    def may_lay_off(self) -> bool:
        """Whether the house lets the defender lay off on these cards."""
        return self.rules.layoff_vs_gin or not self.is_gin

    @property
    def declaration(self) -> Declaration:
        """The hand in the terms of the rules.

        :raises ValueError: while nobody was chosen.
        """
        if self.knocker is None:
            raise ValueError("nobody went out")
        defender = other(self.knocker)
        return Declaration(self.spreads[self.knocker], self.spreads[defender], self.layoffs, self.upcard)

    def _at_best(self, player: Player) -> Spread:
        return arranged(self.hand_of(player), self.melds[player], self.rules)

    @cached_property
    def _defence(self) -> tuple[Spread, tuple[Layoff, ...]]:
        """The defender's spread and lay-offs: as they were chosen, else at their best together."""
        if self.knocker is None:
            raise ValueError("nobody went out")
        melds, defender = self._at_best(self.knocker).melds, other(self.knocker)
        hand, typed = self.hand_of(defender), self.melds[defender]
        if self.own_layoffs is not None:
            kept = tuple(card for card in hand if card not in self.own_layoffs)
            return arranged(kept, typed, self.rules), laid_as_said(melds, self.own_layoffs, self.rules)
        if not self.may_lay_off or not can_arrange(hand, self._at_best(self.knocker).cards):
            return arranged(hand, typed, self.rules), ()
        loose = tuple(card for card in hand if not any(card in meld for meld in typed))
        best = best_defence(melds, loose, self.rules)
        return Spread.of((*typed, *best.melds), best.unmatched), best.layoffs


def can_arrange(hand: Group, against: Group = ()) -> bool:
    """Whether the engine can be asked: no more cards than it takes, none twice on the table."""
    return len(hand) <= MOST_ARRANGED and not cards_twice((*hand, *against))


def arranged(cards: Group, melds: tuple[Group, ...], rules: HouseRules) -> Spread:
    """*cards* with these *melds*, or at their best where none are said.

    Of several best arrangements, the one on which the fewest cards could be laid off.
    """
    if melds:
        return Spread.of(melds, [card for card in cards if not any(card in meld for meld in melds)])
    if not can_arrange(cards):
        return Spread.of((), cards)
    return min(best_arrangements(cards, rules), key=lambda spread: openings(spread, rules))


def openings(spread: Spread, rules: HouseRules) -> int:
    """How many cards of the pack could be laid on the melds of *spread*."""
    held = frozenset(spread.cards)
    melds = [frozenset(meld) for meld in spread.melds]
    return sum(any(is_meld(meld | {card}, rules.aces) for meld in melds) for card in PACK if card not in held)


def laid_as_said(melds: Iterable[Group], cards: Group, rules: HouseRules) -> tuple[Layoff, ...]:
    """Just these *cards* on the melds; those that fit nowhere are put on the first, to be judged."""
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
