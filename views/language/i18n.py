"""The reader's language: translated sentences, lists of words, and the format of numbers.

Some languages change words such as "and" and "or" before the sound that follows.
In Spanish "y" becomes "e" before Inés, and "o" becomes "u" before Olga or an eight. A catalogue can't know
which name will stand there, so the word is changed when the name is put in.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from decimal import Decimal
from functools import lru_cache
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

from babel.support import LazyProxy
from flask import Flask, Response, g, has_request_context, request
from markupsafe import Markup

from views.language.asked_languages import (
    ENGLISH,
    LEFT_TO_RIGHT_MARK,
    base_of,
    best_of,
    currency_of,
    isolate,
    isolated,
    name_of,
    runs_from_right,
    tag_of,
    variety_of,
)
from views.language.sentences import Sentences, filled, languages_in, sentences_in
from views.web.display import display

BEFORE_A_WORD = r"(?:<[^<>]*+>|\u2068)*+"
"""What can stand before the first letter of a value: markup, and the sign that isolates it."""


class WordChange(NamedTuple):
    """A word that becomes another one before some values."""

    usual: str
    """The word before a placeholder. Looked for first: most sentences don't have it."""
    word: re.Pattern[str]
    """The word and the placeholder after it, whose name is the only group."""
    instead: str
    sounds: re.Pattern[str]
    """How values start that change the word."""

    def made_in(self, sentence: str, values: Mapping[str, object]) -> str:
        """*sentence* with the other word where its value asks for it."""

        def _word(parts: re.Match[str]) -> str:
            return self.instead if self.sounds.match(str(values.get(parts[1], ""))) else parts[0]

        return self.word.sub(_word, sentence)


