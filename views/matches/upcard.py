"""The upcard of the hand being played, entered first if the rules need it."""

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from models.gin.cards.cards import PACK, Card, NotACardError, read_cards
from models.records.saving.pipeline import StaleSheetError
from models.records.saving.rule_changes import turn_up
from models.records.tables.match import Match
from views.language.i18n import gettext as _
from views.web.access import entry_of, seated_at

upcards = Blueprint("upcards", __name__)

TAKEN_BACK = "none"
"""The form value that removes the upcard."""


@upcards.route("/m/<watch>/upcard", methods=["GET", "POST"])
def ask(watch: str) -> str | tuple[str, int] | Response:
    """Asks for the upcard; one tap saves it."""
    match = seated_at(watch)
    if not (match.plays_by_upcard and not match.sheet.match.over):
        return _to_sheet(watch)
    if request.method != "POST":
        return _page(match, watch)
    try:
        card = _sent()
    except NotACardError:
        return _page(match, watch, _("That is not a single card. Tap the card that was turned up.")), 422
    return _note(match, watch, card)


def _sent() -> Card | None:
    """The card that was tapped, or None to remove the upcard.

    :raises NotACardError: if it is not one card.
    """
    text = request.form.get("card", "")[:8]
    if text == TAKEN_BACK:
        return None
    cards = read_cards(text)
    if len(cards) != 1:
        raise NotACardError([text])
    return cards[0]


def _note(match: Match, watch: str, card: Card | None) -> Response:
    """Saves *card*, unless its hand has been saved meanwhile."""
    try:
        turn_up(match, card, entry_of("upcard", request.form.get("version")))
    except StaleSheetError:
        return _to_sheet(watch, late="upcard")
    return _to_sheet(watch)


def _to_sheet(watch: str, late: str | None = None) -> Response:
    return redirect(url_for("matches.show", watch=watch, late=late), 303)


def _page(match: Match, watch: str, problem: str = "") -> str:
    return render_template(
        "hands/upcard.html",
        number=len(match.present) + 1,
        noted=match.upcard,
        taken_back=TAKEN_BACK,
        version=match.version_stamp,
        pack=PACK,
        problem=problem,
        sheet_url=url_for("matches.show", watch=watch),
    )
