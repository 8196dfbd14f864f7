"""Changing the rules and the stakes of a match after a preview of its sheet: never unseen, never twice."""

from decimal import Decimal
from pathlib import Path

import pytest
from flask import Flask

from models.gin.rules.options import Stake
from models.gin.rules.presets import PRESETS
from models.gin.rules.seating import Table as Seating
from models.gin.sheet.extra_lines import Adjustment
from tests.gin.table import BOB, gin, knock
from tests.views.browser import Browser, Page
from tests.views.rules.test_custom_rules import MAKE, edited, keep, kept
from tests.views.rules.test_custom_rules import preview as preview_rules
from tests.views.speaking import add_catalogues
from tests.views.table import Sit, Table, faults, of_class, press_on, totals, words

NOW = "Use these rules"


@pytest.fixture
def played(table: Table) -> Table:
    """Ann has 40 and Bob 32, by Pagat."""
    table.add(knock(5, 45))
    table.add(gin(12, by=BOB))
    return table


def opened(table: Table, query: str = "") -> Page:
    """The page on which the rules are changed."""
    return table.browser.get(f"{table.path}/rules/change{query}")


def preview(table: Table, fields: dict[str, str]) -> Page:
    """Changes fields and looks at what they do."""
    return press_on(table.browser, opened(table), "Preview", fields, status=200)


def write(table: Table, page: Page, status: int = 303, **fields: str) -> Page:
    """Presses the main button."""
    return press_on(table.browser, page, NOW, fields, status)


def test_a_scorer_is_led_there_from_the_rules(played: Table, viewer: Browser) -> None:
    rules = f"{played.path}/rules"

    assert played.browser.get(rules).links["Change these rules"] == f"{rules}/change"
    assert "Change these rules" not in viewer.get(rules).links
    assert viewer.client.get(f"{rules}/change").status_code == 403


def test_before_and_after_stand_beside_each_other(played: Table) -> None:
    page = preview(played, {"gin_bonus": "30"})

    assert words(page, "compared__before") == ["was Ann 40 Bob 32 Hands 1 to 2. Still open."]
    assert words(page, "compared__after") == ["now Ann 40 Bob 42 Hands 1 to 2. Still open."]
    assert totals(played.sheet()) == ["40", "32"]


def test_it_stands_in_the_history_and_is_undone(played: Table) -> None:
    sheet = write(played, preview(played, {"gin_bonus": "30"}))
    history = played.browser.get(f"{played.path}/history").text

    assert "Rules changed" in history
    undone = press_on(played.browser, sheet, "Undo")
    assert totals(undone) == ["40", "32"]
    assert "Change of rules undone" in undone.text


def test_what_was_not_seen_is_not_written(played: Table) -> None:
    seen = preview(played, {"gin_bonus": "30"})
    page = write(played, seen, status=200, gin_bonus="50")

    assert words(page, "compared__after") == ["now Ann 40 Bob 62 Hands 1 to 2. Still open."]
    assert totals(played.sheet()) == ["40", "32"]
    assert totals(write(played, page)) == ["40", "62"]


def test_a_game_is_over_by_a_lower_target(played: Table) -> None:
    page = preview(played, {"target": "40"})

    assert words(page, "badge") == ["now over"]
    assert "The match: before: goes on now: over, and Ann won" in page.text
    assert "Hand 2 was played after the end" in page.text


def test_columns_that_would_be_closed_are_counted(played: Table) -> None:
    """Ann's 40 close the first of three to 35; Bob, shut out of it, begins in the second.

    40 + 100 for the game + 20 for the box + 100 for the shutout = 260, less Bob's 32 in the second: 228.
    """
    page = preview(played, {"columns": "3", "target": "35"})

    assert words(page, "compared__after") == [
        "now Ann +228 Bob −228 Hands 1 to 2. 1 of 3 columns is closed. Still open."
    ]


def test_a_game_is_open_again_by_a_higher_one(table: Table) -> None:
    table.add(gin(90))
    page = preview(table, {"target": "150"})

    assert words(page, "badge") == ["no longer over"]
    assert "The match: before: over, and Ann won now: goes on" in page.text


