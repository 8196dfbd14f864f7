"""Stakes: the sheet in money, and who pays whom. Every amount is worked out by hand."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.gin.hand.scoring import Hand
from models.gin.money import Account, Payment, account, capped, fewest, rounded, shared, to_step
from models.gin.rules.house_rules import STANDARD, HouseRules
from models.gin.rules.options import Settlement, Shutout, ShutoutTest, Stake, Tie
from models.gin.rules.presets import SYDNEY, WHITE_KNUCKLE
from models.gin.rules.seating import Table
from models.gin.sheet.sheet import sheet
from tests.gin.table import ANN, BOB, DEAD, big_gin, gin, knock

POINT, GAME, BOX = Stake.parse("0.10 EUR"), Stake.parse("5 EUR"), Stake.parse("0.25 EUR")
CENT = Decimal("0.01")


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
    assert stands(games, rules).owed["stake_per_game"] == (-1, 1)


def test_a_drawn_game_is_settled_by_its_points_and_boxes() -> None:
    """Both have 30 after the last hand: nobody's game, but Bob won two hands and has a box of 20 more."""
    rules = STANDARD.but(max_hands=3, stake_per_point=POINT, stake_per_game=GAME)
    score_sheet = sheet([knock(0, 10), knock(5, 20, by=BOB), knock(5, 20, by=BOB)], rules)

    assert (score_sheet.game.winner, score_sheet.game.final) == (None, (30 + 20, 30 + 2 * 20))
    assert paid([*(scored_hand.hand for scored_hand in score_sheet.hands)], rules) == to(BOB, "2.00")


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


# Points rounded before they are paid. As in clubs where rubber bridge is played for money, the difference is
# rounded, with everything in it. Halves go upward.

ROUNDED_POINTS = [
    # what, the step, hands, what Bob pays at ten cents a point
    ("234 to fives", 5, EVENING, "23.50"),
    ("234 to tens", 10, EVENING, "23.00"),
    ("234 to hundreds", 100, EVENING, "20.00"),
    ("234 to five hundreds", 500, EVENING, None),
    ("105, a half, to tens", 10, [gin(85)], "11.00"),
    ("110 and 40, a half, to hundreds", 100, [gin(90), gin(20)], "20.00"),
    ("104 to tens", 10, [gin(84)], "10.00"),
]


@pytest.mark.parametrize(
    "step, hands, amount", [case[1:] for case in ROUNDED_POINTS], ids=[case[0] for case in ROUNDED_POINTS]
)
def test_points_are_rounded_before_they_are_paid(step: int, hands: list[Hand], amount: str | None) -> None:
    rules = STANDARD if hands is EVENING else NO_BONUS.but(target=150)

    assert paid(hands, rules.but(stake_per_point=POINT, points_rounding=step)) == (
        to(ANN, amount) if amount else ()
    )


def test_all_columns_of_a_game_are_rounded_together() -> None:
    """Ann has 55 in both columns, and 65 in the second: 55 + 120 + 65 is 240, to hundreds 200."""
    rules = NO_BONUS.but(columns=2, last_column_double=True, stake_per_point=POINT, points_rounding=100)
    game = sheet([knock(5, 55), knock(5, 65)], rules).game

    assert [column.running for column in game.columns] == [(110, 0), (60, 0)]
    assert paid([knock(5, 55), knock(5, 65)], rules) == to(ANN, "20.00")


def test_each_game_is_rounded_by_itself() -> None:
    """104 and 104 are 100 and 100, not 210; Bob's 116 is 120."""
    rules = NO_BONUS.but(games_to_win=None, stake_per_point=POINT, points_rounding=10)

    assert paid([gin(84), gin(84)], rules) == to(ANN, "20.00")
    assert paid([gin(84), gin(84), gin(96, by=BOB)], rules) == to(ANN, "8.00")


def test_of_three_each_difference_is_rounded() -> None:
    """Ann has 130 on Carl and 90 on Bob, Bob 40 on Carl: to hundreds 100, 100 and 0."""
    assert rounded((130 + 90, 40 - 90, -130 - 40), 100) == (200, -100, -100)


# An amount for gin, undercuts and shutouts

