"""Three players, and two against two: start a match; enter, correct and check its hands."""

import pytest

from tests.views.browser import Browser, Page
from tests.views.table import ANN_LAYS, BOB_HOLDS, Table, faults, press_on, totals

NEW = "/matches/new"
NAMES = {"name_0": "Ann", "name_1": "Bob", "name_2": "Cid", "name_3": "Dan"}
FIRST, SECOND = "0", "1"
"""The two who play a hand, on its form."""


def started(browser: Browser, label: str, more: int, **fields: str) -> Table:
    """A match at the table that a button of the first form leads to."""
    form = press_on(browser, browser.get(NEW), label, status=200)
    names = dict(list(NAMES.items())[: 2 + more])
    return Table(browser, browser._send(form, form.form_with({"house"}), names | fields, 303).path)


@pytest.fixture
def three(browser: Browser) -> Table:
    """Ann, Bob and Cid have started; Ann sits out first."""
    return started(browser, "Three players", 1)


@pytest.fixture
def partners(browser: Browser) -> Table:
    """Ann and Cid have started to play against Bob and Dan."""
    return started(browser, "Two against two", 2)


def knock(table: Table, faced: str, left: int, against: int, by: str = FIRST) -> Page:
    """A knock in a hand of these two."""
    counts = {f"deadwood_{by}": str(left), f"deadwood_{1 - int(by)}": str(against)}
    return table.browser.send(at(table, faced), {"knocker": by, "outcome": "knock", **counts})


def at(table: Table, faced: str) -> str:
    """Where a hand of these two is entered."""
    return f"{table.way('deadwood')}&faced={faced}"


def preview_of(table: Table, faced: str, fields: dict[str, str]) -> Page:
    """What a hand of these two would come to."""
    return press_on(table.browser, table.browser.get(at(table, faced)), "Preview", fields, status=200)


def asked(page: Page) -> list[str]:
    """Who could have gone out, as a form asks it."""
    legends = {each.text: each for each in page.root.all("fieldset")}
    label = next(text for text in legends if text.startswith("Who knocked?"))
    return [each.text for each in legends[label].all("label")]


def test_three_names_start_a_match_of_three(three: Table) -> None:
    sheet = three.sheet()

    assert sheet.heading == "Ann, Bob and Cid"
    assert sheet.links["Cards"].endswith("faced=1-2")


def test_partners_sit_across(partners: Table) -> None:
    sheet = partners.sheet()

    assert sheet.heading == "Ann & Cid against Bob & Dan"
    assert {"Ann against Bob", "Cid against Dan"} <= set(sheet.links)


def test_everything_typed_is_kept_while_the_table_changes(browser: Browser) -> None:
    page = browser.get(NEW)
    typed = {"name_0": "Ann", "name_1": "Bob", "house": "modern"}
    for label, more in [("Two against two", NAMES), ("Two players", {}), ("Three players", {})]:
        page = press_on(browser, page, label, typed | more, status=200)
        typed = {}

    kept = page.form_with({"house"}).inputs
    assert {name: kept[name] for name in NAMES} == NAMES
    assert kept["house"] == "modern"
    assert not faults(page)


@pytest.mark.parametrize(
    "names, wrong, says",
    [
        ({"name_2": "ann"}, "name_2", "Another player has the same name."),
        ({"name_1": "Cid"}, "name_2", "Another player has the same name."),
        ({"name_2": "x" * 41}, "name_2", "at most 40 letters"),
    ],
)
def test_a_wrong_third_name_is_said_at_its_place(
    browser: Browser, names: dict[str, str], wrong: str, says: str
) -> None:
    form = press_on(browser, browser.get(NEW), "Three players", status=200)
    page = browser._send(form, form.form_with({"house"}), NAMES | names, 422)

    assert says in faults(page)[wrong]


def test_no_table_but_these_is_sat_at(browser: Browser) -> None:
    """What is no table is the table for two."""
    page = browser.get(NEW)
    sheet = browser._send(page, page.form_with({"house"}), NAMES | {"table": "seven"}, 303)

    assert sheet.heading == "Ann and Bob"


def test_the_form_says_who_plays_and_who_sits_out(three: Table) -> None:
    page = three.browser.get(three.sheet().links["Cards"])

    assert "Bob against Cid. Ann sits out and deals." in page.text
    assert asked(page) == ["Bob", "Cid", "Nobody – dead hand"]


def test_others_may_have_played(three: Table) -> None:
    """Whoever they say played it, what was typed stays."""
    page = three.browser.get(three.way("deadwood"))
    other = press_on(three.browser, page, "Ann against Cid", {"deadwood_0": "7"}, status=200)

    assert "Ann against Cid. Bob sits out and deals." in other.text
    assert asked(other) == ["Ann", "Cid", "Nobody – dead hand"]
    sheet = three.again(other, {"knocker": SECOND, "deadwood_1": "5", "deadwood_0": "30"})
    assert "Cid knocked with 5; Ann had 30." in sheet.text


