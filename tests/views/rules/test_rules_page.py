"""The page of the rules: the whole game in order, what this table changes, and what was published."""

import ast
import re
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest
from flask import Flask
from sqlalchemy import JSON, column, table, update
from werkzeug.datastructures import MultiDict

from models.gin.cards.cards import Card
from models.gin.document.reading import read_match, read_rules
from models.gin.hand.declaration import Count
from models.gin.hand.scoring import Hand
from models.gin.rules.house_rules import IGNORED, KINDS, STANDARD, HouseRules
from models.gin.rules.options import InitialDeal, KnockSignal, ThreePlayers, UpcardOffer
from models.gin.rules.presets import PRESETS
from models.gin.rules.seating import Table as Seating
from models.records.checking.audit import doubts_about
from models.records.database.base import db
from models.records.tables.column_types import read_all, write_all
from tests.gin.table import knock
from tests.gin.test_examples import ALL, Example, count_of, hand_paying, rules_of
from tests.records.table import match_at
from tests.views.browser import Browser, Page
from tests.views.table import Sit, Table, bill, element, faults, of_class, rows, settled, totals, words
from views.shared.rules_links import ReadLink, read_link
from views.words.rules.page import BY_TABLE, GENERAL, SECTIONS, groups, names_in


def told(page: Page, anchor: str) -> str:
    """A rule as its page says it, with its marks."""
    return element(page, anchor).text


def marked_as_different(rules: HouseRules) -> dict[str, str]:
    """The rules that a page marks, with what is usual instead."""
    return {rule.field: rule.usual for group in groups(rules) for rule in group.rules if rule.usual}


def test_it_follows_the_game_at_the_table(browser: Browser) -> None:
    page = browser.get("/houses/pagat")

    assert [next(section.all("h2")).text for section in of_class(page, "leaflet__part")] == [
        "Getting ready",
        "The deal",
        "The play",
        "Ending a hand",
        "Melds",
        "Scoring",
        "Penalties",
        "The game",
        "The match",
    ]
    told_in_order = [
        "You need one pack of 52 cards",
        "The dealer shuffles",
        "Ten cards each",
        "starts the discard pile",
        "Whoever goes first can take the upcard",
        "After two passes",
        "On a normal turn",
        "can’t discard a card on the turn you take it",
        "after taking a card",
        "You can knock with 10",
        "To end the hand, discard face down",
        "ends the hand at once",
        "Nobody has to knock",
        "only two cards are left",
        "The loser of a hand deals the next one",
        "both lay their cards face up",
        "A set is three or four cards of one rank",
        "can lay off",
        "A winning knock scores",
        "A game ends",
        "A match is a single game",
    ]
    assert sorted(told_in_order, key=page.text.index) == told_in_order


def test_every_rule_is_in_one_section() -> None:
    everywhere = [name for section in SECTIONS for name in names_in(section)]

    assert len(everywhere) == len(set(everywhere))
    assert set(everywhere) == {*KINDS, *GENERAL, *BY_TABLE}


@pytest.mark.parametrize("house", PRESETS)
def test_the_links_on_top_lead_to_every_section(browser: Browser, house: str) -> None:
    page = browser.get(f"/houses/{house}")
    links = of_class(page, "leaflet__contents")[0].all("a")

    assert [link["href"] for link in links] == [
        *(f"#{section['id']}" for section in of_class(page, "leaflet__part")),
        f"/houses/{house}/disputes",
    ]


# What is different

FOURNIER = {
    "packs": "Usually: 1.",
    "first_dealer": "Usually: At random.",
    "knock_signal": "Usually: The last discard lies face down.",
    "deal_rotation": "Usually: The loser.",
    "layoff_vs_gin": "Not the usual way.",
    "shutout_test": "Usually: The loser scored no points.",
    "settlement": "Usually: The difference between the totals.",
}
"""Seed 003 beside the standard game."""


