"""Three players in other ways, and partners whose hands are added, on the pages."""

import pytest

from models.gin.rules.house_rules import STANDARD, HouseRules
from models.gin.rules.options import BoxTiming, PartnersScore, Shutout, Stake, ThreePlayers
from models.gin.rules.seating import Table as Seating
from tests.gin.test_seating import dead, gin, won
from tests.views.table import Sit, Table, bill, of_class, press_on, typed, words

ANN, BOB, CID, DAN = 0, 1, 2, 3
NAMES = ("Ann", "Bob", "Cid")
PLAIN = STANDARD.but(game_bonus=0, box_bonus=0, shutout=Shutout.NONE)


def three(sit: Sit, how: ThreePlayers, rules: HouseRules = PLAIN, **changed: object) -> Table:
    """A match of Ann, Bob and Cid; Ann deals first."""
    return sit(names=NAMES, rules=rules.but(three_players=how, **changed), table=Seating.THREE)


NEXT = [
    # how three play, the sentence before a hand, and after Bob has beaten Ann
    (
        ThreePlayers.ALL_AGAINST_WINNER,
        "Ann plays alone against Bob, and deals. Cid sits out.",
        "Bob plays alone against Cid, and deals. Ann sits out.",
    ),
    (
        ThreePlayers.CAPTAIN,
        "Ann against Bob. Cid sits out. Ann deals.",
        "Ann against Bob. Cid sits out. Ann deals.",
    ),
    (
        ThreePlayers.WINNER_STAYS,
        "Bob against Cid. Ann sits out the game and deals.",
        "Ann against Bob. Cid sits out the game and deals.",
    ),
]


@pytest.mark.parametrize("how, before, after", NEXT, ids=[str(case[0]) for case in NEXT])
def test_the_sheet_says_who_plays_next_and_who_deals(
    sit: Sit, how: ThreePlayers, before: str, after: str
) -> None:
    table = three(sit, how)

    assert before in table.sheet().text
    assert after in table.play(won(BOB, 12, ANN)).text
    assert after.split(".")[0].replace(", and deals", "") in table.browser.get(f"{table.path}/hands/new").text


def test_a_box_at_once_is_taken_from_both_losers(sit: Sit) -> None:
    """Bob has 12 from each, and 20 for his box."""
    rules = {"loser_negative": True, "box_timing": BoxTiming.IMMEDIATE, "box_bonus": 20}
    table = three(sit, ThreePlayers.ALL_AGAINST_WINNER, **rules)
    table.add(won(BOB, 12, ANN))
    before = [int(total.replace("−", "-")) for total in words(table.sheet(), "total__points")]
    sheet = table.play(won(BOB, 12, CID))

    after = [int(total.replace("−", "-")) for total in words(sheet, "total__points")]
    assert [now - was for was, now in zip(before, after, strict=True)] == [-32, 64, -32]
    assert "Cid loses 32. Ann loses the same, so Bob wins double." in sheet.text


def test_gin_off_against_two_is_said_for_both(sit: Sit) -> None:
    """Ann goes gin alone; Bob has no deadwood either, and Cid scores with him."""
    table = three(sit, ThreePlayers.ALL_AGAINST_WINNER, gin_off_bonus=25, gin_off_vs_gin=True)
    sheet = table.play(gin(ANN, 0, BOB))

    assert words(sheet, "total__points") == ["20", "25", "25"]
    assert "Bob has no deadwood either: gin-off, +25. Cid scores 25 for gin-off too." in sheet.text


def test_a_captain_is_against_a_side_with_one_total(sit: Sit) -> None:
    sheet = three(sit, ThreePlayers.CAPTAIN).play(won(BOB, 12, ANN), won(ANN, 5, BOB))

    assert words(sheet, "total__points") == ["5", "12"]
    assert "Bob & Cid" in sheet.text
    assert "Ann against Cid. Bob sits out." in sheet.text


