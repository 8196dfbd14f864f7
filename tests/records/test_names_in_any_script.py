"""Names are taken apart, shortened and compared letter by letter, as people read them."""

import pytest

from models.gin.player_names import is_name, is_same_name
from models.records.tables.graphemes import beginning, cut_to, graphemes, width

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
ENGLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
SCOTLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
THUMB, DARK_THUMB = "\U0001f44d", "\U0001f44d\U0001f3ff"


@pytest.mark.parametrize(
    "name, letters",
    [
        ("Ann", ["A", "n", "n"]),
        ("Zoe\u0308", ["Z", "o", "e\u0308"]),
        (FAMILY + "A", [FAMILY, "A"]),
        (THUMB + DARK_THUMB, [THUMB, DARK_THUMB]),
        ("🇩🇪🇫🇷", ["🇩🇪", "🇫🇷"]),
        (ENGLAND + SCOTLAND, [ENGLAND, SCOTLAND]),
        ("❤️‍🔥1️⃣", ["❤️‍🔥", "1️⃣"]),
        ("ที่", ["ที่"]),
        ("น้ำ", ["น้ำ"]),
        ("नमस्ते", ["न", "म", "स्ते"]),
        ("क्षत्रिय", ["क्ष", "त्रि", "य"]),
        ("한국", ["한", "국"]),
        ("\u1112\u1161\u11ab\u1100", ["\u1112\u1161\u11ab", "\u1100"]),
        ("王伟", ["王", "伟"]),
        ("دانا", ["د", "ا", "ن", "ا"]),
        ("", []),
    ],
)
def test_a_name_is_taken_apart_where_its_readers_would(name: str, letters: list[str]) -> None:
    """By the rules of Unicode's annex 29."""
    assert graphemes(name) == letters


def test_wide_letters_take_the_room_of_two() -> None:
    assert (width("Ann"), width("王伟"), width(FAMILY), width("🇩🇪"), width("ที่")) == (3, 4, 2, 2, 1)
    assert (beginning("Bartholomew", 4), beginning("王伟", 3)) == ("Bart", "王")
    assert (beginning(FAMILY + "A", 1), beginning("", 4)) == (FAMILY, "")


def test_a_name_that_is_too_long_for_a_column_is_cut_between_letters() -> None:
    assert (cut_to(FAMILY * 2, 13), cut_to("Ann", 3), cut_to(FAMILY, 3)) == (FAMILY, "Ann", "")


@pytest.mark.parametrize(
    "one, two, same",
    [
        ("Ann", "ANN", True),
        ("Ann", "Anna", False),
        ("王伟", "王芳", False),
        ("Zoë", "Zoe\u0308", True),
        ("Ａｎｎ", "Ann", True),
        ("An\u00adn", "Ann", True),
        ("Strasse", "Straße", True),
        ("ΣΟΦΙΑΣ", "Σοφιας", True),
        ("❤\ufe0f", "❤", True),
        ("葛\U000e0100城", "葛城", True),
        (THUMB, DARK_THUMB, False),
        (ENGLAND, SCOTLAND, False),
        ("ｶﾞ", "ガ", True),
    ],
)
def test_names_are_the_same_if_nobody_sees_a_difference(one: str, two: str, same: bool) -> None:
    assert is_same_name(one, two) is same


@pytest.mark.parametrize("name", [FAMILY * 5, "👍" * 40, "王" * 40, "ก" * 40, "عبد الرحمن", "A"])
def test_a_name_may_have_forty_characters_of_any_script(name: str) -> None:
    assert is_name(name)
    assert not is_name(name.ljust(41, "a"))


@pytest.mark.parametrize("name", ["\ufe0f", "\u200d \u200d", "\u3164", "\u2800", "\u115f\u1160"])
def test_a_name_that_nobody_sees_is_none(name: str) -> None:
    assert not is_name(name)
    assert is_name(f"{name}A")
