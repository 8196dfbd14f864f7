"""The hands and games that the examples score."""

from collections.abc import Sequence

from models.gin.cards.cards import Card, parse_cards, read_groups
from models.gin.hand.declaration import Count, Ending
from models.gin.hand.hand import Hand
from models.gin.rules.faults import Fault
from models.gin.rules.seating import Player
from models.gin.sheet.extra_lines import Penalty
from views.language.i18n import marked

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
"""Games of which only the end is shown."""

PENALTIES: Sequence[tuple[str, Penalty]] = (
    (marked("Ann knocks with more than the limit"), Penalty(ANN, Fault.FALSE_KNOCK)),
    (marked("Ann shows a card"), Penalty(ANN, Fault.EXPOSED_CARD)),
)
"""Mistakes that the rules charge for."""

A_PENALTY_FOR_ANN = Penalty(BOB, Fault.OTHER, 10)
A_PENALTY_FOR_BOB = Penalty(ANN, Fault.OTHER, 10)