def test_a_hand_that_could_not_have_been_played_so_is_named(played: Table) -> None:
    seen = preview(played, {"gin_bonus": "30"})
    page = write(played, seen, status=422, knock_limit="4")
    [notice] = [each for each in of_class(page, "notice") if "new rules would not allow" in each.text]
    [link] = list(notice.all("a"))

    assert "Hand 1. Ann can’t knock: 5 deadwood (limit 4)." in notice.text
    assert link["href"].endswith("/correct")
    assert page.inputs["gin_bonus"] == "30"
    assert played.browser.get(link["href"]).heading == "Correct hand 1"


def test_a_line_that_would_take_a_total_too_far_is_named(sit: Sit) -> None:
    """9,999,980 and 12 points, and a box of 20 if it counts at once."""
    table = sit(target=9_999_999)
    table.add(Adjustment(0, 9_999_980), knock(8, 20))
    notices = of_class(preview(table, {"box_timing": "immediate"}), "notice")
    [notice] = [each for each in notices if "would not allow" in each.text]

    assert "Hand 1. A total can’t have more than seven digits." in notice.text


def test_an_upcard_that_new_rules_ask_for_is_given_where_the_hand_is_corrected(table: Table) -> None:
    """Two hands were played without an upcard; they were an eight of clubs and a nine of spades."""
    table.add(knock(8, 20), knock(2, 12))
    fields = {"oklahoma": "true", "spade_double": "true"}
    for upcard in ("8C", "9S"):
        notices = of_class(preview(table, fields), "notice")
        [notice] = [each for each in notices if "would not allow" in each.text]
        assert "What card was turned up? These rules depend on it." in notice.text
        page = table.browser.get(next(notice.all("a"))["href"])
        table.again(page, {"upcard": upcard})

    assert totals(write(table, preview(table, fields))) == ["32", "0"]


def test_a_correction_keeps_the_upcard_where_the_rules_no_longer_go_by_it(sit: Sit) -> None:
    """A spade doubled twelve. While spades double nothing it becomes twenty; then they double again."""
    table = sit(spade_double=True)
    table.add(knock(8, 20, upcard="9S"))
    write(table, preview(table, {"spade_double": "false"}))
    table.browser.send(f"{table.hand(1)}/correct", {"deadwood_1": "28"})

    assert totals(table.sheet()) == ["20", "0"]
    assert totals(write(table, preview(table, {"spade_double": "true"}))) == ["40", "0"]


@pytest.mark.parametrize("field, typed", [("target", "0"), ("box_bonus", "many"), ("stake_per_point", "x")])
def test_what_no_rule_can_be_is_said_at_its_place(played: Table, field: str, typed: str) -> None:
    page = write(played, preview(played, {"gin_bonus": "30"}), status=422, **{field: typed})

    assert page.inputs[field] == typed
    assert page.inputs["gin_bonus"] == "30"
    assert totals(played.sheet()) == ["40", "32"]


def test_what_is_wrong_and_what_came_in_between_is_read_before_anything_else(played: Table) -> None:
    page = preview(played, {"gin_bonus": "30"})
    played.add(knock(2, 12))
    stale = write(played, page, status=409)
    wrong = write(played, stale, status=422, target="0", name="x" * 41)

    said = (
        "Someone else changed the sheet",
        "Hand 3 added",
        "What changes on the sheet",
        "Knocking and melds",
    )
    assert in_order(stale, *said)
    assert in_order(wrong, "Please check 2 fields", "Name of these rules", "What changes on the sheet")
    assert wrong.text.count("A name can be at most 40 letters long.") == 1
    assert wrong.inputs["name"] == "x" * 41


def test_whoever_has_changed_something_sees_first_what_that_does(played: Table) -> None:
    assert in_order(opened(played), "Knocking and melds", "What changes on the sheet")
    assert in_order(preview(played, {"gin_bonus": "30"}), "What changes on the sheet", "Knocking and melds")


def in_order(page: Page, *said: str) -> bool:
    """Whether a page says this in this order."""
    places = [page.text.find(each) for each in said]
    return -1 not in places and places == sorted(places)


