"""The whole score sheet: hands and extra lines in order become games, boxes, bonuses and a match."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import NamedTuple

from models.gin.hand.problems import InvalidDeclarationError, Problem, ProblemPlace, Reason, problems
from models.gin.hand.scoring import Hand, score
from models.gin.rules.house_rules import LARGEST_TOTAL, HouseRules
from models.gin.rules.options import MatchBy
from models.gin.rules.seating import Faced, Player, Table
from models.gin.sheet.columns import Bonus, Column
from models.gin.sheet.extra_lines import Adjustment, ExtraLine, OpeningScores, ScoredExtraLine, problems_of
from models.gin.sheet.games import Game, ScoredHand, ScoredLine, Standing, gains_of
from models.gin.sheet.rounds import Round, entries_of, first_free, next_dealer, opposite, place_of, rounds
from models.gin.sheet.sheet_builder import SheetBuilder

__all__ = [
    "Bonus",
    "Column",
    "Game",
    "Hand",
    "Player",
    "ScoredExtraLine",
    "ScoredHand",
    "Sheet",
    "Standing",
    "Table",
    "by_itself",
    "next_dealer",
    "sheet",
]


@dataclass(frozen=True, slots=True)
class Sheet:
    """The score sheet of a match."""

    rules: HouseRules
    hands: tuple[ScoredHand, ...]
    """Every hand in order, with those dealt after the end."""
    games: tuple[Game, ...]
    """At least one; the last may be unfinished."""
    match: Standing
    next_dealer: Player
    """Two against two, or against a captain, the side."""
    table: Table = Table.TWO
    """With three players, as the rules have them play."""
    extra_lines: tuple[ScoredExtraLine, ...] = ()
    """Penalties, adjustments and opening scores in order, with those written after the end."""
    carried: Mapping[Faced, int] = field(default_factory=dict)
    """How often the next hand counts where doubles carry over, by who plays it."""
    sits_out: Player | None = None
    """Who of three does not play the next hand."""
    ended_here: bool = False
    """Whether the match ended after its last line, though the rules had it go on."""

    @property
    def is_blank(self) -> bool:
        """Whether nothing has been written."""
        return not (self.hands or self.extra_lines)

    @property
    def in_order(self) -> tuple[ScoredLine, ...]:
        """Hands and extra lines in the order in which they were written."""
        rows: list[ScoredLine] = list(self.hands)
        for other in sorted(self.extra_lines, key=lambda line: line.position):
            rows.insert(other.position - 1, other)
        return tuple(rows)

    @property
    def is_of_totals(self) -> bool:
        """Whether only the totals are known, as of a match from paper: no hand, bonus or reason."""
        lines = [each.line for each in self.extra_lines if not each.past_the_end]
        return (
            self.match.over
            and self.rules.is_single_game
            and len(self.game.columns) == 1
            and self.game.final == self.game.running
            and len(lines) == len(self.in_order)
            and all(isinstance(line, Adjustment) and not line.reason for line in lines)
        )

    def carried_to(self, faced: Faced) -> int:
        """How often the next hand of these two counts because of hands before it that nobody won."""
        return self.carried.get(place_of(faced, self.table), 1)

    @property
    def game(self) -> Game:
        """The current game, or the last one if it is over."""
        return self.games[-1]

    @property
    def is_decided_by_points(self) -> bool:
        """Whether the match is over, and points have decided it and not the games won."""
        return self.match.over and self.rules.match_by is not MatchBy.GAMES

    @property
    def past_the_end(self) -> tuple[ScoredHand, ...]:
        """Hands that were dealt after the end of the match."""
        return tuple(scored_hand for scored_hand in self.hands if scored_hand.past_the_end)

    @property
    def to_play(self) -> tuple[Faced, ...]:
        """Who plays whom in the next hand; two against two, in the rest of the round.

        Partners play the opponents they last played; if they change opponents, the hand says so.
        """
        if self.sits_out is not None:
            first, second = self.table.others((self.sits_out,))
            return ((first, second),)
        if self.table is Table.TWO:
            return ((0, 1),)
        if waiting := [scored_hand.hand.faced for scored_hand in self.hands if scored_hand.waits]:
            return (opposite(waiting[0]),)
        last = self.hands[-1].hand.faced if self.hands else (0, 1)
        return tuple(sorted((last, opposite(last))))

    def round_of(self, faced: Faced) -> int:
        """The number of the round of these two players' next hand; 0 if rounds are single hands."""
        if self.table is not Table.PARTNERSHIP:
            return 0
        return first_free(
            {(scored_hand.round, player) for scored_hand in self.hands for player in scored_hand.hand.faced},
            faced,
        )


def by_itself(hand: Hand, rules: HouseRules) -> ScoredHand:
    """A hand of two players that stands on no sheet: nothing comes before it, and nobody has dealt it.

    :raises InvalidDeclarationError: if it is not valid.
    """
    result = score(hand.laid, rules)
    gains = gains_of(result, entries_of([hand], [result], Table.TWO, rules), rules)
    return ScoredHand(1, 1, 0, hand, result, columns=(), column_totals=(), gains=gains)


