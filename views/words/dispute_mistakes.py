"""The answers to disputes about mistakes: what they cost, and how play goes on."""

from models.gin.rules.house_rules import HouseRules
from views.language.i18n import gettext as _
from views.words.dispute_answers import on_page
from views.words.lists import paragraph


def eleven(rules: HouseRules) -> str:
    """Whether it was a knock, and what follows if not."""
    return paragraph([_("That is not a knock."), *on_page(["knock_limit", "oklahoma", "false_knock"], rules)])


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
