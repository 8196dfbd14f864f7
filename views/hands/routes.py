"""The pages of a hand: enter, view, correct, check, remove and restore it.

Entering a hand takes four steps: fetch the match, validate the form, save the hand, redirect to the sheet. If
one fails, the page says why.
"""

from collections.abc import Callable

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from models.gin.declaration import Declaration
from models.gin.hand import Hand
from models.records import (
    MOST_HANDS,
    Entry,
    Full,
    FullMatchError,
    HandRecord,
    Match,
    StaleSheetError,
    Written,
    add_hand,
    correct_hand,
    remove_hand,
    restore_hand,
    tell_missed,
)
from views.hands.conflict_page import AGREED, cards_disagree, changed_meanwhile, removed_meanwhile
from views.hands.entry_page import address_with_players, entry_page
from views.hands.form import HandForm
from views.hands.hand_slot import HandSlot
from views.hands.page import HandPage
from views.hands.read_form import WAYS, Way
from views.shared.back_to_sheet import back_to_sheet
from views.shared.record_buttons import change, refusals
from views.web.access import device, entry_of, opened_at, seated_at
from views.web.database_errors import DATABASE_ERRORS, keep_form

hands = Blueprint("hands", __name__, url_prefix="/m/<watch>/hands")

Answer = str | tuple[str, int] | Response


@hands.route("/new", methods=["GET", "POST"])
def enter(watch: str) -> Answer:
    """Enters the next hand."""
    match = seated_at(watch)
    if len(match.records) >= MOST_HANDS:
        raise FullMatchError(Full.HANDS)
    like = _hand_like(match)
    slot = HandSlot.for_next_hand(match, like)
    form = HandForm(slot, _way_asked())

    if request.method != "POST":
        if address := address_with_players(slot):
            return redirect(address, 303)
        form.open(like.hand if like else None)
    if not form.is_sent:
        form.validate_so_far()
        return entry_page(form, watch)
    if not form.validate():
        return entry_page(form, watch), 422

    return _saved(form, watch, lambda entry: add_hand(match, form.hand, entry))


@hands.route("/<int:number>/correct", methods=["GET", "POST"])
def correct(watch: str, number: int) -> Answer:
    """Corrects a hand of any age."""
    match = seated_at(watch)
    record = _hand_meant(match, number)
    slot = HandSlot.for_correcting(match, record)
    form = HandForm(slot, _way_asked() or _way_of(record))

    if request.method != "POST":
        if address := address_with_players(slot):
            return redirect(address, 303)
        form.open(record.hand)
    if not form.is_sent:
        form.validate_so_far()
        return entry_page(form, watch)
    if not form.validate():
        return entry_page(form, watch), 422
    if record.removed:
        return removed_meanwhile(form, watch, record), 409

    return _saved(form, watch, lambda entry: correct_hand(match, record.id, form.hand, entry))


@hands.route("/<int:number>/check", methods=["GET", "POST"])
def check(watch: str, number: int) -> Answer:
    """Enters the cards of a hand whose deadwood is known, and compares the results."""
    match = seated_at(watch)
    record = _hand_meant(match, number)
    form = HandForm(HandSlot.for_correcting(match, record), "cards")

    if request.method != "POST":
        if record.hand.knocker is None:
            abort(404)
        form.open(record.hand)
    if not form.is_sent:
        form.validate_so_far()
        return entry_page(form, watch, checking=True)
    if not form.validate():
        return entry_page(form, watch, checking=True), 422
    if record.removed:
        return removed_meanwhile(form, watch, record), 409
    if AGREED not in request.form and not _agree(record.hand, form):
        return cards_disagree(form, watch, record.hand)

    return _saved(form, watch, lambda entry: correct_hand(match, record.id, form.hand, entry))


def _saved(form: HandForm, watch: str, save: Callable[[Entry], Written]) -> Answer:
    """Saves a valid hand and goes back to the sheet, or says why it can't be saved."""
    try:
        with refusals():
            written = save(_entry(form))
    except StaleSheetError as error:
        return changed_meanwhile(form, watch, error), 409
    except DATABASE_ERRORS as error:
        return keep_form(error, lambda: entry_page(form, watch, not_saved=True))
    return back_to_sheet(watch, form.slot.match, written, form.entry.data)


@hands.get("/<int:number>")
def show(watch: str, number: int) -> str:
    """One hand: its result with an explanation, its cards, its changes."""
    opened = opened_at(watch)
    with refusals():
        record = opened.match.numbered(number)
    return render_template("hands/show.html", **HandPage(opened, watch, record).context())


@hands.get("/removed/<int:position>")
def show_removed(watch: str, position: int) -> str | Response:
    """A removed hand. If it was brought back, redirects to its number."""
    opened = opened_at(watch)
    record = _hand_at(opened.match, position)
    if not record.removed:
        return redirect(url_for(".show", watch=watch, number=opened.match.number(record)), 303)
    return render_template("hands/show.html", **HandPage(opened, watch, record).context())


@hands.post("/missed")
def tell(watch: str) -> Response:
    """Sets whether this match shows missed lay-offs."""
    match = seated_at(watch)
    tell_missed(match, request.args.get("tell") == "1", device())
    return redirect(url_for("matches.show", watch=watch), 303)


@hands.post("/<int:number>/remove")
def remove(watch: str, number: int) -> Response:
    """Removes a hand from the sheet."""
    match = seated_at(watch)
    return change(watch, match, _hand_meant(match, number).id, remove_hand)


@hands.post("/removed/<int:position>/restore")
def restore(watch: str, position: int) -> Response:
    """Brings a removed hand back to its place."""
    match = seated_at(watch)
    record = _hand_at(match, position)
    return change(watch, match, record.id, restore_hand)


def _agree(on_sheet: Hand, form: HandForm) -> bool:
    """Whether the cards of a form come to what is on the sheet."""
    slot = form.slot
    return slot.line_of(on_sheet).agrees_with(slot.line_of(form.hand), slot.rules)


def _hand_meant(match: Match, number: int) -> HandRecord:
    """The hand at an address. A submitted form or button says itself which hand it is for.

    Its number may have changed: earlier hands may have been removed or brought back.
    """
    if request.method != "POST":
        with refusals():
            return match.numbered(number)
    position = request.values.get("position", type=int)
    if position is None:
        abort(400)
    return _hand_at(match, position)


def _hand_at(match: Match, position: int) -> HandRecord:
    """The hand at a position, removed or not; 404 if there is none, or another line."""
    with refusals():
        record = match.at_position(position)
    if not isinstance(record, HandRecord):
        abort(404)
    return record


def _hand_like(match: Match) -> HandRecord | None:
    """The hand whose fields a new form copies, if the address names one."""
    position = request.args.get("like", type=int)
    if position is None:
        return None
    return _hand_at(match, position)


def _way_asked() -> Way | None:
    """The way of entry that the address asks for."""
    asked = request.args.get("by")
    return asked if asked in WAYS else None


def _way_of(record: HandRecord) -> Way | None:
    """How a hand was entered, to open its correction the same way."""
    if request.method == "POST":
        return None
    return "cards" if isinstance(record.hand.laid, Declaration) else "deadwood"


def _entry(form: HandForm) -> Entry:
    """The entry of the submitted form, which is written only once."""
    return entry_of(form.entry.data, form.version.data)