def test_what_a_preset_plays_differently_is_marked_with_what_is_usual() -> None:
    assert marked_as_different(PRESETS["fournier"]) == FOURNIER
    assert marked_as_different(PRESETS["pagat"]) == {}


def test_what_follows_from_several_columns_or_gin_only_is_marked_once() -> None:
    assert marked_as_different(PRESETS["pagat"].but(columns=3)) == {"columns": "Usually: 1."}
    assert marked_as_different(PRESETS["pagat"].but(knock_limit=0)) == {"knock_limit": "Usually: 10."}


def test_the_marks_are_explained(browser: Browser) -> None:
    sydney, pagat = browser.get("/houses/sydney"), browser.get("/houses/pagat")

    assert "◆ marks what is different here. The usual game is Standard (gin 20)." in sydney.text
    assert sydney.links["The usual game is Standard (gin 20)."] == "/houses/pagat"
    assert told(sydney, "gin_bonus").endswith("other player’s deadwood. Usually: 20.")
    assert "This is the usual game." in pagat.text
    assert "Usually" not in pagat.text


def test_own_rules_also_mark_what_was_changed_from_their_preset(browser: Browser) -> None:
    page = browser.get("/houses/own?from=fournier&gin_bonus=30&packs=1")

    assert "changed marks what differs from Gin lay-offs." in page.text
    assert told(page, "gin_bonus").endswith("deadwood. changed Usually: 20.")
    assert told(page, "packs").endswith("without jokers. changed")
    assert told(page, "layoff_vs_gin").endswith("even against gin. Not the usual way.")


def test_stakes_are_never_unusual(browser: Browser) -> None:
    page = browser.get("/houses/own?from=pagat&stake_per_point=0.10+EUR")

    assert told(page, "stake_per_point") == "A point is worth €0.10. changed"


# How the cards are played

PLAYED = [
    # The standard game: Pagat, Bicycle.
    ({}, "upcard_offer", "Whoever goes first can take the upcard and discard another card, or pass."),
    ({}, "after_passes", "After two passes, whoever goes first takes the top card of the stock."),
    # ginrummy.net: play begins with the non-dealer, who may draw from either pile.
    ({"upcard_offer": UpcardOffer.NON_DEALER}, "upcard_offer", "starts with a normal turn"),
    ({"upcard_offer": UpcardOffer.NON_DEALER}, "after_passes", None),
    # Seed 000.
    ({"initial_deal": InitialDeal.ELEVEN_TEN}, "upcard_offer", "discarding one of the eleven cards"),
    ({"initial_deal": InitialDeal.ELEVEN_TEN}, "after_passes", None),
    ({"initial_deal": InitialDeal.ELEVEN_TEN}, "upcard", None),
    ({"initial_deal": InitialDeal.ELEVEN_TEN}, "when_to_knock", "on the opening turn without taking one"),
    # Seed 003.
    ({"packs": 2}, "packs", "while one is dealt, the other is shuffled"),
    ({}, "shuffling", "The dealer shuffles"),
    ({"packs": 2}, "shuffling", None),
    ({"knock_signal": KnockSignal.POINTS_SAID}, "knock_signal", "say how much deadwood you have"),
    # Seed 004.
    ({"knock_signal": KnockSignal.ANY}, "knock_signal", "tap the table"),
    ({"big_gin_bonus": 31}, "big_gin", "You can also hold back gin"),
    # Seed 002: gin with ten cards or eleven, 20 either way.
    ({"big_gin_bonus": 20}, "big_gin", "you don’t have to discard"),
    ({}, "big_gin", None),
    # Straight gin.
    ({"knock_limit": 0}, "voluntary", None),
    ({"knock_limit": 0}, "ends_at_once", "Gin ends the hand at once"),
    ({"knock_limit": 0}, "layoffs", None),
    ({"knock_limit": 0, "layoff_vs_gin": True}, "layoffs", "the fourth of a set"),
    ({"discard_taken_card": True}, "discard_taken_card", "You can discard any card"),
]