def test_a_side_wins_in_the_plural_and_the_captain_pays_each(sit: Sit) -> None:
    table = three(sit, ThreePlayers.CAPTAIN, stake_per_game=Stake.parse("5 EUR"))
    sheet = table.play(gin(BOB, 90, ANN))

    assert "Bob & Cid win by 1" in sheet.text
    assert words(sheet, "paying") == ["Ann pays Bob €5.00. Ann pays Cid €5.00."]
    [heads] = of_class(sheet, "bill")[-1].all("thead")
    assert " ".join(heads.text.split()) == "Ann Bob Cid"


def test_in_a_rematch_the_next_player_is_captain_and_the_series_goes_by_person(sit: Sit) -> None:
    """Ann wins as captain; then Bob, as captain, loses to Cid and Ann."""
    table = three(sit, ThreePlayers.CAPTAIN)
    table.add(gin(ANN, 90, BOB))
    again = Table(table.browser, press_on(table.browser, table.sheet(), "Rematch").path)
    assert "Cid & Ann" in again.sheet().text
    assert "Bob against Cid. Ann sits out." in again.sheet().text

    bob, cid = 0, 1
    over = again.play(gin(cid, 90, bob))
    assert "Matches won: Bob 0, Cid 1, Ann 2" in over.text
    page = table.browser.get("/")
    assert len(of_class(page, "matches")) == 1
    assert "Bob 0, Cid 1, Ann 2" in page.text


def test_the_bill_of_a_game_of_two_is_theirs_alone(sit: Sit) -> None:
    """Bob has 90 and 20 for gin, a box, 100 for the game and as much again for the shutout; Ann sat out."""
    sheet = three(sit, ThreePlayers.WINNER_STAYS, STANDARD).play(gin(BOB, 90, CID))

    assert bill(sheet) == {
        "Hand points": ("0", "110", "0"),
        "Boxes (line bonus), 20 each: 1–0": ("", "20", ""),
        "Game bonus": ("", "100", ""),
        "Shutout (schneider)": ("", "100", ""),
        "Final total": ("0", "330", "0"),
        "Difference": ("", "330", ""),
    }


def test_only_a_captain_and_one_of_the_others_can_be_entered(sit: Sit) -> None:
    page = three(sit, ThreePlayers.CAPTAIN).browser
    table = three(sit, ThreePlayers.CAPTAIN)

    assert "Bob against Cid" not in page.get(f"{table.path}/hands/new").text


def test_a_captain_comes_and_goes_only_before_the_first_hand(sit: Sit) -> None:
    table = three(sit, ThreePlayers.LOSER_SITS_OUT)
    change = f"{table.path}/rules/change"
    table.add(won(BOB, 12, CID))

    page = table.browser.press(change, "Preview", {"three_players": "captain"}, status=200)
    assert "Once a hand is played, you can’t switch to or from play with a captain." in page.text
    page = table.browser.press(change, "Preview", {"three_players": "winner_stays"}, status=200)
    assert "After the first hand" not in page.text


def test_the_hands_of_partners_are_added_on_the_sheet(sit: Sit) -> None:
    rules = PLAIN.but(partners_score=PartnersScore.ADDED)
    table = sit(names=(*NAMES, "Dan"), rules=rules, table=Seating.PARTNERSHIP)

    sheet = table.play(won(ANN, 12, BOB), won(DAN, 10, CID))
    assert words(sheet, "total__points") == ["12", "10"]
    assert "Round 1: Ann & Cid +12, Bob & Dan +10." in sheet.text
    sheet = table.play(won(ANN, 12, BOB), won(CID, 10, DAN))
    assert "Round 2: +12 and +10 make 22." in sheet.text
    sheet = table.play(won(ANN, 12, BOB), dead(CID, DAN))
    assert "Round 3: +12. Nobody scored in the other hand." in sheet.text


def test_the_rules_page_of_the_match_answers_who_plays_next(sit: Sit) -> None:
    table = three(sit, ThreePlayers.CAPTAIN)
    rules = table.browser.get(f"{table.path}/rules")
    page = table.browser.get(rules.links["Disputes"])

    assert "There are three of us. Who plays next, and for whom?" in page.text
    assert "We play two against two." not in page.text
    assert "With three players, the captain plays every hand" in rules.text


