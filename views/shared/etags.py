"""ETags for live pages, which phones poll for changes.

The ETag of a page is a hash of everything the page depends on. A request with the current ETag
(``If-None-Match``) gets a 304 after one query, before any record is loaded.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from functools import wraps
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path

from flask import Flask, Response, current_app, g, make_response, request, session
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import generate_csrf
from werkzeug.http import quote_etag

from models.records.finding.page_state import PageState, state_of
from views.language.i18n import locale
from views.web import outbox
from views.web.access import BOOKS, WAY, device, followed_books, is_followed
from views.web.cache import LruCache
from views.web.compression import compress, takes_gzip
from views.web.display import sent_display
from views.web.guest import EXTENSION as GUEST
from views.web.guest import Guest

MADE_OF = ("models", "static", "templates", "views")
"""The folders whose files pages depend on, besides the database."""

MOST_PAGES = 50
"""How many pages for viewers are kept, of four kilobytes each."""

_pages = LruCache[bytes](MOST_PAGES)

IN_SESSION = ("csrf_token", "saved", BOOKS, WAY)
"""The session values that pages depend on."""


def live(view: Callable[[str], ResponseReturnValue]) -> Callable[[str], ResponseReturnValue]:
    """Adds an ETag to the page of a match, and answers 304 to a request that has the current one.

    ``If-None-Match: *`` and unknown links are left to the view.
    """

    @wraps(view)
    def live_view(watch: str) -> ResponseReturnValue:
        state = state_of(watch, device())
        if state is None:
            return view(watch)
        if state.may_score:
            outbox.note_seat()
        etag = etag_of(state)
        if request.if_none_match.is_weak(etag):
            return with_etag(Response(status=304), etag)
        if state.may_score:
            # The forms of the page need a CSRF token. It is part of the ETag, so it has to exist before.
            generate_csrf()
        g.etag = etag_of(state)
        if not state.may_score and is_followed(watch) and takes_gzip() and not followed_books():
            return with_etag(page_for_all(lambda: make_response(view(watch))), g.etag)
        return with_etag(make_response(view(watch)), g.etag)

    return live_view


def page_for_all(make: Callable[[], Response]) -> Response:
    """The page that all viewers with this ETag get, made for the first of them, and compressed once.

    When a hand is saved, hundreds of phones ask for the same page within two seconds. It is made again each
    day, because the match notes that it was opened.
    """
    key = g.etag, request.root_url, datetime.now(UTC).date()
    if (page := _pages.find(key)) is not None:
        return Response(page, mimetype="text/html", headers={"Content-Encoding": "gzip"})
    response = compress(make())
    if response.status_code == HTTPStatus.OK and response.content_encoding == "gzip":
        _pages.put(key, response.get_data())
    return response


def with_etag(response: Response, etag: str) -> Response:
    """*response* with its ETag. The tag is weak because compressed and plain responses share it."""
    response.set_etag(etag, weak=True)
    response.headers["Vary"] = "Accept-Encoding, Accept-Language"
    return response


def etag_of(state: PageState) -> str:
    """The ETag of the requested page for this phone, with the match in this *state*."""
    of_phone = (locale(), sent_display(), *map(session.get, IN_SESSION))
    parts = (current_app.extensions["source_digest"], request.full_path, of_phone, state)
    return sha256(repr(parts).encode()).hexdigest()[:32]


def init_app(app: Flask) -> None:
    """Computes the digest of the source files, and gives the templates of live pages their ``etag``."""
    guest: Guest = app.extensions[GUEST]
    beside = [guest.folder] if guest.folder else []
    app.extensions["source_digest"] = app.config["SOURCE_DIGEST"] or digest(Path(app.root_path), *beside)
    app.context_processor(lambda: {"etag": quote_etag(g.etag, weak=True) if "etag" in g else ""})


def digest(root: Path, *beside: Path) -> str:
    """A hash of all code, templates and static files, also in folders *beside*: releases change pages."""
    state = sha256()
    for path in sources([*(root / folder for folder in MADE_OF), *beside]):
        content = path.read_bytes()
        state.update(f"{path.relative_to(root).as_posix()}\0{len(content)}\0".encode() + content)
    return state.hexdigest()


def sources(folders: Iterable[Path]) -> Iterator[Path]:
    """Every file in these folders, in a fixed order."""
    for folder in folders:
        # Beside compiled modules, __pycache__ has files that another process is just writing.
        yield from sorted(
            path for path in folder.rglob("*") if "__pycache__" not in path.parts and path.is_file()
        )
