"""The sheet of two on a phone in the middle of the table: a half for each player, turned to them."""

from flask import Blueprint, redirect, render_template, url_for
from werkzeug.wrappers import Response

from models.gin.rules.house_rules import HouseRules
from views.language.i18n import gettext as _
from views.matches.scoreboard import signs
from views.matches.sheet_page import SheetPage
from views.shared.etags import live
from views.web.access import opened_at, remember_watched
from views.web.display import remembers_view

face_to_face = Blueprint("face_to_face", __name__)


@face_to_face.get("/m/<watch>/face-to-face")
@remembers_view(face_to_face=True)
@live
def show(watch: str) -> str | Response:
    """The view, which this phone remembers; the sheet where it can't be played like this."""
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
