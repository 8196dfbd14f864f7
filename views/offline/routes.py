"""The service worker, what it asks the server, and the pages for a phone without a network."""

from collections.abc import Mapping
from http import HTTPStatus
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, abort, current_app, json, jsonify, render_template, request, url_for
from flask_wtf.csrf import generate_csrf

from models.records.books.books import open_book
from models.records.finding.matches import find_renewed, matches_of, open_match
from models.records.tables.shared import watch_token
from views.assets.static_files import fetched_from
from views.language.i18n import gettext as _
from views.language.i18n import in_each_language, language, marked
from views.web import outbox
from views.web.access import device, miss
from views.web.guest import current_guest
from views.web.security import csrf
from views.words.seating import title

PAPER, TABLE = "#fbf8f1", "#e9e3d5"
"""The colours of static/css/tokens.css."""

SIZES = (192, 512)


def manifest() -> Mapping[str, object]:
    """The manifest, in the reader's language."""
    home = url_for("matches.index")
    return {
        "id": home,
        "name": "Deadwood",
        "short_name": "Deadwood",
        "description": _("The score sheet for gin rummy played with real cards."),
        "lang": language(),
        "start_url": home,
        "scope": home,
        "display": "standalone",
        "background_color": TABLE,
        "theme_color": TABLE,
        "categories": ["games", "utilities"],
        "icons": icons(),
        "shortcuts": [
            shortcut(_("New match"), url_for("matches.new")),
            shortcut(_("Judge"), url_for("judge.show")),
        ],
    }


def icons() -> list[dict[str, str]]:
    """The icon in all sizes; maskable ones have a margin that a phone may cut to its own shape."""
    plain = [icon(f"icon-{size}.png", f"{size}x{size}", "image/png", "any") for size in SIZES]
    maskable = [
        icon(f"icon-maskable-{size}.png", f"{size}x{size}", "image/png", "maskable") for size in SIZES
    ]
    return [icon("icon.svg", "any", "image/svg+xml", "any"), *plain, *maskable]


def icon(name: str, sizes: str, kind: str, purpose: str) -> dict[str, str]:
    """One file of the folder ``icons``."""
    assets: Path = current_app.extensions["assets"]
    url = f"{request.script_root}/static/{assets.name}/icons/{name}"
    return {"src": url, "sizes": sizes, "type": kind, "purpose": purpose}


def shortcut(name: str, url: str) -> dict[str, object]:
    """What a long press on the icon of the app offers."""
    return {"name": name, "url": url, "icons": [icon("icon-192.png", "192x192", "image/png", "any")]}


offline = Blueprint("offline", __name__)

WORKER = "workers/sw.js"
"""The service worker. Its address is above all pages, so that it answers for all of them."""

BARE_WORDS = {
    "title": marked("No connection"),
    "unsent": marked("Waiting to be sent"),
    "later": marked("This will be sent automatically as soon as the server answers."),
    "home": marked("To the home page"),
    "again": marked("Send again"),
}
"""What the service worker says by itself if a phone has lost its stored pages (bare_page.js)."""

MOST_PATHS = 100
"""How many matches and books a phone asks about at once."""

OPENS = {"m": open_match, "b": open_book}
"""What opens a link, by the folder in its address."""


@offline.get("/sw.js")
def service_worker() -> Response:
    """The service worker, with the addresses of all files of this release."""
    assets: Path = current_app.extensions["assets"]
    files = [f"{request.script_root}/static/{assets.name}/{name}" for name in fetched_from(assets)]
    given = {"RELEASE": assets.name, "FILES": files, "WORDS": in_each_language(BARE_WORDS)}
    head = "".join(f"self.{name} = {json.dumps(value)};\n" for name, value in given.items())
    text = head + (assets / WORKER).read_text(encoding="utf-8")
    return Response(text, mimetype="text/javascript")


@offline.get("/manifest.webmanifest")
def show_manifest() -> Response:
    """What a phone needs to know to install the app."""
    response = Response(json.dumps(manifest(), ensure_ascii=False), mimetype="application/manifest+json")
    response.headers["Vary"] = "Accept-Language"
    return response


@offline.get("/outbox/token")
def token() -> Response:
    """A CSRF token for forms that were opened long ago, perhaps in another session."""
    return jsonify(csrf_token=generate_csrf())


@offline.get("/outbox/matches")
def open_matches() -> Response:
    """The unfinished matches in which this phone can score, for what can't go where it was meant to."""
    unfinished = [match for match in matches_of(device()) if not match.snapshot.match_over]
    named = {f"m/{watch_token(match)}": title(match.table, match.sides) for match in unfinished}
    return jsonify(matches=named, csrf_token=generate_csrf())


@offline.post("/outbox/access")
@csrf.exempt  # type: ignore[untyped-decorator]
def access() -> Response:
    """Whether this phone can score or view what it has stored pages of. What is missing is gone.

    It changes nothing, so it needs no token.
    """
    paths = _asked_about()
    if len(paths) > MOST_PATHS or not all(isinstance(path, str) for path in paths):
        abort(400)
    return jsonify({path: kind for path in paths if (kind := _access_to(path))})


def _asked_about() -> list[Any]:
    """The list that a phone has sent; 400 if there is none. JSON can be nested too deep to be read."""
    try:
        body = request.get_json(silent=True)
    except RecursionError:
        abort(400)
    paths = body.get("paths") if isinstance(body, dict) else None
    return paths if isinstance(paths, list) else abort(400)


def _access_to(path: str) -> str:
    """What this phone can do with a match or a book, "score" or "view"; blank if its link opens nothing.

    Of a match that has another link now: its path, for a phone with a seat.
    """
    folder, _, link = path.partition("/")
    if folder not in OPENS or not link.isascii():
        return ""
    opened: Any = OPENS[folder](link, device())
    if opened is None:
        miss(link)
        renewed = find_renewed(link, device()) if folder == "m" else None
        return f"m/{watch_token(renewed)}" if renewed else ""
    return "view" if opened.seat is None else "score"


@offline.after_app_request
def say_where_it_moved(response: Response) -> Response:
    """Tells the outbox of a phone with a seat the new viewing link of a match that was renewed meanwhile."""
    if response.status_code == HTTPStatus.GONE and outbox.is_queued():
        match = find_renewed((request.view_args or {}).get("watch", ""), device())
        if match is not None:
            response.headers["X-Moved"] = f"m/{watch_token(match)}"
    return response


@offline.get("/unsent")
def unsent() -> str:
    """What this phone has not sent yet. The phone fills it in."""
    return render_template("offline/unsent.html")


@offline.get("/unreached")
def unreached() -> str:
    """Shown instead of a page that is not on this phone, while the server can't be reached."""
    return render_template("offline/unreached.html")


@offline.get("/offline")
def about() -> str:
    """What this phone can do without a network, and why not. The phone fills it in."""
    return render_template(current_guest().about)
