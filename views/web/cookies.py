"""The names of cookies.

Over https the name starts with ``__Host-``: browsers then accept the cookie only over https and from this
very host, so no other site below the same domain can plant one. Below a path of a host it starts with
``__Secure-``, because ``__Host-`` would send it to the host's other paths too. Over http it has no prefix.

A cookie that was set under its plain name, by an earlier version, is still read over https.

How long it is kept is a number of seconds, never a date: the clock of the server may be wrong by years.
"""

from collections.abc import Iterator

from flask import request
from werkzeug.http import dump_cookie
from werkzeug.wrappers import Response


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
