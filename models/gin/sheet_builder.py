"""Builds a score sheet round by round."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from models.gin.between_games import first_dealer_after, worth
from models.gin.carried_doubles import score_carrying
from models.gin.columns import (
    Column,
    Entry,
    blank,
    closed_if_won,
    ended,
    ended_by_leader,
    written,
)
from models.gin.dealing import deals_again, first_places, next_dealer, out_next, out_of_next_game
from models.gin.games import Game, Line, Standing
from models.gin.hand import Hand
from models.gin.other_lines import OpeningScores, OtherLine
from models.gin.rounds import Round, entries_of, shared, winning_entry
from models.gin.rule_options import MatchBy, PartnersScore, TiedGame
from models.gin.rules import HouseRules
from models.gin.scored_lines import ScoredLine, entered_in, with_line
from models.gin.scoring import HandResult, score
from models.gin.seating import Faced, Player, Table, Totals
from models.gin.totals import difference, leader, summed


@dataclass(slots=True)
class SheetBuilder:
    """A score sheet while rounds are added to it."""

    rules: HouseRules
    table: Table
    dealer: Player
    """Who deals next; two against two, or against a captain, the side."""
    sits_out: Player = field(init=False)
    """Of three, who does not play the next hand."""
    one_plays_alone: bool = field(init=False)
    """Whether the winner of a hand plays against both others."""
    several_score: bool = field(init=False)
    """Whether several may reach the target with one round, so that the one who has most ends it."""
    lines: list[Line] = field(default_factory=list)
    other_lines: list[ScoredLine] = field(default_factory=list)
    games: list[Game] = field(default_factory=list)
    """Games that are over."""
    games_won: list[int] = field(init=False)
    """How many of them each side has won; stored, so that they are not counted again at every hand."""
    columns: list[Column] = field(init=False)
    """The columns of the current game."""
    entered: list[set[int]] = field(init=False)
    """The columns of the current game in which each side has scored."""
    game_lines: list[Line] = field(init=False)
    game_others: list[ScoredLine] = field(init=False)
    reached: list[Player] = field(init=False)
    """Who reached the target by a line within the round that is being played, the first one first."""
    score: Totals = field(init=False)
    """What decides the match, if that is not the number of games won."""
    rounds_played: int = field(init=False)
    """In the current game."""
    dealt_again: int = field(init=False)
    """How many of them nobody won, after which the same dealer dealt again."""
    carried: dict[Faced, int] = field(init=False)
    """How often the next hand of the game counts because nobody won the one before it, by who plays it."""

    def __post_init__(self) -> None:
        self.games_won = [0] * self.table.sides
        self.score = (0,) * self.table.sides
        self.dealer, self.sits_out = first_places(self.table, self.dealer)
        self.one_plays_alone = self.table is Table.WINNER_ALONE
        added = self.rules.partners_score is PartnersScore.ADDED
        self.several_score = self.one_plays_alone or (added and self.table is Table.PARTNERSHIP)
        self._turn_over()

    def write(self, played: Round) -> None:
        """Adds the next round: one hand, or two that are netted."""
        past_the_end = self.is_over
        results = self._scored(played)
        entries = self._entries(played.hands, results) if played.complete else ()
        for earlier in range(len(results) - 1):
            self._note(played, earlier, results)
        places = () if past_the_end or not played.complete else self._enter(entries)
        self._note(played, -1, results, places, entries)
        if played.complete:
            self.rounds_played += 1
            self._pass_the_deal(played.hands[-1].faced, entries)
        if not past_the_end:
            self._close_after_last_hand()
            self._turn_over_if_ended()

    def write_other(self, line: OtherLine, position: int, *, in_a_round: bool = False) -> None:
        """Adds a line that is not a hand. It is no hand won, and nobody enters a column with it.

        Written in a round of two hands, it ends no game before both are scored.
        """
        past_the_end = self.is_over
        if isinstance(line, OpeningScores) and line.dealer is not None and not past_the_end:
            self.dealer, self.sits_out = first_places(self.table, line.dealer)
        before = self.games[-1].columns if past_the_end else tuple(self.columns)
        after = before
        if not past_the_end:
            after = tuple(with_line(before, line, self.table, self._no_part, may_end=not in_a_round))
        self._note_other(line, position, before, after)
        if past_the_end:
            return
        self.columns = list(after)
        if isinstance(line, OpeningScores):
            self.rounds_played = line.played
            self.entered = entered_in(after)
            if line.games and self.rules.match_by is MatchBy.GAMES:
                self.games_won = [*line.games]
        if in_a_round:
            self._note_reached()
        self._turn_over_if_ended()

    def _note_reached(self) -> None:
        """Notes who has reached the target in a round, by a line that may not end the game yet."""
        sides = [side for side in range(self.table.sides) if side not in self.reached]
        self.reached += [side for side in sides if self._has_reached(side)]

    def _has_reached(self, side: Player) -> bool:
        """Whether *side* has reached the target of a column that is open."""
        return any(ended(column, [side]) is not column for column in self.columns)

    @property
    def _no_part(self) -> Player | None:
        """Who of three has no part in the game of the other two."""
        return self.sits_out if self.table is Table.WINNER_STAYS else None

    def _note_other(
        self, line: OtherLine, position: int, before: tuple[Column, ...], after: tuple[Column, ...]
    ) -> None:
        """Adds the line with what it changed, and with the totals after it."""
        past_the_end = self.is_over
        changed = [index for index, (was, now) in enumerate(zip(before, after, strict=True)) if was != now]
        first = changed[0] if changed else 0
        was, now = before[first], after[first]
        noted = ScoredLine(
            position=position,
            game=self.games[-1].number if past_the_end else len(self.games) + 1,
            line=line,
            place=self._hands_before(past_the_end),
            points=difference([now.hand_points, now.penalties], [was.hand_points, was.penalties]),
            boxes=difference([now.boxes], [was.boxes]),
            change=difference([now.running, now.penalties], [was.running, was.penalties]),
            columns=tuple(changed),
            column_totals=tuple(column.running for column in after),
            past_the_end=past_the_end,
            no_part=self._no_part,
        )
        self.other_lines.append(noted)
        if not past_the_end:
            self.game_others.append(noted)

    def _hands_before(self, past_the_end: bool) -> int:
        """How many hands of the game were scored; after the end, those that came too late are among them."""
        late = sum(line.past_the_end for line in self.lines) if past_the_end else 0
        return late + len(self.games[-1].lines if past_the_end else self.game_lines)

    def _scored(self, played: Round) -> list[HandResult]:
        """The results of its hands; where doubles carry over, with those that earlier hands left."""
        if not self.rules.dead_hand_double_carries:
            return [score(hand.laid, self.rules) for hand in played.hands]
        return [score_carrying(hand, self.rules, self.table, self.carried) for hand in played.hands]

    def _note(
        self,
        played: Round,
        which: int,
        results: Sequence[HandResult],
        places: tuple[tuple[int, ...], ...] = (),
        entries: tuple[Entry, ...] = (),
    ) -> None:
        """Adds the line of one of its hands, with the totals after *entries*."""
        number, hand, result = played.numbers[which], played.hands[which], results[which]
        past_the_end = self.is_over
        columns = self.games[-1].columns if past_the_end else self.columns
        line = Line(
            number=number,
            game=self.games[-1].number if past_the_end else len(self.games) + 1,
            dealer=self.table.dealer(hand.faced, self.dealer),
            hand=hand,
            result=result,
            columns=places[0] if places else (),
            column_totals=tuple([column.running for column in columns]),
            past_the_end=past_the_end,
            beside=played.beside(number),
            round=played.nth,
            waits=not played.complete,
            entries=entries,
            places=places,
        )
        self.lines.append(line)
        if not past_the_end:
            self.game_lines.append(line)

    def _entries(self, hands: Sequence[Hand], results: Sequence[HandResult]) -> tuple[Entry, ...]:
        """What a round scores; for both of two who play against one."""
        entries = entries_of(hands, results, self.table, self.rules)
        if not self.one_plays_alone or self.dealer not in hands[0].faced:
            return entries
        taken = self.rules.loser_negative
        return tuple(each for entry in entries for each in shared(entry, self.dealer, taken))

    def _enter(self, entries: tuple[Entry, ...]) -> tuple[tuple[int, ...], ...]:
        """Writes all *entries* before any column can end; returns the columns of each."""
        places = tuple([self._columns_for(entry) for entry in entries])
        for entry, columns in zip(entries, places, strict=True):
            for index in columns:
                self.columns[index] = written(self.columns[index], entry)
        if self.several_score:
            self.columns = list(map(ended_by_leader, self.columns))
        else:
            writers = [*self.reached, *(entry.winner for entry in entries)]
            self.columns = [ended(column, writers) for column in self.columns]
        self.reached = []
        return places

    def _columns_for(self, entry: Entry) -> tuple[int, ...]:
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

    def _pass_the_deal(self, faced: Faced, entries: tuple[Entry, ...]) -> None:
        """Finds who deals the next hand and, of three, who sits it out."""
        won = winning_entry(entries)
        if won is None:
            self.dealt_again += deals_again(self.rules, self.table)
        if self.table.people == 3:
            self.sits_out = out_next(self.table, faced, won)
        if self.table.sides == 2:
            self.dealer = next_dealer(self.dealer, won.winner if won else None, self.rules)
        elif not self.one_plays_alone:
            self.dealer = self.sits_out
        elif won:
            self.dealer = won.winner

    def _close_after_last_hand(self) -> None:
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

    def _turn_over_if_ended(self) -> None:
        if all(column.ended for column in self.columns):
            self._end_game(self._game())
            self._turn_over()

    def _end_game(self, game: Game) -> None:
        """Counts a game in the match, and finds who deals first in the next one."""
        self._start_next_game(game)
        self.games.append(game if game.next_dealer == self.dealer else replace(game, next_dealer=self.dealer))
        if game.winner is not None:
            self.games_won[game.winner] += 1
        if self.rules.match_by is not MatchBy.GAMES:
            self.score = summed([self.score, worth(game, self.rules)])

    def _start_next_game(self, game: Game) -> None:
        """Finds who deals first after *game* and, of three, who sits out."""
        if self.table is Table.WINNER_STAYS:
            self.dealer = self.sits_out = out_of_next_game(game, self.sits_out)
            return
        dealer = first_dealer_after(game, self.rules, self.table)
        if self.table.sides == 3 and dealer != self.dealer:
            self.sits_out = first_places(self.table, dealer)[1]
        self.dealer = dealer

    def _turn_over(self) -> None:
        """Starts the next game."""
        self.columns = blank(self.rules, self.table.sides)
        self.entered = [set() for _ in range(self.table.sides)]
        self.game_lines = []
        self.game_others = []
        self.reached = []
        self.rounds_played = self.dealt_again = 0
        self.carried = {}

    def _game(self) -> Game:
        return Game(
            len(self.games) + 1,
            tuple(self.game_lines),
            tuple(self.columns),
            self.dealer,
            tuple(self.game_others),
        )

    def all_games(self) -> tuple[Game, ...]:
        """The games that are over, and the current one if something was written in it."""
        if self.game_lines or self.game_others or not self.games:
            return (*self.games, self._game())
        return tuple(self.games)

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        if self.rules.match_by is not MatchBy.GAMES:
            return len(self.games) >= self.rules.games_in_match
        needed = self.rules.games_to_win
        return needed is not None and bool(self.games) and (needed == 1 or max(self.games_won) >= needed)

    def standing(self) -> Standing:
        """The state of the match."""
        games_won = tuple(self.games_won)
        score = games_won if self.rules.match_by is MatchBy.GAMES else self.score
        return Standing(self.is_over, leader(score) if self.is_over else None, games_won, score)
