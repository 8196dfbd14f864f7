"""What a hand brings to mind, compared with what somebody notes beside each hand with a pencil."""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from itertools import pairwise
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from models.gin.hand.scoring import Hand
from models.gin.remembering import QUESTIONS, Earlier, Memory, Moment, Past, other_melds, remembered
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import Shutout
from models.gin.rules.seating import Table
from models.gin.sheet.extra_lines import ColumnScores, OpeningKind, OpeningScores
from models.gin.sheet.sheet import sheet
from tests.gin.table import ANN, BOB, DEAD, big_gin, gin, knock, laid, won
from tests.profiles import examples

SHORT = HouseRules(
    gin_bonus=25, undercut_bonus=25, box_bonus=0, shutout=Shutout.NONE, target=60, games_to_win=None
)
TODAY = date(2026, 11, 29)

Noted = tuple[int, int, date | None]
"""Of whom, how many, and since when."""


@st.composite
def evenings(draw: st.DrawFn) -> tuple[list[Hand], Past]:
    """Many hands that one of the two often wins, and matches before them."""
    random = Random(draw(st.integers(0, 10**6)))
    luck = random.choice((0.1, 0.5, 0.9))

    def a_hand() -> Hand:
        by, less, more = int(random.random() < luck), random.randint(1, 9), random.randint(0, 30)
        dealt = knock(less, more, by), knock(less, less + more + 1, by), gin(more, by), big_gin(more, by)
        return random.choice((*dealt, dealt[0], won(more + 1, by), DEAD))

    def a_match(days: int) -> Earlier:
        winners = [random.choice((ANN, ANN, BOB, None)) for _ in range(random.randint(0, 3))]
        return Earlier(random.randint(1, 30), TODAY - timedelta(days), winners, random.randint(20, 60))

    series = [a_match(20 * back) for back in range(random.randint(0, 6))]
    tonight = random.choice((None, [(2, 0), (0, 1)]))
    return [a_hand() for _ in range(random.randint(1, 45))], Past(TODAY, series, tonight)


class Pencil:
    """Writes down one hand after another, with both totals of each game, and what can be said of each."""

    def __init__(self, past: Past) -> None:
        self.past = past
        self.wins: list[int | None] = []
        self.points: list[int] = []
        self.how: list[str] = []
        self.margins: list[int] = []
        self.totals = [(0, 0)]
        self.games = [winner for match in reversed(past.series) for winner in match.winners]
        self.notes: list[dict[str, Noted]] = []

    def write(self, hand: Hand) -> None:
        if max(self.totals[-1]) >= 60:
            self.totals = [(0, 0)]
        winner, points, how = self.scored(hand)
        self.wins.append(winner)
        self.points.append(points)
        self.how.append(how)
        ann, bob = self.totals[-1]
        self.totals.append((ann + points * (winner == ANN), bob + points * (winner == BOB)))
        over = max(self.totals[-1]) >= 60
        self.games += [winner] * over
        said = () if winner is None else self.said(winner, over)
        self.notes.append({name: note for name, note in said if note})

    def scored(self, hand: Hand) -> tuple[int | None, int, str]:
        if hand.knocker is None:
            return None, 0, "dead"
        if not hasattr(hand.laid, "ending"):
            return hand.knocker, hand.laid.points, "paper"
        own, others = hand.laid.knocker, hand.laid.defender
        if own == 0:
            return hand.knocker, others + 25, "gin"
        self.margins.append(abs(own - others))
        if own < others:
            return hand.knocker, others - own, "knock"
        return 1 - hand.knocker, own - others + 25, "undercut"

    def said(self, winner: int, over: bool) -> Iterator[tuple[str, Noted | bool | None]]:
        row, of_games = (
            len("".join("x" if each == winner else "-" for each in won_by).rpartition("-")[2])
            for won_by in (self.wins, self.games)
        )
        yield "games_in_a_row", over and of_games >= 3 and (winner, of_games, None)
        leads = [totals[winner] - totals[1 - winner] for totals in self.totals]
        last_lead = max((at for at, lead in enumerate(leads[:-1]) if lead > 0), default=0)
        deficit = max((-lead for lead in leads[last_lead:-1]), default=0)
        yield "points_behind", leads[-1] > 0 and deficit >= 30 and (winner, deficit, None)
        yield "best_since", self.best()
        for number, (name, how) in enumerate((("undercuts", "undercut"), ("gins", "gin"))):
            if self.past.tonight is not None and self.how[-1] == how:
                times = [*zip(self.wins, self.how, strict=True)].count((winner, how))
                times += self.past.tonight[winner][number]
                yield name, times >= 3 and (winner, times, None)
        yield "hands_in_a_row", row in (5, 10, 15, 20, 25, 30, 35, 40, 45) and (winner, row, None)
        if self.how[-1] in ("knock", "undercut") and self.margins[-1] in (0, 1, 2):
            nearer = [each for each in self.margins[:-1] if each <= self.margins[-1]]
            yield "closest", len(self.margins) > 8 and not nearer and (0, 0, None)

    def best(self) -> Noted | None:
        hands = len(self.points) - 1
        if max(self.points[:-1], default=0) >= self.points[-1]:
            return None
        for match in self.past.series:
            if match.best_hand >= self.points[-1]:
                far = (TODAY - match.changed_on).days >= 60
                return (0, 0, match.changed_on) if far and hands >= 30 else None
            hands += match.hands
        return None


