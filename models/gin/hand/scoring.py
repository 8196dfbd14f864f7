"""What one hand scores, in the steps that players count aloud, and the hand as it stands on a sheet."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum, auto
from functools import lru_cache
from typing import NamedTuple

from models.gin.cards.cards import Card, Suit
from models.gin.hand.declaration import Count, Ending, Laid, Points
from models.gin.hand.problems import InvalidDeclarationError, problems
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import Award, Outcome, Side, Tie
from models.gin.rules.seating import Faced, Player


def awards(rules: HouseRules) -> Mapping[Outcome, Award]:
    """What each outcome scores."""
    return _awards(
        rules.knock_base, rules.gin_bonus, rules.big_gin_bonus or 0, rules.undercut_bonus, rules.tie
    )


@lru_cache(maxsize=100)
def _awards(knock: int, gin: int, big_gin: int, undercut: int, tie: Tie) -> Mapping[Outcome, Award]:
    """Cached: every hand of a sheet asks for the same awards."""
    return {
        Outcome.KNOCK: Award(Side.KNOCKER, knock),
        Outcome.GIN: Award(Side.KNOCKER, gin),
        Outcome.BIG_GIN: Award(Side.KNOCKER, big_gin),
        Outcome.UNDERCUT: Award(Side.DEFENDER, undercut),
        Outcome.TIE: Award(tie.winner, tie.share * undercut),
        Outcome.DEAD: Award(None, 0),
    }


def gin_off(rules: HouseRules, outcome: Outcome, deadwood: int) -> bool:
    """Whether a defender with this *deadwood* has what the rules give for having none left.

    >>> gin_off(HouseRules(gin_off_bonus=25), Outcome.UNDERCUT, 0)
    True
    """
    if deadwood or outcome is Outcome.DEAD or not (rules.gin_off_bonus or rules.gin_off_extra_boxes):
        return False
    return outcome is Outcome.UNDERCUT or rules.gin_off_vs_gin


def multiplier(rules: HouseRules, upcard: Card | None) -> int:
    """How often a hand with this upcard counts: what the suit says, times what the rank says.

    >>> from models.gin.rules.options import Multipliers
    >>> rules = HouseRules(spade_double=True, rank_multipliers=Multipliers.parse("Ax3"))
    >>> multiplier(rules, Card.parse("AS")), multiplier(rules, Card.parse("AH"))
    (6, 3)
    """
    if upcard is None:
        return 1
    return suit_multiplier(rules, upcard) * rank_multiplier(rules, upcard)


def suit_multiplier(rules: HouseRules, upcard: Card) -> int:
    """How often a hand counts for the suit of its upcard. A table of suits goes before `spade_double`."""
    usual = 2 if rules.spade_double and upcard.suit is Suit.SPADES else 1
    return rules.suit_multipliers.of(upcard.suit, usual) if rules.suit_multipliers else usual


def rank_multiplier(rules: HouseRules, upcard: Card) -> int:
    """How often a hand counts for the rank of its upcard."""
    return rules.rank_multipliers.of(upcard.rank.letter) if rules.rank_multipliers else 1


def boxes(rules: HouseRules, outcome: Outcome, times: int = 1, gin_off: bool = False) -> int:
    """The boxes of a won hand: its own, and the extra boxes of the outcome.

    A spade that doubles boxes doubles the extra boxes; if there are none, it doubles the
    hand's own box (docs/rules.md). So does any other multiplier.

    >>> club = HouseRules(gin_extra_boxes=2)
    >>> boxes(club, Outcome.GIN, times=2), boxes(club, Outcome.KNOCK, times=2)
    (5, 2)
    """
    extra = extra_boxes(rules, outcome, gin_off)
    return 1 + times * extra if extra else times


def extra_boxes(rules: HouseRules, outcome: Outcome, gin_off: bool = False) -> int:
    """The boxes that *outcome* adds to the winner's own, before they are multiplied."""
    extra = {
        Outcome.GIN: rules.gin_extra_boxes,
        Outcome.BIG_GIN: rules.big_gin_extra_boxes,
        Outcome.UNDERCUT: rules.undercut_extra_boxes + rules.gin_off_extra_boxes * gin_off,
    }
    return extra.get(outcome, 0)


