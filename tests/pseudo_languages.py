"""Languages that nobody speaks, made from the English sentences: one is longer, one runs from right to left.

No reader is offered them. Tests read pages in them to find what has no room to grow, what depends on the
direction of a language, and what is not translated.
"""

import re
from collections.abc import Callable
from itertools import cycle
from pathlib import Path

from babel.messages import Catalog
from babel.messages.pofile import write_po

from catalogues.collecting import collect, path_of

LONGER, FROM_RIGHT = "fi", "he"
"""The codes of languages that they pretend to be, with plain plural forms and with their direction."""

KEPT = re.compile(r"%\(\w+\)[sd]|%%|<[^>]+>|&\w+;|\{\w+\}")
"""Placeholders and markup."""

ENGLISH = "AaBbCcDdEeFfGgHhIiJjKkLlMmNnOoPpQqRrSsTtUuVvWwXxYyZz"
ACCENTED = str.maketrans(ENGLISH, "ÅåƁƀĆćĎďÉéƑƒĜĝĤĥÎîĴĵĶķĻļṀṁÑñÖöÞþɊɋŔŕŠšŤťÛûṼṽŴŵẊẋÝýŽž")
HEBREW = str.maketrans(ENGLISH, "".join(2 * each for each in "אבגדהוזחטיכלמנסעפצקרשתםןףץ"))


def longer(sentence: str) -> str:
    """A sentence in brackets, with other letters and four tenths longer; its words are longer too.

    >>> longer("%(name)s deals")
    '[%(name)s ďďéååļš]'
    """
    doubled = cycle((2, 1, 2, 1, 1))

    def lengthened(text: str) -> str:
        return "".join(sign.translate(ACCENTED) * (next(doubled) if sign.isalpha() else 1) for sign in text)

    return f"[{outside_of_placeholders(sentence, lengthened)}]"


def from_right(sentence: str) -> str:
    """A sentence in Hebrew letters.

    >>> from_right("%(name)s deals")
    '%(name)s דהאלק'
    """
    return outside_of_placeholders(sentence, lambda text: text.translate(HEBREW))


def outside_of_placeholders(sentence: str, change: Callable[[str], str]) -> str:
    """*sentence* with its words changed, but neither placeholders nor markup."""
    kept = [*KEPT.findall(sentence), ""]
    return "".join(change(words) + each for words, each in zip(KEPT.split(sentence), kept, strict=True))


CHANGES = {LONGER: longer, FROM_RIGHT: from_right}


def write_pseudo_catalogues(folder: Path) -> None:
    """Writes the catalogues of both languages."""
    sentences = collect()
    for language, change in CHANGES.items():
        catalogue = Catalog(locale=language)
        for message in sentences:
            one, many = message.id if message.pluralizable else (message.id, "")
            forms = (change(one), *[change(many)] * (catalogue.num_plurals - 1))
            string = forms if message.pluralizable else change(one)
            if message.id:
                catalogue.add(message.id, string, context=message.context)
        path = path_of(language, folder)
        path.parent.mkdir(parents=True)
        with path.open("wb") as file:
            write_po(file, catalogue)
