"""Exporting a match: the document, the table for a spreadsheet, the score sheet."""

import csv
import json
import re
from io import StringIO
from urllib.parse import urlsplit

import pytest
from flask import Flask

from models.gin.document.reading import read_match
from models.gin.hand.declaration import Points
from models.gin.hand.scoring import Hand
from models.gin.rules.house_rules import Fault
from models.gin.rules.options import PartnersScore
from models.gin.rules.presets import PRESETS
from models.gin.rules.seating import Table as Seating
from models.gin.sheet.extra_lines import Adjustment, Penalty
from models.records.saving.hand_writes import remove_hand
from models.records.saving.pipeline import Entry, new_entry_id
from models.records.tables.shared import watch_token
from tests.gin.table import BOB, DEAD, gin, knock
from tests.gin.test_seating import won
from tests.records.table import BOB_BREAKS_HIS_EIGHTS, import_match, match_at
from tests.views.browser import Browser
from tests.views.table import BY_CARDS, Sit, Table
from tests.views.table import rows as cells
from views.exports.rows import BYTE_ORDER_MARK, csv_lines, harmless


@pytest.fixture
def played(table: Table) -> Table:
    """A match with four hands, the last one by cards."""
    table.play(knock(8, 20), gin(18, by=BOB), DEAD)
    table.enter(BY_CARDS, by="cards")
    return table


def rows(browser: Browser, path: str, **headers: str) -> list[dict[str, str]]:
    """The table of hands, as a spreadsheet reads it."""
    answer = browser.client.get(f"{path}/hands.csv", headers=headers)
    assert answer.status_code == 200
    text = answer.get_data().decode("utf-8-sig")
    separator = ";" if ";" in text.partition("\n")[0] else ","
    return list(csv.DictReader(StringIO(text), delimiter=separator))


def test_everything_is_one_tap_from_the_menu(played: Table) -> None:
    page = played.browser.get(played.sheet().links["Export"])

    assert page.heading == "Export"
    for link in ("Score sheet to print", "Download the hands", "Download the match"):
        assert played.browser.client.get(page.links[link]).status_code == 200


def test_the_document_is_a_download_without_the_names_in_its_name(played: Table) -> None:
    answer = played.browser.client.get(f"{played.path}/match.json")

    assert answer.mimetype == "application/json"
    assert re.fullmatch(
        r'attachment; filename="gin-rummy-\d{4}-\d\d-\d\d\.json"', answer.headers["Content-Disposition"]
    )
    assert json.loads(answer.text)["format"] == "gin-match/1"


def test_the_document_has_a_hand_on_each_line(played: Table) -> None:
    answer = played.browser.client.get(f"{played.path}/match.json")

    assert len([line for line in answer.text.splitlines() if "outcome" in line or "laid" in line]) == 4


def test_the_table_has_a_row_for_each_hand(played: Table) -> None:
    found = rows(played.browser, played.path)

    assert [row["Hand"] for row in found] == ["1", "2", "3", "4"]
    assert [row["Dealer"] for row in found] == ["Ann", "Bob", "Ann", "Ann"]
    assert [row["Knocked"] for row in found] == ["Ann", "Bob", "", "Ann"]
    assert [row["Outcome"] for row in found] == ["knock", "gin", "dead", "undercut"]
    assert [(row["Knocker’s deadwood"], row["Defender’s deadwood"]) for row in found] == [
        ("8", "20"), ("0", "18"), ("", ""), ("10", "9"),
    ]  # fmt: skip
    assert [(row["Winner"], row["Points"], row["Boxes"]) for row in found] == [
        ("Ann", "12", "1"), ("Bob", "38", "1"), ("", "0", "0"), ("Bob", "11", "1"),
    ]  # fmt: skip
    assert [(row["Total of Ann"], row["Total of Bob"]) for row in found] == [
        ("12", "0"), ("12", "38"), ("12", "38"), ("12", "49"),
    ]  # fmt: skip
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d", row["Date"]) for row in found)