@pytest.mark.parametrize("changed, name, expected", PLAYED)
def test_how_the_cards_are_played(changed: dict[str, object], name: str, expected: str | None) -> None:
    rules = [rule for group in groups(STANDARD.but(**changed)) for rule in group.rules]
    said = [rule.sentence for rule in rules if rule.field == name]

    assert [expected in each for each in said] == ([True] if expected else []), said


def test_of_three_the_dealer_sits_out(sit: Sit) -> None:
    table = sit(table=Seating.THREE, names=("Ann", "Bob", "Cid"))
    page = table.browser.get(f"{table.path}/rules")

    assert "The dealer sits out. The player on the dealer’s left goes first." in page.text
    assert "The loser of a hand sits out the next one and deals it." in page.text
    assert "deals the next one" not in page.text
    assert "for two" not in page.text


def test_of_two_against_two_each_pair_has_its_own_cards(sit: Sit) -> None:
    table = sit(table=Seating.PARTNERSHIP, names=("Ann", "Bob", "Cid", "Dan"))
    page = table.browser.get(f"{table.path}/rules")

    assert "both pairs play a hand at the same time" in page.text
    assert "Each pair plays with cards of its own." in page.text
    assert "In each pair, the player who didn’t deal goes first." in page.text
    assert "The loser of a hand deals the next one." in page.text
    assert "for two" not in page.text


@pytest.mark.parametrize("way", ThreePlayers)
def test_every_way_to_play_with_three_is_explained(sit: Sit, way: ThreePlayers) -> None:
    table = sit(table=Seating.THREE, names=("Ann", "Bob", "Cid"), three_players=way)
    page = table.browser.get(f"{table.path}/rules")

    assert told(page, "three_players").startswith("With three players, ")
    assert told(page, "go_first").endswith("goes first.")
    assert "for two" not in page.text


def test_a_page_for_two_says_of_larger_tables_only_what_is_unusual(browser: Browser) -> None:
    assert "three players" not in browser.get("/houses/pagat").text
    assert (
        "With three players, the captain" in browser.get("/houses/own?from=pagat&three_players=captain").text
    )


OKLAHOMA = HouseRules(oklahoma=True)
"""The rules of all examples. A knock with 9 is one only because a nine was turned up."""


def read(query: str) -> ReadLink:
    return read_link(MultiDict(each.split("=") for each in query.split("&")))


def test_no_rule_is_played_and_ignored() -> None:
    assert IGNORED.isdisjoint(KINDS)


@pytest.mark.engines
def test_a_stored_match_keeps_its_score(app: Flask, sit: Sit) -> None:
    stored = sit(rules=OKLAHOMA)
    stored.add(knock(9, 30, upcard="9D"))
    with app.app_context():
        written = {**write_all(OKLAHOMA), "limit_card": "knock_card"}
        db.session.execute(update(table("matches", column("rules", JSON))).values(rules=written))
        db.session.commit()
        match = match_at(stored.path)
        assert match.rules == OKLAHOMA
        assert list(doubts_about(match.id)) == []

    assert totals(stored.sheet()) == ["21", "0"]
    assert "knock card" not in stored.browser.get(f"{stored.path}/rules").text


@pytest.mark.parametrize("value", ["upcard", "knock_card"])
def test_stored_rules_are_read_without_it(value: str) -> None:
    assert read_all({**write_all(OKLAHOMA), "limit_card": value}) == OKLAHOMA


def test_a_document_is_read_without_it() -> None:
    assert read_rules({"preset": "pagat", "oklahoma": True, "limit_card": "knock_card"}) == OKLAHOMA
    document = read_match(
        '{"format": "gin-match/1", "players": ["Ann", "Bob"], "rules": {"preset": "pagat", "oklahoma": true,'
        ' "limit_card": "knock_card"}, "hands": [{"knocker": 0, "outcome": "knock", "upcard": "9D",'
        ' "deadwood": {"knocker": 9, "defender": 30}}]}'
    )
    assert document.hands == (knock(9, 30, upcard="9D"),)


