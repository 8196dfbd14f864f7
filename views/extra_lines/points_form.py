"""The form of a hand from paper, of which only the points are known."""

from wtforms.fields import RadioField, StringField

from models.gin.hand.declaration import Points
from models.gin.hand.hand import Hand
from models.gin.rules.seating import Player
from models.gin.sheet.extra_lines import LARGEST_SCORE
from models.records.tables.sheet_row import HandRecord
from views.extra_lines.form import ExtraLineForm, by_number, player_in
from views.language.i18n import gettext as _
from views.language.i18n import lazy
from views.shared.form_helpers import choose, wrong


class PointsForm(ExtraLineForm):
    """Who won a hand, and for how many points."""

    kind = "hand"
    winner = RadioField(lazy("Who won?"), validate_choice=False)
    loser = RadioField(lazy("Against whom?"), validate_choice=False)
    points = StringField(lazy("Points"))

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
        winner, points = player_in(self.winner), self.number(self.points, 0, LARGEST_SCORE)
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
        """Its round in a partnership; otherwise 0."""
        if isinstance(self.record, HandRecord):
            return self.record.hand.round
        return self.match.sheet.round_of(faced)
