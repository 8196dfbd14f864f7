"""Compares random matches with a plain sheet: ``python -m tests.careful 20000``.

Any rules, at every kind of table, with lines that are not hands, dead hands and void ties. Prints how many
differ, and the first that do, as documents for ``score``.
"""

import json
import sys
from collections import Counter

from hypothesis import HealthCheck, given, seed, settings

from models.gin.document.writing import Match, write_match
from tests.gin.careful import differences, kinds
from tests.gin.strategies import evenings, limited_evenings

SHOWN = 3
"""How many of the matches that differ are printed."""

AT_ONCE = 1000
"""How many matches are drawn with one seed."""

MANY = settings(
    max_examples=AT_ONCE,
    database=None,
    deadline=None,
    derandomize=False,
    suppress_health_check=list(HealthCheck),
)


def main(count: int, first: int = 0) -> int:
    """Compares so many matches; returns how many differ."""
    seen, differ = Counter[str](), list[tuple[Match, list[str]]]()

    def compare(match: Match) -> None:
        if seen["matches"] == count:
            return
        seen.update(["matches", *kinds(match)])
        if found := differences(match):
            differ.append((match, found))

    nth = first
    while seen["matches"] < count:
        drawn = given(evenings() | limited_evenings())(compare)
        checks = list(HealthCheck)
        seed(nth)(
            settings(max_examples=AT_ONCE, database=None, deadline=None, suppress_health_check=checks)(drawn)
        )()
        nth += 1
    shown = {tuple(each.split(" ")[0] for each in found): (match, found) for match, found in differ}
    for match, found in sorted(shown.values(), key=lambda each: len(each[0].hands))[:SHOWN]:
        print(json.dumps(write_match(match)), *found, sep="\n  ")
    print(", ".join(f"{name}: {number}" for name, number in seen.most_common()))
    print(f"{len(differ)} of {seen['matches']} differ")
    return len(differ)


if __name__ == "__main__":
    sys.exit(min(1, main(*map(int, sys.argv[1:3]))))
