"""Penalties, adjustments and opening scores, from the sheet to the history."""

import csv
import json
from io import StringIO

import pytest

from models.gin.rules.options import BoxTiming, FalseKnock, Shutout, ShutoutTest, ThreePlayers
from models.gin.rules.seating import Table as Seating
from models.gin.sheet.extra_lines import Adjustment
from tests.gin.table import BOB, gin, knock, won
from tests.views.browser import Browser, Page
from tests.views.imports.test_imports import imported, previewed
from tests.views.table import (
    Sit,
    Table,
    bill,
    element,
    faults,
    hands,
    press_on,
    rows,
    settled,
    totals,
    typed,
    words,
)

CID = 2
ANN_SHOWS_A_CARD = {"player": "0", "fault": "exposed_card"}


def new(table: Table, kind: str = "penalty") -> str:
    """The address of the form for a new line."""
    return f"{table.path}/lines/new?kind={kind}"


def write(table: Table, fields: dict[str, str], kind: str = "penalty", status: int = 303) -> Page:
    """Enters a line; returns the sheet, or the form with its errors."""
    return table.browser.send(new(table, kind), fields, status)


def line(page: Page, outcome: str) -> str:
    """The page of the newest line that is called so on the sheet."""
    links = ((link.text, link["href"]) for link in page.root.all("a"))
    return next(
        url
        for text, url in links
        if text == outcome or (text.startswith(outcome) and "/lines/new" not in url)
    )


def follow(browser: Browser, page: Page, label: str) -> Page:
    """The page behind a link."""
    return browser.get(line(page, label))


def story(page: Page) -> str:
    """What the sheet says about the last change."""
    return " ".join(words(page, "said"))


def test_a_penalty_is_one_tap_from_the_sheet_and_stands_between_the_hands(table: Table) -> None:
    table.add(knock(8, 20))
    form = follow(table.browser, table.sheet(), "Penalty or adjustment")
    sheet = press_on(table.browser, form, "Save", ANN_SHOWS_A_CARD)
    table.add(knock(5, 9, by=BOB))

    assert totals(sheet) == ["12", "10"]
    assert story(sheet) == "Bob gets 10. Ann showed a card."
    assert rows(table.sheet()) == [
        ["2", "Knock 5 v 9", "12", "+414"],
        ["", "Penalty A card was shown", "12", "+1010"],
        ["1", "Knock 8 v 20", "+1212", "0"],
    ]
    assert "Enter hand 3" in table.sheet().text


SUMS = [
    ("penalty", ANN_SHOWS_A_CARD, "points", ["0", "37"]),
    ("adjustment", {"player": "0", "direction": "take"}, "points", ["−37", "0"]),
    ("hand", {"winner": "1"}, "points", ["0", "37"]),
    ("paper", {}, "points_0_1", ["0", "37"]),
    ("handicap", {}, "points_0_0", ["37", "0"]),
]


@pytest.mark.parametrize("kind, fields, field, after", SUMS, ids=[kind for kind, *_ in SUMS])
def test_points_may_be_typed_as_a_sum_and_what_it_comes_to_is_shown(
    table: Table, kind: str, fields: dict[str, str], field: str, after: list[str]
) -> None:
    fields = fields | {field: "25 + 10+2"}
    page = press_on(table.browser, table.browser.get(new(table, kind)), "Preview", fields, status=200)

    assert element(page, f"{field}-sum").text == "25+10+2 = 37"
    assert totals(write(table, fields, kind)) == after


SENTENCES = [
    ({}, ANN_SHOWS_A_CARD, "Bob gets 10. Ann showed a card."),
    ({}, ANN_SHOWS_A_CARD | {"reason": "the queen"}, "Bob gets 10. Ann showed a card: the queen."),
    ({}, ANN_SHOWS_A_CARD | {"points": "15"}, "Bob gets 15. Ann showed a card. Agreed at the table."),
    (
        {"false_knock": FalseKnock.UNDERCUT, "undercut_bonus": 25},
        {"player": "1", "fault": "false_knock"},
        "Ann gets 25. Bob knocked with too much deadwood. That is the undercut bonus.",
    ),
    (
        {"loser_negative": True},
        {"player": "1", "fault": "wrong_number_of_cards"},
        "Ann gets 10. Bob had the wrong number of cards. Bob loses 10.",
    ),
    (
        {"penalty_box": True, "box_timing": BoxTiming.IMMEDIATE},
        {"player": "1", "fault": "other"},
        "Ann gets 30. A penalty for Bob. With a box of 20 at once: 30.",
    ),
    (
        {"penalties_count": False},
        {"player": "1", "fault": "other", "reason": "took two cards."},
        "Ann gets 10. A penalty for Bob: took two cards. It is added after the game",
    ),
]


