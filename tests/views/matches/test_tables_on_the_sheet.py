"""The sheet of three players, and of two against two. The hands are those of tests/gin/test_seating.py."""

from html import unescape

import pytest

from models.gin.hand.scoring import Hand
from models.gin.rules.house_rules import STANDARD, HouseRules
from models.gin.rules.options import BoxTiming, ThreePlayers
from models.gin.rules.presets import SYDNEY
from models.gin.rules.seating import Table as Seating
from tests.gin.test_seating import GIN_ADDS_TWO, dead, gin, won
from tests.gin.test_stakes import NO_BONUS
from tests.views.browser import Browser, Page
from tests.views.entry.test_lines import write
from tests.views.table import Sit, Table, bill, of_class, rows, totals, words
from views.matches.game_table import SHORT
from views.shared.seating import shortened

ANN, BOB, CID, DAN = range(4)
THREE, FOUR = ("Ann", "Bob", "Cid"), ("Ann", "Bob", "Cid", "Dan")


@pytest.fixture
def three(sit: Sit) -> Table:
    """Ann, Bob and Cid; Cid deals and sits out first."""
    return sit(names=THREE, rules=NO_BONUS, table=Seating.THREE, dealer=CID)


@pytest.fixture
def four(sit: Sit) -> Table:
    """Ann and Cid against Bob and Dan, whose side deals first."""
    return sit(names=FOUR, rules=NO_BONUS, table=Seating.PARTNERSHIP, dealer=BOB)


def who(page: Page) -> list[str]:
    """Whose each total is, with the badge."""
    return words(page, "total__name")


def ended(sit: Sit, rules: HouseRules, seating: Seating, *played: Hand) -> Page:
    """The sheet of three or four after these hands."""
    return sit(names=FOUR[: seating.people], rules=rules, table=seating, dealer=0).play(*played)


# Three players


@pytest.mark.parametrize("columns", [1, 2])
def test_level_players_past_the_target_have_nothing_to_go(sit: Sit, columns: int) -> None:
    """Bob beats Ann, who plays alone: Bob and Cid have 95 each, and play on."""
    rules = NO_BONUS.but(three_players=ThreePlayers.ALL_AGAINST_WINNER, columns=columns, target=90)
    sheet = sit(names=THREE, rules=rules, table=Seating.THREE).play(won(BOB, 95, ANN))

    assert "0 to go" in sheet.text
    assert "-5 to go" not in sheet.text
    assert ("Level: you play on." in sheet.text) == (columns == 1), "columns have their own totals"


@pytest.mark.parametrize("ends_it", [dead(BOB, CID), won(CID, 1, BOB)], ids=["a dead hand", "a won hand"])
def test_taking_points_from_one_of_two_level_players_ends_nothing_yet(sit: Sit, ends_it: Hand) -> None:
    rules = NO_BONUS.but(three_players=ThreePlayers.ALL_AGAINST_WINNER, target=90)
    table = sit(names=THREE, rules=rules, table=Seating.THREE)
    table.add(won(BOB, 95, ANN))
    taken = write(table, {"player": "1", "direction": "take", "points": "5"}, "adjustment")

    assert "Level" not in taken.text
    assert "You play one more hand. Bob plays alone against Cid" in taken.text
    over = table.play(ends_it)
    assert "Cid wins" in over.text
    assert "one more hand" not in over.text


def test_who_is_ahead_past_the_target_is_not_called_level(sit: Sit) -> None:
    rules = NO_BONUS.but(three_players=ThreePlayers.ALL_AGAINST_WINNER, target=90)
    table = sit(names=THREE, rules=rules, table=Seating.THREE)
    assert "Level" not in table.play(won(BOB, 40, ANN)).text
    assert "Level" not in table.play(won(ANN, 90, BOB)).text


def test_three_totals_stand_beside_each_other(three: Table) -> None:
    sheet = three.play(won(ANN, 12, BOB), won(CID, 30, ANN), dead(BOB, CID))

    assert totals(sheet) == ["12", "0", "30"]
    assert words(sheet, "total__to-go") == ["88 to go", "100 to go", "70 to go"]
    assert [next(svg.all("rect"))["width"] for svg in of_class(sheet, "reach")] == ["12", "0", "30"]


