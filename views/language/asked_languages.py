"""Which language and which variety of it a browser asks for, and which way it is written.

A Hebrew name in an English sentence, or a Latin one in a Hebrew sentence, would move the words and figures
beside it. So the values of a sentence are isolated where they are put into it, and nowhere else; elements
are isolated by the style sheet. See docs/decisions/0039-any-script.md.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

if TYPE_CHECKING:
    from babel import Locale

ENGLISH = "en"

WRITTEN_IN = {"zh": "zh_Hans"}
"""The locale of a language that is written in several scripts."""

TRADITIONAL = re.compile(r"zh-(?=tw|hk|mo)")
"""Where Chinese has traditional characters, which browsers don't say."""

TERRITORY = re.compile(r"_([A-Z]{2}|\d{3})$")

NAMES = {
    "de": "Deutsch",
    "en": "English",
    "es": "Español",
    "fr": "Français",
    "zh": "简体中文",
    "zh_Hant": "繁體中文",
}
"""What each language is called by those who speak it."""


@lru_cache(maxsize=100)
def tag_of(locale: str) -> str:
    """A language or a locale as HTML names it.

    >>> tag_of("fr_CA"), tag_of("zh")
    ('fr-CA', 'zh-Hans')
    """
    return WRITTEN_IN.get(locale, locale).replace("_", "-")


@lru_cache(maxsize=100)
def base_of(language: str) -> str:
    """The language of a variety. Cached: every sentence with a value asks.

    >>> base_of("fr_CA"), base_of("zh-Hant-TW"), base_of("fr")
    ('fr', 'zh', 'fr')
    """
    return re.split("[-_]", language, maxsplit=1)[0]


def without_territory(language: str) -> str:
    """A language with the script in which it is written, as the locales of all its territories start.

    >>> without_territory("fr_CA"), without_territory("zh"), without_territory("zh_Hant")
    ('fr', 'zh_Hans', 'zh_Hant')
    """
    return WRITTEN_IN.get(language) or TERRITORY.sub("", language)


def name_of(language: str) -> str:
    """What a language or a variety is called by those who speak it; its code if we don't know.

    >>> name_of("fr"), name_of("fr_CA"), name_of("tlh")
    ('Français', 'Français (CA)', 'tlh')
    """
    base = base_of(language)
    if language in NAMES or base not in NAMES:
        return NAMES.get(language, language)
    return f"{NAMES[base]} ({language.removeprefix(base)[1:]})"


@lru_cache(maxsize=100)
def best_of(languages: Sequence[str], header: str) -> str:
    """The best of these *languages* for an Accept-Language *header*.

    Whoever asks for traditional Chinese first gets simplified Chinese: browsers add English by themselves.

    >>> best_of(("en", "de"), "de-AT,en;q=0.5"), best_of(("en", "de"), "")
    ('de', 'en')
    >>> best_of(("en", "zh"), "zh-TW,en;q=0.5"), best_of(("en", "zh", "zh_Hant"), "zh-Hant-TW")
    ('zh', 'zh_Hant')
    """
    wanted = (tag for tag, quality in parse_accept_header(header, LanguageAccept) if quality)
    return next((nearest for tag in wanted if (nearest := _nearest(languages, tag))), ENGLISH)


def _nearest(languages: Sequence[str], tag: str) -> str:
    """The one of *languages* that is *tag*, or else the widest part of it, or another variety; else "".

    >>> _nearest(("fr", "fr_CA"), "fr-CH"), _nearest(("en", "pt_BR"), "pt-PT"), _nearest(("en",), "de")
    ('fr', 'pt_BR', '')
    """
    ours = {code.replace("_", "-").lower(): code for code in languages}
    exact = tag.lower().replace("_", "-")
    parts = TRADITIONAL.sub("zh-hant-", exact).split("-")
    names = (exact, *("-".join(parts[:end]) for end in range(len(parts), 0, -1)))
    near = [ours[name] for name in names if name in ours]
    return next(iter(near or (code for code in languages if base_of(code) == parts[0])), "")


@lru_cache(maxsize=100)
def variety_of(language: str, header: str) -> str:
    """*language* with the territory of the first language in *header* that has one.

    >>> variety_of("en", "en-AU,en;q=0.5"), variety_of("en", "de-AT,en-GB;q=0.5"), variety_of("en", "de")
    ('en_AU', 'en_AT', 'en')
    >>> variety_of("zh", "zh-CN"), variety_of("zh", "zh-TW"), variety_of("fr", "de-CH,en-GB;q=0.5")
    ('zh_Hans_CN', 'zh_Hans', 'fr_CH')
    >>> variety_of("zh_Hant", "zh-CN"), variety_of("fr_CA", "fr-CA"), variety_of("fr_CA", "en-GB")
    ('zh_Hant', 'fr_CA', 'fr_CA')
    """
    from babel import localedata

    ours = without_territory(language)
    for each in _varieties(header):
        variety = str(each) if f"{each}_".startswith(f"{ours}_") else f"{ours}_{each.territory}"
        if localedata.exists(variety):
            return variety
    return WRITTEN_IN.get(language, language)


@lru_cache(maxsize=100)
def currency_of(header: str) -> str:
    """The currency of the first country among the languages in *header*; else "".

    >>> currency_of("en-AU,en;q=0.9"), currency_of("de,en-GB;q=0.5"), currency_of("en")
    ('AUD', 'GBP', '')
    """
    from babel.numbers import get_territory_currencies

    countries = (each.territory for each in _varieties(header) if each.territory)
    return next((paid for country in countries for paid in get_territory_currencies(country)), "")


def _varieties(header: str) -> Iterator["Locale"]:
    """The locales of *header* that Babel knows, in order of preference."""
    from babel import Locale, UnknownLocaleError

    for each in parse_accept_header(header, LanguageAccept).values():
        with suppress(ValueError, UnknownLocaleError):
            yield Locale.parse(each, sep="-")


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
