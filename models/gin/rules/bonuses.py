"""What each outcome of a hand gives under the rules: bonus, boxes, and whether it counts double."""

from collections.abc import Mapping
from functools import lru_cache

from models.gin.cards.cards import Card, Suit
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import Award, Outcome, Side, Tie


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


def gin_off(rules: HouseRules, outcome: Outcome, deadwood: int) -> bool:
    """Whether a defender with this *deadwood* has what the rules give for having none left.

    >>> gin_off(HouseRules(gin_off_bonus=25), Outcome.UNDERCUT, 0)
    True
    """
    if deadwood or outcome is Outcome.DEAD or not (rules.gin_off_bonus or rules.gin_off_extra_boxes):
        return False
    return outcome is Outcome.UNDERCUT or rules.gin_off_vs_gin


def multiplier(rules: HouseRules, upcard: Card | None) -> int:
    """How often a hand with this upcard counts: what the suit says, times what the rank says.

    >>> from models.gin.rules.values import Multipliers
    >>> rules = HouseRules(spade_double=True, rank_multipliers=Multipliers.parse("Ax3"))
    >>> multiplier(rules, Card.parse("AS")), multiplier(rules, Card.parse("AH"))
    (6, 3)
    """
    if upcard is None:
        return 1
    return suit_multiplier(rules, upcard) * rank_multiplier(rules, upcard)


def suit_multiplier(rules: HouseRules, upcard: Card) -> int:
    """How often a hand counts for the suit of its upcard. A table of suits goes before `spade_double`."""
    usual = 2 if rules.spade_double and upcard.suit is Suit.SPADES else 1
    return rules.suit_multipliers.of(upcard.suit, usual) if rules.suit_multipliers else usual


def rank_multiplier(rules: HouseRules, upcard: Card) -> int:
    """How often a hand counts for the rank of its upcard."""
    return rules.rank_multipliers.of(upcard.rank.letter) if rules.rank_multipliers else 1


def boxes(rules: HouseRules, outcome: Outcome, times: int = 1, gin_off: bool = False) -> int:
    """The boxes of a won hand: its own, and the extra boxes of the outcome.

    A spade that doubles boxes doubles the extra boxes; if there are none, it doubles the
    hand's own box (docs/rules.md). So does any other multiplier.

    >>> club = HouseRules(gin_extra_boxes=2)
    >>> boxes(club, Outcome.GIN, times=2), boxes(club, Outcome.KNOCK, times=2)
    (5, 2)
    """
    extra = extra_boxes(rules, outcome, gin_off)
    return 1 + times * extra if extra else times


def extra_boxes(rules: HouseRules, outcome: Outcome, gin_off: bool = False) -> int:
    """The boxes that *outcome* adds to the winner's own, before they are multiplied."""
    extra = {
        Outcome.GIN: rules.gin_extra_boxes,
        Outcome.BIG_GIN: rules.big_gin_extra_boxes,
        Outcome.UNDERCUT: rules.undercut_extra_boxes + rules.gin_off_extra_boxes * gin_off,
    }
    return extra.get(outcome, 0)