def test_changed_rules_can_have_a_name(played: Table) -> None:
    assert opened(played).inputs["name"] == ""
    sheet = write(played, preview(played, {"gin_bonus": "30", "name": "Our  kitchen"}))

    assert "Our kitchen, to 100" in sheet.text
    assert opened(played).inputs["name"] == "Our kitchen"
    assert "House rules" in write(played, preview(played, {"name": ""})).text


def test_what_is_owed_is_compared_too(played: Table) -> None:
    page = preview(played, {"stake_per_point": "0.10 EUR"})

    assert (
        "No game changes. Money: before: nothing now: If you stopped now, Bob would pay Ann €0.80."
        in page.text
    )


def test_all_stakes_can_be_paid_in_another_currency(played: Table) -> None:
    euros = {"stake_per_point": "0.10 EUR", "stake_per_game": "1 EUR"}
    write(played, preview(played, euros))
    page = preview(played, {name: stake.replace("EUR", "USD") for name, stake in euros.items()})

    assert "Bob would pay Ann €0.80." in page.text
    assert "Bob would pay Ann $0.80." in page.text


def test_of_several_games_it_is_said_how_many_come_out_otherwise(table: Table) -> None:
    write(table, opened(table, "?from=tournament"))
    table.add(knock(2, 92), knock(2, 92), knock(2, 92), gin(20))
    page = preview(table, {"gin_bonus": "30"})

    assert "1 of 2 games changes." in page.text
    both = preview(table, {"gin_bonus": "30", "game_bonus": "150"})
    assert "Both games change." in both.text
    assert len(of_class(page, "compared")) == 1


def test_a_match_is_decided_when_points_are_to_decide_it(sit: Sit) -> None:
    """40 and 70, each with 220 for the game, its box and the shutout."""
    table = sit(target=40, games_to_win=3)
    table.add(knock(5, 45), knock(5, 75, by=1))
    page = preview(table, {"match_by": "points", "games_in_match": "2"})

    assert "The match: before: goes on now: over, and Bob won" in page.text
    assert "No game changes." not in words(page, "compared__after")
    assert "Bob wins the match. Points of all games: Ann 260, Bob 290. Bob wins game 2 by " in page.text


def test_partners_are_compared_as_a_side(sit: Sit) -> None:
    """Ann and Bob are a hand ahead: their second, noted before Cid's against Dan, waits and stands last."""
    table = sit(names=("Ann", "Bob", "Cid", "Dan"), table=Seating.PARTNERSHIP)
    table.add(gin(12), gin(40), gin(9).played_by((2, 3)))
    page = preview(table, {"gin_bonus": "30"})

    # 12 + 20 + 9 + 20, and ten more for each gin.
    assert words(page, "compared__before") == ["was Ann & Cid 61 Bob & Dan 0 Hands 1 to 3. Still open."]
    assert words(page, "compared__after") == ["now Ann & Cid 81 Bob & Dan 0 Hands 1 to 3. Still open."]


def test_a_sheet_that_went_on_is_shown_first(played: Table) -> None:
    page = preview(played, {"gin_bonus": "30"})
    played.add(knock(2, 12))
    again = write(played, page, status=409)

    assert "Hand 3 added" in again.text
    assert words(again, "compared__after") == ["now Ann 50 Bob 42 Hands 1 to 3. Still open."]
    assert totals(played.sheet()) == ["50", "32"]
    assert totals(write(played, again)) == ["50", "42"]


def test_what_another_phone_has_changed_meanwhile_is_not_undone(played: Table) -> None:
    """Ann sets the target to 60 while Bob's form, which still says 100, changes what gin pays."""
    bobs = preview(played, {"gin_bonus": "30"})
    write(played, preview(played, {"target": "60"}))
    again = write(played, bobs, status=409)

    assert (again.inputs["target"], again.inputs["gin_bonus"]) == ("60", "30")
    assert "Rules changed" in again.text
    rules = played.browser.get(write(played, again).path + "/rules").text
    assert "A game ends when a player reaches 60." in rules
    assert "Gin scores 30" in rules


def test_all_rules_of_a_preset_can_be_taken_over(played: Table) -> None:
    page = opened(played, "?from=modern")
    sheet = write(played, page)

    assert "All 25, to 100" in sheet.text
    assert totals(sheet) == ["40", "37"]