def test_the_new_match_page_asks_as_the_chosen_rules_have_it(sit: Sit) -> None:
    browser = three(sit, ThreePlayers.CAPTAIN).browser

    page = browser.get("/matches/new")
    assert "Captain" in page.text
    assert "The captain plays every hand against the other two" in page.text


PAGES = (
    *("", "/rules", "/history", "/table", "/share", "/judge", "/evening", "/rules/change", "/hands/1"),
    *("/hands/new?by=cards", "/hands/new?by=deadwood", "/hands/1/correct", "/hands/2/check"),
)


SCORED = ("", "/table", "/history", "/evening", "/hands/1")
"""The pages with figures that depend on the columns."""


@pytest.mark.parametrize("columns", [1, 3])
@pytest.mark.parametrize("how", ThreePlayers)
def test_every_page_of_a_match_of_three_opens(sit: Sit, how: ThreePlayers, columns: int) -> None:
    table = three(sit, how, columns=columns, stake_pot=Stake.parse("5 EUR"), loser_negative=True)
    table.add(won(ANN, 12, BOB), won(CID, 5, ANN), dead(ANN, CID), gin(ANN, 90, BOB))

    for page in PAGES if columns == 1 else SCORED:
        assert table.browser.get(table.path + page).heading


def test_every_page_of_partners_whose_hands_are_added_opens(sit: Sit) -> None:
    rules = PLAIN.but(partners_score=PartnersScore.ADDED, columns=3, stake_per_gin=Stake.parse("1 EUR"))
    table = sit(names=(*NAMES, "Dan"), rules=rules, table=Seating.PARTNERSHIP)
    table.add(won(ANN, 12, BOB), gin(DAN, 10, CID), won(CID, 5, DAN))

    for page in PAGES:
        assert table.browser.get(table.path + page).heading


def test_another_way_for_three_is_chosen_when_the_match_starts(sit: Sit) -> None:
    browser = sit().browser
    names = {"name_0": "Ann", "name_1": "Bob", "name_2": "Cid"}
    three_play = browser.press("/matches/new", "Three players", names, status=200)
    assert "Who deals first and sits out?" in three_play.text

    form = three_play.form_with({"house"})
    captain = browser._send(three_play, form, {"way": "captain"}, 200)
    assert captain.inputs["name_2"] == "Cid"
    assert "Captain" in captain.text
    assert "The captain plays every hand" in captain.text

    sheet = browser._send(captain, captain.form_with({"house"}), {}, 303)
    assert "Ann against Bob. Cid sits out. Ann deals." in sheet.text
    assert "Bob & Cid" in sheet.text


SHARED = [
    # zero sum, who wins, what is said, the bill
    (
        True,
        BOB,
        "Cid scores the same. Ann loses 40.",
        {"Bob scores": "20", "Cid scores": "20", "Ann loses": "40"},
    ),
    (False, BOB, "Cid scores the same.", {"Bob scores": "20", "Cid scores": "20"}),
    (
        True,
        ANN,
        "Bob loses 20. Cid loses the same, so Ann wins double.",
        {"From the third player": "20", "Ann scores": "40", "Bob loses": "20", "Cid loses": "20"},
    ),
]


@pytest.mark.parametrize("zero_sum, by, said, rows", SHARED)
def test_every_place_says_what_all_three_win_or_lose(
    sit: Sit, zero_sum: bool, by: int, said: str, rows: dict[str, str]
) -> None:
    table, hand = three(sit, ThreePlayers.ALL_AGAINST_WINNER, loser_negative=zero_sum), won(by, 20, 1 - by)
    preview = table.preview(typed(hand))
    sheet = table.play(hand)

    for page in (preview, sheet, table.browser.get(f"{table.path}/history")):
        assert page.text.count(said) == 1
        assert "loses double" not in page.text
        assert zero_sum or "loses" not in page.text
    shown = bill(table.browser.get(f"{table.path}/hands/1"))
    assert {label: figure for label, [figure] in shown.items()} == {"Difference, 21 − 1": "20"} | rows
