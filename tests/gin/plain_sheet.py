"""What a sheet should say, worked out a second time, in the plainest way, from the counts."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count

from models.gin.hand.declaration import Count, Ending, Points
from models.gin.hand.scoring import Hand
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.seating import Table
from models.gin.sheet.extra_lines import (
    Adjustment,
    ColumnScores,
    ExtraLine,
    OpeningKind,
    OpeningScores,
    Penalty,
)
from tests.gin.plain_match import owed, winner_of


@dataclass
class Notes:
    """What a careful player notes beside a column, for each side."""

    points: list[int]
    """Of the hands won, and of adjustments."""
    hands: list[int]
    boxes: list[int]
    at_once: list[int]
    """How many points of the total are boxes that were added at once, or taken."""
    later: list[int]
    """Penalties that are added after the game."""
    saves: list[int]
    """Points that save from a shutout."""
    given: list[int]
    """What of the total is a handicap or a penalty."""
    by: int | None = None
    """Who closed it."""


@dataclass
class Plain:
    """A sheet as a careful player keeps it: one column after another, by the words of the rules."""

    rules: HouseRules
    table: Table
    first: int = 0
    """Who deals first; if one plays alone against both others, who that is first."""
    totals: list[list[int]] = field(default_factory=list)
    open: list[bool] = field(default_factory=list)
    entered: list[list[bool]] = field(default_factory=list)
    played: int = 0
    again: int = 0
    """How many hands were dealt again by the same dealer."""
    games: list[list[list[int]]] = field(default_factory=list)
    """The totals of each column at the end of each game."""
    left_over: dict[str, int] = field(default_factory=dict)
    """The doubles of hands that nobody won, which wait for the next hand of the same players."""
    parts: set[int] = field(default_factory=set)
    """Who has a part in the game: where its winner stays, two."""
    is_blank: bool = True
    """Whether nothing has been written in the game."""
    shared: list[set[int]] = field(default_factory=list)
    """Who had a part in each game that is over."""
    won_before: list[int] = field(default_factory=list)
    """The games that each side had won on paper."""
    began: int | None = None
    """Who dealt the first hand of the game."""
    notes: list["Notes"] = field(default_factory=list)
    """What is noted beside each column of the game."""
    noted: list[list["Notes"]] = field(default_factory=list)
    """The notes of each game that is over."""
    alone: int = 0
    """Who won the last hand, and plays the next one alone if the rules have it so."""
    out: int | None = None
    """Of three, who sits out the next hand; None if the winner of a game has to be known for it."""

    def __post_init__(self) -> None:
        self.three = self.rules.three_players.value if self.table is Table.THREE else ""
        self.sides = 2 if self.three == "captain" else self.table.sides
        self.alone = self.first
        self.out = self.first_out(self.first)
        self.fresh_page()

    def first_out(self, dealer: int) -> int:
        """Who of three sits out first."""
        return {"captain": 2, "all_against_winner": (dealer + 2) % 3}.get(self.three, dealer)

    def side(self, player: int) -> int:
        """Whose total a player's points go to."""
        return (1 if player else 0) if self.three == "captain" else player % self.sides

    def fresh_page(self) -> None:
        """The next game: nothing in any column."""
        columns, sides = range(self.rules.columns), range(self.sides)
        self.totals = [[0 for _ in sides] for _ in columns]
        self.open = [True for _ in columns]
        self.entered = [[False for _ in columns] for _ in sides]
        self.played = 0
        self.again = 0
        self.left_over = {}
        self.parts = {*sides} - {self.idle}
        self.is_blank = True
        self.began = None
        self.notes = [Notes(*([0 for _ in sides] for _ in range(7))) for _ in columns]

    @property
    def idle(self) -> int | None:
        """Who of three sits out the whole game."""
        return self.out if self.three == "winner_stays" else None

    def other(self, line: ExtraLine, in_a_round: bool = False) -> None:
        """An extra line: the same in every open column.

        In a round of which one hand is still being played, it closes nothing yet.
        """
        if isinstance(line, OpeningScores):
            self.start(line)
            return
        self.is_blank = False
        for column, is_open in enumerate(self.open):
            if is_open and self.side_of(line) != self.idle:
                self.note(line, self.totals[column], self.notes[column])
                ahead = self.ahead(self.totals[column])
                over = [side for side in ahead if self.totals[column][side] >= self.target(column)]
                if len(ahead) == 1 and over and ahead[0] in self.gained(line) and not in_a_round:
                    self.open[column], self.notes[column].by = False, ahead[0]
        self.turn()

    def ahead(self, totals: list[int]) -> list[int]:
        """Who has the most, of those who play the game."""
        return [side for side in self.parts if totals[side] == max(totals[each] for each in self.parts)]

    def gained(self, line: ExtraLine) -> list[int]:
        """Who gains by a penalty or an adjustment."""
        assert not isinstance(line, OpeningScores)
        offender = self.side_of(line)
        if isinstance(line, Penalty):
            return self.others(offender) if self.charge(line) or self.rules.penalty_box else []
        if line.points > 0:
            return [offender]
        return self.others(offender) if self.rules.loser_negative and line.points else []

    def side_of(self, line: Penalty | Adjustment) -> int:
        """Whose penalty it is, or whose total is adjusted."""
        return self.side(line.player)

    def others(self, side: int) -> list[int]:
        """Who gets something by a penalty of *side*; not who sits out a whole game."""
        return [other for other in range(self.sides) if other not in (side, self.idle)]

    def note(self, line: ExtraLine, totals: list[int], notes: Notes) -> None:
        """What everybody gets by a penalty or an adjustment."""
        assert not isinstance(line, OpeningScores)
        rules, who = self.rules, self.side_of(line)
        others = self.others(who)
        if isinstance(line, Adjustment):
            more = line.points * (len(others) if rules.loser_negative else 1)
            totals[who] += more
            notes.points[who] += more
            for side in others:
                totals[side] -= line.points if rules.loser_negative else 0
            return
        points = self.charge(line)
        box = rules.box_bonus if rules.penalty_box and rules.box_timing.value == "immediate" else 0
        counted = totals if rules.penalties_count else notes.later
        for side in others:
            counted[side] += points
            notes.given[side] += points if rules.penalties_count else 0
            totals[side] += box
            notes.at_once[side] += box
            notes.boxes[side] += rules.penalty_box
            notes.saves[side] += points if rules.penalties_prevent_shutout else 0
            if rules.loser_negative:
                counted[who] -= points
                notes.given[who] -= points if rules.penalties_count else 0
                totals[who] -= box
                notes.at_once[who] -= box

    def charge(self, line: Penalty) -> int:
        """What was agreed, else what the rules say."""
        if line.points is not None:
            return line.points
        if line.fault.value != "false_knock" or self.rules.false_knock.value == "penalty":
            return self.rules.penalty_points
        return self.rules.undercut_bonus if self.rules.false_knock.value == "undercut" else 0

    def start(self, line: OpeningScores) -> None:
        """The first game does not start at nothing."""
        if line.dealer is not None:
            self.deals_first(line.dealer)
            self.fresh_page()
        self.is_blank = False
        self.played, self.won_before = line.played, [*line.games]
        handicap = line.kind is OpeningKind.HANDICAP
        if self.idle is not None and any(sum(map(abs, self.of_idle(each))) for each in line.columns):
            return
        for column, notes in enumerate(self.notes):
            given = line.columns[0 if handicap else min(column, len(line.columns) - 1)]
            points, boxes = [*given.points], [*given.boxes] or [0] * self.sides
            if handicap:
                self.totals[column], notes.given = points, [*points]
                saves = self.rules.penalties_prevent_shutout
                notes.saves = [max(each, 0) * saves for each in points]
            elif column < len(line.columns):
                self.take_over(column, points, boxes)

    def of_idle(self, given: ColumnScores) -> list[int]:
        """What somebody who sits out the game is given to start with."""
        assert self.idle is not None
        return [each[self.idle] for each in (given.points, given.boxes) if each]

    def take_over(self, column: int, points: list[int], boxes: list[int]) -> None:
        """The totals and boxes of a column that was started on paper."""
        notes, ahead = self.notes[column], self.ahead(points)
        self.totals[column] = points
        notes.hands = [max(won, total > 0) for total, won in zip(points, boxes, strict=True)]
        notes.boxes = boxes
        if self.rules.box_timing.value == "immediate":
            taken = self.rules.loser_negative
            two_play = len(self.parts) == 2
            lost = [(sum(boxes) - own) * (taken and two_play) for own in boxes]
            notes.at_once = [
                (own - less) * self.rules.box_bonus for own, less in zip(boxes, lost, strict=True)
            ]
        notes.points = [max(0, all_ - boxed) for all_, boxed in zip(points, notes.at_once, strict=True)]
        if len(ahead) == 1 and points[ahead[0]] >= self.target(column):
            self.open[column], notes.by = False, ahead[0]
        for side, won in enumerate(notes.hands):
            self.entered[side][column] = won > 0

    def deals_first(self, dealer: int) -> None:
        """Who plays alone, and who sits out, if this player deals first."""
        self.alone, self.out = dealer, self.first_out(dealer)

    def turn(self) -> None:
        """A new page, if every column is closed."""
        if any(self.open):
            return
        self.games.append(self.totals)
        self.noted.append(self.notes)
        self.shared.append(self.parts)
        won, parts = winner_of(self, len(self.games) - 1), self.parts
        if self.three == "winner_stays":
            assert self.out is not None
            played = {0, 1, 2} - {self.out}
            self.out = (played - {won}).pop() if won in played else self.out
        elif self.sides == 3:
            self.pass_the_deal(won, parts)
        self.fresh_page()

    def pass_the_deal(self, won: int | None, parts: set[int]) -> None:
        """Who of three who all settle deals first in the next game, if the deal does not pass on."""
        turn = self.alone if self.three == "all_against_winner" else self.out
        assert turn is not None
        began = turn if self.began is None else self.began
        paid = owed(self, len(self.games) - 1)
        losers = [side for side in parts - {won} if paid[side] == min(paid[each] for each in parts - {won})]
        rule = self.rules.next_game_dealer.value
        if rule == "alternate":
            first = (began + 1) % 3
        elif rule == "winner" and won is not None:
            first = won
        elif rule == "loser" and won is not None and len(losers) == 1:
            first = losers[0]
        else:
            return
        if first != turn:
            self.deals_first(first)

    def times(self, hand: Hand) -> int:
        """How often the upcard and the hands before make a hand count."""
        rules, upcard, times = self.rules, hand.laid.upcard, 1
        if upcard is not None:
            suits = dict(rules.suit_multipliers.times if rules.suit_multipliers else ())
            ranks = dict(rules.rank_multipliers.times if rules.rank_multipliers else ())
            spade = 2 if rules.spade_double and upcard.suit.value == "S" else 1
            times = suits.get(str(upcard)[1], spade) * ranks.get(str(upcard)[0], 1)
        if rules.dead_hand_double_carries:
            times *= self.left_over.pop(self.whose(hand), 1)
        return times

    def whose(self, hand: Hand) -> str:
        """Who gets the doubles that a hand leaves."""
        return str(sorted(hand.faced)) if self.table is Table.PARTNERSHIP else "anybody"

    def score(self, hand: Hand) -> tuple[int, int, int, int, tuple[int, int]] | None:
        """Who won a hand and who lost it, its points and its boxes, and those of the loser."""
        times = self.times(hand)
        scored = self.scored(hand, times)
        if scored is None and times > 1:
            self.left_over[self.whose(hand)] = min(times, 64)
        return scored

    def scored(self, hand: Hand, times: int) -> tuple[int, int, int, int, tuple[int, int]] | None:
        """What a hand scores that counts so many times."""
        laid, rules = hand.laid, self.rules
        if hand.knocker is None:
            return None
        defender = hand.faced[0] if hand.knocker == hand.faced[1] else hand.faced[1]
        if isinstance(laid, Points):
            return hand.knocker, defender, laid.points, 1, (0, 0)
        assert isinstance(laid, Count)
        if laid.ending is Ending.DEAD:
            return None
        big = laid.ending is Ending.BIG_GIN and rules.big_gin_bonus is not None
        if big or laid.knocker == 0:
            bonus = (rules.big_gin_bonus or 0) if big else rules.gin_bonus
            won, extra = hand.knocker, rules.big_gin_extra_boxes if big else rules.gin_extra_boxes
        elif laid.knocker < laid.defender:
            won, bonus, extra = hand.knocker, rules.knock_base, 0
        elif laid.knocker > laid.defender or rules.tie.value == "undercut":
            won, bonus, extra = defender, rules.undercut_bonus, rules.undercut_extra_boxes
        elif rules.tie.value == "void":
            return None
        else:
            won, bonus, extra = (hand.knocker if rules.tie.value == "knocker" else defender), 0, 0
        beside = (0, 0)
        box_times = times if rules.spade_doubles_boxes else 1
        bonus_times = times if rules.spade_doubles_bonus else 1
        if laid.defender == 0 and won == defender:
            bonus, extra = bonus + rules.gin_off_bonus, extra + rules.gin_off_extra_boxes
        elif laid.defender == 0 and rules.gin_off_vs_gin:
            beside = (rules.gin_off_bonus * bonus_times, rules.gin_off_extra_boxes * box_times)
        points = abs(laid.knocker - laid.defender) * times + bonus * bonus_times
        boxes = 1 + box_times * extra if extra else box_times
        lost = defender if won == hand.knocker else hand.knocker
        return won, lost, points, boxes, beside

    def write(self, hands: list[Hand]) -> None:
        """A round: what it pays goes into the columns of whoever is ahead."""
        if not self.is_blank and self.idle in hands[0].faced:
            return
        self.begin(hands[0])
        hands_won = [score for hand in hands if (score := self.score(hand))]
        scores = [(self.side(score[0]), self.side(score[1]), *score[2:]) for score in hands_won]
        self.played += 1
        gains: list[tuple[int, int, int, int, bool | None]] = []
        if len(scores) == 1:
            gains = [(*scores[0][:4], True)]
        elif scores and self.rules.partners_score.value == "added":
            gains = [(*score[:4], True) for score in sorted(scores, key=lambda score: (-score[2], -score[3]))]
        elif scores:
            (one, against, first, boxes, _), (other, _, second, more, _) = scores
            if one == other:
                gains = [(one, against, first + second, boxes + more - 1, True)]
            else:
                ahead = None if first == second else one if first > second else other
                gains = [
                    (one, other, max(first - second, 0), boxes - (ahead != one), ahead == one),
                    (other, one, max(second - first, 0), more - (ahead != other), ahead == other),
                ]
                gains.sort(key=lambda gain: not gain[4])
        gains += [(lost, won, *beside, False) for won, lost, _, _, beside in scores if any(beside)]
        if self.three == "all_against_winner" and self.alone in hands[0].faced:
            gains = [each for gain in gains for each in self.against_one(*gain)]
        places = [self.places(gain[0], bool(gain[4])) if any(gain[2:]) else [] for gain in gains]
        for (side, loser, points, boxes, won), columns in zip(gains, places, strict=True):
            box = boxes * self.rules.box_bonus if self.rules.box_timing.value == "immediate" else 0
            worth, taken = points + box, self.rules.loser_negative
            for column in columns:
                self.totals[column][side] += worth
                self.totals[column][loser] -= worth * taken
                self.notes[column].at_once[side] += box
                self.notes[column].at_once[loser] -= box * taken
                self.notes[column].points[side] += points
                self.notes[column].hands[side] += won is True
                self.notes[column].boxes[side] += 0 if won is None else boxes
        same = self.sides == 3 or self.rules.redeal_after_dead_hand.value == "same_dealer"
        self.again += same and (not any(gain[4] for gain in gains) or self.is_level(scores))
        for column, totals in enumerate(self.totals):
            if self.open[column]:
                self.close(column, totals, gains)
        if self.three:
            self.change_places(hands[0], hands_won)
        self.turn()

    @staticmethod
    def is_level(scores: list[tuple[int, int, int, int, tuple[int, int]]]) -> bool:
        """Whether both sides won as many points in a round, so that nobody has won it for the deal."""
        return len(scores) == 2 and scores[0][0] != scores[1][0] and scores[0][2] == scores[1][2]

    def begin(self, hand: Hand) -> None:
        """Notes who deals a hand first, and who has a part in the game by it."""
        if self.began is None and self.sides == 3:
            rested = ({0, 1, 2} - {*hand.faced}).pop()
            alone = self.three == "all_against_winner" and self.alone in hand.faced
            self.began = self.alone if alone else rested
        if self.three == "winner_stays":
            self.out, self.parts = ({0, 1, 2} - {*hand.faced}).pop(), {*hand.faced}
        self.is_blank = False

    def close(
        self, column: int, totals: list[int], gains: list[tuple[int, int, int, int, bool | None]]
    ) -> None:
        """Closes a column at its target, or after the last hand unless a tie is played on."""
        ahead, scorers = self.ahead(totals), [gain[0] for gain in gains]
        if self.several_score:
            netted = self.table is Table.PARTNERSHIP and self.rules.partners_score.value == "netted"
            scorers = ahead if len(ahead) == 1 else [gain[0] for gain in gains if gain[4] and netted]
        over = [side for side in scorers if totals[side] >= self.target(column)]
        most, tied = self.rules.max_hands, self.rules.tied_after_max_hands.value
        if over:
            self.open[column], self.notes[column].by = False, over[0]
            return
        if most is None or self.played < most or (len(ahead) > 1 and tied != "drawn"):
            return
        turns = self.played - self.again
        if self.played == most or tied != "end_of_round" or turns % self.sides == 0:
            self.open[column] = False
            self.notes[column].by = ahead[0] if len(ahead) == 1 else None

    @property
    def several_score(self) -> bool:
        """Whether two can reach the target at once, so that who has more has won the game."""
        return self.table is Table.PARTNERSHIP or (self.sides == 3 and self.three != "winner_stays")

    def against_one(
        self, won: int, lost: int, points: int, boxes: int, hand: bool | None
    ) -> list[tuple[int, int, int, int, bool | None]]:
        """One against two: both of the two score; the one scores once, or takes points from both."""
        third = ({0, 1, 2} - {won, lost}).pop()
        if lost == self.alone:
            return [(won, lost, points, boxes, hand), (third, lost, points, boxes, hand)]
        taken = [(won, third, points, boxes, None)] if self.rules.loser_negative else []
        return [(won, lost, points, boxes, hand), *taken]

    def change_places(self, hand: Hand, won: list[tuple[int, int, int, int, tuple[int, int]]]) -> None:
        """Who sits out the next hand of three."""
        rested = ({0, 1, 2} - {*hand.faced}).pop()
        if not won or self.three == "winner_stays":
            self.out = rested
        elif self.three == "captain":
            self.out = won[0][1] if won[0][0] == 0 else rested
        else:
            self.alone, self.out = won[0][:2]

    def target(self, column: int) -> int:
        """The points that end a column: its own, if several columns have targets of their own."""
        own = self.rules.column_targets or ()
        return own[column] if self.rules.columns > 1 and column < len(own) else self.rules.target

    def places(self, side: int, won: bool) -> list[int]:
        """The open columns a side has entered, with the next one for a win."""
        unentered = [
            column for column, entered in enumerate(self.entered[side]) if self.open[column] and not entered
        ]
        entered = [
            column for column, entered in enumerate(self.entered[side]) if self.open[column] and entered
        ]
        if won and unentered:
            self.entered[side][unentered[0]] = True
            return sorted([*entered, unentered[0]])
        return entered or unentered[:1]


