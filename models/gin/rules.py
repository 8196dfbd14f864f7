"""House rules as data: what one table plays, and what each outcome pays there."""

# ruff: noqa: RUF009 -- rule() makes a field, as dataclasses.field does

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Self

from models.gin.cards import Card, Rank, Suit
from models.gin.kinds import Flag, Kind, Money, School, Stake, Whole
from models.gin.melds import Aces
from models.gin.schools import (
    AceUpcard,
    Award,
    BoxTiming,
    DealRotation,
    FirstDealer,
    GameWinner,
    InitialDeal,
    Outcome,
    Redeal,
    Settlement,
    Shutout,
    ShutoutTest,
    Side,
    Tie,
)


class InvalidRulesError(ValueError):
    """Raised when rules cannot be played. Holds the names of the fields that are wrong."""

    def __init__(self, wrong: Iterable[str]) -> None:
        self.fields = tuple(wrong)
        super().__init__("cannot be played: " + ", ".join(self.fields))


def rule(default: Any, kind: Kind) -> Any:
    """A field of the rules with its neutral or usual value and what it may hold."""
    return field(default=default, metadata={"kind": kind})


_BONUS = Whole(0, 1000, usual=(0, 10, 15, 20, 25))
_EXTRA_BOXES = Whole(0, 3, usual=(0, 1, 2, 3))


