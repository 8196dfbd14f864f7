"""The result of a hand in words, in the order in which players count it aloud."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from models.gin.cards.cards import Cards
from models.gin.cards.melds import is_set
from models.gin.hand.declaration import Declaration, Points
from models.gin.hand.hand import Hand
from models.gin.hand.scoring import Step, StepKind
from models.gin.hand.verdicts import broken_meld
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import Outcome, Side
from models.gin.sheet.games import ScoredHand
from views.language.i18n import gettext as _
from views.language.i18n import marked, ngettext
from views.words.cards import THE_CARDS_OF_A_RANK
from views.words.cards import cards as named
from views.words.hand_sum import is_tied, multiplied, number, signed, sum_said
from views.words.lists import all_of, paragraph

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
    """The same *label* for every hand."""
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