def test_a_hand_of_three_by_cards(three: Table) -> None:
    """From OpenSpiel's gin_rummy_test.cc: the defender breaks his eights and undercuts."""
    fields = {"knocker": FIRST, "cards_0": ANN_LAYS, "cards_1": BOB_HOLDS}
    sheet = three.browser.send(f"{three.way('cards')}&faced=1-2", fields)

    assert "Cid undercuts, +11." in sheet.text
    hand = three.browser.get(three.hand(1))
    assert hand.text.index("Bob’s cards") < hand.text.index("Cid’s cards")


def test_the_other_way_to_enter_is_for_the_same_two(three: Table) -> None:
    page = three.browser.get(at(three, "0-2"))
    by_cards = press_on(three.browser, page, "Cards", status=200)

    assert "Ann against Cid." in by_cards.text


@pytest.mark.parametrize("faced", ["0-0", "2-1", "0-3", "9-9", "", "0", "0-1-2", "<b>", "٠-٢"])
def test_who_cannot_face_each_other_does_not(three: Table, faced: str) -> None:
    """An address that makes no sense asks for those whose turn it is."""
    page = three.browser.get(at(three, faced))

    assert asked(page) == ["Bob", "Cid", "Nobody – dead hand"]


def test_no_partner_plays_against_his_own(partners: Table) -> None:
    assert asked(partners.browser.get(at(partners, "0-2"))) == ["Ann", "Bob", "Nobody – dead hand"]


def test_two_at_the_table_are_asked_nothing_new(table: Table) -> None:
    page = table.browser.get(at(table, "1-2"))

    assert asked(page) == ["Ann", "Bob", "Nobody – dead hand"]
    assert "Different players?" not in page.text


def test_a_round_is_netted_when_both_hands_are_in(partners: Table) -> None:
    """+12 and −10 make 2 (published)."""
    waiting = knock(partners, "0-1", 8, 20)
    assert "Cid against Dan" in waiting.links
    assert "Ann against Bob" not in waiting.links
    hand = partners.browser.get(partners.hand(1))
    assert "the other pair’s hand, which is still being played" in hand.text

    preview = preview_of(partners, "2-3", {"knocker": SECOND, "deadwood_1": "5", "deadwood_0": "15"})
    assert "Ann & Cid 2, Bob & Dan 0." in preview.text
    partners.again(preview, {})
    assert "This hand is combined with hand 2." in partners.browser.get(partners.hand(1)).text
    assert "This hand is combined with hand 1." in partners.browser.get(partners.hand(2)).text


def test_before_that_the_form_says_what_it_waits_for(partners: Table) -> None:
    preview = preview_of(partners, "0-1", {"knocker": FIRST, "deadwood_0": "8", "deadwood_1": "20"})

    assert "It will be scored together with the other pair’s hand." in preview.text


def test_a_hand_stays_that_of_those_who_played_it(three: Table) -> None:
    """Bob and Cid's form, opened before another phone had saved their hand, is still theirs."""
    form = three.browser.get(three.way("deadwood"))
    assert "Bob against Cid." in form.text
    knock(three, "1-2", 4, 20)

    beside = three.again(form, {"knocker": SECOND, "deadwood_1": "4", "deadwood_0": "20"}, status=409)
    assert "Cid knocked with 4; Bob had 20." in beside.text
    same = three.browser.get(f"{three.way('deadwood')}&faced=1-2")
    right = press_on(three.browser, beside, "This is right")
    assert "Cid knocked with 4; Bob had 20." in right.text
    assert same.path.endswith("faced=1-2")


def test_a_round_that_loses_a_hand_waits_and_no_other_round_changes(partners: Table) -> None:
    """12 + 10, then 30 against 29, then 20: without hand 1 the first round is not written."""
    for faced, by, left, against in [
        ("0-1", FIRST, 8, 20),
        ("2-3", FIRST, 8, 18),
        ("0-1", FIRST, 1, 31),
        ("2-3", SECOND, 1, 30),
    ]:
        knock(partners, faced, left, against, by)
    assert totals(partners.sheet()) == ["23", "0"]

    sheet = partners.browser.press(partners.hand(1), "Remove")
    assert totals(sheet) == ["1", "0"]
    assert "Round 1 Waiting for Ann against Bob." in sheet.text
    again = partners.browser.get(sheet.links["Ann against Bob"])
    assert "Round 1: Ann against Bob." in again.text
    assert totals(partners.again(again, {"knocker": FIRST, "deadwood_0": "8", "deadwood_1": "20"})) == [
        "23",
        "0",
    ]


def test_a_hand_of_another_pair_leaves_the_other_rounds_alone(partners: Table) -> None:
    """Hand 1 was Ann against Dan, so Dan played twice: his second hand is of a later round, and both wait."""
    for faced, left, against in [("0-1", 8, 20), ("2-3", 8, 18), ("0-1", 1, 31), ("2-3", 1, 11)]:
        knock(partners, faced, left, against)
    assert totals(partners.sheet()) == ["62", "0"]

    page = partners.browser.get(partners.hand(1) + "/correct")
    sheet = partners.again(press_on(partners.browser, page, "Ann against Dan", status=200), {})

    assert totals(sheet) == ["40", "0"]
    assert "Round 1 Waiting for Bob against Cid." in sheet.text
    assert "Round 3 Waiting for Ann against Bob." in sheet.text
    assert totals(knock(partners, "1-2", 1, 3, SECOND)) == ["54", "0"]


