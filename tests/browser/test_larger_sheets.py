"""Sheets of three players and of partners on small phones, with long names and large text."""

import pytest
from flask import Flask

from models.gin.hand.scoring import Hand
from models.gin.rules.house_rules import STANDARD
from models.gin.rules.options import Stake
from models.gin.rules.seating import Table
from tests.browser.layout import beyond_the_side, cut_off, draw_with_tall_lines, overlapping, small_targets
from tests.browser.table import LONG_NAMES, Sit, match_path
from tests.browser.test_sizes import EVERY
from tests.gin.test_seating import dead, won

RULES = STANDARD.but(target=60, stake_per_point=Stake.parse("0.05 EUR"))
OF_THREE = (won(1, 12, 2), won(0, 30, 1), dead(0, 2), won(2, 15, 0))
OF_PARTNERS = (won(0, 12, 1), won(3, 10, 2), won(0, 30, 3), dead(1, 2), won(2, 15, 1))

SHEETS = {
    "three": (Table.THREE, RULES, OF_THREE),
    "three, over": (Table.THREE, RULES, (*OF_THREE, won(0, 45, 2))),
    "three, in columns": (Table.THREE, RULES.but(columns=3), (*OF_THREE, won(0, 45, 2))),
    "partners": (Table.PARTNERSHIP, RULES, OF_PARTNERS),
    "partners, over": (Table.PARTNERSHIP, RULES, (*OF_PARTNERS, won(0, 45, 3))),
    "partners, in columns": (Table.PARTNERSHIP, RULES.but(columns=3), OF_PARTNERS),
}


some = pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name in {"three, in columns", "partners, over"} else pytest.mark.full)
        for name in SHEETS
    ],
)
"""The most that stands on a sheet of three and on one of partners; ``make test-all`` takes them all."""


def laid_out(app: Flask, name: str, names: tuple[str, ...]) -> str:
    """The address of one of the sheets."""
    table, rules, hands = SHEETS[name]
    played: tuple[Hand, ...] = hands
    return match_path(app, *played, rules=rules, names=names[: table.people], table=table)


@some
def test_all_of_it_is_there_on_a_small_phone(
    app: Flask, sit: Sit, subtests: pytest.Subtests, name: str
) -> None:
    page = sit.down().page
    page.goto(laid_out(app, name, (*LONG_NAMES, "Christopher", "Margaret")))
    with subtests.test():
        assert small_targets(page, EVERY) == []
    for width in (390, 360, 320):
        page.set_viewport_size({"width": width, "height": 700})
        with subtests.test(width=width):
            assert (beyond_the_side(page), overlapping(page)) == ([], [])
    draw_with_tall_lines(page)
    with subtests.test(typeface="with tall lines"):
        assert (beyond_the_side(page), overlapping(page)) == ([], [])


@some
def test_letters_twice_as_large_are_all_there(
    app: Flask, sit: Sit, subtests: pytest.Subtests, name: str
) -> None:
    page = sit.down().page
    page.goto(laid_out(app, name, ("Ann", "Bob", "Margaret", "Dan")))
    page.evaluate("() => { document.documentElement.style.fontSize = '200%' }")
    with subtests.test():
        assert (beyond_the_side(page), cut_off(page), overlapping(page)) == ([], [], [])
    draw_with_tall_lines(page)
    with subtests.test(typeface="with tall lines"):
        assert (beyond_the_side(page), cut_off(page), overlapping(page)) == ([], [], [])
