"""Text from right to left: the direction of a page, and names within sentences.

A Hebrew name in an English sentence, or a Latin one in a Hebrew sentence, would move the words and figures
beside it. So the values of a sentence are isolated where they are put into it, and nowhere else; elements
are isolated by the style sheet. See docs/decisions/0039-any-script.md.
"""

import re
from collections.abc import Mapping
from functools import cache

from views.language.asked_languages import base_of

RIGHT_TO_LEFT = frozenset({"ar", "ckb", "dv", "fa", "he", "ks", "ps", "sd", "ug", "ur", "yi"})
"""Languages that are written from right to left."""

START, END = "\u2068", "\u2069"
"""What is between them has a direction of its own, that of its first letter."""

LEFT_TO_RIGHT_MARK = "\u200e"

ISOLATES = str.maketrans("", "", START + END)

LETTERS_FROM_RIGHT = re.compile(
    "[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
"""Letters of scripts that are written from right to left, and the mark that stands for one."""


@cache
def runs_from_right(language: str) -> bool:
    """Whether pages in *language* run from right to left."""
    return base_of(language) in RIGHT_TO_LEFT


def isolated(values: Mapping[str, object], language: str) -> Mapping[str, object]:
    """The values of a sentence in *language*, those isolated that could move what is beside them.

    Elements of a page are left as they are.
    """
    from_right = runs_from_right(language)
    if not from_right and "".join([each for each in values.values() if type(each) is str]).isascii():
        return values  # nearly always
    return {
        name: f"{START}{value}{END}" if type(value) is str and _moves(value, from_right) else value
        for name, value in values.items()
    }


def isolate(text: str) -> str:
    r"""A name to be put beside other text without a sentence of ours; what is escaped stays so.

    >>> isolate("Ann"), ascii(isolate("Ann\N{RIGHT-TO-LEFT MARK}"))
    ('Ann', "'\\u2068Ann\\u200f\\u2069'")
    """
    return text.__class__(f"{START}{text}{END}") if _moves(text, from_right=False) else text


def without_isolates(text: str) -> str:
    """*text* for other programs, which may not expect signs that nobody sees."""
    return text.translate(ISOLATES)


def _moves(text: str, from_right: bool) -> bool:
    return from_right or bool(not text.isascii() and LETTERS_FROM_RIGHT.search(text))
