"""No regular expression costs more than in proportion to its text. tests/patterns.py lists them."""

import re

import pytest

from tests.patterns import ONLY_OURS, USES, Found, all_patterns, is_bounded, what_costs_more

TRIED = [
    each
    for each in all_patterns()
    if not is_bounded(each.pattern) and each.place.partition(":")[0] not in ONLY_OURS
]


@pytest.mark.parametrize("found", TRIED, ids=lambda each: each.place)
def test_the_steps_grow_in_proportion_to_the_text(found: Found) -> None:
    assert what_costs_more(found.pattern, found.uses) == ""


@pytest.mark.parametrize(
    "written",
    [r"[T ]\s*\d{1,2}$", r"\s+-\s*|\s*-\s+", r"(a|a)*b", r"(?:x+)+y", r"\d+\.\d", r"a*?b"],
)
def test_what_grows_with_the_square_is_noticed(written: str) -> None:
    assert what_costs_more(re.compile(written), USES) != ""


@pytest.mark.parametrize("written", [r"[^x]*", r"(?<!\s)\s++-", r"[a-z]{1,63}(\.[a-z]{1,63})*"])
def test_what_grows_in_proportion_is_not(written: str) -> None:
    assert what_costs_more(re.compile(written), USES) == ""
