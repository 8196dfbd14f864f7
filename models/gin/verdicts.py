"""What a dispute needs: one hand judged for itself, and a showdown judged card by card."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum, auto

from models.gin.arrangements import arrangements_within, best_arrangements, least_deadwood
from models.gin.cards import HAND_SIZE, MOST_IN_HAND, Card, Cards, Group
from models.gin.declaration import Declaration, Spread
from models.gin.defence import Defence, best_defence
from models.gin.melds import Flaw, flaw_of
from models.gin.problems import problems
from models.gin.rules import STANDARD, HouseRules
from models.gin.scoring import HandResult, score


class GoingOut(StrEnum):
    """What a hand allows its player to do."""

    NOTHING = auto()
    """More is left than the house, or its upcard, lets a player knock with."""
    KNOCK = auto()
    GIN = auto()
    BIG_GIN = auto()


def going_out(deadwood: int, rules: HouseRules, upcard: Card | None = None) -> GoingOut:
    """What a player of ten cards with *deadwood* may do.

    >>> going_out(7, HouseRules(oklahoma=True), Card.parse("6D"))
    <GoingOut.NOTHING: 'nothing'>
    """
    if deadwood == 0:
        return GoingOut.GIN
    return GoingOut.KNOCK if deadwood <= rules.knock_limit_with(upcard) else GoingOut.NOTHING


@dataclass(frozen=True, slots=True)
class JudgedDiscard:
    """A discard, and what it leaves."""

    card: Card
    deadwood: int
    allows: GoingOut


@dataclass(frozen=True, slots=True)
class HandVerdict:
    """One hand for itself."""

    deadwood: int
    """The least that can be left of it."""
    arrangements: tuple[Spread, ...]
    """Every way to lay it that leaves no more."""
    allows: GoingOut | None
    """What ten cards allow, or eleven that are big gin; None for any other number."""
    discards: tuple[JudgedDiscard, ...] = ()
    """For eleven cards, each discard, the best first; none after big gin, which needs no discard."""

    @property
    def best_discards(self) -> tuple[JudgedDiscard, ...]:
        """The discards that leave the least."""
        return tuple(discard for discard in self.discards if discard.deadwood == self.discards[0].deadwood)


def judge_hand(cards: Cards, rules: HouseRules = STANDARD, upcard: Card | None = None) -> HandVerdict:
    """What can be said of one to fourteen cards.

    >>> from models.gin.cards import parse_cards
    >>> verdict = judge_hand(parse_cards("AC 2C 3C 4D 5D 6D 7H 8H 9H JS"))
    >>> verdict.deadwood, verdict.allows
    (10, <GoingOut.KNOCK: 'knock'>)

    :raises ValueError: if there are more than fourteen.
    """
    deadwood = least_deadwood(cards, rules)
    allows = _allows(len(cards), deadwood, rules, upcard)
    must_discard = len(cards) == MOST_IN_HAND and allows is not GoingOut.BIG_GIN
    return HandVerdict(
        deadwood=deadwood,
        arrangements=best_arrangements(cards, rules),
        allows=allows,
        discards=_discards(cards, rules, upcard) if must_discard else (),
    )


def _allows(held: int, deadwood: int, rules: HouseRules, upcard: Card | None) -> GoingOut | None:
    if held == HAND_SIZE:
        return going_out(deadwood, rules, upcard)
    if held == MOST_IN_HAND and deadwood == 0 and rules.plays_big_gin:
        return GoingOut.BIG_GIN
    return None


def _discards(cards: Cards, rules: HouseRules, upcard: Card | None) -> tuple[JudgedDiscard, ...]:
    left = {card: least_deadwood(cards - {card}, rules) for card in sorted(cards)}
    return tuple(
        JudgedDiscard(card, left[card], going_out(left[card], rules, upcard))
        for card in sorted(left, key=left.__getitem__)
    )


@dataclass(frozen=True, slots=True)
class JudgedGroup:
    """Cards that somebody calls a meld, and why they are none."""

    cards: Group
    flaw: Flaw | None


def judge_groups(groups: Iterable[Group], rules: HouseRules = STANDARD) -> tuple[JudgedGroup, ...]:
    """Whether each group is a meld in this house."""
    return tuple(JudgedGroup(group, flaw_of(group, rules.aces)) for group in groups)


@dataclass(frozen=True, slots=True)
class Showdown:
    """A knocker's spread against the best that the defender can make of a hand."""

    declaration: Declaration
    """The hand as it would be played: the defender at the best."""
    defence: Defence
    without_layoffs: int
    """What the defender would be left with, had nothing been laid off."""
    result: HandResult
    other_layings: tuple["OtherLaying", ...] = ()
    """The other ways in which the knocker could have laid the same cards."""


