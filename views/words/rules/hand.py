"""The words of rules: what a hand scores."""

from collections.abc import Mapping

from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import Tie
from views.language.i18n import gettext as _
from views.language.i18n import marked, number
from views.words.rules.field_words import FieldWords, Option, figure, flag


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


def _big_gin_in_short(held: int | None) -> str:
    return _("no big gin") if held is None else _("big gin %(value)s", value=number(held))


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
        marked("a tie is an undercut"),
        marked("If their deadwood is the same, that is an undercut too, with its bonus."),
    ),
    Tie.UNDERCUT_NO_BONUS: Option(
        marked("The defender, for no points"),
        marked("the defender wins a tie for no points"),
        marked("If their deadwood is the same, the defender wins the hand, for no points."),
    ),
    Tie.KNOCKER: Option(
        marked("The knocker, for no points"),
        marked("the knocker wins a tie for no points"),
        marked("If their deadwood is the same, the knocker wins the hand, for no points."),
    ),
    Tie.VOID: Option(
        marked("Nobody"),
        marked("nobody wins a tie"),
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
        # Translators: a rule in a few words within a line: “Standard, but 10 for a knock.”
        phrase=figure(marked("%(value)s for a knock"), marked("nothing extra for a knock")),
        sentence=_knock_base,
    ),
    "gin_bonus": FieldWords(
        marked("Gin"),
        marked("Added to the other player’s deadwood."),
        phrase=figure(marked("gin %(value)s"), marked("no gin bonus")),
        sentence=_gin_bonus,
        in_summary=True,
    ),
    "big_gin_bonus": FieldWords(
        marked("Big gin"),
        marked("For eleven melded cards: added to the other player’s deadwood."),
        phrase=_big_gin_in_short,
        sentence=_big_gin_bonus,
        nothing=marked("not played"),
        in_summary=True,
    ),
    "undercut_bonus": FieldWords(
        # Translators: the label of a rule: the points for an undercut.
        marked("Undercut"),
        marked("Added to the difference if the defender has less deadwood."),
        phrase=figure(marked("undercut %(value)s"), marked("no undercut bonus")),
        sentence=_undercut_bonus,
        in_summary=True,
    ),
    "tie": FieldWords(
        marked("Tied deadwood"),
        marked("Who wins the hand if both have the same deadwood."),
        options=TIES,
        sentence=_tie,
    ),
    "gin_off_bonus": FieldWords(
        marked("Gin-off"),
        marked("Added to an undercut if the defender has no deadwood left."),
        phrase=figure(marked("gin-off %(value)s"), marked("no gin-off bonus")),
        sentence=_gin_off_bonus,
        is_rare=True,
    ),
    "gin_off_vs_gin": FieldWords(
        marked("Gin-off against gin"),
        marked("Whether a defender without deadwood has gin-off against gin too. The knocker still wins."),
        phrase=flag(marked("gin-off against gin"), marked("no gin-off against gin")),
        sentence=_gin_off_vs_gin,
        is_rare=True,
    ),
    "loser_negative": FieldWords(
        # Translators: the label of a rule: what one player wins, the other loses.
        marked("Zero sum"),
        marked("The loser of a hand loses as much as the winner scores."),
        phrase=flag(marked("zero sum"), marked("not zero sum")),
        sentence=_loser_negative,
        in_summary=True,
    ),
}
