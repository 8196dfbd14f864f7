"""Names in any script, above columns of figures and in a line, fit and wrap well on a phone."""

from itertools import product

import pytest
from flask import Flask
from playwright.sync_api import Page

from models.gin.hand.declaration import Count, Ending
from models.gin.hand.scoring import Hand
from models.gin.rules.house_rules import STANDARD, HouseRules
from models.gin.rules.options import Shutout
from models.gin.rules.seating import Table
from models.gin.sheet.extra_lines import Adjustment
from models.records.tables.graphemes import graphemes
from tests.browser.layout import beyond_the_side, cut_off, overlapping
from tests.browser.table import LONG_NAMES, Phone, Sit, match_path, sit_down
from tests.browser.test_score_sheets import cut_on
from tests.browser.test_sheets import OF_PARTNERS, OF_THREE, RULES
from tests.gin.test_seating import dead, won
from tests.records.table import ANN_KNOCKS, BOB_HAS_GIN

OF_TWO = (won(0, 12, 1), won(1, 33, 0), dead(0, 1), won(0, 45, 1), won(1, 80, 0), won(0, 9, 1))
GAMES = RULES.but(games_to_win=None)

TABLES = {
    "two": (Table.TWO, ("Wilhelmina", "Margaretha"), OF_TWO),
    "three": (Table.THREE, ("Margaret", "Wolfgang", "Gertrude"), (*OF_THREE, won(0, 45, 2), won(1, 20, 0))),
    "partners": (Table.PARTNERSHIP, ("Margaret", "Wolfgang", "Gertrude", "Annalena"), OF_PARTNERS),
}
"""Names as long as many are, and hands by which a game is over and the next one started."""

BROKEN = """except => {
  const broken = [];
  for (const name of document.querySelectorAll(".name")) {
    if (!name.checkVisibility() || name.matches(except)) continue;
    const walker = document.createTreeWalker(name, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { data, parentElement } = walker.currentNode;
      const { scrollWidth, clientWidth } = parentElement;
      if (clientWidth && scrollWidth > clientWidth) broken.push(data);
      for (const word of data.matchAll(/[^\\s-]+-?/g)) {
        const range = document.createRange();
        range.setStart(walker.currentNode, word.index);
        range.setEnd(walker.currentNode, word.index + word[0].length);
        const tops = [...range.getClientRects()].map(each => Math.round(each.top));
        if (new Set(tops).size > 1) broken.push(word[0]);
      }
    }
  }
  return broken;
}"""
"""The words of names that stand on two lines or are cut short."""

BROKEN_CHIPS = BROKEN.replace('".name"', '".chip"')
"""The words of buttons that fill in names, on two lines or cut short."""

LINES_OF = """selector => new Set([...document.querySelectorAll(selector)].map(each => {
  const { top, bottom } = each.getBoundingClientRect();
  return Math.round((top + bottom) / 20);
})).size"""
"""How many lines elements stand in."""

VERY_LARGE = "() => { document.documentElement.dataset.textSize = 'largest' }"
TWICE = "() => { document.documentElement.style.fontSize = '200%' }"

SIDES = """selector => {
  const right = each => {
    const range = document.createRange();
    range.selectNodeContents(each);
    return Math.max(0, ...[...range.getClientRects()].filter(box => box.width).map(box => box.right));
  };
  const end = name => Math.min(right(name), name.getBoundingClientRect().right);
  return [...document.querySelectorAll(selector)].flatMap(table => {
    const heads = [...table.querySelectorAll("th[scope=col]:has(.name)")];
    return [...table.querySelectorAll("tbody tr")].flatMap(row => {
      const cells = [...row.querySelectorAll("td")].slice(-heads.length);
      if (cells.length < heads.length) return [];
      const pairs = cells.map((cell, n) => [end(heads[n].querySelector(".name")), right(cell)]);
      return pairs.filter(([name, figure]) => figure);
    });
  });
}"""
"""Where a name ends at its right, and where a figure under it does."""

