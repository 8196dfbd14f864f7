"""The result of a hand in words, and its sum, in the order in which players count it aloud."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from models.gin.cards.cards import Cards, Suit
from models.gin.cards.melds import is_set
from models.gin.hand.declaration import Declaration, Points
from models.gin.hand.scoring import Hand, HandResult, Step, StepKind
from models.gin.hand.verdicts import broken_meld, is_one_of_several
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import BoxTiming, Outcome, PartnersScore, Side
from models.gin.rules.seating import Table
from models.gin.sheet.columns import ColumnEntry
from models.gin.sheet.games import ScoredHand
from views.language.i18n import gettext as _
from views.language.i18n import marked, ngettext, with_sign
from views.words.cards import THE_CARDS_OF_A_RANK
from views.words.cards import card as named_card
from views.words.cards import cards as named
from views.words.lists import all_of, paragraph

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
    """Says that a hand counts more than once because nobody won those before it."""
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
    """What gin-off gives a defender who lost to gin without deadwood; else ""."""
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
    """Says that the loser has no deadwood either, and what that scores."""
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
    """The boxes of a loser without deadwood, if they are added after the game; else ""."""
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


OUTCOMES = {
    # Translators: how a hand ended; a noun.
    Outcome.KNOCK: marked("Knock"),
    Outcome.GIN: marked("Gin"),
    Outcome.BIG_GIN: marked("Big gin"),
    Outcome.UNDERCUT: marked("Undercut"),
    Outcome.TIE: marked("Tied deadwood"),
    # Translators: nobody won the hand, because the stock was used up.
    Outcome.DEAD: marked("Dead hand"),
    # Translators: only that the hand was won is known, not how.
    Outcome.WON: marked("Hand won"),
}

HEADLINES = {
    # Translators: %(points)s is a number with its sign, such as “+25”.
    Outcome.KNOCK: marked("%(name)s knocks, %(points)s."),
    Outcome.GIN: marked("%(name)s goes gin, %(points)s."),
    # Translators: big gin: all eleven cards are melded, without a discard.
    Outcome.BIG_GIN: marked("%(name)s has big gin, %(points)s."),
    # Translators: the defender has less deadwood than the player who knocked.
    Outcome.UNDERCUT: marked("%(name)s undercuts, %(points)s."),
    Outcome.WON: marked("%(name)s wins the hand, %(points)s."),
}

BONUS_LABELS = {
    Outcome.KNOCK: marked("Knock bonus"),
    Outcome.GIN: marked("Gin bonus"),
    Outcome.BIG_GIN: marked("Big gin bonus"),
    Outcome.UNDERCUT: marked("Undercut bonus"),
}


@dataclass(frozen=True, slots=True)
class Words:
    """A result in three parts, each in whole sentences: who scores what, what happened, and the sum."""

    head: str
    story: str = ""
    sum: str = ""

    def __str__(self) -> str:
        return paragraph((self.head, self.story, self.sum))


def explain(scored_hand: ScoredHand, names: Sequence[str], rules: HouseRules) -> Words:
    """The sentences under a hand."""
    if scored_hand.outcome is Outcome.DEAD:
        return Words(_("Dead hand: nobody scores."))
    return Words(
        _headline(scored_hand, names, rules),
        _story(scored_hand.hand, names, rules),
        paragraph(sum_said(scored_hand, names, rules)),
    )


def _headline(scored_hand: ScoredHand, names: Sequence[str], rules: HouseRules) -> str:
    if scored_hand.winner is None:
        return _("Tied deadwood: nobody scores.")
    values = {"name": names[scored_hand.winner], "points": signed(scored_hand.gain)}
    if scored_hand.outcome is Outcome.TIE and not scored_hand.gain:
        return _("Tied deadwood: %(name)s wins the hand, for no points.", **values)
    if scored_hand.outcome is Outcome.TIE:
        # Translators: box: what a won hand is worth in addition to its points.
        return _("Tied deadwood: %(name)s wins the hand and a box, %(points)s.", **values)
    if is_tied(scored_hand.hand, rules):
        # Translators: “here” is under the rules of this match; %(name)s is the player who gets
        # %(points)s, such as “+20”.
        return _("A tie is an undercut here: %(name)s, %(points)s.", **values)
    return _(HEADLINES[scored_hand.outcome], **values)


def _story(hand: Hand, names: Sequence[str], rules: HouseRules) -> str:
    """What both players had, and how the defender got there."""
    if isinstance(hand.laid, Points):
        # Translators: a hand that was copied from a score sheet of paper.
        return _("From paper: only the points are known.")
    count = hand.count(rules)
    values = {
        "knocker": names[hand.player(Side.KNOCKER)],
        "defender": names[hand.player(Side.DEFENDER)],
        "limit": count.knocker,
        "deadwood": count.defender,
    }
    if not isinstance(hand.laid, Declaration) or not hand.laid.layoffs:
        return _without_layoffs(hand, rules, values)
    values["cards"] = all_of([named(layoff.cards) for layoff in hand.laid.layoffs])
    broken = broken_meld(hand.laid, rules)
    if broken:
        values["meld"] = meld_named(broken)
    sentence_of = _layoffs_against_gin if count.knocker == 0 else _layoffs_against_a_knock
    return sentence_of(values, is_broken=bool(broken))


def _layoffs_against_gin(values: dict[str, Any], is_broken: bool) -> str:
    """What the defender laid off against gin: the knocker has no deadwood to speak of."""
    if is_broken:
        # Translators: %(meld)s is “the eights”, or the cards of a run; %(cards)s is “8♠ and 9♠”. the
        # plural is for languages in which the word for deadwood has one.
        return ngettext(
            "%(defender)s broke %(meld)s, laid off %(cards)s, and had %(deadwood)s deadwood.",
            "%(defender)s broke %(meld)s, laid off %(cards)s, and had %(deadwood)s deadwood.",
            values["deadwood"],
            **values,
        )
    # Translators: %(cards)s is “8♠ and 9♠”. the plural is for languages in which the word for
    # deadwood has one.
    return ngettext(
        "%(defender)s laid off %(cards)s and had %(deadwood)s deadwood.",
        "%(defender)s laid off %(cards)s and had %(deadwood)s deadwood.",
        values["deadwood"],
        **values,
    )


def _layoffs_against_a_knock(values: dict[str, Any], is_broken: bool) -> str:
    """What the knocker had, and what the defender laid off."""
    if is_broken:
        # Translators: %(limit)s and %(deadwood)s are the deadwood of the two players. %(meld)s is “the
        # eights”, or the cards of a run.
        return _(
            "%(knocker)s knocked with %(limit)s; "
            "%(defender)s broke %(meld)s, laid off %(cards)s, and had %(deadwood)s.",
            **values,
        )
    # Translators: %(limit)s and %(deadwood)s are the deadwood of the two players; %(cards)s is “8♠
    # and 9♠”.
    return _(
        "%(knocker)s knocked with %(limit)s; %(defender)s laid off %(cards)s and had %(deadwood)s.",
        **values,
    )


def _without_layoffs(hand: Hand, rules: HouseRules, values: dict[str, object]) -> str:
    deadwood = hand.count(rules).defender
    if is_tied(hand, rules):
        return ngettext(
            "Both had %(deadwood)s deadwood.", "Both had %(deadwood)s deadwood.", deadwood, **values
        )
    if values["limit"]:
        # Translators: %(limit)s and %(deadwood)s are the deadwood of the two players.
        return _("%(knocker)s knocked with %(limit)s; %(defender)s had %(deadwood)s.", **values)
    return ngettext(
        "%(defender)s had %(deadwood)s deadwood.",
        "%(defender)s had %(deadwood)s deadwood.",
        deadwood,
        **values,
    )


def meld_named(meld: Cards) -> str:
    """A meld in a sentence: "the eights", or a run by its cards."""
    return _(THE_CARDS_OF_A_RANK[next(iter(meld)).rank]) if is_set(meld) else named(meld)


def missed_better(hand: Hand, better: Declaration, names: Sequence[str], rules: HouseRules) -> str:
    """How much less deadwood the defender could have had, with *better*."""
    best = better.count(rules).defender
    return ngettext(
        "%(name)s could have had %(best)s deadwood instead of %(deadwood)s.",
        "%(name)s could have had %(best)s deadwood instead of %(deadwood)s.",
        best,
        name=names[hand.player(Side.DEFENDER)],
        best=best,
        deadwood=hand.count(rules).defender,
    )


def as_good(best: Declaration, rules: HouseRules) -> str:
    """Says that the defence that is shown is not the only best one; "" if it is."""
    # Translators: about the cards that a player melds and lays off, as they are shown beside it.
    example = _("This is one example. Other ways are just as good.")
    return example if is_one_of_several(best, rules) else ""


@dataclass(frozen=True, slots=True)
class Part:
    """A line of the bill: what it is for, and its points."""

    label: str
    points: str
    strong: bool = False


def parts(scored_hand: ScoredHand, names: Sequence[str], rules: HouseRules) -> list[Part]:
    """The sum as a bill: the same parts in the same order as the sentences."""
    return list(_parts(scored_hand, names, rules))


def _parts(scored_hand: ScoredHand, names: Sequence[str], rules: HouseRules) -> Iterator[Part]:
    if scored_hand.result.winner is None:
        return
    gains = scored_hand.gains
    for step in gains.steps:
        yield Part(LABELS[step.kind](scored_hand, step, rules), number(step.amount))
    winner, loser = (
        names[scored_hand.hand.player(side)]
        for side in (scored_hand.result.winner, scored_hand.result.winner.other)
    )
    # Translators: a line of the bill of a hand; the points stand beside it.
    yield Part(_("%(name)s scores", name=winner), number(gains.winner), strong=True)
    third = names[3 - sum(scored_hand.hand.faced)] if gains.third else ""
    if gains.third > 0:
        yield Part(_("%(name)s scores", name=third), str(gains.third), strong=True)
    for name, risen in ((loser, gains.loser), (third, gains.third)):
        if risen < 0:
            # Translators: a line of the bill of a hand; the points stand beside it.
            yield Part(_("%(name)s loses", name=name), str(-risen))
    if gains.gin_off and not rules.loser_negative:
        yield Part(_gin_off_label(scored_hand, loser), str(gains.gin_off))


def _difference_label(scored_hand: ScoredHand, _step: Step, rules: HouseRules) -> str:
    count = scored_hand.hand.count(rules)
    if count.knocker == 0:
        # Translators: a line of the bill of a hand; the points stand beside it.
        return _("The other player’s deadwood")
    high, low = max(count.knocker, count.defender), min(count.knocker, count.defender)
    # Translators: a line of the bill of a hand: “Difference, 20 − 5”.
    return _("Difference, %(high)s − %(low)s", high=high, low=low)


def _boxes_label(_line: ScoredHand, step: Step, _rules: HouseRules) -> str:
    # Translators: the points of boxes that are added with the hand and not after the game.
    return ngettext("%(num)s box at once", "%(num)s boxes at once", step.times)


def _labelled(label: str) -> Callable[[ScoredHand, Step, HouseRules], str]:
    """Labels a step with *label*, whatever the hand."""
    return lambda _line, _step, _rules: _(label)


LABELS: dict[StepKind, Callable[[ScoredHand, Step, HouseRules], str]] = {
    StepKind.DIFFERENCE: _difference_label,
    # Translators: a line of the bill of a hand that was copied from a score sheet of paper.
    StepKind.PAPER: _labelled(marked("Points on paper")),
    StepKind.BONUS: lambda scored_hand, _step, _rules: _(BONUS_LABELS[scored_hand.outcome]),
    # Translators: gin-off: a defender who ends with no deadwood at all.
    StepKind.GIN_OFF: _labelled(marked("Gin-off bonus")),
    StepKind.TIMES: lambda scored_hand, _step, _rules: multiplied(scored_hand),
    StepKind.BOXES: _boxes_label,
    # Translators: a line of the bill of a hand: what the winner pays the loser, who has no deadwood either.
    StepKind.GIN_OFF_PAID: _labelled(marked("Paid for gin-off")),
    # Translators: a line of the bill of a hand: what the player who did not play it pays the winner.
    StepKind.THIRD: _labelled(marked("From the third player")),
}
"""The label of each step."""


def _gin_off_label(scored_hand: ScoredHand, name: str) -> str:
    """What the points are for that a defender scores who lost to gin without deadwood."""
    steps = scored_hand.result.loser_steps
    if not steps or steps[-1].times == 1 or scored_hand.gains.gin_off != scored_hand.result.loser_points:
        return _("%(name)s scores for gin-off", name=name)
    # Translators: a line of the bill of a hand: “Bob: 25 for gin-off, times 2”.
    return _(
        "%(name)s: %(bonus)s for gin-off, times %(times)s",
        name=name,
        bonus=steps[0].amount,
        times=steps[-1].times,
    )
