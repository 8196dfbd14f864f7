"""Names in the order in which their reader looks for them in a list."""

from collections.abc import Iterable
from unicodedata import normalize

from models.records.tables.player import Player, searched
from views.language.asked_languages import base_of
from views.language.i18n import language

AFTER_N = "n\U0010ffff"
"""Where Spanish is read, ñ is a letter between n and o."""


def name_order(name: str) -> bytes:
    """A key to sort names by. Accents don't matter, except that of the Spanish ñ.

    Where Chinese is read, the code GB 18030 has the common characters in the order of pinyin.
    """
    read_in = base_of(language())
    if read_in == "es":
        name = normalize("NFC", name.casefold()).replace("ñ", AFTER_N)
    return searched(name).encode("gb18030" if read_in == "zh" else "utf-8", "replace")


def by_name(players: Iterable[Player]) -> list[Player]:
    """*players* in the order of their names and notes."""
    return sorted(players, key=lambda each: (name_order(each.name), name_order(each.note), each.id))