def test_a_link_is_read_without_it_and_without_a_doubt(app: Flask) -> None:
    # The check is the first eight of: printf '{"limit_card": "knock_card", "oklahoma": true}' | sha256sum
    link = "from=pagat&oklahoma=true&limit_card=knock_card&check=262e50b3"
    with app.test_request_context():
        assert read(link).rules.rules == OKLAHOMA
        assert read(link).doubts == ()
        assert read(link.replace("oklahoma=true&", "")).doubts != ()


def cases(kind: str, *asked: str) -> list[Example]:
    """The cases of one kind that give or expect all of *asked*."""
    return [
        each for each in ALL if each.kind == kind and set(asked) <= each.input.keys() | each.expected.keys()
    ]


def sat(sit: Sit, example: Example, rules: HouseRules) -> Table:
    """A match by the rules of an example."""
    return sit(rules=rules)


# Hollywood


def in_columns(example: Example) -> HouseRules:
    """The rules of *example*, except that gin pays 25 as in the hands made for it."""
    return rules_of(example.rules).but(gin_bonus=25, undercut_bonus=25)


def columns(sheet: Page) -> list[list[str]]:
    """Both totals of each column."""
    cells = [cell.text for line in of_class(sheet, "columns__totals") for cell in line.all("td")]
    return [cells[at : at + 2] for at in range(0, len(cells), 2)]


def closed(sheet: Page) -> list[bool]:
    """Which columns are ruled off."""
    heads = [head for table in of_class(sheet, "columns") for head in table.all("th")]
    return ["closed" in head["class"] for head in heads if head["scope"] == "colgroup"]


def written(sheet: Page) -> list[list[list[str]]]:
    """The running totals of both in each column, as they were written one under the other."""
    [table] = of_class(sheet, "columns")
    _totals, *lines = [[cell.text for cell in row.all("td")] for row in next(table.all("tbody")).all("tr")]
    lists = [[text for text in each if text not in {"", "shut out"}] for each in zip(*lines, strict=True)]
    return [lists[at : at + 2] for at in range(0, len(lists), 2)]


@pytest.mark.parametrize("example", cases("hollywood", "hands"), ids=str)
def test_a_hollywood_sheet(sit: Sit, example: Example) -> None:
    sheet = sat(sit, example, in_columns(example)).play(
        *(hand_paying(**hand) for hand in example.input["hands"])
    )
    expected = example.expected
    over = expected.get("closed", [max(both) >= example.rules["target"] for both in expected["columns"]])

    assert closed(sheet) == over
    if "settlement" not in expected:
        assert columns(sheet) == [[str(points) for points in both] for both in expected["columns"]]
    else:
        assert_settled(sheet, expected["settlement"])


def assert_settled(sheet: Page, settlement: dict[str, dict[str, int]]) -> None:
    """Each column's final totals and difference, and the grand total."""
    paid = [settlement[f"column_{number}"] for number in (1, 2, 3)]
    lines = settled(sheet)

    assert lines["Final total"] == [str(each[player]) for each in paid for player in "AB"]
    assert lines["Difference"] == [text for each in paid for text in (str(each["difference"]), "")]
    doubled = [str(each.get("schneider_doubled", each["difference"])) for each in paid]
    assert lines["What is paid"] == [text for each in doubled for text in (each, "")]
    assert bill(sheet)["Difference"] == (str(settlement["total_to_A"]), "")
    assert bill(sheet)["Column 1 · Shutout ×2"] == (doubled[0], "")
    assert totals(sheet) == [f"+{settlement['total_to_A']}", f"−{settlement['total_to_A']}"]
    assert words(sheet, "columns__state") == ["closed by Ann"] * 3


