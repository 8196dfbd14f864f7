"""The pages of other lines and of hands from paper: enter, correct them, view, remove and restore a line."""

from collections.abc import Callable

from flask import Blueprint, abort, redirect, render_template, request
from werkzeug.wrappers import Response

from models.gin.declaration import Points
from models.gin.other_lines import OtherLine
from models.gin.problems import InvalidDeclarationError
from models.gin.sheet import Hand
from models.records import (
    MOST_HANDS,
    Entry,
    Full,
    FullMatchError,
    LineRecord,
    Match,
    Record,
    StaleSheetError,
    Written,
    add_hand,
    correct_hand,
    remove_hand,
    restore_hand,
)
from views.lines.conflict_page import changed_meanwhile, removed_meanwhile
from views.lines.entry_page import entry_page
from views.lines.form import LineForm
from views.lines.forms import form_of, new_form
from views.lines.page import LinePage
from views.shared.back_to_sheet import back_to_sheet
from views.shared.change_log import record_url
from views.shared.record_buttons import change, refusals
from views.web.access import entry_of, opened_at, seated_at
from views.web.database_errors import DATABASE_ERRORS, keep_form

lines = Blueprint("lines", __name__, url_prefix="/m/<watch>/lines")

Answer = str | tuple[str, int] | Response


@lines.route("/new", methods=["GET", "POST"])
def enter(watch: str) -> Answer:
    """Enters a line of the kind that the address names."""
    match = seated_at(watch)
    if len(match.records) >= MOST_HANDS:
        raise FullMatchError(Full.HANDS)
    form = new_form(request.args.get("kind", ""), match)
    return _answer(form, watch, lambda entry: add_hand(match, _line(form), entry))


@lines.route("/<int:position>/correct", methods=["GET", "POST"])
def correct(watch: str, position: int) -> Answer:
    """Corrects a line, or a hand from paper, of any age."""
    match = seated_at(watch)
    record = _record_at(match, position)
    form = form_of(record, match)
    if record.removed and request.method != "POST":
        return redirect(record_url(match, record, watch), 303)
    if record.removed and form.is_sent and form.stands():
        return removed_meanwhile(form, watch, record), 409
    return _answer(form, watch, lambda entry: correct_hand(match, record.id, _line(form), entry))


def _answer(form: LineForm, watch: str, save: Callable[[Entry], Written]) -> Answer:
    """Shows the form, or saves its line and goes back to the sheet."""
    if request.method != "POST":
        form.open()
    if not form.is_sent:
        form.validate_so_far()
        return entry_page(form, watch)
    if not form.stands():
        return entry_page(form, watch), 422
    try:
        with refusals():
            written = save(entry_of(form.entry.data, form.version.data))
    except StaleSheetError as error:
        return changed_meanwhile(form, watch, error), 409
    except InvalidDeclarationError:
        form.stands()
        return entry_page(form, watch), 422
    except DATABASE_ERRORS as error:
        return keep_form(error, lambda: entry_page(form, watch, not_saved=True))
    return back_to_sheet(watch, form.match, written, form.entry.data)


@lines.get("/<int:position>")
def show(watch: str, position: int) -> str:
    """One line, on the sheet or removed: what it gives whom, and its changes."""
    opened = opened_at(watch)
    page = LinePage(opened, watch, _line_at(opened.match, position))
    return render_template("lines/show.html", **page.context())


@lines.post("/<int:position>/remove")
def remove(watch: str, position: int) -> Response:
    """Removes a line from the sheet."""
    return _change(watch, position, remove_hand)


@lines.post("/<int:position>/restore")
def restore(watch: str, position: int) -> Response:
    """Brings a removed line back to its place."""
    return _change(watch, position, restore_hand)


def _change(watch: str, position: int, act: Callable[[Match, int, Entry], Written]) -> Response:
    """Does what a button without a form asks for. If the sheet has changed since, shows it first."""
    match = seated_at(watch)
    return change(watch, match, _line_at(match, position).id, act)


def _line_at(match: Match, position: int) -> LineRecord:
    """The line at a position, removed or not; 404 if there is none, or a hand."""
    record = _record_at(match, position)
    if not isinstance(record, LineRecord):
        abort(404)
    return record


def _record_at(match: Match, position: int) -> Record:
    """The line or the hand from paper at a position, removed or not; 404 if there is neither."""
    with refusals():
        record = match.at_position(position)
    if isinstance(record.written, Hand) and not isinstance(record.written.laid, Points):
        abort(404)
    return record


def _line(form: LineForm) -> Hand | OtherLine:
    """The line or hand of a valid form."""
    if form.line is None:
        raise ValueError("not a valid line")
    return form.line
