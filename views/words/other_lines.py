"""Lines that are not hands in words: penalties, adjustments, opening scores."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from models.gin.other_lines import Adjustment, Fault, OpeningKind, OpeningScores, OtherLine, Penalty
from models.gin.rule_options import BoxTiming, FalseKnock
from models.gin.rules import HouseRules
from models.gin.scored_lines import charge, charged, gains, of_players
from models.gin.seating import TABLES, Player, Table
from views.web.i18n import gettext as _
from views.web.i18n import marked, ngettext
from views.words.hand_result import Words
from views.words.hand_sum import number
from views.words.lists import all_of, in_a_row, paragraph

FAULTS = {
    # Translators: a knock with more deadwood than allowed. What a penalty is for, as a choice.
    Fault.FALSE_KNOCK: marked("False knock"),
    Fault.EXPOSED_CARD: marked("A card was shown"),
    Fault.WRONG_NUMBER_OF_CARDS: marked("Wrong number of cards"),
    # Translators: the last choice of what a penalty is for.
    Fault.OTHER: marked("Something else"),
}
"""What a penalty is for, as a choice."""

STORIES = {
    Fault.FALSE_KNOCK: marked("%(name)s knocked with too much deadwood."),
    Fault.EXPOSED_CARD: marked("%(name)s showed a card."),
    Fault.WRONG_NUMBER_OF_CARDS: marked("%(name)s had the wrong number of cards."),
    Fault.OTHER: marked("A penalty for %(name)s."),
}

STORIES_WITH_REASON = {
    # Translators: %(reason)s is what a player typed.
    Fault.FALSE_KNOCK: marked("%(name)s knocked with too much deadwood: %(reason)s."),
    Fault.EXPOSED_CARD: marked("%(name)s showed a card: %(reason)s."),
    Fault.WRONG_NUMBER_OF_CARDS: marked("%(name)s had the wrong number of cards: %(reason)s."),
    Fault.OTHER: marked("A penalty for %(name)s: %(reason)s."),
}

KINDS = {
    Penalty: marked("Penalty"),
    # Translators: a line of the score sheet that corrects the points by hand.
    Adjustment: marked("Adjustment"),
    # Translators: a line of the score sheet: scores from an earlier sheet of paper.
    OpeningKind.CARRIED_OVER: marked("Carried over"),
    # Translators: points that the weaker player has from the start.
    OpeningKind.HANDICAP: marked("Handicap"),
}


def kind_of(line: OtherLine) -> str:
    """What a line is, in a word or two."""
    return _(KINDS[line.kind if isinstance(line, OpeningScores) else type(line)])


def in_short(line: OtherLine) -> str:
    """What it is for, in a few words."""
    if isinstance(line, OpeningScores):
        return ""
    if isinstance(line, Adjustment):
        return line.reason
    fault = "" if line.fault is Fault.OTHER else _(FAULTS[line.fault])
    return " · ".join(filter(None, (fault, line.reason)))


@dataclass(frozen=True, slots=True)
class Seats:
    """Who plays, by which rules, and for whom."""

    names: Sequence[str]
    rules: HouseRules
    no_part: Player | None = None
    """Who of three has no part in the game of the other two."""

    @property
    def table(self) -> Table:
        """The table at which they play by these rules."""
        chosen = next(table for table in TABLES if table.people == len(self.names))
        return self.rules.seated_at(chosen)

    @property
    def sides(self) -> tuple[str, ...]:
        """The names above the totals."""
        return self.table.by_side(self.names)

    def people(self, side: Player) -> int:
        """How many people share the total of a side; sentences agree with it in number."""
        return len(self.table.members(side))

    def others(self, line: Penalty | Adjustment) -> list[Player]:
        """The sides with which points pass, without who has no part."""
        found = gains(line, self.rules, self.table, self.no_part)
        return [
            each.loser if isinstance(line, Adjustment) and line.points > 0 else each.winner for each in found
        ]


def explain_line(
    line: OtherLine, names: Sequence[str], rules: HouseRules, no_part: Player | None = None
) -> Words:
    """The sentences of a line that is not a hand; *no_part*: who of three sits out the game."""
    seats = Seats(names, rules, no_part)
    if isinstance(line, OpeningScores):
        return Words(paragraph(_starts(line, seats)), paragraph(_details(line, seats)))
    if seats.table.side(line.player) == no_part:
        return _of_no_part(line, seats)
    if isinstance(line, Adjustment):
        return Words(_adjusted(line, seats), sum=paragraph(_mirrored(line, seats)))
    return Words(_penalty(line, seats), _story(line, names), paragraph(_about_penalty(line, seats)))


def _of_no_part(line: Penalty | Adjustment, seats: Seats) -> Words:
    """That a line about who sits out the game gives nobody anything."""
    name = seats.sides[seats.table.side(line.player)]
    # Translators: one of three players, who has no part in a game of the other two.
    said = _("%(name)s sits out this game, so nobody gets or loses anything.", name=name)
    return Words(said, _story(line, seats.names) if isinstance(line, Penalty) else "")


def _penalty(line: Penalty, seats: Seats) -> str:
    """Who gets how much."""
    points, others = charged(line, seats.rules) + _box_with_points(seats.rules), seats.others(line)
    if not points or not others:
        return _("A penalty of no points.")
    names = all_of([seats.sides[side] for side in others])
    if len(others) > 1:
        # Translators: %(names)s is several names: “Ann and Cid”. %(points)s is a number of points.
        return _("%(names)s get %(points)s each.", names=names, points=points)
    return ngettext(
        "%(name)s gets %(points)s.",
        "%(name)s get %(points)s.",
        seats.people(others[0]),
        name=names,
        points=points,
    )


def box_at_once(rules: HouseRules) -> int:
    """The points of the box of a penalty, if boxes are added at once."""
    return rules.box_bonus * rules.penalty_box * (rules.box_timing is BoxTiming.IMMEDIATE)


def _box_with_points(rules: HouseRules) -> int:
    """The same, if the penalty itself counts at once too."""
    return box_at_once(rules) * rules.penalties_count


def _story(line: Penalty, names: Sequence[str]) -> str:
    stories = STORIES_WITH_REASON if line.reason else STORIES
    return _(stories[line.fault], name=names[line.player], reason=_unended(line.reason))


def _about_penalty(line: Penalty, seats: Seats) -> Iterator[str]:
    """Where the number comes from, the box, when it is added, and who loses it."""
    rules, points = seats.rules, charged(line, seats.rules)
    if line.points is not None and line.points != charge(line.fault, rules):
        # Translators: the players agreed on another number of points for the penalty.
        yield _("Agreed at the table.")
    elif line.fault is Fault.FALSE_KNOCK and rules.false_knock is FalseKnock.UNDERCUT:
        yield _("That is the undercut bonus.")
    if with_box := _box_with_points(rules):
        # Translators: box: what a won hand is worth in addition to its points, here given for a penalty.
        # %(each)s is its points, %(total)s the sum.
        yield ngettext(
            "With a box of %(each)s at once: %(total)s.",
            "With %(num)s boxes of %(each)s at once: %(total)s.",
            1,
            each=rules.box_bonus,
            total=points + with_box,
        )
    if points and not rules.penalties_count:
        # Translators: “it” is the penalty. Target: the score that ends a game.
        yield _("It is added after the game and doesn’t count toward the target.")
    yield from _box_apart(rules)
    if rules.loser_negative and (lost := points + box_at_once(rules)):
        side = seats.table.side(line.player)
        yield ngettext(
            "%(name)s loses %(points)s.",
            "%(name)s lose %(points)s.",
            seats.people(side),
            name=seats.sides[side],
            points=lost * len(seats.others(line)),
        )


def _box_apart(rules: HouseRules) -> Iterator[str]:
    """The box of a penalty, if it is not added together with its points."""
    if _box_with_points(rules) or not rules.penalty_box:
        return
    if box_at_once(rules):
        yield _("A box of %(each)s is added at once.", each=rules.box_bonus)
    elif rules.box_bonus or rules.stake_per_box:
        yield _("The penalty gives a box too.")


def _adjusted(line: Adjustment, seats: Seats) -> str:
    """Who gets points or loses them, and why."""
    values = {
        "name": seats.sides[line.player],
        "points": abs(line.points),
        "reason": _unended(line.reason),
    }
    if line.points < 0:
        return (
            # Translators: %(points)s is a number of points; %(reason)s is what a player typed.
            _("%(points)s taken from %(name)s: %(reason)s.", **values)
            if line.reason
            else _("%(points)s taken from %(name)s.", **values)
        )
    people = seats.people(line.player)
    return (
        # Translators: the singular is for one player, the plural for a pair of partners, such as “Ann &
        # Cid”. %(reason)s is what a player typed.
        ngettext(
            "%(name)s gets %(points)s: %(reason)s.", "%(name)s get %(points)s: %(reason)s.", people, **values
        )
        if line.reason
        else ngettext("%(name)s gets %(points)s.", "%(name)s get %(points)s.", people, **values)
    )


def _mirrored(line: Adjustment, seats: Seats) -> Iterator[str]:
    """In zero-sum rules, what the others lose or get."""
    others = seats.others(line) if seats.rules.loser_negative else []
    if not others:
        return
    people = sum(map(seats.people, others))
    values = {"names": all_of([seats.sides[side] for side in others]), "points": abs(line.points)}
    if line.points > 0:
        # Translators: the plural is for several players: “Ann and Cid lose 20.”
        yield ngettext("%(names)s loses %(points)s.", "%(names)s lose %(points)s.", people, **values)
    else:
        # Translators: the plural is for several players: “Ann and Cid get 20.”
        yield ngettext("%(names)s gets %(points)s.", "%(names)s get %(points)s.", people, **values)
    if len(others) > 1:
        total = number(len(others) * line.points)
        # Translators: what a player gets from, or loses to, all others: “Ann: −40 in all.”
        yield _("%(name)s: %(points)s in all.", name=seats.sides[line.player], points=total)


def _starts(line: OpeningScores, seats: Seats) -> Iterator[str]:
    """What everybody starts with, column by column."""
    taken = seats.rules.loser_negative
    listed = [_listed(seats, of_players(each.points, seats.no_part, taken)) for each in line.columns]
    several = seats.rules.columns > 1
    if line.kind is OpeningKind.HANDICAP:
        yield (
            # Translators: %(totals)s is “Ann 0, Bob 20”.
            _("Handicap in every column: %(totals)s.", totals=listed[0])
            if several
            else _("Handicap: %(totals)s.", totals=listed[0])
        )
    elif not several:
        # Translators: the scores of an earlier sheet of paper. %(totals)s is “Ann 62, Bob 40”.
        yield _("Carried over from paper: %(totals)s.", totals=listed[0])
    else:
        yield _("Carried over from paper.")
        for column, totals in enumerate(listed, 1):
            yield _("Column %(number)s: %(totals)s.", number=column, totals=totals)


def _details(line: OpeningScores, seats: Seats) -> Iterator[str]:
    """The boxes, who deals, and how many hands were played."""
    for column, scores in enumerate(line.columns, 1):
        if any(scores.boxes) and len(line.columns) == 1:
            # Translators: how many boxes each has: “Boxes: Ann 3, Bob 1.”
            yield _("Boxes: %(boxes)s.", boxes=_listed(seats, scores.boxes))
        elif any(scores.boxes):
            boxes = _listed(seats, scores.boxes)
            yield _("Boxes in column %(number)s: %(boxes)s.", number=column, boxes=boxes)
    if any(line.games):
        yield _("Games won: %(games)s.", games=_listed(seats, line.games))
    if line.dealer is not None:
        # Translators: the singular is for one player, the plural for a pair of partners, such as “Ann &
        # Cid”.
        yield ngettext(
            "%(name)s deals the first hand.",
            "%(name)s deal the first hand.",
            seats.people(line.dealer),
            name=seats.sides[line.dealer],
        )
    if line.played:
        yield ngettext(
            "%(num)s hand of the game was played before.",
            "%(num)s hands of the game were played before.",
            line.played,
        )


def _listed(seats: Seats, numbers: Sequence[int]) -> str:
    """Names with their numbers: "Ann 62, Bob 40"; without who sits out the game."""
    return in_a_row(
        [
            # Translators: a player and a number, as part of a list: “Ann 62, Bob 40”.
            _("%(name)s %(figure)s", name=name, figure=number(each))
            for side, (name, each) in enumerate(zip(seats.sides, numbers, strict=True))
            if side != seats.no_part
        ]
    )


def _unended(reason: str) -> str:
    """What a player typed, for a sentence that puts its own full stop after it.

    >>> _unended("Two cards."), _unended("两张牌。")
    ('Two cards', '两张牌')
    """
    return reason.rstrip(".。")
