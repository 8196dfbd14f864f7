"""Stakes, and matches of several games: what is paid, and who wins by which points."""

from decimal import Decimal
from pathlib import Path

import pytest
from flask import Flask

from models.gin.hand.scoring import Hand
from models.gin.rules.house_rules import STANDARD, HouseRules
from models.gin.rules.options import (
    DealRotation,
    MatchBy,
    NextGameDealer,
    Stake,
    TiedGame,
)
from models.gin.rules.presets import SYDNEY
from models.gin.rules.seating import Table as Seating
from tests.gin.table import BOB, DEAD, gin, knock
from tests.gin.test_seating import won
from tests.gin.test_stakes import EVENING, NO_BONUS
from tests.views.browser import Browser, Page
from tests.views.speaking import add_catalogues
from tests.views.table import Sit, Table, bill, of_class, press_on, totals, words

CARL = 2


def stake(text: str) -> Stake:
    return Stake.parse(text)


def money(page: Page, called: str = "Money") -> dict[str, tuple[str, ...]]:
    """The bill in money, or what else it is called."""
    captions = [" ".join(each.text for each in table.all("caption")) for table in of_class(page, "bill")]
    return bill(page, captions.index(called))


def pays(page: Page) -> list[str]:
    """Who pays whom."""
    return words(page, "paying")


# While it goes on


def test_while_it_goes_on_it_says_who_is_ahead_in_money(sit: Sit) -> None:
    """Twelve points at five cents."""
    sheet = sit(stake_per_point=stake("0.05 EUR")).play(knock(8, 20))

    assert words(sheet, "facts") == ["Ann is €0.60 ahead"]
    assert money(sheet) == {"Points: 12 at €0.05": ("€0.60", "")}
    assert pays(sheet) == []


def test_nobody_is_ahead_before_a_hand_is_won(sit: Sit) -> None:
    sheet = sit(stake_per_point=stake("0.05 EUR")).play(DEAD)

    assert words(sheet, "facts") == ["Nobody is ahead in money"]


def test_whoever_reached_100_first_does_not_pay_for_winning(sit: Sit) -> None:
    """Boxes put Bob ahead, 270 to 240; by Fournier's rules it is Ann's game all the same."""
    hands = [*[knock(1, 11, by=BOB)] * 9, gin(70), knock(1, 11)]

    sheet = sit("fournier", stake_per_point=stake("0.10 EUR")).play(*hands)

    assert bill(sheet)["Final total"] == ("240", "270")
    assert "Difference" not in bill(sheet)
    assert pays(sheet) == ["Nobody owes anything. The winner of a game never pays for points."]


def test_rules_without_stakes_do_not_mention_money(sit: Sit) -> None:
    sheet = sit(target=50).play(knock(1, 61))

    assert pays(sheet) == []
    assert "Money" not in sheet.text


# At the end: the payments of tests/gin/test_stakes.py, counted there

GAMES = [
    (STANDARD.but(stake_per_point=stake("0.10 EUR")), EVENING, "Bob pays Ann €23.40."),
    (NO_BONUS.but(stake_per_point=stake("1 JPY")), [gin(90, by=BOB)], "Ann pays Bob ¥110."),
    (NO_BONUS.but(stake_per_point=stake("0.0001 EUR")), [gin(91)], "Bob pays Ann €0.0111."),
    (NO_BONUS.but(max_hands=1, stake_per_point=stake("1 EUR")), [DEAD], "Nobody owes anything."),
    (
        NO_BONUS.but(stake_per_point=stake("0.01 EUR"), stake_rounding=Decimal(5)),
        [gin(90)],
        "Nobody owes anything.",
    ),
]


@pytest.mark.parametrize(
    "rules, hands, said", GAMES, ids=[f"{nth} {case[2]}" for nth, case in enumerate(GAMES, 1)]
)
def test_who_pays_whom(sit: Sit, rules: HouseRules, hands: list[Hand], said: str) -> None:
    sheet = sit(rules=rules).play(*hands)

    assert pays(sheet) == [said]
    assert " ahead" not in " ".join(words(sheet, "facts"))


def test_every_line_of_the_bill_says_how_many_at_how_much(sit: Sit) -> None:
    """Ann 265, Bob 31; one game; three boxes to one; 23.40 and 5 and 0.50."""
    rules = STANDARD.but(
        stake_per_point=stake("0.10 EUR"),
        stake_per_game=stake("5 EUR"),
        stake_per_box=stake("0.25 EUR"),
        stake_rounding=Decimal(1),
    )

    assert money(sit(rules=rules).play(*EVENING)) == {
        "Points: 234 at €0.10": ("€23.40", ""),
        "Games: 1 at €5.00": ("€5.00", ""),
        "Boxes: 2 at €0.25": ("€0.50", ""),
        "In total": ("€28.90", ""),
        "Rounded to €1.00": ("€29.00", ""),
    }


