"""The preview of an extra line, or of a hand from paper, while it is entered."""

from collections.abc import Sequence
from dataclasses import dataclass

from models.gin.hand.hand import Hand
from models.gin.hand.problems import InvalidDeclarationError
from models.gin.sheet.extra_lines import ExtraLine, OpeningScores
from models.gin.sheet.games import Game, ScoredHand
from models.gin.sheet.scored_extra_lines import ScoredExtraLine
from models.gin.sheet.sheet import Sheet
from models.records.tables.match import Match
from models.records.tables.sheet_row import Record
from views.language.i18n import gettext as _
from views.shared.sheet_changes import in_place, moved, stands
from views.words.extra_lines import explain_line
from views.words.hand_result import Words, explain
from views.words.hand_sum import signed
from views.words.lists import paragraph
from views.words.uncounted import why_not


@dataclass(frozen=True, slots=True)
class Preview:
    """What is shown about a line before it is saved."""

    words: Words | None
    totals: str
    """How the sheet will stand."""
    label: str
    """What the main button says."""


def preview_of(match: Match, record: Record | None, line: Hand | ExtraLine | None) -> Preview:
    """The preview of *line* in the place of *record* or at the end; None if it is not valid yet."""
    if line is None:
        return Preview(None, "", _("Save"))
    try:
        scored, after = in_place(match, record, line)
    except InvalidDeclarationError:
        return Preview(None, "", _("Save"))
    totals = sheet_preview(match, scored, after)
    if isinstance(scored, ScoredHand):
        return Preview(explain(scored, match.players, match.rules), totals, _save_hand(scored, match))
    words = explain_line(scored.line, match.players, match.rules, scored.no_part)
    return Preview(words, totals, save_label(scored, match.sides))


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


def sheet_preview(match: Match, scored: ScoredHand | ScoredExtraLine, after: Sheet) -> str:
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


def _says_totals(scored: ScoredHand | ScoredExtraLine, game: Game) -> bool:
    """Whether the words of a line are already how the sheet stands: opening scores before the first hand."""
    if isinstance(scored, ScoredHand):
        return False
    return isinstance(scored.line, OpeningScores) and len(game.columns) == 1 and scored.change == game.running