def test_every_total_is_written_under_the_one_before(sit: Sit) -> None:
    """The published sheet hw-001, counted line by line: who wins for the nth time writes in n columns."""
    [example] = [each for each in cases("hollywood", "hands") if each.id == "hw-001"]
    sheet = sat(sit, example, in_columns(example)).play(
        *(hand_paying(**hand) for hand in example.input["hands"])
    )

    assert written(sheet) == [
        [["18", "43", "58", "80"], ["12", "42", "62"]],
        [["25", "40", "62"], ["30", "50"]],
        [["15", "37"], ["20"]],
    ]
    into = [(each[2] + each[3]).partition("in ")[2] for each in rows(sheet, "hand-table")]
    assert into == ["1–3", "1–3", "1–3", "1–2", "1–2", "1", "1"]


def test_a_shut_out_player_is_named_and_starts_late(sit: Sit) -> None:
    """The constructed sheet hw-005: Bob is shut out of column 1; his first win goes into column 2 alone."""
    [example] = [each for each in cases("hollywood", "hands") if each.id == "hw-005"]
    sheet = sat(sit, example, in_columns(example)).play(
        *(hand_paying(**hand) for hand in example.input["hands"])
    )

    assert words(sheet, "out")[0] == "shut out"
    assert written(sheet)[0] == [["40", "75", "105"], []]
    assert [lists[1] for lists in written(sheet)[1:]] == [["22", "37"], ["15"]]
    [late] = [row for row in rows(sheet, "hand-table") if "starts in column 2" in row[1]]
    assert (late[0], late[3]) == ("4", "+22in 2")


# Oklahoma


@pytest.mark.parametrize("example", cases("oklahoma", "knock_limit"), ids=str)
def test_the_limit_stands_on_the_sheet(sit: Sit, example: Example) -> None:
    rules = rules_of(example.rules)
    rules = rules.but(knock_limit=example.input.get("house_limit", rules.knock_limit))
    table = sat(sit, example, rules)
    sheet = table.browser.send(f"{table.path}/upcard", {"card": example.input["upcard"]})
    limit = example.expected["knock_limit"]

    assert words(sheet, "sheet-upcard__sets") == [f"Knock with {limit} or less" if limit else "Gin only"]


@pytest.mark.parametrize("example", cases("oklahoma", "legal"), ids=str)
def test_a_knock_above_it_is_refused(sit: Sit, example: Example) -> None:
    table, given = sat(sit, example, rules_of(example.rules)), example.input
    knock = {
        "knocker": "0",
        "outcome": "knock",
        "deadwood_0": str(given["knocker_deadwood"]),
        "deadwood_1": "30",
    }
    legal = example.expected["legal"]
    page = table.enter(knock | {"upcard": given["upcard"]}, status=303 if legal else 422)

    assert bool(faults(page)) is not legal


@pytest.mark.parametrize("example", cases("oklahoma", "points"), ids=str)
def test_what_a_hand_is_worth_under_its_upcard(sit: Sit, example: Example) -> None:
    given, expected = example.input, example.expected
    rules = rules_of({**example.rules, "box_bonus": given.get("box_bonus", 25), "target": 10_000})
    sheet = sat(sit, example, rules).play(Hand(0, laid(example)))
    winner = 1 if expected.get("winner") == "defender" else 0

    assert totals(sheet)[winner] == str(expected["points"])
    assert totals(sheet)[1 - winner] == "0"
    boxes = expected.get("boxes", 1 + expected["extra_boxes"] if "extra_boxes" in expected else None)
    if boxes is not None:
        assert words(sheet, "total__to-go")[winner].endswith(
            f" {boxes} box" if boxes == 1 else f" {boxes} boxes"
        )


