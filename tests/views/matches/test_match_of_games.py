"""A match of several games: the current game, how many win, all points, who deals first in the next."""

import pytest

from models.gin.rules.options import DealRotation, MatchBy, NextGameDealer, TiedGame
from models.gin.rules.presets import PRESETS, SYDNEY
from models.gin.rules.seating import Table
from tests.gin.table import BOB, DEAD, gin, knock
from tests.gin.test_stakes import NO_BONUS
from tests.views.browser import Browser, Page
from tests.views.table import Sit, bill, of_class, press_on, totals, words

FIFTY = NO_BONUS.but(target=50)
"""A game to fifty that pays nothing beside its points."""
ANN_FIFTY, BOB_SIXTY = knock(1, 51), knock(1, 61, by=BOB)


def match(page: Page) -> dict[str, tuple[str, ...]]:
    """The bill over all games."""
    captions = [" ".join(each.text for each in table.all("caption")) for table in of_class(page, "bill")]
    return bill(page, captions.index("The match"))


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


def test_the_tournament_is_best_of_five_to_two_hundred_and_fifty(sit: Sit) -> None:
    """Published: best of five, 250 points a game."""
    sheet = sit(rules=PRESETS["tournament"]).play(*[gin(95)] * 6)

    assert words(sheet, "verdict") == ["Ann wins game 2."]
    assert words(sheet, "facts") == ["Game 2 Games: Ann 2, Bob 0 First to win 3 games"]


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
    sheet = sit(rules=BY_POINTS, names=("Ann", "Bob", "Cid", "Dan"), table=Table.PARTNERSHIP).play(*hands * 2)

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


NEXT_DEALERS = [
    (NextGameDealer.PASSES_ON, "Bob deals first in game 2."),
    (NextGameDealer.WINNER, "Ann deals first in game 2."),
    (NextGameDealer.LOSER, "Bob deals first in game 2."),
]


@pytest.mark.parametrize("rule, said", NEXT_DEALERS)
def test_the_winner_or_the_loser_deals_first_in_the_next_game(
    sit: Sit, rule: NextGameDealer, said: str
) -> None:
    sheet = sit(rules=FIFTY.but(games_to_win=2, next_game_dealer=rule)).play(ANN_FIFTY)

    assert said in sheet.text


def test_a_rematch_is_dealt_as_the_next_game_would_be(sit: Sit) -> None:
    """The loser of a hand would deal, which is Bob."""
    table = sit(rules=FIFTY.but(next_game_dealer=NextGameDealer.WINNER))
    sheet = table.play(ANN_FIFTY)

    rematch = press_on(table.browser, sheet, "Rematch")

    assert "Ann deals" in rematch.text