@pytest.mark.parametrize("rules, fields, said", SENTENCES)
def test_a_penalty_says_who_gets_what_and_why(
    sit: Sit, rules: dict[str, object], fields: dict[str, str], said: str
) -> None:
    table = sit("pagat", **rules)

    assert story(write(table, fields)).startswith(said)


def test_what_a_penalty_comes_to_is_shown_before_it_is_saved(sit: Sit) -> None:
    table = sit("pagat", target=20)
    table.add(knock(8, 20, BOB))
    page = press_on(table.browser, table.browser.get(new(table)), "Preview", ANN_SHOWS_A_CARD, status=200)

    assert element(page, "preview").text.startswith(
        "Bob gets 10. Ann showed a card. Ann 0, Bob 22. Bob wins by "
    )
    assert element(page, "save").text == "Save: Bob +10"
    assert faults(page) == {}
    assert page.inputs["fault"] == "exposed_card"


SHUTOUTS = [
    ({}, "Shutout (no points from hands) 100"),
    ({"penalties_count": False}, "Shutout (no points from hands) 100"),
    ({"shutout_test": ShutoutTest.ZERO_HANDS}, "Shutout (no hand won) 100"),
]


@pytest.mark.parametrize("rules, said", SHUTOUTS)
def test_a_bill_says_why_a_player_with_points_is_shut_out(
    sit: Sit, rules: dict[str, object], said: str
) -> None:
    """Bob has 10 because Ann showed a card, and wins no hand."""
    table = sit("pagat", **rules)
    write(table, ANN_SHOWS_A_CARD)

    assert said in " ".join(table.play(gin(85)).text.split())


CHARGES = [
    ({}, "False knock These rules charge no points: the cards stay face up, and play goes on."),
    ({"false_knock": FalseKnock.PENALTY}, "False knock These rules charge 10."),
    ({"false_knock": FalseKnock.PENALTY, "penalty_points": 0}, "False knock These rules charge no points. A"),
]


@pytest.mark.parametrize("rules, said", CHARGES)
def test_what_follows_a_mistake_is_said_before_it_is_chosen(
    sit: Sit, rules: dict[str, object], said: str
) -> None:
    table = sit("pagat", **rules)

    assert said in table.browser.get(new(table)).text


REFUSED = [
    ("penalty", {}, {"player": "Choose who made the mistake.", "fault": "Choose what the penalty is for."}),
    (
        "penalty",
        {"player": "0", "fault": "false_knock"},
        {"points": "These rules charge no points. Type the points that you agreed on, if any."},
    ),
    ("penalty", ANN_SHOWS_A_CARD | {"points": "ten"}, {"points": "Type a number, or a sum such as 10+7+3."}),
    ("penalty", ANN_SHOWS_A_CARD | {"points": "999+2"}, {"points": "Type a whole number from 0 to 1,000."}),
    ("penalty", ANN_SHOWS_A_CARD | {"reason": "x" * 41}, {"reason": "At most 40 letters fit on the sheet."}),
    ("adjustment", {}, {"player": "Choose whose score it is.", "points": "How many points?"}),
    ("paper", {}, {"points_0_0": "Type the points of at least one player."}),
    (
        "paper",
        {"points_0_0": "62", "points_0_1": "100"},
        {"points_0_0": "The game would already be over: the target is 100."},
    ),
    (
        "paper",
        {"points_0_0": "62", "boxes_0_0": "-1"},
        {"boxes_0_0": "Type a whole number from 0 to 1,000."},
    ),
]


