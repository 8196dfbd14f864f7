"""The columns of a Hollywood sheet on a small phone."""

import pytest
from flask import Flask
from playwright.sync_api import expect

from tests.browser.table import LONG_NAMES, Phone, match_path
from tests.browser.test_larger_sheets import RULES
from tests.gin.table import BOB, gin, knock

EVENING = (knock(9, 27), knock(9, 34), knock(9, 21, by=BOB), gin(5), knock(9, 31, by=BOB)) * 4


def test_no_column_is_beyond_the_side_of_a_small_phone(
    app: Flask, phone: Phone, subtests: pytest.Subtests
) -> None:
    page = phone(viewport={"width": 360, "height": 740})
    for columns in (3, 5):
        page.goto(match_path(app, *EVENING, rules=RULES.but(target=200, columns=columns), names=LONG_NAMES))
        frames = page.locator(".hollywood").evaluate_all(
            "all => all.map(each => each.scrollWidth - each.clientWidth)"
        )
        with subtests.test(columns=columns):
            assert frames == [0] * (1 if columns <= 3 else 2)
            expect(page.locator(".columns [scope=colgroup]")).to_have_count(columns)
