"""What is written down of requests: never the key in an address."""

import logging
import re

from flask import Flask

KEY = re.compile(r"(?<=/[ms]/)[^\s/?#'\"]+")
"""What follows /m/ or /s/ in an address."""

TELLING = ("waitress", "werkzeug")
"""The servers' own logs, which name addresses."""


class WithoutKeys(logging.Filter):
    """Takes the keys out of what is said of an address."""

    def filter(self, record: logging.LogRecord) -> bool:
        said = record.getMessage()
        if (kept := KEY.sub("…", said)) != said:
            record.msg, record.args = kept, ()
        return True


without_keys = WithoutKeys()


def init_app(app: Flask) -> None:
    """Keeps the keys out of what *app* and its server write down."""
    for log in (app.logger, *map(logging.getLogger, TELLING)):
        log.addFilter(without_keys)