@pytest.mark.parametrize("kind, fields, wrong", REFUSED)
def test_a_line_that_cannot_be_is_explained_and_everything_typed_is_kept(
    table: Table, kind: str, fields: dict[str, str], wrong: dict[str, str]
) -> None:
    page = write(table, fields, kind, status=422)

    assert faults(page) == wrong
    assert {name: page.inputs[name] for name in fields} == fields
    assert rows(table.sheet()) == []


TOO_FAR = "A total can’t have more than seven digits. Check the points, or go on in a new match."


def test_a_line_that_takes_a_total_too_far_is_refused_at_its_field(sit: Sit) -> None:
    table = sit(target=9_999_999, game_bonus=0, box_bonus=0, shutout=Shutout.NONE)
    write(table, {"player": "0", "points": "9999989"}, "adjustment")
    sheet = write(table, {"player": "1", "points": "9999999", "direction": "take"}, "adjustment")
    assert totals(sheet) == ["9999989", "−9999999"]

    for kind, fields in (
        ("adjustment", {"player": "0", "points": "11"}),
        ("penalty", {"player": "1", "fault": "other", "points": "11"}),
        ("hand", {"winner": "0", "points": "11"}),
    ):
        assert faults(write(table, fields, kind, status=422)) == {"points": TOO_FAR}
    assert faults(write(table, {"points_0_0": "11"}, "paper", status=422)) == {"points_0_0": TOO_FAR}
    assert TOO_FAR in faults(table.enter(typed(knock(8, 20)), status=422)).values()
    assert totals(table.enter(typed(knock(10, 20)))) == ["9999999", "−9999999"]


def test_what_keeps_a_total_within_seven_digits_is_not_removed(sit: Sit) -> None:
    table = sit(target=9_999_999)
    table.add(*(Adjustment(0, points) for points in (9_000_000, -500_000, 1_400_000)))
    page = table.browser.get(f"{table.path}/lines/2")

    assert "more than seven digits" in press_on(table.browser, page, "Remove", status=422).text


def test_points_are_added_and_taken_away_with_a_reason(table: Table) -> None:
    table.add(knock(8, 20))
    write(table, {"player": "1", "points": "20", "reason": "forgotten box"}, "adjustment")
    sheet = write(table, {"player": "0", "points": "3", "direction": "take"}, "adjustment")

    assert totals(sheet) == ["9", "20"]
    assert story(sheet) == "3 taken from Ann."
    assert rows(sheet)[:2] == [
        ["", "Adjustment", "−39", "20"],
        ["", "Adjustment forgotten box", "12", "+2020"],
    ]


def test_a_paper_match_is_taken_over_from_a_fresh_sheet(table: Table) -> None:
    form = follow(table.browser, table.sheet(), "Opening scores")
    fields = {"points_0_0": "62", "points_0_1": "40", "boxes_0_0": "3", "boxes_0_1": "2", "dealer": "1"}
    sheet = press_on(table.browser, form, "Save", fields)

    assert totals(sheet) == ["62", "40"]
    assert story(sheet).startswith(
        "Carried over from paper: Ann 62, Bob 40. Boxes: Ann 3, Bob 2. Bob deals the first hand."
    )
    assert rows(sheet) == [["", "Carried over", "+6262", "+4040"]]
    assert "Numbers" in sheet.text
    follow(table.browser, sheet, "Opening scores")
    assert "The opening scores are already on the sheet." in write(table, fields, "paper", 422).text


def test_negative_points_are_corrected_as_the_form_writes_them(sit: Sit) -> None:
    table = sit("pagat", loser_negative=True)
    write(table, {"points_0_0": "-20", "points_0_1": "20"}, "paper")
    form = table.browser.get(f"{table.path}/lines/1/correct")
    assert form.inputs["points_0_0"] == "−20"

    assert totals(press_on(table.browser, form, "Save", {"points_0_1": "20"})) == ["−20", "+20"]


