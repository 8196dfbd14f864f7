"""The answers to disputes about how a hand is played. They say what the page of the rules says."""

from models.gin.rules.house_rules import HouseRules
from views.language.i18n import gettext as _
from views.words.dispute_answers import nobody_knocks, only_gin
from views.words.rules.page import sentence_on_page


def upcard_offer(rules: HouseRules) -> str:
    # Translators: answers “Who gets the upcard first?”. The upcard is the card turned up after the deal.
    first = (
        _("The player who did not deal.")
        if sentence_on_page("upcard", rules)
        else _("Nobody: no card is turned up.")
    )
    return f"{first} {sentence_on_page('upcard_offer', rules)}"


def two_passes(rules: HouseRules) -> str:
    if sentence := sentence_on_page("after_passes", rules):
        return sentence
    return _("That can’t happen under these rules.") + f" {sentence_on_page('upcard_offer', rules)}"


def when_to_knock(rules: HouseRules) -> str:
    # Translators: answers “Can I knock on my first turn?”
    return only_gin() if nobody_knocks(rules) else _("Yes.") + f" {sentence_on_page('when_to_knock', rules)}"


def have_to_knock(rules: HouseRules) -> str:
    # Translators: answers “Do I have to knock if I can?”
    return only_gin() if nobody_knocks(rules) else _("No.") + f" {sentence_on_page('voluntary', rules)}"


def gin_kept_back(rules: HouseRules) -> str:
    if not rules.plays_big_gin:
        return f"{sentence_on_page('big_gin_bonus', rules)}"
    if rules.big_gin_bonus == rules.gin_bonus:
        return _("You can, but big gin scores no more than gin here.")
    return _("Yes.") + f" {sentence_on_page('big_gin', rules)}"