def laid(example: Example) -> Count:
    """The counts of an example, under its upcard."""
    given = example.input
    knocker = given.get("knocker_deadwood", 0)
    against = given.get("defender_deadwood", knocker + given.get("hand_points_before_doubling", 0))
    asked = {"declared": "knock", **given, "defender_deadwood_after_layoff": against}
    whole = Example("", "", "", {**asked, "knocker_deadwood": knocker}, {}, {}, "")
    count = count_of(whole)
    return Count(count.ending, count.knocker, count.defender, Card.parse(given["upcard"]))


def test_every_published_case_is_among_them() -> None:
    entered = [
        *cases("hollywood", "hands"),
        *cases("oklahoma", "knock_limit"),
        *cases("oklahoma", "legal"),
        *cases("oklahoma", "points"),
    ]
    published = [each for each in ALL if each.kind in {"hollywood", "oklahoma"}]
    # One gives the totals that columns came to, and no hands that could be entered.
    assert {each.id for each in published} - {each.id for each in entered} == {"hw-008"}


TESTS = Path(__file__).parents[2]
LIST = (TESTS / "data" / "seed_statements.md").read_text(encoding="utf-8")


class Statement(NamedTuple):
    """A line of the list."""

    preset: str
    number: int
    said: str
    held: str
    where: str
    shown: str

    def __str__(self) -> str:
        return f"{self.preset}-{self.number}"


def statements() -> list[Statement]:
    """All lines of the list."""
    found = []
    for part in re.split(r"^## \d{3} ", LIST, flags=re.MULTILINE)[1:]:
        preset, table = part.split("\n", 1)
        rows = re.findall(r"^\| (\d+) \| (.+?) \| (.+?) \| (.+?) \| (.+?) \|$", table, re.MULTILINE)
        found += [Statement(preset, int(number), *row) for number, *row in rows]
    return found


STATEMENTS = statements()
STATED = [each for each in STATEMENTS if each.held == "stated"]
IN_CODE = [each for each in STATEMENTS if each.held != "stated"]

HOW_MANY = {"sydney": 50, "white-knuckle": 34, "french": 45, "fournier": 47, "wikipedia-play": 44}
"""The statements of each text. They were counted in the texts, not here."""


def test_no_statement_is_missing() -> None:
    numbers = [(each.preset, each.number) for each in STATEMENTS]

    assert numbers == [(preset, 1 + n) for preset, most in HOW_MANY.items() for n in range(most)]
    assert len(numbers) == 220
    assert LIST.count("\n| ") == 220 + len(HOW_MANY)


def test_each_is_played_judged_or_stated() -> None:
    assert {each.held for each in STATEMENTS} == {"played", "judged", "stated"}


@pytest.mark.parametrize("preset", HOW_MANY)
def test_what_is_stated_is_on_the_page_of_the_preset(browser: Browser, preset: str) -> None:
    page = browser.get(f"/houses/{preset}")
    stated = [each for each in STATED if each.preset == preset]

    missing = [str(each) for each in stated if each.shown not in element(page, each.where).text]

    assert stated
    assert missing == []


def found(where: str) -> object:
    """What is at a place such as ``models.gin.sheet.columns:Column.winner``."""
    module, _colon, names = where.partition(":")
    here: object = import_module(module)
    for name in names.split("."):
        here = here[name] if here is PRESETS else getattr(here, name)  # type: ignore[index]
    return here


@pytest.mark.parametrize("where", sorted({each.where for each in IN_CODE}))
def test_what_holds_the_others_is_in_the_code(where: str) -> None:
    assert found(where) is not None


@cache
def defined_in(file: str) -> set[str]:
    """The tests of a file."""
    tree = ast.parse((TESTS / file).read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("shown", sorted({each.shown for each in IN_CODE}))
def test_and_a_test_shows_it(shown: str) -> None:
    file, _colons, name = shown.partition("::")

    assert name.startswith("test_")
    assert name in defined_in(file)
