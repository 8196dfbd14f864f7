"""Examples of what single hands score under some rules."""

from collections.abc import Sequence
from dataclasses import dataclass

from models.gin.cards.cards import Card, parse_cards, read_groups
from models.gin.hand.arrangements import least_deadwood
from models.gin.hand.declaration import Count, Declaration, Ending, Spread
from models.gin.hand.defence import best_defence
from models.gin.hand.problems import InvalidDeclarationError, may_lay_off
from models.gin.hand.scoring import Hand
from models.gin.rules.house_rules import Fault, HouseRules
from models.gin.rules.options import BoxTiming, Side
from models.gin.rules.seating import Player
from models.gin.sheet.extra_lines import Penalty
from models.gin.sheet.games import ScoredHand
from models.gin.sheet.sheet import by_itself, sheet
from views.language.i18n import gettext as _
from views.language.i18n import marked, ngettext
from views.words.cards import cards as named
from views.words.hand_result import signed

ANN, BOB = 0, 1
TEN = Card.parse("TD")
"""An upcard that changes nothing: a ten that is no spade."""


def _counted(ending: Ending, knocker: int, defender: int, upcard: Card = TEN, by: Player = ANN) -> Hand:
    return Hand(by, Count(ending, knocker, defender, upcard))


def _knock(left: int, against: int, upcard: Card = TEN, by: Player = ANN) -> Hand:
    return _counted(Ending.KNOCK, left, against, upcard, by)


def _gin(against: int, upcard: Card = TEN, by: Player = ANN) -> Hand:
    return _counted(Ending.GIN, 0, against, upcard, by)


def _big_gin(against: int, upcard: Card = TEN, by: Player = ANN) -> Hand:
    return _counted(Ending.BIG_GIN, 0, against, upcard, by)


DEAD = Hand(None, Count(Ending.DEAD, upcard=TEN))

HANDS: Sequence[tuple[str, Hand]] = (
    (marked("Ann knocks with 4, Bob has 30"), _knock(4, 30)),
    (marked("Ann has gin, Bob has 24 deadwood"), _gin(24)),
    (marked("Ann knocks with 8, Bob has 3"), _knock(8, 3)),
    (marked("Ann knocks with 6, Bob has 6"), _knock(6, 6)),
    (marked("Ann has big gin, Bob has 24 deadwood"), _big_gin(24)),
    (marked("Ann knocks with 10, Bob has 30"), _knock(10, 30)),
    (marked("Ann knocks with 8, Bob has no deadwood"), _knock(8, 0)),
    (marked("Ann has gin, Bob has no deadwood"), _gin(0)),
    (marked("Upcard 7♦: Ann knocks with 9, Bob has 30"), _knock(9, 30, Card.parse("7D"))),
    (marked("Upcard A♥: Ann knocks with 1, Bob has 30"), _knock(1, 30, Card.parse("AH"))),
    (marked("Upcard 9♠: Ann has gin, Bob has 24 deadwood"), _gin(24, Card.parse("9S"))),
)
"""Hands with deadwood numbers, the most common ones first."""

AFTER_A_DEAD_HAND = (Hand(None, Count(Ending.DEAD, upcard=Card.parse("9S"))), _knock(4, 30))
"""A hand after one that nobody won and that may have counted double."""

GIN_MELDS = read_groups("KS KC KD / 5S 6S 7S / 9C TC JC QC")
BOBS_CARDS = parse_cards("2S 2C 2D 2H 8S 9S 8C 7H 7D AC")
"""Bob can lay off four of them, if the rules allow it."""

BIG_GIN_MELDS = read_groups("KS KH KC KD / 5S 6S 7S / 9C TC JC QC")
SEVEN_MELDED = read_groups("KS KC KD / 9C TC JC QC")
THREE_LEFT = parse_cards("AH AD 3D")
"""A knock with five deadwood and three cards in no meld."""

ACE_LEFT = parse_cards("AH 5D")
ACES_IN_RUNS = parse_cards("QS KS AS 2S")

A_GAME = (
    _knock(4, 30),
    _gin(15, by=BOB),
    _knock(8, 3),
    DEAD,
    _big_gin(20, Card.parse("9S")),
    _knock(6, 6, by=BOB),
    _knock(2, 40),
)
"""A hand of every kind. At a hundred, Ann wins."""

A_SHUTOUT = (_knock(1, 41), _knock(1, 41), _knock(1, 31))
"""Ann wins every hand."""

GOOD_HAND = _gin(24)
"""A hand that is won under all rules."""

TWO_WINS = (
    (marked("First dealer after a game of two hands that Ann wins"), GOOD_HAND),
    (marked("First dealer after a game of two hands that Bob wins"), _gin(24, by=BOB)),
)
"""The hand that is played twice in a short game."""

MANY_BOXES = (*(_knock(2, 12, by=BOB) for _each in range(9)), _gin(40), _gin(25))
"""Bob wins nine small hands, Ann two big ones."""

GAMES: Sequence[tuple[str, tuple[Hand, ...]]] = (
    (marked("Ann wins every hand: 40, 40 and 30"), A_SHUTOUT),
    (marked("The same after a tied hand"), (_knock(6, 6), *A_SHUTOUT)),
    (marked("Bob wins nine small hands, Ann two big ones"), MANY_BOXES),
)
"""Games whose end alone is shown."""

PENALTIES: Sequence[tuple[str, Penalty]] = (
    (marked("Ann knocks with more than the limit"), Penalty(ANN, Fault.FALSE_KNOCK)),
    (marked("Ann shows a card"), Penalty(ANN, Fault.EXPOSED_CARD)),
)
"""Mistakes that the rules charge for."""

A_PENALTY_FOR_ANN = Penalty(BOB, Fault.OTHER, 10)
A_PENALTY_FOR_BOB = Penalty(ANN, Fault.OTHER, 10)


@dataclass(frozen=True, slots=True)
class Fact:
    """A labelled line of the examples."""

    label: str
    text: str


def names() -> tuple[str, str]:
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
