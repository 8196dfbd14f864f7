"""The scoreboard for a big screen: names, totals, who deals, the last hand."""

from tests.gin.table import BOB, DEAD, gin, knock
from tests.views.browser import Browser, Page
from tests.views.table import Sit, Table, of_class, totals, words


def screen(browser: Browser, path: str) -> Page:
    """How it stands, for across the room."""
    return browser.get(f"{path}/table")


def figures(page: Page) -> list[str]:
    """Both totals."""
    return words(page, "screen__figure")


def test_it_says_how_it_stands(table: Table, viewer: Browser) -> None:
    table.add(knock(8, 20), gin(17, by=BOB))
    page = screen(viewer, table.path)

    assert words(page, "screen__name") == ["Ann deals", "Bob"]
    assert figures(page) == totals(table.sheet()) == ["12", "37"]
    assert "Bob goes gin, +37." in page.text
    assert words(page, "screen__to-go") == ["88 to go · 1 box", "63 to go · 1 box"]


def test_before_the_first_hand_it_says_who_deals(table: Table, viewer: Browser) -> None:
    page = screen(viewer, table.path)

    assert figures(page) == ["0", "0"]
    assert "Ann deals." in page.text


def test_a_hand_that_nobody_won_is_shown(table: Table, viewer: Browser) -> None:
    table.add(DEAD)

    assert words(table.sheet(), "headline")[0] in screen(viewer, table.path).text


def test_the_end_of_a_match_is_shown(sit: Sit, viewer: Browser) -> None:
    table = sit(target=10)
    table.add(knock(8, 20))
    page = screen(viewer, table.path)

    assert "Ann wins by 232." in page.text, "12, a box of 20, and 100 each for the game and the shutout"
    assert "deals" not in page.text


def test_why_somebody_with_fewer_points_has_won_is_shown(sit: Sit, viewer: Browser) -> None:
    table = sit("fournier")
    table.add(*[knock(1, 11, by=BOB)] * 9, gin(70), knock(1, 11))

    assert "Ann wins. Ann reached 100 first." in screen(viewer, table.path).text


def test_it_goes_on_with_the_next_game(sit: Sit, viewer: Browser) -> None:
    table = sit(target=10)
    table.add(knock(8, 20))
    assert viewer.client.get(f"{table.path}/table").status_code == 200
    again = table.browser.press(table.path, "Rematch").path

    answer = viewer.client.get(f"{table.path}/table")

    assert (answer.status_code, answer.location) == (303, f"{again}/table")


def test_three_columns_are_all_there(sit: Sit, viewer: Browser) -> None:
    table = sit("rummytalk")
    table.add(knock(8, 20, upcard="9H"), knock(8, 20, upcard="9H"))
    [columns] = of_class(screen(viewer, table.path), "screen__columns")

    assert "Total of all columns so far Column 1:" in screen(viewer, table.path).text
    assert [each.text.split(" ")[1] for each in columns.all("li")] == ["1:", "2:", "3:"]
    assert len(list(columns.all("b"))) == 6


def test_the_only_thing_to_press_is_the_way_back_to_the_sheet(table: Table) -> None:
    """For a player too. The link that jumps to the content is for keyboards alone."""
    table.add(knock(8, 20))
    pressable = screen(table.browser, table.path).root.all("a", "button", "form", "input", "summary")

    assert [(each.text, each["href"]) for each in pressable if each["class"] != "skip"] == [
        ("← Sheet", table.path)
    ]


def test_it_refreshes_without_scripts_too(table: Table, viewer: Browser) -> None:
    page = screen(viewer, table.path)
    [refresh] = [meta for each in page.root.all("noscript") for meta in each.all("meta")]

    assert (refresh["http-equiv"], refresh["content"]) == ("refresh", "10")
    assert "head" in [each.tag for each in refresh.ancestors]


def test_it_follows_the_table(table: Table, viewer: Browser) -> None:
    path = f"{table.path}/table"
    tag = viewer.client.get(path).headers["ETag"]
    same = viewer.client.get(path, headers={"If-None-Match": tag})
    table.add(knock(8, 20))
    after = viewer.client.get(path, headers={"If-None-Match": tag})

    assert (same.status_code, after.status_code) == (304, 200)
    assert figures(Page(after.text, path)) == ["12", "0"]


def test_who_only_looks_from_across_the_room_is_not_remembered(table: Table, viewer: Browser) -> None:
    assert "Set-Cookie" not in viewer.client.get(f"{table.path}/table").headers
