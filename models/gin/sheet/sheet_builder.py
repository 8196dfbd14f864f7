"""Builds a score sheet round by round: the open game, and what is carried from one game to the next."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from models.gin.hand.declaration import Points
from models.gin.hand.scoring import Hand, HandResult, Situation, score
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import MatchBy, NextGameDealer, PartnersScore, TiedGame
from models.gin.rules.seating import Faced, Player, Table, Totals, other
from models.gin.sheet.columns import (
    Column,
    ColumnEntry,
    blank,
    closed_if_won,
    difference,
    ended,
    ended_by_leader,
    ended_where_it_stands,
    leader,
    plus,
    summed,
    written,
)
from models.gin.sheet.extra_lines import ExtraLine, OpeningScores, ScoredExtraLine, entered_in, with_line
from models.gin.sheet.games import Gains, Game, ScoredHand, Standing, gains_of
from models.gin.sheet.rounds import (
    Round,
    deals_again,
    entries_of,
    first_places,
    left_by,
    next_dealer,
    out_next,
    out_of_next_game,
    place_of,
    shared,
    winning_entry,
)


def worth(game: Game, rules: HouseRules) -> Totals:
    """What a game that is over counts in its match."""
    if rules.match_by is MatchBy.POINTS:
        return game.counted
    nothing = (0,) * len(game.running)
    return nothing if game.winner is None else plus(nothing, game.winner, game_points(game, rules))


def game_points(game: Game, rules: HouseRules) -> int:
    """What winning a game is worth: one, or its game points."""
    if rules.match_by is not MatchBy.GAME_POINTS:
        return 1
    return rules.game_points_shutout if game.is_won_by_shutout else rules.game_points_win


def first_dealer_after(game: Game, rules: HouseRules, table: Table) -> Player:
    """Who deals first after *game*; two against two, the side.

    If nobody won or lost it alone, the deal passes on as after any other hand.
    """
    if rules.next_game_dealer is NextGameDealer.PASSES_ON:
        return game.next_dealer
    if rules.next_game_dealer is NextGameDealer.ALTERNATE:
        return (first_dealer_of(game, table) + 1) % table.sides
    dealer = game.winner if rules.next_game_dealer is NextGameDealer.WINNER else loser(game)
    return game.next_dealer if dealer is None else dealer


def first_dealer_of(game: Game, table: Table) -> Player:
    """Who dealt first in a game; if a penalty ended it before the first hand, who would have."""
    return table.side(game.hands[0].dealer) if game.hands else game.next_dealer


def loser(game: Game) -> Player | None:
    """Who lost a game; of three, the one of the others who is paid least, if nobody is paid the same."""
    if game.winner is None:
        return None
    if len(game.owed) == 2:
        return other(game.winner)
    most = max(game.owed) + 1
    return leader(tuple(-most if side == game.winner else -owed for side, owed in enumerate(game.owed)))


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
    """How many of the rounds nobody won, so that the same dealer dealt again."""
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


@dataclass(slots=True)
class SheetBuilder:
    """A score sheet while rounds are added to it."""

    rules: HouseRules
    table: Table
    dealer: Player
    """Who deals next; two against two, or against a captain, the side."""
    sits_out: Player = field(init=False)
    """Who of three does not play the next hand."""
    one_plays_alone: bool = field(init=False)
    """Whether the winner of a hand plays against both others."""
    hands: list[ScoredHand] = field(default_factory=list)
    extra_lines: list[ScoredExtraLine] = field(default_factory=list)
    games: list[Game] = field(default_factory=list)
    """Games that are over."""
    games_won: list[int] = field(init=False)
    """How many of them each side has won; stored, so that they are not counted again at every hand."""
    open_game: OpenGame = field(init=False)
    """The game being played; after the end of the match, one in which nothing is written."""
    game: Game | OpenGame = field(init=False)
    """The game being played; after the end of the match, its last game."""
    ended_here: bool = False
    """Whether the match ended after its last line, though the rules had it go on."""
    score: Totals = field(init=False)
    """What decides the match, if that is not the number of games won."""

    def __post_init__(self) -> None:
        self.games_won = [0] * self.table.sides
        self.score = (0,) * self.table.sides
        self.dealer, self.sits_out = first_places(self.table, self.dealer)
        self.one_plays_alone = self.table is Table.WINNER_ALONE
        self.game = self.open_game = self._next_game()

    def write(self, played: Round) -> None:
        """Adds the next round: one hand, or two that are netted."""
        past_the_end = self._past_the_end
        if not past_the_end:
            self.open_game.play(played.hands[0].faced)
        counts = played.complete and not past_the_end and self._no_part_of(played.hands[0]) is None
        situations = [self._situation(hand) for hand in played.hands]
        results = [self._score(hand, each) for hand, each in zip(played.hands, situations, strict=True)]
        entries = self._entries(played.hands, results) if played.complete else ()
        for earlier in range(len(results) - 1):
            self._note(played, earlier, situations[earlier], results[earlier])
        places = self.open_game.enter(entries) if counts else ()
        self._note(played, -1, situations[-1], results[-1], places, entries)
        if counts:
            self.open_game.rounds_played += 1
            self._pass_the_deal(played.hands[-1].faced, entries)
            self.open_game.close_after_last_hand()
            self._turn_over_if_ended()

    def write_extra_line(self, line: ExtraLine, position: int, *, in_a_round: bool = False) -> None:
        """Adds an extra line. It is no hand won, and nobody enters a column with it.

        Written in a round of two hands, it ends no game before both are scored.
        """
        before = tuple(self.game.columns)
        if self._past_the_end:
            self._note_extra_line(line, position, before)
            return
        if isinstance(line, OpeningScores):
            self._open_match(line)
        self.open_game.enter_extra_line(line, self._no_part, in_a_round=in_a_round)
        self._note_extra_line(line, position, before)
        self._turn_over_if_ended()

    def _open_match(self, line: OpeningScores) -> None:
        """Takes up who deals, and the games won so far, from a match that was started on paper."""
        if line.dealer is not None:
            self.dealer, self.sits_out = first_places(self.table, line.dealer)
            self.game = self.open_game = self._next_game()
        if line.games and self.rules.match_by is MatchBy.GAMES:
            self.games_won = [*line.games]

    @property
    def _past_the_end(self) -> bool:
        """Whether what is written comes after the end of the match."""
        return self.game is not self.open_game

    @property
    def _no_part(self) -> Player | None:
        """Who of three has no part in the game of the other two."""
        return self.sits_out if self.table is Table.WINNER_STAYS else None

    def _no_part_of(self, hand: Hand) -> Player | None:
        """Who of the two has no part in the game that a hand stands in."""
        return None if self._past_the_end else self.open_game.no_part(hand.faced)

    def _note_extra_line(self, line: ExtraLine, position: int, before: tuple[Column, ...]) -> None:
        """Adds the line with what it changed, and with the totals after it."""
        game, past_the_end = self.game, self._past_the_end
        pairs = enumerate(zip(before, game.columns, strict=True))
        changed = [index for index, (was, now) in pairs if was != now]
        first = changed[0] if changed else 0
        was, now = before[first], game.columns[first]
        noted = ScoredExtraLine(
            position=position,
            game=game.number,
            line=line,
            place=len(game.hands) + self._late_hands,
            points=difference([now.hand_points, now.penalties], [was.hand_points, was.penalties]),
            boxes=difference([now.boxes], [was.boxes]),
            change=difference([now.running, now.penalties], [was.running, was.penalties]),
            columns=tuple(changed),
            column_totals=tuple(column.running for column in game.columns),
            past_the_end=past_the_end,
            no_part=self._no_part,
        )
        self.extra_lines.append(noted)
        if not past_the_end:
            self.open_game.extra_lines.append(noted)

    @property
    def _late_hands(self) -> int:
        """How many hands were dealt after the end of the match."""
        return sum(scored_hand.past_the_end for scored_hand in self.hands) if self._past_the_end else 0

    def _situation(self, hand: Hand) -> Situation:
        """All that the score of the next hand may depend on beside its cards and the rules.

        Nothing is carried over to points from paper, nor to a hand of somebody who has no part in the game.
        """
        carried = self.open_game.carried.get(place_of(hand.faced, self.table), 1)
        if isinstance(hand.laid, Points) or self._no_part_of(hand) is not None:
            carried = 1
        return Situation(carried, hand.side_of(self._dealer_of(hand)))

    def _dealer_of(self, hand: Hand) -> Player:
        return self.table.dealer(hand.faced, self.dealer)

    def _score(self, hand: Hand, situation: Situation) -> HandResult:
        """What the next hand scores. Where doubles carry over, the one after it has what this one leaves."""
        result = score(hand.laid, self.rules, situation)
        if self.rules.dead_hand_double_carries and self._no_part_of(hand) is None:
            self.open_game.carried[place_of(hand.faced, self.table)] = left_by(result)
        return result

    def _note(
        self,
        played: Round,
        which: int,
        situation: Situation,
        result: HandResult,
        places: tuple[tuple[int, ...], ...] = (),
        entries: tuple[ColumnEntry, ...] = (),
    ) -> None:
        """Adds the line of one of its hands, with the totals after *entries*."""
        number, hand = played.numbers[which], played.hands[which]
        game, past_the_end, no_part = self.game, self._past_the_end, self._no_part_of(hand)
        scored_hand = ScoredHand(
            number=number,
            game=game.number,
            dealer=self._dealer_of(hand),
            hand=hand,
            result=result,
            columns=places[0] if places else (),
            column_totals=tuple([column.running for column in game.columns]),
            past_the_end=past_the_end,
            no_part=no_part,
            beside=played.beside(number),
            round=played.nth,
            waits=not played.complete,
            entries=entries if no_part is None else (),
            places=places,
            gains=self._gains(hand, result, entries),
            situation=situation,
        )
        self.hands.append(scored_hand)
        if not past_the_end:
            self.open_game.hands.append(scored_hand)

    def _gains(self, hand: Hand, result: HandResult, entries: tuple[ColumnEntry, ...]) -> Gains:
        """What a hand adds to the totals: by itself, where *entries* are those of a round of two.

        The box of two netted hands belongs to their round.
        """
        if self.table is Table.PARTNERSHIP:
            entries = entries_of([hand], [result], self.table, self.rules)
            if self.rules.partners_score is PartnersScore.NETTED:
                entries = tuple(entry._replace(boxes=0) for entry in entries)
        return gains_of(result, entries, self.rules)

    def _entries(self, hands: Sequence[Hand], results: Sequence[HandResult]) -> tuple[ColumnEntry, ...]:
        """What a round scores; for both of two who play against one."""
        entries = entries_of(hands, results, self.table, self.rules)
        if not self.one_plays_alone or self.dealer not in hands[0].faced:
            return entries
        taken = self.rules.loser_negative
        return tuple(each for entry in entries for each in shared(entry, self.dealer, taken))

    def _pass_the_deal(self, faced: Faced, entries: tuple[ColumnEntry, ...]) -> None:
        """Finds who deals the next hand and, of three, who sits it out."""
        won = winning_entry(entries)
        if won is None:
            self.open_game.dealt_again += deals_again(self.rules, self.table)
        if self.table.people == 3:
            self.sits_out = out_next(self.table, faced, won)
        if self.table.sides == 2:
            self.dealer = next_dealer(self.dealer, won.winner if won else None, self.rules)
        elif not self.one_plays_alone:
            self.dealer = self.sits_out
        elif won:
            self.dealer = won.winner

    def _turn_over_if_ended(self) -> None:
        if self.open_game.has_ended:
            self._end_game(self.open_game.as_it_stands(self.dealer))
            self.open_game = self._next_game()
            self.game = self.games[-1] if self.is_over else self.open_game

    def end_here(self) -> None:
        """Ends the match after what was written so far, if the rules have not ended it."""
        if self.is_over or (self.open_game.is_blank and not self.games):
            return
        self.ended_here = True
        if self.open_game.is_blank:
            self.game = self.games[-1]
        else:
            self.open_game.end_here()
            self._turn_over_if_ended()

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

    def _next_game(self) -> OpenGame:
        playing = self.table.others((self.sits_out,)) if self.table is Table.WINNER_STAYS else None
        return OpenGame(self.rules, self.table, len(self.games) + 1, playing)

    def all_games(self) -> tuple[Game, ...]:
        """The games that are over, and the current one if something was written in it."""
        if self.games and self.open_game.is_blank:
            return tuple(self.games)
        return (*self.games, self.open_game.as_it_stands(self.dealer))

    @property
    def is_over(self) -> bool:
        if self.ended_here:
            return True
        if self.rules.match_by is not MatchBy.GAMES:
            return len(self.games) >= self.rules.games_in_match
        needed = self.rules.games_to_win
        return needed is not None and bool(self.games) and (needed == 1 or max(self.games_won) >= needed)

    def standing(self) -> Standing:
        """The state of the match."""
        games_won = tuple(self.games_won)
        score = games_won if self.rules.match_by is MatchBy.GAMES else self.score
        return Standing(self.is_over, leader(score) if self.is_over else None, games_won, score)