LINES = """selector => {
  const lines = [];
  let low = -1;
  const walker = document.createTreeWalker(document.querySelector(selector), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    for (let at = 0; at < node.data.length; at += 1) {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const box = range.getClientRects()[0];
      if (!box?.width) continue;
      if (box.top > low) lines.push("");
      low = Math.max(low, box.bottom - 4);
      lines[lines.length - 1] += node.data[at];
    }
  }
  return lines.map(line => line.trim().replaceAll("\\u00a0", " "));
}"""
"""The lines in which a text stands."""


def laid_out(
    app: Flask, server: str, page: Page, table: str, *, rules: HouseRules = GAMES, played: bool = True
) -> None:
    """Opens the sheet of one of the tables."""
    seats, names, hands = TABLES[table]
    sit_down(page, app, server)
    page.goto(match_path(app, *(hands if played else ()), rules=rules, names=names, table=seats))


def widen(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})


@pytest.mark.parametrize(
    "columns, played",
    [
        (1, True),
        (5, True),
        *(
            pytest.param(columns, played, marks=pytest.mark.full)
            for columns, played in ((3, True), *product((1, 3, 5), (False,)))
        ),
    ],
)
def test_no_ordinary_name_is_broken(
    app: Flask, server: str, phone: Phone, subtests: pytest.Subtests, columns: int, played: bool
) -> None:
    page = phone()
    for table in TABLES:
        laid_out(app, server, page, table, rules=GAMES.but(columns=columns), played=played)
        page.locator("details").evaluate_all("all => all.forEach(each => { each.open = true })")

        with subtests.test(table):
            assert page.evaluate(BROKEN, ".columns .name") == []
            assert beyond_the_side(page) == []


def test_figures_stand_under_their_names_and_a_fact_is_broken_as_a_whole(
    app: Flask, server: str, phone: Phone, subtests: pytest.Subtests
) -> None:
    page = phone()
    for table in TABLES:
        laid_out(app, server, page, table, rules=GAMES.but(columns=3))
        with subtests.test(table):
            sides = page.evaluate(SIDES, ".hand-table, .bill, .columns")
            assert len(sides) > 12
            assert [pair for pair in sides if abs(pair[0] - pair[1]) > 1.5] == []
        for width in (320, 360, 390):
            widen(page, width)
            with subtests.test(table, width=width):
                facts_are_whole(page)


def facts_are_whole(page: Page) -> None:
    """The small facts in a line are broken between two of them, or where a long one must be."""
    lines = page.evaluate(LINES, ".facts")
    said = " ".join(page.locator(".facts").inner_text().split())
    assert " ".join(lines) == said
    assert len(lines) > 2
    assert [line for line in lines if line.startswith("·") or line.endswith(("+", "−"))] == []
    room = page.locator(".facts").evaluate("each => each.clientWidth") - 32
    whole = page.locator(".facts > span").evaluate_all("all => all.map(each => each.getBoundingClientRect())")
    assert [box for box in whole if box["height"] > 40 and box["width"] < room / 2] == []


def test_short_names_are_as_large_as_all_else(app: Flask, phone: Phone) -> None:
    page = phone()
    page.goto(match_path(app, *OF_TWO, rules=GAMES, names=("Ann", "Bob")))

    sizes = page.locator("thead .name").evaluate_all(
        "all => all.map(each => getComputedStyle(each).fontSize)"
    )
    assert set(sizes) == {"18px"}


def test_large_figures_stand_under_their_names_too(app: Flask, server: str, phone: Phone) -> None:
    page = phone(viewport={"width": 320, "height": 844})
    for table in ("two", "partners"):
        laid_out(app, server, page, table, rules=STANDARD.but(target=60, games_to_win=None))
        page.evaluate("() => { document.documentElement.style.fontSize = '32px' }")

        sides = page.evaluate(SIDES, ".hand-table, .bill")
        assert len(sides) > 4
        assert [pair for pair in sides if abs(pair[0] - pair[1]) > 2] == [], table