def noted(memory: Memory | None) -> Noted | None:
    return memory and (memory.player, memory.number, memory.since)


@given(evenings())
@examples(60)
def test_each_question_is_answered_as_with_a_pencil(played: tuple[list[Hand], Past]) -> None:
    hands, past = played
    pencil = Pencil(past)
    told: list[int] = []
    for number, hand in enumerate(hands, 1):
        pencil.write(hand)
        made = sheet(hands[:number], SHORT)
        moment = Moment(made.hands, made.hands[-1].winner or 0, made, past)
        asked = QUESTIONS if made.hands[-1].winner is not None else ()
        answers = {ask.__name__: said for ask in asked if (said := noted(ask(moment)))}

        assert answers == pencil.notes[-1]
        memory = remembered(made, past)
        is_silent = not pencil.notes[-1] or any(pencil.notes[-3:-1])
        assert noted(memory) == (None if is_silent else next(iter(answers.values())))
        told += [number] * (memory is not None)
    assert all(later - one >= 3 for one, later in pairwise(told))


def test_from_how_many_hands_on_something_is_told() -> None:
    far = [gin(20, by) for by in (ANN, BOB)] + [knock(2, 5), knock(2, 5, BOB)] * 4
    near = [*far, knock(2, 4, BOB)]
    earlier = Earlier(20, TODAY - timedelta(60), [], 99)
    best = [Earlier(27, TODAY, [], 44), earlier]

    assert noted(remembered(sheet(near, HouseRules()), Past(TODAY))) == (0, 0, None)
    assert remembered(sheet(near[1:3] + near[4:], HouseRules()), Past(TODAY)) is None
    for hands, told in (([DEAD] * 3, (0, 0, earlier.changed_on)), ([DEAD] * 2, None)):
        assert noted(remembered(sheet([*hands, gin(25)], HouseRules()), Past(TODAY, best))) == told


RUNS = "5S6S7S 5H6H7H 5D6D7D / 2C"
"""The same nine cards make three sets, on which nobody lays off an eight."""


def of_the_last(*hands: Hand, table: Table = Table.TWO) -> Memory | None:
    return remembered(sheet(hands, HouseRules(), table=table), Past(TODAY))


def test_other_melds_would_have_left_the_defender_more() -> None:
    laid_off = laid(RUNS, "KSKHKD 2S2H2D / 9C", "4S8S>5S6S7S 8H>5H6H7H")
    sets = laid("5S5H5D 6S6H6D 7S7H7D / 2C", "KSKHKD 2S2H2D / 4S8S8H9C")

    assert of_the_last(Hand(BOB, laid_off)) == Memory(other_melds, BOB, 4 + 8 + 8 + 9)
    assert of_the_last(Hand(BOB, sets)) is None


def test_only_two_whose_match_is_whole_are_told() -> None:
    five: Sequence[Hand] = [knock(2, 5)] * 5
    carried = OpeningScores(OpeningKind.CARRIED_OVER, (ColumnScores((0, 0), (0, 0)),))

    assert of_the_last(*five)
    assert of_the_last(*five, table=Table.THREE) is None
    assert remembered(sheet([carried, *five], HouseRules()), Past(TODAY)) is None
