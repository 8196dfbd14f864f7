"""Whole numbers in addresses and forms, none larger than a column of any database can hold."""

from flask import Flask
from werkzeug.routing import IntegerConverter, Map

LARGEST = 2_147_483_647
"""What PostgreSQL's integers can hold; SQLite's go further, but not as far as anybody can type."""


def whole(text: str) -> int:
    """The number in a field; to be given as the type of a value.

    >>> whole("12")
    12

    :raises ValueError: if it is none, or too large.
    """
    number = int(text)
    if abs(number) > LARGEST:
        raise ValueError(f"too large: {text[:20]}")
    return number


class BoundedInteger(IntegerConverter):
    """A number in an address. A larger one leads nowhere."""

    def __init__(self, url_map: Map, **options: object) -> None:
        super().__init__(url_map, **{"max": LARGEST, **options})  # type: ignore[arg-type]


def init_app(app: Flask) -> None:
    """Limits every number in the addresses of *app*, before any is added."""
    app.url_map.converters["int"] = BoundedInteger