def test_the_longest_names_are_cut_to_what_there_is_room_for(app: Flask, phone: Phone) -> None:
    page = phone(is_mobile=False)
    for table, (seats, _names, hands) in TABLES.items():
        names = (*LONG_NAMES, "Konstantinopolitanischedudelsackpfeifer", "Christopher")[: seats.people]
        page.goto(match_path(app, *hands, rules=GAMES, names=names, table=seats))
        for width in (390, 900, 1024):
            widen(page, width)
            assert beyond_the_side(page) == [], (table, width)


def test_a_pair_is_named_with_both_its_names(app: Flask, server: str, phone: Phone) -> None:
    page = phone()
    laid_out(app, server, page, "partners")

    heads = page.locator(".hand-table thead .name").all_inner_texts()
    assert [" ".join(each.split()) for each in heads] == ["Margaret & Gertrude", "Wolfgang & Annalena"]
    assert page.evaluate(LINES, ".hand-table thead .name") == ["Margaret &", "Gertrude"]


def test_shortened_names_over_columns_are_all_there(app: Flask, phone: Phone) -> None:
    page = phone()
    for names in (("Maria", "Margot"), ("Margarete", "Margot"), ("Wolfgang", "Gertrud")):
        page.goto(match_path(app, *OF_TWO[:2], rules=GAMES.but(columns=3), names=names))
        is_cut = "all => all.map(each => each.scrollWidth > each.clientWidth)"
        for width in (390, 320):
            widen(page, width)
            assert page.locator(".columns .name:not(.name--full)").evaluate_all(is_cut) == [False] * 6, (
                names,
                width,
            )


@pytest.mark.parametrize(
    "table", [*(pytest.param(table, marks=pytest.mark.full) for table in ("two", "three")), "partners"]
)
def test_letters_twice_as_large_fit_the_smallest_phone(
    app: Flask, server: str, phone: Phone, subtests: pytest.Subtests, table: str
) -> None:
    page = phone(viewport={"width": 320, "height": 568})
    laid_out(app, server, page, table)
    sheet = page.url
    for path in (sheet, f"{sheet}/hands/new?by=deadwood", f"{sheet}/hands/new"):
        with subtests.test(path):
            page.goto(path)
            assert twice_as_large_beyond_the_side(page) == []


def test_letters_twice_as_large_fit_the_smallest_phone_while_rules_are_changed(phone: Phone) -> None:
    page = phone(viewport={"width": 320, "height": 568})
    page.goto("/houses/own/change?from=pagat")
    assert twice_as_large_beyond_the_side(page) == []


def twice_as_large_beyond_the_side(page: Page) -> list[str]:
    """What extends beyond the right edge in letters twice as large, with everything unfolded."""
    page.evaluate("() => { document.documentElement.style.fontSize = '32px' }")
    page.locator("details").evaluate_all("all => all.forEach(each => { each.open = true })")
    return beyond_the_side(page)


def test_the_words_of_the_game_are_whole_beside_three_totals(app: Flask, server: str, phone: Phone) -> None:
    page = phone(viewport={"width": 320, "height": 844})
    seats, names, _hands = TABLES["three"]
    undercut = Hand(1, Count(Ending.KNOCK, knocker=9, defender=5), (1, 2))
    page.goto(match_path(app, undercut, rules=GAMES, names=names, table=seats))

    assert page.evaluate(LINES, ".hand-table tbody a > span:not(.aside)") == ["Undercut"]


