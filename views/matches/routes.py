"""The pages of a match: start one, its sheet, its rules, its history, its names, its remark."""

from collections.abc import Callable
from functools import partial

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from models.gin.hand.problems import InvalidDeclarationError
from models.gin.player_names import is_same_name
from models.gin.rules.seating import Table
from models.records.books.book_matches import Chosen, start_in_book
from models.records.books.books import book_of_the_same, books_by_players
from models.records.books.rematches import start_rematch
from models.records.finding.matches import Opened, matches_of
from models.records.saving.hand_writes import redo, undo
from models.records.saving.pipeline import Entry, StaleSheetError, Written, new_entry_id
from models.records.saving.rule_changes import NamedInBookError, go_on, name_places
from models.records.saving.seats import looks_after
from models.records.saving.starting import start_match
from models.records.tables.change import Change
from models.records.tables.column_types import Agreement
from models.records.tables.match import Match
from models.records.tables.place import shown
from models.records.tables.saved_rules import mark_rules_used, saved_rules_of
from models.records.tables.shared import watch_token
from views.entry.entering import Answer, refusals
from views.entry.remark_page import answer_remark
from views.entry.slot import penalty_url
from views.language.i18n import gettext as _
from views.matches.home_page import HomePage
from views.matches.new_match_form import COLUMNS, PLAYERS, RULES, SIT, WAY, NewMatchForm
from views.matches.sheet_page import SheetPage
from views.shared.change_log import described_history, history_page, import_said
from views.shared.disputes import disputes_under, show_disputes
from views.shared.errors import DATABASE_ERRORS, Link, keep_form
from views.shared.etags import live
from views.shared.form_helpers import problem_of_name, wrong_fields
from views.shared.rules_links import CustomRules, Offer
from views.web import outbox
from views.web.access import (
    device,
    entry_of,
    followed_books,
    known_book,
    known_device,
    opened_at,
    remember_watched,
    seated_at,
    watched,
)
from views.web.display import display, remember_view
from views.web.numbers import whole
from views.web.rate_limit import NEW_MATCHES, count
from views.words.lists import in_a_row
from views.words.rule_sets import SHORT_NAMES, caption
from views.words.rules.deal import THREE_PLAYERS
from views.words.rules.page import leaflet
from views.words.seating import HIDDEN_RULES, SAME_NAME, TABLES, meaning, places, title

matches = Blueprint("matches", __name__)
matches.after_request(remember_view)

RECENT = 12
"""How many recent matches are searched for players and rules."""


@matches.get("/")
def index() -> str:
    """The home page: start a match, or continue one that this phone plays or follows."""
    page = HomePage(device(), watched(), followed_books())
    return render_template("matches/index.html", page=page, done=request.args.get("done"))


@matches.route("/matches/new", methods=["GET", "POST"])
def new() -> str | tuple[str, int] | Response:
    phone, again = known_device(), request.args.get("again")
    form = NewMatchForm(
        saved_rules_of(phone),
        matches_of(phone, RECENT),
        request.args.get("house", ""),
        [
            [player.name for player in each]
            for each in books_by_players(phone).values()
            if 2 <= len(each) <= 4
        ],
        opened_at(again).match if again else None,
    )
    if request.method != "POST":
        form.entry.data = new_entry_id()
        return _new_page(form)
    if form.only_fills_in:
        return _new_page(form)
    if not form.stands():
        return _new_page(form), 422
    count(NEW_MATCHES, phone)
    try:
        match = _started(form, phone)
    except DATABASE_ERRORS as error:
        return keep_form(error, lambda: _new_page(form, not_saved=True))
    return redirect(url_for(".show", watch=watch_token(match)), 303)


def _started(form: NewMatchForm, phone: str) -> Match:
    offer = form.chosen_offer
    agreed = Agreement(offer.preset, offer.own_name, form.rules)
    entry, first_dealer = entry_of(form.entry.data, "0").id, int(form.first_dealer.data)
    if form.same_book.data and (same := book_of_the_same(form.names, phone)):
        book, players = same
        chosen = [Chosen(player.id) for player in players]
        start = partial(start_in_book, book, chosen, agreed)
    else:
        start = partial(start_match, form.names, form.rules, preset=offer.preset, rules_name=offer.own_name)
    match = start(table=form.at, first_dealer=first_dealer, device=phone, entry=entry)
    if offer.own_id:
        mark_rules_used(phone, offer.own_id)
    return match


