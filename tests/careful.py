"""Compares random matches with a plain sheet: ``python -m tests.careful 20000``.

Any rules, at every kind of table, with extra lines, dead hands and void ties. Prints how many
differ, and the first that do, as documents for ``score``. ``python -m tests.careful 2000 0 pages`` saves each
match through the forms of the pages, with corrections, and compares what the pages show. The second number
chooses the matches.
"""

import json
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from flask import Flask
from hypothesis import HealthCheck, Phase, given, seed, settings

from models.gin.document.writing import MatchDocument, write_match
from tests.databases import SQLite
from tests.gin.careful import differences, kinds
from tests.gin.strategies import evenings, limited_evenings, seeds
from tests.views.matches.evenings import played

SHOWN = 4
"""How many of the matches that differ are printed."""

AT_ONCE = 500
"""How many matches are drawn with one seed."""

MANY = settings(
    max_examples=AT_ONCE,
    database=None,
    deadline=None,
    derandomize=False,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)

Compare = Callable[[MatchDocument, int], list[str]]
"""Where a match differs; the number chooses what is corrected in it."""


def through_pages(app: Flask) -> Compare:
    """Saves a match through the pages of *app*."""

    def compare(match: MatchDocument, chosen: int) -> list[str]:
        try:
            return played(app, match, chosen).differences()
        except AssertionError as refused:
            return [f"refused {refused}"]

    return compare


def main(count: int, first: int, compare: Compare) -> int:
    """Compares so many matches; returns how many differ."""
    seen, differ = Counter[str](), list[tuple[MatchDocument, list[str]]]()

    def note(match: MatchDocument, chosen: int) -> None:
        if seen["matches"] == count:
            return
        seen.update(["matches", *kinds(match)])
        if found := compare(match, chosen):
            differ.append((match, found))

    nth = first
    while seen["matches"] < count:
        seed(nth)(MANY(given(evenings() | limited_evenings(), seeds)(note)))()
        nth += 1
    shown = {tuple(each.split(" ")[0] for each in found): (match, found) for match, found in differ}
    for match, found in sorted(shown.values(), key=lambda each: len(each[0].hands))[:SHOWN]:
        print(json.dumps(write_match(match)), *found, sep="\n  ")
    print(", ".join(f"{name}: {number}" for name, number in seen.most_common()))
    print(f"{len(differ)} of {seen['matches']} differ")
    return len(differ)


if __name__ == "__main__":
    how_many, start, pages = int(sys.argv[1]), int([*sys.argv, "0"][2]), "pages" in sys.argv
    with TemporaryDirectory() as folder:
        way = through_pages(SQLite(Path(folder)).app) if pages else lambda match, _chosen: differences(match)
        sys.exit(min(1, main(how_many, start, way)))
