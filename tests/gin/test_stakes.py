"""Stakes: the sheet in money, and who pays whom. Every amount is worked out by hand."""

from decimal import Decimal

import pytest

from models.gin import Hand, HouseRules, sheet
from models.gin.field_types import Stake
from models.gin.presets import STANDARD, SYDNEY, WHITE_KNUCKLE
from models.gin.rule_options import Settlement, Shutout
from models.gin.stakes import Account, Payment, account, to_step
from tests.gin.table import ANN, BOB, gin, knock

POINT, GAME, BOX = Stake.parse("0.10 EUR"), Stake.parse("5 EUR"), Stake.parse("0.25 EUR")


def stands(hands: list[Hand], rules: HouseRules) -> Account:
    """How a sheet stands in money."""
    stood = account(sheet(hands, rules))
    assert stood is not None
    return stood


def paid(hands: list[Hand], rules: HouseRules) -> tuple[Payment, ...]:
    """Who pays whom."""
    return stands(hands, rules).payments


def to(payee: int, amount: str, currency: str = "EUR") -> tuple[Payment, ...]:
    """One payment of the other player."""
    return (Payment(1 - payee, payee, Decimal(amount), currency),)


# Ann 40 and 30, an undercut for Bob, Ann 35: 105 to 11 and, by the standard game, 265 to 31.
EVENING = [knock(5, 45), knock(2, 32), knock(10, 9), knock(5, 40)]
NO_BONUS = STANDARD.but(game_bonus=0, box_bonus=0, shutout=Shutout.NONE)

PAYMENTS = [
    # what is played for, where, after how many hands, who is paid, how much
    ("a point: 234", STANDARD.but(stake_per_point=POINT), 4, ANN, "23.40"),
    ("a game", STANDARD.but(stake_per_game=GAME), 4, ANN, "5"),
    ("a box: three less one", STANDARD.but(stake_per_box=BOX), 4, ANN, "0.50"),
    (
        "a point, a game and a box",
        STANDARD.but(stake_per_point=POINT, stake_per_game=GAME, stake_per_box=BOX),
        4,
        ANN,
        "28.90",
    ),
    (
        "rounded to half a euro",
        STANDARD.but(stake_per_point=POINT, stake_rounding=Decimal("0.50")),
        4,
        ANN,
        "23.50",
    ),
    (
        "too little to be rounded up",
        STANDARD.but(stake_per_point=Stake.parse("0.01 EUR"), stake_rounding=Decimal("1")),
        1,
        None,
        "0",
    ),
    ("a point while the game goes on", STANDARD.but(stake_per_point=POINT), 1, ANN, "4.00"),
    ("a box while the game goes on", STANDARD.but(stake_per_box=BOX), 3, ANN, "0.25"),
    ("a game is nobody's while it goes on", STANDARD.but(stake_per_game=GAME), 3, None, "0"),
    ("no hand was played", STANDARD.but(stake_per_point=POINT), 0, None, "0"),
    ("the totals are settled: 105 against 26", WHITE_KNUCKLE.but(stake_per_point=POINT), 4, ANN, "7.90"),
    ("zero sum: 55 won is 55 lost, and paid once", SYDNEY.but(stake_per_point=POINT), 1, ANN, "5.50"),
    (
        "zero sum, and the difference of 55 and -55 is agreed",
        SYDNEY.but(stake_per_point=POINT, settlement=Settlement.DIFFERENCE),
        1,
        ANN,
        "11.00",
    ),
]


@pytest.mark.parametrize(
    "rules, number, payee, amount", [case[1:] for case in PAYMENTS], ids=[case[0] for case in PAYMENTS]
)
def test_who_pays_whom(rules: HouseRules, number: int, payee: int | None, amount: str) -> None:
    assert paid(EVENING[:number], rules) == (() if payee is None else to(payee, amount))


def test_rules_without_stakes_have_no_account() -> None:
    assert account(sheet(EVENING, STANDARD)) is None


def test_a_shutout_that_doubles_the_difference_doubles_the_money() -> None:
    rules = NO_BONUS.but(shutout=Shutout.DOUBLE_DIFFERENCE, stake_per_point=POINT)

    assert paid([gin(90)], rules) == to(ANN, "22.00")


def test_a_closed_column_and_an_open_one_stand_together() -> None:
    """Ann closes the first column with 110 and stands at 60 in the last, which counts double."""
    rules = NO_BONUS.but(columns=2, last_column_double=True, stake_per_point=POINT)

    assert paid([knock(5, 55), knock(5, 65)], rules) == to(ANN, "23.00")


def test_several_games_are_paid_together() -> None:
    rules = NO_BONUS.but(games_to_win=None, stake_per_game=GAME, stake_per_point=POINT)
    games = [gin(90), gin(80, by=BOB), gin(95, by=BOB)]

    # Bob's hundred and hundred and fifteen, less Ann's hundred and ten; two games less one.
    assert paid(games, rules) == to(BOB, "15.50")
    assert stands(games, rules).games == (-1, 1)


def test_a_drawn_game_is_settled_by_its_points_and_boxes() -> None:
    """Both have 30 after the last hand: nobody's game, but Bob won two hands and has a box of 20 more."""
    rules = STANDARD.but(max_hands=3, stake_per_point=POINT, stake_per_game=GAME)
    score_sheet = sheet([knock(0, 10), knock(5, 20, by=BOB), knock(5, 20, by=BOB)], rules)

    assert (score_sheet.game.winner, score_sheet.game.final) == (None, (30 + 20, 30 + 2 * 20))
    assert paid([*(line.hand for line in score_sheet.lines)], rules) == to(BOB, "2.00")


def test_a_hand_past_the_end_is_not_paid() -> None:
    rules = NO_BONUS.but(stake_per_point=POINT)

    assert paid([gin(90), gin(90, by=BOB)], rules) == to(ANN, "11.00")


ROUNDED = [
    ("3.12", "0.05", "3.10"),
    ("3.125", "0.05", "3.15"),
    ("0.024", "0.05", "0"),
    ("2.50", "1", "3"),
    ("2.49", "1", "2"),
    ("7", "3", "6"),
    ("23.40", None, "23.40"),
    ("0.1", "0.3", "0"),
    ("0.15", "0.3", "0.3"),
]


@pytest.mark.parametrize("amount, step, rounded", ROUNDED)
def test_halves_are_rounded_upward(amount: str, step: str | None, rounded: str) -> None:
    assert to_step(Decimal(amount), step and Decimal(step)) == Decimal(rounded)


def test_the_account_of_three_is_settled_by_whoever_is_below_nought() -> None:
    rules = STANDARD.but(stake_per_point=POINT)

    one_pays_both = Account((130, 40, -170), (0, 0, 0), (0, 0, 0), rules).payments
    both_pay_one = Account((-30, 70, -40), (0, 0, 0), (0, 0, 0), rules).payments

    assert one_pays_both == (
        Payment(2, 0, Decimal("13.00"), "EUR"),
        Payment(2, 1, Decimal("4.00"), "EUR"),
    )
    assert both_pay_one == (
        Payment(0, 1, Decimal("3.00"), "EUR"),
        Payment(2, 1, Decimal("4.00"), "EUR"),
    )