def test_a_match_can_take_over_saved_rules(played: Table) -> None:
    making = played.browser.get("/houses/own/change?from=pagat")
    press_on(played.browser, making, "Save these rules", {"name": "Our kitchen", "gin_bonus": "35"})
    page = played.browser.get(opened(played).links["Our kitchen"])
    sheet = write(played, page)

    assert "Our kitchen, to 100" in sheet.text
    assert totals(sheet) == ["40", "47"]


def test_rules_of_a_removed_preset_can_be_changed(sit: Sit) -> None:
    table = sit("casino", rules=PRESETS["sydney"], called="Old times")
    sheet = write(table, preview(table, {"gin_bonus": "30"}))

    assert "Old times, to 150" in sheet.text
    assert "Gin scores 30" in table.browser.get(f"{table.path}/rules").text


def test_a_usual_value_is_taken_without_scripts(played: Table) -> None:
    page = opened(played)
    tapped = played.browser._send(page, page.form_with({"gin_bonus"}), {"set": "gin_bonus=25"}, 200)

    assert tapped.inputs["gin_bonus"] == "25"
    assert totals(write(played, tapped)) == ["40", "37"]


def test_scripts_are_sent_only_what_changes(played: Table) -> None:
    page = opened(played)
    fields = page.form_with({"gin_bonus"}).inputs | {"gin_bonus": "30", "preview": "1"}
    answer = played.browser.client.post(page.path, data=fields, headers={"X-Part": "house"})

    assert answer.status_code == 200
    assert 'id="save"' in answer.text
    assert 'id="worked"' in answer.text
    assert "<html" not in answer.text


TWO_READINGS = [
    ("stake_per_point", "1,000 EUR", "“1,000 EUR” could mean two amounts: type 1000 EUR or 1 EUR."),
    ("stake_per_point", "1.000 eur", "“1.000 eur” could mean two amounts: type 1000 EUR or 1 EUR."),
    ("stake_per_game", "$12,500", "“$12,500” could mean two amounts: type 12500 USD or 12.5 USD."),
    ("stake_per_box", "10,000 IDR", "“10,000 IDR” could mean two amounts: type 10000 IDR or 10 IDR."),
    # 1.125 again would be asked about again.
    ("stake_per_point", "1.125 EUR", "“1.125 EUR” could mean two amounts: type 1125 EUR or 1.1250 EUR."),
    ("stake_rounding", "1,000", "“1,000” could mean two amounts: type 1000 or 1."),
]


@pytest.mark.parametrize("field, written, said", TWO_READINGS, ids=[row[1] for row in TWO_READINGS])
def test_an_amount_that_can_be_read_in_two_ways_is_asked_about(
    app: Flask, field: str, written: str, said: str
) -> None:
    form = edited(app, **{field: written})

    assert form.errors == {field: said}
    assert form.shown[field] == written


def test_both_readings_are_at_the_field_and_nothing_is_saved(app: Flask, ann: Browser) -> None:
    page = keep(ann, status=422, stake_per_point="1,000 EUR")

    assert faults(page) == {"stake_per_point": TWO_READINGS[0][2]}
    assert page.inputs["stake_per_point"] == "1,000 EUR"
    assert kept(app) == {}


@pytest.mark.parametrize(
    "written, meant",
    [
        ("0.10 EUR", "0.1 EUR"),
        ("0.10eur", "0.1 EUR"),
        ("0,10 EUR", "0.1 EUR"),
        ("€0.10", "0.1 EUR"),
        ("0.10€", "0.1 EUR"),
        ("EUR 0.10", "0.1 EUR"),
        ("1,000.00 EUR", "1000 EUR"),
        ("1.000,00 EUR", "1000 EUR"),
        ("1 000 EUR", "1000 EUR"),
        ("1\u202f000,50 EUR", "1000.5 EUR"),
        ("1'000 CHF", "1000 CHF"),
        ("EUR 12,345.67", "12345.67 EUR"),
        ("1,000 JPY", "1000 JPY"),
        ("¥1.000", "1000 JPY"),
        ("1.5 JPY", "1.5 JPY"),
        ("0,005 EUR", "0.005 EUR"),
        ("0.125 EUR", "0.125 EUR"),
        ("1.1250 EUR", "1.125 EUR"),
        ("12,50 EUR", "12.5 EUR"),
        ("1000,125 EUR", "1000.125 EUR"),
    ],
)
def test_an_amount_that_can_be_read_in_one_way_is_taken(app: Flask, written: str, meant: str) -> None:
    stake = edited(app, stake_per_point=written).rules.stake_per_point

    assert stake is not None
    assert f"{stake.amount.normalize():f} {stake.currency}" == meant