def test_games_won_on_paper_are_taken_over(sit: Sit) -> None:
    """Best of three: Ann has won one, and the second game stands at 62 to 40."""
    table = sit("pagat", games_to_win=2)
    fields = {"points_0_0": "62", "points_0_1": "40", "games_0": "1"}
    sheet = write(table, fields, "paper")

    assert "Games won: Ann 1, Bob 0." in story(sheet)
    form = table.browser.get(f"{table.path}/lines/1/correct")
    assert (form.inputs["games_0"], form.inputs["games_1"]) == ("1", "")
    assert "Ann wins" in table.gin(60).text
    too_many = write(sit("pagat", games_to_win=2), fields | {"games_0": "2"}, "paper", 422)
    assert faults(too_many) == {"games_0": "The match would already be over: 2 games win it."}


def test_games_alone_are_enough_and_are_asked_for_only_where_they_decide(sit: Sit) -> None:
    assert "Games won: Ann 0, Bob 3." in story(
        write(sit("pagat", games_to_win=None), {"games_1": "3"}, "paper")
    )
    single = sit("pagat")
    assert "games_0" not in single.browser.get(new(single, "paper")).inputs


def test_the_totals_of_opening_scores_are_said_once(table: Table) -> None:
    form = follow(table.browser, table.sheet(), "Opening scores")
    page = press_on(table.browser, form, "Preview", {"points_0_0": "62", "points_0_1": "40"}, status=200)

    assert element(page, "preview").text == "Carried over from paper: Ann 62, Bob 40."


def test_after_hands_a_handicap_shows_the_new_totals(table: Table) -> None:
    table.add(knock(8, 20))
    page = press_on(
        table.browser, table.browser.get(new(table, "handicap")), "Preview", {"points_0_1": "30"}, status=200
    )

    assert element(page, "preview").text == "Handicap: Ann 0, Bob 30. Ann 12, Bob 30."


def test_in_hollywood_a_paper_match_has_its_columns(sit: Sit) -> None:
    table = sit("rummytalk")
    fields = {"points_0_0": "104", "points_0_1": "30", "points_1_0": "60", "boxes_1_0": "2"}
    sheet = write(table, fields, "paper")

    assert "Carried over from paper. Column 1: Ann 104, Bob 30. Column 2: Ann 60, Bob 0." in story(sheet)
    assert rows(sheet)[0][:2] == ["", "Carried over"]


def test_the_bill_has_a_line_for_each_kind(table: Table) -> None:
    write(table, {"points_0_1": "30"}, "handicap")
    write(table, ANN_SHOWS_A_CARD)
    write(table, {"player": "0", "points": "5"}, "adjustment")
    sheet = table.gin(80)

    assert list(bill(sheet).items())[:4] == [
        ("Hand points", ("100", "0")),
        ("At the start", ("", "30")),
        ("Penalties", ("", "10")),
        ("Adjustments", ("5", "")),
    ]
    assert bill(sheet)["Final total"] == (str(100 + 5 + 20 + 100 + 100), "40")


DOUBLED = {"penalties_count": False, "shutout": Shutout.DOUBLE_DIFFERENCE}


def test_a_shutout_that_leaves_penalties_out_adds_up_on_the_bill(sit: Sit) -> None:
    table = sit("pagat", **DOUBLED)
    write(table, ANN_SHOWS_A_CARD)
    sheet = table.gin(80)

    assert list(bill(sheet).items())[3:] == [
        ("Penalties", ("", "10")),
        ("Final total", ("220", "10")),
        ("Difference", ("210", "")),
        ("Once more for the shutout, without penalties", ("220", "")),
        ("What is paid", ("430", "")),
    ]


def test_so_it_does_in_every_column(sit: Sit) -> None:
    """Each column pays 430, the last one twice; in all 4 × 440 once more."""
    more = {"last_column_double": True, "all_columns_shutout_times": 2}
    table = sit("pagat", columns=3, **DOUBLED, **more)
    write(table, ANN_SHOWS_A_CARD)
    table.add(*[gin(80)] * 3)
    sheet = table.sheet()

    assert list(bill(sheet).values())[:3] == [("430", ""), ("430", ""), ("860", "")]
    assert list(bill(sheet).items())[3:] == [
        ("Shutout in every column: all are paid ×2, without penalties", ("1760", "")),
        ("Difference", ("3480", "")),
    ]
    assert settled(sheet)["Difference"] == ["210", ""] * 3
    assert settled(sheet)["Shutout"] == ["220", ""] * 3
    assert settled(sheet)["The last column"] == ["", "", "", "", "×2", ""]
    assert settled(sheet)["What is paid"] == ["430", "", "430", "", "860", ""]


