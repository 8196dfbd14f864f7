"""The words of rules: knocking, melds and lay-offs."""

from collections.abc import Mapping

from models.gin.cards.melds import Aces
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import AceUpcard
from views.language.i18n import gettext as _
from views.language.i18n import marked, ngettext
from views.words.rules.field_words import FieldWords, Option, figure, flag, says_nothing
from views.words.turned_card import turned


def _knock_limit(rules: HouseRules) -> str:
    if rules.knock_limit == 0:
        return _("Nobody knocks: play goes on until someone has gin.")
    # Translators: the plural is for languages in which the word for deadwood has one.
    return ngettext(
        "You can knock with %(num)s deadwood or less.",
        "You can knock with %(num)s deadwood or less.",
        rules.knock_limit,
    )


def _oklahoma(rules: HouseRules) -> str | None:
    if not rules.oklahoma:
        return None
    return turned(
        "Oklahoma: the upcard sets the knock limit, %(limit)s at most. Face cards count 10.",
        rules,
        limit=rules.knock_limit,
    )


ACE_UPCARDS = {
    AceUpcard.ONE: Option(marked("A knock with 1"), marked("an ace upcard allows a knock with 1")),
    AceUpcard.GIN: Option(marked("Gin only"), marked("an ace upcard means gin only")),
}


def _ace_upcard(rules: HouseRules) -> str | None:
    if not rules.oklahoma:
        return None
    if rules.ace_upcard is AceUpcard.GIN:
        return turned("If the upcard is an ace, you need gin.", rules)
    return turned("If the upcard is an ace, you can knock with 1.", rules)


ACES = {
    Aces.LOW: Option(
        # Translators: where an ace can stand. Use the letters of the cards in your language.
        marked("Low: A-2-3"),
        marked("aces low"),
        marked("Aces are low: A-2-3 is a run, Q-K-A is not."),
    ),
    Aces.HIGH_OR_LOW: Option(
        marked("Low or high: A-2-3, Q-K-A"),
        marked("aces low or high"),
        marked("Aces are low or high: A-2-3 and Q-K-A are runs, K-A-2 is not."),
    ),
    Aces.ROUND: Option(
        marked("Around the corner: K-A-2 too"),
        marked("runs around the corner"),
        marked("Runs can go around the corner: K-A-2 is a run too."),
    ),
}


def _ace_points(rules: HouseRules) -> str:
    return _(
        "As deadwood, an ace counts %(points)s, a face card 10, and any other card its number.",
        points=rules.ace_points,
    )


def _melded_to_knock(rules: HouseRules) -> str | None:
    if not rules.melded_to_knock or rules.knock_limit == 0:
        return None
    return ngettext(
        "To knock, at least %(num)s of the ten cards must be melded.",
        "To knock, at least %(num)s of the ten cards must be melded.",
        rules.melded_to_knock,
    )


def _melded_in_short(held: int) -> str:
    if not held:
        # Translators: a rule in a few words within a line.
        return _("any number of cards melded")
    return ngettext("%(num)s card melded to knock", "%(num)s cards melded to knock", held)


def _layoff_vs_gin(rules: HouseRules) -> str:
    if rules.layoff_vs_gin and rules.plays_big_gin and not rules.layoff_vs_big_gin:
        return _(
            "The defender can lay off on the knocker’s melds, even against gin, but not against big gin."
        )
    if rules.layoff_vs_gin:
        return _("The defender can lay off on the knocker’s melds, even against gin.")
    return _("The defender can lay off on the knocker’s melds, but not against gin.")


KNOCKING: Mapping[str, FieldWords] = {
    "knock_limit": FieldWords(
        # Translators: the label of a rule.
        marked("Knock limit"),
        marked("The most deadwood you can knock with. 0 means gin only."),
        # Translators: a rule in a few words within a line: “Standard, but knock with 5.”
        phrase=figure(marked("knock with %(value)s"), marked("gin only")),
        sentence=_knock_limit,
        in_summary=True,
    ),
    "oklahoma": FieldWords(
        # Translators: the name of a way to play: the upcard sets the knock limit.
        marked("Oklahoma"),
        marked("The upcard sets the knock limit of the hand."),
        phrase=flag(marked("Oklahoma"), marked("no Oklahoma")),
        sentence=_oklahoma,
        in_summary=True,
    ),
    "ace_upcard": FieldWords(
        marked("Ace as upcard"),
        marked("What an ace allows in Oklahoma."),
        options=ACE_UPCARDS,
        sentence=_ace_upcard,
    ),
    "melded_to_knock": FieldWords(
        marked("Melded cards to knock"),
        marked("How many of the ten must be in melds. 0 means any number. Checked if you enter the cards."),
        phrase=_melded_in_short,
        sentence=_melded_to_knock,
        is_rare=True,
    ),
    "aces": FieldWords(
        marked("Aces in runs"),
        marked("Where an ace can go in a run."),
        options=ACES,
        in_summary=True,
    ),
    "ace_points": FieldWords(
        marked("Ace as deadwood"),
        marked("How many points it counts."),
        phrase=figure(marked("an ace counts %(value)s"), marked("an ace counts 0")),
        sentence=_ace_points,
        is_rare=True,
    ),
    "layoff_vs_gin": FieldWords(
        marked("Lay-offs against gin"),
        marked("Whether the defender can lay off cards when the other player has gin."),
        phrase=flag(marked("lay-offs against gin"), marked("no lay-offs against gin")),
        sentence=_layoff_vs_gin,
        in_summary=True,
    ),
    "layoff_vs_big_gin": FieldWords(
        marked("Lay-offs against big gin"),
        marked("If the defender can lay off against gin: whether against big gin too."),
        phrase=flag(marked("lay-offs against big gin"), marked("no lay-offs against big gin")),
        sentence=says_nothing,
        is_rare=True,
    ),
}
