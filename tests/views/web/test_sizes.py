"""Pages and assets are small enough for a slow network."""

import re

from flask.testing import FlaskClient

from tests.gin.table import BOB, DEAD, gin, knock
from tests.views.table import BY_CARDS, Sit, Table

FIRST_VISIT = 30 * 1024
CARD_PICKER = 12 * 1024
"""What comes along once, the first time that a hand is entered by cards."""
SHEET_AGAIN = 6 * 1024


def sent(client: FlaskClient, path: str) -> int:
    """The bytes of an answer, as a browser gets it."""
    with client.get(path, headers={"Accept-Encoding": "gzip"}) as answer:
        assert answer.status_code == 200, path
        return len(answer.get_data())


def fetched(client: FlaskClient, path: str) -> set[str]:
    """The page and all that it makes a browser fetch: styles, the icon of the tab, scripts and modules."""
    with client.get(path) as answer:
        text = answer.get_data(as_text=True)
    linked = re.findall(r'<link rel="(?:stylesheet|icon)" href="([^"]+)"', text)
    scripts = re.findall(r'<script type="module" src="([^"]+)"', text)
    folder = scripts[0].rsplit("/", 1)[0]
    named = {name for names in re.findall(r'data-module="([^"]+)"', text) for name in names.split()}
    modules = {*scripts, *(f"{folder}/{name}.js" for name in named)}
    return {path, *linked, *modules, *imported(client, modules)}


def imported(client: FlaskClient, modules: set[str]) -> set[str]:
    """What *modules* import of each other."""
    found = set()
    for module in modules:
        with client.get(module) as answer:
            names = re.findall(r'from "\./([^"]+)"', answer.get_data(as_text=True))
        found |= {module.rsplit("/", 1)[0] + "/" + name for name in names}
    return found


def test_a_sheet_of_thirty_hands_is_small(sit: Sit) -> None:
    table = sit(target=10_000)
    table.play(
        *(hand for left in range(1, 11) for hand in (knock(left, 97 - left), gin(9 * left, by=BOB), DEAD))
    )

    assert sent(table.browser.client, table.path) <= SHEET_AGAIN


def test_so_is_one_by_cards_in_a_match_of_several_games(sit: Sit) -> None:
    table = sit("tournament", names=("Maximiliane", "Bartholomäus"), target=50, games_to_win=10)
    for _ in range(10):
        table.enter(BY_CARDS, by="cards")
        table.play(knock(8, 20), gin(17, by=BOB))

    assert sent(table.browser.client, table.path) <= SHEET_AGAIN


def test_the_three_columns_too(sit: Sit) -> None:
    table = sit("rummytalk", target=10_000)
    table.play(*[knock(8, 20, upcard="9H"), gin(17, by=BOB, upcard="9H")] * 15)

    assert sent(table.browser.client, table.path) <= SHEET_AGAIN


def test_the_first_visit_is_small_with_all_that_comes_along(table: Table) -> None:
    client = table.browser.client
    sizes = {path: sent(client, path) for path in fetched(client, "/")}

    assert len(sizes) >= 4
    assert sum(sizes.values()) <= FIRST_VISIT, sizes


def test_a_first_visit_to_a_sheet_too(table: Table) -> None:
    table.play(*[knock(8, 20)] * 3)
    client = table.browser.client
    sizes = {path: sent(client, path) for path in fetched(client, table.path)}

    assert sum(sizes.values()) <= FIRST_VISIT, sizes


def test_entering_a_hand_for_the_first_time_too(table: Table) -> None:
    client = table.browser.client
    path = table.way("cards")
    sizes = {each: sent(client, each) for each in fetched(client, path)}
    modules = [each for each in sizes if each.endswith(".js")]

    assert sum(sizes.values()) <= FIRST_VISIT + CARD_PICKER, sizes
    assert len(modules) >= 3


def test_no_script_of_a_hand_is_found_only_when_another_has_come(table: Table) -> None:
    client = table.browser.client
    for way in ("cards", "deadwood"):
        with client.get(table.way(way)) as answer:
            text = answer.get_data(as_text=True)
        named = set(re.findall(r'(?:src|href)="([^"]+\.js)"', text))

        assert imported(client, named) - named == set()
