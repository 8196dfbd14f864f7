"""Secret key, session cookies, CSRF tokens, and the security headers.

Over https the name of a cookie starts with ``__Host-``: browsers then accept it only over https and from this
very host, so no other site below the same domain can plant one. Below a path of a host it starts with
``__Secure-``, because ``__Host-`` would send it to the host's other paths too. Over http it has no prefix.

A cookie that was set under its plain name, by an earlier version, is still read over https.

How long a cookie is kept is a number of seconds, never a date: the clock of the server may be wrong by years.
"""

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from copy import deepcopy
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from secrets import token_hex, token_urlsafe
from tempfile import NamedTemporaryFile
from typing import Any

from flask import Flask, Request, current_app, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from flask_wtf.csrf import CSRFProtect
from itsdangerous import BadSignature, URLSafeTimedSerializer
from werkzeug.http import dump_cookie
from werkzeug.wrappers import Response

from views.web.cache import LruCache
from views.web.upload_limits import LARGEST_BODY


def full_name(name: str) -> str:
    """The name under which this request's answer sets the cookie *name*."""
    if not request.is_secure:
        return name
    return f"__Secure-{name}" if request.script_root else f"__Host-{name}"


def remember(response: Response, name: str, value: str, seconds: float) -> Response:
    """*response*, with which the device remembers a cookie for so many *seconds*. No script can read it."""
    cookie = dump_cookie(
        full_name(name),
        value,
        max_age=int(seconds),
        path=path(),
        secure=request.is_secure,
        httponly=True,
        sync_expires=False,
        samesite="Lax",
    )
    response.headers.add("Set-Cookie", cookie)
    return response


def path() -> str:
    """The path of the addresses to which the device sends a cookie that this request's answer sets."""
    return (request.is_secure and request.script_root) or "/"


def sent(name: str) -> Iterator[str]:
    """The values of the cookie *name* that the device sent, the most trustworthy first."""
    for each in dict.fromkeys((full_name(name), name)):
        if value := request.cookies.get(each):
            yield value


SETTINGS: dict[str, Any] = {
    "MAX_CONTENT_LENGTH": LARGEST_BODY,
    "MAX_FORM_MEMORY_SIZE": LARGEST_BODY,
    "MAX_FORM_PARTS": 200,
    "PERMANENT_SESSION_LIFETIME": timedelta(days=730),
    "SESSION_COOKIE_NAME": "deadwood",
    # A phone lies on the table all evening, and its next hand counts.
    "WTF_CSRF_TIME_LIMIT": None,
    # Flask-WTF's check needs the Referer header, which our pages don't send.
    "WTF_CSRF_SSL_STRICT": False,
}

POLICY = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cache-Control": "private, no-cache",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""Headers of every response, unless its view has set them."""

ACCESS = {"X-Access": "view"}
"""The header by which phones know that an answer is ours: a hotel's login page does not have it.

Where a phone can score it says "score", and where a link opens nothing any more "gone" (views/web/outbox.py).
"""

OVER_HTTPS = {"Strict-Transport-Security": "max-age=31536000"}
"""Headers of every response over https. Browsers then use nothing else for this host, for a year."""

UNLISTED = ("/m/", "/s/", "/b/", "/bs/", "/bc/")
"""Keeps search engines from indexing pages whose address is a key."""

DEVICE = "device"
"""In the session: the random token of a device, which its seats and saved rules are known by."""

MOST_OPENED = 1_000
"""How many verified cookies are cached."""

csrf = CSRFProtect()

WSGI = Callable[..., Any]
Headers = list[tuple[str, str]]


class EmptyKeyError(Exception):
    """Raised if the file of the secret key is empty. Its path is the argument."""


