"""A hand as a player would have typed it, to be corrected or copied."""

from collections.abc import Iterator

from models.gin.cards.cards import Card, format_cards, format_groups
from models.gin.hand.card_layout import laid_out
from models.gin.hand.declaration import Count, Declaration, Ending, Points, Spread
from models.gin.hand.hand import Hand
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import Side
from views.shared.player_cards import NO_MELDS

Typed = Iterator[tuple[str, str | None]]
"""The names of fields, each with what is typed or chosen there."""


def typed_fields(hand: Hand, rules: HouseRules) -> Typed:
    """The fields of the form for *hand*, of players 0 and 1."""
    yield "knocker", _knocker(hand)
    yield "upcard", str(hand.laid.upcard or "")
    if isinstance(hand.laid, Declaration):
        yield from _cards(hand, hand.laid, rules)
    elif isinstance(hand.laid, Count) and hand.laid.ending is not Ending.DEAD:
        yield "outcome", hand.laid.ending.value
        yield f"deadwood_{hand.player(Side.KNOCKER)}", str(hand.laid.knocker)
        yield f"deadwood_{hand.player(Side.DEFENDER)}", str(hand.laid.defender)


def _knocker(hand: Hand) -> str | None:
    """Who knocked; None if it is not known."""
    if isinstance(hand.laid, Points):
        return None
    return "none" if hand.knocker is None else str(hand.knocker)


def _cards(hand: Hand, laid: Declaration, rules: HouseRules) -> Typed:
    knocker, defender = hand.player(Side.KNOCKER), hand.player(Side.DEFENDER)
    yield f"cards_{knocker}", format_cards(laid.knocker.cards)
    yield f"cards_{defender}", format_cards(laid.defender_cards)
    yield f"melds_{knocker}", _melds(laid.knocker, rules)
    yield f"melds_{defender}", _melds(laid.defender, rules)
    yield "layoff_choice", "own"
    yield "layoffs", format_cards(laid.laid_off)


def _melds(spread: Spread, rules: HouseRules) -> str:
    """The melds of *spread*; blank if they are the best ones."""
    best = laid_out(spread.cards, None, rules).melds
    if set(map(frozenset[Card], best)) == set(map(frozenset[Card], spread.melds)):
        return ""
    return format_groups(spread.melds) or NO_MELDS
