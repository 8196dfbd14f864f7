"""The form of opening scores: what the first game starts with, on paper or as a handicap."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from wtforms.fields import RadioField, StringField

from models.gin.hand.problems import Problem, Reason
from models.gin.rules.options import MatchBy
from models.gin.rules.seating import Table
from models.gin.sheet.dealing import first_places
from models.gin.sheet.extra_lines import (
    LARGEST_SCORE,
    MOST_BOXES,
    MOST_PLAYED,
    ColumnScores,
    ExtraLine,
    OpeningKind,
    OpeningScores,
)
from models.gin.sheet.scored_extra_lines import problems_of
from models.records.tables.match import Match
from views.extra_lines.form import ExtraLineForm, by_number, player_in
from views.language.i18n import gettext as _
from views.language.i18n import lazy
from views.shared.form_helpers import choose, wrong
from views.shared.line_links import opening_record
from views.words.hand_sum import number
from views.words.problems import explain, side_names


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
        """Whether it is asked who deals."""
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
                self.number(self.points(column, side), -LARGEST_SCORE, LARGEST_SCORE) or 0 for side in sides
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
        """Adds a problem to the field that it is about."""
        about = {Reason.OPENING_AFTER_LAST_HAND: self.played, Reason.OPENING_WINS_MATCH: self.games(0)}
        wrong(about.get(problem.reason, self.points(0, 0)), explain(problem, side_names()))


@lru_cache(maxsize=64)
def _with_fields(kind: OpeningKind, columns: int, sides: int) -> type[OpeningForm]:
    fields = {
        f"{name}_{column}_{side}": StringField()
        for column in range(columns)
        for side in range(sides)
        for name in ("points", "boxes")
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
