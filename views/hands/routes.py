"""The pages of a hand: enter it, look at it, correct it, remove it, bring it back."""

from collections.abc import Callable

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from models.gin.problems import InvalidDeclarationError
from models.gin.sheet import Hand
from models.records import (
    Entry,
    HandRecord,
    Match,
    NoSeatError,
    StaleSheetError,
    Written,
    add_hand,
    correct_hand,
    remove_hand,
    restore_hand,
    tell_missed,
)
from views.hands.check_cards import CheckDesk, GoneDesk
from views.hands.edit import EntryDesk
from views.hands.page import HandPage
from views.web.access import device, entry_of, opened_at, seated_at
from views.web.i18n import gettext as _

hands = Blueprint("hands", __name__, url_prefix="/m/<watch>/hands")


@hands.route("/new", methods=["GET", "POST"])
def enter(watch: str) -> str | tuple[str, int] | Response:
    """Enters the next hand."""
    match = seated_at(watch)
    number = len(match.present) + 1
    return EntryDesk(
        match,
        watch,
        title=_("Hand %(number)s: who knocked?", number=number),
        write=add_hand,
        hands_with=lambda hand: [*(record.hand for record in match.present), hand],
        mine=_("Add mine as hand %(number)s too", number=number),
        like=_like(match),
    ).answer()


def _like(match: Match) -> Hand | None:
    """The hand that another one is said to be like: what was typed for it is there to begin with."""
    hand_id = request.args.get("like", type=int)
    return None if hand_id is None else record_in(match, hand_id).hand


@hands.route("/<int:hand_id>/correct", methods=["GET", "POST"])
def correct(watch: str, hand_id: int) -> str | tuple[str, int] | Response:
    """Corrects a hand, however old it is."""
    match = seated_at(watch)
    record = record_in(match, hand_id)
    if record.removed and request.method != "POST":
        return redirect(url_for(".show", watch=watch, hand_id=hand_id), 303)
    desk = GoneDesk if record.removed else EntryDesk
    return desk(
        match,
        watch,
        title=_("Correct hand %(number)s", number=match.number(record)),
        write=lambda match, hand, entry: correct_hand(match, hand_id, hand, entry),
        hands_with=_instead_of(match, record),
        mine=_("Correct hand %(number)s my way", number=match.number(record)),
        correcting=record.hand,
    ).answer()


def _instead_of(match: Match, record: HandRecord) -> Callable[[Hand], list[Hand]]:
    """The hands of *match* with another in the place of *record*, which may have been removed."""
    hands = [each for each in match.hands if each is record or not each.removed]
    return lambda hand: [hand if each is record else each.hand for each in hands]


@hands.route("/<int:hand_id>/check", methods=["GET", "POST"])
def check(watch: str, hand_id: int) -> str | tuple[str, int] | Response:
    """Enters the cards of a hand of which only the counts are known."""
    match = seated_at(watch)
    record = record_in(match, hand_id)
    if request.method != "POST" and record.removed:
        return redirect(url_for(".show", watch=watch, hand_id=hand_id), 303)
    if request.method != "POST" and record.hand.knocker is None:
        abort(404)
    desk = GoneDesk if record.removed else CheckDesk
    return desk(
        match,
        watch,
        title=_("Check hand %(number)s", number=match.number(record)),
        write=lambda match, hand, entry: correct_hand(match, hand_id, hand, entry),
        hands_with=_instead_of(match, record),
        mine=_("Correct the sheet"),
        correcting=record.hand,
    ).answer()


@hands.get("/<int:hand_id>")
def show(watch: str, hand_id: int) -> str:
    """One hand: what it was worth and why, its cards, what was changed in it."""
    opened = opened_at(watch)
    page = HandPage(opened.match, watch, record_in(opened.match, hand_id), opened.seat)
    return render_template("hands/show.html", **page.context())


@hands.post("/missed")
def tell(watch: str) -> Response:
    """Settles whether this match is told which lay-offs were missed."""
    match = seated_at(watch)
    tell_missed(match, request.args.get("tell") == "1", device())
    return redirect(url_for("matches.show", watch=watch), 303)


@hands.post("/<int:hand_id>/remove")
def remove(watch: str, hand_id: int) -> Response:
    """Takes a hand off the sheet."""
    return _change(watch, hand_id, remove_hand)


@hands.post("/<int:hand_id>/restore")
def restore(watch: str, hand_id: int) -> Response:
    """Brings a removed hand back to its place."""
    return _change(watch, hand_id, restore_hand)


def _change(watch: str, hand_id: int, act: Callable[[Match, int, Entry], Written]) -> Response:
    """Does what a bare button asks for; on a sheet that has changed since, it is to be seen first."""
    match = seated_at(watch)
    try:
        act(match, hand_id, entry_of(request.args.get("entry"), request.args.get("version")))
    except StaleSheetError:
        abort(409)
    except InvalidDeclarationError:
        abort(422)
    except NoSeatError:
        abort(403)
    except LookupError:
        abort(404)
    return redirect(url_for("matches.show", watch=watch), 303)


def record_in(match: Match, hand_id: int) -> HandRecord:
    """The hand of *match* with this id; 404 if it has none."""
    try:
        return match.hand(hand_id)
    except LookupError:
        abort(404)
