"""Texts that are not in Unicode: in which encodings they can be read, and the names in each reading."""

import re
from collections.abc import Mapping
from itertools import islice
from unicodedata import category, name

CANDIDATES = (
    "cp1252 gb18030 cp1251 cp1250 iso8859_2 cp1254 mac_roman big5 koi8_r cp1253 cp1255 cp1256 "
    "shift_jis euc_kr"
).split()
"""What spreadsheets and editors have written. The first of those that read the same is taken."""

SCRIPTS = {
    each: each.replace("HIRAGANA", "CJK").replace("KATAKANA", "CJK")
    for each in "LATIN CYRILLIC GREEK HEBREW ARABIC CJK HIRAGANA KATAKANA HANGUL".split()
}

BETWEEN = re.compile("[\\x00-&(-,./0-@\\[-`{-\\x7f\u3000-\u3002（），．：；？！]+")
"""What separates words."""

AROUND = "'-’‘“”„…«»¿¡\xa0"
"""Signs before and behind a word."""

ALONE = frozenset("–—€£¥°ºª№½")
"""Signs that stand without a word."""

LAST_LATIN = "\u017f"
"""The last letter of European names but those that hardly anybody has."""

LOOKED_AT = 5000
"""Words."""

MOST_NAMED = 5
"""Names that are shown."""


def readings_of(data: bytes) -> tuple[dict[str, str], bool]:
    """The encodings in which *data* can be read, by the text that each makes of it; whether it is certain.

    If only one makes names of all foreign words, each in one script, it is certain.
    """
    found = dict[str, str]()
    for encoding in CANDIDATES:
        if text := text_in(data, encoding):
            found.setdefault(text, encoding)
    fitting = {text: encoding for text, encoding in found.items() if all(map(_is_name, foreign_words(text)))}
    return fitting or found, len(fitting) == 1


def text_in(data: bytes, encoding: str) -> str:
    """The text that an *encoding* makes of *data*; "" if it makes none, or control characters."""
    try:
        text = data.decode(encoding)
    except (UnicodeDecodeError, LookupError):
        return ""
    return "" if any(category(sign) == "Cc" for sign in {*text} - {*"\t\n\f\r"}) else text


def foreign_words(text: str) -> list[str]:
    """The words with letters beyond English, each once.

    >>> foreign_words("Ann,Jörg;Zoé;25 – Jörg")
    ['Jörg', 'Zoé']
    """
    words = (word.strip(AROUND) for word in BETWEEN.split(text) if not word.isascii())
    foreign = dict.fromkeys(word for word in words if not word.isascii() and not ALONE.issuperset(word))
    return [*islice(foreign, LOOKED_AT)]


def names_by_encoding(readings: Mapping[str, str]) -> list[tuple[str, str]]:
    """Each encoding, with foreign words as it reads them: those that it reads otherwise than another one."""
    words = {encoding: foreign_words(text) for text, encoding in readings.items()}
    alike = set.intersection(*map(set, words.values())) if len(words) > 1 else set[str]()
    return [
        (encoding, ", ".join(islice((word[:40] for word in said if word not in alike), MOST_NAMED)))
        for encoding, said in words.items()
    ]


def _is_name(word: str) -> bool:
    """Whether all parts of a *word* can be of one name.

    >>> _is_name("Jörg"), _is_name("O’Núñez"), _is_name("Jцrg"), _is_name("ZoÈ"), _is_name("小明")
    (True, True, False, False, True)
    """
    return all(part.isascii() or _is_of_one_script(part) for part in re.split("['’-]", word))


def _is_of_one_script(part: str) -> bool:
    scripts = {sign.isalpha() and SCRIPTS.get(name(sign, "").split(" ")[0]) for sign in part}
    is_cased = part.isupper() or part[1:] == part[1:].lower()
    if len(scripts) != 1 or not all(scripts) or not is_cased:
        return False
    foreign = sum(not sign.isascii() for sign in part)
    return scripts != {"LATIN"} or part in "àÀ" or (2 * foreign <= len(part) and max(part) <= LAST_LATIN)