def _new_page(form: NewMatchForm, *, not_saved: bool = False) -> str:
    again = "again" in request.args
    return render_template(
        "matches/new.html",
        form=form,
        not_saved=not_saved,
        sit=SIT,
        players=PLAYERS,
        groups={title(group.table, group.table.by_side(group.names)): group.names for group in form.groups},
        tables={table.value: _(words) for table, words in TABLES.items()},
        meaning=meaning(form.seated, form.chosen_offer.rules),
        way=WAY,
        ways=ways(form),
        lines={choice: offer.line for choice, offer in form.offers.items()},
        links={choice: offer.url for choice, offer in form.offers.items()},
        data={choice: _data(offer, dealer_is_known=again) for choice, offer in form.offers.items()},
        caption=form.caption,
        rules=RULES,
        called=shown([None] * form.at.people),
        dealer_is_found="" if again else form.chosen_offer.first_dealer,
        small_books=list(dict.fromkeys(map(in_a_row, form.small_books))),
        problems=wrong_fields(form),
    )


def _data(offer: Offer, *, dealer_is_known: bool) -> dict[str, str]:
    """What the form says when these rules are chosen."""
    captions = {"data_caption": offer.caption(), "data_in_columns": offer.caption(int(COLUMNS))}
    return captions if dealer_is_known else captions | {"data_first_dealer": offer.first_dealer}


def ways(form: NewMatchForm) -> dict[str, str]:
    """The other ways for three to play."""
    if form.at is not Table.THREE:
        return {}
    return {how.value: _(words.label) for how, words in THREE_PLAYERS.items() if how is not form.how}


@matches.get("/m/<watch>")
@live
def show(watch: str) -> str | Response:
    """The sheet, as this phone last looked at one: with two players also face to face.

    What an address says beside the match is only said on the sheet itself.
    """
    opened = opened_at(watch)
    if opened.seat is None:
        remember_watched(watch)
    args = request.args
    page = SheetPage(opened, watch, joined=args.get("joined", type=whole), late=args.get("late", ""))
    if display().face_to_face and page.content.fits_face_to_face and not args:
        return redirect(url_for("face_to_face.show", watch=watch), 303)
    return render_template(
        "matches/sheet.html",
        page=page,
        asks_whose=asks_whose(opened),
        knows_book=known_book(opened.match) is not None,
        looks_after=looks_after(opened.match, opened.seat),
    )


def asks_whose(opened: Opened) -> bool:
    """Whether this phone has just got a seat and its owner is unknown."""
    is_unknown = opened.seat is not None and not opened.seat.label
    return is_unknown and any(opened.match.names) and "welcome" in request.args


@matches.get("/m/<watch>/rules")
def rules(watch: str) -> str:
    """The rules of this match, with those that differ from their preset marked."""
    opened = opened_at(watch)
    match, house = opened.match, CustomRules.agreed(opened.match.agreement)
    change = (_("Change these rules"), url_for("change_rules.change", watch=watch)) if opened.seat else None
    return render_template(
        "rules/show.html",
        title=caption(match.agreement),
        line=CustomRules(house.preset, house.rules).line,
        leaflet=leaflet(house.rules, HIDDEN_RULES[match.table], match.table),
        changed=house.changed,
        based_on=_(SHORT_NAMES[house.preset]),
        disputes_url=url_for(".disputes", watch=watch),
        judge_url=url_for("judge.in_match", watch=watch),
        change=change,
        back_url=url_for(".show", watch=watch),
        back_label=_("Sheet"),
        start=None,
    )


@matches.get("/m/<watch>/disputes")
def disputes(watch: str) -> str:
    """The common disputes, answered by the rules of this match."""
    opened = opened_at(watch)
    match = opened.match
    groups = disputes_under(
        match.rules,
        partial(url_for, "judge.in_match", watch=watch),
        HIDDEN_RULES[match.table],
        partial(penalty_url, watch) if opened.seat else None,
    )
    name = caption(match.agreement)
    return show_disputes(groups, name, url_for(".rules", watch=watch))


