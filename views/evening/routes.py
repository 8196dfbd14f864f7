"""The page that adds up the money of several matches."""

from flask import Blueprint, render_template, request, url_for

from models.records.finding.matches import matches_at, matches_of
from models.records.tables.match import Match
from views.evening.page import Evening
from views.language.i18n import gettext as _
from views.web.access import device, opened_at, watched

evening_pages = Blueprint("evening", __name__)

MATCH = "match"
"""The query parameter of each chosen match; "" is always sent, so that none can be chosen too."""


@evening_pages.get("/evening")
def show() -> str:
    """The money of the last matches of this phone."""
    return _page(None, url_for("matches.index"), _("All matches"))


@evening_pages.get("/m/<watch>/evening")
def of_match(watch: str) -> str:
    """The same, starting from a match: its series of rematches."""
    return _page(opened_at(watch).match, url_for("matches.show", watch=watch), _("Sheet"))


def _page(of: Match | None, back_url: str, back_label: str) -> str:
    chosen = request.args.getlist(MATCH) if MATCH in request.args else None
    return render_template(
        "evening/show.html",
        evening=Evening(_known_matches(of), chosen, of),
        name=MATCH,
        back_url=back_url,
        back_label=back_label,
    )


def _known_matches(of: Match | None) -> list[Match]:
    """The matches that this phone plays or follows, and the one it opens; those changed last first."""
    matches = {match.id: match for match in (*matches_of(device()), *matches_at(watched()))}
    if of is not None:
        matches[of.id] = of
    return sorted(matches.values(), key=lambda match: (match.changed_at, match.id), reverse=True)