__all__ = ["Factors", "HandResult", "Outcome", "Situation", "Step", "StepKind", "outcome_of", "score"]


class Situation(NamedTuple):
    """All that a hand's score may depend on beside its cards and the rules: where it stands on its sheet.

    Only a sheet knows it. Without one, a hand stands nowhere: nothing is carried over, and nobody has dealt.
    """

    carried: int = 1
    """How often it counts because of hands before it that nobody won."""
    dealt_by: Side | None = None
    """Who dealt it; None if that was neither of the two."""


NOWHERE = Situation()
"""For a hand that stands on no sheet."""


class StepKind(StrEnum):
    """What a step of the sum is for."""

    DIFFERENCE = auto()
    """The difference in deadwood; after gin, all of the other player's."""
    PAPER = auto()
    """The points that were written on paper."""
    BONUS = auto()
    """The bonus of the outcome."""
    GIN_OFF = auto()
    """The bonus of a defender without deadwood."""
    TIMES = auto()
    """The sum so far, multiplied."""
    BOXES = auto()
    """Boxes that are added at once."""
    GIN_OFF_PAID = auto()
    """What the loser has for gin-off, where the winner pays that."""
    THIRD = auto()
    """What the third of three players pays for a hand of the other two."""


class Step(NamedTuple):
    """One step of the sum of a hand."""

    kind: StepKind
    amount: int
    """The points that it adds."""
    total: int
    """The points so far."""
    times: int = 1
    """How many times the hand counts, or how many boxes there are."""


class Factors(NamedTuple):
    """Why a hand counts more than once."""

    suit: int = 1
    """For the suit of the upcard."""
    rank: int = 1
    """For its rank."""
    carried: int = 1
    """For hands before it that nobody won."""

    @property
    def upcard(self) -> int:
        """How often it counts for the upcard."""
        return self.suit * self.rank

    @property
    def all(self) -> int:
        """How often it counts."""
        return self.suit * self.rank * self.carried


class HandResult(NamedTuple):
    """What a hand was worth."""

    outcome: Outcome
    winner: Side | None
    steps: tuple[Step, ...] = ()
    """The sum of the winner's points."""
    boxes: int = 0
    """The boxes of the winner; 0 if nobody won."""
    extra_boxes: int = 0
    """How many of the boxes the outcome adds, before multiplication."""
    box_times: int = 1
    """How often boxes count."""
    factors: Factors = Factors()
    gin_off: bool = False
    """Whether the defender had no deadwood, where that scores."""
    loser_steps: tuple[Step, ...] = ()
    """The sum of the loser's points: a defender who has no deadwood either when the knocker has gin."""
    loser_boxes: int = 0
    """The boxes of that."""

    @property
    def points(self) -> int:
        """What the winner scores."""
        return self.steps[-1].total if self.steps else 0

    @property
    def loser_points(self) -> int:
        """What the loser scores."""
        return self.loser_steps[-1].total if self.loser_steps else 0

    @property
    def multiplier(self) -> int:
        """How often the hand counts: twice for a spade upcard, for example."""
        return self.factors.all


def outcome_of(count: Count, rules: HouseRules) -> Outcome:
    """What a hand turned out to be.

    A knock without deadwood is gin, and big gin is gin where it is not played.
    """
    if count.ending is Ending.DEAD:
        return Outcome.DEAD
    if count.ending is Ending.BIG_GIN and rules.plays_big_gin:
        return Outcome.BIG_GIN
    if count.knocker == 0:
        return Outcome.GIN
    if count.knocker == count.defender:
        return rules.tie.outcome
    return Outcome.KNOCK if count.knocker < count.defender else Outcome.UNDERCUT