@dataclass(frozen=True, slots=True)
class OtherLaying:
    """The same cards of the knocker's, laid in another way, and what that would have been worth."""

    knocker: Spread
    result: HandResult


def defended(knocker: Spread, cards: Cards, rules: HouseRules, upcard: Card | None = None) -> Declaration:
    """The showdown of *knocker* against *cards* at their best, with lay-offs where the house has them."""
    defence = _defence(knocker, cards, rules)
    return Declaration(knocker, defence.spread, defence.layoffs, upcard)


def _defence(knocker: Spread, cards: Cards, rules: HouseRules) -> Defence:
    """The best defence; against gin without lay-offs, unless the rules allow them."""
    return best_defence(knocker.melds if rules.may_lay_off(knocker.unmatched) else (), cards, rules)


def judge_showdown(
    knocker: Spread, cards: Cards, rules: HouseRules = STANDARD, upcard: Card | None = None
) -> Showdown:
    """What *knocker* is worth against *cards*, and what it would have been laid otherwise.

    :raises InvalidDeclarationError: if the spread cannot stand.
    """
    defence = _defence(knocker, cards, rules)
    declaration = Declaration(knocker, defence.spread, defence.layoffs, upcard)
    return Showdown(
        declaration,
        defence,
        without_layoffs=least_deadwood(cards, rules),
        result=score(declaration, rules),
        other_layings=tuple(_other_layings(knocker, cards, rules, upcard)),
    )


MOST_LAYINGS = 60
"""Of many ways to lay a hand, how many are played through; the best come first."""


def _other_layings(
    knocker: Spread, cards: Cards, rules: HouseRules, upcard: Card | None
) -> Iterable[OtherLaying]:
    """Every other way the knocker could have laid the same cards and still gone out, played through."""
    laid = set(map(frozenset[Card], knocker.melds))
    for spread in arrangements_within(knocker.cards, rules.knock_limit_with(upcard), rules)[:MOST_LAYINGS]:
        if set(map(frozenset[Card], spread.melds)) == laid:
            continue
        declaration = defended(spread, cards, rules, upcard)
        if not any(problems(declaration, rules)):
            yield OtherLaying(spread, score(declaration, rules))


def missed(laid: Declaration, rules: HouseRules) -> Declaration | None:
    """The hand as the defender could have played it, if that leaves less; else None."""
    better = defended(laid.knocker, frozenset(laid.defender_cards), rules, laid.upcard)
    return better if better.count(rules).defender < laid.count(rules).defender else None


def broken_meld(laid: Declaration, rules: HouseRules) -> Cards | None:
    """A meld that the defender would have kept, had nothing been laid off; None if none was broken."""
    if not laid.layoffs:
        return None
    kept = [frozenset(meld) for meld in laid.defender.melds]
    away = frozenset(laid.laid_off)
    for meld in best_arrangements(laid.defender_cards, rules)[0].melds:
        rest = frozenset(meld) - away
        if len(rest) < len(meld) and not any(rest <= other for other in kept if rest):
            return frozenset(meld)
    return None
