"""Short notations for hands, for the tests of the rules."""

from collections.abc import Iterable
from dataclasses import dataclass

from models.gin.cards.cards import Card, read_cards
from models.gin.hand.declaration import DEAD_HAND, Count, Declaration, Ending, Laid, Layoff, Points, Spread
from models.gin.hand.problems import Reason, problems
from models.gin.hand.scoring import Hand
from models.gin.rules.house_rules import HouseRules
from models.gin.sheet.sheet import Sheet, sheet

ANN, BOB = 0, 1

DEAD = Hand(None, DEAD_HAND)
"""The hand that nobody won."""


def card(text: str | None) -> Card | None:
    """One card, or none."""
    return None if text is None else Card.parse(text)


def knock(left: int, against: int, by: int = ANN, upcard: str | None = None) -> Hand:
    return Hand(by, Count(Ending.KNOCK, left, against, card(upcard)))


def gin(against: int, by: int = ANN, upcard: str | None = None) -> Hand:
    return Hand(by, Count(Ending.GIN, 0, against, card(upcard)))


def big_gin(against: int, by: int = ANN, upcard: str | None = None) -> Hand:
    return Hand(by, Count(Ending.BIG_GIN, 0, against, card(upcard)))


def worth(points: int, by: int = ANN, upcard: str | None = None) -> Hand:
    """A knock with one left that is worth *points*."""
    return knock(1, points + 1, by, upcard)


def won(points: int, by: int = ANN, faced: tuple[int, int] = (0, 1)) -> Hand:
    """A hand from paper, of which only the points are known."""
    return Hand(by, Points(points), faced)


def spread(text: str) -> Spread:
    """Melds with spaces between them, then ``/`` and the deadwood: ``KSKCKD 5S6S7S / JD``."""
    melds, _, unmatched = text.partition("/")
    return Spread.of(map(read_cards, melds.split()), read_cards(unmatched))


def layoffs(text: str) -> tuple[Layoff, ...]:
    """What was laid on which meld: ``8S9S>5S6S7S 7C8C>9CTCJC``."""
    parts = (part.split(">") for part in text.split())
    return tuple(Layoff(read_cards(cards), read_cards(onto)) for cards, onto in parts)


def laid(knocker: str, defender: str, laid_off: str = "", upcard: str | None = None) -> Declaration:
    """A hand by cards."""
    return Declaration(spread(knocker), spread(defender), layoffs(laid_off), card(upcard))


def reasons(declared: Laid | Hand, rules: HouseRules) -> set[Reason]:
    """The reasons why *declared* is not valid."""
    hand = declared.laid if isinstance(declared, Hand) else declared
    return {problem.reason for problem in problems(hand, rules)}


@dataclass(frozen=True)
class Said:
    """A sentence of a rulebook, hands it speaks of, and the running totals they give."""

    quote: str
    hands: tuple[Hand, ...]
    totals: tuple[int, int]

    def __str__(self) -> str:
        return f"{self.quote} {self.totals[0]}:{self.totals[1]}"

    def sheet(self, rules: HouseRules) -> Sheet:
        return sheet(self.hands, rules)


def said(quote: str, *hands: Hand, gives: tuple[int, int]) -> Said:
    """A sentence and what its hands give."""
    return Said(quote, hands, gives)


def running(hands: Iterable[Hand], rules: HouseRules) -> tuple[int, int]:
    """The running totals after *hands* of one game."""
    return sheet(hands, rules).games[0].running