def test_long_names_and_the_bar_are_whole_in_large_text(
    app: Flask, sit: Sit, subtests: pytest.Subtests
) -> None:
    """Also the way home and the links are in one line, and names of another evening above a new match."""
    page = sit.down().page
    names = ("Margaret Wetherby-Smith", "Christopher")
    sheet = match_path(app, won(0, 12, 1), won(1, 33, 0), names=names)
    for address, width, large in product((sheet, "/matches/new"), (360, 390), (VERY_LARGE, TWICE)):
        widen(page, width)
        page.goto(address)
        page.evaluate(large)
        with subtests.test(address, width=width, large=large):
            assert page.evaluate(BROKEN, "thead .name") == page.evaluate(BROKEN_CHIPS, "thead .name") == []
            assert (
                page.evaluate(LINES_OF, ".actions .button") == page.evaluate(LINES_OF, ".top > :not(h1)") == 1
            )


FOR_LIFE = STANDARD.but(target=9_999_999, game_bonus=0, box_bonus=0, shutout=Shutout.NONE)
LARGE = (
    Adjustment(0, 9_999_899, "from our old book"),
    won(0, 12, 1),
    Adjustment(1, -9_999_999),
    won(1, 33, 0),
    Adjustment(0, 88),
)
"""Totals of seven digits, one below nought, and a game that they win."""
SCREENS = (
    ("", 320, 568),
    ("", 390, 844),
    ("", 1024, 768),
    ("", 1920, 1080),
    ("/table", 320, 568),
    ("/table", 1920, 1080),
)


@pytest.mark.full
@pytest.mark.parametrize("columns", [1, 3])
def test_seven_digits_fit_the_smallest_phone_in_very_large_text_too(
    app: Flask, sit: Sit, subtests: pytest.Subtests, columns: int
) -> None:
    page = sit.down().page
    for table, (seats, names, _hands) in TABLES.items():
        sheet = match_path(app, *LARGE, rules=FOR_LIFE.but(columns=columns), names=names, table=seats)
        for path, width, height in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            page.goto(sheet + path)
            for large in (False, True):
                if large:
                    page.evaluate(VERY_LARGE)
                with subtests.test(table, path=path, width=width, large=large):
                    assert beyond_the_side(page) == []
                    assert overlapping(page) == []
                    assert width > 390 or cut_off(page) == []
        page.goto(f"{sheet}/score-sheet")
        with subtests.test(table, path="on paper"):
            assert cut_on(page, "A4") == []
        page.emulate_media(media="screen")


EMOJI = "👨‍👩‍👧‍👦👍🏽🇩🇪❤️‍🔥🃏"
THAI = "กาญจนาภรณ์ศักดิ์สิทธิ์วัฒนาพงศ์"
CHINESE = "欧阳娜娜" * 10
ARABIC = "عبد الرحمن بن محمد الهاشمي"
HINDI, KOREAN = "क्षत्रियवर्धन", "\u1112\u1161\u11ab국사람"

SEGMENTS = """texts => {
  const letters = new Intl.Segmenter("en", { granularity: "grapheme" });
  return texts.map(text => [...letters.segment(text)].map(each => each.segment));
}"""


def test_a_name_in_any_script_fits(app: Flask, sit: Sit, subtests: pytest.Subtests) -> None:
    page = sit.down(viewport={"width": 320, "height": 568}).page
    for names in ((EMOJI, THAI), (CHINESE, ARABIC), (HINDI, "Ann")):
        sheet = match_path(app, ANN_KNOCKS, BOB_HAS_GIN, names=names)
        for path in ("", "/hands/new?by=deadwood", "/hands/2", "/table"):
            page.goto(sheet + path)
            with subtests.test(names=names, path=path):
                assert beyond_the_side(page) == []
                assert overlapping(page) == []


def test_a_browser_takes_the_same_for_a_letter(phone: Phone) -> None:
    page: Page = phone()
    names = [EMOJI, THAI, CHINESE, ARABIC, HINDI, KOREAN, "Zoe\u0308", "நிலா", "བཀྲ་ཤིས"]

    assert page.evaluate(SEGMENTS, names) == [graphemes(name) for name in names]