def side_by_side(
    written: tuple[Hand | ExtraLine, ...], table: Table
) -> Iterator[list[Hand] | tuple[ExtraLine, bool]]:
    """The rounds that are complete, in the order in which they became so, and the lines between them.

    With each line, whether another hand of a round was still being played.
    """
    waiting: dict[int, Hand] = {}
    nth = iter(rounds_of([each for each in written if isinstance(each, Hand)]))
    yield from ((line, False) for line in written if isinstance(line, OpeningScores))
    for hand in written:
        if isinstance(hand, OpeningScores):
            continue
        if not isinstance(hand, Hand):
            yield hand, bool(waiting)
            continue
        number = next(nth)
        if table is not Table.PARTNERSHIP:
            yield [hand]
        elif number in waiting:
            yield [waiting.pop(number), hand]
        else:
            waiting[number] = hand


def rounds_of(hands: list[Hand]) -> list[int]:
    """The round of each hand of partners.

    A hand stays in the round that it names, unless one of its players has played there by then; all others
    go to the first round in which neither of their players has played.
    """
    played: dict[int, set[int]] = {}
    found = []
    for hand in hands:
        stays = hand.round and not {*hand.faced} & played.get(hand.round, set())
        found.append(hand.round if stays else 0)
        if stays:
            played.setdefault(hand.round, set()).update(hand.faced)
    for position, hand in enumerate(hands):
        if not found[position]:
            found[position] = next(nth for nth in count(1) if not {*hand.faced} & played.get(nth, set()))
            played.setdefault(found[position], set()).update(hand.faced)
    return found
