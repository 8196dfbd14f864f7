"""The result of a match to share: a page, and the picture as SVG and PNG."""

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from hashlib import sha256

from flask import Blueprint, Response, current_app, render_template, request

from models.records.finding.page_state import state_of
from models.records.tables.match import Match
from views.language.i18n import in_english, locale
from views.results.letters import DrawingError, Shown, can_draw, lacks, places_only, png_of, shown
from views.results.picture import picture_of
from views.shared.etags import with_etag
from views.shared.qr_links import for_others
from views.web.access import device, opened_at
from views.web.cache import LruCache
from views.web.rate_limit import PICTURES, count
from views.words.match_summary import ResultCard, result_card
from views.words.rule_sets import match_caption, short_caption
from views.words.seating import title

results = Blueprint("results", __name__)

MOST = 30
"""How many pictures are kept, of about forty kilobytes each."""

_pictures = LruCache[bytes](MOST)

Draw = Callable[[Match], bytes]

NOT_IN_XML = {0xFFFE: None, 0xFFFF: None}
"""What a name may contain and XML may not."""

TYPES = {"svg": "image/svg+xml", "png": "image/png"}


@results.get("/m/<watch>/result")
def show(watch: str) -> str:
    """The picture, and ways to share it."""
    match = opened_at(watch).match
    players = shown(match.players, match.table)
    return render_template(
        "results/show.html",
        watch=watch,
        card=card_of(match),
        version=match.version,
        is_drawn=can_draw(),
        title=title(match.table, match.sides),
        file_name=f"deadwood-{match.played_on.isoformat()}",
        replaced=[name for name, each in zip(match.players, players, strict=True) if name != each.name],
        address=for_others("matches.show", watch=watch),
    )


@results.get("/m/<watch>/result.svg")
def svg(watch: str) -> Response:
    """The picture as SVG. Its letters are those of whoever looks at it."""
    return _answered(watch, "svg", lambda match: svg_of(card_of(match)).encode())


@results.get("/m/<watch>/result.png")
def png(watch: str) -> Response:
    """The picture as PNG, as messengers show it beside the link."""
    return _answered(watch, "png", drawn)


def _answered(watch: str, kind: str, draw: Draw) -> Response:
    """The picture with its ETag, or 304; drawn once for each version of the sheet."""
    state = state_of(watch, None)
    parts = (current_app.extensions["source_digest"], kind, watch, locale(), state)
    etag = sha256(repr(parts).encode()).hexdigest()[:32]
    if state is not None and request.if_none_match.is_weak(etag):
        return with_etag(Response(status=304), etag)
    match = opened_at(watch).match
    if (picture := _pictures.find(etag)) is None:
        count(PICTURES, device())
        picture = draw(match)
        _pictures.put(etag, picture)
    return with_etag(Response(picture, mimetype=TYPES[kind]), etag)


def card_of(match: Match, players: Sequence[Shown] = ()) -> ResultCard:
    """The result of *match*, with its *players* as they can be shown, else by their names."""
    rules = match_caption(match)
    if not players:
        return result_card(match.sheet, match.players, rules, match.played_on)
    if lacks(rules):
        rules = short_caption(match.preset, match.rules)
    names, called = [each.name for each in players], [each.called for each in players]
    return result_card(match.sheet, names, rules, match.played_on, called)


def svg_of(card: ResultCard, families: Sequence[str] = ("", "", "")) -> str:
    drawing = render_template("results/card.svg", picture=picture_of(card, families))
    return drawing.translate(NOT_IN_XML)


def drawn(match: Match) -> bytes:
    """The result of *match* as PNG, in English if our typefaces lack letters of the reader's language."""
    words = repr(card_of(match, places_only(match.table)))
    with in_english() if lacks(words) else nullcontext():
        return _drawn(match)


def _drawn(match: Match) -> bytes:
    """The picture, with places at the table for names, if theirs can't be drawn."""
    try:
        return _png_of(match, shown(match.players, match.table))
    except DrawingError:
        return _png_of(match, places_only(match.table))


def _png_of(match: Match, players: Sequence[Shown]) -> bytes:
    families = [each.typeface.family if each.typeface and each.alone else "" for each in players]
    files = dict.fromkeys(each.typeface.file for each in players if each.typeface)
    return png_of(svg_of(card_of(match, players), families), files)
