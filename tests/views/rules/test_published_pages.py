"""Every published example of Hollywood and Oklahoma, entered and read on the pages."""

import pytest

from models.gin.cards.cards import Card
from models.gin.hand.declaration import Count
from models.gin.hand.scoring import Hand
from models.gin.rules.house_rules import HouseRules
from tests.gin.test_examples import ALL, Example, count_of, hand_paying, rules_of
from tests.views.browser import Page
from tests.views.table import Sit, Table, bill, faults, of_class, rows, settled, totals, words


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