def test_the_table_has_the_cards(played: Table) -> None:
    last = rows(played.browser, played.path)[-1]

    assert (
        last["Knocker’s melds"] == "5S 6S 7S / 9C TC JC / KS KH KD" or "9C TC JC" in last["Knocker’s melds"]
    )
    assert last["Knocker’s cards left"] == "JD"
    assert "8S 9S > 5S 6S 7S" in last["Laid off"]


def test_of_an_imported_match_the_days_of_the_hands_are_not_known(app: Flask, played: Table) -> None:
    text = played.browser.client.get(f"{played.path}/match.json").text
    with app.app_context():
        imported = import_match(read_match(text), "another phone", new_entry_id()).match
        path = f"/m/{watch_token(imported)}"

    assert {row["Date"] for row in rows(played.browser, path)} == {""}


def test_removed_hands_are_not_in_the_table(app: Flask, played: Table) -> None:
    with app.app_context(), played.browser.client.session_transaction() as session:
        match = match_at(played.path)
        remove_hand(match, match.hands[0].id, Entry(new_entry_id(), match.version, session["device"]))

    assert len(rows(played.browser, played.path)) == 3


def test_a_spreadsheet_calculates_no_name(sit: Sit) -> None:
    table = sit(names=("=HYPERLINK(1)", "@SUM"))
    table.play(knock(8, 20))
    row = rows(table.browser, table.path)[0]

    assert (row["Dealer"], row["Winner"]) == ("'=HYPERLINK(1)", "'=HYPERLINK(1)")


@pytest.mark.parametrize("text", ["=1", "+1", "-1", "@A1", "\t=1", "\r=1", "＝1", "－1"])
def test_what_starts_a_formula_is_text(text: str) -> None:
    assert harmless(text) == f"'{text}"


@pytest.mark.parametrize("separator", [",", ";", "|"])
def test_a_formula_after_another_separator_is_text(separator: str) -> None:
    assert harmless(f"Ann{separator}=1") == f"Ann{separator}'=1"


@pytest.mark.parametrize("read_with", ",;\t|")
@pytest.mark.parametrize("separator", ",;")
@pytest.mark.parametrize("name", ['a;"=1+1;b', 'a,"=1+1,b', 'a|""=1|b', '"=1', ';"""@x', 'a";"-1', '";=1'])
def test_no_formula_hides_behind_quotes(separator: str, read_with: str, name: str) -> None:
    file = "".join(csv_lines([["x", name, "y"], [name, "x", name]], separator)).removeprefix(BYTE_ORDER_MARK)
    cells = [cell for row in csv.reader(StringIO(file), delimiter=read_with) for cell in row]

    assert not [cell for cell in cells if cell[:1] in set("=+-@")]


def test_negative_totals_stay_numbers(sit: Sit) -> None:
    table = sit("sydney")
    table.play(knock(8, 20))

    assert rows(table.browser, table.path)[0]["Total of Bob"] == "-27"


def test_umlauts_and_emoji_are_in_utf_8_with_a_mark(sit: Sit) -> None:
    table = sit(names=("Jörg 🂡", "Zoë, “the Knife”"))
    table.play(knock(8, 20))
    data = table.browser.client.get(f"{table.path}/hands.csv").get_data()

    assert data.startswith(BYTE_ORDER_MARK.encode())
    assert rows(table.browser, table.path)[0]["Dealer"] == "Jörg 🂡"
    assert rows(table.browser, table.path)[0]["Players"] == "Jörg 🂡 – Zoë, “the Knife”"


def test_a_semicolon_separates_where_decimals_have_a_comma(played: Table) -> None:
    for accepts, separator, other in (("de-DE", ";", ","), ("zh-CN", ",", ";"), ("en-GB", ",", ";")):
        answer = played.browser.client.get(f"{played.path}/hands.csv", headers={"Accept-Language": accepts})
        headings = answer.text.partition("\n")[0]
        assert headings.startswith(BYTE_ORDER_MARK)
        assert separator in headings
        assert other not in headings


