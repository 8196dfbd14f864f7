"""Deadwood on a phone: this application in the phone's browser, where no server answers.

It has a database and a secret key of its own, and no commands. What it can't know, it is told by these
settings and those of views/web/guest.py. What it would do only for itself, although all phones should know
it, it leaves to the server.
"""

from typing import Any

from flask import Flask, current_app, request
from werkzeug.exceptions import Forbidden

SETTINGS: dict[str, Any] = {
    # Whether there is no server at all, so that nothing waits for it.
    "ALONE": False,
    # The folder with what phones take along, below the one of app.py; "" if there is nothing.
    "PHONE_BUILD": "build/phone",
    # How many bytes are taken along, as pages of the server say; 0 if it has nothing to take along.
    "TAKES_ALONG": 0,
}
"""What these settings are on a server."""

SENT_LATER = frozenset(
    {
        "hands.check",
        "hands.correct",
        "hands.enter",
        "hands.remove",
        "hands.restore",
        "judge.ask",
        "judge.ask_in_match",
        "extra_lines.correct",
        "extra_lines.enter",
        "extra_lines.remove",
        "extra_lines.restore",
        "matches.new",
        "matches.redo_last",
        "matches.undo_last",
        "settings.save",
        "upcards.ask",
    }
)
"""Forms that wait for the server (outbox_forms.js), and those that change nothing for others."""

BETWEEN_PHONES = "sharing."
"""What is about other phones. Without a server there are none."""

PICTURE = "results.png"
"""Drawn by a library that is not on phones."""


class NeedsServerError(Forbidden):
    """Raised by what a phone can't do by itself."""


class NoServerError(Forbidden):
    """Raised by what is about other phones, where there is no server that they could know."""


def refuse() -> None:
    """Refuses what has to wait until there is a network.

    :raises NeedsServerError: if so.
    :raises NoServerError: if there will never be a server.
    """
    endpoint = request.endpoint or ""
    if current_app.config["ALONE"] and endpoint.startswith(BETWEEN_PHONES):
        raise NoServerError
    is_preview = request.headers.get("X-Part") == "preview" or "preview" in request.form
    if endpoint == PICTURE or (request.method == "POST" and not is_preview and not may_send(endpoint)):
        raise NeedsServerError


def may_send(endpoint: str) -> bool:
    """Whether a form can be sent here: the server gets it later, or there is none that has to know."""
    return bool(current_app.config["ALONE"]) or endpoint in SENT_LATER


def init_app(app: Flask) -> None:
    """Refuses on a phone what only the server can do, and tells the templates whether there is one."""
    app.jinja_env.globals["alone"] = app.config["ALONE"]
    if not app.config["IS_SERVER"]:
        app.before_request(refuse)
