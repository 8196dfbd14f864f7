"""Every rule statement of the five texts is played, judged or stated, and where."""

import ast
import re
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest

from models.gin.rules.presets import PRESETS
from tests.views.browser import Browser
from tests.views.table import element

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
def names_in(file: str) -> set[str]:
    """The tests of a file."""
    tree = ast.parse((TESTS / file).read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("shown", sorted({each.shown for each in IN_CODE}))
def test_and_a_test_shows_it(shown: str) -> None:
    file, _colons, name = shown.partition("::")

    assert name.startswith("test_")
    assert name in names_in(file)
