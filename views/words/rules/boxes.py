"""The words of rules: boxes."""

from collections.abc import Mapping

from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import BoxTiming
from views.language.i18n import gettext as _
from views.language.i18n import marked, ngettext
from views.words.rules.field_words import FieldWords, Option


def _box_bonus(rules: HouseRules) -> str:
    if not rules.box_bonus:
        return _("There is no box bonus.")
    # Translators: in brackets, give another word that players use for it, if there is one.
    return _(
        "Every hand you win gives you a box (also called a line), worth %(bonus)s.", bonus=rules.box_bonus
    )


BOX_TIMES = {
    # Translators: a choice of when boxes are added. Target: the score that ends a game.
    BoxTiming.END: Option(marked("After the game (don’t count toward the target)")),
    BoxTiming.IMMEDIATE: Option(marked("At once (count toward the target)")),
}


def _box_timing(rules: HouseRules) -> str | None:
    if not rules.box_bonus:
        return None
    if rules.box_timing is BoxTiming.IMMEDIATE:
        return _("Boxes are written at once and count toward the target.")
    return _("Boxes are added after the game and don’t count toward the target.")


def _gin_extra_boxes(rules: HouseRules) -> str | None:
    more = rules.gin_extra_boxes
    # Translators: box: what a won hand is worth in addition to its points.
    return ngettext("Gin gives %(num)s extra box.", "Gin gives %(num)s extra boxes.", more) if more else None


def _big_gin_extra_boxes(rules: HouseRules) -> str | None:
    more = rules.big_gin_extra_boxes
    if not more or rules.big_gin_bonus is None:
        return None
    return ngettext("Big gin gives %(num)s extra box.", "Big gin gives %(num)s extra boxes.", more)


def _undercut_extra_boxes(rules: HouseRules) -> str | None:
    more = rules.undercut_extra_boxes
    if not more:
        return None
    return ngettext("An undercut gives %(num)s extra box.", "An undercut gives %(num)s extra boxes.", more)


def _gin_off_extra_boxes(rules: HouseRules) -> str | None:
    more = rules.gin_off_extra_boxes
    if not more:
        return None
    return ngettext(
        "Gin-off, an undercut with no deadwood left, gives %(num)s extra box.",
        "Gin-off, an undercut with no deadwood left, gives %(num)s extra boxes.",
        more,
    )


BOXES: Mapping[str, FieldWords] = {
    "box_bonus": FieldWords(
        # Translators: the label of a rule: the points of a box.
        marked("Box"),
        marked("For each hand won. Also called a line."),
        sentence=_box_bonus,
        in_summary=True,
    ),
    "box_timing": FieldWords(
        marked("When boxes count"),
        options=BOX_TIMES,
        sentence=_box_timing,
    ),
    "gin_extra_boxes": FieldWords(
        marked("Extra boxes for gin"),
        marked("In addition to the box of the hand."),
        sentence=_gin_extra_boxes,
        is_rare=True,
    ),
    "big_gin_extra_boxes": FieldWords(
        marked("Extra boxes for big gin"),
        marked("In addition to the box of the hand."),
        sentence=_big_gin_extra_boxes,
        is_rare=True,
    ),
    "undercut_extra_boxes": FieldWords(
        marked("Extra boxes for an undercut"),
        marked("In addition to the box of the hand."),
        sentence=_undercut_extra_boxes,
        is_rare=True,
    ),
    "gin_off_extra_boxes": FieldWords(
        marked("Extra boxes for gin-off"),
        marked("If the defender has no deadwood left, in addition to the boxes of an undercut."),
        sentence=_gin_off_extra_boxes,
        is_rare=True,
    ),
}
