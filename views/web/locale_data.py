"""Loads only the part of Babel's locale data that pages need.

The names of all languages, currencies, units and time zones in one language take four megabytes in every
worker; the formats of numbers, dates and amounts take a fraction of one.
"""

from collections.abc import Callable
from functools import cache
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


@cache
def load_formats(locale: str) -> None:
    """Loads the formats of numbers, money and dates in *locale*.

    A locale inherits from its parents, so each one is trimmed before the next one copies it.
    """
    load_world()
    language = locale.partition("_")[0]
    for name in ("root", language, f"{language}_001", locale):
        if name == "root" or localedata.exists(name):
            data = localedata.load(name)
            data.update({part: {} for part in NOT_SHOWN if part in data})


@cache
def load_world() -> None:
    """Loads the lists of languages, countries and currencies."""
    from babel.core import get_global

    world: Callable[[Any], Any] = get_global
    for part in NOT_ASKED_FOR:
        world(part).clear()
    likely = world("likely_subtags")
    known = {key: likely[key] for key in likely if localedata.exists(key.partition("_")[0])}
    likely.clear()
    likely.update(known)
