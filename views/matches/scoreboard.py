"""The scoreboard for a big screen, and the page of the chart."""

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from views.matches.sheet_content import content_of
from views.matches.sheet_page import SheetPage
from views.shared.etags import live
from views.web.access import opened_at

screens = Blueprint("screens", __name__)

CROWDED = 170
"""With more characters than this, the text is smaller."""


@screens.get("/m/<watch>/table")
@live
def show(watch: str) -> ResponseReturnValue:
    """Names, totals, who deals, and the last hand, as large as the screen allows.

    When the players start a rematch, the page follows them there.
    """
    opened = opened_at(watch)
    page = SheetPage(opened, watch)
    if page.sheet.match.over and opened.rematch:
        return redirect(url_for(".show", watch=opened.rematch), 303)
    return render_template(
        "matches/table.html", page=page, signs=signs(page), crowded=text_length(page) > CROWDED
    )


def signs(page: SheetPage) -> int:
    """The number of characters in the longest total."""
    return max(len(total.points) for total in page.content.totals)


def text_length(page: SheetPage) -> int:
    """The number of characters beside the totals."""
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


charts = Blueprint("charts", __name__)


@charts.get("/m/<watch>/chart", endpoint="show")
@live
def show_chart(watch: str) -> str:
    """The totals of all hands as lines, and as a table."""
    content = content_of(opened_at(watch).match, watch)
    return render_template("matches/chart.html", figure=content.chart, title=content.title, watch=watch)
