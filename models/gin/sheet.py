"""The whole score sheet: hands in order become games, boxes, bonuses and a match."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from models.gin.columns import (
    Bonus,
    Column,
    Entry,
    Pair,
    Player,
    Totals,
    blank,
    closed,
    ended,
    leader,
    other,
    summed,
    written,
)
from models.gin.declaration import Count, Declaration
from models.gin.rules import HouseRules
from models.gin.schools import DealRotation, Outcome, Redeal, Side
from models.gin.scoring import HandResult, outcome_of, score

__all__ = ["Bonus", "Column", "Game", "Hand", "Line", "Pair", "Player", "Sheet", "Standing", "sheet"]


@dataclass(frozen=True, slots=True)
class Hand:
    """One deal as it ended: who went out, and what lay on the table."""

    knocker: Player | None
    """Who went out; None in a dead hand."""
    laid: Declaration | Count

    def player(self, side: Side) -> Player:
        """Who sat on *side* of a hand that was not dead."""
        if self.knocker is None:
            raise ValueError("nobody knocked")
        return self.knocker if side is Side.KNOCKER else other(self.knocker)

    def agrees_with(self, told: "Hand", rules: HouseRules) -> bool:
        """Whether another account of this hand comes to the same: who went out, how, and with what left."""
        mine, theirs = self.count(rules), told.count(rules)
        return (
            self.knocker == told.knocker
            and outcome_of(mine, rules) is outcome_of(theirs, rules)
            and (mine.knocker, mine.defender) == (theirs.knocker, theirs.defender)
        )

    def count(self, rules: HouseRules) -> Count:
        """The hand by numbers, whichever way it was entered."""
        return self.laid if isinstance(self.laid, Count) else self.laid.count(rules)


@dataclass(frozen=True, slots=True)
class Line:
    """A hand on the sheet."""

    number: int
    """From 1, over the whole match."""
    game: int
    """From 1."""
    dealer: Player
    hand: Hand
    result: HandResult
    columns: tuple[int, ...]
    """The columns it was written in, from 0."""
    column_totals: tuple[Totals, ...]
    """What counted toward the target after it, in each column of its game."""
    past_the_end: bool = False
    """It was dealt after the match had ended: shown and kept, and counts for nothing."""

    @property
    def totals(self) -> Totals:
        """What counted toward the target after it, over all columns of its game."""
        return summed(self.column_totals)

    @property
    def winner(self) -> Player | None:
        """Who scored."""
        return None if self.result.winner is None else self.hand.player(self.result.winner)

    @property
    def outcome(self) -> Outcome:
        """What it turned out to be."""
        return self.result.outcome

    @property
    def points(self) -> int:
        """What it was worth."""
        return self.result.points

    @property
    def boxes(self) -> int:
        """The boxes it gave."""
        return self.result.boxes


@dataclass(frozen=True, slots=True)
class Game:
    """Hands up to the target, in one column or, in Hollywood, several."""

    number: int
    lines: tuple[Line, ...]
    columns: tuple[Column, ...]
    next_dealer: Player

    @property
    def over(self) -> bool:
        """Whether every column has ended."""
        return all(column.ended for column in self.columns)

    @property
    def running(self) -> Totals:
        """What counts toward the target, over all columns."""
        return summed(column.running for column in self.columns)

    @property
    def boxes(self) -> Totals:
        """The boxes of each player, over all columns."""
        return summed(column.boxes for column in self.columns)

    @property
    def is_shutout(self) -> bool:
        """Whether a column was won against nothing, in a house that pays for that."""
        return any(column.is_shutout for column in self.columns)

    @property
    def final(self) -> Totals | None:
        """The totals with every bonus, once the game is over."""
        return summed(column.final or () for column in self.columns) if self.over else None

    @property
    def difference(self) -> int | None:
        """What the first player is paid over all columns, once the game is over."""
        return self.owed[0] if self.over else None

    @property
    def owed(self) -> Totals:
        """What each player is paid by the others together over all columns, as it stands."""
        return summed(column.owed for column in self.columns)

    @property
    def winner(self) -> Player | None:
        """Whose game it is: in several columns, whoever is paid."""
        if len(self.columns) == 1:
            return self.columns[0].winner
        return leader(self.owed) if self.over else None


@dataclass(frozen=True, slots=True)
class Standing:
    """How the match stands."""

    over: bool
    winner: Player | None
    games_won: Totals


@dataclass(frozen=True, slots=True)
class Sheet:
    """The score sheet of a match."""

    rules: HouseRules
    lines: tuple[Line, ...]
    """Every hand in order, those past the end included."""
    games: tuple[Game, ...]
    """At least one; the last may be under way."""
    match: Standing
    next_dealer: Player

    @property
    def game(self) -> Game:
        """The game under way, or the last one if it is over."""
        return self.games[-1]

    @property
    def past_the_end(self) -> tuple[Line, ...]:
        """Hands that were dealt after the match had ended."""
        return tuple(line for line in self.lines if line.past_the_end)


def sheet(hands: Iterable[Hand], rules: HouseRules, first_dealer: Player = 0) -> Sheet:
    """The score sheet of *hands* in the order in which they were dealt.

    >>> from models.gin.declaration import Ending
    >>> ann_knocks = Hand(0, Count(Ending.KNOCK, knocker=8, defender=20))
    >>> sheet([ann_knocks], HouseRules()).game.running
    (12, 0)

    :raises InvalidDeclarationError: if a hand cannot stand.
    """
    pad = _Pad(rules, first_dealer)
    for hand in hands:
        pad.write(hand)
    return Sheet(rules, tuple(pad.lines), pad.all_games(), pad.standing(), pad.dealer)


def next_dealer(dealer: Player, winner: Player | None, rules: HouseRules) -> Player:
    """Who deals after a hand that *dealer* dealt and *winner* won, or nobody."""
    if winner is None:
        return dealer if rules.redeal_after_dead_hand is Redeal.SAME_DEALER else other(dealer)
    if rules.deal_rotation is DealRotation.ALTERNATE:
        return other(dealer)
    return winner if rules.deal_rotation is DealRotation.WINNER else other(winner)


@dataclass(slots=True)
class _Pad:
    """The pad while it is being written on."""

    rules: HouseRules
    dealer: Player
    lines: list[Line] = field(default_factory=list)
    games: list[Game] = field(default_factory=list)
    """Games that are over."""
    games_won: list[int] = field(default_factory=lambda: [0, 0])
    """How many of them each player has won; kept, so that a long match is not counted anew at every hand."""
    columns: list[Column] = field(default_factory=list)
    """Those of the game under way."""
    entered: tuple[set[int], set[int]] = field(default_factory=lambda: (set(), set()))
    """The columns of the game under way in which each player has written."""
    game_lines: list[Line] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._turn_over()

    def write(self, hand: Hand) -> None:
        """Writes the next hand on the pad."""
        result = score(hand.laid, self.rules)
        winner = None if result.winner is None else hand.player(result.winner)
        past_the_end = self.standing().over
        into = () if winner is None or past_the_end else self._columns_for(winner)
        if winner is not None:
            entry = Entry(winner, other(winner), result.points, result.boxes)
            for index in into:
                self.columns[index] = ended(written(self.columns[index], entry), [winner])
        game = self.games[-1].number if past_the_end else len(self.games) + 1
        columns = self.games[-1].columns if past_the_end else self.columns
        totals = tuple(column.running for column in columns)
        line = Line(len(self.lines) + 1, game, self.dealer, hand, result, into, totals, past_the_end)
        self.lines.append(line)
        self.dealer = next_dealer(self.dealer, winner, self.rules)
        if not past_the_end:
            self.game_lines.append(line)
            self._close_after_last_hand()
            self._turn_over_if_ended()

    def _columns_for(self, winner: Player) -> tuple[int, ...]:
        """The columns a won hand goes into.

        Those still open that the player has entered, and the next open one: so the
        first win stands in one column, the second in two, and a player shut out of a
        column starts in the next.
        """
        still_open = [index for index, column in enumerate(self.columns) if not column.ended]
        fresh = [index for index in still_open if index not in self.entered[winner]][:1]
        self.entered[winner].update(fresh)
        return tuple(index for index in still_open if index in self.entered[winner])

    def _close_after_last_hand(self) -> None:
        """A game of limited length ends with its last hand: whoever is ahead takes it."""
        if len(self.game_lines) == self.rules.max_hands:
            self.columns = [
                column if column.ended else closed(column, leader(column.running)) for column in self.columns
            ]

    def _turn_over_if_ended(self) -> None:
        if all(column.ended for column in self.columns):
            game = self._game()
            self.games.append(game)
            if game.winner is not None:
                self.games_won[game.winner] += 1
            self._turn_over()

    def _turn_over(self) -> None:
        """A fresh page for the next game."""
        self.columns = blank(self.rules)
        self.entered = (set(), set())
        self.game_lines = []

    def _game(self) -> Game:
        return Game(len(self.games) + 1, tuple(self.game_lines), tuple(self.columns), self.dealer)

    def all_games(self) -> tuple[Game, ...]:
        """The games that are over, and the one under way if a hand of it was dealt."""
        if self.game_lines or not self.games:
            return (*self.games, self._game())
        return tuple(self.games)

    def standing(self) -> Standing:
        """How the match stands."""
        games_won = self.games_won[0], self.games_won[1]
        needed = self.rules.games_to_win
        if needed is None or not self.games:
            return Standing(False, None, games_won)
        over = needed == 1 or max(games_won) >= needed
        return Standing(over, leader(games_won) if over else None, games_won)
