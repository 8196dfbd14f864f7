"""What a hand will change on the sheet: how its game will stand, and what else changes."""

from collections.abc import Iterator

from models.gin.hand.hand import Hand
from models.gin.sheet.games import ScoredHand
from models.gin.sheet.sheet import Sheet
from views.hands.hand_slot import HandSlot
from views.language.i18n import gettext as _
from views.shared.sheet_changes import moved, stands
from views.words.lists import paragraph
from views.words.uncounted import why_not
from views.words.upcards import carried_said


def sheet_preview(slot: HandSlot, after: Sheet, scored_hand: ScoredHand) -> str:
    """How the sheet stands *after* the hand of *line* is in *slot*, and what else changes on it."""
    if scored_hand.past_the_end:
        return _("The match is already over: this will stay on the sheet but won’t count.")
    if not scored_hand.counts:
        return why_not(scored_hand, slot.match.players)
    if scored_hand.waits:
        return _("It will be scored together with the other pair’s hand.")
    game = after.games[scored_hand.game - 1]
    others = moved(game, slot.sheet, after) if slot.may_move_others else ()
    sentences = [
        *stands(game, after, slot.match.sides),
        *others,
        *_left_behind(slot, scored_hand.hand, after),
    ]
    return paragraph(sentences)


def _left_behind(slot: HandSlot, hand: Hand, after: Sheet) -> Iterator[str]:
    """The double that a new hand leaves for the next one, if nobody won it."""
    if slot.record is None and (times := after.carried_to(hand.faced)) > 1:
        yield carried_said(times)
