"""Live pages: a phone that has a page asks for it again and again, and is told in a word that it is the same.

What a page of a match is made from goes into its edition, which is sent along as its ETag. A phone that
names the edition it has (``If-None-Match``) is answered 304 after one light query, before any record is read.
"""

from collections.abc import Callable, Iterator
from functools import wraps
from hashlib import sha256
from pathlib import Path

from flask import Flask, Response, current_app, g, make_response, request, session
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import generate_csrf
from werkzeug.http import quote_etag

from models.records import State, state_of
from views.web.access import device
from views.web.display import display
from views.web.i18n import locale

View = Callable[[str], ResponseReturnValue]
"""A page of the match that its watching address leads to."""

MADE_OF = ("models", "static", "templates", "views")
"""Where everything is that pages are made of, beside what is kept."""

IN_SESSION = ("csrf_token", "saved")
"""What of a phone's session stands in its pages."""


def live(view: View) -> View:
    """Gives the page an edition, and answers 304 to a phone that names it.

    To one that names any (``*``) the page answers, as it does to whoever guesses at links.
    """

    @wraps(view)
    def answer(watch: str) -> ResponseReturnValue:
        state = state_of(watch, device())
        if state is None:
            return view(watch)
        name = edition(state)
        if request.if_none_match.is_weak(name):
            return marked(Response(status=304), name)
        if state.seat_id is not None:
            # The forms of the page need a token: it belongs to the edition from the first time on.
            generate_csrf()
        g.edition = edition(state)
        return marked(make_response(view(watch)), g.edition)

    return answer


def marked(response: Response, name: str) -> Response:
    """*response* as the edition of that name. It is the same page, however it is packed: a weak tag."""
    response.set_etag(name, weak=True)
    response.headers["Vary"] = "Accept-Encoding, Accept-Language"
    return response


def edition(state: State) -> str:
    """The name of the page that is asked for, as it is made from *state* for this phone."""
    of_phone = (locale(), str(display()), *map(session.get, IN_SESSION))
    made_from = (current_app.extensions["edition"], request.full_path, of_phone, state)
    return sha256(repr(made_from).encode()).hexdigest()[:32]


def init_app(app: Flask) -> None:
    """Notes what the pages of *app* are made of, and gives live ones their ``edition`` to ask with."""
    app.extensions["edition"] = digest(Path(app.root_path))
    app.context_processor(lambda: {"edition": quote_etag(g.edition, weak=True) if "edition" in g else ""})


def digest(root: Path) -> str:
    """The state of all code, templates and styles together: with another one, pages may be others."""
    state = sha256()
    for path in sources(root):
        content = path.read_bytes()
        state.update(f"{path.relative_to(root).as_posix()}\0{len(content)}\0".encode() + content)
    return state.hexdigest()


def sources(root: Path) -> Iterator[Path]:
    """Every file that pages are made of, in a settled order."""
    for folder in MADE_OF:
        yield from sorted(
            path for path in (root / folder).rglob("*") if path.is_file() and path.suffix != ".pyc"
        )
