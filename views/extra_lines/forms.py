"""Which form an extra line, or a hand from paper, has."""

from models.gin.sheet.extra_lines import Adjustment, OpeningScores
from models.records.tables.match import Match
from models.records.tables.sheet_row import HandRecord, Record
from views.extra_lines.form import ExtraLineForm
from views.extra_lines.opening_form import KINDS_OF_OPENING, opening_form
from views.extra_lines.penalty_form import AdjustmentForm, PenaltyForm
from views.extra_lines.points_form import PointsForm

FORMS: dict[str, type[ExtraLineForm]] = {
    form.kind: form for form in (PenaltyForm, AdjustmentForm, PointsForm)
}
"""The forms that are always there, by their names in addresses."""


def new_form(kind: str, match: Match) -> ExtraLineForm:
    """The form of a new line; a penalty unless the address names another."""
    for opening, name in KINDS_OF_OPENING.items():
        if name == kind:
            return opening_form(opening, match)(match)
    return FORMS.get(kind, PenaltyForm)(match)


def form_of(record: Record, match: Match) -> ExtraLineForm:
    """The form that corrects *record*."""
    if isinstance(record, HandRecord):
        return PointsForm(match, record)
    if isinstance(record.line, OpeningScores):
        return opening_form(record.line.kind, match)(match, record)
    form = AdjustmentForm if isinstance(record.line, Adjustment) else PenaltyForm
    return form(match, record)
