"""The hands of a match as rows of a table: what was laid down, and what it came to."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import cast

from models.gin.cards.cards import Cards, Group, format_cards
from models.gin.hand.declaration import Count, Declaration
from models.gin.rules.options import Outcome
from models.gin.sheet.extra_lines import Adjustment, ExtraLine, OpeningScores, Penalty, reason_of
from models.gin.sheet.games import ScoredHand
from models.gin.sheet.scored_extra_lines import ScoredExtraLine, charged
from models.gin.sheet.sheet import Sheet
from models.records.finding.history import times_of_hands
from models.records.tables.local_time import local_time
from models.records.tables.match import Match
from models.records.tables.sheet_row import Record
from views.exports.csv_text import Cell
from views.language.i18n import gettext as _
from views.language.i18n import marked

HEADINGS = (
    # Translators: heads of columns in a table for spreadsheets; also all below.
    marked("Date"),
    marked("Game"),
    marked("Hand"),
    marked("Players"),
    marked("Dealer"),
    # Translators: who knocked.
    marked("Knocked"),
    # Translators: how the hand ended: knock, gin, undercut, dead hand …
    marked("Outcome"),
    marked("Knocker’s deadwood"),
    marked("Defender’s deadwood"),
    marked("Winner"),
    marked("Points"),
    marked("Boxes"),
)
"""The headings before the totals of the players."""

LAST_HEADINGS = (
    # Translators: whether the hand counts: yes or no.
    marked("Counts"),
    marked("Upcard"),
    marked("Knocker’s melds"),
    # Translators: the knocker’s deadwood, as cards.
    marked("Knocker’s cards left"),
    marked("Defender’s melds"),
    marked("Defender’s cards left"),
    # Translators: the cards that were laid off.
    marked("Laid off"),
    # Translators: why a penalty or an adjustment was entered.
    marked("Reason"),
)
"""The headings after them."""

OUTCOME_CODES: Mapping[Outcome, str] = {outcome: outcome.value for outcome in Outcome}
"""Outcomes as in the match document, the same in every language."""

CODES: Mapping[type[ExtraLine], str] = {
    Penalty: "penalty",
    Adjustment: "adjustment",
    OpeningScores: "opening",
}
"""Extra lines as in the match document."""


def hand_rows(match: Match) -> Iterator[Sequence[Cell]]:
    """The headings, and a row for each hand on the sheet; extra lines, without a number, are between them."""
    totals = [_("Total of %(name)s", name=side) for side in match.sides]
    yield [*map(_, HEADINGS), *totals, *map(_, LAST_HEADINGS)]
    cells = cells_of(match, match.players)
    for row, (first, last) in zip(match.sheet.in_order, cells, strict=True):
        yield [*first, *row.totals, *last]


def cells_of(match: Match, names: Sequence[str]) -> Iterator[tuple[list[Cell], list[Cell]]]:
    """For each line on the sheet the cells before the totals and those after; *names* are the players'."""
    sheet, times = match.sheet, times_of_hands(match)
    for record, row in zip(match.on_sheet, sheet.in_order, strict=True):
        day = _day(record, times)
        if isinstance(row, ScoredExtraLine):
            last: list[Cell] = [_counts(row), *[""] * 6, reason_of(row.line)]
            yield [day, *_other(row, match, names)], last
        else:
            yield [day, *_result(row, sheet, names)], [*_cards(row), ""]


def _day(record: Record, times: Mapping[int, datetime]) -> str:
    """The day on which a hand was saved, in local time; "" if it is not known."""
    at = times.get(record.id)
    return local_time(at).date().isoformat() if at else ""


def _result(scored_hand: ScoredHand, sheet: Sheet, names: Sequence[str]) -> Iterator[Cell]:
    knocker, count = scored_hand.hand.known_knocker, _count(scored_hand, sheet)
    yield scored_hand.game
    yield scored_hand.number
    yield " – ".join(names[player] for player in scored_hand.hand.faced)
    yield names[scored_hand.dealer]
    yield "" if knocker is None else names[knocker]
    yield OUTCOME_CODES[scored_hand.outcome]
    yield None if count is None else count.knocker
    yield None if count is None else count.defender
    yield "" if scored_hand.winner is None else names[scored_hand.winner]
    yield scored_hand.points
    yield scored_hand.boxes


def _count(scored_hand: ScoredHand, sheet: Sheet) -> Count | None:
    """The deadwood of a hand, if a player knocked and it is known."""
    is_known = scored_hand.outcome not in (Outcome.DEAD, Outcome.WON)
    return scored_hand.hand.count(sheet.rules) if is_known else None


def _other(line: ScoredExtraLine, match: Match, names: Sequence[str]) -> Iterator[Cell]:
    """An extra line: what it is, whom it is about, and its points."""
    yield line.game
    yield None
    about, points = "", cast("int | None", None)
    match line.line:
        case Penalty(player=player):
            about, points = names[player], charged(line.line, match.rules)
        case Adjustment(player=player, points=points):
            about = match.table.by_side(names)[player]
    yield about
    yield from ["", "", CODES[type(line.line)], None, None, "", points, sum(line.boxes)]


def _counts(row: ScoredHand | ScoredExtraLine) -> str:
    return _("yes") if row.counts else _("no")


def _cards(scored_hand: ScoredHand) -> Iterator[Cell]:
    """Whether it counts, the upcard, and the cards as they were laid down."""
    laid = scored_hand.hand.laid
    yield _counts(scored_hand)
    yield str(laid.upcard or "")
    if not isinstance(laid, Declaration):
        yield from [""] * 5
        return
    for spread in (laid.knocker, laid.defender):
        yield _melds(spread.melds)
        yield format_cards(spread.unmatched)
    yield " / ".join(f"{format_cards(each.cards)} > {format_cards(each.onto)}" for each in laid.layoffs)


def _melds(melds: Sequence[Cards | Group]) -> str:
    return " / ".join(map(format_cards, melds))
