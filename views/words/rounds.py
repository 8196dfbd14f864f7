"""A round of two against two in words: what its two hands make together."""

from collections.abc import Sequence

from models.gin.rounds import opposite
from models.gin.sheet import Line, Sheet
from views.web.i18n import gettext as _
from views.web.i18n import ngettext
from views.words.hand_result import number, signed
from views.words.seating import pair_named


def round_said(hands: Sequence[Line], sheet: Sheet, names: Sequence[str], sides: Sequence[str]) -> str:
    """What is netted, or which hand is still being played."""
    last = hands[-1]
    if last.waits:
        return _("waits for %(pair)s", pair=pair_named(opposite(last.hand.faced), names))
    return ", ".join([_netted(hands, sheet), *_kept(last, sheet, sides)])


def _netted(hands: Sequence[Line], sheet: Sheet) -> str:
    """The two results as one, that of the side ahead first."""
    won = sorted((line for line in hands if line.winner is not None), key=lambda line: -line.points)
    if not won:
        return _("nobody scores")
    if len(won) == 1:
        return _("%(points)s alone: nobody scored in the other hand", points=signed(won[0].points))
    first, second = won
    together = sheet.table.side(first.winner or 0) == sheet.table.side(second.winner or 0)
    points = second.points if together else -second.points
    return _(
        "%(first)s and %(second)s make %(sum)s",
        first=signed(first.points),
        second=signed(points),
        sum=number(first.points + points),
    )


def _kept(last: Line, sheet: Sheet, sides: Sequence[str]) -> list[str]:
    """Boxes that stay with the side that earned them, though it wins no hand by this round."""
    return [
        ngettext(
            "%(num)s box to %(name)s", "%(num)s boxes to %(name)s", entry.boxes, name=sides[entry.winner]
        )
        for entry in last.entries
        if sheet.rules.box_bonus and not entry.hands
    ]
