"""The rules of a hand in sentences: knocking, melds, and what it scores."""

from collections.abc import Callable, Mapping

from models.gin.melds import Aces
from models.gin.rule_options import AceUpcard, Tie
from models.gin.rules import HouseRules
from views.web.i18n import gettext as _
from views.web.i18n import marked

Sentence = Callable[[HouseRules], str | None]
"""The sentence of one field; None if there is nothing to say."""


def _knock_limit(rules: HouseRules) -> str:
    if rules.knock_limit == 0:
        return _("Nobody knocks: play goes on until someone has gin.")
    return _("You can knock with %(limit)s deadwood or less.", limit=rules.knock_limit)


def _oklahoma(rules: HouseRules) -> str | None:
    if not rules.oklahoma:
        return None
    return _(
        "Oklahoma: the upcard sets the knock limit, %(limit)s at most. Face cards count 10.",
        limit=rules.knock_limit,
    )


def _ace_upcard(rules: HouseRules) -> str | None:
    if not rules.oklahoma:
        return None
    if rules.ace_upcard is AceUpcard.GIN:
        return _("If the upcard is an ace, you need gin.")
    return _("If the upcard is an ace, you can knock with 1.")


ACES = {
    Aces.LOW: marked("Aces are low: A-2-3 is a run, Q-K-A is not."),
    Aces.HIGH_OR_LOW: marked("Aces are low or high: A-2-3 and Q-K-A are runs, K-A-2 is not."),
    Aces.ROUND: marked("Runs can go around the corner: K-A-2 is a run too."),
}


def _ace_points(rules: HouseRules) -> str:
    return _("As deadwood, an ace counts %(points)s and a face card 10.", points=rules.ace_points)


def _layoff_vs_gin(rules: HouseRules) -> str:
    if rules.layoff_vs_gin:
        return _("The defender can lay off on the knocker’s melds, even against gin.")
    return _("The defender can lay off on the knocker’s melds, but not against gin.")


def dead_hand(rules: HouseRules) -> str:
    """When a hand ends without a winner. It is the same under all rules."""
    if rules.knock_limit == 0:
        return _(
            "When only two cards are left in the stock, whoever drew the third-last card can still go "
            "gin with it. "
            "Otherwise it is a dead hand: nobody scores, and you deal again."
        )
    return _(
        "When only two cards are left in the stock, whoever drew the third-last card can still knock or go "
        "gin with it. "
        "Otherwise it is a dead hand: nobody scores, and you deal again."
    )


def _knock_base(rules: HouseRules) -> str | None:
    if rules.knock_limit == 0:
        return None
    if rules.knock_base:
        return _("A winning knock scores the difference in deadwood plus %(base)s.", base=rules.knock_base)
    return _("A winning knock scores the difference in deadwood.")


def _gin_bonus(rules: HouseRules) -> str:
    return _("Gin scores %(bonus)s plus all of the other player’s deadwood.", bonus=rules.gin_bonus)


def _big_gin_bonus(rules: HouseRules) -> str:
    if not rules.plays_big_gin:
        return _("There is no big gin: eleven melded cards count as gin.")
    return _(
        "Big gin, with all eleven cards melded, scores %(bonus)s plus all of the other player’s deadwood.",
        bonus=rules.big_gin_bonus,
    )


def _undercut_bonus(rules: HouseRules) -> str | None:
    if rules.knock_limit == 0:
        return None
    return _(
        "If the defender has less deadwood than the knocker, it is an undercut: "
        "the defender scores the difference plus %(bonus)s.",
        bonus=rules.undercut_bonus,
    )


TIES = {
    Tie.UNDERCUT: marked("If their deadwood is the same, that is an undercut too, with its bonus."),
    Tie.UNDERCUT_NO_BONUS: marked(
        "If their deadwood is the same, the defender wins the hand, for no points."
    ),
    Tie.KNOCKER: marked("If their deadwood is the same, the knocker wins the hand, for no points."),
    Tie.VOID: marked("If their deadwood is the same, nobody wins the hand."),
}


def _tie(rules: HouseRules) -> str | None:
    return _(TIES[rules.tie]) if rules.knock_limit else None


def _loser_negative(rules: HouseRules) -> str | None:
    return _("The loser of a hand loses as much as the winner scores.") if rules.loser_negative else None


def _spade_double(rules: HouseRules) -> str | None:
    if not rules.spade_double:
        return None
    return _("If the upcard is a spade, the hand counts double, with its bonus.")


def _spade_doubles_boxes(rules: HouseRules) -> str | None:
    if not rules.spade_double or not (rules.box_bonus or rules.stake_per_box):
        return None
    if not rules.spade_doubles_boxes:
        return _("A spade upcard doesn’t double boxes.")
    if rules.gin_extra_boxes or rules.big_gin_extra_boxes or rules.undercut_extra_boxes:
        return _(
            "A spade upcard doubles the extra boxes of the hand. "
            "If the hand has none, its own box counts twice."
        )
    return _("A spade upcard doubles the box of the hand too.")


HAND_RULES: Mapping[str, Sentence] = {
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
