"""The forms of a penalty and of an adjustment."""

from flask import request
from wtforms.fields import RadioField, StringField

from models.gin.rules.faults import Fault, charge
from models.gin.rules.options import FalseKnock
from models.gin.rules.seating import Table
from models.gin.sheet.extra_lines import LARGEST_PENALTY, LARGEST_SCORE, Adjustment, ExtraLine, Penalty
from views.extra_lines.form import ExtraLineForm, by_number, player_in
from views.language.i18n import gettext as _
from views.language.i18n import lazy
from views.shared.form_helpers import choose, chosen, wrong
from views.words.extra_lines import FAULTS


class PenaltyForm(ExtraLineForm):
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
        return {fault.value: self._charge(fault) for fault in Fault}

    def _charge(self, fault: Fault) -> str:
        rules = self.match.rules
        if points := charge(fault, rules):
            return _("These rules charge %(points)s.", points=points)
        if fault is Fault.FALSE_KNOCK and rules.false_knock is FalseKnock.PLAY_ON:
            return _("These rules charge no points: the cards stay face up, and play goes on.")
        return _("These rules charge no points.")

    def start(self) -> None:
        self.player.data, self.fault.data = request.args.get("player"), request.args.get("for")

    def fill(self, line: Penalty) -> None:
        self.player.data, self.fault.data = str(line.player), line.fault.value
        self.points.data = "" if line.points is None else str(line.points)
        self.reason.data = line.reason

    def read(self) -> ExtraLine | None:
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
                _("These rules charge no points. Type the points that you agreed on, if any."),
            )
        elif points == 0:
            wrong(self.points, _("A penalty of 0 changes nothing."))


class AdjustmentForm(ExtraLineForm):
    kind = "adjustment"
    player = RadioField(lazy("Whose score?"), validate_choice=False)
    direction = RadioField(lazy("Add or take away?"), validate_choice=False, default="add")
    points = StringField(lazy("Points"))
    reason = StringField(lazy("Why (optional)"))

    def prepare(self) -> None:
        choose(self.player, by_number(self.match.sides))
        choose(self.direction, [("add", _("Add points")), ("take", _("Take points away"))])

    @property
    def hint(self) -> str:
        """What the points do, where they pass between one player and each of two others."""
        table = self.match.table
        if table.sides < 3 or table is Table.WINNER_STAYS or not self.match.rules.loser_negative:
            return ""
        return _("Each of the others loses what is added, or gets what is taken away.")

    def fill(self, line: Adjustment) -> None:
        self.player.data, self.points.data = str(line.player), str(abs(line.points))
        self.direction.data, self.reason.data = "add" if line.points > 0 else "take", line.reason

    def read(self) -> ExtraLine | None:
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
