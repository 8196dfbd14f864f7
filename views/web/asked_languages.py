"""Which language and which variety of it a browser asks for."""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING

from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from views.web.locale_data import load_world

if TYPE_CHECKING:
    from babel import Locale

ENGLISH = "en"

WRITTEN_IN = {"zh": "zh_Hans"}
"""The locale of a language that is written in several scripts."""

TRADITIONAL = re.compile(r"zh-(hant|tw|hk|mo)\b", re.IGNORECASE)

NAMES = {"de": "Deutsch", "en": "English", "es": "Español", "fr": "Français", "zh": "简体中文"}
"""What each language is called by those who speak it."""


@lru_cache(maxsize=100)
def tag_of(locale: str) -> str:
    """A language or a locale as HTML names it.

    >>> tag_of("fr_CA"), tag_of("zh")
    ('fr-CA', 'zh-Hans')
    """
    return WRITTEN_IN.get(locale, locale).replace("_", "-")


@lru_cache(maxsize=100)
def best_of(languages: Sequence[str], asked: str) -> str:
    """The best of these *languages* for the Accept-Language header *asked*.

    Whoever asks for traditional Chinese gets simplified Chinese only if no other language is asked for.

    >>> best_of(("en", "de"), "de-AT,en;q=0.5"), best_of(("en", "de"), "")
    ('de', 'en')
    >>> best_of(("en", "zh"), "zh-TW"), best_of(("en", "zh"), "zh-TW,en;q=0.5")
    ('zh', 'en')
    """
    wanted = [tag for tag, quality in parse_accept_header(asked, LanguageAccept) if quality]
    wanted.sort(key=lambda tag: bool(TRADITIONAL.match(tag)))
    ours = {code.replace("_", "-").lower(): code for code in languages}
    names = (name for tag in wanted for name in (tag.lower(), tag.lower().partition("-")[0]))
    return next((ours[name] for name in names if name in ours), ENGLISH)


@lru_cache(maxsize=100)
def variety_of(language: str, asked: str) -> str:
    """*language* with the territory of the first language in *asked* that has one.

    >>> variety_of("en", "en-AU,en;q=0.5"), variety_of("en", "de-AT,en-GB;q=0.5"), variety_of("en", "de")
    ('en_AU', 'en_AT', 'en')
    >>> variety_of("zh", "zh-CN"), variety_of("zh", "zh-TW"), variety_of("fr", "de-CH,en-GB;q=0.5")
    ('zh_Hans_CN', 'zh_Hans', 'fr_CH')
    """
    from babel import localedata

    ours = WRITTEN_IN.get(language, language.partition("_")[0])
    for each in _varieties(asked):
        variety = str(each) if f"{each}_".startswith(f"{ours}_") else f"{ours}_{each.territory}"
        if localedata.exists(variety):
            return variety
    return WRITTEN_IN.get(language, language)


@lru_cache(maxsize=100)
def currency_of(asked: str) -> str:
    """The currency of the first country among the languages in *asked*; else "".

    >>> currency_of("en-AU,en;q=0.9"), currency_of("de,en-GB;q=0.5"), currency_of("en")
    ('AUD', 'GBP', '')
    """
    from babel.numbers import get_territory_currencies

    countries = (each.territory for each in _varieties(asked) if each.territory)
    return next((paid for country in countries for paid in get_territory_currencies(country)), "")


def _varieties(asked: str) -> Iterator["Locale"]:
    """The locales of *asked* that Babel knows, in order of preference."""
    from babel import Locale, UnknownLocaleError

    load_world()
    for each in parse_accept_header(asked, LanguageAccept).values():
        with suppress(ValueError, UnknownLocaleError):
            yield Locale.parse(each, sep="-")