class LastingSessions(SecureCookieSessionInterface):
    """Sessions that last for years, not until the browser is closed.

    Only the device ends one, by its own clock. When a cookie was signed is never asked: the clock of a server
    without a battery may start in 1970, and no phone must lose its seats by looking at a page then.
    """

    def __init__(self) -> None:
        self._serializers: dict[object, URLSafeTimedSerializer | None] = {}
        self._opened: LruCache[SecureCookieSession | None] = LruCache(MOST_OPENED)

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """The session in the cookie. Its signature is verified once, because a phone that polls a page sends
        it every two seconds.
        """
        digest = sha256(request.headers.get("Cookie", "").encode()).digest()
        key = (app.secret_key, full_name(app.config["SESSION_COOKIE_NAME"]), digest)
        opened = self._opened.get(key, lambda: self._read(app))
        return self.session_class(deepcopy(dict(opened or {})))

    def _read(self, app: Flask) -> SecureCookieSession | None:
        """The session in the first cookie whose signature is right, or None."""
        serializer = self.get_signing_serializer(app)
        for value in sent(app.config["SESSION_COOKIE_NAME"]):
            with suppress(BadSignature):
                if serializer is None:
                    return None
                return self.session_class(serializer.loads(value))
        return None

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Sends the cookie if something in it has changed.

        It knows the device from the first time on, so that the answer to a look that arrives after the one
        that gave a seat doesn't replace the device that has it.
        """
        if session.accessed:
            response.vary.add("Cookie")
        serializer = self.get_signing_serializer(app)
        if session.modified and serializer is not None:
            session.setdefault(DEVICE, token_urlsafe(24))
            kept = app.permanent_session_lifetime.total_seconds()
            name, value = app.config["SESSION_COOKIE_NAME"], serializer.dumps(dict(session))
            remember(response, name, value, kept)

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """Created once per key: that takes longer than reading a cookie."""
        key = app.secret_key
        if key not in self._serializers:
            self._serializers[key] = super().get_signing_serializer(app)
        return self._serializers[key]


def secret_key(folder: Path) -> str | None:
    """The secret key that was saved in *folder*; None if there is none.

    :raises EmptyKeyError: if the file is empty.
    """
    key_file = folder / "secret_key"
    if not key_file.exists():
        return None
    key = key_file.read_text()
    if not key.strip():
        raise EmptyKeyError(key_file)
    return key


def make_secret_key(folder: Path) -> str | None:
    """Makes a secret key and saves it in *folder*, unless there is one; returns the one that is there now.

    If two processes start at once, both use the key of the first one. It is safely on the disk before it is
    used: nothing that it signed is worth anything without it.

    :raises EmptyKeyError: if the file is empty.
    """
    with NamedTemporaryFile("w", dir=folder, prefix=".secret_key-", delete=False) as draft:
        draft.write(token_hex(32))
        draft.flush()
        os.fsync(draft.fileno())
    try:
        os.link(draft.name, folder / "secret_key")
    except FileExistsError:
        pass
    finally:
        os.unlink(draft.name)
    return secret_key(folder)


def refuse_without_key() -> tuple[str, int, dict[str, str]] | None:
    """Answers nothing where the secret key is missing: a cookie signed by another one would cost seats."""
    if current_app.secret_key:
        return None
    return "The secret key is missing. “flask serve” says what to do.", 503, {"Content-Type": "text/plain"}


def protected(wsgi_app: WSGI) -> WSGI:
    """*wsgi_app* with the security headers on every answer, also on those of static files."""

    def application(environ: dict[str, Any], start_response: Any) -> Any:
        def start(status: str, headers: Headers, *exc_info: Any) -> Any:
            return start_response(status, [*headers, *missing(headers, environ)], *exc_info)

        return wsgi_app(environ, start)

    return application


def missing(headers: Headers, environ: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The security headers that an answer with these *headers* lacks."""
    names = {name.lower() for name, _ in headers}
    wanted = HEADERS | ACCESS
    if environ["wsgi.url_scheme"] == "https":
        wanted = wanted | OVER_HTTPS
    if f"/{environ['PATH_INFO'].lstrip('/')}".startswith(UNLISTED):
        wanted = wanted | {"X-Robots-Tag": "noindex"}
    return (each for each in wanted.items() if each[0].lower() not in names)


def init_app(app: Flask) -> None:
    """Protects every write of *app*, and its sessions."""
    app.session_interface = LastingSessions()
    app.before_request(refuse_without_key)
    csrf.init_app(app)


def protect_answers(app: Flask) -> None:
    """Adds the security headers to every answer of *app*, as it is set up so far."""
    app.wsgi_app = protected(app.wsgi_app)  # type: ignore[method-assign]
