"""The page for across the room: a television, a tablet or a laptop that shows how it stands."""

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from views.matches.sheet_page import SheetPage
from views.web.access import opened_at
from views.web.etags import live

screens = Blueprint("screens", __name__)

CROWDED = 170
"""More signs than this are shown smaller."""


@screens.get("/m/<watch>/table")
@live
def show(watch: str) -> ResponseReturnValue:
    """Names, totals, who deals, and the sentence of the last hand, as large as the screen allows.

    Nobody walks over to it: when the players have begun another game, it goes on with that.
    """
    opened = opened_at(watch)
    page = SheetPage(opened, watch)
    if page.sheet.match.over and opened.rematch:
        return redirect(url_for(".show", watch=opened.rematch), 303)
    return render_template("matches/table.html", page=page, signs=signs(page), crowded=said(page) > CROWDED)


def signs(page: SheetPage) -> int:
    """How many signs the longer total has."""
    return max(len(total.points) for total in page.content.totals)


def said(page: SheetPage) -> int:
    """How many signs there are beside the totals."""
    content = page.content
    words = (
        *content.sides,
        content.opening,
        content.game.ending,
        page.headline and page.headline.words,
        content.paying,
        content.round,
        content.coming,
    )
    return sum(len(str(each)) for each in words if each)
