"""A column of the score sheet: one game, its totals and bonuses."""

from collections.abc import Collection, Iterable, Mapping
from enum import StrEnum, auto
from functools import lru_cache
from operator import sub
from typing import NamedTuple

from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import BoxTiming, GameWinner, Shutout, ShutoutTest
from models.gin.rules.seating import Player, Totals


def leader(totals: Totals, playing: Collection[Player] | None = None) -> Player | None:
    """Who is ahead, or None if nobody is. If only some are *playing*, nobody else can be.

    >>> leader((12, 40)), leader((40, 12, 40)), leader((-25, -10, 0), [0, 1])
    (1, None, 1)
    """
    compared = range(len(totals)) if playing is None else playing
    most = max(totals[player] for player in compared)
    ahead = [player for player in compared if totals[player] == most]
    return ahead[0] if len(ahead) == 1 else None


def summed(many: Iterable[Totals]) -> Totals:
    """Totals added up, player by player."""
    return tuple(map(sum, zip(*many, strict=True)))


def against_each(totals: Totals, playing: Collection[Player] | None = None) -> Totals:
    """What each player is paid if everybody pays everybody else the difference.

    If only some are *playing*, only they pay and are paid; the others have no points.

    >>> against_each((100, 70)), against_each((100, 70, 0)), against_each((100, 70, 0), [0, 1])
    ((30, -30), (130, 40, -170), (30, -30, 0))
    """
    if playing is None:
        return tuple(len(totals) * total - sum(totals) for total in totals)
    return tuple(
        len(playing) * total - sum(totals) if player in playing else 0 for player, total in enumerate(totals)
    )


def times(totals: Totals, factor: int) -> Totals:
    return tuple(points * factor for points in totals)


def plus(totals: Totals, player: Player, more: int) -> Totals:
    """Totals with *more* for one player."""
    return (*totals[:player], totals[player] + more, *totals[player + 1 :])


def difference(after: Iterable[Totals], before: Iterable[Totals]) -> Totals:
    """How much more each player has in all.

    >>> difference([(10, 4), (1, 1)], [(9, 4)])
    (2, 1)
    """
    return tuple(map(sub, summed(after), summed(before)))


class Bonus(StrEnum):
    """What is added after the hand points, each on its own line."""

    BOXES = auto()
    GAME = auto()
    SHUTOUT = auto()
    PENALTIES = auto()
    """If they don't count toward the target."""


class ColumnEntry(NamedTuple):
    """What is written on the sheet for a won hand, or for a round of two.

    A tuple, like :class:`Column`, because a sheet makes one for every hand, and tuples are fast.
    """

    winner: Player
    loser: Player
    points: int
    boxes: int
    hands: int = 1
    """0 if no won hand is written: extra boxes, or what a loser scores."""
    boxes_again: int = 0
    """Boxes of another entry that this loser pays too, where points and boxes are taken from losers."""

    def at_once(self, rules: HouseRules) -> int:
        """The points that the winner's total rises by: with boxes, if these are added at once."""
        if rules.box_timing is BoxTiming.END:
            return self.points
        return self.points + (self.boxes + self.boxes_again) * rules.box_bonus


