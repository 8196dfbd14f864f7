"""The forms of lines that are not hands: a penalty, an adjustment, a handicap, a match started on paper."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from flask import request
from flask_wtf import FlaskForm
from wtforms.fields import HiddenField, RadioField, StringField

from models.gin.dealing import first_places
from models.gin.other_lines import (
    LARGEST_PENALTY,
    LARGEST_SCORE,
    MOST_BOXES,
    MOST_PLAYED,
    Adjustment,
    ColumnScores,
    Fault,
    OpeningKind,
    OpeningScores,
    OtherLine,
    Penalty,
)
from models.gin.problems import Problem, Reason
from models.gin.scored_lines import charge, problems_of
from models.gin.seating import Table
from models.records import LineRecord, Match, new_entry_id
from views.shared.form_helpers import choose, chosen, problem_of_reason, wrong
from views.web.i18n import gettext as _
from views.web.i18n import lazy
from views.words.hand_sum import number
from views.words.other_lines import FAULTS
from views.words.problems import explain, side_names

WHOLE = re.compile(r"[-−–+]?[0-9]{1,6}")


class LineForm(FlaskForm):  # type: ignore[misc]
    """A line that is not a hand, as typed."""

    class Meta:
        """Every form that is sent has had its token checked by then (views/web/security.py)."""

        csrf = False

    entry = HiddenField()
    version = HiddenField()
    position = HiddenField()

    kind = ""
    """The name of the form in addresses."""

    def __init__(self, match: Match, record: LineRecord | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.match, self.record = match, record
        self.line: OtherLine | None = None
        """The line, once it is valid."""
        self.prepare()

    def prepare(self) -> None:
        """Sets the labels and choices that depend on the match."""

    def open(self) -> None:
        """Starts a new form, or one with the line to be corrected."""
        self.entry.data, self.version.data = new_entry_id(), self.match.version_stamp
        self.position.data = str(self.record.position) if self.record else ""
        if self.record:
            self.fill(self.record.line)
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

    def read(self) -> OtherLine | None:
        """The line as it was typed, with errors at the fields."""
        raise NotImplementedError

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


class PenaltyForm(LineForm):
    """A penalty."""

    kind = "penalty"
    player = RadioField(lazy("Who made the mistake?"), validate_choice=False)
    fault = RadioField(lazy("What for?"), validate_choice=False)
    points = StringField(lazy("Agreed points"))
    reason = StringField(lazy("What happened (optional)"))

    def prepare(self) -> None:
        choose(self.player, by_number(self.match.players))
        choose(self.fault, [(fault.value, _(label)) for fault, label in FAULTS.items()])

    @property
    def charges(self) -> dict[str, str]:
        """What the rules charge for each fault, in words."""
        charged = {fault.value: charge(fault, self.match.rules) for fault in Fault}
        return {
            fault: _("These rules charge %(points)s.", points=points)
            if points
            else _("These rules charge no points.")
            for fault, points in charged.items()
        }

    def start(self) -> None:
        self.player.data, self.fault.data = request.args.get("player"), request.args.get("for")

    def fill(self, line: Penalty) -> None:
        self.player.data, self.fault.data = str(line.player), line.fault.value
        self.points.data = "" if line.points is None else str(line.points)
        self.reason.data = line.reason

    def read(self) -> OtherLine | None:
        player, fault = player_in(self.player), chosen(self.fault)
        if player is None:
            wrong(self.player, _("Choose who made the mistake."))
        self.refuse_no_part(self.player, player)
        if fault is None:
            wrong(self.fault, _("Choose what the penalty is for."))
        points = self.number(self.points, 0, LARGEST_PENALTY)
        reason = self.words(self.reason)
        if player is None or fault is None:
            return None
        self._refuse_nothing(Fault(fault), points)
        return Penalty(player, Fault(fault), points, reason)

    def _refuse_nothing(self, fault: Fault, points: int | None) -> None:
        """A penalty of nothing need not be written, unless it gives a box."""
        rules = self.match.rules
        if points or self.points.errors or rules.penalty_box:
            return
        if points is None and not charge(fault, rules):
            wrong(
                self.points,
                _("These rules charge no points for this. Type the points that you agreed on, if any."),
            )
        elif points == 0:
            wrong(self.points, _("A penalty of 0 changes nothing."))


class AdjustmentForm(LineForm):
    """An adjustment."""

    kind = "adjustment"
    player = RadioField(lazy("Whose score?"), validate_choice=False)
    direction = RadioField(lazy("Add or take away?"), validate_choice=False, default="add")
    points = StringField(lazy("Points"))
    reason = StringField(lazy("Why (optional)"))

    def prepare(self) -> None:
        choose(self.player, by_number(self.match.sides))
        choose(self.direction, [("add", _("Add points")), ("take", _("Take points away"))])

    def fill(self, line: Adjustment) -> None:
        self.player.data, self.points.data = str(line.player), str(abs(line.points))
        self.direction.data, self.reason.data = "add" if line.points > 0 else "take", line.reason

    def read(self) -> OtherLine | None:
        player, points = player_in(self.player), self.number(self.points, 1, LARGEST_SCORE)
        reason, sign = self.words(self.reason), -1 if self.direction.data == "take" else 1
        if player is None:
            wrong(self.player, _("Choose whose score it is."))
        self.refuse_no_part(self.player, player)
        if points is None and not self.points.errors:
            wrong(self.points, _("How many points?"))
        if player is None or points is None:
            return None
        return Adjustment(player, sign * points, reason)


class OpeningForm(LineForm):
    """What the first game starts with: on paper, or as a handicap."""

    kind_of_line = OpeningKind.CARRIED_OVER
    columns = 1
    sides = 2
    dealer = RadioField(lazy("Who deals the next hand?"), validate_choice=False)
    played = StringField(lazy("Hands of this game that were played before"))

    def prepare(self) -> None:
        first = self.match.first_dealer
        choose(self.dealer, by_number(self.match.sides))
        self.dealer.data = self.dealer.data or str(first)
        for column in range(self.columns):
            for side, name in enumerate(self.match.sides):
                self._name(self.points(column, side), column, _("%(name)s’s points", name=name))
                self._name(self.boxes(column, side), column, _("%(name)s’s boxes", name=name))

    def _name(self, field: StringField, column: int, label: str) -> None:
        several = self.columns > 1
        field.label.text = (
            _("%(label)s, column %(number)s", label=label, number=column + 1) if several else label
        )

    def points(self, column: int, side: int) -> StringField:
        """The field with the points of a side in a column."""
        return self[f"points_{column}_{side}"]

    def boxes(self, column: int, side: int) -> StringField:
        """The field with the boxes of a side in a column."""
        return self[f"boxes_{column}_{side}"]

    @property
    def asks_boxes(self) -> bool:
        """Whether boxes are asked for."""
        rules = self.match.rules
        is_paid = bool(rules.box_bonus or rules.stake_per_box)
        return self.kind_of_line is OpeningKind.CARRIED_OVER and is_paid

    @property
    def asks_played(self) -> bool:
        """Whether the number of hands is asked for."""
        return self.kind_of_line is OpeningKind.CARRIED_OVER and self.match.rules.max_hands is not None

    @property
    def asks_dealer(self) -> bool:
        """Whether it is asked who deals."""
        return self.kind_of_line is OpeningKind.CARRIED_OVER

    def fill(self, line: OpeningScores) -> None:
        for column, scores in enumerate(line.columns[: self.columns]):
            for side in range(self.sides):
                self.points(column, side).data = number(scores.points[side])
                self.boxes(column, side).data = str(scores.boxes[side]) if scores.boxes else ""
        self.dealer.data = str(self.match.first_dealer if line.dealer is None else line.dealer)
        self.played.data = str(line.played or "")

    def read(self) -> OtherLine | None:
        columns = list(self._columns())
        while len(columns) > 1 and not any((*columns[-1].points, *columns[-1].boxes)):
            columns.pop()
        played = self.number(self.played, 0, MOST_PLAYED) if self.asks_played else 0
        if any(field.errors for field in self):
            return None
        dealer = player_in(self.dealer)
        line = OpeningScores(
            self.kind_of_line,
            tuple(columns),
            None if dealer == self.match.first_dealer or not self.asks_dealer else dealer,
            played or 0,
        )
        if not any((*columns[0].points, *columns[0].boxes)) and len(columns) == 1:
            wrong(self.points(0, 0), _("Type the points of at least one player."))
        self._note(line)
        return line

    def _columns(self) -> Iterator[ColumnScores]:
        """The scores of each column; blank is 0."""
        sides = range(self.sides)
        for column in range(self.columns):
            points = [
                self.number(self.points(column, side), -LARGEST_SCORE, LARGEST_SCORE) or 0 for side in sides
            ]
            boxes = [self.number(self.boxes(column, side), 0, MOST_BOXES) or 0 for side in sides]
            yield ColumnScores(tuple(points), tuple(boxes) if self.asks_boxes and any(boxes) else ())

    def _note(self, line: OpeningScores) -> None:
        """Adds what the rules say about *line*."""
        for problem in problems_of(line, self.match.rules):
            self.refuse(problem)
        self._refuse_no_part(line)
        others = [each for each in self.match.other_lines if each != self.record and not each.removed]
        if any(isinstance(each.line, OpeningScores) for each in others):
            wrong(self.points(0, 0), _("The opening scores are already on the sheet. Correct them there."))

    def _refuse_no_part(self, line: OpeningScores) -> None:
        """Who sits out the whole first game starts it with nothing."""
        if self.match.table is not Table.WINNER_STAYS:
            return
        dealer = self.match.first_dealer if line.dealer is None else line.dealer
        out = first_places(self.match.table, dealer)[1]
        for column, scores in enumerate(line.columns):
            if any(each[out] for each in (scores.points, scores.boxes) if each):
                wrong(
                    self.points(column, out), _("%(name)s sits out this game.", name=self.match.players[out])
                )

    def refuse(self, problem: Problem) -> None:
        """Adds a problem to the field that it is about."""
        about_played = problem.reason is Reason.OPENING_AFTER_LAST_HAND
        wrong(self.played if about_played else self.points(0, 0), explain(problem, side_names()))


@lru_cache(maxsize=64)
def _opening_form(kind: OpeningKind, columns: int, sides: int) -> type[OpeningForm]:
    """A form with a field for each total."""
    fields = {
        f"{name}_{column}_{side}": StringField()
        for column in range(columns)
        for side in range(sides)
        for name in ("points", "boxes")
    }
    values = {"kind_of_line": kind, "kind": KINDS_OF_OPENING[kind], "columns": columns, "sides": sides}
    return type("OpeningForm", (OpeningForm,), {**fields, **values})


KINDS_OF_OPENING = {OpeningKind.CARRIED_OVER: "paper", OpeningKind.HANDICAP: "handicap"}
"""The names of forms with opening scores, in addresses."""


def new_form(kind: str, match: Match) -> LineForm:
    """The form of a new line; a penalty unless the address names another."""
    for opening, name in KINDS_OF_OPENING.items():
        if name == kind:
            return _opening(opening, match)(match)
    return AdjustmentForm(match) if kind == AdjustmentForm.kind else PenaltyForm(match)


def form_of(record: LineRecord, match: Match) -> LineForm:
    """The form that corrects *record*."""
    if isinstance(record.line, OpeningScores):
        return _opening(record.line.kind, match)(match, record)
    form = AdjustmentForm if isinstance(record.line, Adjustment) else PenaltyForm
    return form(match, record)


def _opening(kind: OpeningKind, match: Match) -> type[OpeningForm]:
    columns = 1 if kind is OpeningKind.HANDICAP else match.rules.columns
    return _opening_form(kind, columns, match.table.sides)
