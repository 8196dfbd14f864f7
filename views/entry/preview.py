"""The previews of a hand and of an extra line while they are entered: result, totals, label of the button."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from models.gin.cards.cards import Cards
from models.gin.hand.card_layout import CardLayout
from models.gin.hand.declaration import Count
from models.gin.hand.problems import InvalidDeclarationError
from models.gin.hand.scoring import Hand
from models.gin.rules.seating import other
from models.gin.sheet.extra_lines import ExtraLine, OpeningScores, ScoredExtraLine
from models.gin.sheet.games import Game, ScoredHand, ScoredLine
from models.gin.sheet.sheet import Sheet
from models.records.tables.match import Match
from models.records.tables.sheet_row import Record
from views.entry.hand_reading import Validation
from views.entry.player_cards import Tray, tray_of
from views.entry.slot import HandSlot, in_place, moved, stands
from views.language.i18n import gettext as _
from views.shared.seating import shortened
from views.words.extra_lines import explain_line
from views.words.hand_result import Words, explain, signed
from views.words.lists import paragraph
from views.words.uncounted import why_not
from views.words.upcards import carried_said


def sheet_with_hand(slot: HandSlot, after: Sheet, scored_hand: ScoredHand) -> str:
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


ON_A_BUTTON = 20
"""The widest name on the button that saves, whose points have to be seen."""


class SaveButton(NamedTuple):
    """The main button: its label, and the field that is still missing."""

    label: str
    place: str = ""


@dataclass(frozen=True, slots=True)
class HandPreview:
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


def preview_hand(validation: Validation, slot: HandSlot, *, refused: bool = False) -> HandPreview:
    """The preview of a hand for *slot*; *refused*: it was submitted and refused."""
    preview = _with_cards(validation, slot.names)
    if validation.is_gin_after_all:
        again = _("No deadwood means gin. Save again if it was gin.")
        preview = replace(preview, offer=again if refused else _("No deadwood means gin."))
    if validation.places:
        return replace(preview, save=SaveButton(_("Save"), validation.places[0]))
    if validation.hand is None:
        place, question = next(iter(validation.missing.items()))
        return replace(preview, save=SaveButton(question, place))
    return _with_result(preview, validation.hand, slot)


def _with_cards(validation: Validation, names: Sequence[str]) -> HandPreview:
    """Adds the cards of both players."""
    layout = validation.layout
    if layout is None:
        return HandPreview(SaveButton(""))
    return HandPreview(
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


def _with_result(preview: HandPreview, hand: Hand, slot: HandSlot) -> HandPreview:
    """Adds the result of a complete hand, and how the sheet stands after it."""
    after, players = slot.sheet_with(slot.seated(hand)), slot.match.players
    scored_hand = after.hands[slot.number - 1]
    words = explain(scored_hand, players, slot.rules)
    return replace(
        preview,
        # Two numbers stand above it, and need not be told again.
        verdict=replace(words, story="") if isinstance(hand.laid, Count) else words,
        totals=sheet_with_hand(slot, after, scored_hand),
        save=SaveButton(save_label_of_hand(scored_hand, players)),
    )


def save_label_of_hand(scored_hand: ScoredHand, players: Sequence[str]) -> str:
    """What the main button will do."""
    if scored_hand.hand.knocker is None:
        return _("Save: dead hand")
    if scored_hand.winner is None:
        return _("Save: nobody scores")
    name = shortened(players, ON_A_BUTTON)[scored_hand.winner]
    # Translators: a button: who gets how many points, “Save: Bob +21”.
    return _("Save: %(name)s %(points)s", name=name, points=signed(scored_hand.gain))


@dataclass(frozen=True, slots=True)
class LinePreview:
    """What is shown about a line before it is saved."""

    words: Words | None
    totals: str
    """How the sheet will stand."""
    label: str
    """What the main button says."""


def preview_line(match: Match, record: Record | None, line: Hand | ExtraLine | None) -> LinePreview:
    """The preview of *line* in the place of *record* or at the end; None if it is not valid yet."""
    if line is None:
        return LinePreview(None, "", _("Save"))
    try:
        scored, after = in_place(match, record, line)
    except InvalidDeclarationError:
        return LinePreview(None, "", _("Save"))
    totals = sheet_with_line(match, scored, after)
    if isinstance(scored, ScoredHand):
        return LinePreview(explain(scored, match.players, match.rules), totals, _save_hand(scored, match))
    words = explain_line(scored.line, match.players, match.rules, scored.no_part)
    return LinePreview(words, totals, save_label(scored, match.sides))


def _save_hand(scored_hand: ScoredHand, match: Match) -> str:
    """What the main button will do: a hand from paper always has a winner."""
    return _(
        "Save: %(name)s %(points)s",
        name=match.players[scored_hand.winner or 0],
        points=signed(scored_hand.gain),
    )


def save_label(scored: ScoredExtraLine, sides: Sequence[str]) -> str:
    """What the main button will do, if it gives points to one side, or takes some from one."""
    gained = [(side, points) for side, points in zip(sides, scored.change, strict=True) if points > 0]
    lost = [(side, points) for side, points in zip(sides, scored.change, strict=True) if points < 0]
    pairs = gained or lost
    if len(pairs) != 1 or isinstance(scored.line, OpeningScores):
        return _("Save")
    return _("Save: %(name)s %(points)s", name=pairs[0][0], points=signed(pairs[0][1]))


def sheet_with_line(match: Match, scored: ScoredLine, after: Sheet) -> str:
    """How the sheet stands with a line or a hand, and what else changes on it."""
    if scored.past_the_end:
        return _("The match is already over: this will stay on the sheet but won’t count.")
    if isinstance(scored, ScoredHand) and not scored.counts:
        return why_not(scored, match.players)
    if isinstance(scored, ScoredHand) and scored.waits:
        return _("It will be scored together with the other pair’s hand.")
    game = after.games[scored.game - 1]
    how = () if _says_totals(scored, game) else stands(game, after, match.sides)
    return paragraph([*how, *moved(game, match.sheet, after)])


def _says_totals(scored: ScoredLine, game: Game) -> bool:
    """Whether the words of a line are already how the sheet stands: opening scores before the first hand."""
    if isinstance(scored, ScoredHand):
        return False
    return isinstance(scored.line, OpeningScores) and len(game.columns) == 1 and scored.change == game.running