def test_the_table_says_who_sat_out(three: Table) -> None:
    sheet = three.play(won(ANN, 12, BOB), won(CID, 30, ANN), dead(BOB, CID))

    assert rows(sheet) == [
        ["3", "Dead hand", "out12", "0", "30"],
        ["2", "Knock 1 v 31", "12", "out0", "+3030"],
        ["1", "Knock 1 v 13", "+1212", "0", "out0"],
    ]


def test_before_the_first_hand_it_is_said_who_sits_out(three: Table) -> None:
    sheet = three.sheet()

    assert who(sheet) == ["Ann", "Bob", "Cid deals"]
    assert words(sheet, "said") == [
        "Ann against Bob. Cid sits out and deals. Play the hand, then enter it here."
    ]


def test_the_loser_deals_the_next_hand_and_sits_it_out(three: Table) -> None:
    """Published: whoever loses a hand sits out the next."""
    sheet = three.play(won(ANN, 12, BOB))

    assert who(sheet) == ["Ann", "Bob deals", "Cid"]
    assert "Ann against Cid. Bob sits out and deals." in sheet.text


def test_at_the_end_each_pays_each_the_difference(sit: Sit) -> None:
    """100, 40 and nothing: Ann is paid 60 and 100, Bob 40 less 60, Cid pays 100 and 40."""
    sheet = ended(sit, NO_BONUS, Seating.THREE, won(BOB, 40, CID), won(ANN, 50, CID), won(ANN, 50, CID))

    assert words(sheet, "verdict") == ["Ann wins."]
    assert "Ann +160, Bob −20, Cid −140." in sheet.text
    assert bill(sheet) == {
        "Hand points": ("100", "40", "0"),
        "Final total": ("100", "40", "0"),
        "Everyone settles up with everyone else": ("+160", "−20", "−140"),
    }


def test_boxes_are_counted_for_all_three(sit: Sit) -> None:
    rules = NO_BONUS.but(target=100, box_bonus=20)
    sheet = ended(sit, rules, Seating.THREE, won(BOB, 40, CID), won(ANN, 50, CID))
    assert [each.split(" to go ")[1] for each in words(sheet, "total__to-go")] == [
        "1 box",
        "1 box",
        "0 boxes",
    ]


def test_where_the_loser_pays_only_he_does(sit: Sit) -> None:
    """A knock pays fifteen more there."""
    sheet = ended(sit, SYDNEY, Seating.THREE, won(BOB, 25, CID))

    assert totals(sheet) == ["0", "+40", "−40"]
    assert rows(sheet) == [["1", "Knock 1 v 26", "out0", "+40+40", "−40−40"]]


def test_across_the_room_there_are_three_too(three: Table, viewer: Browser) -> None:
    three.add(won(ANN, 12, BOB))
    page = viewer.get(f"{three.path}/table")

    assert words(page, "screen__name") == ["Ann", "Bob deals", "Cid"]
    assert words(page, "screen__figure") == ["12", "0", "0"]
    assert "Ann against Cid. Bob sits out and deals." in page.text


def test_three_columns_of_three_stand_two_and_one(sit: Sit) -> None:
    sheet = ended(
        sit, NO_BONUS.but(columns=3), Seating.THREE, won(BOB, 40, CID), won(ANN, 50, CID), won(ANN, 20, BOB)
    )

    blocks = [[cell.text for cell in line.all("td")] for line in of_class(sheet, "columns__totals")]
    assert blocks == [["70", "40", "0", "20", "0", "0"], ["0", "0", "0"]]


# Two against two


SAID = [
    (won(ANN, 12, BOB), won(DAN, 10, CID), "+12 and −10 make 2."),
    (won(ANN, 30, BOB), won(DAN, 29, CID), "+30 and −29 make 1."),
    (won(BOB, 29, ANN), won(CID, 30, DAN), "+30 and −29 make 1."),
    (won(ANN, 12, BOB), won(DAN, 12, CID), "+12 and −12 make 0."),
    (won(ANN, 12, BOB), won(CID, 10, DAN), "+12 and +10 make 22."),
    (won(ANN, 12, BOB), dead(CID, DAN), "+12. Nobody scored in the other hand."),
    (dead(ANN, BOB), dead(CID, DAN), "Nobody scores."),
]


