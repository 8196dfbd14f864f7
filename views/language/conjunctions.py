"""Words such as "and" and "or" that a language changes before the sound that follows.

In Spanish "y" becomes "e" before Inés, and "o" becomes "u" before Olga or an eight. A catalogue can't know
which name will stand there, so the word is changed when the name is put in.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

from views.language.asked_languages import base_of

BEFORE_A_WORD = r"(?:<[^<>]*+>|\u2068)*+"
"""What can stand before the first letter of a value: markup, and the sign that isolates it."""


class Change(NamedTuple):
    """A word that becomes another one before some values."""

    usual: str
    """The word before a placeholder. Looked for first: most sentences don't have it."""
    word: re.Pattern[str]
    """The word and the placeholder after it, whose name is the only group."""
    instead: str
    sounds: re.Pattern[str]
    """How the values start before which it changes."""

    def made_in(self, sentence: str, values: Mapping[str, object]) -> str:
        """*sentence* with the other word where its value asks for it."""

        def _word(parts: re.Match[str]) -> str:
            return self.instead if self.sounds.match(str(values.get(parts[1], ""))) else parts[0]

        return self.word.sub(_word, sentence)


def _change(word: str, instead: str, sounds: str) -> Change:
    return Change(
        f"{word} %(",
        re.compile(rf"\b{word} (?=%\((\w+)\)s)"),
        f"{instead} ",
        re.compile(BEFORE_A_WORD + sounds, re.IGNORECASE),
    )


CHANGES = {
    "es": (
        # Inés, Hilario; but not Hierro or Iago, which start with another sound.
        _change("y", "e", r"h?[ií](?![aeoáéó])"),
        # Olga, Horacio, and the numbers 8, 80 and 11 as they are spoken.
        _change("o", "u", r"(?:h?[oó]|8|11(?!\d))"),
    ),
}


def joined(sentence: str, values: Mapping[str, object], language: str) -> str:
    """*sentence* with the words that *language* changes before these *values*.

    >>> joined("%(one)s y %(two)s", {"one": "Ana", "two": "Inés"}, "es")
    '%(one)s e %(two)s'
    >>> joined("%(one)s y %(two)s", {"one": "Ana", "two": "Luis"}, "es")
    '%(one)s y %(two)s'
    """
    if values:
        for change in CHANGES.get(base_of(language), ()):
            if change.usual in sentence:
                sentence = change.made_in(sentence, values)
    return sentence
