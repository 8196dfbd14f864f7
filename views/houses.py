"""The pages of the houses: which there are, and the rules of each."""

from flask import Blueprint, abort, render_template, url_for

from models.gin.presets import PRESETS
from views.language import gettext as _
from views.words.houses import LINES, NAMES, groups

houses = Blueprint("houses", __name__, url_prefix="/houses")


class ListedHouse:
    """A house in the list."""

    def __init__(self, preset: str) -> None:
        self.name, self.line = _(NAMES[preset]), _(LINES[preset])
        self.url = url_for(".show", preset=preset)


@houses.get("")
def index() -> str:
    """All houses, each with what sets it apart."""
    return render_template("houses/index.html", houses=[ListedHouse(preset) for preset in NAMES])


@houses.get("/<preset>")
def show(preset: str) -> str:
    """One house's rules in full."""
    if preset not in PRESETS:
        abort(404)
    return render_template(
        "houses/show.html",
        title=_(NAMES[preset]),
        line=_(LINES[preset]),
        groups=groups(PRESETS[preset]),
        back_url=url_for(".index"),
        back_label=_("Houses"),
        begin=(_("Begin a match by these rules"), url_for("matches.new", house=preset)),
    )