class Column(NamedTuple):
    """One column: a whole game, or a third of a Hollywood sheet."""

    rules: HouseRules
    """With the target and the game bonus of this column."""
    factor: int = 1
    """How many times it counts: 2 for the last column if that is doubled."""
    hand_points: Totals = (0, 0)
    """Hand points; in zero-sum rules with what was taken from the loser."""
    points_won: Totals = (0, 0)
    """Points of the hands each player won, with nothing taken away."""
    hands_won: Totals = (0, 0)
    boxes: Totals = (0, 0)
    boxes_lost: Totals = (0, 0)
    """Boxes of the hands each player lost."""
    boxes_again: Totals = (0, 0)
    """How often a box of each player was paid by a second loser."""
    ended: bool = False
    ended_by: Player | None = None
    """The player whose score ended it; after the last hand of a limited game, the player ahead."""
    penalties: Totals = (0, 0)
    """Penalties that don't count toward the target, and are added when it has ended."""
    beside_hands: Totals = (0, 0)
    """Hand points that no hand gave: a handicap, and penalties that count toward the target."""
    saved_by: Totals = (0, 0)
    """Points that save each player from a shutout, though no hand was won with them."""
    playing: tuple[Player, ...] | None = None
    """The two of three who play it, if the third has no part in it; None if everybody has."""
    ended_here: bool = False
    """Whether the match ended with its last line, and the column without a bonus, whatever the target is."""

    @property
    def running(self) -> Totals:
        """What counts toward the target."""
        if self.rules.box_timing is BoxTiming.END:
            return self.hand_points
        return summed([self.hand_points, self._box_points])

    @property
    def is_shutout(self) -> bool:
        """Whether the game was a shutout, under rules that play it."""
        return self.rules.shutout is not Shutout.NONE and self.is_shut_out

    @property
    def is_shut_out(self) -> bool:
        """Whether the others have nothing in it, whatever that scores."""
        if self.ended_by is None:
            return False
        others = [player for player in range(len(self.boxes)) if player != self.ended_by]
        if self.rules.shutout_test is ShutoutTest.ZERO_HANDS:
            return not any(self.hands_won[player] > 0 for player in others)
        return not any(self.points_won[player] > 0 or self.saved_by[player] > 0 for player in others)

    @property
    def bonuses(self) -> Mapping[Bonus, Totals]:
        """What is added to the hand points; game bonus and shutout once it has ended."""
        boxes = self._box_points
        penalties = {Bonus.PENALTIES: self.penalties} if any(self.penalties) else {}
        if self.ended_by is None:
            is_in_total = not self.ended_here or self.rules.box_timing is BoxTiming.IMMEDIATE
            return {
                Bonus.BOXES: boxes if is_in_total else self._nothing,
                Bonus.GAME: self._nothing,
                Bonus.SHUTOUT: self._nothing,
                **penalties,
            }
        game = self.rules.game_bonus
        shutout = self._shutout_bonus(self.ended_by, boxes[self.ended_by] + game)
        return {
            Bonus.BOXES: boxes,
            Bonus.GAME: plus(self._nothing, self.ended_by, game),
            Bonus.SHUTOUT: plus(self._nothing, self.ended_by, shutout),
            **penalties,
        }

    @property
    def _nothing(self) -> Totals:
        return (0,) * len(self.hand_points)

    @property
    def _box_points(self) -> Totals:
        """The points of the boxes; in zero-sum rules, boxes at once are taken from the loser too."""
        bonus = self.rules.box_bonus
        if not self.rules.loser_negative or self.rules.box_timing is not BoxTiming.IMMEDIATE:
            return times(self.boxes, bonus)
        counted = zip(self.boxes, self.boxes_again, self.boxes_lost, strict=True)
        return tuple((won + again - lost) * bonus for won, again, lost in counted)

    def _shutout_bonus(self, by: Player, bonuses: int) -> int:
        """What a shutout adds for *by*. If it doubles hand points alone, those of extra lines stay single."""
        if not self.is_shutout:
            return 0
        shutout = self.rules.shutout
        points = self.hand_points[by] - (0 if shutout.bonuses else self.beside_hands[by])
        return (
            shutout.flat * self.rules.shutout_bonus + shutout.hand_points * points + shutout.bonuses * bonuses
        )

    @property
    def final(self) -> Totals | None:
        """The totals with every bonus, once it has ended."""
        return summed([self.hand_points, *self.bonuses.values()]) if self.ended else None

    @property
    def shutout_times(self) -> int:
        """How many times the difference is paid after a shutout, without penalties added after the game."""
        return 1 + self.rules.shutout.difference * self.is_shutout

    @property
    def penalties_paid(self) -> Totals:
        """The penalties in the final totals that came after the game; no shutout doubles them."""
        return self.penalties if self.ended else self._nothing

    @property
    def doubled(self) -> Totals:
        """The totals so far without what no shutout doubles."""
        return summed([self.final or self.running, times(self.penalties_paid, -1)])

    @property
    def counted(self) -> Totals:
        """The totals so far, as many times as they count."""
        once = summed([times(self.doubled, self.shutout_times), self.penalties_paid])
        return times(once, self.factor)

    @property
    def owed(self) -> Totals:
        """What each player is paid by the others together, so far; negative if they pay."""
        return against_each(self.counted, self.playing)

    @property
    def difference(self) -> int | None:
        """What the first player is paid, once it has ended; negative if they pay."""
        return self.owed[0] if self.ended else None

    @property
    def winner(self) -> Player | None:
        """Who won; with equal final totals, the player who ended it."""
        if self.final is not None and self.ended_here:
            return leader(self.final, self.playing)
        if self.final is None or self.rules.game_winner is GameWinner.FIRST_TO_TARGET:
            return self.ended_by
        ahead = leader(self.final, self.playing)
        if ahead is not None or self.ended_by is None:
            return ahead
        others = range(len(self.final)) if self.playing is None else self.playing
        is_level = self.final[self.ended_by] == max(self.final[player] for player in others)
        return self.ended_by if is_level else None


