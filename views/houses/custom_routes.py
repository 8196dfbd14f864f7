"""The pages of the houses that people make themselves: at its link, changed, kept, dropped."""

from collections.abc import Callable, Iterable, Sequence

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from models.gin.document.reading import LONGEST_NAME, is_same_name
from models.gin.presets import PRESETS
from models.records import (
    MOST_SAVED_RULES,
    NameTakenError,
    SavedRules,
    TooManySavedRulesError,
    delete_rules,
    save_rules,
    saved_rules_of,
)
from views.houses.editor import RulesEditor
from views.houses.form import RulesForm
from views.shared.dispute_list import disputes_under
from views.shared.form_helpers import wrong
from views.shared.qr_links import for_others
from views.shared.rules_links import LONGEST_QUERY, CustomRules, ReadLink, choice_of, editor_url, read_link
from views.web.access import device, known_device
from views.web.i18n import gettext as _
from views.words.houses import NAMES, groups

custom_rules = Blueprint("custom_rules", __name__, url_prefix="/houses/own")

Page = str | tuple[str, int] | Response


@custom_rules.get("")
def show() -> Page:
    """A house as its link has it, kept on this phone or not."""
    return _shown(_asked())


@custom_rules.post("/keep")
def keep() -> Page:
    """Keeps a house on this phone."""
    return _keeping(lambda kept: CustomRules.of(kept).url())


@custom_rules.post("/play")
def play() -> Page:
    """Keeps a house, and leads to the beginning of a match by it."""
    return _keeping(_beginning)


def _keeping(leads_to: Callable[[SavedRules], str]) -> Page:
    """Keeps the house of a link and leads on, or says on its page why it cannot be kept."""
    asked = _asked()
    try:
        kept = _keep(asked.house)
    except TooManySavedRulesError:
        return _shown(asked, _too_many()), 422
    return redirect(leads_to(kept), 303)


def _beginning(kept: SavedRules) -> str:
    """Where a match begins by a house of this phone."""
    return url_for("matches.new", house=choice_of(kept))


@custom_rules.post("/<int:house_id>/drop")
def drop(house_id: int) -> Response:
    """Keeps a house no longer, and leads to its link, where it can be kept again."""
    kept = _kept(house_id) or abort(404)
    house = CustomRules.of(kept)
    delete_rules(device(), house_id)
    return redirect(house.url(), 303)


@custom_rules.route("/change", methods=["GET", "POST"])
def change() -> Page:
    """Makes a house: from a named one, from somebody's link, or anew from one that is kept here."""
    asked, kept = _asked(), _kept(request.args.get("kept", type=int))
    house = asked.house
    name = house.name or free_name(_("Our rules"), saved_rules_of(device()))
    form = RulesForm(PRESETS[house.preset], house.rules, name=name)
    form.set(tapped := request.form.get("set", ""))
    looked, field = request.method == "POST", tapped.partition("=")[0]
    desk = RulesEditor(form, house.preset, form.read(), looked=looked, tapped=field)
    if request.method != "POST" or "look" in request.form or tapped:
        return _making(desk, kept, asked.doubts)
    if not (form.is_named() and form.stands):
        return _making(desk, kept), 422
    return _made(desk, kept)


def _made(desk: RulesEditor, replaced: SavedRules | None) -> Page:
    """Keeps what was made, or says at the name why it cannot be kept."""
    house = desk.house
    try:
        kept = save_rules(
            known_device(),
            house.name,
            house.preset,
            house.rules,
            replacing=replaced.id if replaced else None,
        )
    except NameTakenError:
        wrong(
            desk.form["name"], _("There are other rules with this name on this phone. Choose another name.")
        )
        return _making(desk, replaced), 409
    except TooManySavedRulesError:
        wrong(desk.form["name"], _too_many())
        return _making(desk, replaced), 422
    if "play" in request.form:
        return redirect(_beginning(kept), 303)
    return redirect(CustomRules.of(kept).url(), 303)


def _making(desk: RulesEditor, kept: SavedRules | None, doubts: Sequence[str] = ()) -> str:
    """The form, or only the parts that a look can change."""
    part = request.headers.get("X-Part") == "house"
    return render_template(
        "houses/_preview.html" if part else "houses/change.html",
        desk=desk,
        doubts=doubts,
        action=editor_url(desk.preset, kept),
        back=(kept.name, CustomRules.of(kept).url()) if kept else (_("House rules"), url_for("houses.index")),
        others=[(_(NAMES[preset]), editor_url(preset, kept)) for preset in NAMES],
    )


def _shown(asked: ReadLink, problem: str = "") -> str:
    """The page of a house that somebody made."""
    house = asked.house
    kept = _same(saved_rules_of(device()), house)
    return render_template(
        "houses/custom.html",
        title=house.name or _("Your own rules"),
        line=house.line,
        changed=house.changed,
        groups=groups(house.rules),
        disputes=disputes_under(house.rules, house.judge_url),
        judge_url=house.judge_url(),
        doubts=(*asked.doubts, *filter(None, [problem])),
        address=for_others("custom_rules.show", **house.query),
        kept=kept,
        change_url=house.url("custom_rules.change", **{"kept": kept.id} if kept else {}),
        keep_url=house.url("custom_rules.keep"),
        play_url=house.url("custom_rules.play"),
        drop_url=url_for(".drop", house_id=kept.id) if kept else "",
    )


def _asked() -> ReadLink:
    """The house that the address stands for."""
    if len(request.query_string) > LONGEST_QUERY:
        abort(414)
    return read_link(request.args)


def _kept(house_id: int | None) -> SavedRules | None:
    """A house of this phone."""
    return next((each for each in saved_rules_of(device()) if each.id == house_id), None)


def _same(mine: Iterable[SavedRules], house: CustomRules) -> SavedRules | None:
    """The house as it is kept here, if it is."""
    called = (each for each in mine if is_same_name(each.name, house.name))
    return next((each for each in called if each.rules == house.rules), None)


def _keep(house: CustomRules) -> SavedRules:
    """Keeps a house from a link; under a number where this phone has other rules of that name."""
    phone = known_device()
    others = [each for each in saved_rules_of(phone) if each.rules != house.rules]
    name = free_name(house.name or _("Our rules"), others)
    return save_rules(phone, name, house.preset, house.rules)


def free_name(name: str, others: Sequence[SavedRules]) -> str:
    """*name*, or with the first number that makes it another name than all there are."""
    stem = name[: LONGEST_NAME - 3].rstrip()
    numbered = (name, *(f"{stem} {n}" for n in range(2, len(others) + 2)))
    return next(each for each in numbered if not any(is_same_name(each, kept.name) for kept in others))


def _too_many() -> str:
    return _(
        "There are already %(most)s sets of rules on this phone. Delete one first.", most=MOST_SAVED_RULES
    )
