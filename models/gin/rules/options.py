"""The outcomes of a hand, the named options of rules with their numbers, and the values that fields hold."""

import re
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum, auto
from typing import Self

from models.gin.rules.seating import Table

AMOUNT = r"[0-9]{1,6}(?:\.[0-9]{1,4})?"
"""How an amount of money is written."""

_COINS = dict.fromkeys(("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"), Decimal("0.001"))
"""Currencies with smaller parts than a hundredth."""


@dataclass(frozen=True, slots=True)
class Stake:
    """Money for a point, a game or a box.

    >>> str(Stake.parse("0.10 EUR"))
    '0.10 EUR'
    """

    amount: Decimal
    currency: str
    """Three letters, as in ISO 4217."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Reads an amount of at most four decimals and a currency.

        :raises ValueError: if *text* is not a stake.
        """
        if not (parts := re.fullmatch(rf"({AMOUNT}) ([A-Z]{{3}})", text)):
            raise ValueError(f"not a stake: {text!r}")
        return cls(Decimal(parts[1]), parts[2])

    def __str__(self) -> str:
        return f"{self.amount} {self.currency}"


@dataclass(frozen=True, slots=True)
class Multipliers:
    """How often a hand counts, by the suit or the rank of its upcard.

    >>> str(Multipliers.parse("Sx2 Hx3")), Multipliers.parse("Sx2 Hx3").of("H")
    ('Sx2 Hx3', 3)
    """

    times: tuple[tuple[str, int], ...]
    """Letters of suits or ranks, in the order of the pack, each with its multiplier."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Reads letters with their multipliers.

        :raises ValueError: if *text* is none.
        """
        words = text.split(" ")
        if not all(re.fullmatch("[A-Z2-9]x[2-9]", word) for word in words):
            raise ValueError(f"not multipliers: {text!r}")
        return cls(tuple((word[0], int(word[2])) for word in words))

    def of(self, letter: str, usual: int = 1) -> int:
        """How often a hand counts for *letter*; *usual* if the table does not say."""
        return next((times for each, times in self.times if each == letter), usual)

    def __str__(self) -> str:
        return " ".join(f"{letter}x{times}" for letter, times in self.times)


def is_amount(value: object) -> bool:
    """Whether *value* is an exact amount of at most six digits before the point and four after it.

    >>> is_amount(Decimal("0.05")), is_amount(0.05), is_amount(Decimal("NaN"))
    (True, False, False)
    """
    return isinstance(value, Decimal) and re.fullmatch(AMOUNT, str(value)) is not None


def is_stake(value: object) -> bool:
    """Whether *value* is a stake that can be written and read again.

    >>> is_stake(Stake(Decimal("0.10"), "EUR")), is_stake(Stake(Decimal("0.10"), "euros"))
    (True, False)
    """
    return (
        isinstance(value, Stake)
        and is_amount(value.amount)
        and re.fullmatch("[A-Z]{3}", value.currency) is not None
    )


def coin(currency: str) -> Decimal:
    """The smallest part of a currency.

    >>> coin("EUR"), coin("KWD")
    (Decimal('0.01'), Decimal('0.001'))
    """
    return _COINS.get(currency, Decimal("0.01"))


class Side(StrEnum):
    """The two roles in a showdown."""

    KNOCKER = auto()
    DEFENDER = auto()

    @property
    def other(self) -> "Side":
        return Side.DEFENDER if self is Side.KNOCKER else Side.KNOCKER


class Outcome(StrEnum):
    """What a hand turned out to be."""

    KNOCK = auto()
    GIN = auto()
    BIG_GIN = auto()
    UNDERCUT = auto()
    TIE = auto()
    """Equal deadwood, where that is not an undercut."""
    DEAD = auto()
    WON = auto()
    """Somebody won it, but nobody wrote down how."""


@dataclass(frozen=True, slots=True)
class Award:
    """Who wins an outcome, and the bonus on top of the difference."""

    winner: Side | None
    bonus: int


class Tie(StrEnum):
    """What equal deadwood means: who wins, and whether with the undercut bonus."""

    UNDERCUT = "undercut", Side.DEFENDER, 1
    UNDERCUT_NO_BONUS = "undercut_no_bonus", Side.DEFENDER, 0
    KNOCKER = "knocker", Side.KNOCKER, 0
    VOID = "void", None, 0

    winner: Side | None
    share: int

    def __new__(cls, value: str, winner: Side | None, share: int) -> Self:
        option = str.__new__(cls, value)
        option._value_ = value
        option.winner, option.share = winner, share
        return option

    @property
    def outcome(self) -> Outcome:
        """The outcome of equal deadwood."""
        return Outcome.UNDERCUT if self is Tie.UNDERCUT else Outcome.TIE


class AceUpcard(StrEnum):
    """What an ace as the upcard allows in Oklahoma."""

    ONE = auto()
    GIN = auto()

    @property
    def limit(self) -> int:
        """The most deadwood to knock with."""
        return 1 if self is AceUpcard.ONE else 0


class Shutout(StrEnum):
    """What a shutout adds: how often each part is paid again."""

    #                     value, flat bonus, hand points, boxes and game bonus, difference
    NONE = "none", 0, 0, 0, 0
    FLAT = "flat", 1, 0, 0, 0
    DOUBLE_HAND_POINTS = "double_hand_points", 0, 1, 0, 0
    DOUBLE_TOTAL = "double_total", 0, 1, 1, 0
    DOUBLE_BONUSES = "double_bonuses", 0, 0, 1, 0
    DOUBLE_DIFFERENCE = "double_difference", 0, 0, 0, 1

    flat: int
    hand_points: int
    bonuses: int
    difference: int

    def __new__(cls, value: str, flat: int, hand_points: int, bonuses: int, difference: int) -> Self:
        option = str.__new__(cls, value)
        option._value_ = value
        option.flat, option.hand_points = flat, hand_points
        option.bonuses, option.difference = bonuses, difference
        return option


