"""Loads only the part of Babel's locale data that pages need.

The names of all languages, currencies, units and time zones in one language take four megabytes in every
worker; the formats of numbers, dates and amounts take a fraction of one.
"""

from collections.abc import Callable
from functools import cache
from threading import RLock
from typing import Any

from babel import localedata

NOT_SHOWN = (
    "compact_currency_formats",
    "compact_decimal_formats",
    "compound_unit_patterns",
    "currency_names",
    "currency_names_plural",
    "date_fields",
    "interval_formats",
    "languages",
    "list_patterns",
    "meta_zones",
    "scripts",
    "territories",
    "time_zones",
    "unit_display_names",
    "unit_patterns",
    "variants",
)
NOT_ASKED_FOR = (
    "meta_zones",
    "territory_languages",
    "territory_zones",
    "windows_zone_mapping",
    "zone_aliases",
    "zone_territories",
)


_lock = RLock()
"""Several phones may be the first to ask, and Babel's data is trimmed in place."""


def load_formats(locale: str) -> None:
    """Loads the formats of numbers, money and dates in *locale*."""
    with _lock:
        _load_formats(locale)


@cache
def _load_formats(locale: str) -> None:
    """A locale inherits from its parents, so each one is trimmed before the next one copies it."""
    load_world()
    language = locale.partition("_")[0]
    for name in ("root", language, f"{language}_001", locale):
        if name == "root" or localedata.exists(name):
            data = localedata.load(name)
            data.update({part: {} for part in NOT_SHOWN if part in data})


def load_world() -> None:
    """Loads the lists of languages, countries and currencies."""
    with _lock:
        _load_world()


@cache
def _load_world() -> None:
    from babel.core import get_global

    world: Callable[[Any], Any] = get_global
    for part in NOT_ASKED_FOR:
        world(part).clear()
    likely = world("likely_subtags")
    languages = {name.partition("_")[0] for name in localedata.locale_identifiers()}
    known = {key: likely[key] for key in likely if key.partition("_")[0] in languages}
    likely.clear()
    likely.update(known)
