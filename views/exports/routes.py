"""The pages that export a match, and the files."""

from flask import Blueprint, Response, abort, render_template, request, url_for

from models.gin.document.writing import write_lines
from models.gin.rules.house_rules import KINDS
from models.records.files.documents import document_of
from models.records.tables.match import Match
from views.exports.rows import csv_lines, hand_rows, usual_separator
from views.exports.score_sheet import EmptyForm, ScoreSheet, empty_form
from views.language.i18n import gettext as _
from views.web.access import opened_at
from views.web.downloads import file
from views.web.numbers import whole
from views.words.seating import title

exports = Blueprint("exports", __name__)


@exports.get("/m/<watch>/export")
def show(watch: str) -> str:
    """What a match can be exported as. Whoever sees the sheet sees all that is in the files."""
    match = opened_at(watch).match
    return render_template("exports/show.html", title=title(match.table, match.sides), watch=watch)


@exports.get("/m/<watch>/match.json")
def document(watch: str) -> Response:
    """The match as a document, which can be imported again."""
    match = opened_at(watch).match
    lines = (f"{line}\n" for line in write_lines(document_of(match)))
    return file(lines, "application/json", _file_name(match, "json"))


@exports.get("/m/<watch>/hands.csv")
def table(watch: str) -> Response:
    """The hands for a spreadsheet."""
    match = opened_at(watch).match
    return file(csv_lines(list(hand_rows(match)), usual_separator()), "text/csv", _file_name(match, "csv"))


@exports.get("/m/<watch>/score-sheet")
def score_sheet(watch: str) -> str:
    """The score sheet to print; with ``empty=1``, a form for the next match of the same players."""
    match = opened_at(watch).match
    is_empty = request.args.get("empty") == "1"
    return render_template(
        "exports/score_sheet.html",
        sheet=empty_form(match) if is_empty else ScoreSheet(match),
        back_url=url_for(".show", watch=watch),
        back_label=_("Export"),
    )


@exports.get("/score-sheet")
def blank() -> str:
    """An empty form without names, for two or three players, with as many columns as the rules allow."""
    sides, columns = (
        request.args.get(name, default, type=whole) for name, default in (("players", 2), ("columns", 1))
    )
    if sides not in (2, 3) or KINDS["columns"].refusal(columns):
        abort(404)
    return render_template(
        "exports/score_sheet.html",
        sheet=EmptyForm(("",) * sides, columns),
        back_url=url_for("matches.index"),
        back_label="Deadwood",
    )


def _file_name(match: Match, ending: str) -> str:
    """A name with the day of the match, and without those of people."""
    return f"gin-rummy-{match.played_on.isoformat()}.{ending}"
