"""Spanish "y" and "o" change before their own sound, as the dictionary of doubts of the Academy says."""

import pytest

from views.language.i18n import joined


@pytest.mark.parametrize(
    "name, word",
    [
        ("Inés", "e"),
        ("irene", "e"),
        ("Íñigo", "e"),
        ("Hilda", "e"),
        ("<b>Isabel</b>", "e"),
        ("Luis", "y"),
        ("Iago", "y"),
        ("Hierro", "y"),
        ("Yolanda", "y"),
        ("", "y"),
    ],
)
def test_y_becomes_e_before_the_same_sound(name: str, word: str) -> None:
    assert joined("%(one)s y %(two)s", {"one": "Ana", "two": name}, "es") == f"%(one)s {word} %(two)s"


@pytest.mark.parametrize(
    "choice, word",
    [
        ("Olga", "u"),
        ("Horacio", "u"),
        ("8♦", "u"),
        ("80", "u"),
        ("11", "u"),
        ("110", "o"),
        ("7♠", "o"),
        ("18", "o"),
    ],
)
def test_o_becomes_u_before_the_same_sound(choice: str, word: str) -> None:
    assert joined("%(one)s o %(two)s.", {"one": "x", "two": choice}, "es") == f"%(one)s {word} %(two)s."


def test_other_words_and_other_languages_stay() -> None:
    values = {"one": "Ana", "two": "Inés"}

    assert joined("Ya hoy %(two)s", values, "es") == "Ya hoy %(two)s"
    assert joined("%(one)s y %(two)s", values, "pt") == "%(one)s y %(two)s"
