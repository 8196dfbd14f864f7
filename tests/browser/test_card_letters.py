"""Cards in the letters of the reader's language, on a phone: the script and the server read them alike."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from models.gin.cards.cards import PACK, NotACardError, read_groups
from tests.browser.table import Player, Sit
from tests.views.speaking import LANGUAGES, add_catalogues
from views.entry.typed_cards import in_field, read_typed, readings_of
from views.words.cards import example, letters_of

Reader = Callable[[str], Player]

TYPED = {
    "de": "DK|KD 7H|7K 8K 9P|7Ka 8Kr|BP DP KP|DH HD D7|KrK KaD|7KAK|5-8K|P5-8|xx DP|QD TC",
    "es": "7C|7P 8C|TC TD|RC|KT|JD QD|CT 8P|1D RP",
    "fr": "DC|7C 7P|7P 7C 7Ca|DT TD|DD DH|5-8C|VP-RP|7K 8C|TK|D♦ 10♦V♠|7C xx|CA|QD JD / 7P",
    "zh": "黑桃K 红心10、方片7|梅花Q|7S 8C|黑Ｋ，红１０|黑5-8|♠ 7 ♠ 1|红心 10 黑桃 Q",
}

ON_A_CHINESE_KEYBOARD = "Ｋ♠|７♠|7S，8S|♠7、♠8|10♥／J♥|♠5-8|黑X"

LEFT_TO_THE_SERVER = (
    "|黑桃7|红桃10，红心K|方块J 方片Q|梅花A|黑桃5-8|7 ♠ 8 ♠|♠ 7 ♠ 8|10 ♥／J ♥|黑桃 5-8"
    "|7♠ ♠8|♠7 8♠ 9♠|7 ♠ ♠ 8|7S H8|黑桃7 8S"
)
"""By the script of a page in English."""


@pytest.fixture
def reader(sit: Sit, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Reader:
    """Ann, with a phone in a language, who knocked and has the pack before her."""
    add_catalogues(monkeypatch, tmp_path)

    return lambda language: sit(at="/hands/new?by=cards&knocker=0", locale=language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_script_reads_what_the_server_reads(reader: Reader, language: str) -> None:
    letters = letters_of(language)
    texts = [
        *TYPED[language].split("|"),
        *(in_field(str(card), letters) for card in PACK),
        *(example(str(card), letters) for card in PACK),
        *map(str, PACK),
    ]
    page = reader(language).page
    read = page.evaluate("(texts) => texts.map((text) => window.ownLetters.english(text))", texts)

    for text, english in zip(texts, read, strict=True):
        readings = readings_of(text, letters)
        if len(readings) == 1:
            assert english == readings[0].english, text
        else:
            assert "\ue001" in english, text


@pytest.mark.parametrize(
    "language, texts", [("en", ON_A_CHINESE_KEYBOARD), ("zh", ON_A_CHINESE_KEYBOARD + LEFT_TO_THE_SERVER)]
)
def test_both_read_what_a_chinese_keyboard_writes(reader: Reader, language: str, texts: str) -> None:
    page = reader(language).page
    for text in texts.split("|"):
        read = page.evaluate("(text) => window.cardFields.readCards(text)", text)
        try:
            groups, refused = read_typed(text, letters_of(language), read_groups), ""
        except NotACardError as error:
            groups, refused = (), " ".join(error.words)
        assert read["rest"] == refused, text
        assert refused or read["cards"] == [str(card) for group in groups for card in group], text


def test_tapped_cards_stand_in_their_field_as_the_cards_show_them(reader: Reader) -> None:
    ann = reader("fr")
    ann.take("QD TC JS")

    expect(ann.field("cards_0")).to_have_value("D♦ 10♣ V♠")
    expect(ann.key("QD")).to_have_text("D")
    ann.take("TC")
    expect(ann.field("cards_0")).to_have_value("D♦ V♠")


@pytest.mark.parametrize(
    "language, keys, held",
    [
        ("fr", "vpdh7s10h", "V♠ D♥ 7♠ 10♥"),
        pytest.param("de", "bp1hdd", "B♠ A♥ D♦", marks=pytest.mark.full),
        pytest.param("es", "jprt7d", "J♠ K♣ 7♦", marks=pytest.mark.full),
    ],
)
def test_a_keyboard_types_own_letters_while_the_pack_is_open(
    reader: Reader, language: str, keys: str, held: str
) -> None:
    ann = reader(language)
    ann.page.keyboard.type(keys)

    expect(ann.field("cards_0")).to_have_value(held)


def test_one_tap_says_which_card_was_meant(reader: Reader) -> None:
    ann = reader("de")
    ann.take("7S")
    ann.page.keyboard.type("dk")

    expect(ann.field("cards_0")).to_have_value("7♠ dk")
    ann.page.locator('.readings [value="cards_0:7♠ D♣"]').click()
    expect(ann.field("cards_0")).to_have_value("7♠ D♣")
    expect(ann.page.locator("#cards_0-error .readings")).to_have_count(0)
    expect(ann.page.locator('#laid-0 [data-lies="QC"]')).to_be_visible()


def test_the_judge_reads_own_letters_and_writes_an_english_address(reader: Reader) -> None:
    page = reader("fr").page
    page.goto("/judge?house=pagat")
    page.locator(".is-open [data-type]").click()
    page.locator("[name=cards]").fill("VP DP RP")

    expect(page).to_have_url(re.compile("cards=JSQSKS"))
    page.reload()
    expect(page.locator("[name=cards]")).to_have_value("V♠ D♠ R♠")
