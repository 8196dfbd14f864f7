"""What is known about an answered request, for the request log and the metrics.

Without either of them, nothing is measured.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any
from uuid import uuid4

from flask import Flask

OBSERVERS = "observers"
"""The extension with the functions that are called with every answer."""

REQUEST_ID = "deadwood.request_id"
METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
ID = re.compile(r"[A-Za-z0-9-]{8,64}")


@dataclass(frozen=True, slots=True)
class AnsweredRequest:
    """An answer, and the request for it, without anything that opens a match or names somebody."""

    method: str
    route: str
    """The rule that the address follows, such as ``/m/<watch>/history``; "-" if it follows none."""
    status: int
    seconds: float
    """From the first line of our code to the head of the answer."""
    size: int | None
    """Bytes of the body, compressed; None if the answer has none."""
    address: str
    """The IP address of the visitor."""
    request_id: str


Observer = Callable[[AnsweredRequest], None]


def observe(app: Flask, observer: Observer) -> None:
    app.extensions.setdefault(OBSERVERS, []).append(observer)


def init_app(app: Flask) -> None:
    """Calls the observers, if there are any."""
    if observers := app.extensions.get(OBSERVERS):
        trusts_ids = bool(app.config["PROXIES"])
        app.wsgi_app = observed(app.wsgi_app, observers, trusts_ids)  # type: ignore[method-assign]


def observed(wsgi_app: Callable[..., Any], observers: list[Observer], trusts_ids: bool) -> Callable[..., Any]:
    """*wsgi_app*, which tells the *observers* each of its answers, and the client the id of its request."""

    def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Any:
        started = perf_counter()
        environ[REQUEST_ID] = request_id = id_of(environ, trusts_ids)

        def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            length = next((value for name, value in headers if name.lower() == "content-length"), None)
            answer = AnsweredRequest(
                method=environ["REQUEST_METHOD"] if environ["REQUEST_METHOD"] in METHODS else "-",
                route=route_of(environ),
                status=int(status[:3]),
                seconds=perf_counter() - started,
                size=int(length) if length is not None else None,
                address=environ.get("REMOTE_ADDR", ""),
                request_id=request_id,
            )
            for observer in observers:
                observer(answer)
            return start_response(status, [*headers, ("X-Request-ID", request_id)], *error)

        return wsgi_app(environ, start)

    return application


def id_of(environ: dict[str, Any], trusts_ids: bool) -> str:
    """The id that the proxy gave this request, or a new one."""
    given = environ.get("HTTP_X_REQUEST_ID", "")
    return given if trusts_ids and ID.fullmatch(given) else uuid4().hex


def route_of(environ: dict[str, Any]) -> str:
    """The rule of the requested address. Static files are answered before Flask looks for one."""
    request = environ.get("werkzeug.request")
    if request is None:
        return "/static/<path:path>" if environ.get("PATH_INFO", "").startswith("/static/") else "-"
    return request.url_rule.rule if request.url_rule else "-"