def sheet(
    written: Iterable[Hand | ExtraLine],
    rules: HouseRules,
    first_dealer: Player = 0,
    table: Table = Table.TWO,
    *,
    ends_after_last: bool = False,
) -> Sheet:
    """The score sheet of hands and extra lines in the order in which they were written.

    A match that *ends after its last* line is over there, if it has any: the higher total wins, level is a
    draw, and no bonus is added.

    >>> from models.gin.hand.declaration import Count, Ending
    >>> ann_knocks = Hand(0, Count(Ending.KNOCK, knocker=8, defender=20))
    >>> sheet([ann_knocks], HouseRules()).game.running
    (12, 0)

    :raises InvalidDeclarationError: if a hand or an extra line is not valid.
    :raises ValueError: if two players of a hand cannot play each other at *table*.
    """
    table = rules.seated_at(table)
    builder = SheetBuilder(rules, table, first_dealer)
    _write_all(builder, tuple(written))
    if ends_after_last:
        builder.end_here()
    made = Sheet(
        rules,
        tuple(sorted(builder.hands, key=attrgetter("number"))),
        builder.all_games(),
        builder.standing(),
        builder.dealer,
        table,
        tuple(builder.extra_lines),
        builder.open_game.carried,
        builder.sits_out if table.people == 3 else None,
        builder.ended_here,
    )
    _refuse_large_totals(made)
    return made


def _refuse_large_totals(made: Sheet) -> None:
    for place, total in _totals_by_line(made):
        if abs(total) > LARGEST_TOTAL:
            about = Reason.TOTAL_TOO_LARGE, ProblemPlace.SHEET
            raise InvalidDeclarationError([Problem(*about, figure=total, bound=LARGEST_TOTAL, line=place)])


def _totals_by_line(made: Sheet) -> Iterator[tuple[int, int]]:
    """Every total on the sheet, after the place of the line that led to it; those with all bonuses last."""
    last = {}
    for place, line in enumerate(made.in_order, 1):
        last[line.game] = place
        yield from ((place, total) for totals in line.column_totals for total in totals)
    for game in made.games:
        final = (total for column in game.columns for total in column.final or ())
        yield from ((last[game.number], total) for total in final)


def _write_all(builder: SheetBuilder, written: Sequence[Hand | ExtraLine]) -> None:
    """Writes hands, and the extra lines between them, if there are any."""
    hands = [each for each in written if isinstance(each, Hand)]
    if len(hands) == len(written):
        for nth in rounds(hands, builder.table):
            builder.write(nth)
        return
    _refuse_invalid(written, builder.rules)
    for each in _in_order(written, builder.table):
        if isinstance(each, Round):
            builder.write(each)
        else:
            builder.write_extra_line(each.line, each.position, in_a_round=each.in_a_round)


def _refuse_invalid(written: Sequence[Hand | ExtraLine], rules: HouseRules) -> None:
    line_problems = [
        problem for each in written if not isinstance(each, Hand) for problem in problems_of(each, rules)
    ]
    if sum(isinstance(each, OpeningScores) for each in written) > 1:
        line_problems.append(Problem(Reason.OPENING_TWICE, ProblemPlace.OPENING))
    if line_problems:
        raise InvalidDeclarationError(line_problems)


class _Placed(NamedTuple):
    """An extra line, and where it was written."""

    line: ExtraLine
    position: int
    before: int
    """How many hands were written before it."""
    in_a_round: bool = False
    """Whether a round of two hands was started before it, and not complete."""

    def during(self, played: Iterable[Round]) -> "_Placed":
        """The line, marked as written within one of the rounds *played* that were not complete before it."""
        return self._replace(in_a_round=any(each.numbers[0] <= self.before for each in played))


def _in_order(written: Sequence[Hand | ExtraLine], table: Table) -> Iterator[Round | _Placed]:
    """The rounds, and between them the extra lines.

    A line comes before the first round that was complete only after it. Opening scores come first.
    """
    waiting: list[_Placed] = []
    hands: list[Hand] = []
    for position, each in enumerate(written, 1):
        if isinstance(each, Hand):
            hands.append(each)
        else:
            waiting.append(_Placed(each, position, 0 if isinstance(each, OpeningScores) else len(hands)))
    waiting.sort(key=lambda placed: not isinstance(placed.line, OpeningScores))
    left = deque(rounds(hands, table))
    while left:
        while waiting and (not left[0].complete or waiting[0].before < left[0].numbers[-1]):
            yield waiting.pop(0).during(left if table is Table.PARTNERSHIP else ())
        yield left.popleft()
    yield from waiting


@dataclass(frozen=True, slots=True)
class DisallowedHand:
    """A hand that other rules do not allow, and every reason."""

    number: int
    """The number of the hand, from 1."""
    problems: tuple[Problem, ...]


def disallowed_hands(hands: Iterable[Hand], rules: HouseRules) -> tuple[DisallowedHand, ...]:
    """The hands that *rules* do not allow; none if the whole sheet can be worked out by them.

    >>> from models.gin.hand.declaration import Count, Ending
    >>> knock = Hand(0, Count(Ending.KNOCK, knocker=8, defender=20))
    >>> [unfit.number for unfit in disallowed_hands([knock, knock], HouseRules(knock_limit=5))]
    [1, 2]
    """
    checks = ((number, problems(hand.laid, rules)) for number, hand in enumerate(hands, 1))
    return tuple(DisallowedHand(number, wrong) for number, wrong in checks if wrong)


@dataclass(frozen=True, slots=True)
class DisallowedExtraLine:
    """An extra line, and every reason why other rules do not allow it."""

    line: ExtraLine
    problems: tuple[Problem, ...]


def disallowed_extra_lines(lines: Iterable[ExtraLine], rules: HouseRules) -> tuple[DisallowedExtraLine, ...]:
    checks = (DisallowedExtraLine(line, tuple(problems_of(line, rules))) for line in lines)
    return tuple(each for each in checks if each.problems)
