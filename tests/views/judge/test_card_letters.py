"""The judge reads the letters of the reader's language; its addresses stay English."""

from pathlib import Path

import pytest

from tests.views.browser import Browser
from tests.views.speaking import add_catalogues, as_text
from tests.views.table import Sit, faults, of_class, press_on


@pytest.fixture
def german(browser: Browser, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Browser:
    """A phone that reads German."""
    add_catalogues(monkeypatch, tmp_path)
    browser.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "de"
    return browser


def test_a_question_in_german_has_an_english_address(german: Browser) -> None:
    page = german.send("/judge?house=pagat", {"cards": "BP DP KP / 7H 7Ka 7Kr"})

    assert "cards=JSQSKS/7H7D7C" in page.path
    assert "letters" not in page.path


def test_a_link_shows_its_cards_in_german(german: Browser) -> None:
    page = german.get("/judge?house=pagat&cards=TD7CQH")

    assert page.inputs["cards"] == "10♦ 7♣ D♥"
    assert faults(page) == {}


def test_the_same_link_reads_english_elsewhere(browser: Browser) -> None:
    page = browser.get("/judge?house=pagat&cards=TD7CQH")

    assert page.inputs["cards"] == "TD7CQH"
    assert "letters" not in page.inputs


def test_it_asks_which_cards_were_meant(german: Browser) -> None:
    asked = german.send("/judge?house=pagat", {"cards": "DK 7H"}, status=422)

    assert asked.inputs["cards"] == "DK 7H"
    assert [each.text for each in of_class(asked, "readings")[0].all("button")] == [
        as_text("D♦ 7♥"),
        as_text("D♣ 7♥"),
        as_text("K♦ 7♥"),
    ]
    assert "cards=7HQC" in press_on(german, asked, as_text("D♣ 7♥")).path


@pytest.mark.parametrize("language", ["en", "zh"])
def test_cards_are_typed_on_a_chinese_keyboard(
    browser: Browser, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, language: str
) -> None:
    add_catalogues(monkeypatch, tmp_path)
    browser.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = language
    for typed in ("Ｊ♠，Ｑ♠、Ｋ♠／７♥ 7 ♦ 7 ♣", "黑桃J 黑桃 Q 黑桃K/红心7 方片7 梅花７"):
        assert "cards=JSQSKS/7H7D7C" in browser.send("/judge?house=pagat", {"cards": typed}).path

    mixed = browser.send("/judge?house=pagat", {"cards": "7 ♠ 8 ♠ ♠9"}, status=422)
    said = "Type the suit first in all cards, or the rank first in all: “♠9” differs."
    assert faults(mixed)["cards"] == as_text(said)
    assert mixed.inputs["cards"] == "7 ♠ 8 ♠ ♠9"


def test_an_address_that_was_typed_is_read_like_a_field(german: Browser) -> None:
    typed = german.client.get("/judge?cards=BP+DP+KP")

    assert typed.status_code == 303
    assert typed.location.endswith("cards=JSQSKS")
    page = german.get("/judge?house=pagat&cards=BP+DP+KP")
    assert (page.inputs["cards"], page.inputs["letters"], faults(page)) == ("BP DP KP", "de", {})


@pytest.mark.parametrize("address", ["/judge?cards=7H+7K", "/judge?house=pagat&cards=7H+7K"])
def test_an_address_that_may_mean_several_cards_is_asked_about(german: Browser, address: str) -> None:
    asked = german.get(address, status=422)

    assert [each.text for each in of_class(asked, "readings")[0].all("button")] == [
        as_text("7♥ 7♦"),
        as_text("7♥ 7♣"),
    ]


def test_what_is_wrong_in_an_address_is_explained_in_the_letters_of_the_reader(german: Browser) -> None:
    page = german.get("/judge?house=pagat&cards=7H+XX", status=422)

    assert faults(page) == {
        "cards": "Not a card: XX. Type rank and suit, for example 7P or 10H.",
    }
    assert page.inputs["letters"] == "de"


def test_in_a_match_too(sit: Sit, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    add_catalogues(monkeypatch, tmp_path)
    table = sit()
    table.browser.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "fr"
    judge = f"{table.path}/judge?cards="

    assert faults(table.browser.get(judge + "VP+DP+RP")) == {}
    assert table.browser.get(judge + "TD7C").inputs["cards"] == "10♦ 7♣"  # As pages write it.


def test_a_live_question_is_read_with_the_letters_of_its_form(german: Browser) -> None:
    address = "/judge?house=pagat&ask=hand&cards=BP+DP+KP"
    live = {"X-Part": "verdict"}

    assert german.client.get(f"{address}&letters=de", headers=live).status_code == 200
    assert german.client.get(f"{address}&letters=en", headers=live).status_code == 422
