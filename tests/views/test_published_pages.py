"""Every published case of Hollywood and Oklahoma, entered and read on the pages."""

import pytest

from models.gin import Card, Hand, HouseRules
from models.gin.declaration import Count
from tests.gin.test_examples import ALL, Example, count_of, hand_paying, house
from tests.views.browser import Page
from tests.views.table import Sit, Table, bill, faults, of_class, rows, totals, words


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
    """Its rules, by which gin pays 25 as in the hands that are made for it."""
    return house(example.rules).but(gin_bonus=25, undercut_bonus=25)


def columns(sheet: Page) -> list[list[str]]:
    """Both totals of each column."""
    _label, *cells = rows(sheet, "columns")[0]
    return [cells[at : at + 2] for at in range(0, len(cells), 2)]


def closed(sheet: Page) -> list[bool]:
    """Which columns are ruled off."""
    [table] = of_class(sheet, "columns")
    [line] = of_class(sheet, "columns__totals")
    cells = ["closed" in cell["class"] for cell in line.all("td")]
    assert table
    return cells[::2]


def bills(sheet: Page) -> dict[str, dict[str, tuple[str, ...]]]:
    """What each column settles, by its title."""
    summaries = [next(each.all("summary")).text for each in sheet.root.all("details")]
    folds = [text for text in summaries if text.startswith("Column")]
    told = [text.split()[1] for text in folds]
    shift = len(of_class(sheet, "bill")) - len(folds)
    return {title: bill(sheet, shift + nth) for nth, title in enumerate(told)}


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
    for number, standing in bills(sheet).items():
        expected = settlement[f"column_{number}"]
        assert standing["Final total"] == (str(expected["A"]), str(expected["B"]))
    states = words(sheet, "columns__state")
    paid = [settlement[f"column_{number}"] for number in (1, 2, 3)]
    assert states == [f"Ann +{each.get('schneider_doubled', each['difference'])}" for each in paid]
    assert str(settlement["total_to_A"]) in " ".join([*words(sheet, "verdict"), sheet.text])


# Oklahoma


@pytest.mark.parametrize("example", cases("oklahoma", "knock_limit"), ids=str)
def test_the_limit_stands_on_the_sheet(sit: Sit, example: Example) -> None:
    rules = house(example.rules)
    rules = rules.but(knock_limit=example.input.get("house_limit", rules.knock_limit))
    table = sat(sit, example, rules)
    sheet = table.browser.send(f"{table.path}/upcard", {"card": example.input["upcard"]})
    limit = example.expected["knock_limit"]

    assert words(sheet, "turned__sets") == [f"Knock with {limit} or less" if limit else "Gin only"]


@pytest.mark.parametrize("example", cases("oklahoma", "legal"), ids=str)
def test_a_knock_above_it_is_refused(sit: Sit, example: Example) -> None:
    table, given = sat(sit, example, house(example.rules)), example.input
    knock = {"knocker": "0", "outcome": "knock", "left_0": str(given["knocker_deadwood"]), "left_1": "30"}
    legal = example.expected["legal"]
    page = table.enter(knock | {"upcard": given["upcard"]}, status=303 if legal else 422)

    assert bool(faults(page)) is not legal


@pytest.mark.parametrize("example", cases("oklahoma", "points"), ids=str)
def test_what_a_hand_is_worth_under_its_upcard(sit: Sit, example: Example) -> None:
    given, expected = example.input, example.expected
    rules = house({**example.rules, "box_bonus": given.get("box_bonus", 25), "target": 10_000})
    sheet = sat(sit, example, rules).play(Hand(0, laid(example)))
    winner = 1 if expected.get("winner") == "defender" else 0

    assert totals(sheet)[winner] == str(expected["points"])
    assert totals(sheet)[1 - winner] == "0"
    boxes = expected.get("boxes", 1 + expected["extra_boxes"] if "extra_boxes" in expected else None)
    if boxes is not None:
        assert f"boxes {boxes} to 0" in words(sheet, "facts")[0]


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