def test_a_box_at_once_stands_beside_points_after_the_game(sit: Sit) -> None:
    """20 for the box count now, 10 for the penalty at the end."""
    at_once = {"penalty_box": True, "box_timing": BoxTiming.IMMEDIATE}
    table = sit("pagat", penalties_count=False, **at_once)
    sheet = write(table, ANN_SHOWS_A_CARD)

    assert totals(sheet) == ["0", "20"]
    assert rows(sheet)[0] == [
        "",
        "Penalty A card was shown · after the game · a box of 20 at once",
        "0",
        "+1020",
    ]
    assert story(sheet).startswith(
        "Bob gets 10. Ann showed a card. It is added after the game and doesn’t count toward the target. "
        "A box of 20 is added at once."
    )


def test_who_sits_out_a_whole_game_has_no_line_in_it(sit: Sit) -> None:
    """Ann deals first and sits out; a line about her from another game gives nobody anything."""
    names, rules = ("Ann", "Bob", "Cid"), {"three_players": ThreePlayers.WINNER_STAYS}
    table = sit("pagat", names=names, table=Seating.THREE, **rules)

    for kind, fields in (("penalty", {"fault": "other"}), ("adjustment", {"points": "5"})):
        page = write(table, {"player": "0", **fields}, kind, status=422)
        assert faults(page) == {"player": "Ann sits out this game."}
    paper = write(table, {"points_0_0": "30", "dealer": "0"}, "paper", status=422)
    assert faults(paper) == {"points_0_0": "Ann sits out this game."}
    assert totals(write(table, {"points_0_0": "30", "dealer": "1"}, "paper")) == ["30", "0", "0"]
    table.browser.press(table.path, "Undo")
    sheet = write(table, {"player": "1", "points": "5"}, "adjustment")
    path = line(sheet, "Adjustment")
    form = follow(table.browser, table.browser.get(path), "Correct")
    moved = press_on(table.browser, form, "Save: Bob +5", {"player": "0"})

    assert totals(moved) == ["0", "0", "0"]
    assert "Ann sits out this game, so nobody gets or loses anything." in table.browser.get(path).text
    note = "Adjustment doesn’t count: Ann sits out this game"
    assert note in rows(moved)[0][1]
    assert note in " ".join(table.browser.get(f"{table.path}/score-sheet").text.split())


def test_opening_scores_of_a_file_that_give_somebody_points_who_sits_out(sit: Sit) -> None:
    """They stay on the sheet, give nobody anything, and every place says why."""
    browser, rules = sit().browser, {"preset": "pagat", "three_players": "winner_stays", "games_to_win": None}
    opening = {"kind": "carried_over", "columns": [{"points": [30, 20, 10]}]}
    document = {"format": "gin-match/1", "table": "three", "players": ["Ann", "Bob", "Cid"], "rules": rules}
    text = json.dumps(document | {"first_dealer": 0, "hands": [{"opening": opening}]})
    sheet = imported(browser, previewed(browser, text))

    why = "Ann sits out this game, so nobody gets or loses anything."
    kept = "Carried over from paper: Ann 30, Bob 20, Cid 10."
    assert totals(sheet) == ["0", "0", "0"]
    assert "Carried over doesn’t count: Ann sits out this game" in rows(sheet)[0][1]
    assert f"{why} {kept}" in " ".join(browser.get(line(sheet, "Carried over")).text.split())


ADJUSTED = [
    # how three play, added or taken away, what the sheet says, the totals: one pays each of the others
    ("loser_sits_out", "add", "Ann gets 40. Bob and Cid lose 20 each.", ["+40", "−20", "−20"]),
    ("loser_sits_out", "take", "40 taken from Ann. Bob and Cid get 20 each.", ["−40", "+20", "+20"]),
    ("captain", "add", "Ann gets 20. Bob & Cid lose 20.", ["+20", "−20"]),
]