@lru_cache(maxsize=500)
def score(laid: Laid, rules: HouseRules, situation: Situation = NOWHERE) -> HandResult:
    """What *laid* scores under *rules*. Cached, because a sheet scores all its hands again after each change.

    :param situation: where it stands on a sheet, as its builder knows it.

    >>> score(Count(Ending.KNOCK, knocker=10, defender=9), HouseRules(undercut_bonus=20)).points
    21

    The points of a hand from paper are final: no bonus is added, and nothing is doubled.

    >>> score(Points(25), HouseRules(gin_bonus=20), Situation(carried=2)).points
    25

    :raises InvalidDeclarationError: if *laid* is not valid.
    """
    if isinstance(laid, Points):
        return HandResult(Outcome.WON, Side.KNOCKER, added_up([(StepKind.PAPER, laid.points)]), boxes=1)
    if hand_problems := problems(laid, rules):
        raise InvalidDeclarationError(hand_problems)
    count = laid if isinstance(laid, Count) else laid.count(rules)
    factors = _factors(count, rules, situation)
    outcome = outcome_of(count, rules)
    winner, off = awards(rules)[outcome].winner, gin_off(rules, outcome, count.defender)
    if winner is None:
        return HandResult(outcome, None, factors=factors)
    box_times = factors.all if rules.spade_doubles_boxes else 1
    loses = off and winner is Side.KNOCKER
    return HandResult(
        outcome,
        winner,
        added_up(_winners_sum(count, outcome, rules, factors)),
        boxes=boxes(rules, outcome, box_times, off),
        extra_boxes=extra_boxes(rules, outcome, off),
        box_times=box_times,
        factors=factors,
        gin_off=off,
        loser_steps=added_up(_losers_sum(rules, factors)) if loses else (),
        loser_boxes=rules.gin_off_extra_boxes * box_times if loses else 0,
    )


def _factors(count: Count, rules: HouseRules, situation: Situation) -> Factors:
    """Why the hand counts more than once: what its upcard says, and what is carried over."""
    if count.upcard is None:
        return Factors(carried=situation.carried)
    return Factors(
        suit_multiplier(rules, count.upcard), rank_multiplier(rules, count.upcard), situation.carried
    )


SumPart = tuple[StepKind, int]
"""A part of a sum: its points, or for :attr:`StepKind.TIMES` how often the sum so far counts."""


def _winners_sum(count: Count, outcome: Outcome, rules: HouseRules, factors: Factors) -> Iterator[SumPart]:
    """The parts of the winner's points; bonuses come after the multiplication if that leaves them out."""
    times = (StepKind.TIMES, factors.all)
    yield StepKind.DIFFERENCE, abs(count.knocker - count.defender)
    if not rules.spade_doubles_bonus:
        yield times
    award = awards(rules)[outcome]
    yield StepKind.BONUS, award.bonus
    if award.winner is Side.DEFENDER and gin_off(rules, outcome, count.defender):
        yield StepKind.GIN_OFF, rules.gin_off_bonus
    if rules.spade_doubles_bonus:
        yield times


def _losers_sum(rules: HouseRules, factors: Factors) -> Iterator[SumPart]:
    """The parts of the points of a defender who has no deadwood either."""
    yield StepKind.GIN_OFF, rules.gin_off_bonus
    if rules.spade_doubles_bonus:
        yield StepKind.TIMES, factors.all


def added_up(parts: Iterable[SumPart]) -> tuple[Step, ...]:
    """The steps of a sum: its first part, and all that change it.

    >>> [step.total for step in added_up([(StepKind.DIFFERENCE, 5), (StepKind.TIMES, 2)])]
    [5, 10]
    """
    steps: list[Step] = []
    total = 0
    for kind, number in parts:
        times = number if kind is StepKind.TIMES else 1
        amount = total * (times - 1) if kind is StepKind.TIMES else number
        total += amount
        if amount or not steps:
            steps.append(Step(kind, amount, total, times))
    return tuple(steps)


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
        """This hand as if two others had played it.

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
