"""The page with the chart of a match."""

from flask import Blueprint, render_template

from views.matches.sheet_content import content_of
from views.shared.etags import live
from views.web.access import opened_at

charts = Blueprint("charts", __name__)


@charts.get("/m/<watch>/chart")
@live
def show(watch: str) -> str:
    """The totals of all hands as lines, and as a table."""
    content = content_of(opened_at(watch).match, watch)
    return render_template("matches/chart.html", figure=content.chart, title=content.title, watch=watch)
