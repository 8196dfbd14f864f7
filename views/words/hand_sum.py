"""The sum of a hand, a sentence for each step: difference, bonuses, multiplier, boxes."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from models.gin.cards.cards import Suit
from models.gin.hand.declaration import Points
from models.gin.hand.hand import Hand
from models.gin.hand.scoring import HandResult, Step, StepKind
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import BoxTiming, Outcome, PartnersScore, Side
from models.gin.rules.seating import Table
from models.gin.sheet.columns import ColumnEntry
from models.gin.sheet.games import ScoredHand
from views.language.i18n import gettext as _
from views.language.i18n import marked, ngettext, with_sign
from views.words.cards import card as named_card
from views.words.lists import paragraph

BONUS_ADDED = {
    # Translators: a sum: “15 + 10 for the knock = 25.”
    Outcome.KNOCK: marked("%(before)s + %(bonus)s for the knock = %(sum)s."),
    Outcome.GIN: marked("%(before)s + %(bonus)s for gin = %(sum)s."),
    Outcome.BIG_GIN: marked("%(before)s + %(bonus)s for big gin = %(sum)s."),
    Outcome.UNDERCUT: marked("%(before)s + %(bonus)s for the undercut = %(sum)s."),
}


def signed(points: int) -> str:
    """Points with their sign: +21, −25, 0."""
    return with_sign(points, str(abs(points)))


def number(points: int) -> str:
    """A total, with a real minus sign."""
    return with_sign(points, str(-points)) if points < 0 else str(points)


def deadwood_said(points: int) -> str:
    """An amount of deadwood: "9 deadwood"."""
    # Translators: the points of the cards in no meld. The plural is for languages that say “points”.
    return ngettext("%(deadwood)s deadwood", "%(deadwood)s deadwood", points, deadwood=points)


def is_tied(hand: Hand, rules: HouseRules) -> bool:
    """Whether both had the same deadwood after a knock."""
    if isinstance(hand.laid, Points):
        return False
    count = hand.count(rules)
    return hand.knocker is not None and count.knocker == count.defender > 0


def sum_said(scored_hand: ScoredHand, names: Sequence[str], rules: HouseRules) -> Iterator[str]:
    """The sum, and what the loser loses or scores. Nothing is repeated from the other sentences."""
    if scored_hand.result.winner is None:
        return
    before = 0
    for step in scored_hand.gains.steps:
        yield SENTENCES[step.kind](ToSay(scored_hand, step, before, names, rules))
        before = step.total
    yield _boxes_later(scored_hand, names, rules)
    if not (rules.loser_negative and scored_hand.gains.gin_off):
        yield _losers_gin_off(scored_hand, names, rules)
    loser, lost = scored_hand.hand.player(scored_hand.result.winner.other), -scored_hand.gains.loser
    loses = _loses(names[loser], lost) if lost > 0 else ""
    shared = _shared_said(scored_hand, names, rules)
    yield from (shared, loses) if scored_hand.gains.third > 0 else (loses, shared)


class ToSay(NamedTuple):
    """A step of the sum that is to be put into words."""

    scored_hand: ScoredHand
    step: Step
    before: int
    """The points before it."""
    names: Sequence[str]
    rules: HouseRules


def _difference(part: ToSay) -> str:
    count = part.scored_hand.hand.count(part.rules)
    if not (count.knocker and part.step.amount):
        return ""
    return _subtracted(
        max(count.knocker, count.defender), min(count.knocker, count.defender), part.step.amount
    )


def _subtracted(high: int, low: int, difference: int) -> str:
    # Translators: a sum of numbers: “20 − 5 = 15.”
    return _("%(high)s − %(low)s = %(difference)s.", high=high, low=low, difference=number(difference))


def _bonus(part: ToSay) -> str:
    """The bonus of the outcome; "" if it is all that a tie gives, which the headline says."""
    scored_hand, step = part.scored_hand, part.step
    if is_tied(scored_hand.hand, part.rules) and step.total == scored_hand.gain:
        return ""
    return _(BONUS_ADDED[scored_hand.outcome], before=part.before, bonus=step.amount, sum=step.total)


def _gin_off(part: ToSay) -> str:
    step = part.step
    return _(
        "%(before)s + %(bonus)s for gin-off = %(sum)s.", before=part.before, bonus=step.amount, sum=step.total
    )


def _times(part: ToSay) -> str:
    # Translators: %(why)s is why a hand counts more than once: “Doubled for the spade: 52.”
    return _("%(why)s: %(points)s.", why=multiplied(part.scored_hand), points=part.step.total)


def _boxes(part: ToSay) -> str:
    return _with_boxes(part.step.times, part.rules, part.step.total)


def _gin_off_paid(part: ToSay) -> str:
    """What the winner pays the loser for gin-off."""
    step = part.step
    paid = _subtracted(part.before, -step.amount, step.total)
    return paragraph((_losers_gin_off(part.scored_hand, part.names, part.rules), paid))


def _elsewhere(_said: ToSay) -> str:
    """Nothing: other sentences say it."""
    return ""


SENTENCES: dict[StepKind, Callable[[ToSay], str]] = {
    StepKind.DIFFERENCE: _difference,
    StepKind.PAPER: _elsewhere,
    StepKind.BONUS: _bonus,
    StepKind.GIN_OFF: _gin_off,
    StepKind.TIMES: _times,
    StepKind.BOXES: _boxes,
    StepKind.GIN_OFF_PAID: _gin_off_paid,
    StepKind.THIRD: _elsewhere,
}
"""What is said of each step of the sum."""


def multiplied(scored_hand: ScoredHand) -> str:
    """Why a hand counts more than once."""
    upcard, factors = scored_hand.hand.laid.upcard, scored_hand.result.factors
    if upcard is None or factors.upcard == 1:
        return _carried_over(factors.carried)
    values = {
        "card": named_card(upcard),
        "times": factors.all,
        "by_card": factors.upcard,
        "suit": factors.suit,
        "rank": factors.rank,
        "carried": factors.carried,
    }
    if factors.carried > 1:
        # Translators: “Times 6, 3 for 9♠ and 2 carried over”: 3 times 2 makes 6.
        return _("Times %(times)s, %(by_card)s for %(card)s and %(carried)s carried over", **values)
    if factors.suit > 1 and factors.rank > 1:
        # Translators: “Times 6 for 9♠, 2 for the suit and 3 for the rank”: 2 times 3 makes 6.
        return _("Times %(times)s for %(card)s, %(suit)s for the suit and %(rank)s for the rank", **values)
    if factors.upcard > 2:
        return _("Times %(times)s for %(card)s", **values)
    return (
        # Translators: why a hand counts double: the upcard is a spade. A label, and the start of “…: 52.”
        _("Doubled for the spade")
        if factors.suit == 2 and upcard.suit is Suit.SPADES
        else _("Doubled for %(card)s", **values)
    )


def _carried_over(times: int) -> str:
    """That hands before it, which nobody won, multiply a hand."""
    return (
        # Translators: why a hand counts double: nobody won the hand before it, which would have. A
        # label, and the start of “…: 52.”
        _("Doubled, carried over from the hand before")
        if times == 2
        # Translators: why a hand counts several times: “Times 4, carried over”. A label, and the
        # start of “…: 52.”
        else _("Times %(times)s, carried over", times=times)
    )


def _boxes_later(scored_hand: ScoredHand, names: Sequence[str], rules: HouseRules) -> str:
    """How many boxes a hand has that are added after the game, if there are more than one; else ""."""
    at_once = rules.box_timing is BoxTiming.IMMEDIATE and rules.box_bonus
    netted = len(names) == 4 and rules.partners_score is PartnersScore.NETTED
    if at_once or netted or scored_hand.boxes < 2 or not (rules.box_bonus or rules.stake_per_box):
        return ""
    return boxes_counted(scored_hand.result)


def _with_boxes(boxes: int, rules: HouseRules, total: int) -> str:
    # Translators: box: what a won hand is worth in addition to its points, here added at once. %(each)s
    # is the points of a box, %(total)s the sum.
    return ngettext(
        "With a box of %(each)s at once: %(total)s.",
        "With %(num)s boxes of %(each)s at once: %(total)s.",
        boxes,
        each=rules.box_bonus,
        total=total,
    )


def boxes_counted(result: HandResult) -> str:
    """How many boxes a hand gives, and how they are counted: "5 boxes: 1 + 2 × 2."."""
    boxes, extra, times = result.boxes, result.extra_boxes, result.box_times
    if times == 1:
        # Translators: how the boxes of a hand are counted: “3 boxes: 1 + 2.”; one is that of the hand,
        # the others are extra.
        return ngettext("%(num)s box: 1 + %(extra)s.", "%(num)s boxes: 1 + %(extra)s.", boxes, extra=extra)
    if not extra:
        return ngettext("%(num)s box: %(times)s × 1.", "%(num)s boxes: %(times)s × 1.", boxes, times=times)
    return ngettext(
        # Translators: “5 boxes: 1 + 2 × 2.”
        "%(num)s box: 1 + %(times)s × %(extra)s.",
        "%(num)s boxes: 1 + %(times)s × %(extra)s.",
        boxes,
        times=times,
        extra=extra,
    )


def _losers_gin_off(scored_hand: ScoredHand, names: Sequence[str], rules: HouseRules) -> str:
    """What a defender has who lost to gin without deadwood; else ""."""
    result, points = scored_hand.result, scored_hand.gains.gin_off
    if not (result.loser_points or result.loser_boxes):
        return ""
    name = names[scored_hand.hand.player(Side.DEFENDER)]
    if points != result.loser_points:
        boxes = _with_boxes(result.loser_boxes, rules, points)
    else:
        boxes = _losers_boxes(result, name, rules)
    return paragraph((_gin_off_said(result, name), boxes))


def _gin_off_said(result: HandResult, name: str) -> str:
    """That the loser has no deadwood either, and what that scores."""
    if not result.loser_points:
        # Translators: gin-off: a defender who ends with no deadwood at all.
        return _("%(name)s has no deadwood either: gin-off.", name=name)
    values = {"name": name, "points": signed(result.loser_points)}
    first, last = result.loser_steps[0], result.loser_steps[-1]
    if last.times == 1:
        return _("%(name)s has no deadwood either: gin-off, %(points)s.", **values)
    # Translators: “Bob has no deadwood either: gin-off, 2 × 25, +50.”
    return _(
        "%(name)s has no deadwood either: gin-off, %(times)s × %(bonus)s, %(points)s.",
        times=last.times,
        bonus=first.amount,
        **values,
    )


def _losers_boxes(result: HandResult, name: str, rules: HouseRules) -> str:
    """The boxes of that, if they are added after the game; else ""."""
    boxes, each = result.loser_boxes, rules.gin_off_extra_boxes
    if not (boxes and (rules.box_bonus or rules.stake_per_box)):
        return ""
    if boxes == each:
        return ngettext("%(num)s box for %(name)s.", "%(num)s boxes for %(name)s.", boxes, name=name)
    # Translators: “4 boxes for Bob: 2 × 2.”
    return ngettext(
        "%(num)s box for %(name)s: %(times)s × %(each)s.",
        "%(num)s boxes for %(name)s: %(times)s × %(each)s.",
        boxes,
        name=name,
        times=result.box_times,
        each=each,
    )


def _loses(name: str, points: int) -> str:
    """What one player loses."""
    return ngettext("%(name)s loses %(points)s.", "%(name)s lose %(points)s.", 1, name=name, points=points)


def _shared_said(scored_hand: ScoredHand, names: Sequence[str], rules: HouseRules) -> str:
    """Who else scores by a hand that one played alone against both others, or loses by it; or ""."""
    if len(names) != 3 or rules.seated_at(Table.THREE) is not Table.WINNER_ALONE:
        return ""
    third = Table.WINNER_ALONE.others(scored_hand.hand.faced)[0]
    entries = [entry for entry in scored_hand.entries if entry.winner == third]
    if rules.loser_negative:
        entries += [entry for entry in scored_hand.entries if entry.loser == third]
    return paragraph(
        _share(entry, scored_hand.entries[0], names)
        for entry in entries
        if entry.hands or entry.points or entry.boxes_again
    )


def _share(entry: ColumnEntry, first: ColumnEntry, names: Sequence[str]) -> str:
    """What *entry* means to a player who has not played the hand; *first* is what its winner has."""
    values = {"winner": names[entry.winner], "loser": names[entry.loser], "points": entry.points}
    if entry.hands:
        # Translators: a player who did not play the hand scores by it too.
        return _("%(winner)s scores the same.", **values)
    if entry.winner != first.winner:
        return (
            # Translators: gin-off: a defender who ends with no deadwood at all. Another player loses by
            # it too.
            _("%(loser)s loses %(points)s for gin-off too.", **values)
            if entry.loser not in (first.winner, first.loser)
            else _("%(winner)s scores %(points)s for gin-off too.", **values)
        )
    # Translators: a player who did not play the hand loses by it too; the winner is paid by both.
    return _("%(loser)s loses the same, so %(winner)s wins double.", **values)
