"""How pages look on this device: theme, text size, language, view and motion, remembered in a cookie."""

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from http import HTTPStatus
from typing import Any

from flask import Flask, g, has_request_context, request
from werkzeug.wrappers import Response

from views.web import security

COOKIE = "display"
A_YEAR = 365 * 24 * 60 * 60
SWITCHES = {"face_to_face": ".face-to-face", "still": ".still", "forgets": ".forgets"}
"""What the cookie says of each setting that is on, in this order."""

VIEWS = {("face_to_face.show", None): True, ("matches.show", "sheet"): False}
"""Pages that a device looks at face to face from now on, or no longer, with the "view" of their address."""


class Theme(StrEnum):
    """Dark on light, light on dark, or whichever the device uses."""

    AUTO = "auto"
    LIGHT = "light"
    DARK = "dark"


class TextSize(StrEnum):
    """The size of all text, on top of what the browser is set to. static/css/tokens.css has the numbers."""

    NORMAL = "normal"
    LARGE = "large"
    LARGEST = "largest"


WRITTEN = re.compile(
    rf"(?P<theme>{'|'.join(Theme)})\.(?P<text_size>{'|'.join(TextSize)})(\.(?P<language>[a-z]{{2,3}}(_\w+)?))?"
    + "".join(rf"(?P<{name}>{re.escape(word)})?" for name, word in SWITCHES.items())
)
"""The cookie."""


@dataclass(frozen=True, slots=True)
class Display:
    theme: Theme = Theme.AUTO
    text_size: TextSize = TextSize.NORMAL
    language: str = ""
    """The code of the language that was chosen; blank where the browser's languages decide."""
    face_to_face: bool = False
    """Whether a sheet of two is seen from both sides of the table."""
    still: bool = False
    """Whether nothing moves or vibrates after a hand."""
    forgets: bool = False
    """Whether a sheet says nothing of what its last hand brings to mind."""

    def __str__(self) -> str:
        """As the cookie has it: "dark.large", "dark.large.fr", or "dark.large.fr.face-to-face.still"."""
        chosen = ".".join(filter(None, (self.theme, self.text_size, self.language)))
        return chosen + "".join(word for name, word in SWITCHES.items() if getattr(self, name))


def read_display(text: str) -> Display:
    """The settings in a cookie; the defaults if it is not valid.

    >>> read_display("dark.large") == Display(Theme.DARK, TextSize.LARGE), read_display("x") == Display()
    (True, True)
    >>> read_display("auto.normal.fr").language, read_display("auto.normal.es_419").language
    ('fr', 'es_419')
    >>> read_display("auto.normal.fr.still").still, read_display("auto.normal.fr").still
    (True, False)
    >>> read_display("dark.large.face-to-face") == Display(Theme.DARK, TextSize.LARGE, face_to_face=True)
    True
    """
    if (parts := WRITTEN.fullmatch(text)) is None:
        return Display()
    chosen = Theme(parts["theme"]), TextSize(parts["text_size"]), parts["language"] or ""
    switches: Any = {name: bool(parts[name]) for name in SWITCHES}
    return Display(*chosen, **switches)


def display() -> Display:
    """The settings of the device that asks."""
    if not has_request_context():
        return Display()
    if "display" not in g:
        g.display = read_display(sent_display())
    return g.display  # type: ignore[no-any-return]


def sent_display() -> str:
    """The cookie as the device sent it. Most have none, and a search shows that faster than parsing."""
    if f"{COOKIE}=" not in request.headers.get("Cookie", ""):
        return ""
    return next(security.sent(COOKIE), "")


def remember(response: Response, chosen: Display) -> Response:
    """*response*, with which the device remembers what was *chosen*."""
    return security.remember(response, COOKIE, str(chosen), A_YEAR)


def remember_view(response: Response) -> Response:
    """*response*, with which the device remembers how it looks at sheets of two, if that was chosen."""
    chosen = VIEWS.get((request.endpoint or "", request.args.get("view")))
    if chosen in (None, display().face_to_face) or response.status_code >= HTTPStatus.BAD_REQUEST:
        return response
    return remember(response, replace(display(), face_to_face=bool(chosen)))


def init_app(app: Flask) -> None:
    app.context_processor(lambda: {"display": display()})
