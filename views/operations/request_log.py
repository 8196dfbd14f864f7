"""Logs: without links, and as JSON with ``LOG=json``, one line for each request and each error.

A line of JSON has the route in place of the address, and no names. ``LOG=json-with-addresses`` adds the IP
addresses of visitors.
"""

import json
import logging
import re
import sys
from datetime import UTC, datetime

import click
from flask import Flask, has_request_context, request
from flask.logging import default_handler

from views.language.i18n import gettext as _
from views.operations.observing import REQUEST_ID, AnsweredRequest, observe

KEY = re.compile(r"(?:(?<=/[msb]/)|(?<=/b[sc]/))[^\s/?#'\"]+")
"""The token after /m/, /s/, /b/, /bs/ or /bc/ in a path. What follows /books/ is none."""

TELLING = ("waitress", "werkzeug")
"""The servers' loggers, which log paths."""


class WithoutKeys(logging.Filter):
    """Removes tokens from log records."""

    def filter(self, record: logging.LogRecord) -> bool:
        message = record.getMessage()
        if (text := KEY.sub("…", message)) != message:
            record.msg, record.args = text, ()
        return True


without_keys = WithoutKeys()


def filter_logs(app: Flask) -> None:
    """Installs the filter for *app* and its server."""
    for log in (app.logger, *map(logging.getLogger, TELLING)):
        log.addFilter(without_keys)


WITH_ADDRESSES = "json-with-addresses"
CHOICES = ("", "json", WITH_ADDRESSES)

log = logging.getLogger("deadwood.requests")


class AsJson(logging.Formatter):
    """A record as a line of JSON, without the tokens of links."""

    def format(self, record: logging.LogRecord) -> str:
        fields = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            **(getattr(record, "fields", None) or self._of_message(record)),
        }
        return json.dumps(fields, ensure_ascii=False)

    def _of_message(self, record: logging.LogRecord) -> dict[str, str]:
        """What the record says, with its traceback and the request it is about."""
        fields = {"logger": record.name, "message": record.getMessage()}
        if record.exc_info:
            fields["traceback"] = self.formatException(record.exc_info)
        if has_request_context() and REQUEST_ID in request.environ:
            fields["request"] = request.environ[REQUEST_ID]
        return {name: KEY.sub("…", text) for name, text in fields.items()}


def init_app(app: Flask) -> None:
    """Writes the log as ``LOG`` says.

    :raises click.ClickException: if it says something else.
    """
    choice = str(app.config.get("LOG") or "").strip().lower()
    if choice not in CHOICES:
        raise click.ClickException(
            _("LOG must be json or json-with-addresses, not %(text)s.", text=choice[:40])
        )
    if choice:
        write_json(app)
        observe(app, lambda answer: note(answer, with_address=choice == WITH_ADDRESSES))


def write_json(app: Flask) -> None:
    """Has everything that is logged written to stdout as JSON."""
    handler = logging.StreamHandler(sys.stdout)
    handler.setFormatter(AsJson())
    logging.basicConfig(handlers=[handler], force=True)
    app.logger.removeHandler(default_handler)
    log.setLevel(logging.INFO)


def note(answer: AnsweredRequest, *, with_address: bool) -> None:
    """Logs *answer*."""
    fields = {
        "request": answer.request_id,
        "method": answer.method,
        "route": answer.route,
        "status": answer.status,
        "ms": round(answer.seconds * 1000, 1),
        "bytes": answer.size,
    }
    log.info("answered", extra={"fields": fields | ({"address": answer.address} if with_address else {})})