def test_what_one_loses_in_boxes_may_outweigh_the_points(sit: Sit) -> None:
    """Ann is 57 points ahead at a cent, Bob two boxes at a dollar."""
    rules = NO_BONUS.but(target=60, stake_per_point=stake("0.01 USD"), stake_per_box=stake("1 USD"))
    small = [knock(1, 2, by=BOB)] * 3

    sheet = sit(rules=rules).play(*small, knock(1, 61))

    assert pays(sheet) == ["Ann pays Bob $1.43. That is for 2 boxes, less 57 points."]
    assert money(sheet)["Points: 57 at $0.01"] == ("$0.57", "")
    assert money(sheet)["Boxes: 2 at $1.00"] == ("", "$2.00")
    assert money(sheet)["In total"] == ("", "$1.43")


def test_all_games_of_a_match_are_paid_together(sit: Sit) -> None:
    """Two games to one at five euros, and a hundred points to 95 at ten cents."""
    rules = NO_BONUS.but(
        target=50, games_to_win=2, stake_per_game=stake("5 EUR"), stake_per_point=stake("0.10 EUR")
    )
    table = sit(rules=rules)
    first = table.play(knock(1, 51), knock(1, 96, by=BOB))
    assert "Bob is €4.50 ahead" in words(first, "facts")[0]

    sheet = table.play(knock(1, 51))

    assert pays(sheet) == ["Bob pays Ann €5.50. That is for 5 points and 1 game."]


def test_an_open_ended_match_shows_what_is_paid_after_each_game(sit: Sit) -> None:
    """51 points at ten cents, then 96 for Bob beside them."""
    table = sit(rules=NO_BONUS.but(target=50, games_to_win=None, stake_per_point=stake("0.10 EUR")))

    assert pays(table.play(knock(1, 52))) == ["If you stopped now, Bob would pay Ann €5.10."]
    assert pays(table.play(knock(8, 20))) == []
    assert pays(table.play(knock(1, 97, by=BOB))) == ["If you stopped now, Ann would pay Bob €3.30."]


# Three players and partners


def test_three_players_take_several_sentences(sit: Sit) -> None:
    """50, 30 and 0 at ten cents: Ann has 20 and 50 to get, Bob 30 to get and 20 to pay, Carl 80 to pay."""
    rules = NO_BONUS.but(target=50, stake_per_point=stake("0.10 EUR"))
    table = sit(names=("Ann", "Bob", "Carl"), rules=rules, table=Seating.THREE)
    going_on = table.play(won(1, 30, CARL))
    assert words(going_on, "facts") == ["Ann −€3.00, Bob +€6.00, Carl −€3.00"]

    sheet = table.play(won(0, 50, CARL))

    assert pays(sheet) == ["Carl pays Ann €7.00. Carl pays Bob €1.00."]
    assert money(sheet) == {"Points: +70, +10, −80 at €0.10": ("+€7.00", "+€1.00", "−€8.00")}


def test_partners_pay_together(sit: Sit) -> None:
    rules = NO_BONUS.but(target=50, stake_per_point=stake("0.10 EUR"))
    names = ("Ann", "Bob", "Cid", "Dan")
    table = sit(names=names, rules=rules, table=Seating.PARTNERSHIP)

    assert "Ann & Cid are €2.00 ahead" in words(table.play(won(0, 30, 1), won(3, 10, 2)), "facts")[0]
    assert pays(table.play(won(0, 30, 1), won(2, 10, 3))) == ["Bob & Dan pay Ann & Cid €6.00."]


# In another language

FRENCH = """
msgid "%(payer)s pays %(payee)s %(amount)s."
msgid_plural "%(payer)s pay %(payee)s %(amount)s."
msgstr[0] "%(payer)s verse %(amount)s à %(payee)s."
msgstr[1] "%(payer)s versent %(amount)s à %(payee)s."
"""


def in_french(app: Flask, table: Table) -> list[str]:
    """Who pays whom, as a French reader sees it."""
    answer = app.test_client().get(table.path, headers={"Accept-Language": "fr"})
    return pays(Page(answer.get_data(as_text=True), table.path))


