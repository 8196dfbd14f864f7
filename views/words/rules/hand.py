"""The words of rules: knocking, and what a hand scores."""

from collections.abc import Mapping

from models.gin.cards.melds import Aces
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import AceUpcard, Tie
from views.language.i18n import gettext as _
from views.language.i18n import marked, ngettext
from views.words.rules.field_words import FieldWords, Option, says_nothing


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
    return _(
        "Oklahoma: the upcard sets the knock limit, %(limit)s at most. Face cards count 10.",
        limit=rules.knock_limit,
    )


ACE_UPCARDS = {
    AceUpcard.ONE: Option(marked("A knock with 1")),
    AceUpcard.GIN: Option(marked("Gin only")),
}


def _ace_upcard(rules: HouseRules) -> str | None:
    if not rules.oklahoma:
        return None
    if rules.ace_upcard is AceUpcard.GIN:
        return _("If the upcard is an ace, you need gin.")
    return _("If the upcard is an ace, you can knock with 1.")


ACES = {
    Aces.LOW: Option(
        # Translators: where an ace can stand. Use the letters of the cards in your language.
        marked("Low: A-2-3"),
        marked("Aces are low: A-2-3 is a run, Q-K-A is not."),
    ),
    Aces.HIGH_OR_LOW: Option(
        marked("Low or high: A-2-3, Q-K-A"),
        marked("Aces are low or high: A-2-3 and Q-K-A are runs, K-A-2 is not."),
    ),
    Aces.ROUND: Option(
        marked("Around the corner: K-A-2 too"),
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
        sentence=_knock_limit,
        in_summary=True,
    ),
    "oklahoma": FieldWords(
        # Translators: the name of a way to play: the upcard sets the knock limit.
        marked("Oklahoma"),
        marked("The upcard sets the knock limit of the hand."),
        sentence=_oklahoma,
        in_summary=True,
    ),
    "ace_upcard": FieldWords(
        # Translators: the label of a rule: what it means if the upcard is an ace.
        marked("Ace as upcard"),
        options=ACE_UPCARDS,
        sentence=_ace_upcard,
    ),
    "melded_to_knock": FieldWords(
        marked("Melded cards to knock"),
        marked("How many of the ten must be in melds. 0 means any number. Checked if you enter the cards."),
        sentence=_melded_to_knock,
        is_rare=True,
    ),
    "aces": FieldWords(
        marked("Aces in runs"),
        options=ACES,
        in_summary=True,
    ),
    "ace_points": FieldWords(
        marked("Ace as deadwood"),
        sentence=_ace_points,
        is_rare=True,
    ),
    "layoff_vs_gin": FieldWords(
        marked("Lay-offs against gin"),
        sentence=_layoff_vs_gin,
        in_summary=True,
    ),
    "layoff_vs_big_gin": FieldWords(
        marked("Lay-offs against big gin"),
        sentence=says_nothing,
        is_rare=True,
    ),
}


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
    Tie.UNDERCUT: Option(
        # Translators: who wins the hand if both have the same deadwood.
        marked("The defender, with the undercut bonus"),
        marked("If their deadwood is the same, that is an undercut too, with its bonus."),
    ),
    Tie.UNDERCUT_NO_BONUS: Option(
        marked("The defender, for no points"),
        marked("If their deadwood is the same, the defender wins the hand, for no points."),
    ),
    Tie.KNOCKER: Option(
        marked("The knocker, for no points"),
        marked("If their deadwood is the same, the knocker wins the hand, for no points."),
    ),
    Tie.VOID: Option(
        marked("Nobody"),
        marked("If their deadwood is the same, nobody wins the hand."),
    ),
}


def _tie(rules: HouseRules) -> str | None:
    return _(TIES[rules.tie].sentence) if rules.knock_limit else None


def _loser_negative(rules: HouseRules) -> str | None:
    return _("The loser of a hand loses as much as the winner scores.") if rules.loser_negative else None


def _gin_off_bonus(rules: HouseRules) -> str | None:
    if not rules.gin_off_bonus:
        return None
    # Translators: another %(bonus)s: that many points more.
    return _(
        "Gin-off: a defender who undercuts with no deadwood left scores another %(bonus)s.",
        bonus=rules.gin_off_bonus,
    )


def _gin_off_vs_gin(rules: HouseRules) -> str | None:
    if not (rules.gin_off_bonus or rules.gin_off_extra_boxes):
        return None
    if rules.gin_off_vs_gin:
        return _(
            "A defender who has no deadwood against gin has gin-off too, but the knocker still wins the hand."
        )
    return _("Against gin there is no gin-off.")


HAND: Mapping[str, FieldWords] = {
    "knock_base": FieldWords(
        # Translators: the label of a rule: points added to a winning knock.
        marked("Knock"),
        marked("Added to a winning knock."),
        sentence=_knock_base,
    ),
    "gin_bonus": FieldWords(
        marked("Gin"),
        marked("Added to the other player’s deadwood."),
        sentence=_gin_bonus,
        in_summary=True,
    ),
    "big_gin_bonus": FieldWords(
        marked("Big gin"),
        marked("For eleven melded cards: added to the other player’s deadwood."),
        sentence=_big_gin_bonus,
        nothing=marked("not played"),
        in_summary=True,
    ),
    "undercut_bonus": FieldWords(
        # Translators: the label of a rule: the points for an undercut.
        marked("Undercut"),
        marked("Added to the difference if the defender has less deadwood."),
        sentence=_undercut_bonus,
        in_summary=True,
    ),
    "tie": FieldWords(
        marked("Tied deadwood"),
        options=TIES,
        sentence=_tie,
    ),
    "gin_off_bonus": FieldWords(
        marked("Gin-off"),
        marked("Added to an undercut if the defender has no deadwood left."),
        sentence=_gin_off_bonus,
        is_rare=True,
    ),
    "gin_off_vs_gin": FieldWords(
        marked("Gin-off against gin"),
        marked("Whether a defender without deadwood has gin-off against gin too. The knocker still wins."),
        sentence=_gin_off_vs_gin,
        is_rare=True,
    ),
    "loser_negative": FieldWords(
        # Translators: the label of a rule: what one player wins, the other loses.
        marked("Zero sum"),
        marked("The loser of a hand loses as much as the winner scores."),
        sentence=_loser_negative,
        in_summary=True,
    ),
}
