"""The pages of custom rules: shown at their link, edited, saved on this phone, deleted from it."""

from collections.abc import Callable, Iterable, Sequence

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from models.gin.player_names import LONGEST_NAME, is_same_name
from models.gin.rules.presets import PRESETS
from models.records.tables.graphemes import cut_to
from models.records.tables.saved_rules import (
    MOST_SAVED_RULES,
    NameTakenError,
    SavedRules,
    TooManySavedRulesError,
    delete_rules,
    save_rules,
    saved_rules_of,
)
from views.language.i18n import gettext as _
from views.language.i18n import pgettext
from views.rules.editor import RulesEditor
from views.rules.form import RulesForm
from views.shared.disputes import disputes_page
from views.shared.form_helpers import wrong
from views.shared.qr_links import for_others
from views.shared.rules_links import LONGEST_QUERY, CustomRules, ReadLink, choice_of, editor_url, read_link
from views.web.access import device, known_device
from views.web.numbers import whole
from views.web.rate_limit import SAVED_RULES, count
from views.words.rule_sets import NAMES, OFFERED, SHORT_NAMES
from views.words.rules.page import leaflet

custom_rules = Blueprint("custom_rules", __name__, url_prefix="/houses/own")

Page = str | tuple[str, int] | Response


@custom_rules.get("")
def show() -> Page:
    """The rules of a link, saved on this phone or not."""
    return _rules_page(_linked())


@custom_rules.get("/disputes")
def disputes() -> str:
    """The common disputes, answered by the rules of a link."""
    return disputes_page(_linked().rules)


@custom_rules.post("/save")
def save() -> Page:
    """Saves the rules of a link on this phone."""
    return _save_and_redirect(lambda saved: CustomRules.of(saved).url())


@custom_rules.post("/use")
def use() -> Page:
    """Saves the rules of a link, and redirects to a new match with them."""
    return _save_and_redirect(_new_match_url)


def _save_and_redirect(target: Callable[[SavedRules], str]) -> Page:
    """Saves the rules of a link and redirects, or says on their page why they cannot be saved."""
    linked = _linked()
    try:
        saved = _save(linked.rules)
    except TooManySavedRulesError:
        return _rules_page(linked, _too_many()), 422
    return redirect(target(saved), 303)


def _new_match_url(saved: SavedRules) -> str:
    """Where a match is started with rules saved on this phone."""
    return url_for("matches.new", house=choice_of(saved))


@custom_rules.post("/<int:rules_id>/delete")
def delete(rules_id: int) -> Response:
    """Deletes rules from this phone, and redirects to their link, where they can be saved again."""
    rules = CustomRules.of(_saved(rules_id) or abort(404))
    delete_rules(device(), rules_id)
    return redirect(rules.url(), 303)


@custom_rules.route("/change", methods=["GET", "POST"])
def change() -> Page:
    """Edits rules: those of a preset, of a link, or rules saved here."""
    linked, saved = _linked(), _saved(request.args.get("kept", type=whole))
    rules = linked.rules
    name = rules.name or free_name(_("Our rules"), saved_rules_of(device()))
    form = RulesForm(PRESETS[rules.preset], rules.rules, name=name)
    form.set(tapped := request.form.get("set", ""))
    previewed, field = request.method == "POST", tapped.partition("=")[0]
    editor = RulesEditor(form, rules.preset, form.read(), previewed=previewed, tapped=field)
    if request.method != "POST" or "preview" in request.form or tapped:
        return _editor_page(editor, saved, linked.doubts)
    if not (form.has_valid_name() and form.is_valid):
        return _editor_page(editor, saved), 422
    return _save_edited(editor, saved)


def _save_edited(editor: RulesEditor, replaced: SavedRules | None) -> Page:
    """Saves the edited rules, or says at the name why they cannot be saved."""
    rules = editor.custom_rules
    count(SAVED_RULES, device())
    try:
        saved = save_rules(
            known_device(),
            rules.name,
            rules.preset,
            rules.rules,
            replacing=replaced.id if replaced else None,
        )
    except NameTakenError:
        wrong(
            editor.form["name"], _("There are other rules with this name on this phone. Choose another name.")
        )
        return _editor_page(editor, replaced), 409
    except TooManySavedRulesError:
        wrong(editor.form["name"], _too_many())
        return _editor_page(editor, replaced), 422
    if "use" in request.form:
        return redirect(_new_match_url(saved), 303)
    return redirect(CustomRules.of(saved).url(), 303)


def _editor_page(editor: RulesEditor, saved: SavedRules | None, doubts: Sequence[str] = ()) -> str:
    """The form, or only the parts that a preview can change."""
    part = request.headers.get("X-Part") == "house"
    back = (saved.name, CustomRules.of(saved).url()) if saved else None
    return render_template(
        "rules/_preview.html" if part else "rules/change.html",
        editor=editor,
        doubts=doubts,
        action=editor_url(editor.preset, saved),
        back=back or (pgettext("a short way back", "House rules"), url_for("houses.index")),
        others=[(_(NAMES[preset]), editor_url(preset, saved)) for preset in OFFERED],
    )


def _rules_page(linked: ReadLink, problem: str = "") -> str:
    rules = linked.rules
    saved = _saved_as(rules, saved_rules_of(device()))
    return render_template(
        "rules/custom.html",
        title=rules.name or _("Your own rules"),
        line=rules.line,
        changed=rules.changed,
        based_on=_(SHORT_NAMES[rules.preset]),
        leaflet=leaflet(rules.rules),
        disputes_url=rules.disputes_url(),
        judge_url=rules.judge_url(),
        doubts=(*linked.doubts, *filter(None, [problem])),
        address=for_others("custom_rules.show", **rules.query),
        saved=saved,
        change_url=rules.url("custom_rules.change", **{"kept": saved.id} if saved else {}),
        save_url=rules.url("custom_rules.save"),
        use_url=rules.url("custom_rules.use"),
        delete_url=url_for(".delete", rules_id=saved.id) if saved else "",
    )


def _linked() -> ReadLink:
    """The rules of the address."""
    if len(request.query_string) > LONGEST_QUERY:
        abort(414)
    return read_link(request.args)


def _saved(rules_id: int | None) -> SavedRules | None:
    """Rules saved on this phone, by their id."""
    return next((each for each in saved_rules_of(device()) if each.id == rules_id), None)


def _saved_as(rules: CustomRules, own_rules: Iterable[SavedRules]) -> SavedRules | None:
    """The saved rules on this phone that are the same, under the same name."""
    named = (each for each in own_rules if is_same_name(each.name, rules.name))
    return next((each for each in named if each.rules == rules.rules), None)


def _save(rules: CustomRules) -> SavedRules:
    """Saves the rules of a link; with a number after the name where other rules have that name."""
    phone = known_device()
    count(SAVED_RULES, phone)
    others = [each for each in saved_rules_of(phone) if each.rules != rules.rules]
    name = free_name(rules.name or _("Our rules"), others)
    return save_rules(phone, name, rules.preset, rules.rules)


def free_name(name: str, others: Sequence[SavedRules]) -> str:
    """*name*, or *name* with the first number that no other rules have after theirs."""
    stem = cut_to(name, LONGEST_NAME - 3).rstrip()
    numbered = (name, *(f"{stem} {n}" for n in range(2, len(others) + 2)))
    return next(each for each in numbered if not any(is_same_name(each, other.name) for other in others))


def _too_many() -> str:
    return _(
        "There are already %(most)s sets of rules on this phone. Delete one first.", most=MOST_SAVED_RULES
    )
