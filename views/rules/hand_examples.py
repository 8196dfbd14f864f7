"""Examples of what single hands score under some rules."""

from dataclasses import dataclass

from models.gin.hand.arrangements import least_deadwood
from models.gin.hand.declaration import Declaration, Spread
from models.gin.hand.defence import best_defence
from models.gin.hand.hand import Hand
from models.gin.hand.knocks import may_lay_off
from models.gin.hand.problems import InvalidDeclarationError
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import BoxTiming, Side
from models.gin.sheet.games import ScoredHand
from models.gin.sheet.sheet import by_itself, sheet
from views.language.i18n import gettext as _
from views.language.i18n import ngettext
from views.rules.sample_hands import (
    ACE_LEFT,
    ACES_IN_RUNS,
    AFTER_A_DEAD_HAND,
    ANN,
    BIG_GIN_MELDS,
    BOBS_CARDS,
    GIN_MELDS,
    HANDS,
    SEVEN_MELDED,
    TEN,
    THREE_LEFT,
)
from views.words.cards import cards as named
from views.words.hand_sum import signed


@dataclass(frozen=True, slots=True)
class Fact:
    """A labelled line of the examples."""

    label: str
    text: str


def names() -> tuple[str, str]:
    """The players of every example."""
    # Translators: the two players of all examples, a woman and a man. Other sentences have the same names.
    return _("Ann"), _("Bob")


def hand_facts(rules: HouseRules) -> list[Fact]:
    """What each hand scores."""
    return [
        *(Fact(_(label), _paid(hand, rules)) for label, hand in HANDS),
        Fact(
            _("After a dead hand with the upcard 9♠, Ann knocks with 4, Bob has 30"),
            _after_dead_hand(rules),
        ),
    ]


def _after_dead_hand(rules: HouseRules) -> str:
    try:
        scored_hand = sheet(AFTER_A_DEAD_HAND, rules).hands[-1]
    except InvalidDeclarationError:
        # Translators: these rules don’t let the player knock.
        return _("not a knock")
    return _points(scored_hand, rules)


def card_facts(rules: HouseRules) -> list[Fact]:
    """What depends on the cards."""
    ace, run = ACE_LEFT, ACES_IN_RUNS
    return [
        Fact(_("Ann has gin, and Bob’s cards fit her melds"), _shown(Spread.of(GIN_MELDS), rules)),
        Fact(_("Ann has big gin, and Bob’s cards fit her melds"), _shown(Spread.of(BIG_GIN_MELDS), rules)),
        Fact(_("Ann knocks with seven cards melded"), _shown(Spread.of(SEVEN_MELDED, THREE_LEFT), rules)),
        # Translators: how much these cards count as deadwood.
        Fact(_("Deadwood %(cards)s", cards=named(ace)), str(rules.deadwood(ace))),
        # Translators: how much deadwood is left in these cards with the best melds.
        Fact(_("Deadwood in %(cards)s", cards=named(run)), str(least_deadwood(run, rules))),
    ]


def _shown(knocker: Spread, rules: HouseRules) -> str:
    """Who scores what if Ann lays down *knocker*, and Bob lays off what the rules allow."""
    melds = knocker.melds if may_lay_off(knocker, rules) else ()
    defence = best_defence(melds, BOBS_CARDS, rules)
    return _paid(Hand(ANN, Declaration(knocker, defence.spread, defence.layoffs, TEN)), rules)


def _paid(hand: Hand, rules: HouseRules) -> str:
    """Who scores what in a hand."""
    try:
        scored_hand = by_itself(hand, rules)
    except InvalidDeclarationError:
        # Translators: these rules don’t let the player knock.
        return _("not a knock")
    return _("nobody scores") if scored_hand.winner is None else _points(scored_hand, rules)


def _points(scored_hand: ScoredHand, rules: HouseRules) -> str:
    """What a hand that somebody won adds to both totals, with its boxes if it gives more than one later."""
    added_later = rules.box_timing is BoxTiming.END and rules.box_bonus > 0
    won = _winners(scored_hand, rules, scored_hand.boxes if added_later else 0)
    boxes = scored_hand.result.loser_boxes if added_later else 0
    if not (scored_hand.gains.gin_off or boxes):
        return won
    loser = names()[scored_hand.hand.player(Side.DEFENDER)]
    values = {"won": won, "loser": loser, "points": signed(scored_hand.gains.gin_off)}
    if rules.loser_negative:
        return (
            # Translators: %(won)s is who won how much: “Ann +25, Bob −25”.
            ngettext("%(won)s and %(num)s box", "%(won)s and %(num)s boxes", boxes, **values)
            if boxes
            else won
        )
    if not boxes:
        # Translators: who won how much, and what the loser gets: “Ann +25, Bob −5”.
        return _("%(won)s, %(loser)s %(points)s", **values)
    return ngettext(
        "%(won)s, %(loser)s %(points)s and %(num)s box",
        "%(won)s, %(loser)s %(points)s and %(num)s boxes",
        boxes,
        **values,
    )


def _winners(scored_hand: ScoredHand, rules: HouseRules, boxes: int) -> str:
    """What the winner gets, and in zero-sum rules what the loser loses; with *boxes* if there are several."""
    winner = scored_hand.winner or ANN
    zero_sum = rules.loser_negative and (
        scored_hand.gain or scored_hand.gains.gin_off or scored_hand.result.loser_boxes
    )
    values = {
        "winner": names()[winner],
        "won": signed(scored_hand.gain),
        "loser": names()[1 - winner],
        "lost": signed(scored_hand.gains.loser),
    }
    if zero_sum and boxes > 1:
        # Translators: names, and points with their sign: “Ann +25 and 2 boxes, Bob −25”.
        return ngettext(
            "%(winner)s %(won)s and %(num)s box, %(loser)s %(lost)s",
            "%(winner)s %(won)s and %(num)s boxes, %(loser)s %(lost)s",
            boxes,
            **values,
        )
    if boxes > 1:
        return ngettext(
            "%(winner)s %(won)s and %(num)s box",
            "%(winner)s %(won)s and %(num)s boxes",
            boxes,
            **values,
        )
    if zero_sum:
        return _("%(winner)s %(won)s, %(loser)s %(lost)s", **values)
    return _("%(winner)s %(won)s", **values)
