"""The colours of the sides, places without a name, and who plays a hand in an address."""

import re
from typing import Any

from flask import Flask, request

from models.gin.rules.seating import Faced, Table
from views.web.numbers import whole
from views.words.seating import nameless

ASKS_UPCARD = "upcard"
"""The query parameter that asks for the upcard of a hand under any rules."""


COLOURS = ("one", "two", "three")
"""The CSS classes of the sides, also for templates."""

FACED = re.compile(r"([0-3])-([0-3])")


def init_app(app: Flask) -> None:
    """Gives the templates the colours, and places without a name their words."""
    app.jinja_env.globals["COLOURS"] = COLOURS
    app.extensions["nameless"] = nameless


def colours(table: Table, faced: Faced) -> tuple[str, str]:
    """The colours of the two players of a hand."""
    first, second = (COLOURS[table.side(player)] for player in faced)
    return first, second


def said_in_address(table: Table, faced: Faced, nth: int) -> dict[str, Any]:
    """The query parameters for the players and the round of a hand; none with two players."""
    who = {} if table is Table.TWO else {"faced": f"{faced[0]}-{faced[1]}"}
    return who | ({"round": str(nth)} if nth else {})


def from_address(table: Table) -> Faced | None:
    """The players of the hand in the current address, or None."""
    parts = FACED.fullmatch(request.args.get("faced", ""))
    if not parts:
        return None
    faced = int(parts[1]), int(parts[2])
    return faced if table.may_face(faced) else None


def round_from_address(table: Table, most: int) -> int:
    """The round of the hand in the current address, if it is at most *most*; else 0."""
    nth = request.args.get("round", 0, type=whole)
    return nth if table is Table.PARTNERSHIP and 0 < nth <= most else 0