BIG = NO_BONUS.but(big_gin_bonus=31, stake_per_gin=POINT)
COUNTED = [
    # what, the rules, the hands, who is paid, how much
    ("two gins less one", NO_BONUS.but(stake_per_gin=POINT), [gin(1), gin(2), gin(3, by=BOB)], ANN, "0.10"),
    ("big gin is a gin", BIG, [big_gin(5, by=BOB)], BOB, "0.10"),
    ("big gin that is played as gin", BIG.but(big_gin_bonus=None), [big_gin(5)], ANN, "0.10"),
    ("a knock is no gin", BIG, [knock(1, 11)], None, None),
    ("a knock without deadwood is gin", BIG, [knock(0, 11)], ANN, "0.10"),
    ("once in three columns", BIG.but(columns=3), [gin(5), gin(5)], ANN, "0.20"),
    ("an undercut", NO_BONUS.but(stake_per_undercut=GAME), [knock(10, 9)], BOB, "5"),
    ("tied deadwood is an undercut", NO_BONUS.but(stake_per_undercut=GAME), [knock(9, 9)], BOB, "5"),
    (
        "tied deadwood without the bonus is none",
        NO_BONUS.but(stake_per_undercut=GAME, tie=Tie.UNDERCUT_NO_BONUS),
        [knock(9, 9)],
        None,
        None,
    ),
    ("a shutout, though it scores nothing", NO_BONUS.but(stake_per_shutout=GAME), [gin(90)], ANN, "5"),
    ("no shutout", NO_BONUS.but(stake_per_shutout=GAME), [knock(1, 2, by=BOB), gin(90)], None, None),
    ("no shutout while it goes on", NO_BONUS.but(stake_per_shutout=GAME), [gin(70)], None, None),
    (
        "a hand for no points is a hand won",
        NO_BONUS.but(stake_per_shutout=GAME, shutout_test=ShutoutTest.ZERO_HANDS, tie=Tie.KNOCKER),
        [knock(9, 9, by=BOB), gin(90)],
        None,
        None,
    ),
    (
        "a shutout in each of two columns, less none",
        NO_BONUS.but(stake_per_shutout=GAME, columns=2),
        [gin(90), gin(90)],
        ANN,
        "10",
    ),
]


@pytest.mark.parametrize(
    "rules, hands, payee, amount", [case[1:] for case in COUNTED], ids=[case[0] for case in COUNTED]
)
def test_gin_undercuts_and_shutouts_are_counted(
    rules: HouseRules, hands: list[Hand], payee: int | None, amount: str | None
) -> None:
    assert paid(hands, rules) == (to(payee, amount) if payee is not None and amount else ())


def test_hands_after_the_end_are_not_counted() -> None:
    assert paid([gin(90), gin(10, by=BOB)], NO_BONUS.but(stake_per_gin=POINT)) == to(ANN, "0.10")


# The pot


def test_the_winner_of_a_game_takes_the_pot() -> None:
    rules = NO_BONUS.but(stake_pot=GAME)

    assert paid([gin(70)], rules) == ()
    assert paid([gin(90)], rules) == to(ANN, "5")


def test_a_pot_that_nobody_wins_stays_for_the_next_game() -> None:
    rules = NO_BONUS.but(stake_pot=GAME, max_hands=1, games_to_win=None)

    assert paid([DEAD], rules) == ()
    assert paid([DEAD, DEAD, knock(1, 11)], rules) == to(ANN, "15")
    assert paid([DEAD, knock(1, 11), DEAD], rules) == to(ANN, "10")


def test_of_three_the_winner_takes_what_the_others_put_in() -> None:
    rules = NO_BONUS.but(stake_pot=GAME)
    stood = account(sheet([gin(90)], rules, 2, Table.THREE))

    assert stood is not None
    assert stood.amounts == (Decimal(10), Decimal(-5), Decimal(-5))


# The most that somebody can lose

CAPPED = [
    # what, what each would be paid, the most to lose, what each is paid
    ("not reached", "20 -20", "20", "20 -20"),
    ("reached", "23.40 -23.40", "20", "20 -20"),
    ("no limit", "20 -20", None, "20 -20"),
    ("both losers lose too much", "60 -35 -25", "20", "40 -20 -20"),
    ("one of two losers does", "35 -25 -10", "20", "30 -20 -10"),
    ("two winners share in proportion", "20 5 -25", "10", "8 2 -10"),
    ("the smaller share lost more by rounding", "2 1 -3", "1", "0.67 0.33 -1"),
    ("of equals the first has the cent", "5 5 -10", "0.05", "0.03 0.02 -0.05"),
    ("17 to 13 of ten: 5.666 and 4.333", "17 13 -30", "10", "5.67 4.33 -10"),
]


