"""Names of emoji, in Thai, Chinese, Arabic and Hindi fit the sheet of the smallest phone."""

import pytest
from flask import Flask
from playwright.sync_api import Page

from models.records.tables.graphemes import graphemes
from tests.browser.layout import beyond_the_side, overlapping
from tests.browser.table import Phone, Sit, match_path
from tests.records.table import ANN_KNOCKS, BOB_HAS_GIN

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
