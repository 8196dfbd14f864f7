"""The preview of a hand while it is entered: cards, result, and the label of the save button."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from models.gin.cards.cards import Cards
from models.gin.hand.card_layout import CardLayout
from models.gin.hand.hand import Hand
from models.gin.rules.seating import other
from models.gin.sheet.games import ScoredHand
from views.hands.hand_slot import HandSlot
from views.hands.sheet_preview import sheet_preview
from views.hands.validation import Validation
from views.language.i18n import gettext as _
from views.shared.player_cards import Tray, tray_of
from views.shared.short_names import shortened
from views.words.hand_result import Words, explain
from views.words.hand_sum import signed

ON_A_BUTTON = 20
"""The widest name on the button that saves, whose points have to be seen."""


class SaveButton(NamedTuple):
    """The main button: its label, and the field that is still missing."""

    label: str
    place: str = ""


@dataclass(frozen=True, slots=True)
class Preview:
    """Everything that is shown about a hand while it is entered."""

    save: SaveButton
    trays: tuple[Tray, Tray] = (Tray(), Tray())
    laid_off: Cards = frozenset()
    pointed: Cards = frozenset()
    """The cards that a problem is about."""
    verdict: Words | None = None
    """The result, once the hand is complete."""
    totals: str = ""
    """How the sheet will stand after it."""
    offer: str = ""
    """A note about how the numbers were understood: no deadwood means gin."""
    unknown: str = ""
    """The label of the button that enters deadwood instead, if only one player's cards are known."""


def preview_of(validation: Validation, slot: HandSlot, *, refused: bool = False) -> Preview:
    """The preview of a hand for *slot*; *refused*: it was submitted and refused."""
    preview = _with_cards(validation, slot.names)
    if validation.is_gin_after_all:
        again = _("No deadwood means gin. Save again if it was gin.")
        preview = replace(preview, offer=again if refused else _("No deadwood means gin."))
    if validation.errors:
        return replace(preview, save=SaveButton(_("See what is wrong"), validation.errors[0].field))
    if validation.hand is None:
        return replace(preview, save=SaveButton(*validation.missing[0]))
    return _with_result(preview, validation.hand, slot)


def _with_cards(validation: Validation, names: Sequence[str]) -> Preview:
    """Adds the cards of both players."""
    layout = validation.layout
    if layout is None:
        return Preview(SaveButton(""))
    return Preview(
        SaveButton(""),
        trays=(tray_of(layout, 0), tray_of(layout, 1)),
        laid_off=frozenset(card for layoff in layout.layoffs for card in layoff.cards),
        pointed=validation.pointed,
        unknown=_unknown(layout, names),
    )


def _unknown(layout: CardLayout, names: Sequence[str]) -> str:
    """Offers to enter deadwood if one player's cards are complete and the other's are not."""
    if layout.knocker is None:
        return ""
    short = [player for player in (layout.knocker, other(layout.knocker)) if layout.cards_missing(player)]
    if len(short) != 1:
        return ""
    return _("Didn’t see %(name)s’s cards? Enter the deadwood", name=names[short[0]])


def _with_result(preview: Preview, hand: Hand, slot: HandSlot) -> Preview:
    """Adds the result of a complete hand, and how the sheet stands after it."""
    after, players = slot.sheet_with(slot.seated(hand)), slot.match.players
    scored_hand = after.hands[slot.number - 1]
    return replace(
        preview,
        verdict=explain(scored_hand, players, slot.rules),
        totals=sheet_preview(slot, after, scored_hand),
        save=SaveButton(_save_label(scored_hand, players)),
    )


def _save_label(scored_hand: ScoredHand, players: Sequence[str]) -> str:
    if scored_hand.hand.knocker is None:
        return _("Save: dead hand")
    if scored_hand.winner is None:
        return _("Save: nobody scores")
    name = shortened(players, ON_A_BUTTON)[scored_hand.winner]
    # Translators: a button: who gets how many points, “Save: Bob +21”.
    return _("Save: %(name)s %(points)s", name=name, points=signed(scored_hand.gain))
