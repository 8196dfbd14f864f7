"""Several matches settled together. Every amount is worked out by hand."""

from collections.abc import Iterable, Sequence
from decimal import Decimal

from models.gin.hand.scoring import Hand
from models.gin.money import Payment, Person, Settled
from models.gin.money import settled as settled_between
from models.gin.rules.house_rules import STANDARD, HouseRules
from models.gin.rules.options import Shutout, Stake, ThreePlayers
from models.gin.rules.seating import Table
from models.gin.sheet.sheet import Sheet, sheet
from tests.gin.table import ANN, BOB, gin
from tests.gin.test_seating import CARL, won

GAME = STANDARD.but(game_bonus=0, box_bonus=0, shutout=Shutout.NONE, stake_per_game=Stake.parse("5 EUR"))
TWO = ("Ann", "Bob")


def of(hands: list[Hand], rules: HouseRules = GAME, table: Table = Table.TWO) -> Sheet:
    """A sheet; with three players, Carl sits out first."""
    return sheet(hands, rules, CARL if table is Table.THREE else ANN, table)


def settled(matches: Iterable[tuple[Sheet, Sequence[str]]]) -> list[Settled]:
    """The matches settled between people who are told apart by their names."""
    people = ((sheet, [Person(name.lower(), name) for name in names]) for sheet, names in matches)
    return settled_between(people)


def said(owed: Settled) -> list[tuple[str, str, Decimal]]:
    """Who pays whom, by name."""
    return [(owed.names[each.payer], owed.names[each.payee], each.amount) for each in owed.payments]


def test_matches_that_cancel_out_cost_nothing() -> None:
    [owed] = settled([(of([gin(90)]), TWO), (of([gin(90, by=BOB)]), TWO)])

    assert (owed.names, owed.amounts, owed.payments) == (TWO, (0, 0), ())


def test_the_same_name_is_the_same_person_wherever_they_sit() -> None:
    [owed] = settled([(of([gin(90)]), TWO), (of([gin(90)]), ("bob", "ANN")), (of([gin(90)]), ("Ann", "Cid"))])

    assert owed.names == ("Ann", "Bob", "Cid")
    assert owed.amounts == (5 - 5 + 5, -5 + 5, -5)
    assert said(owed) == [("Cid", "Ann", 5)]


def test_a_debt_that_goes_round_is_paid_by_nobody() -> None:
    """Ann wins from Bob, Bob from Cid, Cid from Ann."""
    pairs = ("Ann", "Bob"), ("Bob", "Cid"), ("Cid", "Ann")

    assert settled([(of([gin(90)]), pair) for pair in pairs])[0].payments == ()


def test_each_currency_has_a_settlement_of_its_own() -> None:
    dollars = GAME.but(stake_per_game=Stake.parse("2 USD"))

    euro, dollar = settled([(of([gin(90)]), TWO), (of([gin(90)], dollars), TWO)])
    assert euro.payments == (Payment(BOB, ANN, Decimal(5), "EUR"),)
    assert dollar.payments == (Payment(BOB, ANN, Decimal(2), "USD"),)


def test_matches_without_stakes_are_left_out() -> None:
    assert settled([(of([gin(90)], STANDARD), TWO)]) == []


def test_each_match_is_rounded_and_capped_by_its_own_rules() -> None:
    """Two games of 110 points at 3 cents: 3.30, to half a euro 3.50 each; not 6.60 and 6.50."""
    rules = GAME.but(
        stake_per_game=None, stake_per_point=Stake.parse("0.03 EUR"), stake_rounding=Decimal("0.50")
    )
    capped = rules.but(stake_cap=Decimal(2))

    [owed] = settled([(of([gin(90)], rules), TWO)] * 2)
    assert owed.amounts == (7, -7)
    [owed] = settled([(of([gin(90)], capped), TWO)] * 2)
    assert owed.amounts == (4, -4)


def test_partners_share_and_a_cent_too_much_is_the_first_ones() -> None:
    """Bob and Dora lose 5.01: Bob pays 2.51 and Dora 2.50; Ann gets 2.51 and Carl 2.50."""
    rules = GAME.but(stake_per_game=Stake.parse("5.01 EUR"))
    hands = [won(ANN, 97, BOB), won(CARL, 10, 3)]

    [owed] = settled([(of(hands, rules, Table.PARTNERSHIP), ("Ann", "Bob", "Carl", "Dora"))])
    assert owed.amounts == tuple(map(Decimal, ("2.51", "-2.51", "2.50", "-2.50")))


def test_a_captain_settles_with_each_of_the_others() -> None:
    rules = GAME.but(three_players=ThreePlayers.CAPTAIN)

    [owed] = settled([(of([gin(90)], rules, Table.THREE), ("Ann", "Bob", "Carl"))])
    assert owed.amounts == (10, -5, -5)
