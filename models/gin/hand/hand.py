"""One hand as it ended. Score sheets are worked out from these."""

from dataclasses import dataclass, replace

from models.gin.hand.declaration import Count, Laid, Points
from models.gin.hand.scoring import outcome_of
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import Side
from models.gin.rules.seating import Faced, Player


@dataclass(frozen=True, slots=True)
class Hand:
    """One hand as it ended: who knocked, and what was laid down."""

    knocker: Player | None
    """Who knocked or went gin; None in a dead hand. Of a hand by its points, who won it."""
    laid: Laid
    faced: Faced = (0, 1)
    """The two who played it; with three or four players, not always the same two."""
    round: int = 0
    """Two against two, the number of its round, from 1; 0: the first round in which neither has played."""

    @property
    def known_knocker(self) -> Player | None:
        """Who knocked; None if nobody did, or if it is not known.

        >>> Hand(1, Points(25)).known_knocker
        """
        return None if isinstance(self.laid, Points) else self.knocker

    def player(self, side: Side) -> Player:
        """The knocker or the defender of a hand that was not dead."""
        if self.knocker is None:
            raise ValueError("nobody knocked")
        return self.knocker if side is Side.KNOCKER else sum(self.faced) - self.knocker

    def side_of(self, player: Player) -> Side | None:
        """Whether *player* is the knocker or the defender; None in a dead hand, and if it is neither."""
        if self.knocker is None or player not in self.faced:
            return None
        return Side.KNOCKER if player == self.knocker else Side.DEFENDER

    def played_by(self, faced: Faced) -> "Hand":
        """The same hand, played by two others.

        >>> from models.gin.hand.declaration import Ending
        >>> Hand(2, Count(Ending.GIN, defender=20), (1, 2)).played_by((0, 1)).knocker
        1
        """
        places = dict(zip(self.faced, faced, strict=True))
        return replace(self, knocker=None if self.knocker is None else places[self.knocker], faced=faced)

    def agrees_with(self, told: "Hand", rules: HouseRules) -> bool:
        """Whether another entry of this hand says the same: who knocked, the outcome, the deadwood."""
        own_count, other_count = self.count(rules), told.count(rules)
        return (
            (self.knocker, self.faced) == (told.knocker, told.faced)
            and outcome_of(own_count, rules) is outcome_of(other_count, rules)
            and (own_count.knocker, own_count.defender) == (other_count.knocker, other_count.defender)
        )

    def count(self, rules: HouseRules) -> Count:
        """The hand by numbers, if it was entered by these or by cards."""
        if isinstance(self.laid, Points):
            raise ValueError("only its points are known")
        return self.laid if isinstance(self.laid, Count) else self.laid.count(rules)
