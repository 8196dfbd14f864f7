"""The pages of extra lines and of hands from paper: enter, correct them, view, remove and restore a line."""

from collections.abc import Callable

from flask import Blueprint, abort, redirect, render_template, request
from werkzeug.wrappers import Response

from models.gin.hand.declaration import Points
from models.gin.hand.scoring import Hand
from models.records.saving.hand_writes import remove_hand, restore_hand
from models.records.saving.pipeline import Entry, Written
from models.records.tables.match import Match
from models.records.tables.sheet_row import ExtraLineRecord, Record
from views.entry.entering import Answer, answer, change, refusals, require_room
from views.entry.line_forms import form_of, new_form
from views.entry.page import ExtraLinePage
from views.shared.change_log import record_url
from views.web.access import opened_at, seated_at

extra_lines = Blueprint("extra_lines", __name__, url_prefix="/m/<watch>/lines")


@extra_lines.route("/new", methods=["GET", "POST"])
def enter(watch: str) -> Answer:
    """Enters a line of the kind that the address names."""
    match = seated_at(watch)
    require_room(match)
    return answer(new_form(request.args.get("kind", ""), match), watch)


@extra_lines.route("/<int:position>/correct", methods=["GET", "POST"])
def correct(watch: str, position: int) -> Answer:
    """Corrects a line, or a hand from paper, of any age."""
    match = seated_at(watch)
    record = _record_at(match, position)
    if record.removed and request.method != "POST":
        return redirect(record_url(match, record, watch), 303)
    return answer(form_of(record, match), watch)


@extra_lines.get("/<int:position>")
def show(watch: str, position: int) -> str:
    """One line, on the sheet or removed: what it gives whom, and its changes."""
    opened = opened_at(watch)
    page = ExtraLinePage(opened, watch, _line_at(opened.match, position))
    return render_template("extra_lines/show.html", **page.context())


@extra_lines.post("/<int:position>/remove")
def remove(watch: str, position: int) -> Response:
    return _change(watch, position, remove_hand)


@extra_lines.post("/<int:position>/restore")
def restore(watch: str, position: int) -> Response:
    """Brings a removed line back to its place."""
    return _change(watch, position, restore_hand)


def _change(watch: str, position: int, act: Callable[[Match, int, Entry], Written]) -> Response:
    """Does what a button without a form asks for. If the sheet has changed since, shows it first."""
    match = seated_at(watch)
    return change(watch, match, _line_at(match, position).id, act)


def _line_at(match: Match, position: int) -> ExtraLineRecord:
    """The line at a position, removed or not; 404 if there is none, or a hand."""
    record = _record_at(match, position)
    if not isinstance(record, ExtraLineRecord):
        abort(404)
    return record


def _record_at(match: Match, position: int) -> Record:
    """The line or the hand from paper at a position, removed or not; 404 if there is neither."""
    with refusals():
        record = match.at_position(position)
    if isinstance(record.written, Hand) and not isinstance(record.written.laid, Points):
        abort(404)
    return record
