"""What the upcard means for the hand being played."""

from models.gin.cards.cards import Card, Suit
from models.gin.hand.scoring import multiplier, suit_multiplier
from models.gin.rules.house_rules import HouseRules
from views.language.i18n import gettext as _
from views.language.i18n import ngettext


def sets(card: Card, rules: HouseRules, carried: int = 1) -> tuple[str, ...]:
    """What *card* changes under *rules*, each in a few words."""
    return (*_knock(card, rules), *_double(card, rules, carried))


def _knock(card: Card, rules: HouseRules) -> tuple[str, ...]:
    if not rules.oklahoma:
        return ()
    limit = rules.knock_limit_with(card)
    # Translators: what the upcard allows in this hand, in a few words beside the card.
    return (_("Knock with %(limit)s or less", limit=limit) if limit else _("Gin only"),)


def _double(card: Card, rules: HouseRules, carried: int) -> tuple[str, ...]:
    """How often the hand counts, with what is *carried* over from hands before it."""
    by_card = multiplier(rules, card)
    times, boxes = by_card * carried, rules.spade_doubles_boxes
    if times == 1:
        return () if rules.oklahoma else (_not_doubled(rules),)
    if carried == 1 and by_card == 2 and card.suit is Suit.SPADES and suit_multiplier(rules, card) == 2:
        # Translators: what the upcard means for this hand, in a few words beside the card. Box: what a
        # won hand is worth in addition to its points.
        return (_("Doubled for the spade, boxes too") if boxes else _("Doubled for the spade"),)
    if times == 2:
        # Translators: the hand counts double.
        return (_("Counts double, boxes too") if boxes else _("Counts double"),)
    if boxes:
        return (_("× %(times)s, boxes too", times=times),)
    # Translators: the hand is multiplied by so much, in a few words beside the card: “× 3”.
    return (_("× %(times)s", times=times),)


def _not_doubled(rules: HouseRules) -> str:
    if rules.suit_multipliers or rules.rank_multipliers:
        return _("Not multiplied")
    return _("Not a spade: not doubled")


def reminder(rules: HouseRules) -> str:
    """What depends on the upcard of the next hand, under rules that need one."""
    only_spades = not (rules.suit_multipliers or rules.rank_multipliers)
    if rules.oklahoma and rules.multiplies:
        # Translators: upcard: the card turned up after the deal. Knock limit: the most deadwood to knock
        # with. How often: double, three times …
        return (
            _("The upcard sets the knock limit, and a spade doubles the hand.")
            if only_spades
            else _("The upcard sets the knock limit and the multiplier of the hand.")
        )
    if rules.oklahoma:
        return _("The upcard sets the knock limit.")
    if only_spades:
        return _("If the upcard is a spade, the hand counts double.")
    return _("The upcard sets the multiplier of the hand.")


def carried_said(times: int, pair: str = "") -> str:
    """Says that the next hand counts more than once because nobody won the one before it."""
    if pair and times == 2:
        # Translators: %(pair)s is two players: “Ann against Bob”. Carried over: nobody won the hand
        # before.
        return _("%(pair)s: the next hand counts double, carried over.", pair=pair)
    if pair:
        return ngettext(
            "%(pair)s: the next hand counts %(num)s time, carried over.",
            "%(pair)s: the next hand counts %(num)s times, carried over.",
            times,
            pair=pair,
        )
    if times == 2:
        return _("The next hand counts double: nobody won the one before.")
    return ngettext(
        "The next hand counts %(num)s time: nobody won the ones before.",
        "The next hand counts %(num)s times: nobody won the ones before.",
        times,
    )
