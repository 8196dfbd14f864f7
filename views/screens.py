"""The page for across the room: a television, a tablet or a laptop that shows how it stands."""

from flask import Blueprint, render_template

from views.editions import live
from views.guests import opened_at
from views.sheets import SheetPage

screens = Blueprint("screens", __name__)

CROWDED = 170
"""More signs than this are shown smaller."""


@screens.get("/m/<watch>/table")
@live
def show(watch: str) -> str:
    """Names, totals, who deals, and the sentence of the last hand, as large as the screen allows."""
    page = SheetPage(opened_at(watch), watch)
    return render_template("matches/table.html", page=page, signs=signs(page), crowded=said(page) > CROWDED)


def signs(page: SheetPage) -> int:
    """How many signs the longer total has."""
    return max(len(total.points) for total in page.totals)


def said(page: SheetPage) -> int:
    """How many signs there are beside the totals."""
    words = (*page.names, page.opening, page.game.ending, page.last)
    return sum(len(str(each)) for each in words if each)