@pytest.mark.parametrize("way, direction, said, after", ADJUSTED)
def test_in_zero_sum_rules_an_adjustment_says_what_it_comes_to_with_each_of_three(
    sit: Sit, way: str, direction: str, said: str, after: list[str]
) -> None:
    rules = {"three_players": ThreePlayers(way), "loser_negative": True}
    table = sit("pagat", names=("Ann", "Bob", "Cid"), table=Seating.THREE, **rules)
    hint = "Each of the others loses what is added, or gets what is taken away."

    assert (hint in table.browser.get(new(table, "adjustment")).text) == (way == "loser_sits_out")
    sheet = write(table, {"player": "0", "points": "20", "direction": direction}, "adjustment")
    assert story(sheet).startswith(said)
    assert totals(sheet) == after


def test_a_line_is_corrected_removed_brought_back_and_undone(table: Table) -> None:
    table.add(knock(8, 20))
    path = line(write(table, ANN_SHOWS_A_CARD), "Penalty")
    form = follow(table.browser, table.browser.get(path), "Correct")
    assert form.inputs["fault"] == "exposed_card"
    corrected = press_on(table.browser, form, "Save: Bob +10", {"points": "20"})
    assert totals(corrected) == ["12", "20"]
    assert story(corrected).startswith("Penalty corrected Bob gets 20.")
    undone = table.browser.press(table.path, "Undo")
    assert story(undone).startswith("Correction of the penalty undone Bob gets 10.")
    assert totals(table.browser.press(table.path, "Redo")) == ["12", "20"]

    removed = table.browser.press(path, "Remove")
    assert totals(removed) == ["12", "0"]
    assert "1 line removed" in removed.text
    assert "This was removed from the sheet." in table.browser.get(path).text
    assert totals(table.browser.press(path, "Bring it back")) == ["12", "20"]
    assert totals(table.browser.press(table.path, "Undo")) == ["12", "0"]

    history = table.browser.get(f"{table.path}/history").text
    for done in ("Penalty added", "Penalty corrected", "Penalty removed", "Penalty brought back"):
        assert done in history
    assert "Bob gets 10. Ann showed a card." in history
    assert "Hand 1 added" in history


def test_the_page_of_a_line_shows_what_it_gives_whom(table: Table) -> None:
    table.add(knock(8, 20))
    page = table.browser.get(line(write(table, ANN_SHOWS_A_CARD), "Penalty"))

    assert bill(page) == {"Points": ("", "10"), "Total after it": ("12", "10")}
    assert "Penalty added" in page.text


def test_after_the_end_a_line_does_not_count(sit: Sit) -> None:
    table = sit("pagat", target=10)
    table.add(knock(8, 20))
    sheet = write(table, ANN_SHOWS_A_CARD)

    late = "This was written after the end of the match. It stays on the sheet but doesn’t count."
    assert rows(sheet)[0][1] == "Penalty after the end · A card was shown"
    places = (table.path, f"{table.path}/history", line(sheet, "Penalty"))
    for page in map(table.browser.get, places):
        assert f"{late} Bob gets 10. Ann showed a card." in " ".join(page.text.split())


def test_what_no_longer_fits_in_a_game_of_two_says_why(sit: Sit) -> None:
    """Cid wins a hand of the second game; then gin for 85 becomes 5, and it is the first again."""
    names, rules = ("Ann", "Bob", "Cid"), {"three_players": ThreePlayers.WINNER_STAYS, "games_to_win": None}
    table = sit("pagat", names=names, table=Seating.THREE, dealer=2, **rules)
    table.add(gin(85), won(30, CID, (0, 2)))
    form = table.browser.get(f"{table.path}/hands/1/correct")
    preview = press_on(table.browser, form, "Preview", {"deadwood_1": "5"}, status=200)
    sheet = press_on(table.browser, form, "Save: Ann +105", {"deadwood_1": "5"})

    why = "Cid sits out this game, so nobody gets or loses anything."
    assert "Hand 2 no longer fits in its game: it stays on the sheet but doesn’t count." in preview.text
    assert (totals(sheet), rows(sheet)[0][1]) == (
        ["25", "0", "0"],
        "Hand won doesn’t count: Cid sits out this game · from paper",
    )
    assert why in table.browser.get(hands(sheet)[2]).text
    text = table.browser.client.get(f"{table.path}/hands.csv").get_data(as_text=True)
    assert [row["Counts"] for row in csv.DictReader(StringIO(text.removeprefix("\ufeff")))] == ["yes", "no"]
    assert "doesn’t count: Cid sits out this game" in table.browser.get(f"{table.path}/score-sheet").text


