"""The page on which another line, or a hand from paper, is entered or corrected."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import render_template, request, url_for

from models.gin.games import Game
from models.gin.other_lines import OpeningScores, OtherLine
from models.gin.problems import InvalidDeclarationError
from models.gin.sheet import Hand, Line, ScoredLine, Sheet
from models.records import HandRecord, Match
from views.lines.form import LineForm
from views.lines.opening_form import OpeningForm
from views.lines.penalty_form import AdjustmentForm, PenaltyForm
from views.lines.points_form import PointsForm
from views.shared.form_helpers import wrong_fields
from views.shared.line_links import opening_record
from views.shared.sheet_changes import moved, stands
from views.web.i18n import gettext as _
from views.web.i18n import marked
from views.words import rounds
from views.words.hand_result import Words, explain
from views.words.hand_sum import signed
from views.words.lists import paragraph
from views.words.other_lines import explain_line

PREVIEW = "preview"
"""The part of the page that a preview can change, which JavaScript requests alone."""

TITLES = {
    "penalty": (marked("Penalty"), marked("Correct the penalty")),
    "adjustment": (marked("Adjustment"), marked("Correct the adjustment")),
    "hand": (marked("Hand from paper"), marked("Correct the hand from paper")),
    "paper": (marked("Scores from paper"), marked("Correct the opening scores")),
    "handicap": (marked("Handicap"), marked("Correct the handicap")),
}
"""The heading of each form, for a new line and for a correction."""

# Translators: a hand of which only the points are known, copied from a paper score sheet.
SHORT = {"hand": marked("From paper")}
"""What a form is called beside others, if its heading is too long for that."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What is shown about a line before it is saved."""

    words: Words | None
    totals: str
    """How the sheet will stand."""
    label: str
    """What the main button says."""


@dataclass(frozen=True, slots=True)
class Tab:
    """Another kind of line, and its page."""

    label: str
    url: str
    chosen: bool


def entry_page(form: LineForm, watch: str, *, not_saved: bool = False) -> str:
    """The form with a preview, or only the parts that a preview can change.

    *not_saved*: the database failed just now, and the same form can be sent again.
    """
    part = request.headers.get("X-Part") == PREVIEW
    return render_template(
        "lines/_preview.html" if part else "lines/new.html",
        title=_(TITLES[form.kind][form.record is not None]),
        form=form,
        is_penalty=isinstance(form, PenaltyForm),
        is_adjustment=isinstance(form, AdjustmentForm),
        is_opening=isinstance(form, OpeningForm),
        is_hand=isinstance(form, PointsForm),
        tabs=_tabs(form, watch) if form.record is None else [],
        problems=wrong_fields(form),
        not_saved=not_saved,
        links={"sheet": url_for("matches.show", watch=watch), "known": _known_url(form, watch)},
        preview=preview_of(form),
    )


def _known_url(form: LineForm, watch: str) -> str:
    """Where a hand from paper becomes one by deadwood or cards, now that they are known; "" for others."""
    record, match = form.record, form.match
    if not isinstance(record, HandRecord) or record.removed:
        return ""
    return url_for("hands.correct", watch=watch, number=match.number(record), by="deadwood")


def _tabs(form: LineForm, watch: str) -> list[Tab]:
    """The kinds of lines that can be added; opening scores only once, and beside each other."""
    kinds = ["paper", "handicap"] if isinstance(form, OpeningForm) else ["penalty", "adjustment", "hand"]
    if isinstance(form, OpeningForm) and opening_record(form.match) is not None:
        return []
    return [
        Tab(
            _(SHORT.get(kind, TITLES[kind][0])),
            url_for("lines.enter", watch=watch, kind=kind),
            kind == form.kind,
        )
        for kind in kinds
    ]


def preview_of(form: LineForm) -> Preview:
    """The preview of what was typed so far."""
    match = form.match
    if form.line is None:
        return Preview(None, "", _("Save"))
    try:
        scored, after = in_place(form, form.line)
    except InvalidDeclarationError:
        return Preview(None, "", _("Save"))
    totals = sheet_preview(match, scored, after)
    if isinstance(scored, Line):
        return Preview(_hand_said(scored, after, match), totals, _save_hand(scored, match))
    words = explain_line(scored.line, match.players, match.rules, scored.no_part)
    return Preview(words, totals, save_label(scored, match.sides))


def _hand_said(line: Line, after: Sheet, match: Match) -> Words:
    said = explain(line, match.players, match.rules)
    return rounds.with_shared(said, line, after, match.players)


def _save_hand(line: Line, match: Match) -> str:
    """What the main button will do: a hand from paper always has a winner."""
    return _("Save: %(name)s %(points)s", name=match.players[line.winner or 0], points=signed(line.gain))


def save_label(scored: ScoredLine, sides: Sequence[str]) -> str:
    """What the main button will do, if it gives points to one side, or takes some from one."""
    gained = [(side, points) for side, points in zip(sides, scored.change, strict=True) if points > 0]
    lost = [(side, points) for side, points in zip(sides, scored.change, strict=True) if points < 0]
    found = gained or lost
    if len(found) != 1 or isinstance(scored.line, OpeningScores):
        return _("Save")
    return _("Save: %(name)s %(points)s", name=found[0][0], points=signed(found[0][1]))


def sheet_preview(match: Match, scored: Line | ScoredLine, after: Sheet) -> str:
    """How the sheet stands with a line or a hand, and what else changes on it."""
    if scored.past_the_end:
        return _("The match is already over: this will stay on the sheet but won’t count.")
    if isinstance(scored, Line) and scored.waits:
        return _("It will be scored together with the other pair’s hand.")
    game = after.games[scored.game - 1]
    how = () if _says_totals(scored, game) else stands(game, after, match.sides)
    return paragraph([*how, *moved(game, match.sheet, after)])


def _says_totals(scored: Line | ScoredLine, game: Game) -> bool:
    """Whether the words of a line are already how the sheet stands: opening scores before the first hand."""
    if isinstance(scored, Line):
        return False
    return isinstance(scored.line, OpeningScores) and len(game.columns) == 1 and scored.change == game.running


def in_place(form: LineForm, line: Hand | OtherLine) -> tuple[Line | ScoredLine, Sheet]:
    """*line* in its place on the sheet, and that sheet.

    :raises InvalidDeclarationError: if it is not valid there.
    """
    match: Match = form.match
    if form.record is None:
        after = match.sheet_of([*(each.written for each in match.on_sheet), line])
        return after.in_order[-1], after
    kept = [each for each in match.records if each.id == form.record.id or not each.removed]
    after = match.sheet_of(line if each.id == form.record.id else each.written for each in kept)
    return after.in_order[[each.id for each in kept].index(form.record.id)], after
