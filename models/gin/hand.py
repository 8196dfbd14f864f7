"""One deal as it ended: the fact that a sheet is made of."""

from dataclasses import dataclass, replace

from models.gin.declaration import Count, Declaration
from models.gin.rule_options import Side
from models.gin.rules import HouseRules
from models.gin.scoring import outcome_of
from models.gin.seating import Faced, Player


@dataclass(frozen=True, slots=True)
class Hand:
    """One deal as it ended: who went out, and what lay on the table."""

    knocker: Player | None
    """Who went out; None in a dead hand."""
    laid: Declaration | Count
    faced: Faced = (0, 1)
    """Who played it: where more than two sit at the table, not the same two every time."""
    round: int = 0
    """Two against two, the round it belongs to, from 1; 0 for the first in which neither has played."""

    def player(self, side: Side) -> Player:
        """Who sat on *side* of a hand that was not dead."""
        if self.knocker is None:
            raise ValueError("nobody knocked")
        return self.knocker if side is Side.KNOCKER else sum(self.faced) - self.knocker

    def played_by(self, faced: Faced) -> "Hand":
        """The same hand, played by others in the same places.

        >>> from models.gin.declaration import Ending
        >>> Hand(2, Count(Ending.GIN, defender=20), (1, 2)).played_by((0, 1)).knocker
        1
        """
        places = dict(zip(self.faced, faced, strict=True))
        return replace(self, knocker=None if self.knocker is None else places[self.knocker], faced=faced)

    def agrees_with(self, told: "Hand", rules: HouseRules) -> bool:
        """Whether another account of this hand comes to the same: who went out, how, and with what left."""
        mine, theirs = self.count(rules), told.count(rules)
        return (
            (self.knocker, self.faced) == (told.knocker, told.faced)
            and outcome_of(mine, rules) is outcome_of(theirs, rules)
            and (mine.knocker, mine.defender) == (theirs.knocker, theirs.defender)
        )

    def count(self, rules: HouseRules) -> Count:
        """The hand by numbers, whichever way it was entered."""
        return self.laid if isinstance(self.laid, Count) else self.laid.count(rules)
