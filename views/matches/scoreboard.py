"""Other views of a sheet: for a big screen, for a phone in the middle of the table, and as a chart."""

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from models.gin.rules.house_rules import HouseRules
from views.language.i18n import gettext as _
from views.matches.sheet_content import content_of
from views.matches.sheet_page import SheetPage
from views.shared.etags import live
from views.web.access import opened_at, remember_watched
from views.web.display import remember_view

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


face_to_face = Blueprint("face_to_face", __name__)
face_to_face.after_request(remember_view)


@face_to_face.get("/m/<watch>/face-to-face", endpoint="show")
@live
def show_halves(watch: str) -> ResponseReturnValue:
    """A half for each player, turned to them; the sheet where it can't be played like this."""
    opened = opened_at(watch)
    page = SheetPage(opened, watch)
    if not page.content.fits_face_to_face:
        return redirect(url_for("matches.show", watch=watch), 303)
    if opened.seat is None:
        remember_watched(watch)
    return render_template(
        "matches/face_to_face.html",
        page=page,
        signs=signs(page),
        endings=endings(page.rules) if page.may_write and not page.sheet.match.over else {},
    )


def endings(rules: HouseRules) -> dict[str, str]:
    """What a player who ends a hand says, by the outcome."""
    said = {} if rules.knock_limit == 0 else {"knock": _("I knocked")}
    said["gin"] = _("Gin")
    return said | ({"big_gin": _("Big gin")} if rules.plays_big_gin else {})


charts = Blueprint("charts", __name__)


@charts.get("/m/<watch>/chart", endpoint="show")
@live
def show_chart(watch: str) -> str:
    """The totals of all hands as lines, and as a table."""
    content = content_of(opened_at(watch).match, watch)
    return render_template("matches/chart.html", figure=content.chart, title=content.title, watch=watch)
