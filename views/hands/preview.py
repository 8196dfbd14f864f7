"""What a hand comes to while it is entered: the cards as they count, the result, what the button does."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from models.gin.card_layout import CardLayout
from models.gin.cards import Cards
from models.gin.columns import other
from models.gin.rules import HouseRules
from models.gin.scoring import HandResult, score
from models.gin.sheet import Hand
from views.hands.hand_slot import HandSlot
from views.hands.sheet_preview import sheet_preview
from views.hands.validation import Validation
from views.shared.player_cards import Tray, tray_of
from views.web.i18n import gettext as _
from views.words.hand_result import Words, explain, points_at_once, signed


class SaveButton(NamedTuple):
    """The main button: what it says, and the field that it waits for."""

    label: str
    place: str = ""


@dataclass(frozen=True, slots=True)
class Preview:
    """All that is said of a hand while it is entered."""

    save: SaveButton
    trays: tuple[Tray, Tray] = (Tray(), Tray())
    laid_off: Cards = frozenset()
    pointed: Cards = frozenset()
    """The cards that a problem points at."""
    verdict: Words | None = None
    """What the hand is worth, once it is complete."""
    totals: str = ""
    """How the sheet stands after it."""
    offer: str = ""
    """What was made of the numbers: that no deadwood is gin."""
    unknown: str = ""
    """What the button says that enters deadwood instead, where only one player's cards are known."""


def preview_of(validation: Validation, slot: HandSlot, *, refused: bool = False) -> Preview:
    """What a hand comes to in *slot*; *refused*: it was to be saved and could not be."""
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
    """The cards as they lie."""
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
    """What is offered where all cards of one player are there, and not all of the other's."""
    if layout.knocker is None:
        return ""
    short = [player for player in (layout.knocker, other(layout.knocker)) if layout.cards_missing(player)]
    if len(short) != 1:
        return ""
    return _("%(name)s’s cards unknown: enter deadwood", name=names[short[0]])


def _with_result(preview: Preview, hand: Hand, slot: HandSlot) -> Preview:
    """The result of a complete hand, and how the sheet stands after it."""
    played, players, rules = slot.seated(hand), slot.match.players, slot.rules
    result = score(hand.laid, rules)
    return replace(
        preview,
        verdict=explain(played, result, players, rules),
        totals=sheet_preview(slot, played),
        save=SaveButton(_save_label(played, result, players, rules)),
    )


def _save_label(hand: Hand, result: HandResult, players: Sequence[str], rules: HouseRules) -> str:
    if hand.knocker is None:
        return _("Save: dead hand")
    if result.winner is None:
        return _("Save: nobody scores")
    winner, points = players[hand.player(result.winner)], points_at_once(result, rules, players)
    return _("Save: %(name)s %(points)s", name=winner, points=signed(points))
