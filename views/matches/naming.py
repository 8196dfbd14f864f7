"""The page that gives names to places of a match that have none."""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from models.gin.player_names import is_same_name
from models.records.saving.naming import NamedInBookError, name_places
from models.records.tables.match import Match
from views.language.i18n import gettext as _
from views.shared.form_helpers import problem_of_name
from views.shared.record_buttons import refusals
from views.web.access import device, seated_at
from views.words.seating import SAME_NAME, places

naming = Blueprint("naming", __name__)


@naming.route("/m/<watch>/add-names", methods=["GET", "POST"])
def add(watch: str) -> str | tuple[str, int] | Response:
    """Asks for the names of places without one. Those that are left blank stay without."""
    match = seated_at(watch)
    if match.is_named or match.book_id is not None:
        return _to_sheet(watch)
    nameless = [place for place, name in enumerate(match.names) if name is None]
    typed = {place: " ".join(request.form.get(f"name_{place}", "").split()) for place in nameless}
    errors = _errors(match, typed)
    if request.method != "POST" or errors:
        return _page(match, watch, typed, errors), 422 if errors else 200
    try:
        with refusals():
            name_places(match, {place: name for place, name in typed.items() if name}, device())
    except NamedInBookError:
        return _to_sheet(watch)
    except ValueError:
        # Another phone has just given one of these names to somebody else.
        abort(409)
    return _to_sheet(watch)


def _errors(match: Match, typed: dict[int, str]) -> dict[int, str]:
    errors = {}
    for place, name in typed.items():
        others = [
            each for each in (*match.names, *(typed[other] for other in typed if other < place)) if each
        ]
        if problem := problem_of_name(name) if name else None:
            errors[place] = problem
        elif name and any(is_same_name(name, other) for other in others):
            errors[place] = _(SAME_NAME[match.seating])
    return errors


def _page(match: Match, watch: str, typed: dict[int, str], errors: dict[int, str]) -> str:
    labels = places(match.table)
    fields = [
        {"place": place, "label": labels[place], "typed": name, "error": errors.get(place, "")}
        for place, name in typed.items()
    ]
    return render_template("matches/add_names.html", watch=watch, fields=fields, sides=match.seating.sides)


def _to_sheet(watch: str) -> Response:
    return redirect(url_for("matches.show", watch=watch), 303)
