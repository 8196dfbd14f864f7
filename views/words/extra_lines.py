"""Extra lines in words: what they are, and the sentences of penalties, adjustments and opening scores."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from models.gin.rules.house_rules import Fault, HouseRules, charge
from models.gin.rules.options import BoxTiming, FalseKnock
from models.gin.rules.seating import Player
from models.gin.sheet.extra_lines import (
    Adjustment,
    ExtraLine,
    OpeningKind,
    OpeningScores,
    Penalty,
    charged,
    gains,
    is_about,
)
from models.gin.sheet.sheet import Sheet
from views.language.i18n import gettext as _
from views.language.i18n import marked, ngettext
from views.words.hand_result import Words, number
from views.words.lists import all_of, in_a_row, paragraph, with_detail
from views.words.seating import Seating
from views.words.uncounted import sits_out


def starts(line: OpeningScores, seating: Seating) -> Iterator[str]:
    """What everybody starts with, column by column."""
    listed = [_listed(seating, each.points) for each in line.columns]
    several = seating.rules.columns > 1
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


def details(line: OpeningScores, seating: Seating) -> Iterator[str]:
    """The boxes, who deals, and how many hands were played."""
    for column, scores in enumerate(line.columns, 1):
        if any(scores.boxes) and len(line.columns) == 1:
            # Translators: how many boxes each has: “Boxes: Ann 3, Bob 1.”
            yield _("Boxes: %(boxes)s.", boxes=_listed(seating, scores.boxes))
        elif any(scores.boxes):
            boxes = _listed(seating, scores.boxes)
            yield _("Boxes in column %(number)s: %(boxes)s.", number=column, boxes=boxes)
    if any(line.games):
        yield _("Games won: %(games)s.", games=_listed(seating, line.games))
    if line.dealer is not None:
        # Translators: the singular is for one player, the plural for a pair of partners, such as “Ann &
        # Cid”.
        yield ngettext(
            "%(name)s deals the first hand.",
            "%(name)s deal the first hand.",
            seating.people(line.dealer),
            name=seating.sides[line.dealer],
        )
    if line.played:
        yield ngettext(
            "%(num)s hand of the game was played before.",
            "%(num)s hands of the game were played before.",
            line.played,
        )


def _listed(seating: Seating, numbers: Sequence[int]) -> str:
    """Names with their numbers: "Ann 62, Bob 40"; without who sits out the game."""
    return in_a_row(
        [
            # Translators: a player and a number, as part of a list: “Ann 62, Bob 40”.
            _("%(name)s %(figure)s", name=name, figure=number(each))
            for side, (name, each) in enumerate(zip(seating.sides, numbers, strict=True))
            if side != seating.no_part
        ]
    )


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

KINDS = {
    Penalty: marked("Penalty"),
    # Translators: a line of the score sheet that corrects the points by hand.
    Adjustment: marked("Adjustment"),
    # Translators: a line of the score sheet: scores from an earlier sheet of paper.
    OpeningKind.CARRIED_OVER: marked("Carried over"),
    # Translators: points that the weaker player has from the start.
    OpeningKind.HANDICAP: marked("Handicap"),
}


def kind_of(line: ExtraLine) -> str:
    """What a line is, in a word or two."""
    return _(KINDS[line.kind if isinstance(line, OpeningScores) else type(line)])


def kind_on(sheet: Sheet, line: ExtraLine) -> str:
    """What a line of *sheet* is, in a word or two: totals from paper look like adjustments, but are none."""
    # Translators: a line of a sheet that was copied from paper: the points of a player.
    return _("From paper") if sheet.is_of_totals else kind_of(line)


def in_short(line: ExtraLine) -> str:
    """What it is for, in a few words."""
    if isinstance(line, OpeningScores):
        return ""
    if isinstance(line, Adjustment):
        return line.reason
    fault = "" if line.fault is Fault.OTHER else _(FAULTS[line.fault])
    return " · ".join(filter(None, (fault, line.reason)))


def explain_line(
    line: ExtraLine, names: Sequence[str], rules: HouseRules, no_part: Player | None = None
) -> Words:
    """The sentences of an extra line; *no_part*: who of three sits out the game."""
    seating = Seating(names, rules, no_part)
    if no_part is not None and is_about(line, no_part):
        return _of_no_part(line, seating, no_part)
    if isinstance(line, OpeningScores):
        return Words(paragraph(starts(line, seating)), paragraph(details(line, seating)))
    if isinstance(line, Adjustment):
        return Words(_adjusted(line, seating), sum=_mirrored(line, seating))
    return Words(_penalty(line, seating), _story(line, names), paragraph(_about_penalty(line, seating)))


def _others(line: Penalty | Adjustment, seating: Seating) -> list[Player]:
    """The sides with which points pass, without who has no part."""
    entries = gains(line, seating.rules, seating.table, seating.no_part)
    return [
        each.loser if isinstance(line, Adjustment) and line.points > 0 else each.winner for each in entries
    ]


def _of_no_part(line: ExtraLine, seating: Seating, no_part: Player) -> Words:
    """Says that a line about who sits out the game gives nobody anything."""
    said = sits_out(seating.sides[no_part])
    if isinstance(line, OpeningScores):
        everybody = replace(seating, no_part=None)
        return Words(said, paragraph(starts(line, everybody)), paragraph(details(line, everybody)))
    return Words(said, _story(line, seating.names) if isinstance(line, Penalty) else "")


def _penalty(line: Penalty, seating: Seating) -> str:
    """Who gets how much."""
    points, others = charged(line, seating.rules) + _box_with_points(seating.rules), _others(line, seating)
    if not points or not others:
        return _("A penalty of no points.")
    names = all_of([seating.sides[side] for side in others])
    if len(others) > 1:
        # Translators: %(names)s is several names: “Ann and Cid”. %(points)s is a number of points.
        return _("%(names)s get %(points)s each.", names=names, points=points)
    return ngettext(
        "%(name)s gets %(points)s.",
        "%(name)s get %(points)s.",
        seating.people(others[0]),
        name=names,
        points=points,
    )


def box_at_once(rules: HouseRules) -> int:
    """The points of the box of a penalty, if boxes are added at once."""
    return rules.box_bonus * rules.penalty_box * (rules.box_timing is BoxTiming.IMMEDIATE)


def _box_with_points(rules: HouseRules) -> int:
    """The points of the box of a penalty, if it is added at once together with the penalty."""
    return box_at_once(rules) * rules.penalties_count


def _story(line: Penalty, names: Sequence[str]) -> str:
    return with_detail(_(STORIES[line.fault], name=names[line.player]), line.reason)


def _about_penalty(line: Penalty, seating: Seating) -> Iterator[str]:
    """Where the number comes from, the box, when it is added, and who loses it."""
    rules, points = seating.rules, charged(line, seating.rules)
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
        side = seating.table.side(line.player)
        yield ngettext(
            "%(name)s loses %(points)s.",
            "%(name)s lose %(points)s.",
            seating.people(side),
            name=seating.sides[side],
            points=lost * len(_others(line, seating)),
        )


def _box_apart(rules: HouseRules) -> Iterator[str]:
    """The box of a penalty, if it is not added together with its points."""
    if _box_with_points(rules) or not rules.penalty_box:
        return
    if box_at_once(rules):
        yield _("A box of %(each)s is added at once.", each=rules.box_bonus)
    elif rules.box_bonus or rules.stake_per_box:
        yield _("The penalty gives a box too.")


def _adjusted(line: Adjustment, seating: Seating) -> str:
    """Who gets points or loses them, and why; in zero-sum rules, what passes with all others together."""
    values = {
        "name": seating.sides[line.player],
        "points": abs(line.points) * (len(_others(line, seating)) if seating.rules.loser_negative else 1),
    }
    people = seating.people(line.player)
    sentence = (
        # Translators: %(points)s is a number of points.
        _("%(points)s taken from %(name)s.", **values)
        if line.points < 0
        else ngettext("%(name)s gets %(points)s.", "%(name)s get %(points)s.", people, **values)
    )
    return with_detail(sentence, line.reason)


def _mirrored(line: Adjustment, seating: Seating) -> str:
    """In zero-sum rules, what the others lose or get; "" in others."""
    if not seating.rules.loser_negative:
        return ""
    others, points = _others(line, seating), abs(line.points)
    names = all_of([seating.sides[side] for side in others])
    if len(others) > 1:
        return (
            # Translators: %(names)s is several names: “Bob and Cid lose 20 each.”
            _("%(names)s lose %(points)s each.", names=names, points=points)
            if line.points > 0
            else _("%(names)s get %(points)s each.", names=names, points=points)
        )
    people = seating.people(others[0])
    # Translators: the plural is for a pair of partners: “Ann & Cid lose 20.”
    if line.points > 0:
        return ngettext(
            "%(name)s loses %(points)s.", "%(name)s lose %(points)s.", people, name=names, points=points
        )
    return ngettext(
        "%(name)s gets %(points)s.", "%(name)s get %(points)s.", people, name=names, points=points
    )
