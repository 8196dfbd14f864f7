"""The picture of the result is in the reader's language, or in English where letters for it are missing."""

from pathlib import Path

import pytest

from tests.views.speaking import add_catalogues
from tests.views.table import Table

TOTALS = 'msgid "The match has just started."\nmsgstr "{}"\n'


def picture(table: Table, kind: str, accepts: str) -> bytes:
    """The picture as a phone with this language gets it."""
    answer = table.browser.client.get(f"{table.path}/result.{kind}", headers={"Accept-Language": accepts})
    assert answer.status_code == 200
    return answer.data


@pytest.fixture(autouse=True)
def languages(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Catalogues of four languages."""
    said = {"fr": "Aucune donne", "zh": "还没有牌局"}
    add_catalogues(
        monkeypatch, tmp_path / "catalogues", **{code: TOTALS.format(text) for code, text in said.items()}
    )


def test_letters_of_our_typeface_are_drawn(table: Table) -> None:
    assert picture(table, "png", "fr") != picture(table, "png", "en")


def test_a_picture_without_chinese_letters_is_in_english(table: Table) -> None:
    assert picture(table, "png", "zh") == picture(table, "png", "en")
    assert "还没有牌局" in picture(table, "svg", "zh").decode()