def blank(rules: HouseRules, players: int = 2, playing: tuple[Player, ...] | None = None) -> list[Column]:
    """The columns of a new game, each with its own target, game bonus and multiplier."""
    nothing = (0,) * players
    return [
        Column(
            rules_of(index, rules),
            factor_of(index, rules),
            hand_points=nothing,
            points_won=nothing,
            hands_won=nothing,
            boxes=nothing,
            boxes_lost=nothing,
            boxes_again=nothing,
            penalties=nothing,
            beside_hands=nothing,
            saved_by=nothing,
            playing=playing,
        )
        for index in range(rules.columns)
    ]


def rules_of(index: int, rules: HouseRules) -> HouseRules:
    """The rules of one of several columns, which may have its own target and game bonus."""
    if rules.columns == 1 or (rules.column_targets is None and rules.column_bonuses is None):
        return rules
    return _own_rules(index, rules)


@lru_cache(maxsize=100)
def _own_rules(index: int, rules: HouseRules) -> HouseRules:
    """Cached: every game of a sheet asks for the same rules."""
    return rules.but(
        target=listed(rules.column_targets, index, rules.target),
        game_bonus=listed(rules.column_bonuses, index, rules.game_bonus),
    )


def factor_of(index: int, rules: HouseRules) -> int:
    """How many times one of several columns counts; listed multipliers go before a doubled last column."""
    if rules.columns == 1:
        return 1
    if rules.column_multipliers is not None:
        return listed(rules.column_multipliers, index, 1)
    return 1 + (rules.last_column_double and index == rules.columns - 1)


def listed(numbers: tuple[int, ...] | None, index: int, usual: int) -> int:
    """The number of a column, from 0; the *usual* one if none is listed for it.

    >>> listed((1, 2), 1, usual=1), listed((1, 2), 2, usual=1), listed(None, 0, usual=1)
    (2, 1, 1)
    """
    return numbers[index] if numbers and index < len(numbers) else usual


def written(column: Column, entry: ColumnEntry) -> Column:
    """*column* with *entry* written in it."""
    winner, loser, points, boxes, hands, boxes_again = entry
    hand_points = plus(column.hand_points, winner, points)
    if column.rules.loser_negative:
        hand_points = plus(hand_points, loser, -points)
    return column._replace(
        hand_points=hand_points,
        points_won=plus(column.points_won, winner, points),
        hands_won=plus(column.hands_won, winner, hands),
        boxes=plus(column.boxes, winner, boxes),
        boxes_lost=plus(column.boxes_lost, loser, boxes + boxes_again),
        boxes_again=plus(column.boxes_again, winner, boxes_again),
    )


def ended(column: Column, writers: Iterable[Player]) -> Column:
    """*column*, ended by the first of *writers* who has reached the target."""
    for player in writers:
        if not column.ended and column.running[player] >= column.rules.target:
            return closed(column, player)
    return column


def closed_if_won(column: Column, drawn: bool) -> Column:
    """*column* ended by whoever is ahead; if nobody is, only if it is then *drawn*."""
    ahead = leader(column.running, column.playing)
    return column if ahead is None and not drawn else closed(column, ahead)


def ended_by_leader(column: Column, if_level: Player | None = None) -> Column:
    """*column*, ended by the player ahead who has reached the target, or *if_level* by that player."""
    ahead = leader(column.running, column.playing)
    by = if_level if ahead is None else ahead
    return column if by is None else ended(column, [by])


def ended_where_it_stands(column: Column) -> Column:
    """*column* ended before anybody has reached the target: the higher total wins, and no bonus is added."""
    return column if column.ended else column._replace(ended=True, ended_here=True)


def closed(column: Column, ended_by: Player | None) -> Column:
    """*column* ended by *ended_by*."""
    return column._replace(ended=True, ended_by=ended_by)
