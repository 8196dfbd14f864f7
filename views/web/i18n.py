"""The language a player reads: what the sentences are in it, and how its numbers look."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from babel.support import LazyProxy
from flask import Flask, g, has_request_context, request
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from views.web.locale_data import load_formats, load_world

if TYPE_CHECKING:
    from babel import Locale

ENGLISH = "en"
CATALOGUES = Path(__file__).parents[1] / "translations"

LONGEST = 200
"""As much is read of the languages that a browser asks for."""


def languages() -> list[str]:
    """English, in which the sentences are written, and every language with a catalogue."""
    return [ENGLISH, *_translated(CATALOGUES)]


@cache
def _translated(catalogues: Path) -> list[str]:
    """The languages in a folder of catalogues, looked up once."""
    return sorted(path.parts[-3] for path in catalogues.glob("*/LC_MESSAGES/messages.po"))


def language() -> str:
    """What this reader reads. A command line reads English."""
    return _read()[0]


def locale() -> str:
    """The variety of it in which the reader writes numbers, money and times, such as ``en_GB``."""
    return _read()[1]


def formatting_locale() -> str:
    """That variety, for one who is about to have Babel write something."""
    load_formats(locale())
    return locale()


def _read() -> tuple[str, str]:
    """The reader's language and its variety, worked out once for a page."""
    if not has_request_context():
        return ENGLISH, ENGLISH
    if "read" not in g:
        best = best_of(tuple(languages()), _asked())
        g.read = best, variety_of(best, _asked())
    best, variety = g.read
    return best, variety


def _asked() -> str:
    """The languages that the reader's browser asks for, the dearest first."""
    return request.headers.get("Accept-Language", "")[:LONGEST]


@lru_cache(maxsize=100)
def best_of(languages: Sequence[str], asked: str) -> str:
    """Which of these suits somebody who has *asked* for some, as browsers do.

    >>> best_of(("en", "de"), "de-AT,de;q=0.8,en;q=0.5"), best_of(("en", "de"), "")
    ('de', 'en')
    """
    return str(parse_accept_header(asked, LanguageAccept).best_match(languages, ENGLISH))


@lru_cache(maxsize=100)
def variety_of(language: str, asked: str) -> str:
    """*language* as it is written where the reader lives, by the dearest of those *asked* for that tells.

    >>> variety_of("en", "en-AU,en;q=0.5"), variety_of("en", "de-AT,en-GB;q=0.5"), variety_of("en", "de")
    ('en_AU', 'en_AT', 'en')
    """
    from babel import localedata

    ours = language.partition("_")[0]
    for each in _varieties(asked):
        variety = str(each) if each.language == ours else f"{ours}_{each.territory}"
        if localedata.exists(variety):
            return variety
    return language


def currency() -> str:
    """What is paid with where the reader lives, as far as the browser tells; else ""."""
    return currency_of(_asked())


@lru_cache(maxsize=100)
def currency_of(asked: str) -> str:
    """What is paid with in the first country named among the languages *asked* for; else "".

    >>> currency_of("en-AU,en;q=0.9"), currency_of("de,en-GB;q=0.5"), currency_of("en")
    ('AUD', 'GBP', '')
    """
    from babel.numbers import get_territory_currencies

    countries = (each.territory for each in _varieties(asked) if each.territory)
    return next((paid for country in countries for paid in get_territory_currencies(country)), "")


def _varieties(asked: str) -> Iterator["Locale"]:
    """Those among the languages *asked* for that numbers are known in, the dearest first."""
    from babel import Locale, UnknownLocaleError

    load_world()
    for each in parse_accept_header(asked, LanguageAccept).values():
        with suppress(ValueError, UnknownLocaleError):
            yield Locale.parse(each, sep="-")


def catalogue(language: str) -> NullTranslations:
    """The sentences of *language*."""
    return written_in(CATALOGUES, language)


@cache
def written_in(folder: Path, language: str) -> NullTranslations:
    """The sentences of *language* in a folder of catalogues, read once."""
    if language == ENGLISH:
        return NullTranslations()

    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    compiled = BytesIO()
    with (folder / language / "LC_MESSAGES" / "messages.po").open("rb") as written:
        write_mo(compiled, read_po(written, locale=language))
    compiled.seek(0)
    return GNUTranslations(compiled)


def gettext(sentence: str, **values: object) -> str:
    """*sentence* in the reader's language, with *values* put in where it says ``%(name)s``.

    >>> gettext("%(name)s deals", name="Ann")
    'Ann deals'
    """
    return catalogue(language()).gettext(sentence) % values


def ngettext(one: str, many: str, num: int, **values: object) -> str:
    """The sentence that suits *num* of a thing.

    >>> ngettext("%(num)s box", "%(num)s boxes", 3)
    '3 boxes'
    """
    return catalogue(language()).ngettext(one, many, num) % ({"num": num} | values)


def lazy(sentence: str, **values: object) -> Any:
    """A sentence that is put into the reader's language when it is read, such as the label of a field."""
    return LazyProxy(gettext, sentence, enable_cache=False, **values)


def marked(sentence: str) -> str:
    """A sentence in a table, found for translation there and said by :func:`gettext` later."""
    return sentence


def number(value: float) -> str:
    """A number as the reader writes it."""
    if language() == ENGLISH and isinstance(value, int) and 0 <= value < 1000:
        return str(value)

    from babel.numbers import format_decimal

    return format_decimal(value, locale=formatting_locale())


def init_app(app: Flask) -> None:
    """Teaches the templates to speak."""
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        lambda sentence: catalogue(language()).gettext(sentence),
        lambda one, many, num: catalogue(language()).ngettext(one, many, num),
        newstyle=True,
    )
    app.context_processor(lambda: {"language": locale().replace("_", "-")})
    app.jinja_env.filters["number"] = number
