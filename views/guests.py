"""Who is here: the match that an address leads to, and whether this phone has a seat in it."""

from secrets import token_urlsafe

from flask import abort, session

from models.records import Entry, Match, Seat, find_match, find_seat

DEVICE = "device"


def device() -> str | None:
    """The random token of this phone, or None if it was never here."""
    return session.get(DEVICE)


def known_device() -> str:
    """The token of this phone, made at its first need."""
    if DEVICE not in session:
        session[DEVICE] = token_urlsafe(24)
    return str(session[DEVICE])


def match_at(watch: str) -> Match:
    """The match that the watching address *watch* leads to; 404 if none does."""
    return find_match(watch) or abort(404)


def seat_in(match: Match) -> Seat | None:
    """This phone's seat in *match*; None if it only watches.

    A phone that plays is remembered for another two years each time; one that watches gets no cookie.
    """
    seat = find_seat(match, device())
    if seat is not None:
        session.modified = True
    return seat


def seated_at(watch: str) -> Match:
    """The match at *watch*, which this phone may write; 403 if it only watches."""
    match = match_at(watch)
    if seat_in(match) is None:
        abort(403)
    return match


def entry_of(entry: str | None, version: str | None) -> Entry:
    """What a form said of itself: its entry id, and the version of the sheet it was made for.

    400 if it said no such thing: the form is not one of ours.
    """
    try:
        return Entry(entry or "", int(version or ""), device())
    except ValueError:
        abort(400)