def test_an_amount_is_written_as_the_reader_writes_it(
    app: Flask, sit: Sit, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    add_catalogues(monkeypatch, tmp_path, fr=FRENCH)
    one, other = (sit(rules=NO_BONUS.but(stake_per_point=stake(f"{each} EUR"))) for each in ("0.10", "20"))
    one.add(gin(90))
    other.add(gin(90))

    assert in_french(app, one) == ["Bob verse 11,00 € à Ann."]
    assert in_french(app, other) == ["Bob verse 2 200,00 € à Ann."]
    partners = sit(
        names=("Ann", "Bob", "Cid", "Dan"),
        rules=NO_BONUS.but(target=20, stake_per_point=stake("1 EUR")),
        table=Seating.PARTNERSHIP,
    )
    partners.add(won(0, 30, 1), won(3, 10, 2))
    assert in_french(app, partners) == ["Bob & Dan versent 20,00 € à Ann & Cid."]


def test_the_rules_of_a_match_say_money_in_the_same_way(sit: Sit) -> None:
    rules = NO_BONUS.but(stake_per_point=stake("0.1 EUR"), stake_rounding=Decimal("0.5"))
    page = sit(rules=rules)

    said = page.browser.get(f"{page.path}/rules").text
    assert "A point is worth €0.10." in said
    assert "Payments are rounded to €0.50." in said


# Gin, undercuts, shutouts, the pot, the most to lose


def test_the_account_says_all_that_a_payment_is_for(sit: Sit) -> None:
    """Ann has gin for 110 and shuts Bob out: 330 points to the nearest 100, a gin, a shutout and the pot."""
    rules = STANDARD.but(
        stake_per_point=stake("0.10 EUR"),
        points_rounding=100,
        stake_per_gin=stake("1 EUR"),
        stake_per_shutout=stake("2 EUR"),
        stake_pot=stake("5 EUR"),
    )
    sheet = sit(rules=rules).play(gin(90))

    assert bill(sheet)["Difference"] == ("330", "")
    assert pays(sheet) == ["Bob pays Ann €38.00. That is for 300 points, 1 gin, 1 shutout and 1 pot."]
    assert money(sheet) == {
        "Points, to the nearest 100: 300 at €0.10": ("€30.00", ""),
        "Gin: 1 at €1.00": ("€1.00", ""),
        "Shutout: 1 at €2.00": ("€2.00", ""),
        "Pot: 1 at €5.00": ("€5.00", ""),
        "In total": ("€38.00", ""),
    }


def test_of_several_games_each_is_rounded_and_the_bill_says_so(sit: Sit) -> None:
    """Twice 87 + 87 + 80 = 254 are twice 250, and not 508 and then 510."""
    rules = NO_BONUS.but(games_to_win=2, stake_per_point=stake("0.10 EUR"), points_rounding=10, target=200)
    sheet = sit(rules=rules).play(*[gin(67), gin(67), gin(60)] * 2)

    assert money(sheet) == {"Points, each game to the nearest 10: 500 at €0.10": ("€50.00", "")}


def test_what_limits_a_loss_is_said_and_stands_in_the_bill(sit: Sit) -> None:
    rules = STANDARD.but(stake_per_point=stake("0.10 EUR"), stake_cap=Decimal(20))
    sheet = sit(rules=rules).play(gin(90))

    assert pays(sheet) == ["Bob pays Ann €20.00. Nobody loses more than €20.00."]
    assert money(sheet) == {
        "Points: 330 at €0.10": ("€33.00", ""),
        "Nobody loses more than €20.00": ("€20.00", ""),
    }


def test_an_undercut_is_less_for_the_other_player(sit: Sit) -> None:
    rules = NO_BONUS.but(stake_per_game=stake("5 EUR"), stake_per_undercut=stake("1 EUR"))
    sheet = sit(rules=rules).play(knock(10, 9), gin(90))

    assert pays(sheet) == ["Bob pays Ann €4.00. That is for 1 game, less 1 undercut."]


FIFTY = NO_BONUS.but(target=50)
"""A game to fifty that pays nothing beside its points."""
ANN_FIFTY, BOB_SIXTY = knock(1, 51), knock(1, 61, by=BOB)


def match(page: Page) -> dict[str, tuple[str, ...]]:
    """The bill over all games."""
    return money(page, "The match")


BEST_OF = [(2, "First to win 2 games"), (3, "First to win 3 games"), (4, "First to win 4 games")]


@pytest.mark.parametrize("needed, said", BEST_OF, ids=["best of three", "best of five", "best of seven"])
def test_a_match_is_over_when_enough_games_are_won(sit: Sit, needed: int, said: str) -> None:
    """Both win all games but the last; then Ann wins that."""
    table = sit(rules=FIFTY.but(games_to_win=needed))
    level = table.play(*[ANN_FIFTY, BOB_SIXTY] * (needed - 1))
    games = 2 * (needed - 1)

    won = f"Games: Ann {needed - 1}, Bob {needed - 1}"
    assert words(level, "facts") == [f"Game {games} {won} {said}"]
    assert words(level, "verdict") == [f"Bob wins game {games} by 60."]
    assert match(level) == {
        "Games won": (str(needed - 1), str(needed - 1)),
        "Points in all games": (str(50 * (needed - 1)), str(60 * (needed - 1))),
        "As it stands": ("", str(10 * (needed - 1))),
    }

    over = table.play(ANN_FIFTY)

    assert words(over, "verdict") == [f"Ann wins game {games + 1} and the match, {needed}–{needed - 1}."]
    assert words(over, "facts") == [f"Game {games + 1} Games: Ann {needed}, Bob {needed - 1}"]
    assert "Rematch" in over.text
    assert "Next game" not in over.text


def test_a_match_without_end_goes_on_until_they_stop(sit: Sit) -> None:
    sheet = sit(rules=FIFTY.but(games_to_win=None)).play(*[ANN_FIFTY] * 9)

    assert words(sheet, "facts") == ["Game 9 Games: Ann 9, Bob 0"]
    assert "Next game: hand 10" in sheet.links
    assert match(sheet)["Points in all games"] == ("450", "0")


def test_a_single_game_is_no_match_of_games(sit: Sit) -> None:
    sheet = sit(rules=FIFTY).play(ANN_FIFTY)

    assert words(sheet, "facts") == []
    assert words(sheet, "verdict") == ["Ann wins by 50."]
    assert "The match" not in sheet.text


def test_the_game_under_way_counts_to_the_points_of_all(sit: Sit) -> None:
    table = sit(rules=FIFTY.but(games_to_win=3))
    assert "The match" not in table.play(knock(1, 21)).text

    sheet = table.play(knock(1, 41), knock(1, 31, by=BOB))

    assert words(sheet, "total__points") == ["0", "30"]
    assert match(sheet)["Games won"] == ("1", "0")
    assert match(sheet)["Points in all games"] == ("60", "30")
    assert match(sheet)["As it stands"] == ("30", "")


def test_a_zero_sum_match_says_its_totals_and_nothing_twice(sit: Sit) -> None:
    """A knock pays fifteen more than the difference there."""
    sheet = sit(rules=SYDNEY.but(target=50, games_to_win=2)).play(knock(1, 51))

    assert match(sheet) == {"Games won": ("1", "0"), "Points in all games": ("+65", "−65")}


def test_bonuses_are_in_the_points_of_all_games(sit: Sit) -> None:
    """Sixty, a box of twenty and a hundred for the game; then thirty, which has no bonus yet."""
    rules = NO_BONUS.but(target=50, games_to_win=2, game_bonus=100, box_bonus=20)

    sheet = sit(rules=rules).play(knock(1, 61), knock(1, 31, by=BOB))

    assert match(sheet)["Points in all games"] == ("180", "30")


DEALERS = [
    # Who deals the next hand is the business of the rules; the sheet says that it is another game's.
    (DealRotation.ALTERNATE, "Bob deals first in game 2."),
    (DealRotation.WINNER, "Ann deals first in game 2."),
    (DealRotation.LOSER, "Bob deals first in game 2."),
]


@pytest.mark.parametrize("rotation, said", DEALERS, ids=[case[0].value for case in DEALERS])
def test_it_says_who_deals_first_in_the_next_game(sit: Sit, rotation: DealRotation, said: str) -> None:
    """Ann deals the only hand, and wins it."""
    rules = FIFTY.but(games_to_win=2, deal_rotation=rotation)

    sheet = sit(rules=rules).play(ANN_FIFTY)

    assert said in sheet.text
    assert said not in sit(rules=rules).play(knock(1, 21)).text


def test_it_stands_across_the_room_too(sit: Sit, viewer: Browser) -> None:
    table = sit(rules=FIFTY.but(games_to_win=2))
    table.add(ANN_FIFTY, DEAD)

    page = viewer.get(f"{table.path}/table")

    assert "Game 2 Games: Ann 1, Bob 0 First to win 2 games" in page.text


def test_a_game_that_nobody_wins_counts_for_nobody(sit: Sit) -> None:
    table = sit(rules=FIFTY.but(games_to_win=2, max_hands=1))

    sheet = table.play(DEAD)

    assert words(sheet, "verdict") == ["Nobody wins this game."]
    assert match(sheet)["Games won"] == ("0", "0")
    assert {"Numbers", "Cards"} <= set(sheet.links)


# Decided by points

BY_POINTS = FIFTY.but(match_by=MatchBy.POINTS, games_in_match=2)


def test_a_match_by_points_says_what_each_game_counts(sit: Sit) -> None:
    """Ann wins 50 in the first game; 20 and 60 are Bob's second one."""
    table = sit(rules=BY_POINTS)
    under_way = table.play(ANN_FIFTY, knock(1, 21, by=BOB))

    assert words(under_way, "facts") == ["Game 2 of 2 After 1 game: Ann 50, Bob 0"]
    assert match(under_way) == {
        "Game 1": ("50", "0"),
        "Game 2 so far": ("0", "20"),
        "Points of all games": ("50", "20"),
        "Games won": ("1", "0"),
        "As it stands": ("30", ""),
    }

    over = table.play(BOB_SIXTY)

    assert words(over, "verdict") == ["Bob wins the match."]
    assert "Points of all games: Ann 50, Bob 80. Bob wins game 2 by 80." in over.text
    assert totals(over) == ["50", "80"]
    assert words(over, "facts") == ["Game 2 of 2 points of all games"]
    assert match(over)["Paid for all games"] == ("", "30")
    assert "Rematch" in over.text


def test_the_points_decide_and_not_the_last_game(sit: Sit, browser: Browser) -> None:
    table = sit(rules=BY_POINTS)
    over = table.play(knock(1, 91), BOB_SIXTY)

    assert words(over, "verdict") == ["Ann wins the match."]
    assert "Bob wins game 2 by " in over.text
    assert "Ann 90 Bob 60 Ann won" in table.browser.get("/").text


def test_a_match_by_points_can_be_drawn(sit: Sit) -> None:
    table = sit(rules=BY_POINTS)
    over = table.play(ANN_FIFTY, knock(1, 51, by=BOB))

    assert words(over, "verdict") == ["The match is drawn."]
    assert words(over, "total__badge") == []
    assert "Ann 50 Bob 50 drawn" in table.browser.get("/").text


def test_columns_that_count_double_do_so_in_the_match(sit: Sit) -> None:
    """50 and twice 50."""
    rules = BY_POINTS.but(columns=2, column_multipliers=(1, 2))
    sheet = sit(rules=rules).play(*[ANN_FIFTY] * 2)

    assert match(sheet)["Game 1, multiplied"] == ("150", "0")


def test_game_points_are_listed_with_shutouts(sit: Sit) -> None:
    """One game with nothing for Bob is worth three, one with ten for him is worth one."""
    rules = FIFTY.but(match_by=MatchBy.GAME_POINTS, games_in_match=2, game_points_shutout=3)
    table = sit(rules=rules)
    under_way = table.play(ANN_FIFTY, knock(1, 11, by=BOB))

    assert words(under_way, "facts") == ["Game 2 of 2 Game points: Ann 3, Bob 0"]

    over = table.play(ANN_FIFTY)

    assert "Game points: Ann 4, Bob 0. Ann wins game 2 by " in over.text
    assert match(over) == {
        "Game 1 (shutout)": ("3", ""),
        "Game 2": ("1", ""),
        "Game points": ("4", "0"),
        "Games won": ("2", "0"),
        "Points in all games": ("100", "10"),
        "Paid for all games": ("90", ""),
    }


def test_partners_win_a_match_by_points_in_the_plural(sit: Sit) -> None:
    hands = [ANN_FIFTY, ANN_FIFTY.played_by((2, 3))]
    sheet = sit(rules=BY_POINTS, names=("Ann", "Bob", "Cid", "Dan"), table=Seating.PARTNERSHIP).play(
        *hands * 2
    )

    assert words(sheet, "verdict") == ["Ann & Cid win the match."]


PLAYED_ON = [
    (TiedGame.ONE_MORE_HAND, "hand 3, after a tie"),
    (TiedGame.END_OF_ROUND, "hand 3, to the end of the round"),
]


@pytest.mark.parametrize("tied, said", PLAYED_ON)
def test_a_tied_game_is_played_on(sit: Sit, tied: TiedGame, said: str) -> None:
    table = sit(rules=FIFTY.but(max_hands=2, tied_after_max_hands=tied))

    assert words(table.play(DEAD), "facts") == ["hand 2 of 2"]
    assert words(table.play(DEAD), "facts") == [said]


def test_a_rematch_is_dealt_as_the_next_game_would_be(sit: Sit) -> None:
    """The loser of a hand would deal, which is Bob."""
    table = sit(rules=FIFTY.but(next_game_dealer=NextGameDealer.WINNER))
    sheet = table.play(ANN_FIFTY)

    rematch = press_on(table.browser, sheet, "Rematch")

    assert "Ann deals" in rematch.text
