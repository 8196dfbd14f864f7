"""Whether two devices entered the same hand, or the same extra line."""

from models.gin.hand.declaration import Declaration, Points
from models.gin.hand.hand import Hand
from models.gin.rules.house_rules import HouseRules
from models.gin.sheet.extra_lines import ExtraLine


def is_same(one: Hand | ExtraLine, other: Hand | ExtraLine, rules: HouseRules) -> bool:
    """Whether two devices entered the same hand, or the same extra line."""
    if isinstance(one, Hand) and isinstance(other, Hand):
        return is_same_hand(one, other, rules)
    return one == other


def is_same_hand(one: Hand, other: Hand, rules: HouseRules) -> bool:
    """Whether two devices entered the same hand: same knocker, outcome and deadwood, and the same cards.

    If only the points of one are known, it is another hand unless both say just the same.
    """
    if isinstance(one.laid, Points) or isinstance(other.laid, Points):
        return (one.knocker, one.faced, one.laid) == (other.knocker, other.faced, other.laid)
    if one.laid.upcard != other.laid.upcard or not one.agrees_with(other, rules):
        return False
    if isinstance(one.laid, Declaration) and isinstance(other.laid, Declaration):
        return _cards(one.laid) == _cards(other.laid)
    return True


def _cards(laid: Declaration) -> tuple[frozenset[object], frozenset[object]]:
    return frozenset(laid.knocker.cards), frozenset(laid.defender_cards)
