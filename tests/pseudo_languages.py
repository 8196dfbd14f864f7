"""Languages that nobody speaks, made from the English sentences: one is longer, one runs from right to left.

No reader is offered them. Tests read pages in them to find what has no room to grow, what depends on the
direction of a language, and what is not translated.
"""

import re
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path

from babel.messages import Catalog
from babel.messages.pofile import write_po

from catalogues.collecting import collect
from tests.views.browser import Element, parsed
from views.language.sentences import path_of

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


NAMES = {
    "Ann",
    "Bob",
    "Cid",
    "Dan",
    "Deadwood",
    "Thursday",
    "club",
    "forgot",
    "box",
    "EUR",
    "GBP",
    "USD",
    "http",
    "https",
}
"""What is the same in every language, beside figures, letters of cards, and addresses."""

OF_SCRIPTS = """announce cancelled cards_0 cards_1 complete copied count dead deadwood_0 deadwood_1 done
  failed first-dealer full gone label late next plain short state upcard""".split()
"""The attributes (data-…) with what scripts say later, for example to a screen reader."""

UNREAD = {"script", "style", "noscript", "code", "textarea"}

WORD = re.compile(r"(?<![\w/.@:=-])[A-Za-z]{2,}(?![\w/@=-]|\.\w)")
CARD = re.compile("[AKQJT][SHDC]")


def texts_on(html: str) -> Iterator[str]:
    """Everything that is read on a page, with what a screen reader says and what scripts will say.

    Scripts put values for what is in braces.
    """
    names = ["aria-label", "alt", "title", "placeholder", *(f"data-{name}" for name in OF_SCRIPTS)]
    for element in parsed(html).all():
        texts = [element[name] for name in names]
        if not any(is_in_any_language(each) for each in (element, *element.ancestors)):
            texts += element.node.xpath("text()")
        yield from (re.sub("{[a-z]+}", "", text) for text in texts if text)


def is_in_any_language(element: Element) -> bool:
    """Whether its text is no sentence of ours, or said in a language of its own."""
    return element.tag in UNREAD or (element.tag != "html" and "lang" in element.attributes)


def english_on(html: str) -> set[str]:
    """The words on a page that stand in no catalogue."""
    found = {word for text in texts_on(html) for word in WORD.findall(text)} - NAMES
    return {word for word in found if not CARD.fullmatch(word)}