@pytest.mark.parametrize(
    "stake, written, meant",
    [
        # There are no hundredths of a yen.
        ("100 JPY", "1,000", "1000"),
        ("0.10 EUR", "0,05", "0.05"),
        ("0.10 EUR", "€0.05", "0.05"),
        ("0.10 EUR", "0.5 eur", "0.5"),
    ],
)
def test_what_is_rounded_to_is_read_as_the_stakes_are(
    app: Flask, stake: str, written: str, meant: str
) -> None:
    form = edited(app, stake_per_point=stake, stake_rounding=written)

    assert form.rules.stake_rounding == Decimal(meant)


def test_nothing_is_rounded_to_another_currency(app: Flask) -> None:
    form = edited(app, stake_per_point="0.10 EUR", stake_rounding="$0.05")

    assert form.errors == {"stake_rounding": "Enter an amount, for example 0.05, or leave it blank."}


@pytest.mark.parametrize(
    "written", ["1,00,000 EUR", "1,000,000 EUR", "0,125.5 EUR", "1 00 EUR", "€1 EUR", "-1 EUR"]
)
def test_what_is_no_amount_is_refused(app: Flask, written: str) -> None:
    assert edited(app, stake_per_point=written).errors == {
        "stake_per_point": "Enter an amount and a currency, for example 0.10 EUR or 5 USD, or leave it blank."
    }


def test_three_decimals_from_a_link_can_be_kept(app: Flask, ann: Browser) -> None:
    path = "/houses/own/change?from=pagat&stake_per_point=7.125+EUR&stake_rounding=1.005"

    assert ann.get(path).inputs["stake_per_point"] == "7.1250 EUR"
    keep(ann, path)

    rules = kept(app)["Our kitchen"]
    assert rules.stake_per_point == Stake(Decimal("7.125"), "EUR")
    assert rules.stake_rounding == Decimal("1.005")


@pytest.mark.parametrize(
    "reads, others, meant",
    [
        ("en-GB", {}, "0.25 GBP"),
        ("en-GB", {"stake_per_game": "5 CHF"}, "0.25 CHF"),
        ("en", {"stake_per_box": "€1"}, "0.25 EUR"),
        ("en-AU,en;q=0.5", {"stake_per_game": "5", "stake_per_box": ""}, "0.25 AUD"),
    ],
)
def test_a_stake_without_a_currency_is_in_that_of_the_others_or_else_of_the_reader(
    app: Flask, reads: str, others: dict[str, str], meant: str
) -> None:
    form = edited(app, reads, stake_per_point="0,25", **others)

    assert form.shown["stake_per_point"] == meant
    assert str(form.rules.stake_per_point) == meant


def test_it_is_the_reader_of_the_page_whose_currency_counts(app: Flask, ann: Browser) -> None:
    ann.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "en-GB"
    page = preview_rules(ann, ann.get(MAKE), stake_per_point="0,25")
    assert page.inputs["stake_per_point"] == "0.25 GBP"

    press_on(ann, page, "Save these rules")
    assert [str(rules.stake_per_point) for rules in kept(app).values()] == ["0.25 GBP"]


@pytest.mark.parametrize(
    "reads, shown",
    [("de-AT", "0,25 EUR"), ("de-CH", "0.25 CHF"), ("fr-FR", "0,25 EUR"), ("es-MX", "0.25 MXN")],
)
def test_an_amount_has_the_decimal_sign_of_the_reader(
    app: Flask, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, reads: str, shown: str
) -> None:
    add_catalogues(monkeypatch, tmp_path)

    assert edited(app, reads, stake_per_point="0.25").shown["stake_per_point"] == shown
    assert edited(app, reads, stake_per_point=shown).shown["stake_per_point"] == shown