def test_lines_are_made_when_they_are_asked_for() -> None:
    """A table of any length takes the memory of a line."""
    endless = iter(lambda: ["Ann", 1], None)
    lines = csv_lines(endless, ",")

    assert [next(lines) for _ in range(3)] == [BYTE_ORDER_MARK, "Ann,1\r\n", "Ann,1\r\n"]


def test_three_players_have_three_totals(sit: Sit) -> None:
    table = sit(names=("Ann", "Bob", "Cid"), table=Seating.THREE)
    table.play(won(1, 12, 2), won(0, 30, 1))
    found = rows(table.browser, table.path)

    assert [row["Players"] for row in found] == ["Bob – Cid", "Ann – Bob"]
    assert [row["Total of Cid"] for row in found] == ["0", "0"]


def test_the_score_sheet_has_every_hand_and_every_bonus(sit: Sit) -> None:
    table = sit(games_to_win=2, target=60)
    table.play(gin(60), gin(60, by=BOB), BOB_BREAKS_HIS_EIGHTS)
    page = table.browser.get(f"{table.path}/score-sheet")

    for said in (
        "Game 1",
        "Game 2",
        "Game 3",
        "Game bonus",
        "Shutout (schneider)",
        "Final total",
        "Undercut",
    ):
        assert said in page.text


def test_on_the_score_sheet_each_of_two_added_hands_stands_in_its_columns(sit: Sit) -> None:
    """With a box of 10 at once: the larger hand stands in the first column, the other in two."""
    rules = PRESETS["palace"].but(columns=2, target=200, partners_score=PartnersScore.ADDED)
    table = sit(names=("Ann", "Bob", "Cid", "Dan"), rules=rules, table=Seating.PARTNERSHIP)
    table.add(
        Hand(0, Points(10)), Hand(2, Points(5), (2, 3)), Hand(0, Points(12)), Hand(3, Points(7), (2, 3))
    )
    first, second, third, fourth = cells(table.browser.get(f"{table.path}/score-sheet"), "form__table")[:4]

    assert first[2].endswith("+20")
    assert second[3:] == ["35", "", "15", ""]
    assert third[3:] == [""] * 4
    assert fourth[3:] == ["57", "17", "37", ""]


def test_an_empty_score_sheet_needs_no_match(browser: Browser) -> None:
    assert "Signature" in browser.get("/score-sheet").text
    assert browser.get("/score-sheet?players=3&columns=3").text.count("Column") == 3
    assert browser.get("/score-sheet?columns=5").text.count("Column") == 5
    for asked in ("players=9", "columns=0", "columns=6"):
        browser.get(f"/score-sheet?{asked}", status=404)


def test_the_files_name_no_other_host(played: Table) -> None:
    page = played.browser.get(f"{played.path}/export")

    assert all(not urlsplit(url).netloc for url in page.links.values())


def test_extra_lines_are_between_the_hands(table: Table) -> None:
    lines = Adjustment(0, -5, "=counted twice"), Penalty(1, Fault.EXPOSED_CARD, 15)
    table.add(knock(8, 20), *lines, gin(18))
    found = rows(table.browser, table.path)

    assert [row["Hand"] for row in found] == ["1", "", "", "2"]
    assert [row["Outcome"] for row in found] == ["knock", "adjustment", "penalty", "gin"]
    assert [row["Points"] for row in found] == ["12", "-5", "15", "38"]
    assert [row["Total of Ann"] for row in found] == ["12", "7", "22", "60"]
    assert found[1]["Reason"] == "'=counted twice"
    page = table.browser.get(f"{table.path}/score-sheet")
    assert "Adjustment" in page.text
    assert "Penalty" in page.text
