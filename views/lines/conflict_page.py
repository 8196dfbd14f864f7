"""Edit conflicts: another line, or a hand from paper, beside what others have changed meanwhile."""

from flask import render_template, request, url_for

from models.gin.sheet import Hand
from models.records import Record, StaleSheetError, changes_of, new_entry_id
from views.lines.entry_page import in_place
from views.lines.form import LineForm
from views.shared.change_log import in_words
from views.shared.edit_conflict import LabelledHand, labelled_changes
from views.web.i18n import gettext as _
from views.words.other_lines import kind_of


def changed_meanwhile(form: LineForm, watch: str, error: StaleSheetError) -> str:
    """A line that was entered on an outdated sheet."""
    return _side_by_side(
        form,
        watch,
        head=_("Someone else changed the sheet meanwhile."),
        since=tuple(labelled_changes(error.changes, form.match)),
        add=_("Save my correction") if form.record else _("Add mine"),
        action=url_for(str(request.endpoint), **(request.view_args or {}), kind=request.args.get("kind")),
    )


def removed_meanwhile(form: LineForm, watch: str, record: Record) -> str:
    """A correction of a line that was removed meanwhile. It can be added as a new one."""
    return _side_by_side(
        form,
        watch,
        head=_("Someone else removed this meanwhile."),
        since=tuple(labelled_changes(changes_of(form.match, record.id)[:1], form.match)),
        add=_("Add mine"),
        action=url_for("lines.enter", watch=watch, kind=form.kind),
    )


def _side_by_side(form: LineForm, watch: str, *, action: str, **context: object) -> str:
    """Both, and the form as it was sent, for the current sheet, to be sent again to *action*."""
    line, match = form.line, form.match
    if line is None:
        raise ValueError("not a valid line")
    sent = {name: value for name, value in request.form.items() if name in form}
    fresh = {"entry": new_entry_id(), "version": match.version_stamp}
    return render_template(
        "hands/side_by_side.html",
        title=_("Someone else changed the sheet meanwhile"),
        question=_("See what has changed. Yours is not saved yet."),
        mine=LabelledHand(
            # Translators: %(kind)s is what was entered: “Penalty”, “Adjustment” …
            _("Your hand") if isinstance(line, Hand) else _("Yours: %(kind)s", kind=kind_of(line)),
            in_words(in_place(form, line)[0], match.players, match.rules),
        ),
        fields=tuple((sent | fresh).items()),
        instead=None,
        links={"sheet": url_for("matches.show", watch=watch), "form": action},
        **context,
    )
