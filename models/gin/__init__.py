"""The rules of gin rummy as a library, without the web pages.

Cards are written as players say them, rank and suit, in any order and case. Alone or
together they answer what every table asks: what is the least deadwood?

>>> from models.gin import *
>>> hand = parse_cards("7S 7H 7D 8D 9D")
>>> least_deadwood(hand)
14
>>> for spread in best_arrangements(hand):
...     print(format_groups(spread.melds), "and", format_cards(spread.unmatched))
7D 8D 9D and 7S 7H

Two players show down. Ann has knocked, and here are her melds; Bob holds ten cards and may
lay off on them. His best breaks a meld of his own.

>>> ann = Spread.of(read_groups("KS KC KD / 5S 6S 7S / 9C TC JC"), parse_cards("JD"))
>>> bob = parse_cards("2S 2C 2D 2H 8S 8C 8D 9S 7C AC")
>>> defence = best_defence(ann.melds, bob)
>>> for layoff in defence.layoffs:
...     print(format_cards(layoff.cards), "onto", format_cards(layoff.onto))
8S 9S onto 5S 6S 7S
8C 7C onto 9C TC JC
>>> defence.deadwood
9

What both players laid down is a declaration. The house rules decide what it scores. They are
data: many sets of rules have names, and any field of any of them can be changed.

>>> laid = Declaration(ann, defence.spread, defence.layoffs)
>>> result = score(laid, PRESETS["palace"])
>>> result.outcome.value, result.winner.value
('undercut', 'defender')
>>> for step in result.steps:
...     print(step.kind.value, step.amount, step.total)
difference 1 1
bonus 20 21
>>> score(laid, PRESETS["palace"].but(undercut_bonus=25)).points
26
>>> score(laid, HouseRules(undercut_bonus=15, target=150)).points
16

A hand can also be two deadwood numbers, the defender's after lay-offs.

>>> score(Count(Ending.GIN, knocker=0, defender=18), PRESETS["wikipedia"]).points
43

All problems are reported at once, each with a reason and the cards to highlight. An invalid
hand is not scored.

>>> wrong = Declaration(
...     Spread.of(read_groups("QS KS AS / 5H 6H 7H / 3C 3D 3H"), parse_cards("JD")),
...     Spread.of(read_groups("2S 2C 2D 2H / 8S 8C 8D"), parse_cards("9S 7C JD")),
... )
>>> for problem in problems(wrong, PRESETS["pagat"]):
...     print(problem.reason.value, format_cards(problem.cards))
card_in_both_hands JD
not_a_meld AS QS KS
>>> score(wrong, PRESETS["pagat"])
Traceback (most recent call last):
models.gin.hand.problems.InvalidDeclarationError: card_in_both_hands, not_a_meld

Hands in the order in which they were dealt make the whole sheet: totals, boxes, the end of
the game and every bonus after it. Players are 0 and 1.

>>> hands = [
...     Hand(0, laid),
...     Hand(0, Count(Ending.KNOCK, knocker=4, defender=46)),
...     Hand(None, DEAD_HAND),
...     Hand(0, Count(Ending.GIN, defender=55)),
... ]
>>> score_sheet = sheet(hands, PRESETS["french"])
>>> [scored_hand.totals for scored_hand in score_sheet.hands]
[(0, 11), (42, 11), (42, 11), (117, 11)]
>>> game = score_sheet.game
>>> game.over, game.winner, game.final, game.difference
(True, 0, (257, 31), 226)

When a hand is corrected, everything after it is worked out again.

>>> hands[3] = Hand(0, Count(Ending.GIN, defender=35))
>>> sheet(hands, PRESETS["french"]).game.over
False
"""

from models.gin.cards.cards import PACK, Card, format_cards, format_groups, parse_cards, read_groups
from models.gin.hand.arrangements import best_arrangements, best_discards, least_deadwood
from models.gin.hand.declaration import DEAD_HAND, Count, Declaration, Ending, Spread
from models.gin.hand.defence import best_defence
from models.gin.hand.problems import problems
from models.gin.hand.scoring import score
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.presets import PRESETS
from models.gin.sheet.sheet import Hand, sheet

__all__ = [
    "DEAD_HAND",
    "PACK",
    "PRESETS",
    "Card",
    "Count",
    "Declaration",
    "Ending",
    "Hand",
    "HouseRules",
    "Spread",
    "best_arrangements",
    "best_defence",
    "best_discards",
    "format_cards",
    "format_groups",
    "least_deadwood",
    "parse_cards",
    "problems",
    "read_groups",
    "score",
    "sheet",
]
