"""Entering a hand or an extra line, from its form to the sheet. The form says what differs."""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from flask import abort, redirect, render_template, request, session, url_for
from flask_wtf import FlaskForm
from werkzeug.wrappers import Response
from wtforms.fields import HiddenField

from models.gin.hand.problems import InvalidDeclarationError
from models.gin.hand.scoring import Hand
from models.gin.sheet.extra_lines import ExtraLine
from models.records.finding.earlier_sheets import changes_of
from models.records.saving.hand_writes import add_hand, correct_hand
from models.records.saving.limits import MOST_HANDS, Full, FullMatchError
from models.records.saving.pipeline import Entry, StaleSheetError, Written, new_entry_id
from models.records.saving.seats import NoSeatError
from models.records.tables.change import Change
from models.records.tables.match import Match
from models.records.tables.sheet_row import Record
from views.entry.conflict import Conflict, LabelledHand
from views.entry.slot import in_place
from views.shared.change_log import in_words
from views.shared.errors import DATABASE_ERRORS, keep_form
from views.shared.form_helpers import WrongField, wrong_fields
from views.web import outbox
from views.web.access import entry_of


def change(watch: str, match: Match, record_id: int, act: Callable[[Match, int, Entry], Written]) -> Response:
    """Does what a button without a form asks for. 409 if the sheet has changed since it was shown."""
    try:
        with refusals():
            entry = entry_of(request.args.get("entry"), request.args.get("version"))
            outbox.note(act(match, record_id, entry))
    except StaleSheetError:
        abort(409)
    except InvalidDeclarationError:
        abort(422)
    return redirect(url_for("matches.show", watch=watch), 303)


@contextmanager
def refusals() -> Iterator[None]:
    """Turns a missing seat into 403, and a missing hand or line into 404."""
    try:
        yield
    except NoSeatError:
        abort(403)
    except LookupError:
        abort(404)


Answer = str | tuple[str, int] | Response

PREVIEW = "preview"
"""The part of the page that a preview can change, which JavaScript requests alone."""

SAVED = "saved"
"""The session key with the entry saved last, so that its draft on the phone can be deleted."""


class EntryForm(FlaskForm):  # type: ignore[misc]
    """A hand or an extra line, as typed."""

    class Meta:
        """Every form that is sent has had its token checked by then (views/web/security.py)."""

        csrf = False

    entry = HiddenField()
    version = HiddenField()
    position = HiddenField()
    """The position of what is to be corrected. A hand's number may change until the form is sent."""

    templates = ""
    """The folder of its page: ``new.html``, and for previews ``_preview.html``."""
    previews: Sequence[str] = ("preview",)
    """The buttons that preview without saving."""

    def __init__(self, match: Match, record: Record | None = None, **kwargs: Any) -> None:
        """*record*: what is to be corrected; None for something new."""
        super().__init__(**kwargs)
        self.match, self.record = match, record

    def open(self) -> None:
        """Starts a new form, or one with what is to be corrected."""
        self.entry.data, self.version.data = new_entry_id(), self.match.version_stamp
        self.position.data = str(self.record.position) if self.record else ""

    @property
    def is_sent(self) -> bool:
        """Whether it was submitted to be saved, not just opened or previewed."""
        return request.method == "POST" and not any(name in request.form for name in self.previews)

    @property
    def sent(self) -> dict[str, str]:
        """The fields as they were sent, to be sent again."""
        return {name: value for name, value in request.form.items() if name in self}

    @property
    def wrong_fields(self) -> list[WrongField]:
        return wrong_fields(self)

    @abstractmethod
    def validate_so_far(self) -> None:
        """Reads what was typed as far as it can be read, without errors at what is still blank."""

    @property
    @abstractmethod
    def written(self) -> Hand | ExtraLine:
        """What it writes on the sheet.

        :raises ValueError: if the form is not valid.
        """

    @abstractmethod
    def context(self, watch: str) -> dict[str, object]:
        """What its page shows: a title, a preview, and what only its templates need."""

    @abstractmethod
    def conflict_with(self, changes: Sequence[Change], watch: str) -> Conflict:
        """The form beside what others did meanwhile: changed the sheet, or removed what it corrects."""

    def conflict(self, watch: str) -> Conflict | None:
        """What the players have to see before a valid form is saved."""
        if self.record is None or not self.record.removed:
            return None
        return self.conflict_with(changes_of(self.match, self.record.id)[:1], watch)


def require_room(match: Match) -> None:
    """Refuses the form of another hand or line if *match* has no room for it."""
    if len(match.records) >= MOST_HANDS:
        raise FullMatchError(Full.HANDS)


def answer(form: EntryForm, watch: str) -> Answer:
    """Shows the form; once it is sent and valid, saves it and goes back to the sheet."""
    if request.method != "POST":
        form.open()
    if not form.is_sent:
        form.validate_so_far()
        return _page(form, watch)
    if not form.validate():
        return _page(form, watch), 422
    if conflict := form.conflict(watch):
        return _side_by_side(form, watch, conflict)
    try:
        written = _save(form)
    except StaleSheetError as error:
        return _side_by_side(form, watch, form.conflict_with(error.changes, watch))
    except InvalidDeclarationError:
        form.validate()
        return _page(form, watch), 422
    except DATABASE_ERRORS as error:
        return keep_form(error, lambda: _page(form, watch, not_saved=True))
    return _back_to_sheet(form, watch, written)


def _save(form: EntryForm) -> Written:
    """Adds what was entered to the sheet, or corrects it there."""
    with refusals():
        entry = entry_of(form.entry.data, form.version.data)
        if form.record is None:
            return add_hand(form.match, form.written, entry)
        return correct_hand(form.match, form.record.id, form.written, entry)


def _page(form: EntryForm, watch: str, *, not_saved: bool = False) -> str:
    """The form with a preview, or only the parts that a preview can change.

    *not_saved*: the database failed just now, and the same form can be sent again.
    """
    part = request.headers.get("X-Part") == PREVIEW
    return render_template(
        f"{form.templates}/{'_preview' if part else 'new'}.html",
        form=form,
        problems=form.wrong_fields,
        not_saved=not_saved,
        links={"sheet": url_for("matches.show", watch=watch)},
        **form.context(watch),
    )


def _side_by_side(form: EntryForm, watch: str, conflict: Conflict) -> tuple[str, int]:
    """What was entered beside what is on the sheet, and the form as it was sent, to be sent again."""
    row, _sheet = in_place(form.match, form.record, form.written)
    page = render_template(
        "hands/side_by_side.html",
        conflict=conflict,
        own=LabelledHand(conflict.own_label, in_words(row, form.match.players, form.match.rules)),
        fields=form.sent | {"entry": new_entry_id()} | conflict.fields,
        links={"sheet": url_for("matches.show", watch=watch)},
    )
    return page, conflict.status


def _back_to_sheet(form: EntryForm, watch: str, written: Written) -> Response:
    """Redirects to the sheet, which may say that another phone had saved the same."""
    outbox.note(written)
    session[SAVED] = form.entry.data
    joined = form.match.record(written.row_id).position if written.joined and written.row_id else None
    return redirect(url_for("matches.show", watch=watch, joined=joined), 303)
