"""The totals at the top of a sheet: points, what is missing, who has won and who deals."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from models.gin.rules.seating import Player
from models.gin.sheet.columns import Column
from models.gin.sheet.sheet import Sheet
from views.language.i18n import ngettext
from views.words.game_summary import Figures, for_a_side, score_of_match, standing, to_go


@dataclass(frozen=True, slots=True)
class Total:
    """A player, or partners, at the top of the sheet."""

    name: str
    points: str
    to_go: str
    """The points needed to end the game; with several columns, in the nearest open one."""
    boxes: str
    """The boxes so far, if they are added at the end."""
    reached: int
    target: int
    badge: str


class SheetTotals:
    """What is at the top of a sheet."""

    def __init__(self, sheet: Sheet, sides: Sequence[str]) -> None:
        self.sheet, self.sides, self.rules = sheet, sides, sheet.rules

    @cached_property
    def each(self) -> tuple[Total, ...]:
        """The total of each side."""
        return tuple(map(self._total, range(len(self.sides))))

    def _total(self, side: Player) -> Total:
        game, column = self.sheet.game, self._nearest(side)
        target, nearest = column.rules.target, column.running[side]
        return Total(
            name=self.sides[side],
            points=self.figures[side],
            to_go="" if game.over else to_go(target - nearest),
            reached=target if game.over else max(0, min(nearest, target)),
            target=target,
            boxes=self._boxes(side),
            badge=self._badge(side),
        )

    def _nearest(self, side: Player) -> Column:
        """The open column in which a side needs the fewest points; once all have ended, the last one."""
        columns = self.sheet.game.columns
        still_open = [each for each in columns if not each.ended] or columns[-1:]
        return min(still_open, key=lambda each: each.rules.target - each.running[side])

    @cached_property
    def figures(self) -> Figures:
        """The figures at the top."""
        if self.sheet.is_decided_by_points:
            return score_of_match(self.sheet)
        return standing(self.sheet.game, self.rules)

    def _badge(self, side: Player) -> str:
        """Who deals the next hand."""
        people = for_a_side(self.sheet, side)
        # Translators: beside the name of one player, or of two partners: who deals the next hand.
        return ngettext("deals", "deal", people) if self._dealt_by(side) else ""

    def _dealt_by(self, side: Player) -> bool:
        return not self.sheet.match.over and self.sheet.next_dealer == side

    @property
    def winner(self) -> Player | None:
        """The winner of the game, once it is over; at the end of the match its winner."""
        if self.sheet.match.over:
            return self.sheet.match.winner
        return self.sheet.game.winner if self.sheet.game.over else None

    def _boxes(self, side: Player) -> str:
        """The boxes of a side, if they pay; with several columns and at the end they are shown elsewhere."""
        game = self.sheet.game
        if not self.rules.box_bonus or game.over or len(game.columns) > 1 or not any(game.boxes):
            return ""
        return ngettext("%(num)s box", "%(num)s boxes", game.boxes[side])