@pytest.mark.parametrize(
    "amounts, most, after", [case[1:] for case in CAPPED], ids=[case[0] for case in CAPPED]
)
def test_nobody_loses_more_than_the_most(amounts: str, most: str | None, after: str) -> None:
    limit = most and Decimal(most)

    assert capped(tuple(map(Decimal, amounts.split())), limit or None, Decimal("0.01")) == tuple(
        map(Decimal, after.split())
    )


def test_the_most_to_lose_is_for_the_whole_match() -> None:
    rules = NO_BONUS.but(games_to_win=None, stake_per_game=GAME, stake_cap=Decimal(12))

    assert paid([gin(90)] * 2, rules) == to(ANN, "10")
    assert paid([gin(90)] * 3, rules) == to(ANN, "12")


def test_rounding_lifts_nothing_over_the_most_to_lose() -> None:
    """23.40, at most 20.30: not 20.50, but 20."""
    rules = STANDARD.but(stake_per_point=POINT, stake_cap=Decimal("20.30"), stake_rounding=Decimal("0.50"))

    assert paid(EVENING, rules) == to(ANN, "20.00")


# An evening

FEWEST = [
    # what each is paid, who pays whom how much
    ("0 0", []),
    ("5 -5", [(1, 0, "5")]),
    ("130 40 -170", [(2, 0, "130"), (2, 1, "40")]),
    # Four people in two pairs need two payments; one after the other, they would be three.
    ("5 3 -3 -5", [(2, 1, "3"), (3, 0, "5")]),
    # 6 = 4 + 2 and 7 = 4 + 3: three people settle, and three others; four payments for six people.
    ("6 7 -4 -4 -2 -3", [(2, 0, "4"), (3, 1, "4"), (4, 0, "2"), (5, 1, "3")]),
]


@pytest.mark.parametrize("amounts, payments", FEWEST)
def test_an_evening_is_settled_in_as_few_payments_as_possible(
    amounts: str, payments: list[tuple[int, int, str]]
) -> None:
    assert fewest(tuple(map(Decimal, amounts.split()))) == [
        (payer, payee, Decimal(amount)) for payer, payee, amount in payments
    ]


@given(st.lists(st.integers(-9, 9).map(Decimal), max_size=14))
def test_the_fewest_payments_settle_everybody(amounts: list[Decimal]) -> None:
    amounts = [*amounts, -sum(amounts, Decimal(0))]
    left = list(amounts)
    for payer, payee, amount in fewest(amounts):
        assert amounts[payer] < 0 < amounts[payee]
        assert amount > 0
        left[payer] += amount
        left[payee] -= amount

    assert not any(left)


@given(
    st.lists(st.decimals(0, 100_000, places=4), min_size=1, max_size=4).filter(any),
    st.decimals(0, 100_000, places=4),
)
def test_shares_are_the_whole_and_nothing_else(weights: list[Decimal], total: Decimal) -> None:
    shares = shared(total, weights, CENT)

    assert sum(shares) == total
    for share, weight in zip(shares, weights, strict=True):
        exact = Fraction(total) * Fraction(weight) / Fraction(sum(weights))
        assert abs(Fraction(share) - exact) < 2 * Fraction(CENT)


def test_the_account_of_three_is_settled_by_whoever_is_below_nought() -> None:
    rules = STANDARD.but(stake_per_point=POINT)

    one_pays_both = Account({"stake_per_point": (130, 40, -170)}, rules).payments
    both_pay_one = Account({"stake_per_point": (-30, 70, -40)}, rules).payments

    assert one_pays_both == (
        Payment(2, 0, Decimal("13.00"), "EUR"),
        Payment(2, 1, Decimal("4.00"), "EUR"),
    )
    assert both_pay_one == (
        Payment(0, 1, Decimal("3.00"), "EUR"),
        Payment(2, 1, Decimal("4.00"), "EUR"),
    )
