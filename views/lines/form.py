"""What the forms of other lines, and of hands from paper, have in common."""

import re
from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

from flask import request
from flask_wtf import FlaskForm
from wtforms.fields import HiddenField, RadioField, StringField

from models.gin.other_lines import OtherLine
from models.gin.seating import Table
from models.gin.sheet import Hand
from models.records import Match, Record, new_entry_id
from views.shared.form_helpers import chosen, problem_of_reason, wrong
from views.web.i18n import gettext as _
from views.words.hand_sum import number

WHOLE = re.compile(r"[-−–+]?[0-9]{1,6}")


class LineForm(FlaskForm):  # type: ignore[misc]
    """A line that is not a hand, or a hand from paper, as typed."""

    class Meta:
        """Every form that is sent has had its token checked by then (views/web/security.py)."""

        csrf = False

    entry = HiddenField()
    version = HiddenField()
    position = HiddenField()

    kind = ""
    """The name of the form in addresses."""

    def __init__(self, match: Match, record: Record | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.match, self.record = match, record
        self.line: Hand | OtherLine | None = None
        """The line, once it is valid."""
        self.prepare()

    def prepare(self) -> None:
        """Sets the labels and choices that depend on the match."""

    def open(self) -> None:
        """Starts a new form, or one with the line to be corrected."""
        self.entry.data, self.version.data = new_entry_id(), self.match.version_stamp
        self.position.data = str(self.record.position) if self.record else ""
        if self.record:
            self.fill(self.record.written)
        else:
            self.start()

    def start(self) -> None:
        """Fills in what the address of a new form knows."""

    def fill(self, line: Any) -> None:
        """Fills in *line*, as a player would have typed it."""

    def validate_so_far(self) -> None:
        """Reads the line as far as it can be read, without errors at what is still blank."""
        self.stands()
        for field in self:
            field.errors = []

    def stands(self) -> bool:
        """Whether the line is valid; if not, adds an error to each field that is wrong or missing."""
        for field in self:
            field.errors = []
        line = self.read()
        self.line = None if any(field.errors for field in self) else line
        return self.line is not None

    @abstractmethod
    def read(self) -> Hand | OtherLine | None:
        """The line as it was typed, with errors at the fields."""

    @property
    def is_sent(self) -> bool:
        """Whether it was submitted to be saved, not just previewed."""
        return request.method == "POST" and "preview" not in request.form

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
