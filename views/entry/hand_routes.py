"""The pages of a hand: enter, view, correct, check, remove and restore it."""

from urllib.parse import urlencode

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from models.gin.hand.declaration import Declaration
from models.records.saving.hand_writes import remove_hand, restore_hand, tell_missed
from models.records.tables.match import Match
from models.records.tables.sheet_row import HandRecord
from views.entry.entering import Answer, answer, change, refusals, require_room
from views.entry.hand_form import CheckForm, HandForm
from views.entry.hand_reading import Way, as_way
from views.entry.page import HandPage, titled_hand
from views.entry.remark_page import answer_remark
from views.entry.slot import HandSlot
from views.shared.change_log import record_url
from views.shared.errors import Link
from views.web.access import device, last_way, opened_at, remember_way, seated_at
from views.web.numbers import whole

hands = Blueprint("hands", __name__, url_prefix="/m/<watch>/hands")


@hands.route("/new", methods=["GET", "POST"])
def enter(watch: str) -> Answer:
    """Enters the next hand."""
    match = seated_at(watch)
    require_room(match)
    form = HandForm(HandSlot.for_next_hand(match, _hand_like(match)), _way_asked() or _way_remembered())
    answered = _entered(form, watch)
    if form.is_sent and isinstance(answered, Response):
        remember_way(form.way)
    return answered


@hands.route("/<int:number>/correct", methods=["GET", "POST"])
def correct(watch: str, number: int) -> Answer:
    """Corrects a hand of any age."""
    match = seated_at(watch)
    record = _hand_meant(match, number)
    form = HandForm(HandSlot.for_correcting(match, record), _way_asked() or _way_of(record))
    return _entered(form, watch)


@hands.route("/<int:number>/check", methods=["GET", "POST"])
def check(watch: str, number: int) -> Answer:
    """Enters the cards of a hand whose deadwood is known, and compares the results."""
    match = seated_at(watch)
    record = _hand_meant(match, number)
    if request.method != "POST" and record.hand.knocker is None:
        abort(404)
    return answer(CheckForm(HandSlot.for_correcting(match, record), record.hand), watch)


def _entered(form: HandForm, watch: str) -> Answer:
    """Enters a hand at an address with its two players: it stays theirs whatever others enter."""
    query = {} if request.method == "POST" else form.slot.said_in_address(form.slot.faced)
    if query.items() <= request.args.to_dict().items():
        return answer(form, watch)
    address = request.script_root + request.path
    return redirect(f"{address}?{urlencode(request.args.to_dict() | query)}", 303)


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


@hands.route("/<int:number>/remark", methods=["GET", "POST"])
def remark(watch: str, number: int) -> Answer:
    """Asks for a remark on a hand; a blank one removes it."""
    match = seated_at(watch)
    record = _hand_meant(match, number)
    back = Link(titled_hand(match, record), record_url(match, record, watch))
    action = url_for(".remark", watch=watch, number=number, position=record.position)
    return answer_remark(match, back, action, record)


@hands.post("/missed")
def tell(watch: str) -> Response:
    """Sets whether this match shows missed lay-offs."""
    match = seated_at(watch)
    tell_missed(match, request.args.get("tell") == "1", device())
    return redirect(url_for("matches.show", watch=watch), 303)


@hands.post("/<int:number>/remove")
def remove(watch: str, number: int) -> Response:
    match = seated_at(watch)
    return change(watch, match, _hand_meant(match, number).id, remove_hand)


@hands.post("/removed/<int:position>/restore")
def restore(watch: str, position: int) -> Response:
    """Brings a removed hand back to its place."""
    match = seated_at(watch)
    record = _hand_at(match, position)
    return change(watch, match, record.id, restore_hand)


def _hand_meant(match: Match, number: int) -> HandRecord:
    """The hand at an address. A submitted form or button says itself which hand it is for.

    Its number may have changed: earlier hands may have been removed or brought back.
    """
    if request.method != "POST":
        with refusals():
            return match.numbered(number)
    position = request.values.get("position", type=whole)
    if position is None:
        abort(400)
    return _hand_at(match, position)


def _hand_at(match: Match, position: int) -> HandRecord:
    """The hand at a position, removed or not; 404 if there is none, or an extra line."""
    with refusals():
        record = match.at_position(position)
    if not isinstance(record, HandRecord):
        abort(404)
    return record


def _hand_like(match: Match) -> HandRecord | None:
    """The hand whose fields a new form copies, if the address names one."""
    position = request.args.get("like", type=whole)
    if position is None:
        return None
    return _hand_at(match, position)


def _way_asked() -> Way | None:
    """The way of entry that the address asks for."""
    return as_way(request.args.get("by"))


def _way_remembered() -> Way | None:
    """How this phone entered its last hand, for a new form at an address that asks for no way."""
    return None if request.method == "POST" else as_way(last_way())


def _way_of(record: HandRecord) -> Way | None:
    """How a hand was entered, to open its correction the same way."""
    if request.method == "POST":
        return None
    return "cards" if isinstance(record.hand.laid, Declaration) else "deadwood"