class ShutoutTest(StrEnum):
    """When a game is a shutout: what the loser must not have."""

    ZERO_HANDS = auto()
    """No hand won, not even one for no points."""
    ZERO_POINTS = auto()
    """No point won."""


class BoxTiming(StrEnum):
    """When boxes are added."""

    END = auto()
    """After the game; they don't count toward the target."""
    IMMEDIATE = auto()
    """With the hand; they count toward the target."""


class GameWinner(StrEnum):
    """Who wins a game."""

    FIRST_TO_TARGET = auto()
    HIGHER_FINAL_TOTAL = auto()


class TiedGame(StrEnum):
    """What happens if scores are tied after the last hand of a limited game."""

    DRAWN = auto()
    """Nobody wins it."""
    ONE_MORE_HAND = auto()
    """Hand by hand, until somebody is ahead."""
    END_OF_ROUND = auto()
    """Until there was a hand for everybody to deal, and then round by round until somebody is ahead."""

    def may_end(self, hands: int, sides: int) -> bool:
        """Whether a tied game may end after this number of hands, not counting those dealt again.

        >>> [TiedGame.END_OF_ROUND.may_end(hands, sides=2) for hands in (10, 11)]
        [True, False]
        """
        return self is not TiedGame.END_OF_ROUND or hands % sides == 0


class MatchBy(StrEnum):
    """What decides a match."""

    GAMES = auto()
    """A number of games won."""
    POINTS = auto()
    """The points of a number of games."""
    GAME_POINTS = auto()
    """The game points of a number of games, more for a shutout."""


class NextGameDealer(StrEnum):
    """Who deals first in the next game of a match."""

    PASSES_ON = auto()
    """As after any other hand."""
    WINNER = auto()
    """The winner of the game before."""
    LOSER = auto()
    """The loser of the game before; of three, the one who is paid least."""
    ALTERNATE = auto()
    """The player after the one who dealt first in the game before."""


class Settlement(StrEnum):
    """What is paid after a game."""

    DIFFERENCE = auto()
    TOTALS = auto()


class InitialDeal(StrEnum):
    """How a hand is dealt."""

    TEN_TEN_UPCARD = auto()
    ELEVEN_TEN = auto()
    """Eleven to the player who does not deal, and no upcard."""


class FiftiethCard(StrEnum):
    """What players may do once the third-last card has been drawn."""

    KNOCK = auto()
    """The player who drew it may still knock or go gin."""
    GIN_ONLY = auto()
    """The player who drew it may only go gin."""
    EITHER = auto()
    """That player may knock, and after a discard the other may take it to knock."""
    VOID = auto()
    """Nobody: the hand is dead."""


class FirstDealer(StrEnum):
    """How the first dealer is found."""

    RANDOM = auto()
    HIGH_CARD = auto()
    LOW_CARD = auto()
    AGREED = auto()


class UpcardOffer(StrEnum):
    """Who may take the first upcard before ordinary turns begin."""

    BOTH = auto()
    """The player who does not deal, and after a pass the dealer."""
    NON_DEALER = auto()
    """Only the player who does not deal, whose first turn is an ordinary one."""


class KnockSignal(StrEnum):
    """How a player shows that the hand is over."""

    FACE_DOWN = auto()
    """The last discard lies face down."""
    SAID = auto()
    """In words."""
    POINTS_SAID = auto()
    """By showing all cards and saying the deadwood."""
    ANY = auto()
    """Face down, by a word, or by a tap on the table."""


class DealRotation(StrEnum):
    """Who deals the next hand."""

    ALTERNATE = auto()
    WINNER = auto()
    LOSER = auto()


class Redeal(StrEnum):
    """Who deals after a hand that nobody won."""

    SAME_DEALER = auto()
    ROTATE = auto()


class FalseKnock(StrEnum):
    """What a knock with too much deadwood leads to."""

    PLAY_ON = auto()
    """The hand stays on the table, face up, and play goes on."""
    PENALTY = auto()
    """The other player gets the fixed penalty."""
    UNDERCUT = auto()
    """The other player gets the undercut bonus."""


class PartnersScore(StrEnum):
    """What the two hands of a round score, two against two."""

    NETTED = auto()
    """The smaller result is taken from the larger; one box for the side ahead."""
    ADDED = auto()
    """Each hand is written for the side that won it, with its own box."""


class ThreePlayers(StrEnum):
    """How three play: who plays whom, and for whom."""

    LOSER_SITS_OUT = "loser_sits_out", Table.THREE
    ALL_AGAINST_WINNER = "all_against_winner", Table.WINNER_ALONE
    CAPTAIN = "captain", Table.CAPTAIN
    WINNER_STAYS = "winner_stays", Table.WINNER_STAYS

    table: Table

    def __new__(cls, value: str, table: Table) -> Self:
        option = str.__new__(cls, value)
        option._value_ = value
        option.table = table
        return option

    @property
    def plays_whole_games(self) -> bool:
        """Whether two play a whole game, and the third has no part in it."""
        return self is ThreePlayers.WINNER_STAYS
