"""Requests that the web server could not read. It passes them on, so that their answer is a page of ours."""

from flask import abort, request

UNREADABLE = "deadwood.unreadable"
"""The key in the environment of such a request: the status to answer with."""


def abort_unreadable() -> None:
    """Ends the request with the error page, if it is one of these."""
    if UNREADABLE in request.environ:
        abort(request.environ[UNREADABLE])
