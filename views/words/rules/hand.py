"""The words of rules: what a hand scores."""

from collections.abc import Mapping

from models.gin.rule_options import Tie
from models.gin.rules import HouseRules
from views.web.i18n import gettext as _
from views.web.i18n import marked, number
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


HAND: Mapping[str, FieldWords] = {
    "knock_base": FieldWords(
        marked("Knock"),
        marked("Added to a winning knock."),
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
    "loser_negative": FieldWords(
        marked("Zero sum"),
        marked("The loser of a hand loses as much as the winner scores."),
        phrase=flag(marked("zero sum"), marked("not zero sum")),
        sentence=_loser_negative,
        in_summary=True,
    ),
    "spade_double": FieldWords(
        marked("Spades double"),
        marked("If the upcard is a spade, the hand counts double, with its bonus."),
        phrase=flag(marked("spades double"), marked("spades don’t double")),
        sentence=_spade_double,
        in_summary=True,
    ),
    "spade_doubles_boxes": FieldWords(
        marked("Spades double boxes"),
        marked("A spade upcard doubles boxes too."),
        phrase=flag(marked("spades double boxes"), marked("spades don’t double boxes")),
        sentence=_spade_doubles_boxes,
    ),
}
