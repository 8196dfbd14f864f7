"""What each outcome of a hand gives under the rules: bonus, boxes, and whether it counts double."""

from collections.abc import Mapping
from functools import lru_cache

from models.gin.cards import Card, Suit
from models.gin.rule_options import Award, Outcome, Side, Tie
from models.gin.rules import HouseRules


def awards(rules: HouseRules) -> Mapping[Outcome, Award]:
    """What each outcome scores."""
    return _awards(
        rules.knock_base, rules.gin_bonus, rules.big_gin_bonus or 0, rules.undercut_bonus, rules.tie
    )


@lru_cache(maxsize=100)
def _awards(knock: int, gin: int, big_gin: int, undercut: int, tie: Tie) -> Mapping[Outcome, Award]:
    """The same for each hand of a sheet, and so made once."""
    return {
        Outcome.KNOCK: Award(Side.KNOCKER, knock),
        Outcome.GIN: Award(Side.KNOCKER, gin),
        Outcome.BIG_GIN: Award(Side.KNOCKER, big_gin),
        Outcome.UNDERCUT: Award(Side.DEFENDER, undercut),
        Outcome.TIE: Award(tie.winner, tie.share * undercut),
        Outcome.DEAD: Award(None, 0),
    }


def is_doubled(rules: HouseRules, upcard: Card | None) -> bool:
    """Whether the upcard doubles the hand."""
    return rules.spade_double and upcard is not None and upcard.suit is Suit.SPADES


def boxes(rules: HouseRules, outcome: Outcome, upcard: Card | None) -> int:
    """The boxes of a won hand: its own, and the extra boxes of the outcome.

    A spade that doubles boxes doubles the extra boxes; if there are none, it doubles the
    hand's own box (docs/decisions/0003-spades-and-boxes.md).

    >>> club = HouseRules(gin_extra_boxes=2, spade_double=True, spade_doubles_boxes=True)
    >>> spade = Card.parse("9S")
    >>> boxes(club, Outcome.GIN, spade), boxes(club, Outcome.KNOCK, spade)
    (5, 2)
    """
    extra = extra_boxes(rules, outcome)
    if rules.spade_doubles_boxes and is_doubled(rules, upcard):
        return 1 + (2 * extra or 1)
    return 1 + extra


def extra_boxes(rules: HouseRules, outcome: Outcome) -> int:
    """The boxes that *outcome* adds to the hand's own, without a spade."""
    extra = {
        Outcome.GIN: rules.gin_extra_boxes,
        Outcome.BIG_GIN: rules.big_gin_extra_boxes,
        Outcome.UNDERCUT: rules.undercut_extra_boxes,
    }
    return extra.get(outcome, 0)
