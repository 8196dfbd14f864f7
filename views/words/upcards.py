"""What the upcard means for the hand being played."""

from models.gin.bonuses import multiplier
from models.gin.cards import Card
from models.gin.rules import HouseRules
from views.web.i18n import gettext as _


def sets(card: Card, rules: HouseRules) -> tuple[str, ...]:
    """What *card* changes under *rules*, each in a few words."""
    return (*_knock(card, rules), *_double(card, rules))


def _knock(card: Card, rules: HouseRules) -> tuple[str, ...]:
    if not rules.oklahoma:
        return ()
    limit = rules.knock_limit_with(card)
    return (_("Knock with %(limit)s or less", limit=limit) if limit else _("Gin only"),)


def _double(card: Card, rules: HouseRules) -> tuple[str, ...]:
    if multiplier(rules, card) > 1:
        return (
            _("Doubled for the spade, boxes too")
            if rules.spade_doubles_boxes
            else _("Doubled for the spade"),
        )
    return () if rules.oklahoma else (_("Not a spade: not doubled"),)
