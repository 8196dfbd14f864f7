"""The pages of the presets: a list, the rules of each, and its common disputes."""

from flask import Blueprint, abort, render_template, url_for

from models.gin.rules.presets import PRESETS
from models.records.tables.saved_rules import saved_rules_of
from views.language.i18n import gettext as _
from views.language.i18n import pgettext
from views.shared.disputes import disputes_page
from views.shared.rules_links import FIRST_PRESET, CustomRules, editor_url
from views.web.access import device
from views.words.rule_sets import NAMES, OFFERED, described
from views.words.rules.page import leaflet

houses = Blueprint("houses", __name__, url_prefix="/houses")


class ListedPreset:
    def __init__(self, preset: str) -> None:
        self.name, self.line = _(NAMES[preset]), described(preset)
        self.url = url_for(".show", preset=preset)


class ListedCustomRules:
    def __init__(self, house: CustomRules) -> None:
        self.name, self.line, self.url = house.name, house.line, house.url()


@houses.get("")
def index() -> str:
    """All rules with a short description; those saved on this phone come first."""
    return render_template(
        "rules/index.html",
        saved=[ListedCustomRules(CustomRules.of(each)) for each in saved_rules_of(device())],
        make_url=editor_url(FIRST_PRESET),
        presets=[ListedPreset(preset) for preset in OFFERED],
        judge_url=url_for("judge.show"),
    )


@houses.get("/<preset>")
def show(preset: str) -> str:
    if preset not in PRESETS:
        abort(404)
    house = CustomRules.named(preset)
    return render_template(
        "rules/show.html",
        title=house.title,
        line=described(preset),
        leaflet=leaflet(house.rules),
        disputes_url=house.disputes_url(),
        judge_url=house.judge_url(),
        back_url=url_for(".index"),
        back_label=pgettext("a short way back", "House rules"),
        start=(_("Start a match with these rules"), url_for("matches.new", house=preset)),
        change=(_("Change these rules"), editor_url(preset)),
    )


@houses.get("/<preset>/disputes")
def disputes(preset: str) -> str:
    if preset not in PRESETS:
        abort(404)
    return disputes_page(CustomRules.named(preset))
