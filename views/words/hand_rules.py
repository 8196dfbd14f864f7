"""What the rules of a hand mean: going out, and what it pays."""

from collections.abc import Callable, Mapping

from models.gin.melds import Aces
from models.gin.rule_options import AceUpcard, Tie
from models.gin.rules import HouseRules
from views.web.i18n import gettext as _
from views.web.i18n import marked

Sentence = Callable[[HouseRules], str | None]
"""What one field of the rules means here; None where there is nothing to say."""


def _knock_limit(rules: HouseRules) -> str:
    if rules.knock_limit == 0:
        return _("Nobody knocks: the hand is played until someone is gin.")
    return _("A player may knock with %(limit)s or less left over.", limit=rules.knock_limit)


def _oklahoma(rules: HouseRules) -> str | None:
    if not rules.oklahoma:
        return None
    return _(
        "Oklahoma: the first upcard sets the limit, a court card counting ten; never above the house’s own."
    )


def _ace_upcard(rules: HouseRules) -> str | None:
    if not rules.oklahoma:
        return None
    if rules.ace_upcard is AceUpcard.GIN:
        return _("An ace turned up means gin only.")
    return _("An ace turned up allows a knock with one.")


ACES = {
    Aces.LOW: marked("The ace is low: A-2-3 is a run, Q-K-A is not."),
    Aces.HIGH_OR_LOW: marked("The ace is low or high: A-2-3 and Q-K-A are runs, K-A-2 is not."),
    Aces.ROUND: marked("Runs go round the corner: K-A-2 is a run too."),
}


def _ace_points(rules: HouseRules) -> str:
    return _("Left over, an ace counts %(points)s, a court card ten.", points=rules.ace_points)


def _layoff_vs_gin(rules: HouseRules) -> str:
    if rules.layoff_vs_gin:
        return _("The defender may lay off on the knocker’s melds, even against gin.")
    return _("The defender may lay off on the knocker’s melds, but not against gin.")


def _knock_base(rules: HouseRules) -> str | None:
    if rules.knock_limit == 0:
        return None
    if rules.knock_base:
        return _("A knock that wins pays %(base)s and the difference.", base=rules.knock_base)
    return _("A knock that wins pays the difference.")


def _gin_bonus(rules: HouseRules) -> str:
    return _("Gin pays %(bonus)s and all the other player has left.", bonus=rules.gin_bonus)


def _big_gin_bonus(rules: HouseRules) -> str:
    if not rules.plays_big_gin:
        return _("Big gin is not played: eleven melded cards are gin.")
    return _("Big gin, all eleven cards melded, pays %(bonus)s.", bonus=rules.big_gin_bonus)


def _undercut_bonus(rules: HouseRules) -> str | None:
    if rules.knock_limit == 0:
        return None
    return _(
        "A defender with less than the knocker undercuts: the difference and %(bonus)s.",
        bonus=rules.undercut_bonus,
    )


TIES = {
    Tie.UNDERCUT: marked("Equal counts are an undercut too, with its bonus."),
    Tie.UNDERCUT_NO_BONUS: marked("Equal counts are the defender’s hand, without a bonus."),
    Tie.KNOCKER: marked("Equal counts are the knocker’s hand, for no points."),
    Tie.VOID: marked("Equal counts are nobody’s hand."),
}


def _tie(rules: HouseRules) -> str | None:
    return _(TIES[rules.tie]) if rules.knock_limit else None


def _loser_negative(rules: HouseRules) -> str | None:
    return _("What the winner of a hand scores is taken from the loser.") if rules.loser_negative else None


def _spade_double(rules: HouseRules) -> str | None:
    return _("A spade turned up doubles the hand, bonuses included.") if rules.spade_double else None


def _spade_doubles_boxes(rules: HouseRules) -> str | None:
    if not rules.spade_double:
        return None
    return (
        _("It doubles the boxes as well.")
        if rules.spade_doubles_boxes
        else _("It does not double the boxes.")
    )


PLAYING: Mapping[str, Sentence] = {
    "knock_limit": _knock_limit,
    "oklahoma": _oklahoma,
    "ace_upcard": _ace_upcard,
    "aces": lambda rules: _(ACES[rules.aces]),
    "ace_points": _ace_points,
    "layoff_vs_gin": _layoff_vs_gin,
    "knock_base": _knock_base,
    "gin_bonus": _gin_bonus,
    "big_gin_bonus": _big_gin_bonus,
    "undercut_bonus": _undercut_bonus,
    "tie": _tie,
    "loser_negative": _loser_negative,
    "spade_double": _spade_double,
    "spade_doubles_boxes": _spade_doubles_boxes,
}
"""The sentence of each field."""