@pytest.mark.parametrize("one, other, said", SAID, ids=[f"{nth} {case[2]}" for nth, case in enumerate(SAID)])
def test_it_is_said_what_two_hands_make(four: Table, one: Hand, other: Hand, said: str) -> None:
    sheet = four.play(one, other)

    assert rows(sheet)[0][1] == f"Round 1 {said}"
    assert f"Round 1: {said}" in words(sheet, "said")[0]


def test_the_table_shows_a_round_above_its_hands(four: Table) -> None:
    sheet = four.play(won(ANN, 12, BOB), won(DAN, 10, CID))

    assert rows(sheet) == [
        ["", "Round 1 +12 and −10 make 2.", "+22", "0"],
        ["1", "Knock Ann 1, Bob 13", "+12", ""],
        ["2", "Knock Dan 1, Cid 11", "", "+10"],
    ]
    assert [link.text for link in of_class(sheet, "hand-table")[0].all("a")][1:] == [
        "Hand 1: Knock Ann 1, Bob 13",
        "Hand 2: Knock Dan 1, Cid 11",
    ]


def test_a_hand_that_waits_for_the_other_pair_says_so(four: Table) -> None:
    sheet = four.play(won(ANN, 12, BOB))

    assert totals(sheet) == ["0", "0"]
    assert rows(sheet) == [
        ["", "Round 1 Waiting for Cid against Dan.", "", ""],
        ["1", "Knock Ann 1, Bob 13", "+12", ""],
    ]
    assert "Round 1: Waiting for Cid against Dan." in sheet.text


def test_a_pair_that_is_ahead_finds_its_hand_in_the_round_to_come(four: Table) -> None:
    """The second hand of Ann and Bob waits, though the first round was completed after it."""
    sheet = four.play(won(ANN, 12, BOB), won(BOB, 40, ANN), won(DAN, 10, CID))

    assert [row[:2] for row in rows(sheet)] == [
        ["", "Round 2 Waiting for Cid against Dan."],
        ["2", "Knock Bob 1, Ann 41"],
        ["", "Round 1 +12 and −10 make 2."],
        ["1", "Knock Ann 1, Bob 13"],
        ["3", "Knock Dan 1, Cid 11"],
    ]
    assert words(sheet, "headline") == ["Dan knocks, +10."]


def test_both_partners_of_a_side_deal(four: Table) -> None:
    fresh = four.sheet()
    assert who(fresh) == ["Ann & Cid", "Bob & Dan deal"]
    assert "Bob deals to Ann. Dan deals to Cid. Play the hand" in words(fresh, "said")[0]

    half = four.play(won(ANN, 12, BOB))
    assert who(half) == ["Ann & Cid", "Bob & Dan deal"]
    assert "Dan deals to Cid." in half.text
    assert "Bob deals to Ann." not in half.text


def test_partners_win_together(sit: Sit) -> None:
    """110 to nothing: a box for each round, the game and the shutout."""
    hands = won(ANN, 80, BOB), won(DAN, 10, CID), won(CID, 40, DAN), dead(ANN, BOB)

    sheet = ended(sit, STANDARD, Seating.PARTNERSHIP, *hands)

    assert words(sheet, "verdict")[0].startswith("Ann & Cid win by ")
    assert who(sheet) == ["Ann & Cid", "Bob & Dan"]
    assert bill(sheet) == {
        "Hand points": ("110", "0"),
        "Boxes (line bonus), 20 each: 2–0": ("40", ""),
        "Game bonus": ("100", ""),
        "Shutout (schneider)": ("100", ""),
        "Final total": ("350", "0"),
        "Difference": ("350", ""),
    }


def test_a_box_of_the_losing_side_is_shown(sit: Sit) -> None:
    """Gin behind keeps its two extra boxes."""
    sheet = ended(sit, GIN_ADDS_TWO, Seating.PARTNERSHIP, gin(ANN, 10, BOB), won(DAN, 40, CID))

    assert rows(sheet)[0][1] == "Round 1 +40 and −30 make 10. 2 boxes for Ann & Cid."


def test_extra_boxes_at_once_of_the_losing_side_are_in_its_total(sit: Sit) -> None:
    """10 and a box for the round; two extra boxes of 20 for gin behind."""
    rules = GIN_ADDS_TWO.but(box_timing=BoxTiming.IMMEDIATE)
    sheet = ended(sit, rules, Seating.PARTNERSHIP, gin(ANN, 10, BOB), won(DAN, 40, CID))

    assert rows(sheet)[0] == [
        "",
        "Round 1 +40 and −30 make 10. With a box of 20 at once: 30. 2 boxes of 20 at once for Ann & Cid.",
        "+4040",
        "+3030",
    ]