def test_someone_else_was_faster(table: Table) -> None:
    old = table.browser.get(new(table))
    table.add(knock(8, 20))
    page = press_on(table.browser, old, "Save", ANN_SHOWS_A_CARD, status=409)

    assert "Someone else changed the sheet meanwhile." in page.text
    assert "Bob gets 10. Ann showed a card." in page.text
    assert totals(press_on(table.browser, page, "Add mine")) == ["12", "10"]


def test_the_same_line_from_two_phones_counts_once(table: Table) -> None:
    mine, theirs = table.browser.get(new(table)), table.browser.get(new(table))
    press_on(table.browser, mine, "Save", ANN_SHOWS_A_CARD)
    sheet = press_on(table.browser, theirs, "Save", ANN_SHOWS_A_CARD)

    assert totals(sheet) == ["0", "10"]
    assert "The same line was already saved on another phone. It counts only once." in sheet.text


def test_rules_that_end_the_game_before_it_starts_are_refused(table: Table) -> None:
    write(table, {"points_0_0": "62"}, "paper")
    page = table.browser.send(f"{table.path}/rules/change", {"target": "50"}, 422)

    assert "Carried over. The game would already be over: the target is 50." in page.text


@pytest.mark.parametrize(
    "names, said",
    [
        (("Ann", "Bob", "Cid"), "Bob and Cid get 10 each. Ann showed a card."),
        (("Ann", "Bob", "Cid", "Dan"), "Bob & Dan get 10. Ann showed a card."),
    ],
)
def test_at_larger_tables_everybody_against_gets_it(sit: Sit, names: tuple[str, ...], said: str) -> None:
    table = sit("pagat", names, table=next(table for table in Seating if table.people == len(names)))

    assert story(write(table, ANN_SHOWS_A_CARD)).startswith(said)


def test_lines_and_hands_have_different_pages(table: Table) -> None:
    table.add(knock(8, 20))
    write(table, ANN_SHOWS_A_CARD)

    assert table.browser.client.get(f"{table.path}/lines/1").status_code == 404
    assert table.browser.client.get(f"{table.path}/hands/2").status_code == 404
    assert table.browser.client.get(f"{table.path}/hands/removed/2").status_code == 404


def test_deleting_the_match_says_that_its_lines_go_too(table: Table) -> None:
    table.add(knock(8, 20))
    write(table, ANN_SHOWS_A_CARD)

    assert "1 other line of the sheet" in table.browser.get(f"{table.path}/delete").text


def test_a_knock_above_the_limit_leads_to_its_penalty(sit: Sit) -> None:
    table = sit("pagat", false_knock=FalseKnock.PENALTY)
    form = table.enter(
        {"knocker": "1", "outcome": "knock", "deadwood_0": "20", "deadwood_1": "12"}, status=422
    )
    penalty = follow(table.browser, form, "Was that a false knock? Enter the penalty")

    assert (penalty.inputs["player"], penalty.inputs["fault"]) == ("1", "false_knock")
    sheet = press_on(table.browser, penalty, "Save: Ann +10")
    assert story(sheet).startswith("Ann gets 10. Bob knocked with too much deadwood.")


def test_where_a_false_knock_costs_nothing_no_penalty_is_offered(sit: Sit) -> None:
    knocked = {"knocker": "1", "outcome": "knock", "deadwood_0": "20", "deadwood_1": "12"}

    assert "false knock?" not in sit("pagat", false_knock=FalseKnock.PLAY_ON).enter(knocked, status=422).text


def test_disputes_about_mistakes_lead_to_the_penalty_within_a_match(table: Table) -> None:
    links = [link["href"] for link in table.browser.get(f"{table.path}/disputes").root.all("a")]

    faults = [href.rpartition("for=")[2] for href in links if "/lines/new" in href]
    assert faults == ["false_knock", "exposed_card", "wrong_number_of_cards"]
    assert "/lines/new" not in table.browser.get("/houses/pagat/disputes").html
