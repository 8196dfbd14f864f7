"""The whole score sheet: hands in order become games, boxes, bonuses and a match."""

from collections.abc import Iterable
from dataclasses import dataclass

from models.gin.columns import Bonus, Column
from models.gin.games import Game, Line, Standing
from models.gin.hand import Hand
from models.gin.rounds import first_free, opposite, rounds
from models.gin.rules import HouseRules
from models.gin.seating import Faced, Player, Table
from models.gin.sheet_builder import SheetBuilder, next_dealer

__all__ = [
    "Bonus",
    "Column",
    "Game",
    "Hand",
    "Line",
    "Player",
    "Sheet",
    "Standing",
    "Table",
    "next_dealer",
    "sheet",
]


@dataclass(frozen=True, slots=True)
class Sheet:
    """The score sheet of a match."""

    rules: HouseRules
    lines: tuple[Line, ...]
    """Every hand in order, with those dealt after the end."""
    games: tuple[Game, ...]
    """At least one; the last may be unfinished."""
    match: Standing
    next_dealer: Player
    """Two against two, the side."""
    table: Table = Table.TWO

    @property
    def game(self) -> Game:
        """The current game, or the last one if it is over."""
        return self.games[-1]

    @property
    def past_the_end(self) -> tuple[Line, ...]:
        """Hands that were dealt after the end of the match."""
        return tuple(line for line in self.lines if line.past_the_end)

    @property
    def to_play(self) -> tuple[Faced, ...]:
        """Who plays whom in the next hand; two against two, in the rest of the round.

        Of three, the last loser deals and sits out. Partners play the opponents they last played;
        if they change opponents, the hand says so.
        """
        if self.table is Table.THREE:
            first, second = self.table.others((self.next_dealer,))
            return ((first, second),)
        if self.table is Table.TWO:
            return ((0, 1),)
        if waiting := [line.hand.faced for line in self.lines if line.waits]:
            return (opposite(waiting[0]),)
        last = self.lines[-1].hand.faced if self.lines else (0, 1)
        return tuple(sorted((last, opposite(last))))

    def round_of(self, faced: Faced) -> int:
        """The number of the round of these two players' next hand; 0 if rounds are single hands."""
        if self.table is not Table.PARTNERSHIP:
            return 0
        return first_free({(line.round, player) for line in self.lines for player in line.hand.faced}, faced)


def sheet(
    hands: Iterable[Hand], rules: HouseRules, first_dealer: Player = 0, table: Table = Table.TWO
) -> Sheet:
    """The score sheet of *hands* in the order in which they were dealt.

    >>> from models.gin.declaration import Count, Ending
    >>> ann_knocks = Hand(0, Count(Ending.KNOCK, knocker=8, defender=20))
    >>> sheet([ann_knocks], HouseRules()).game.running
    (12, 0)

    :raises InvalidDeclarationError: if a hand is not valid.
    :raises ValueError: if two players of a hand cannot play each other at *table*.
    """
    builder = SheetBuilder(rules, table, first_dealer)
    for each in rounds(hands, table):
        builder.write(each)
    lines = sorted(builder.lines, key=lambda line: line.number)
    return Sheet(rules, tuple(lines), builder.all_games(), builder.standing(), builder.dealer, table)
