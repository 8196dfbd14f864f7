"""The answers to disputes about mistakes: what they cost, and how play goes on."""

from models.gin.rules.house_rules import HouseRules
from views.language.i18n import gettext as _
from views.words.dispute_answers import nobody_knocks
from views.words.rules.page import sentence_on_page


def eleven(rules: HouseRules) -> str:
    """Whether it was a knock, and what follows if not."""
    return f"{_no_knock(rules)} {sentence_on_page('false_knock', rules)}"


def _no_knock(rules: HouseRules) -> str:
    if nobody_knocks(rules):
        return _("Nobody can knock under these rules.")
    if rules.oklahoma:
        return _(
            "That is not a knock. The upcard sets the knock limit, %(limit)s at most.",
            limit=rules.knock_limit,
        )
    return _(
        "That is not a knock. You can knock with %(limit)s or less.",
        limit=rules.knock_limit,
    )


def exposed_card(rules: HouseRules) -> str:
    """What a card costs that was shown or seen by mistake."""
    goes_on = _("Play goes on: take the card back, or put it back in its place.")
    return f"{goes_on} {_charge(rules)}"


def wrong_number(rules: HouseRules) -> str:
    """How play goes on with nine cards, or with eleven, and what that costs."""
    goes_on = _(
        "Before your first draw, deal again. Later the other player chooses: deal again, or play on. To put "
        "it right, discard without drawing, or draw without discarding; you can’t knock on that turn."
    )
    return f"{goes_on} {_charge(rules)}"


def _charge(rules: HouseRules) -> str:
    if not rules.penalty_points:
        return _("It costs no points unless you agree on some.")
    return _(
        "Under these rules the other player gets %(points)s, unless you agree on something else.",
        points=rules.penalty_points,
    )
