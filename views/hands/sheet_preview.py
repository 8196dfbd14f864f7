"""What a hand will change on the sheet: how its game will stand, and what else changes."""

from models.gin.hand import Hand
from views.hands.hand_slot import HandSlot
from views.shared.sheet_changes import moved, stands
from views.web.i18n import gettext as _


def sheet_preview(slot: HandSlot, hand: Hand) -> str:
    """How the sheet stands once *hand* is in *slot*, and what else changes on it."""
    after = slot.match.sheet_of(slot.hands_with(hand))
    line = after.lines[slot.number - 1]
    if line.past_the_end:
        return _("The match was already over: this hand will stay on the sheet but won’t count.")
    if line.waits:
        return _("It will be scored together with the other pair’s hand.")
    game = after.games[line.game - 1]
    others = moved(game, slot.sheet, after) if slot.may_move_others else ()
    return " ".join([*stands(game, after, slot.match.sides), *others])
