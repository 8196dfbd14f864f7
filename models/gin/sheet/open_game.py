"""The game being played: its columns, and what is written in them."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import PartnersScore, TiedGame
from models.gin.rules.seating import Faced, Player, Table
from models.gin.sheet.columns import (
    Column,
    ColumnEntry,
    blank,
    closed_if_won,
    ended,
    ended_by_leader,
    ended_where_it_stands,
    written,
)
from models.gin.sheet.extra_lines import ExtraLine, OpeningScores
from models.gin.sheet.games import Game, ScoredHand
from models.gin.sheet.rounds import winning_entry
from models.gin.sheet.scored_extra_lines import ScoredExtraLine, entered_in, with_line


@dataclass(slots=True)
class OpenGame:
    """A game while rounds and extra lines are written in it."""

    rules: HouseRules
    table: Table
    number: int
    """From 1."""
    playing: tuple[Player, ...] | None = None
    """The two of three who play it, if the third has no part in it; None if everybody has."""
    columns: list[Column] = field(init=False)
    entered: list[set[int]] = field(init=False)
    """The columns in which each side has scored."""
    hands: list[ScoredHand] = field(default_factory=list)
    extra_lines: list[ScoredExtraLine] = field(default_factory=list)
    rounds_played: int = 0
    dealt_again: int = 0
    """How many of them nobody won, after which the same dealer dealt again."""
    carried: dict[Faced, int] = field(default_factory=dict)
    """How often the next hand counts because nobody won the one before it, by who plays it."""

    def __post_init__(self) -> None:
        self.columns = blank(self.rules, self.table.sides, self.playing)
        self.entered = [set() for _ in range(self.table.sides)]

    @property
    def most_points_end_it(self) -> bool:
        """Whether several can reach the target together, so that the one with the most points ends the game.

        So can three players who all settle with each other, and partners in the two hands of a round.
        """
        return self.table is Table.PARTNERSHIP or (self.table.sides == 3 and self.playing is None)

    def play(self, faced: Faced) -> None:
        """Notes who play the game, if it is one of two players of three: usually those who were to play it.

        Once anything is written in it, that stays so.
        """
        if self.playing is not None and self.is_blank:
            self.playing = faced
            self.columns = [column._replace(playing=faced) for column in self.columns]

    def no_part(self, faced: Faced) -> Player | None:
        """Who of these two has no part in the game; None if both have."""
        return next((each for each in faced if self.playing and each not in self.playing), None)

    @property
    def is_blank(self) -> bool:
        """Whether nothing has been written in it."""
        return not (self.hands or self.extra_lines)

    @property
    def has_ended(self) -> bool:
        """Whether every column has ended."""
        return all(column.ended for column in self.columns)

    def enter(self, entries: tuple[ColumnEntry, ...]) -> tuple[tuple[int, ...], ...]:
        """Writes all *entries* before any column can end; returns the columns of each."""
        places = tuple([self._columns_for(entry) for entry in entries])
        for entry, columns in zip(entries, places, strict=True):
            for index in columns:
                self.columns[index] = written(self.columns[index], entry)
        if self.most_points_end_it:
            if_level = self._ends_it_if_level(entries)
            self.columns = [ended_by_leader(column, if_level) for column in self.columns]
        else:
            writers = [entry.winner for entry in entries]
            self.columns = [ended(column, writers) for column in self.columns]
        return places

    def _ends_it_if_level(self, entries: Sequence[ColumnEntry]) -> Player | None:
        """Who ends the game if sides with the target are level: who won a netted round. Others play on."""
        if self.table is not Table.PARTNERSHIP or self.rules.partners_score is not PartnersScore.NETTED:
            return None
        won = winning_entry(entries)
        return None if won is None else won.winner

    def _columns_for(self, entry: ColumnEntry) -> tuple[int, ...]:
        """The columns that an entry is written in.

        The open columns in which the player has scored, and for a won hand the next open one:
        the first win is written in one column, the second in two, and a player shut out of a
        column starts in the next. Boxes without a hand go in the first open column until
        their side has won a hand.
        """
        entered = self.entered[entry.winner]
        still_open = [index for index, column in enumerate(self.columns) if not column.ended]
        fresh = [index for index in still_open if index not in entered][:1]
        if entry.hands:
            entered.update(fresh)
        return tuple(index for index in still_open if index in entered) or tuple(fresh)

    def enter_extra_line(self, line: ExtraLine, no_part: Player | None, *, in_a_round: bool) -> None:
        """Writes an extra line in every open column; nothing for who has *no part* in the game.

        In a round of two hands, it ends no column before both are scored.
        """
        self.columns = with_line(self.columns, line, self.table, no_part, may_end=not in_a_round)
        if isinstance(line, OpeningScores):
            self.rounds_played = line.played
            self.entered = entered_in(self.columns)

    def close_after_last_hand(self) -> None:
        """Ends a game of limited length after its last hand; whoever is ahead wins it.

        Tied columns are played on, if the rules say so.
        """
        most, tied = self.rules.max_hands, self.rules.tied_after_max_hands
        if most is None or self.rounds_played < most:
            return
        if self.rounds_played > most and not tied.may_end(
            self.rounds_played - self.dealt_again, self.table.sides
        ):
            return
        self.columns = [
            column if column.ended else closed_if_won(column, tied is TiedGame.DRAWN)
            for column in self.columns
        ]

    def end_here(self) -> None:
        """Ends it after what was written in it, whatever the target is."""
        self.columns = list(map(ended_where_it_stands, self.columns))

    def as_it_stands(self, next_dealer: Player) -> Game:
        """The game with all that has been written in it."""
        return Game(self.number, tuple(self.hands), tuple(self.columns), next_dealer, tuple(self.extra_lines))