@dataclass(frozen=True, kw_only=True, slots=True)
class HouseRules:
    """What one table plays. Left alone, it is the standard game as Pagat has it.

    :raises InvalidRulesError: if a value is outside what its field may hold.
    """

    knock_limit: int = rule(10, Whole(0, 10, usual=(10, 0)))
    """The most deadwood to knock with. Nought: gin only."""
    oklahoma: bool = rule(False, Flag())
    """The first upcard's points are the limit, if lower."""
    ace_upcard: AceUpcard = rule(AceUpcard.ONE, School(AceUpcard))
    """What an ace turned up allows in Oklahoma."""
    aces: Aces = rule(Aces.LOW, School(Aces))
    """Where an ace may stand in a run."""
    ace_points: int = rule(1, Whole(1, 15, usual=(1, 15), only_usual=True))
    """What an ace counts as deadwood."""
    knock_base: int = rule(0, _BONUS)
    """Added to a knock that wins."""
    gin_bonus: int = rule(20, _BONUS)
    """Added to gin."""
    big_gin_bonus: int | None = rule(None, Whole(0, 1000, optional=True, usual=(31, 35, 50)))
    """Added to gin with eleven cards. None: that is gin like any other."""
    undercut_bonus: int = rule(10, _BONUS)
    """Added to an undercut."""
    tie: Tie = rule(Tie.UNDERCUT, School(Tie))
    """What equal deadwood is."""
    layoff_vs_gin: bool = rule(False, Flag())
    """Whether the defender may lay off against gin."""
    loser_negative: bool = rule(False, Flag())
    """What the winner scores is taken from the loser too."""
    spade_double: bool = rule(False, Flag())
    """A spade turned up doubles the hand, bonuses included."""
    spade_doubles_boxes: bool = rule(False, Flag())
    """It doubles the boxes too."""
    target: int = rule(100, Whole(1, 10_000, usual=(100, 125, 150, 200, 250, 300, 500)))
    """The points that end a game, reached or passed."""
    max_hands: int | None = rule(None, Whole(1, 1000, optional=True))
    """A game ends after so many hands, whatever the score."""
    game_bonus: int = rule(100, Whole(0, 10_000, usual=(0, 100)))
    """For the player whose score ended the game."""
    box_bonus: int = rule(20, Whole(0, 1000, usual=(0, 10, 20, 25)))
    """For each box."""
    box_timing: BoxTiming = rule(BoxTiming.END, School(BoxTiming))
    """When boxes are written, and so whether they count toward the target."""
    gin_extra_boxes: int = rule(0, _EXTRA_BOXES)
    """Boxes for gin beside the hand's own."""
    big_gin_extra_boxes: int = rule(0, _EXTRA_BOXES)
    """Boxes for big gin beside the hand's own."""
    undercut_extra_boxes: int = rule(0, _EXTRA_BOXES)
    """Boxes for an undercut beside the hand's own."""
    shutout: Shutout = rule(Shutout.FLAT, School(Shutout))
    """What a game against nothing pays."""
    shutout_bonus: int = rule(100, Whole(0, 10_000, usual=(100,)))
    """The bonus of a flat shutout."""
    shutout_test: ShutoutTest = rule(ShutoutTest.ZERO_POINTS, School(ShutoutTest))
    """What nothing is."""
    game_winner: GameWinner = rule(GameWinner.FIRST_TO_TARGET, School(GameWinner))
    """Whose game it is."""
    settlement: Settlement = rule(Settlement.DIFFERENCE, School(Settlement))
    """What is paid after a game."""
    columns: int = rule(1, Whole(1, 5, usual=(1, 3)))
    """Games played at once on the sheet. Three: Hollywood."""
    last_column_double: bool = rule(False, Flag())
    """The last column is settled double."""
    games_to_win: int | None = rule(1, Whole(1, 10, optional=True, usual=(1, 2, 3, 4)))
    """Games that win the match. None: as many as they like."""
    initial_deal: InitialDeal = rule(InitialDeal.TEN_TEN_UPCARD, School(InitialDeal))
    """How a hand is dealt."""
    first_dealer: FirstDealer = rule(FirstDealer.RANDOM, School(FirstDealer))
    """How the first dealer is found."""
    deal_rotation: DealRotation = rule(DealRotation.LOSER, School(DealRotation))
    """Who deals next."""
    redeal_after_dead_hand: Redeal = rule(Redeal.SAME_DEALER, School(Redeal))
    """Who deals after a hand that nobody won."""
    stake_per_point: Stake | None = rule(None, Money())
    """What a point is worth in money."""

    def __post_init__(self) -> None:
        if wrong := [name for name, kind in KINDS.items() if not kind.allows(getattr(self, name))]:
            raise InvalidRulesError(wrong)

    @property
    def needs_upcard(self) -> bool:
        """Whether a hand cannot be judged without the first upcard."""
        return self.oklahoma or self.spade_double

    def knock_limit_with(self, upcard: Card | None) -> int:
        """The most deadwood to knock with under *upcard*; the house's own limit without one.

        >>> HouseRules(oklahoma=True).knock_limit_with(Card.parse("7D"))
        7
        """
        if not self.oklahoma or upcard is None:
            return self.knock_limit
        turned = self.ace_upcard.limit if upcard.rank is Rank.ACE else min(upcard.rank.value, 10)
        return min(self.knock_limit, turned)

    def is_doubled(self, upcard: Card | None) -> bool:
        """Whether the upcard doubles the hand."""
        return self.spade_double and upcard is not None and upcard.suit is Suit.SPADES

    def points(self, card: Card) -> int:
        """What *card* counts as deadwood in this house."""
        return self.ace_points if card.rank is Rank.ACE else card.points

    def deadwood(self, cards: Iterable[Card]) -> int:
        """What *cards* count together when they are left over."""
        return sum(map(self.points, cards))

    @property
    def most_deadwood(self) -> int:
        """The most that ten cards can leave when they are laid at their best.

        Two of each of the five dearest ranks, in suits that make no run: 98, or 110
        where an ace counts fifteen.
        """
        return 98 if self.ace_points == 1 else 110

    @property
    def awards(self) -> Mapping[Outcome, Award]:
        """What each outcome pays."""
        return {
            Outcome.KNOCK: Award(Side.KNOCKER, self.knock_base),
            Outcome.GIN: Award(Side.KNOCKER, self.gin_bonus),
            Outcome.BIG_GIN: Award(Side.KNOCKER, self.big_gin_bonus or 0),
            Outcome.UNDERCUT: Award(Side.DEFENDER, self.undercut_bonus),
            Outcome.TIE: Award(self.tie.winner, self.tie.share * self.undercut_bonus),
            Outcome.DEAD: Award(None, 0),
        }

    def boxes(self, outcome: Outcome, upcard: Card | None) -> int:
        """The boxes a won hand gives: its own, and what the outcome adds.

        A spade that doubles boxes doubles what the outcome adds; a hand to which
        nothing is added has its own box doubled (docs/decisions/0003-spades-and-boxes.md).

        >>> club = HouseRules(gin_extra_boxes=2, spade_double=True, spade_doubles_boxes=True)
        >>> spade = Card.parse("9S")
        >>> club.boxes(Outcome.GIN, spade), club.boxes(Outcome.KNOCK, spade)
        (5, 2)
        """
        extra = self._extra_boxes.get(outcome, 0)
        if self.spade_doubles_boxes and self.is_doubled(upcard):
            return 1 + (2 * extra or 1)
        return 1 + extra

    @property
    def _extra_boxes(self) -> Mapping[Outcome, int]:
        return {
            Outcome.GIN: self.gin_extra_boxes,
            Outcome.BIG_GIN: self.big_gin_extra_boxes,
            Outcome.UNDERCUT: self.undercut_extra_boxes,
        }

    def but(self, **changes: Any) -> Self:
        """The same house with some fields changed."""
        return replace(self, **changes)


KINDS: Mapping[str, Kind] = {each.name: each.metadata["kind"] for each in fields(HouseRules)}
"""What each field of :class:`HouseRules` may hold, by its name."""

STANDARD = HouseRules()
"""The standard game."""