def test_two_hands_of_a_pair_are_two_rounds_though_both_forms_were_opened_for_the_first(
    partners: Table,
) -> None:
    """Both phones of a pair have the same form open, and theirs were two hands: 20 and 30."""
    form = partners.browser.get(at(partners, "0-1"))
    knock(partners, "0-1", 8, 28)
    beside = partners.again(form, {"knocker": FIRST, "deadwood_0": "8", "deadwood_1": "38"}, status=409)

    sheet = press_on(partners.browser, beside, "Add mine as hand 2 too")
    assert "Round 2 Waiting for Cid against Dan." in sheet.text
    knock(partners, "2-3", 1, 3)
    assert totals(knock(partners, "2-3", 1, 5)) == ["56", "0"]


def test_a_hand_that_comes_back_to_a_round_that_is_played_makes_another(partners: Table) -> None:
    """12 is taken off, 22 noted in its place beside 10, and then the 12 brought back: the 22 waits."""
    knock(partners, "0-1", 8, 20)
    knock(partners, "2-3", 1, 11)
    partners.browser.press(partners.hand(1), "Remove")
    assert totals(knock(partners, "0-1", 8, 30)) == ["32", "0"]

    sheet = partners.browser.press(f"{partners.path}/hands/removed/1", "Bring it back")
    assert totals(sheet) == ["22", "0"]
    assert "Round 2 Waiting for Cid against Dan." in sheet.text
    assert totals(knock(partners, "2-3", 1, 5)) == ["48", "0"]


@pytest.mark.parametrize("nth", ["0", "-1", "99", "x", "9" * 40])
def test_a_round_that_cannot_be_is_the_next(partners: Table, nth: str) -> None:
    page = partners.browser.get(f"{at(partners, '0-1')}&round={nth}")

    assert "Round 1: Ann against Bob." in page.text


def test_a_correction_keeps_who_played_and_can_change_it(three: Table) -> None:
    knock(three, "1-2", 8, 20)
    page = three.browser.get(three.hand(1) + "/correct")
    assert asked(page) == ["Bob", "Cid", "Nobody – dead hand"]
    assert page.inputs["deadwood_0"] == "8"

    other = press_on(three.browser, page, "Ann against Cid", status=200)
    sheet = three.again(other, {})
    assert "Ann knocked with 8; Cid had 20." in sheet.text


def test_the_cards_bear_out_a_hand_of_others(three: Table) -> None:
    three.browser.send(
        at(three, "0-2"), {"knocker": FIRST, "outcome": "knock", "deadwood_0": "10", "deadwood_1": "9"}
    )
    page = three.browser.get(three.hand(1) + "/check")
    assert "Ann against Cid." in page.text

    sheet = three.again(page, {"cards_0": ANN_LAYS, "cards_1": BOB_HOLDS})
    assert "Hand 1 checked" in sheet.text


def test_the_upcard_of_two_hands_at_once_is_asked_with_each(browser: Browser) -> None:
    table = started(browser, "Two against two", 2, house="oklahoma")
    sheet = table.sheet()

    assert "Enter the upcard" not in sheet.links
    assert "Upcard" in browser.get(sheet.links["Ann against Bob"]).text


def test_three_turn_one_up_for_all_to_see(browser: Browser) -> None:
    table = started(browser, "Three players", 1, house="oklahoma")

    assert "Enter the upcard" in table.sheet().links


def test_lists_name_the_sides(browser: Browser, partners: Table) -> None:
    knock(partners, "0-1", 8, 20)
    knock(partners, "2-3", 8, 20)
    text = browser.get("/").text

    assert "Ann & Cid 24" in text
    assert "Bob & Dan 0" in text


def test_the_rules_say_who_ends_the_game_if_several_reach_the_target(three: Table, partners: Table) -> None:
    of_three = three.browser.get(f"{three.path}/rules").text
    of_partners = partners.browser.get(f"{partners.path}/rules").text

    ends = "the one with more points ends the game; if they are level, "
    assert f"If two reach the target together, {ends}you play on." in of_three
    assert f"in the same round, {ends}the side that won the round does, and if neither did" in of_partners


def test_the_rules_of_three_say_who_deals_and_nothing_else_of_it(three: Table, partners: Table) -> None:
    """Pagat has the loser of a hand deal the next; of three the loser sits out, too."""
    of_three = three.browser.get(f"{three.path}/rules").text
    of_partners = partners.browser.get(f"{partners.path}/rules").text

    assert "The loser of a hand sits out the next one and deals it." in of_three
    assert "The loser of a hand deals the next one." not in of_three
    assert "The smaller result is taken from the larger" in of_partners
    assert "The loser of a hand deals the next one." in of_partners
