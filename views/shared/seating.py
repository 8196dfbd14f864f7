"""The colours of the sides, short names, places without a name, and who plays a hand in an address."""

import re
from collections.abc import Sequence
from itertools import takewhile
from operator import eq
from typing import Any

from flask import Flask, request

from models.gin.player_names import without_variants
from models.gin.rules.seating import Faced, Table
from models.records.tables.graphemes import beginning, graphemes, width
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


def shortened(names: Sequence[str], widest: int) -> tuple[str, ...]:
    """*names* no wider than *widest* Latin letters, and different if possible; of partners their initials.

    >>> shortened(("Maria", "Margot"), 5), shortened(("Margarete", "Margot"), 5)
    (('Maria', 'Marg.'), ('M…ar', 'M…ot'))
    >>> shortened(("Ann & Cid", "Bob & Dan"), 5)
    ('A&C', 'B&D')
    """
    for way in (_initials, _beginning):
        short = tuple(way(name, [other for other in names if other != name], widest) for name in names)
        if len(set(map(without_variants, short))) == len(names):
            return short
    return tuple(names)


def _initials(name: str, others: Sequence[str], widest: int) -> str:
    """The first letters of partners' names, or the beginning of a single name."""
    partners = name.split(" & ")
    initials = "&".join(graphemes(each)[0] for each in partners)
    return initials if len(partners) > 1 and width(name) > widest else _beginning(name, others, widest)


def _beginning(name: str, others: Sequence[str], widest: int) -> str:
    """The beginning of a name; if another begins the same, its first letter and the part that differs."""
    if width(name) <= widest:
        return name
    first = beginning(name, widest - 1)
    alike = max((_alike(name, other) for other in others), default=0)
    if alike < len(graphemes(first)):
        return first.rstrip() + ("." if first[-1].upper() != first[-1].lower() else "…")
    letters = graphemes(name)
    differs = letters[alike:] or letters[-2:]
    return f"{letters[0]}…{beginning(''.join(differs), 2)}"


def _alike(name: str, other: str) -> int:
    """The length of the common beginning of two names."""
    letters, others = ([each.casefold() for each in graphemes(text)] for text in (name, other))
    return sum(takewhile(bool, map(eq, letters, others)))