@matches.get("/m/<watch>/history")
def history(watch: str) -> str:
    """The changes of the match, with before and after, some at a time."""
    opened = opened_at(watch)
    match, names = opened.match, title(opened.match.table, opened.match.sides)
    return history_page(
        Change,
        match,
        lambda changes: described_history(match, changes, watch, opened.seat),
        back=(_("Sheet"), url_for(".show", watch=watch)),
        summary=_("Every change to the sheet of %(names)s, newest first. Every change is kept.", names=names),
        imported=import_said(match, opened.seat),
        names_url=url_for("deleting.names", watch=watch) if looks_after(match, opened.seat) else "",
    )


@matches.post("/m/<watch>/undo")
def undo_last(watch: str) -> Response:
    """Undoes the newest change that was not undone. Two phones at once undo it only once.

    409 if the sheet has changed, or there is nothing to undo on it.
    """
    written = _done_to_sheet(watch, undo)
    return redirect(url_for(".show", watch=watch, late="undo" if written.joined else None), 303)


@matches.post("/m/<watch>/redo")
def redo_last(watch: str) -> Response:
    """Takes back the newest undo, likewise."""
    _done_to_sheet(watch, redo)
    return redirect(url_for(".show", watch=watch), 303)


def _done_to_sheet(watch: str, act: Callable[[Match, Entry], Written]) -> Written:
    """Does what a button does to the sheet on which it was."""
    match, stamp = seated_at(watch), request.args.get("version", "")
    try:
        written = act(match, Entry.stamped(new_entry_id(), stamp, device(), **outbox.waited()))
    except (StaleSheetError, InvalidDeclarationError, LookupError, ValueError):
        abort(409)
    outbox.note(written)
    return written


@matches.post("/m/<watch>/go-on", endpoint="go_on")
def let_go_on(watch: str) -> Response:
    """Lets a match go on that ended after its last line. Two phones at once do it only once.

    409 if the sheet has changed.
    """
    _done_to_sheet(watch, go_on)
    return redirect(url_for(".show", watch=watch), 303)


@matches.post("/m/<watch>/rematch")
def rematch(watch: str) -> Response:
    """Starts a rematch with the same players and rules, or redirects to the one that exists."""
    match = seated_at(watch)
    count(NEW_MATCHES, device())
    again = start_rematch(match, known_device())
    return redirect(url_for(".show", watch=watch_token(again)), 303)


remark = Blueprint("remark", __name__)


@remark.route("/m/<watch>/remark", methods=["GET", "POST"])
def write(watch: str) -> Answer:
    """Asks for a remark on the match; a blank one removes it."""
    match = seated_at(watch)
    back = Link(_("Sheet"), url_for("matches.show", watch=watch))
    return answer_remark(match, back, url_for("remark.write", watch=watch))


naming = Blueprint("naming", __name__)


@naming.route("/m/<watch>/add-names", methods=["GET", "POST"])
def add(watch: str) -> str | tuple[str, int] | Response:
    """Asks for the names of places without one. Those that are left blank stay without."""
    match = seated_at(watch)
    if match.is_named or match.book_id is not None:
        return _to_sheet(watch)
    nameless = [place for place, name in enumerate(match.names) if name is None]
    typed = {place: " ".join(request.form.get(f"name_{place}", "").split()) for place in nameless}
    errors = _errors(match, typed)
    if request.method != "POST" or errors:
        return _page(match, watch, typed, errors), 422 if errors else 200
    try:
        with refusals():
            name_places(match, {place: name for place, name in typed.items() if name}, device())
    except NamedInBookError:
        return _to_sheet(watch)
    except ValueError:
        # Another phone has just given one of these names to somebody else.
        abort(409)
    return _to_sheet(watch)


def _errors(match: Match, typed: dict[int, str]) -> dict[int, str]:
    errors = {}
    for place, name in typed.items():
        others = [
            each for each in (*match.names, *(typed[other] for other in typed if other < place)) if each
        ]
        if problem := problem_of_name(name) if name else None:
            errors[place] = problem
        elif name and any(is_same_name(name, other) for other in others):
            errors[place] = _(SAME_NAME[match.seating])
    return errors


def _page(match: Match, watch: str, typed: dict[int, str], errors: dict[int, str]) -> str:
    labels = places(match.table)
    fields = [
        {"place": place, "label": labels[place], "typed": name, "error": errors.get(place, "")}
        for place, name in typed.items()
    ]
    return render_template("matches/add_names.html", watch=watch, fields=fields, sides=match.seating.sides)


def _to_sheet(watch: str) -> Response:
    return redirect(url_for("matches.show", watch=watch), 303)
