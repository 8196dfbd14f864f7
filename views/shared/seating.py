"""The colours of the sides, short names, and places without a name."""

from collections.abc import Sequence
from itertools import takewhile
from operator import eq

from flask import Flask

from models.gin.player_names import without_variants
from models.gin.rules.seating import Faced, Table
from models.records.tables.graphemes import beginning, graphemes, width
from views.words.seating import nameless

COLOURS = ("one", "two", "three")
"""The CSS classes of the sides, also for templates."""


def init_app(app: Flask) -> None:
    """Gives the templates the colours, and places without a name their words."""
    app.jinja_env.globals["COLOURS"] = COLOURS
    app.extensions["nameless"] = nameless


def colours(table: Table, faced: Faced) -> tuple[str, str]:
    """The colours of the two players of a hand."""
    first, second = (COLOURS[table.side(player)] for player in faced)
    return first, second


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
