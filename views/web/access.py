"""Who is here: the match that an address leads to, and whether this phone has a seat in it."""

from secrets import token_urlsafe

from flask import abort, session

from models.records import Entry, Match, Opened, find_by_scoring, find_seat, open_match, open_to_write
from views.web.rate_limit import right

DEVICE = "device"
WATCHED = "watched"

MOST_WATCHED = 12
"""How many matches of others a phone remembers: their links stand in its cookie."""


def device() -> str | None:
    """The random token of this phone, or None if it was never here."""
    return session.get(DEVICE)


def known_device() -> str:
    """The token of this phone, made at its first need."""
    if DEVICE not in session:
        session[DEVICE] = token_urlsafe(24)
    return str(session[DEVICE])


def opened_at(watch: str) -> Opened:
    """The match that the watching address *watch* leads to, and this phone's seat in it; 404 if none does.

    A phone that plays is remembered for another two years each time.
    """
    return _remembered(open_match(watch, device()))


def _remembered(found: Opened | None) -> Opened:
    opened = right(found, seated=found is not None and found.seat is not None)
    if opened.seat is not None:
        session.modified = True
    return opened


def scored_at(score: str) -> Match:
    """The match in which the scoring link *score* gives a seat; 404 if none does."""
    match = find_by_scoring(score)
    return right(match, seated=match is not None and find_seat(match, device()) is not None)


def remember_watched(watch: str) -> None:
    """Notes on this phone that it has watched the match at *watch*, the last one first."""
    earlier = watched()
    if earlier[:1] != [watch]:
        others = [each for each in earlier if each != watch]
        session[WATCHED] = [watch, *others][:MOST_WATCHED]


def watched() -> list[str]:
    """The watching links that this phone has opened without a seat, the last one first."""
    return list(session.get(WATCHED, ()))


def seated_at(watch: str) -> Match:
    """The match at *watch*, which this phone may write; 403 if it only watches."""
    opened = _remembered(open_to_write(watch, device()))
    if opened.seat is None:
        abort(403)
    return opened.match


def entry_of(entry: str | None, version: str | None) -> Entry:
    """What a form said of itself: its entry id, and the version of the sheet it was made for.

    400 if it said no such thing: the form is not one of ours.
    """
    try:
        return Entry(entry or "", int(version or ""), device())
    except ValueError:
        abort(400)
