"""Pages and assets are small enough for a slow network."""

import gzip
import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests.gin.table import BOB, DEAD, gin, knock
from tests.views.speaking import LANGUAGES, add_catalogues
from tests.views.table import ANN_KNOCKS, Sit, Table
from views.language import i18n

FIRST_VISIT = 14 * 1024
REQUESTS = 4
AGAIN = 4 * 1024

THE_WHOLE_GAME = 6 * 1024
"""A page of rules, which explains the whole game and answers disputes."""

THEIR_CODE = 2 * 1024
"""The QR code with the link to rules of one's own."""

AN_ANSWER = 4 * 1024 + 64
"""A page with an answer of the judge."""

FIRST_ANSWER = 15 * 1024
"""A first visit by the link of an answer of the judge, which has ten cards in two arrangements."""

BY_DEADWOOD = 15 * 1024
"""The form for two numbers in another language than English; nobody's first visit, but measured as one."""

CARD_PICKER = 9 * 1024
"""One script more, on pages where cards are tapped."""

BY_CARDS_AT_FIRST = 28 * 1024

FETCHED = re.compile(
    r'<link rel="(?:stylesheet|icon|preload|modulepreload)"[^>]* href="([^"]+)"'
    r'|<link href="([^"]+)" rel="(?:stylesheet|icon)"'
    r'|<(?:script|img|source)[^>]* src="([^"]+)"'
    r'|\bfrom "([^"]+)"'
    r'|\bimport[ (]"([^"]+)"'
)
"""How a page, a style sheet or a script names another file that a browser fetches at once.

The typeface isn't among them: it loads after the first paint (docs/decisions/0010-one-typeface.md).
"""


def sent(client: FlaskClient, path: str) -> tuple[int, str]:
    """The bytes of an answer as a browser gets it, and what it says."""
    with client.get(path, headers={"Accept-Encoding": "gzip"}) as answer:
        assert answer.status_code == 200, path
        body = answer.get_data()
        plain = gzip.decompress(body) if answer.headers.get("Content-Encoding") == "gzip" else body
        return len(body), plain.decode(errors="replace")


ASSETS: dict[str, tuple[int, str]] = {}
"""What was fetched before of what never changes: another content has another address."""


def first_visit(client: FlaskClient, path: str) -> dict[str, int]:
    """The bytes of a page and of everything that it makes a browser fetch, one after the other."""
    sizes: dict[str, int] = {}
    asked = [path]
    for each in asked:
        if each in sizes or each.startswith("data:"):
            continue
        found = ASSETS.get(each) or sent(client, each)
        if each.startswith("/static/"):
            ASSETS[each] = found
        sizes[each], text = found
        asked += ["".join(named) for named in FETCHED.findall(text)]
    return sizes


@pytest.fixture
def thirty_hands(sit: Sit) -> Table:
    """A match of thirty hands, no two of them alike."""
    table = sit(target=10_000)
    table.add(
        *(hand for left in range(1, 11) for hand in (knock(left, 97 - left), gin(9 * left, by=BOB), DEAD))
    )
    return table


def first_pages(table: Table) -> dict[str, str]:
    """The pages that a first visit may start with."""
    path = table.path
    book = table.browser.send("/books/new", {"name": ""}).path
    return {
        "home": "/",
        "a new match": "/matches/new",
        "a sheet of thirty hands": path,
        "a hand by deadwood": f"{path}/hands/new?by=deadwood",
        "rules": "/houses/pagat",
        "the rules of a match": f"{path}/rules",
        "own rules": "/houses/own?from=pagat&name=Our+kitchen&gin_bonus=30&target=150",
        "a hand of the sheet": f"{path}/hands/30",
        "the scoreboard": f"{path}/table",
        "the chart of thirty hands": f"{path}/chart",
        "a book": book,
        "find a match": f"{book}/matches",
        "a new match in a book": f"{book}/matches/new",
        "players": f"{book}/players",
        "statistics": f"{book}/statistics",
        "statistics of two": f"{book}/players/1/against/2",
        "hands behind a figure": f"{book}/statistics/figures/gin",
    }


def test_a_first_visit_takes_four_requests_and_fourteen_kilobytes(thirty_hands: Table) -> None:
    client, pages = thirty_hands.browser.client, first_pages(thirty_hands)
    sizes = {name: first_visit(client, page) for name, page in pages.items()}

    assert {name: each for name, each in sizes.items() if sum(each.values()) > FIRST_VISIT} == {}
    assert {name: list(each) for name, each in sizes.items() if len(each) > REQUESTS} == {}
    most = {
        "rules": THE_WHOLE_GAME,
        "the rules of a match": THE_WHOLE_GAME,
        "own rules": THE_WHOLE_GAME + THEIR_CODE,
    }
    assert {name: page for name, page in pages.items() if sizes[name][page] > most.get(name, AGAIN)} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_other_languages_it_takes_one_request_more(
    thirty_hands: Table, language: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    if language not in i18n.languages():
        add_catalogues(monkeypatch, tmp_path / "catalogues")
    client = thirty_hands.browser.client
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = language
    sizes = {name: first_visit(client, page) for name, page in first_pages(thirty_hands).items()}

    most = {"a hand by deadwood": BY_DEADWOOD}
    too_much = {
        name: each for name, each in sizes.items() if sum(each.values()) > most.get(name, FIRST_VISIT)
    }
    assert too_much == {}
    assert {name: list(each) for name, each in sizes.items() if len(each) > REQUESTS + 1} == {}


def test_the_judge_takes_no_more_beside_the_card_picker(client: FlaskClient) -> None:
    answered = "/judge?house=pagat&ask=hand&cards=2S+2C+2D+2H+8S+8C+8D+9S+7C+AC"
    for page, most, again in (("/judge", FIRST_VISIT, AGAIN), (answered, FIRST_ANSWER, AN_ANSWER)):
        sizes = first_visit(client, page)
        picker = sizes.pop(next(each for each in sizes if each.endswith("/picker.js")))

        assert picker <= CARD_PICKER
        assert len(sizes) == REQUESTS
        assert sum(sizes.values()) <= most, sizes
        assert sizes[page] <= again


def test_entering_a_hand_by_cards_takes_five_requests(table: Table) -> None:
    sizes = first_visit(table.browser.client, table.way("cards"))

    assert len(sizes) == REQUESTS + 1
    assert sum(sizes.values()) <= BY_CARDS_AT_FIRST, sizes


def test_a_sheet_by_cards_in_a_match_of_several_games_is_small(sit: Sit) -> None:
    table = sit("tournament", names=("Maximiliane", "Bartholomäus"), target=50, games_to_win=10)
    for _ in range(10):
        table.add(ANN_KNOCKS)
        table.add(knock(8, 20), gin(17, by=BOB))

    assert sent(table.browser.client, table.path)[0] <= AGAIN


def test_so_are_three_columns(sit: Sit) -> None:
    table = sit("rummytalk", target=10_000)
    table.add(*[knock(8, 20, upcard="9H"), gin(17, by=BOB, upcard="9H")] * 15)

    assert sent(table.browser.client, table.path)[0] <= AGAIN
