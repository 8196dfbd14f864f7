"""A club's ledger of totals, imported: every page, print and export of its book tells them, and no hand."""

import csv
import json
from collections import Counter
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest

from tests.views.books.test_books import link, start_book
from tests.views.browser import Browser, Page
from tests.views.statistics.reading import cells, figures
from tests.views.table import of_class, rows

LEDGER = (Path(__file__).parents[2] / "data" / "ledger_of_totals.csv").read_text()
"""Twenty evenings of four people, one of them level."""
LINES = list(csv.reader(StringIO(LEDGER), delimiter=";"))[1:]
A_MATCH = "From paper 0 : 104"
"""The last line of the ledger: Gus 0, Ruth 104."""
NO_RECORD = ("&", "/rules", "/new", "empty=1")
"""Addresses of other orders of a table, of rules and of forms, which tell nothing that was played."""
NEVER_SAID = ("no hand played", "Adjustment", "Hand points", "Final total", "Target: ", "just started")


def balance(of: str, against: str = "", since: str = "") -> tuple[str, str]:
    """What the ledger says of a player: points less those of the others, and of how many matches."""
    found = Counter[str]()
    for day, one, points, other, theirs in LINES:
        for who, whom, more in (
            (one, other, int(points) - int(theirs)),
            (other, one, int(theirs) - int(points)),
        ):
            if who == of and against in ("", whom) and day >= since:
                found["matches"] += 1
                found["points"] += more
    count, points = found["matches"], found["points"]
    return f"{'+' if points > 0 else '−'}{abs(points)}", f"{count} match{'es' * (count != 1)}"


@pytest.fixture
def club(browser: Browser) -> str:
    """The address of the book of the ledger."""
    page = browser.get("/import")
    page = browser._send(page, page.form_with({"text"}), {"text": LEDGER}, 200)
    browser._send(page, page.form_with({"rows", "text"}), {"import": "1"}, 303)
    return start_book(browser, name="Club")


def pages_below(browser: Browser, start: str, *within: str) -> Iterator[Page]:
    """The page at *start* and every page that links lead to from there *within* these addresses."""
    seen, waiting = {start}, [start]
    while waiting:
        answer = browser.client.get(waiting.pop(), buffered=True)
        assert answer.status_code in (200, 303), answer.request.path
        if answer.mimetype != "text/html":
            continue
        page = Page(answer.text, answer.request.full_path)
        yield page
        found = {
            each["href"].partition("#")[0] for each in page.root.all("a") if not each["href"].startswith("#")
        }
        new = {
            each
            for each in found - seen
            if each.startswith(within) and not any(part in each for part in NO_RECORD)
        }
        seen |= new
        waiting += new


def test_every_page_tells_the_totals_and_no_hand(browser: Browser, club: str) -> None:
    sheets = [
        each["href"]
        for each in browser.get(f"{club}/matches").root.all("a")
        if each["href"].startswith("/m/")
    ]
    read = [*pages_below(browser, club, club)]
    for sheet in (sheets[0], sheets[15]):
        read += pages_below(browser, sheet.partition("?")[0], sheet.partition("?")[0])

    assert len(read) > 60
    said = [(page.path, words) for page in read for words in NEVER_SAID if words in page.text]
    assert said == []


def test_the_print_has_the_results(browser: Browser, club: str) -> None:
    found = [(row[1], row[2]) for row in rows(browser.get(f"{club}/print"), "record", nth=1)]

    def result(line: list[str]) -> tuple[str, str]:
        _day, one, points, other, theirs = line
        won = "tied" if points == theirs else one if int(points) > int(theirs) else other
        return f"{one} – {other}", f"{won}, {points} : {theirs}"

    assert Counter(found) == Counter(map(result, LINES))


@pytest.mark.engines
@pytest.mark.parametrize("query, since", [("", ""), ("?from=2026-01&to=2026-03", "2026")])
def test_the_balance_rests_on_matches_and_leads_to_them(
    browser: Browser, club: str, query: str, since: str
) -> None:
    table = browser.get(f"{club}/statistics{query}")
    shown = {row[0]: row[-1] for row in rows(table, "ranking")[1:]}
    assert shown == {name: balance(name, since=since)[0] for name in ("Gus", "Helen", "Ivan", "Ruth")}

    gus = browser.get(link(table, "Gus"))
    assert figures(gus)["Balance"] == balance("Gus", since=since)
    pair = browser.get(link(gus, "Helen"))
    assert cells(pair)["Balance"] == [balance("Gus", "Helen", since), balance("Helen", "Gus", since)]

    behind = browser.get(
        next(each["href"] for each in gus.root.all("a") if "/figures/balance" in each["href"])
    )
    listed = len(of_class(behind, "found"))
    assert f"{listed} match" in balance("Gus", since=since)[1]
    assert ("Ivan 105, Gus 105" in behind.text) is (since == "")


def test_a_balance_of_nought_leads_to_its_match(browser: Browser) -> None:
    page = browser.get("/import")
    page = browser._send(page, page.form_with({"text"}), {"text": "Ann,Bob\n80,80\n"}, 200)
    browser._send(page, page.form_with({"rows", "text"}), {"import": "1"}, 303)
    ann = browser.get(link(browser.get(f"{start_book(browser)}/statistics"), "Ann"))

    assert figures(ann)["Balance"] == ("0", "1 match")
    assert any("/figures/balance" in each["href"] for each in ann.root.all("a"))


def test_a_match_from_paper_is_told_as_such(browser: Browser, club: str, viewer: Browser) -> None:
    sheet = link(browser.get(f"{club}/matches"), "Gus 0 Ruth 104")
    page, seen = browser.get(sheet), viewer.get(sheet)

    assert A_MATCH in page.text
    assert rows(page) == [["", "From paper", "", "104"]]
    assert of_class(page, "bill") == of_class(page, "won__suits") == []
    assert [each["content"] for each in seen.root.all("meta") if each["property"] == "og:title"] == [
        "Gus 0, Ruth 104"
    ]
    for where in ("table", "result.svg"):
        assert A_MATCH in Page(viewer.client.get(f"{sheet}/{where}").text, where).text
    assert "From paper 0 104" in browser.get(f"{sheet}/score-sheet").text


def test_the_exports_have_the_totals(browser: Browser, club: str) -> None:
    table = list(
        csv.DictReader(StringIO(browser.client.get(f"{club}/hands.csv").get_data().decode("utf-8-sig")))
    )
    written = json.loads(browser.client.get(f"{club}/book.json").text)

    last = {row["Match"]: row for row in table}.values()
    assert Counter((each["Final total 1"], each["Final total 2"]) for each in last) == Counter(
        (line[2], line[4]) for line in LINES
    )
    assert Counter(match["played_on"] for match in written["matches"]) == Counter(line[0] for line in LINES)
