"""Keeps links out of logs."""

import logging
import re

from flask import Flask

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


def init_app(app: Flask) -> None:
    """Installs the filter for *app* and its server."""
    for log in (app.logger, *map(logging.getLogger, TELLING)):
        log.addFilter(without_keys)
