"""The forms of extra lines: penalties, adjustments, opening scores, and hands from paper."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from flask import request, url_for
from wtforms.fields import RadioField, StringField

from models.gin.hand.declaration import Points
from models.gin.hand.problems import Problem, Reason
from models.gin.hand.scoring import Hand
from models.gin.rules.house_rules import LARGEST_TOTAL, Fault, charge
from models.gin.rules.options import FalseKnock, MatchBy
from models.gin.rules.seating import Player, Table
from models.gin.sheet.extra_lines import (
    LARGEST_HAND,
    LARGEST_PENALTY,
    MOST_BOXES,
    MOST_PLAYED,
    Adjustment,
    ColumnScores,
    ExtraLine,
    OpeningKind,
    OpeningScores,
    Penalty,
    problems_of,
)
from models.gin.sheet.rounds import first_places
from models.records.tables.change import Change
from models.records.tables.match import Match
from models.records.tables.sheet_row import HandRecord, Record
from views.entry.conflict import Conflict, meanwhile
from views.entry.entering import EntryForm
from views.entry.fields import SumField, plain, read_number
from views.entry.preview import preview_line
from views.entry.slot import opening_record, problems_with
from views.language.i18n import gettext as _
from views.language.i18n import lazy, marked, signed_number
from views.language.i18n import number as in_groups
from views.shared.change_log import correction_url
from views.shared.form_helpers import choose, chosen, problem_of_reason, wrong
from views.words.extra_lines import FAULTS, kind_of
from views.words.hand_result import number
from views.words.lists import as_sentence
from views.words.problems import explain, side_names

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
        if line is not None and not any(field.errors for field in self):
            for problem in problems_with(self.match, self.record, line):
                self.refuse(problem)
        self.line = None if any(field.errors for field in self) else line
        return self.line is not None

    def refuse(self, problem: Problem) -> None:
        """Adds a problem to the field that it is about."""
        wrong(self["points"], explain(problem, side_names()))

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
            "preview": preview_line(self.match, self.record, self.line),
            "tabs": [] if self.record else [self._tab(kind, watch) for kind in self.kinds],
            "known_url": self._known_url(watch),
        }

    @property
    def sums(self) -> list[SumField]:
        """The fields that take a sum."""
        return [field for field in self if isinstance(field, SumField)]

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
        text = plain(field.data or "")
        if not text:
            return None
        read = read_number(text if "+" in text else text.replace(" ", ""))
        if read is None and isinstance(field, SumField):
            wrong(field, _("Type a number, or a sum such as 10+7+3."))
            return None
        if read is None or not least <= read <= most:
            least_said = signed_number(least) if least < 0 else str(least)
            said = _(
                "Type a whole number from %(least)s to %(most)s.", least=least_said, most=in_groups(most)
            )
            wrong(field, said)
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


class OpeningForm(ExtraLineForm):
    """What the first game starts with: on paper, or as a handicap."""

    kind_of_line = OpeningKind.CARRIED_OVER
    columns = 1
    sides = 2
    dealer = RadioField(lazy("Who deals the next hand?"), validate_choice=False)
    played = StringField(lazy("Hands of this game that were played before"))

    @property
    def kinds(self) -> Sequence[str]:
        """Opening scores are entered once."""
        return () if opening_record(self.match) else tuple(KINDS_OF_OPENING.values())

    def prepare(self) -> None:
        first = self.match.first_dealer
        choose(self.dealer, by_number(self.match.sides))
        self.dealer.data = self.dealer.data or str(first)
        for side, name in enumerate(self.match.sides):
            self.games(side).label.text = _("%(name)s’s games won", name=name)
        for column in range(self.columns):
            for side, name in enumerate(self.match.sides):
                self._name(self.points(column, side), column, _("%(name)s’s points", name=name))
                self._name(self.boxes(column, side), column, _("%(name)s’s boxes", name=name))

    def _name(self, field: StringField, column: int, label: str) -> None:
        several = self.columns > 1
        field.label.text = (
            # Translators: %(label)s is “Ann’s points” or “Ann’s boxes”.
            _("%(label)s, column %(number)s", label=label, number=column + 1) if several else label
        )

    def points(self, column: int, side: int) -> StringField:
        return self[f"points_{column}_{side}"]

    def boxes(self, column: int, side: int) -> StringField:
        return self[f"boxes_{column}_{side}"]

    def games(self, side: int) -> StringField:
        """The field with the games that a side has won."""
        return self[f"games_{side}"]

    @property
    def asks_games(self) -> bool:
        """Whether the games won before are asked for: they decide the match, and it has several."""
        rules = self.match.rules
        has_several = rules.match_by is MatchBy.GAMES and not rules.is_single_game
        return self.kind_of_line is OpeningKind.CARRIED_OVER and has_several

    @property
    def asks_boxes(self) -> bool:
        rules = self.match.rules
        is_paid = bool(rules.box_bonus or rules.stake_per_box)
        return self.kind_of_line is OpeningKind.CARRIED_OVER and is_paid

    @property
    def asks_played(self) -> bool:
        """Whether the number of hands is asked for."""
        return self.kind_of_line is OpeningKind.CARRIED_OVER and self.match.rules.max_hands is not None

    @property
    def asks_dealer(self) -> bool:
        return self.kind_of_line is OpeningKind.CARRIED_OVER

    def fill(self, line: OpeningScores) -> None:
        for column, scores in enumerate(line.columns[: self.columns]):
            for side in range(self.sides):
                self.points(column, side).data = number(scores.points[side])
                self.boxes(column, side).data = str(scores.boxes[side]) if scores.boxes else ""
        self.dealer.data = str(self.match.first_dealer if line.dealer is None else line.dealer)
        self.played.data = str(line.played or "")
        for side, won in enumerate(line.games):
            self.games(side).data = str(won or "")

    def read(self) -> ExtraLine | None:
        columns = list(self._columns())
        while len(columns) > 1 and not any((*columns[-1].points, *columns[-1].boxes)):
            columns.pop()
        played = self.number(self.played, 0, MOST_PLAYED) if self.asks_played else 0
        games = self._games() if self.asks_games else ()
        if any(field.errors for field in self):
            return None
        dealer = player_in(self.dealer)
        line = OpeningScores(
            self.kind_of_line,
            tuple(columns),
            None if dealer == self.match.first_dealer or not self.asks_dealer else dealer,
            played or 0,
            games if any(games) else (),
        )
        if not any((*columns[0].points, *columns[0].boxes, *games)) and len(columns) == 1:
            wrong(self.points(0, 0), _("Type the points of at least one player."))
        self._note(line)
        return line

    def _games(self) -> tuple[int, ...]:
        """The games that each side has won; blank is 0."""
        return tuple(self.number(self.games(side), 0, MOST_PLAYED) or 0 for side in range(self.sides))

    def _columns(self) -> Iterator[ColumnScores]:
        """The scores of each column; blank is 0."""
        sides = range(self.sides)
        for column in range(self.columns):
            points = [
                self.number(self.points(column, side), -LARGEST_TOTAL, LARGEST_TOTAL) or 0 for side in sides
            ]
            boxes = [self.number(self.boxes(column, side), 0, MOST_BOXES) or 0 for side in sides]
            yield ColumnScores(tuple(points), tuple(boxes) if self.asks_boxes and any(boxes) else ())

    def _note(self, line: OpeningScores) -> None:
        """Adds what the rules say about *line*."""
        for problem in problems_of(line, self.match.rules):
            self.refuse(problem)
        self._refuse_no_part(line)
        others = [each for each in self.match.extra_lines if each != self.record and not each.removed]
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
        about = {Reason.OPENING_AFTER_LAST_HAND: self.played, Reason.OPENING_WINS_MATCH: self.games(0)}
        wrong(about.get(problem.reason, self.points(0, 0)), explain(problem, side_names()))


@lru_cache(maxsize=64)
def _with_fields(kind: OpeningKind, columns: int, sides: int) -> type[OpeningForm]:
    fields = {
        f"{name}_{column}_{side}": field()
        for column in range(columns)
        for side in range(sides)
        for name, field in (("points", SumField), ("boxes", StringField))
    }
    fields |= {f"games_{side}": StringField() for side in range(sides)}
    values = {"kind_of_line": kind, "kind": KINDS_OF_OPENING[kind], "columns": columns, "sides": sides}
    return type("OpeningForm", (OpeningForm,), {**fields, **values})


KINDS_OF_OPENING = {OpeningKind.CARRIED_OVER: "paper", OpeningKind.HANDICAP: "handicap"}
"""The names of forms with opening scores, in addresses."""


def opening_form(kind: OpeningKind, match: Match) -> type[OpeningForm]:
    """The form for opening scores of a *kind*; a handicap is only in the first column."""
    columns = 1 if kind is OpeningKind.HANDICAP else match.rules.columns
    return _with_fields(kind, columns, match.table.sides)


class PenaltyForm(ExtraLineForm):
    kind = "penalty"
    player = RadioField(lazy("Who made the mistake?"), validate_choice=False)
    fault = RadioField(lazy("What for?"), validate_choice=False)
    points = SumField(lazy("Agreed points"))
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
    points = SumField(lazy("Points"))
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
        player, points = player_in(self.player), self.number(self.points, 1, LARGEST_TOTAL)
        reason, sign = self.words(self.reason), -1 if self.direction.data == "take" else 1
        if player is None:
            wrong(self.player, _("Choose whose score it is."))
        self.refuse_no_part(self.player, player)
        if points is None and not self.points.errors:
            wrong(self.points, _("How many points?"))
        if player is None or points is None:
            return None
        return Adjustment(player, sign * points, reason)


class PointsForm(ExtraLineForm):
    """Who won a hand, and for how many points."""

    kind = "hand"
    winner = RadioField(lazy("Who won?"), validate_choice=False)
    loser = RadioField(lazy("Against whom?"), validate_choice=False)
    points = SumField(lazy("Points"))

    def prepare(self) -> None:
        for field in (self.winner, self.loser):
            choose(field, by_number(self.match.players))

    @property
    def asks_loser(self) -> bool:
        """Whether it has to be asked who lost: there are more than two players."""
        return len(self.match.players) > 2

    def fill(self, written: Hand) -> None:
        self.winner.data = str(written.knocker)
        self.loser.data = str(sum(written.faced) - (written.knocker or 0))
        self.points.data = str(written.laid.points) if isinstance(written.laid, Points) else ""

    def read(self) -> Hand | None:
        winner, points = player_in(self.winner), self.number(self.points, 0, LARGEST_HAND)
        if winner is None:
            wrong(self.winner, _("Choose who won the hand."))
        if points is None and not self.points.errors:
            wrong(self.points, _("How many points?"))
        loser = self._loser(winner)
        if winner is None or loser is None or points is None:
            return None
        faced = (min(winner, loser), max(winner, loser))
        return Hand(winner, Points(points), faced, self._round(faced))

    def _loser(self, winner: Player | None) -> Player | None:
        """Who lost; None, with an error, if that is not known or can't be."""
        if not self.asks_loser:
            return None if winner is None else 1 - winner
        loser = player_in(self.loser)
        if loser is None:
            wrong(self.loser, _("Choose who lost the hand."))
        elif winner is not None and not self.match.table.may_face((min(winner, loser), max(winner, loser))):
            wrong(self.loser, _("These two don’t play against each other."))
        return loser

    def _round(self, faced: tuple[Player, Player]) -> int:
        """The round of the hand in a partnership; otherwise 0."""
        if isinstance(self.record, HandRecord):
            return self.record.hand.round
        return self.match.sheet.round_of(faced)


FORMS: dict[str, type[ExtraLineForm]] = {
    form.kind: form for form in (PenaltyForm, AdjustmentForm, PointsForm)
}
"""The forms that are always there, by their names in addresses."""


def new_form(kind: str, match: Match) -> ExtraLineForm:
    """The form of a new line; a penalty unless the address names another."""
    for opening, name in KINDS_OF_OPENING.items():
        if name == kind:
            return opening_form(opening, match)(match)
    return FORMS.get(kind, PenaltyForm)(match)


def form_of(record: Record, match: Match) -> ExtraLineForm:
    """The form that corrects *record*."""
    if isinstance(record, HandRecord):
        return PointsForm(match, record)
    if isinstance(record.line, OpeningScores):
        return opening_form(record.line.kind, match)(match, record)
    form = AdjustmentForm if isinstance(record.line, Adjustment) else PenaltyForm
    return form(match, record)
