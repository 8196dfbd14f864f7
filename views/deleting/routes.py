"""The pages that delete: a whole match, after an offer to download it, and the name of a person."""

from collections.abc import Sequence
from contextlib import suppress

from flask import Blueprint, redirect, render_template, request, url_for
from flask_wtf import FlaskForm
from werkzeug.wrappers import Response as AnyResponse
from wtforms.fields import BooleanField, RadioField

from models.records.finding.matches import find_match, matches_of
from models.records.saving.deletion import (
    ChangedMeanwhileError,
    Extent,
    delete_match,
    extent,
    names_in,
    overwrite_deleted,
    remove_name,
)
from models.records.saving.seats import NotLookingAfterError
from models.records.tables.match import Match
from models.records.tables.shared import token
from views.language.i18n import gettext as _
from views.language.i18n import lazy, ngettext
from views.shared.form_helpers import choose, wrong
from views.web.access import device, looked_after_at, to_delete_at, was_offered
from views.words.seating import title


class NameForm(FlaskForm):  # type: ignore[misc]
    """Whose name is to be removed."""

    name = RadioField(lazy("Whose name?"), validate_choice=False)
    everywhere = BooleanField(lazy("In all matches that this phone may delete"))

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__()
        choose(self.name, [(name, name) for name in names])

    @property
    def chosen(self) -> str:
        """The name, whether anybody has it or not."""
        return str(self.name.data or "")

    def stands(self) -> bool:
        """Whether a name was chosen; if not, adds an error to the field."""
        self.name.errors = []
        if not self.chosen:
            wrong(self.name, _("Choose a name."))
        return not self.name.errors


class DeletePage:
    def __init__(self, match: Match, extent: Extent) -> None:
        self.is_readable = match.has_readable_sheet
        self.title = title(match.table, match.sides) if match.is_readable else ""
        self.version = match.version_stamp
        self._extent = extent

    @property
    def gone(self) -> list[str]:
        """What will be gone, each in a sentence."""
        what, others = self._extent, self._extent.phones - 1
        hands = ngettext("%(num)s hand", "%(num)s hands", what.hands)
        # Translators: extra lines: penalties, adjustments, opening scores.
        lines = ngettext("%(num)s other line of the sheet", "%(num)s other lines of the sheet", what.lines)
        changes = ngettext("%(num)s change in the history", "%(num)s changes in the history", what.changes)
        phones = ngettext(
            "%(num)s other phone can no longer keep score",
            "%(num)s other phones can no longer keep score",
            others,
        )
        return [
            *([hands] if what.hands else []),
            *([lines] if what.lines else []),
            *([changes] if what.changes else []),
            *([phones] if others else []),
            _("All links to it stop working, for everyone"),
        ]

    @property
    def stays(self) -> str:
        """What stays; "" if there is nothing to say."""
        if not self._extent.rematches:
            return ""
        return _("The rematch stays, but this match no longer counts in its tally of wins.")


deleting = Blueprint("deleting", __name__)

MOST_MATCHES = 2000
"""In how many matches of a phone a name is removed at once, the last changed first."""

DELETING = "delete"
"""The purpose of the token in the form that deletes a match."""


@deleting.get("/m/<watch>/delete")
def show(watch: str) -> str:
    """What will be deleted, and a download of it."""
    return _page(to_delete_at(watch), watch)


def _page(match: Match, watch: str, *, has_changed: bool = False) -> str:
    return render_template(
        "deleting/match.html",
        page=DeletePage(match, extent(match)),
        watch=watch,
        entry=token(DELETING, watch),
        has_changed=has_changed,
    )


@deleting.post("/m/<watch>/delete")
def delete(watch: str) -> AnyResponse | tuple[str, int]:
    """Deletes the match. 409 if the sheet has changed since the page was opened: then it is shown again.

    A form that is sent twice deletes once, and its second answer is like the first.
    """
    if find_match(watch) is None and was_offered(DELETING, watch):
        return _gone()
    match = to_delete_at(watch)
    try:
        delete_match(match, request.form.get("version", ""), device())
    except ChangedMeanwhileError:
        return _page(to_delete_at(watch), watch, has_changed=True), 409
    except LookupError:
        return _gone()
    return _gone()


def _gone() -> AnyResponse:
    """The way to the list of matches, which confirms it."""
    return redirect(url_for("matches.index", done="deleted"), 303)


@deleting.get("/m/<watch>/names")
def names(watch: str) -> str:
    match = looked_after_at(watch)
    return _names_page(match, watch, NameForm(names_in(match)))


def _names_page(match: Match, watch: str, form: NameForm) -> str:
    return render_template(
        "deleting/names.html",
        title=title(match.table, match.sides),
        watch=watch,
        form=form,
        done=request.args.get("done"),
    )


@deleting.post("/m/<watch>/names")
def remove(watch: str) -> AnyResponse | tuple[str, int]:
    """Replaces a name by a neutral one. A name that is not there any more was removed before."""
    match = looked_after_at(watch)
    form = NameForm(names_in(match))
    if not form.stands():
        return _names_page(match, watch, form), 422
    remove_name(match, form.chosen, device())
    for each in matches_of(device(), MOST_MATCHES) if form.everywhere.data else ():
        with suppress(NotLookingAfterError):
            remove_name(each, form.chosen, device())
    overwrite_deleted()
    return redirect(url_for(".names", watch=watch, done="removed"), 303)