def test_a_limited_game_counts_rounds(sit: Sit) -> None:
    rules = NO_BONUS.but(max_hands=3)
    half = ended(sit, rules, Seating.PARTNERSHIP, won(ANN, 12, BOB), won(DAN, 10, CID), won(ANN, 5, BOB))

    assert words(half, "facts") == ["round 2 of 3"]


def test_columns_hold_rounds(sit: Sit) -> None:
    """The first round a side wins goes into the first column, the second into two."""
    rounds = won(ANN, 12, BOB), won(DAN, 10, CID), won(ANN, 30, BOB), dead(CID, DAN)

    sheet = ended(sit, NO_BONUS.but(columns=3), Seating.PARTNERSHIP, *rounds)

    [line] = of_class(sheet, "columns__totals")
    assert [cell.text for cell in line.all("td")] == ["32", "0", "30", "0", "0", "0"]
    assert rows(sheet)[0][2:] == ["+30in 1–2", ""]
    assert totals(sheet) == ["+62", "−62"]


def test_those_who_hear_the_sheet_hear_the_sides(four: Table) -> None:
    sheet = four.play(won(ANN, 12, BOB), won(DAN, 10, CID))

    heard = unescape(four.browser.client.get(four.path).text)
    assert "Dan knocks, +10. Ann & Cid 2, Bob & Dan 0." in heard
    assert sheet.heading == "Ann & Cid against Bob & Dan"


def test_partners_across_the_room(four: Table, viewer: Browser) -> None:
    four.add(won(ANN, 12, BOB), won(DAN, 10, CID))
    page = viewer.get(f"{four.path}/table")

    assert words(page, "screen__figure") == ["2", "0"]
    assert "Round 1: +12 and −10 make 2." in page.text


def test_the_sheet_for_two_knows_nothing_of_rounds(table: Table) -> None:
    """Nor of who sits out, nor who is next."""
    sheet = table.play(won(ANN, 12, BOB))

    assert rows(sheet) == [["1", "Knock 1 v 13", "+1212", "0"]]
    assert "Round" not in sheet.text
    assert "against Bob" not in sheet.text


@pytest.mark.parametrize(
    "sides, short",
    [
        (("Ann", "Bob"), ("Ann", "Bob")),
        (("Maria", "Margot"), ("Maria", "Marg.")),
        (("Margarete", "Margot"), ("M…ar", "M…ot")),
        (("Anna", "Annabelle"), ("Anna", "A…be")),
        (("Johanna", "Johannason"), ("J…na", "J…so")),
        (("Hans-Joachim", "Hans-Peter"), ("H…Jo", "H…Pe")),
        (("Margarete", "Margot", "Margit"), ("M…ar", "M…ot", "M…it")),
        (("Weißmann", "Weißmaier"), ("W…nn", "W…ie")),
        (("Ann & Cid", "Bob & Dan"), ("A&C", "B&D")),
        (("Maria & Walter", "Margot & Wolf"), ("Mari.", "Marg.")),
        (("Abcdefgh", "Abcdefghgh"), ("Abcdefgh", "Abcdefghgh")),
        (("Ann & Cid", "Abe & Cleo"), ("Ann…", "Abe…")),
        (("王伟", "王芳"), ("王伟", "王芳")),
        (("欧阳娜娜", "诸葛亮"), ("欧阳…", "诸葛…")),
        (("欧阳娜娜", "欧阳菲菲"), ("欧…娜", "欧…菲")),
        (("ก้านกล้วย", "กิ่งแก้ว"), ("ก้านก…", "กิ่งแก้ว")),
        (("👨‍👩‍👧‍👦👍🏽🇩🇪", "👨‍👩‍👧‍👦👍🏽🇫🇷"), ("👨‍👩‍👧‍👦…🇩🇪", "👨‍👩‍👧‍👦…🇫🇷")),
        (("क्षत्रिय & Bob", "Cid & Zoë"), ("क्ष&B", "C&Z")),
    ],
)
def test_short_names_over_columns_differ(sides: tuple[str, ...], short: tuple[str, ...]) -> None:
    assert shortened(sides, SHORT) == short
