"""Edit conflicts: two versions of a hand are shown side by side, and the players choose."""

from collections.abc import Iterable
from typing import Any

from flask import render_template, request, url_for

from models.gin.sheet import Hand
from models.records import Change, ChangeKind, HandRecord, Match, StaleSheetError, changes_of, new_entry_id
from views.hands.form import HandForm
from views.hands.hand_slot import HandSlot
from views.shared.change_log import in_words, line_in
from views.shared.edit_conflict import LabelledHand, labelled_changes
from views.shared.seating import said_in_address
from views.web.i18n import gettext as _
from views.words.hand_result import Words

AGREED = "agree"
"""The form field that says the players have seen that the cards and the sheet differ."""


def changed_meanwhile(form: HandForm, watch: str, error: StaleSheetError) -> str:
    """A hand that was entered on an outdated sheet."""
    added = _added_meanwhile(form, error.changes)
    return _side_by_side(
        form,
        watch,
        title=_("Someone else changed the sheet meanwhile"),
        head=_("Someone else saved a hand meanwhile.")
        if any(line_in(change) is None for change in error.changes)
        else _("Someone else changed the sheet meanwhile."),
        question=_question(error.changes, added),
        since=tuple(labelled_changes(error.changes, form.slot.match)),
        add=_save_anyway(form.slot, added),
        instead=_instead(form, watch, added) if added else None,
        fields={"version": form.slot.match.version_stamp},
    )


def removed_meanwhile(form: HandForm, watch: str, record: HandRecord) -> str:
    """A correction of a hand that was removed meanwhile. It can be added as a new hand."""
    match = form.slot.match
    removal = changes_of(match, record.id)[0]
    return _side_by_side(
        form,
        watch,
        title=_("Someone else changed the sheet meanwhile"),
        head=_("Someone else removed this hand meanwhile."),
        question=_("To correct it, bring it back in the history. Or add yours as another hand."),
        since=tuple(labelled_changes([removal], match)),
        add=_add(match),
        fields={"version": match.version_stamp, "position": ""},
        action=_address(form, "hands.enter", watch=watch),
    )


def cards_disagree(form: HandForm, watch: str, on_sheet: Hand) -> str:
    """Cards whose result differs from the sheet. One tap corrects the sheet."""
    return _side_by_side(
        form,
        watch,
        title=_("The cards give another result"),
        head=_("The cards and the sheet don’t match."),
        question=_("Compare the two. The sheet stays the same until you correct it."),
        label=_("From the cards"),
        since=(LabelledHand(_("On the sheet"), _in_slot(on_sheet, form.slot)),),
        add=_("Correct the sheet"),
        fields={AGREED: "1"},
    )


def _in_slot(hand: Hand, slot: HandSlot) -> Words:
    """The result of *hand* in its place on the sheet."""
    return in_words(slot.line_of(hand), slot.match.players, slot.rules)


def _side_by_side(
    form: HandForm,
    watch: str,
    *,
    fields: dict[str, str],
    label: str | None = None,
    action: str | None = None,
    **context: object,
) -> str:
    """Both hands, and the form as it was sent, with *fields* changed, to be sent again to *action*."""
    sent = {name: value for name, value in request.form.items() if name in form or name == AGREED}
    again = action or _address(form, str(request.endpoint), **(request.view_args or {}))
    return render_template(
        "hands/side_by_side.html",
        mine=LabelledHand(label or _("Your hand"), _in_slot(form.hand, form.slot)),
        fields=tuple((sent | {"entry": new_entry_id(), "by": form.way} | fields).items()),
        links={"sheet": url_for("matches.show", watch=watch), "form": again},
        **context,
    )


def _address(form: HandForm, endpoint: str, **values: Any) -> str:
    """An address that fixes the two players of the hand and its round."""
    return url_for(endpoint, **values, **said_in_address(form.slot.match.table, form.slot.faced, 0))


def _added_meanwhile(form: HandForm, changes: Iterable[Change]) -> HandRecord | None:
    """The hand that was added meanwhile in the place of this one, if it is still there."""
    if form.slot.record is not None:
        return None
    match = form.slot.match
    added = [
        match.record(change.hand_id)
        for change in changes
        if change.kind is ChangeKind.ADDED and change.hand_id
    ]
    return next((record for record in added if isinstance(record, HandRecord) and not record.removed), None)


def _instead(form: HandForm, watch: str, record: HandRecord) -> tuple[str, str]:
    """The button that replaces the hand in *record* by this one."""
    number = form.slot.match.number(record)
    address = _address(form, "hands.correct", watch=watch, number=number, position=record.position)
    return _("Mine is right: correct hand %(number)s", number=number), address


def _save_anyway(slot: HandSlot, added: HandRecord | None) -> str:
    """The label of the button that saves this hand anyway."""
    if slot.record:
        return _("Save my correction of hand %(number)s", number=slot.number)
    if added:
        return _("Add mine as hand %(number)s too", number=slot.number)
    return _add(slot.match)


def _add(match: Match) -> str:
    """The label of that button if no other hand was added meanwhile."""
    return _("Add mine as hand %(number)s", number=len(match.present) + 1)


def _question(changes: Iterable[Change], added: HandRecord | None) -> str:
    """The question to the players: is it the same hand, or does theirs still apply?"""
    if added:
        return _("Is yours the same hand or another one? Yours is not saved yet.")
    if all(change.kind is ChangeKind.RULED for change in changes):
        return _("The rules have changed. Below is what your hand scores now. It is not saved yet.")
    return _("See what has changed. Yours is not saved yet.")
