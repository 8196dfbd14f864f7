"""The page that writes a remark on a match, or on one of its hands."""

from flask import redirect, render_template, request

from models.gin.player_names import LONGEST_REMARK
from models.records.saving.rule_changes import write_remark
from models.records.tables.match import Match
from models.records.tables.sheet_row import HandRecord
from views.entry.entering import Answer, refusals
from views.shared.errors import Link
from views.shared.form_helpers import problem_of_reason
from views.web.access import device


def answer_remark(match: Match, back: Link, action: str, hand: HandRecord | None = None) -> Answer:
    """The page, or leads to the page *back* once the remark is written."""
    if request.method != "POST":
        return _page(back, action, (hand or match).remark)
    typed = " ".join(request.form.get("remark", "").split())
    if problem := problem_of_reason(typed, LONGEST_REMARK):
        return _page(back, action, typed, problem), 422
    with refusals():
        write_remark(match, typed, device(), hand and hand.id)
    return redirect(back.url, 303)


def _page(back: Link, action: str, typed: str, problem: str = "") -> str:
    return render_template("matches/remark.html", typed=typed, problem=problem, back=back, action=action)
