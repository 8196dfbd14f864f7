"""What the forms of extra lines, and of hands from paper, have in common."""

import re
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import url_for
from wtforms.fields import RadioField, StringField

from models.gin.hand.hand import Hand
from models.gin.rules.seating import Table
from models.gin.sheet.extra_lines import ExtraLine
from models.records.tables.change import Change
from models.records.tables.match import Match
from models.records.tables.sheet_row import HandRecord, Record
from views.extra_lines.preview import preview_of
from views.language.i18n import gettext as _
from views.language.i18n import marked
from views.shared.change_log import correction_url
from views.shared.edit_conflict import Conflict, meanwhile
from views.shared.entering import EntryForm
from views.shared.form_helpers import chosen, problem_of_reason, wrong
from views.words.extra_lines import kind_of
from views.words.hand_sum import number
from views.words.lists import as_sentence

WHOLE = re.compile(r"[-−–+]?[0-9]{1,6}")

TITLES = {
    "penalty": (marked("Penalty"), marked("Correct the penalty")),
    "adjustment": (marked("Adjustment"), marked("Correct the adjustment")),
    "hand": (marked("Hand from paper"), marked("Correct the hand from paper")),
    "paper": (marked("Scores from paper"), marked("Correct the opening scores")),
    "handicap": (marked("Handicap"), marked("Correct the handicap")),
}
"""The heading of each form, for a new line and for a correction."""

# Translators: a hand of which only the points are known, copied from a paper score sheet.
SHORT = {"hand": marked("From paper")}
"""What a form is called beside others, if its heading is too long for that."""


@dataclass(frozen=True, slots=True)
class Tab:
    """Another kind of line, and its page."""

    label: str
    url: str
    chosen: bool


class ExtraLineForm(EntryForm):
    """An extra line, or a hand from paper, as typed."""

    templates = "extra_lines"
    kind = ""
    """The name of the form in addresses."""

    def __init__(self, match: Match, record: Record | None = None, **kwargs: Any) -> None:
        super().__init__(match, record, **kwargs)
        self.line: Hand | ExtraLine | None = None
        """The line, once it is valid."""
        self.prepare()

    def prepare(self) -> None:
        """Sets the labels and choices that depend on the match."""

    def open(self) -> None:
        super().open()
        if self.record:
            self.fill(self.record.written)
        else:
            self.start()

    def start(self) -> None:
        """Fills in what the address of a new form knows."""

    def fill(self, line: Any) -> None:
        """Fills in *line*, as a player would have typed it."""

    def validate_so_far(self) -> None:
        self.validate()
        for field in self:
            field.errors = []

    def validate(self, extra_validators: object = None) -> bool:
        for field in self:
            field.errors = []
        line = self.read()
        self.line = None if any(field.errors for field in self) else line
        return self.line is not None

    @abstractmethod
    def read(self) -> Hand | ExtraLine | None:
        """The line as it was typed, with errors at the fields."""

    @property
    def written(self) -> Hand | ExtraLine:
        if self.line is None:
            raise ValueError("not a valid line")
        return self.line

    def context(self, watch: str) -> dict[str, object]:
        return {
            "title": _(TITLES[self.kind][self.record is not None]),
            "preview": preview_of(self.match, self.record, self.line),
            "tabs": [] if self.record else [self._tab(kind, watch) for kind in self.kinds],
            "known_url": self._known_url(watch),
        }

    @property
    def kinds(self) -> Sequence[str]:
        """The kinds of lines that can be added in its place."""
        return "penalty", "adjustment", "hand"

    def _tab(self, kind: str, watch: str) -> Tab:
        address = url_for("extra_lines.enter", watch=watch, kind=kind)
        return Tab(_(SHORT.get(kind, TITLES[kind][0])), address, kind == self.kind)

    def _known_url(self, watch: str) -> str:
        """Where a hand from paper is entered by deadwood or cards, now that they are known; "" for others."""
        if not isinstance(self.record, HandRecord) or self.record.removed:
            return ""
        return url_for("hands.correct", watch=watch, number=self.match.number(self.record), by="deadwood")

    def conflict_with(self, changes: Sequence[Change], watch: str) -> Conflict:
        is_removed = self.record is not None and self.record.removed
        corrected = None if is_removed else self.record
        return meanwhile(
            changes,
            self.match,
            own_label=self._mine,
            head=_("Someone else removed this meanwhile.")
            if is_removed
            else as_sentence(_("Someone else changed the sheet meanwhile")),
            question=_("See what has changed. Yours is not saved yet."),
            action=correction_url(self.match, corrected, watch)
            if corrected
            else url_for("extra_lines.enter", watch=watch, kind=self.kind),
            add=_("Save my correction") if corrected else _("Add mine"),
        )

    @property
    def _mine(self) -> str:
        """What it is called beside another version."""
        if isinstance(self.line, ExtraLine):
            # Translators: %(kind)s is what was entered: “Penalty”, “Adjustment” …
            return _("Yours: %(kind)s", kind=kind_of(self.line))
        return _("Your hand")

    def number(self, field: StringField, least: int, most: int) -> int | None:
        """The whole number in *field*; None with an error if it is wrong, or without one if it is blank."""
        text = (field.data or "").replace(" ", "")
        if not text:
            return None
        read = int(re.sub("[−–]", "-", text)) if WHOLE.fullmatch(text) else None
        if read is None or not least <= read <= most:
            wrong(field, _("Type a whole number from %(least)s to %(most)s.", least=number(least), most=most))
            return None
        return read

    def refuse_no_part(self, field: RadioField, player: int | None) -> None:
        """A new line can't be about who of three sits out the game of the other two."""
        sheet = self.match.sheet
        if player is None or self.record or sheet.table is not Table.WINNER_STAYS or not sheet.to_play:
            return
        if player not in sheet.to_play[0]:
            wrong(field, _("%(name)s sits out this game.", name=self.match.players[player]))

    def words(self, field: StringField) -> str:
        """A few words, with an error if they can't be shown."""
        text = " ".join((field.data or "").split())
        if problem := problem_of_reason(text):
            wrong(field, problem)
        return text


def player_in(field: RadioField) -> int | None:
    """The chosen player; None if nobody was chosen."""
    who = chosen(field)
    return None if who is None else int(who)


def by_number(names: Sequence[str]) -> list[tuple[str, str]]:
    """Names as choices."""
    return [(str(player), name) for player, name in enumerate(names)]
