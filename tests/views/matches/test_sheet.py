"""The sheet: both totals, each hand with its sentences, the bill of a game, and what is kept of it."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask
from jinja2 import StrictUndefined

from models.gin.hand.scoring import Hand
from models.gin.rules.options import Shutout, Stake, Tie
from models.records.checking.audit import audit
from models.records.saving.pipeline import Entry, new_entry_id
from models.records.saving.rule_changes import change_rules
from tests.gin.table import BOB, DEAD, big_gin, gin, knock, won
from tests.gin.test_examples import ALL, Example, hand_paying, played, rules_of
from tests.queries import queries
from tests.records.table import match_at
from tests.views.browser import Browser, Page
from tests.views.table import (
    Sit,
    Table,
    bill,
    hands,
    how_many,
    of_class,
    press_on,
    rows,
    totals,
    typed,
    words,
)
from views.language.asked_languages import without_isolates
from views.web.cache import LruCache


def figures(shown: list[str]) -> list[int]:
    """Totals as numbers."""
    return [int(total.replace("−", "-")) for total in shown]


# A game under way


def test_a_fresh_sheet_says_once_who_deals_and_what(table: Table) -> None:
    sheet = table.sheet()

    assert totals(sheet) == ["0", "0"]
    assert words(sheet, "total__to-go") == words(sheet, "hand-table") == []
    assert words(sheet, "said") == ["Play the hand, then enter it here."]
    assert words(sheet, "badge") == ["deals"]


def test_after_a_hand_both_see_how_far_they_are(table: Table) -> None:
    sheet = table.play(knock(8, 20), gin(17, by=BOB))

    assert totals(sheet) == ["12", "37"]
    assert words(sheet, "total__to-go") == ["88 to go 1 box", "63 to go 1 box"]
    assert rows(sheet) == [
        ["2", "Gin v 17", "12", "+3737"],
        ["1", "Knock 8 v 20", "+1212", "0"],
    ]


def test_the_bar_is_as_long_as_the_way_that_was_gone(table: Table) -> None:
    sheet = table.play(knock(8, 20))

    bars = [next(svg.all("rect"))["width"] for svg in of_class(sheet, "reach")]
    assert bars == ["12", "0"]


def test_a_hand_leads_to_its_own_page(table: Table) -> None:
    table.add(knock(8, 20))

    page = table.browser.get(table.hand(1))

    assert page.heading == "Hand 1"
    assert bill(page) == {"Difference, 20 − 8": ("12",), "Ann scores": ("12",)}


def test_who_can_only_view_reads_so_and_is_told_how_to_keep_score(table: Table, viewer: Browser) -> None:
    keep = "Keep score on this phone"
    seen = viewer.get(table.path)

    assert f"View only · {keep}" in seen.text
    assert "Ask for the other code" in viewer.get(seen.links[keep].partition("#")[0]).text
    assert "View only" not in table.sheet().text


def test_a_sheet_that_a_phone_has_kept_still_leads_to_a_dead_hand(table: Table) -> None:
    """Its bar had a button for it, whose address says that nobody knocked."""
    asked = table.browser.get(f"{table.path}/hands/new?by=deadwood&knocker=none")

    assert asked.inputs["knocker"] == "none"


def test_after_a_correction_the_headline_tells_the_corrected_hand(table: Table, viewer: Browser) -> None:
    table.add(knock(8, 20), gin(17, by=BOB))
    form = table.browser.get(f"{table.hand(1)}/correct?by=deadwood")
    sheet = table.browser._send(form, form.form_with({"save"}), {"deadwood_1": "25", "save": "1"}, 303)

    assert words(sheet, "said") == [
        "Hand 1 corrected Ann knocks, +17. Ann knocked with 8; Bob had 25. 25 − 8 = 17."
    ]
    [headline] = of_class(sheet, "headline")
    assert [link["href"] for link in headline.all("a")] == [table.hand(1)]
    assert words(viewer.get(table.path), "said") == words(sheet, "said")


def test_after_undo_the_headline_says_what_is_gone(table: Table) -> None:
    table.add(knock(8, 20), gin(17, by=BOB))
    sheet = press_on(table.browser, table.sheet(), "Undo")

    assert words(sheet, "headline") == ["Hand 2 undone."]


def test_a_hand_from_another_phone_is_headlined_with_whose_it_is(
    table: Table, another_phone: Callable[[], Browser]
) -> None:
    bobs = another_phone()
    join = next(
        each.text for each in of_class(table.browser.get(f"{table.path}/share/scoring"), "link__address")
    )
    bobs.join(urlsplit(join).path)
    Table(bobs, table.path).add(knock(8, 20))

    assert words(table.sheet(), "said__note") == ["another phone"]
    assert words(bobs.get(table.path), "said__note") == []


def test_the_menu_leads_to_the_judge_by_the_rules_of_the_match(sit: Sit) -> None:
    table = sit("oklahoma")
    judge = table.browser.get(table.sheet().links["Judge"])

    assert judge.heading == "The judge"
    assert "Oklahoma" in judge.text


DEALS = [example for example in ALL if "next_dealer" in example.expected]


@pytest.mark.parametrize("example", DEALS, ids=str)
def test_the_next_dealer_wears_the_badge(sit: Sit, example: Example) -> None:
    result = example.input["hand_result"]
    hand = DEAD if result == "draw" else hand_paying(result["winner"], 12)

    sheet = sit(rules=rules_of(example.rules), dealer="AB".index(example.input["dealer"])).play(hand)

    deals = [each.text for each in of_class(sheet, "total__name") if "deals" in each.text]
    assert deals == [f"{'Ann' if example.expected['next_dealer'][0] == 'A' else 'Bob'} deals"]


def test_zero_sum_shows_every_total_with_its_sign(sit: Sit) -> None:
    sheet = sit("sydney").play(knock(4, 30))

    assert totals(sheet) == ["+41", "−41"]
    assert "30 − 4 = 26. 26 + 15 for the knock = 41. Bob loses 41." in sheet.text
    assert rows(sheet)[0][2:] == ["+41+41", "−41−41"]
    assert words(sheet, "total__to-go") == ["109 to go", "191 to go"]


def test_the_bill_of_a_zero_sum_game_has_signs_too(sit: Sit) -> None:
    table = sit("sydney")
    assert "Ann +105, Bob −105." in table.preview(typed(gin(80))).text

    sheet = table.play(gin(80), gin(30))

    assert totals(sheet) == ["+160", "−160"]
    assert bill(sheet)["Final total"] == ("+160", "−160")


def test_where_a_spade_doubles_the_sheet_says_to_mind_it(sit: Sit) -> None:
    assert "The upcard sets the knock limit, and a spade doubles the hand." in sit("oklahoma").sheet().text


def test_where_ties_are_void_nobody_scores(sit: Sit) -> None:
    table = sit(tie=Tie.VOID)
    assert "Save: nobody scores" in table.preview(typed(knock(7, 7))).text

    sheet = table.play(knock(7, 7))

    assert totals(sheet) == ["0", "0"]
    assert "Tied deadwood: nobody scores. Both had 7 deadwood." in sheet.text


def test_where_ties_are_the_knocker_s_the_hand_is_won_for_nothing(sit: Sit) -> None:
    sheet = sit(tie=Tie.KNOCKER).play(knock(7, 7))

    assert totals(sheet) == ["0", "0"]
    assert "Tied deadwood: Ann wins the hand, for no points." in sheet.text


# The end of a game


GAMES = [
    example
    for example in ALL
    if example.kind == "game_score" and "hands" in example.input and "correction" not in example.input
]


@pytest.mark.parametrize("example", GAMES, ids=str)
def test_a_published_game_ends_on_the_sheet_as_it_was_published(sit: Sit, example: Example) -> None:
    game = played(example.input["hands"], example.rules)

    sheet = sit(rules=game.rules).play(*(scored_hand.hand for scored_hand in game.hands))

    expected = example.expected
    if expected.get("final"):
        assert_ended(sheet, expected)
    elif expected.get("game_over_after_hand"):
        assert figures(totals(sheet)) == expected["running"]
        assert " wins" in words(sheet, "verdict")[0]
    elif "running" in expected and not game.game.over:
        assert figures(totals(sheet)) == expected["running"]
        assert words(sheet, "verdict") == []


def assert_ended(sheet: Page, expected: Mapping[str, Any]) -> None:
    """The bill says the final totals and what is paid."""
    written = bill(sheet)
    assert figures(totals(sheet)) == expected["final"]
    assert figures(list(written["Final total"])) == expected["final"]
    if "difference" in expected:
        paid = [figures for label, figures in written.items() if label.startswith("Difference")]
        amount = str(abs(expected["difference"]))
        assert paid == [(amount, "") if expected["difference"] > 0 else ("", amount)]


SHUTOUTS = {
    "none": ({}, ("270", "0"), ("270", "")),
    "flat": ({"Shutout (schneider)": ("100", "")}, ("370", "0"), ("370", "")),
    "double_hand_points": ({"Shutout (schneider)": ("110", "")}, ("380", "0"), ("380", "")),
    "double_total": ({"Shutout (schneider)": ("270", "")}, ("540", "0"), ("540", "")),
    "double_bonuses": ({"Shutout (schneider)": ("160", "")}, ("430", "0"), ("430", "")),
    "double_difference": ({}, ("270", "0"), ("540", "")),
}
"""The line of each option on the bill, the final totals, and what is paid."""


@pytest.mark.parametrize("option", SHUTOUTS)
def test_the_same_three_hands_pay_what_the_option_for_shutouts_says(sit: Sit, option: str) -> None:
    shutout, final, paid = SHUTOUTS[option]

    sheet = sit(shutout=Shutout(option)).play(*(hand_paying("A", points) for points in (40, 40, 30)))

    difference = "Difference" + (", doubled for the shutout" if option == "double_difference" else "")
    assert bill(sheet) == {
        "Hand points": ("110", "0"),
        "Boxes (line bonus), 20 each: 3–0": ("60", ""),
        "Game bonus": ("100", ""),
        **shutout,
        "Final total": final,
        difference: paid,
    }
    assert words(sheet, "verdict") == [f"Ann wins by {paid[0]}."]


def test_where_there_are_no_bonuses_the_bill_has_no_empty_lines(sit: Sit) -> None:
    sheet = sit("white-knuckle", target=50).play(knock(1, 61))

    assert list(bill(sheet)) == ["Hand points", "Final total", "Difference"]


def test_boxes_that_are_written_at_once_count_toward_the_target(sit: Sit) -> None:
    table = sit("palace")

    assert totals(table.play(knock(1, 81))) == ["90", "0"]
    sheet = table.play(knock(1, 2))

    assert totals(sheet) == ["101", "0"]
    assert words(sheet, "verdict") == ["Ann wins."]
    assert bill(sheet) == {
        "Hand points": ("81", "0"),
        "Boxes (line bonus), 10 each: 2–0": ("20", ""),
        "Final total": ("101", "0"),
        "Difference": ("101", ""),
    }


@pytest.mark.parametrize("double, paid", [(False, 3 * 151), (True, 4 * 151)])
def test_columns_of_a_zero_sum_game_are_not_called_a_difference(sit: Sit, double: bool, paid: int) -> None:
    """121 and 30 close the first column, 30 and 121 the second, 121 and 30 the third: 151 each."""
    stake = Stake.parse("0.10 EUR")
    table = sit("sydney", columns=3, last_column_double=double, stake_per_point=stake)
    sheet = table.play(*map(won, (121, 30, 121, 30)))

    assert totals(sheet) == [f"+{paid}", f"−{paid}"]
    assert f"Ann wins. Ann +{paid}, Bob −{paid}." in sheet.text
    assert bill(sheet)["What is paid"] == (str(paid), "")
    assert f"Bob pays Ann €{paid / 10:.2f}." in sheet.text
    assert "ifference" not in sheet.text


# After the end


def test_another_game_is_offered_once_one_is_over(sit: Sit) -> None:
    table = sit(target=50)
    assert "Enter hand 2" not in table.play(knock(1, 61)).text

    again = table.browser.press(table.path, "Rematch")

    assert again.path != table.path
    assert again.heading == "Ann and Bob"
    assert totals(again) == ["0", "0"]
    assert "Standard, to 50" in again.text
    assert "Bob deals" in again.text  # the loser of the last hand


def test_rematches_show_how_many_matches_each_has_won(sit: Sit) -> None:
    table = sit(target=50)
    for winner, said in ((0, []), (BOB, ["Matches won: Ann 1, Bob 1"]), (BOB, ["Matches won: Ann 1, Bob 2"])):
        over = table.play(knock(1, 61, by=winner))
        assert words(over, "facts") == said
        table = Table(table.browser, press_on(table.browser, over, "Rematch").path)

    assert words(table.sheet(), "facts") == ["Matches won: Ann 1, Bob 2"]
    assert words(table.browser.get("/"), "line") == ["Ann and Bob Ann 1, Bob 2"]


def test_a_match_of_several_games_goes_on_with_the_next(sit: Sit) -> None:
    table = sit("tournament", target=50, games_to_win=2)
    first = table.play(knock(1, 61))

    assert words(first, "verdict") == ["Ann wins game 1."]
    assert "Game 1 Games: Ann 1, Bob 0" in first.text
    assert "Next game: hand 2" in first.links

    second = table.play(knock(1, 21, by=BOB))

    assert totals(second) == ["0", "20"]
    assert "Game 2 Games: Ann 1, Bob 0" in second.text
    assert "Game 1 Ann 60, Bob 0." in second.text
    assert how_many(second) == 2


def test_between_two_games_the_sheet_still_says_who_deals(sit: Sit) -> None:
    table = sit("tournament", target=50, games_to_win=2, dealer=1)

    sheet = table.play(knock(1, 61))

    assert [each.text for each in of_class(sheet, "total__name")] == ["Ann deals", "Bob"]


# Hollywood


def test_the_club_s_columns_say_how_far_each_is(sit: Sit) -> None:
    sheet = sit("rummytalk").play(knock(8, 20, upcard="9H"), knock(5, 15, by=BOB, upcard="9D"))

    assert words(sheet, "columns__state") == ["238 to go", "250 to go", "250 to go"]
    assert words(sheet, "total__to-go") == ["Column 1: 238 to go", "Column 1: 240 to go"]
    assert rows(sheet)[1] == ["1", "Knock 8 v 20", "+12in 1", ""]
    bars = [(svg["viewbox"], next(svg.all("rect"))["width"]) for svg in of_class(sheet, "reach")]
    assert bars == [("0 0 250 1", "12"), ("0 0 250 1", "10")]


def test_how_columns_stand_is_above_the_hands_and_the_columns_below_them_until_the_end(sit: Sit) -> None:
    table = sit(columns=3, target=40, box_bonus=0, game_bonus=0)
    sheet = table.play(knock(1, 31), knock(1, 21, by=BOB), knock(1, 21))
    assert rows(sheet, "standing") == [["Ann", "50", "20", "0"], ["Bob", "20", "0", "0"]]
    closed = [head["class"] for head in of_class(sheet, "standing")[0].all("th") if head["scope"] == "col"]
    assert closed == ["closed", "", ""]
    assert tables(sheet)[:3] == ["standing", "hand-table", "columns"]

    over = table.play(knock(1, 41), knock(1, 41))
    assert tables(over)[:3] == ["columns", "bill", "hand-table"]


def tables(page: Page) -> list[str]:
    """The first class of each table of a page."""
    return [each["class"].split()[0] for each in page.root.all("table")]


def test_the_bar_of_several_columns_is_that_of_the_nearest(sit: Sit) -> None:
    sheet = sit(columns=3).play(knock(1, 41), knock(1, 31))

    assert words(sheet, "total__to-go") == ["Column 1: 30 to go", "Column 1: 100 to go"]
    assert [next(svg.all("rect"))["width"] for svg in of_class(sheet, "reach")] == ["70", "0"]


def test_an_open_last_column_counts_double_already(sit: Sit) -> None:
    """Three wins of ten: 30, 20 and twice 10."""
    sheet = sit(columns=3, last_column_double=True, box_bonus=0).play(*[knock(1, 11)] * 3)

    assert totals(sheet) == ["+70", "−70"]
    assert words(sheet, "facts") == ["Total of all columns so far"]
    assert bill(sheet) == {
        "Column 1 · still open": ("30", ""),
        "Column 2 · still open": ("20", ""),
        "Column 3 · still open · ×2": ("20", ""),
        "As it stands": ("70", ""),
    }


def test_columns_say_what_each_of_them_counts_and_needs(sit: Sit) -> None:
    """Three columns to 100, 125 and 150: Ann has 30, 20 and 10, the last of which counts three times."""
    rules = {"columns": 3, "column_multipliers": (1, 1, 3), "column_targets": (100, 125, 150)}
    sheet = sit(**rules, box_bonus=0).play(*[knock(1, 11)] * 3)

    assert words(sheet, "columns__state") == ["70 to go", "105 to go", "140 to go"]
    assert words(sheet, "total__to-go") == ["Column 1: 70 to go", "Column 1: 100 to go"]
    assert bill(sheet) == {
        "Column 1 · still open": ("30", ""),
        "Column 2 · still open": ("20", ""),
        "Column 3 · still open · ×3": ("30", ""),
        "As it stands": ("80", ""),
    }


def test_the_bill_says_what_a_shutout_in_every_column_adds(sit: Sit) -> None:
    """Two columns of 97 and game bonuses of 100 and 200 are 197 and 297; then as much again, and 300."""
    sheet = sit(
        columns=2,
        target=97,
        box_bonus=0,
        shutout=Shutout.NONE,
        column_bonuses=(100, 200),
        all_columns_shutout_times=2,
        all_columns_shutout_bonus=300,
    ).play(knock(1, 98), knock(1, 98))

    assert bill(sheet) == {
        "Column 1": ("197", ""),
        "Column 2": ("297", ""),
        "Shutout in every column: all are paid ×2": ("494", ""),
        "Bonus for a shutout in every column": ("300", ""),
        "Difference": ("1288", ""),
    }
    assert totals(sheet) == ["+1288", "−1288"]


def test_nobody_is_shut_out_of_a_column_that_nobody_wrote_in(sit: Sit) -> None:
    """One hand ends the game: Ann takes the first column, and the others stay blank."""
    sheet = sit(columns=3, max_hands=1).play(knock(1, 11))

    assert words(sheet, "columns__state") == ["closed by Ann", "closed", "closed"]
    assert rows(sheet, "columns")[1] == ["10", "shut out", "", "", "", ""]


def test_columns_that_are_level_put_nobody_ahead(sit: Sit) -> None:
    sheet = sit(columns=2, box_bonus=0).play(knock(1, 11), knock(1, 11, by=BOB))

    assert totals(sheet) == ["0", "0"]
    assert bill(sheet)["As it stands"] == ("0", "")


STANDINGS: list[tuple[dict[str, Any], tuple[Hand, ...]]] = [
    ({}, ()),
    ({}, (knock(8, 20), gin(17, by=BOB), DEAD)),
    ({"target": 50}, (knock(1, 61),)),
    ({"columns": 3, "target": 50}, (knock(1, 61), knock(1, 31))),
    ({"games_to_win": 2, "target": 50}, (knock(1, 61), knock(8, 20))),
]
"""Nothing played, an evening, a game that is over, columns, and the second of several games."""


@pytest.mark.own_app
def test_the_sheet_asks_for_nothing_that_it_is_not_given(app: Flask, sit: Sit) -> None:
    """A name that is misspelt in its template would stand there as nothing."""
    app.jinja_env.undefined = StrictUndefined
    for rules, on_sheet in STANDINGS:
        table = sit(**rules)
        table.add(*on_sheet)

        for path in (table.path, f"{table.path}/table"):
            assert table.browser.get(path).heading == "Ann and Bob"


# Long sheets, long names, odd names


def test_forty_hands_all_stand_on_the_sheet(sit: Sit) -> None:
    table = sit(target=10_000)

    sheet = table.play(*[knock(8, 20), gin(17, by=BOB)] * 20)

    assert list(hands(sheet)) == list(range(40, 0, -1))
    assert totals(sheet) == ["240", "740"]


ODD = [
    ("<b>Ann</b>", "</title><script>"),
    ("100%", "50% %s %(name)s %d"),
    ('"A" \'n', "&amp; & &lt;"),
    ("W" * 40, "نرگس"),
    ("{{ 7 * 7 }}", "A♥"),
]


@pytest.mark.parametrize("names", ODD, ids=[repr(pair[0]) for pair in ODD])
def test_whatever_they_are_called_every_page_says_their_names(sit: Sit, names: tuple[str, str]) -> None:
    table = sit("sydney", names=names, max_hands=4)
    table.add(knock(8, 20), gin(17, by=BOB), DEAD)
    sheet = table.sheet()
    pages = [table.sheet(), table.browser.get(f"{table.path}/history"), table.browser.get("/")]
    pages += [table.browser.get(url) for url in hands(sheet).values()]
    pages += [table.browser.get(f"{table.path}/hands/new?by={by}") for by in ("cards", "deadwood")]
    pages += [table.preview(typed(knock(8, 20))), table.enter(typed(knock(11, 20)), status=422)]
    pages += [table.play(big_gin(20))]

    said = [
        " ".join(names_seen.split()).replace("\ufe0e", "") for names_seen in (page.text for page in pages)
    ]
    assert without_isolates(sheet.heading) == f"{names[0]} and {names[1]}"
    assert all(name in text for text in said[:3] for name in names)
    assert f"{names[0]} can’t knock: 11 deadwood (limit 10)." in said[-2]


def test_a_winner_by_name_is_named(sit: Sit) -> None:
    sheet = sit(target=10, names=("50%", "%(name)s")).play(knock(1, 61, by=BOB))

    assert words(sheet, "verdict") == ["%(name)s wins by 280."]


def test_what_was_not_asked_for_longest_goes_first() -> None:
    cache, made = LruCache[int](2), list[str]()

    for key in ("a", "b", "a", "c", "a", "b"):
        cache.get(key, lambda key=key: made.append(key) or 1)

    assert made == ["a", "b", "c", "b"]


def test_the_next_phone_does_not_ask_for_the_hands_again(app: Flask, table: Table, viewer: Browser) -> None:
    table.play(knock(8, 20))
    with app.app_context(), queries() as asked:
        page = viewer.get(table.path)

    assert len(asked) == 2
    assert totals(page) == ["12", "0"]


def test_a_player_does_not_ask_for_the_hands_again_either(app: Flask, table: Table, viewer: Browser) -> None:
    table.play(knock(8, 20))
    viewer.get(table.path)
    with app.app_context(), queries() as asked:
        page = table.sheet()

    assert len(asked) == 2
    assert totals(page) == ["12", "0"]
    assert "Penalty or adjustment" in page.text
    assert "Penalty or adjustment" not in viewer.get(table.path).text


def test_every_change_is_seen_by_all(table: Table, viewer: Browser) -> None:
    table.play(knock(8, 20))
    assert totals(viewer.get(table.path)) == ["12", "0"]
    table.play(knock(5, 25))
    assert totals(viewer.get(table.path)) == ["32", "0"]
    press_on(table.browser, table.sheet(), "Undo")
    page = viewer.get(table.path)

    assert totals(page) == ["12", "0"]
    assert len(rows(page)) == 1


def test_a_newer_version_replaces_the_one_before() -> None:
    cache, values = LruCache[str](2), list[str]()

    for key, version in (("a", 1), ("b", 1), ("a", 1), ("a", 2), ("a", 2), ("b", 1)):
        cache.get(key, lambda made=f"{key}{version}": values.append(made) or made, version)  # type: ignore[func-returns-value]

    assert values == ["a1", "b1", "a2"]


PAPER = "Date,Ann,Bob\n2021-01-05,25,\n2021-01-05,,31\n2021-01-05,,20\n2021-01-05,12,\n"
ENDED = "The match ended here, after its last line."


@pytest.fixture
def imported(browser: Browser) -> Table:
    """A match from paper, on the phone that imported it."""
    page = browser.get("/import")
    page = browser._send(page, page.form_with({"text"}), {"text": PAPER}, 200)
    sheet = browser._send(page, page.form_with({"rows", "text"}), {"import": "1"}, 303)
    return Table(browser, sheet.path)


def is_over(app: Flask, table: Table) -> bool:
    """Whether lists show it as over."""
    with app.app_context():
        match = match_at(table.path)
        assert match.sheet.match.over == match.snapshot.match_over
        return match.snapshot.match_over


def test_it_is_over_and_the_higher_total_has_won(app: Flask, imported: Table) -> None:
    sheet = imported.sheet()

    assert ENDED in sheet.text
    assert "Bob wins by 14." in sheet.text
    assert totals(sheet) == ["37", "51"]
    assert is_over(app, imported)


def test_a_drawn_match_of_totals_alone_does_not_ask_to_deal(browser: Browser) -> None:
    """All lines of the match are adjustments, so no hand is on the sheet."""
    page = browser.get("/import")
    form = page.form_with({"text"})
    page = browser._send(page, form, {"text": "Date,Ann,Bob\n2021-01-19,60,60\n2021-01-20,70,40\n"}, 200)
    assert "Drawn. Ann 60, Bob 60" in page.text
    page = browser._send(page, page.form_with({"rows", "text"}), {"import": "1"}, 303)
    [drawn] = [each["href"] for each in page.root.all("a") if "drawn" in each.text]
    sheet = browser.get(str(drawn))

    assert ENDED in sheet.text
    assert "deals" not in sheet.text
    assert "Play the hand" not in sheet.text
    assert "Ann deals" in press_on(browser, sheet, "Go on").text


def test_it_can_go_on_and_that_can_be_undone(app: Flask, imported: Table) -> None:
    going_on = press_on(imported.browser, imported.sheet(), "Go on")

    assert ENDED not in going_on.text
    assert "Numbers" in going_on.links
    assert "Match goes on" in going_on.text
    assert not is_over(app, imported)

    again = press_on(imported.browser, going_on, "Undo")

    assert ENDED in again.text
    assert "Match ended after its last line" in again.text
    assert is_over(app, imported)


def test_the_history_says_that_it_ended_and_goes_on(imported: Table) -> None:
    press_on(imported.browser, imported.sheet(), "Go on")
    history = imported.browser.get(f"{imported.path}/history")

    assert "Match goes on" in history.text
    assert "Match ended after its last line" in history.text


def test_two_phones_that_let_it_go_on_do_it_once(app: Flask, imported: Table) -> None:
    form = next(form for form in imported.sheet().forms if "/go-on" in form.element["action"])
    token = imported.sheet().inputs["csrf_token"]
    for _phone in range(2):
        answer = imported.browser.client.post(form.element["action"], data={"csrf_token": token})
        assert answer.status_code == 303

    with app.app_context():
        assert match_at(imported.path).version == 5


def test_a_viewer_reads_it_but_has_no_button(imported: Table, viewer: Browser) -> None:
    sheet = viewer.get(imported.path)

    assert ENDED in sheet.text
    assert "Go on" not in sheet.text


def test_who_changes_the_rules_does_not_let_it_go_on(app: Flask, imported: Table) -> None:
    with app.app_context():
        match = match_at(imported.path)
        agreed = replace(match.agreement, rules=match.rules.but(target=150))
        change_rules(match, agreed, Entry(new_entry_id(), match.version, imported.browser.device))

    assert is_over(app, imported)


def test_the_audit_and_an_export_agree(app: Flask, imported: Table) -> None:
    written = imported.browser.client.get(f"{imported.path}/match.json").text
    press_on(imported.browser, imported.sheet(), "Go on")

    assert '"ends_after_last": true' in written
    assert "ends_after_last" not in imported.browser.client.get(f"{imported.path}/match.json").text
    with app.app_context():
        assert [proof.doubts for proof in audit()] == [()]


def test_the_same_paper_twice_adds_nothing(app: Flask, imported: Table, browser: Browser) -> None:
    """Also if the match goes on by now."""
    press_on(imported.browser, imported.sheet(), "Go on")
    page = browser.get("/import")
    page = browser._send(page, page.form_with({"text"}), {"text": PAPER}, 200)

    assert "This match is here already" in page.text


def test_a_rematch_has_not_ended(imported: Table) -> None:
    again = press_on(imported.browser, imported.sheet(), "Rematch")

    assert ENDED not in again.text
