"""The words of rules: penalties, and extra extra lines."""

from collections.abc import Mapping

from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import FalseKnock, ShutoutTest
from views.language.i18n import gettext as _
from views.language.i18n import marked
from views.words.lists import as_sentence, paragraph
from views.words.rules.field_words import FieldWords, Option

FALSE_KNOCKS = {
    # Translators: what follows a false knock: the hand of that player lies open on the table.
    FalseKnock.PLAY_ON: Option(marked("Play on, cards face up")),
    FalseKnock.PENALTY: Option(marked("The fixed penalty")),
    FalseKnock.UNDERCUT: Option(marked("The undercut bonus")),
}


def _false_knock(rules: HouseRules) -> str:
    """What follows a knock with too much deadwood."""
    if rules.false_knock is FalseKnock.PENALTY:
        return _(
            "If you knock with more deadwood than the limit, the other player scores %(points)s and the hand "
            "is dealt again.",
            points=rules.penalty_points,
        )
    if rules.false_knock is FalseKnock.UNDERCUT:
        return _(
            "If you knock with more deadwood than the limit, the other player scores the undercut bonus of "
            "%(points)s and the hand is dealt again.",
            points=rules.undercut_bonus,
        )
    # Translators: hand: here the cards of the player.
    return _(
        "If you knock with more deadwood than the limit, your cards stay face up on the table, and play goes "
        "on."
    )


def _penalty_points(rules: HouseRules) -> str:
    if not rules.penalty_points:
        return _("Other mistakes, for example showing a card, cost no points unless you agree on some.")
    return _(
        "For other mistakes, for example showing a card or holding too many, the other player gets "
        "%(points)s, unless you agree on something else.",
        points=rules.penalty_points,
    )


def _penalties_count(rules: HouseRules) -> str:
    if rules.penalties_count:
        return as_sentence(_("Penalties count toward the target"))
    later = _("Penalties are added after the game and don’t count toward the target.")
    every_column = rules.columns > 1 and rules.all_columns_shutout_times > 1
    if not (rules.shutout.difference or every_column):
        return later
    # Translators: “them” are penalties that are added after the game.
    return paragraph((later, _("A shutout doesn’t multiply them.")))


def _penalty_box(rules: HouseRules) -> str | None:
    return _("A penalty also gives a box.") if rules.penalty_box else None


def _penalties_prevent_shutout(rules: HouseRules) -> str | None:
    if not rules.plays_shutouts or rules.shutout_test is not ShutoutTest.ZERO_POINTS:
        return None
    if rules.penalties_prevent_shutout:
        # Translators: save from a shutout: a player who has such points is not shut out.
        sentence = _("Points from a penalty or a handicap save a player from a shutout.")
    else:
        sentence = _("Points from a penalty or a handicap don’t save a player from a shutout.")
    # Translators: an adjustment adds points to a total or takes some from it. This is about shutouts.
    return paragraph((sentence, _("Those of an adjustment count like points of hands.")))


PENALTIES: Mapping[str, FieldWords] = {
    "false_knock": FieldWords(
        marked("False knock"),
        marked("What follows a knock with more deadwood than the limit."),
        options=FALSE_KNOCKS,
        sentence=_false_knock,
        in_summary=True,
    ),
    "penalty_points": FieldWords(
        # Translators: the label of a rule: the points of a penalty.
        marked("Penalty"),
        marked("Points for the other player after a mistake, unless you agree on something else."),
        sentence=_penalty_points,
        in_summary=True,
    ),
    "penalties_count": FieldWords(
        marked("Penalties count toward the target"),
        marked("If not, they are added after the game."),
        sentence=_penalties_count,
        is_rare=True,
    ),
    "penalty_box": FieldWords(
        marked("A penalty gives a box"),
        sentence=_penalty_box,
        is_rare=True,
    ),
    "penalties_prevent_shutout": FieldWords(
        marked("Penalties prevent a shutout"),
        marked("Whether a player who only has points from penalties or a handicap is shut out."),
        sentence=_penalties_prevent_shutout,
        is_rare=True,
    ),
}
