"""Which form a line that is not a hand has."""

from models.gin.other_lines import (
    Adjustment,
    OpeningScores,
)
from models.records import LineRecord, Match
from views.lines.form import LineForm
from views.lines.opening_form import KINDS_OF_OPENING, opening_form
from views.lines.penalty_form import AdjustmentForm, PenaltyForm


def new_form(kind: str, match: Match) -> LineForm:
    """The form of a new line; a penalty unless the address names another."""
    for opening, name in KINDS_OF_OPENING.items():
        if name == kind:
            return opening_form(opening, match)(match)
    return AdjustmentForm(match) if kind == AdjustmentForm.kind else PenaltyForm(match)


def form_of(record: LineRecord, match: Match) -> LineForm:
    """The form that corrects *record*."""
    if isinstance(record.line, OpeningScores):
        return opening_form(record.line.kind, match)(match, record)
    form = AdjustmentForm if isinstance(record.line, Adjustment) else PenaltyForm
    return form(match, record)