def _change(word: str, instead: str, sounds: str) -> WordChange:
    return WordChange(
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


CATALOGUES = Path(__file__).parents[1] / "translations"

LONGEST = 200
"""Characters of the Accept-Language header that are read."""


class ReaderLanguage(NamedTuple):
    """What a reader reads."""

    language: str
    locale: str
    sentences: Sentences


def languages() -> tuple[str, ...]:
    """English, the language of the sentences in the code, and every language with a catalogue."""
    return languages_in(CATALOGUES)


def language() -> str:
    """The reader's language. On the command line, English."""
    return _read().language


def names_of_languages() -> dict[str, str]:
    """The name of every language in itself, by its code, in the order of the names."""
    names = {code: name_of(code) for code in languages()}
    return dict(sorted(names.items(), key=itemgetter(1)))


def locale() -> str:
    """The reader's locale for numbers, money and times, for example ``en_GB``."""
    return _read().locale


def _read() -> ReaderLanguage:
    """The reader's language and locale, computed once per request."""
    if not has_request_context():
        return _english()
    read: ReaderLanguage | None = g.get("read")
    if read is None:
        best = _chosen() or best_of(languages(), _asked())
        g.read = read = ReaderLanguage(best, variety_of(best, _asked()), sentences_in(CATALOGUES, best))
    return read


def _english() -> ReaderLanguage:
    return ReaderLanguage(ENGLISH, ENGLISH, sentences_in(CATALOGUES, ENGLISH))


@contextmanager
def in_english() -> Iterator[None]:
    """While this is entered, the reader reads English: for what can't be shown in the own language."""
    before = _read()
    g.read = _english()
    try:
        yield
    finally:
        g.read = before


def _chosen() -> str:
    """The language that was chosen on this device, if there still is one of that name."""
    chosen = display().language
    return chosen if chosen in languages() else ""


def _asked() -> str:
    """The languages of the Accept-Language header."""
    return request.headers.get("Accept-Language", "")[:LONGEST]


def currency() -> str:
    """The currency of the reader's country, as far as the browser tells; else ""."""
    return currency_of(_asked())


def gettext(sentence: str, **values: object) -> str:
    """*sentence* in the reader's language, with *values* for its placeholders such as ``%(name)s``.

    >>> gettext("%(name)s deals", name="Ann")
    'Ann deals'
    """
    read = _read()
    text = joined(read.sentences.gettext(sentence), values, read.language)
    return text % (values and isolated(values, read.language))


def ngettext(one: str, many: str, num: int, **values: object) -> str:
    """The singular or plural sentence for *num*.

    >>> ngettext("%(num)s box", "%(num)s boxes", 3)
    '3 boxes'
    """
    read = _read()
    text = joined(read.sentences.ngettext(one, many, num), values, read.language)
    return text % {"num": number(num), **isolated(values, read.language)}


def pgettext(context: str, sentence: str, **values: object) -> str:
    """:func:`gettext` for a word that means several things: *context* says which one.

    >>> pgettext("a tied hand", "Tied")
    'Tied'
    """
    read = _read()
    text = joined(read.sentences.pgettext(context, sentence), values, read.language)
    return text % (values and isolated(values, read.language))


def gettext_in_page(sentence: str, **values: object) -> Markup:
    """:func:`gettext` for templates: its values are escaped.

    Jinja's own extension passes each sentence through three more functions, which takes twice as long.
    """
    read = _read()
    if not values:
        return read.sentences.in_page(sentence)
    text = joined(read.sentences.gettext(sentence), values, read.language)
    return filled(text, isolated(values, read.language))


def ngettext_in_page(one: str, many: str, num: int, **values: object) -> Markup:
    """:func:`ngettext` for templates."""
    read = _read()
    text = joined(read.sentences.ngettext(one, many, num), values, read.language)
    return filled(text, {"num": number(num), **isolated(values, read.language)})


def pgettext_in_page(context: str, sentence: str, **values: object) -> Markup:
    """:func:`pgettext` for templates."""
    read = _read()
    text = joined(read.sentences.pgettext(context, sentence), values, read.language)
    return filled(text, isolated(values, read.language))


def lazy(sentence: str, **values: object) -> Any:
    """A sentence that is translated when it is rendered, for example the label of a field."""
    return LazyProxy(gettext, sentence, enable_cache=False, **values)


def marked(sentence: str) -> str:
    """Marks a sentence in a table for extraction; :func:`gettext` translates it later."""
    return sentence


def marked_plural(one: str, many: str) -> tuple[str, str]:
    """Marks a singular and a plural sentence in a table; :func:`ngettext` translates them later."""
    return one, many


def in_each_language(sentences: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """These marked sentences without placeholders, by name, in every language, by its code."""
    return {
        code: {name: sentences_in(CATALOGUES, code).gettext(each) for name, each in sentences.items()}
        for code in languages()
    }


def number(value: float) -> str:
    """A number in the reader's format."""
    if isinstance(value, int) and 0 <= value < 1000:
        return str(value)  # the same in every language
    return _number(value, locale())


@lru_cache(maxsize=2000)
def _number(value: float, locale: str) -> str:
    from babel.numbers import format_decimal

    return format_decimal(value, locale=locale)


def signed_number(points: int) -> str:
    """Points with their sign, in the reader's format.

    >>> signed_number(1234), signed_number(-25), signed_number(0)
    ('+1,234', '−25', '0')
    """
    return with_sign(points, number(abs(points)))


def with_sign(value: float | Decimal, amount: str) -> str:
    """The sign of *value* before *amount*, on its left also where text runs from right to left.

    >>> with_sign(-3, "€3.00"), with_sign(0, "€0.00")
    ('−€3.00', '€0.00')
    """
    if not value:
        return amount
    start = LEFT_TO_RIGHT_MARK if runs_from_right(language()) else ""
    return f"{start}{'+' if value > 0 else '−'}{amount}"


def percent(part: int, whole: int) -> str:
    """How many of a hundred *part* of *whole* is, in the reader's format; never all or none if it isn't.

    >>> percent(1, 8), percent(1, 1000), percent(999, 1000), percent(3, 3)
    ('13%', '1%', '99%', '100%')
    """
    share = (200 * part + whole) // (2 * whole)
    return _percent(min(max(share, 1), 99) if 0 < part < whole else share, locale())


@lru_cache(maxsize=200)
def _percent(share: int, locale: str) -> str:
    from babel.numbers import format_percent

    return format_percent(share / 100, locale=locale)


def decimal(part: int, whole: int) -> str:
    """*part* divided by *whole* with one decimal, halves upward, in the reader's format.

    >>> decimal(29, 4), decimal(1200, 1)
    ('7.3', '1,200.0')
    """
    return _decimal((20 * part + whole) // (2 * whole), locale())


@lru_cache(maxsize=1000)
def _decimal(tenths: int, locale: str) -> str:
    from babel.numbers import format_decimal

    return format_decimal(Decimal(tenths) / 10, format="#,##0.0", locale=locale)


def name_language(response: Response) -> Response:
    """Says in which language a page is, and that it depends on the reader."""
    if "read" in g:
        response.vary.update(("Accept-Language", "Cookie"))
        response.headers["Content-Language"] = tag_of(locale())
    return response


def init_app(app: Flask) -> None:
    """Installs gettext and number formats in the templates."""
    app.jinja_env.globals.update(_=gettext_in_page, ngettext=ngettext_in_page, pgettext=pgettext_in_page)
    app.context_processor(_of_the_page)
    app.after_request(name_language)
    app.jinja_env.filters.update(isolate=isolate, number=number, decimal=decimal)


def _of_the_page() -> dict[str, object]:
    """What a page says of its language."""
    spoken = language()
    return {
        "language": tag_of(locale()),
        "has_languages": len(languages()) > 1,
        "is_translated": spoken != ENGLISH,
        "from_right": runs_from_right(spoken),
    }
