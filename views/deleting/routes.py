"""The pages that delete: a whole match, after an offer to download it, and the name of a person."""

from contextlib import suppress

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from models.records.finding.matches import find_match, matches_of
from models.records.saving.deletion import ChangedMeanwhileError, delete_match, extent, overwrite_deleted
from models.records.saving.name_removal import names_in, remove_name
from models.records.saving.rights import NotLookingAfterError
from models.records.saving.seats import NoSeatError
from models.records.tables.match import Match
from models.records.tables.tokens import token
from views.deleting.form import NameForm
from views.deleting.page import DeletePage
from views.web.access import device, looked_after_at, to_delete_at, was_offered
from views.words.seating import title

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
    except NoSeatError:
        abort(403)
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
    try:
        remove_name(match, form.chosen, device())
        for each in matches_of(device(), MOST_MATCHES) if form.everywhere.data else ():
            with suppress(NotLookingAfterError):
                remove_name(each, form.chosen, device())
    except NoSeatError:
        abort(403)
    overwrite_deleted()
    return redirect(url_for(".names", watch=watch, done="removed"), 303)
