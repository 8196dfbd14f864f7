"""The page that writes a remark on a match."""

from flask import Blueprint, url_for

from views.language.i18n import gettext as _
from views.shared.errors import Link
from views.shared.remark_page import Answer, answer
from views.web.access import seated_at

remark = Blueprint("remark", __name__)


@remark.route("/m/<watch>/remark", methods=["GET", "POST"])
def write(watch: str) -> Answer:
    """Asks for a remark on the match; a blank one removes it."""
    match = seated_at(watch)
    back = Link(_("Sheet"), url_for("matches.show", watch=watch))
    return answer(match, back, url_for("remark.write", watch=watch))
