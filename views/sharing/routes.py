"""The pages that give other phones access: both links, the phones with seats, renewing and removing them."""

from contextlib import suppress
from dataclasses import dataclass

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from models.records.finding.matches import Opened, scoring_token, watch_token
from models.records.saving.seats import (
    NoSeatError,
    end_seat,
    name_seat,
    renew_scoring,
    renew_watching,
    take_seat,
)
from models.records.tables.seat import Seat
from views.language.i18n import gettext as _
from views.shared.phone_form import PhoneForm
from views.shared.prefetching import is_prefetch
from views.shared.qr_links import Address, for_others
from views.web.access import device, known_book, known_device, opened_at, scored_at, seated_at
from views.words.dates import when
from views.words.devices import phone

sharing = Blueprint("sharing", __name__)

RENEW = {"watching": renew_watching, "scoring": renew_scoring}


@dataclass(frozen=True, slots=True)
class Phone:
    """A phone with a seat."""

    name: str
    since: str
    mine: bool
    end_url: str


class SharePage:
    """The sharing page, for a phone with a seat or for a viewer."""

    def __init__(self, opened: Opened, watch: str) -> None:
        self.match, self.seat, self._watch = opened.match, opened.seat, watch
        self.may_write = opened.seat is not None
        self.names = opened.match.players
        self.label = opened.seat.label if opened.seat else ""
        self.in_book = known_book(opened.match) is not None

    @property
    def address(self) -> Address:
        """The viewing link, which is the address of the sheet."""
        return for_others("matches.show", watch=self._watch)

    @property
    def phones(self) -> list[Phone]:
        """The phones with seats, the oldest first; empty for a viewer."""
        return [self._phone(seat) for seat in self.match.live_seats] if self.may_write else []

    def _phone(self, seat: Seat) -> Phone:
        return Phone(
            phone(seat, None) if seat.label else _("A phone"),
            _("since %(when)s", when=when(seat.created_at)),
            self.seat is not None and seat.id == self.seat.id,
            url_for(".end", watch=self._watch, seat_id=seat.id),
        )


@sharing.get("/s/<score>")
def join(score: str) -> AnyResponse:
    """Gives this phone a seat, and redirects to the sheet, whose address allows only viewing.

    Prefetches and link previews get an empty page and no seat.
    """
    match = scored_at(score)
    if is_prefetch():
        return Response(status=204, headers={"Cache-Control": "no-store"})
    take_seat(match, known_device())
    return redirect(url_for("matches.show", watch=watch_token(match), welcome=1), 303)


@sharing.get("/m/<watch>/share")
def show(watch: str) -> str:
    """The viewing link; for a phone with a seat also its name, and the other phones."""
    return _page(opened_at(watch), watch, PhoneForm(formdata=None))


def _page(opened: Opened, watch: str, form: PhoneForm) -> str:
    return render_template(
        "sharing/show.html",
        page=SharePage(opened, watch),
        watch=watch,
        form=form,
        done=request.args.get("done"),
    )


@sharing.get("/m/<watch>/share/scoring")
def scoring(watch: str) -> str:
    """The scoring link."""
    opened = opened_at(watch)
    if opened.seat is None:
        abort(403)
    return render_template(
        "sharing/scoring.html",
        watch=watch,
        address=for_others(".join", score=scoring_token(opened.match)),
        names=opened.match.players,
        label=opened.seat.label,
        done=request.args.get("done"),
    )


@sharing.post("/m/<watch>/share/renew")
def renew(watch: str) -> AnyResponse:
    """Renews a link; on request, also ends the seats of all other phones."""
    match, what = seated_at(watch), request.form.get("what", "")
    if what not in RENEW:
        abort(400)
    try:
        RENEW[what](match, device(), end_others=request.form.get("others") == "1")
    except NoSeatError:
        abort(403)
    page = ".scoring" if what == "scoring" else ".show"
    return redirect(url_for(page, watch=watch_token(match), done="renewed"), 303)


@sharing.post("/m/<watch>/share/seats/<int:seat_id>/end")
def end(watch: str, seat_id: int) -> AnyResponse:
    """Ends the seat of another phone, and renews the link with which it could return."""
    match = seated_at(watch)
    if seat_id not in {seat.id for seat in match.seats}:
        abort(404)
    try:
        renew_scoring(match, device())
        with suppress(LookupError):
            end_seat(match, seat_id, device())
    except NoSeatError:
        abort(403)
    return redirect(url_for(".show", watch=watch, done="ended", _anchor="phones"), 303)


@sharing.post("/m/<watch>/share/name")
def name(watch: str) -> AnyResponse | tuple[str, int]:
    """Saves whose phone this is, and redirects to where it was asked."""
    opened, form = opened_at(watch), PhoneForm()
    if opened.seat is None:
        abort(403)
    if not form.stands():
        return _page(opened, watch, form), 422
    try:
        name_seat(opened.match, device(), form.name)
    except NoSeatError:
        abort(403)
    back = "matches.show" if request.form.get("on") == "sheet" else ".show"
    return redirect(url_for(back, watch=watch), 303)
