"""What the rules ask of a knock, and whether the defender may lay off against it."""

from collections.abc import Iterable

from models.gin.cards.cards import HAND_SIZE, MOST_IN_HAND, Card
from models.gin.hand.arrangements import arrangements_within
from models.gin.hand.declaration import Spread
from models.gin.rules.house_rules import HouseRules


def may_knock(knocker: Spread, rules: HouseRules, upcard: Card | None = None) -> bool:
    """Whether ten cards laid down like this may end the hand.

    >>> from models.gin.cards.cards import read_cards, read_groups
    >>> laid = Spread.of(read_groups("5S 6S 7S / KS KC KD KH"), read_cards("AC 2D 3H"))
    >>> may_knock(laid, HouseRules()), may_knock(laid, HouseRules(melded_to_knock=8))
    (True, False)
    """
    within = rules.deadwood(knocker.unmatched) <= rules.knock_limit_with(upcard)
    return within and has_enough_melded(knocker, rules)


def has_enough_melded(knocker: Spread, rules: HouseRules) -> bool:
    """Whether so many of ten cards are melded as the rules ask for."""
    return len(knocker.unmatched) <= HAND_SIZE - rules.melded_to_knock


def spreads_to_knock(
    cards: Iterable[Card], rules: HouseRules, upcard: Card | None = None
) -> tuple[Spread, ...]:
    """Every way to lay these cards down and end the hand, the least deadwood first.

    :raises ValueError: if a card is there twice, or there are more than fourteen.
    """
    ways = arrangements_within(cards, rules.knock_limit_with(upcard), rules)
    return tuple(way for way in ways if has_enough_melded(way, rules)) if rules.melded_to_knock else ways


def may_lay_off(knocker: Spread, rules: HouseRules) -> bool:
    """Whether the defender may lay off on the melds of *knocker*.

    >>> from models.gin.cards.cards import read_cards, read_groups
    >>> gin = Spread.of(read_groups("5S 6S 7S 8S / KS KC KD / QS QC QD"))
    >>> may_lay_off(gin, HouseRules()), may_lay_off(gin, HouseRules(layoff_vs_gin=True))
    (False, True)
    """
    if knocker.unmatched:
        return True
    return rules.layoff_vs_gin and (rules.layoff_vs_big_gin or not is_big_gin(knocker, rules))


def is_big_gin(knocker: Spread, rules: HouseRules) -> bool:
    """Whether these are eleven melded cards, where that is more than gin."""
    return rules.plays_big_gin and not knocker.unmatched and len(knocker.cards) == MOST_IN_HAND
