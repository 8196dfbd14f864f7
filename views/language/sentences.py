"""The catalogues of sentences: one for each language but English, which is in the code."""

import logging
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from functools import cache, lru_cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from markupsafe import Markup, escape

from views.language.asked_languages import ENGLISH, base_of

if TYPE_CHECKING:
    from babel.messages import Catalog, Message

log = logging.getLogger(__name__)

PLACEHOLDER = re.compile(r"%\(\w+\)s")

MOST = 4000
"""The sentences of a language that are kept at hand. There are fewer."""


class Sentences:
    """The sentences in one language; for pages, as markup. Each is looked up and made once."""

    def __init__(self, written: NullTranslations) -> None:
        self.gettext = lru_cache(MOST)(written.gettext)
        self.in_page = lru_cache(MOST)(lambda sentence: filled(written.gettext(sentence), {}))
        self.ngettext = written.ngettext
        self.pgettext = written.pgettext


NAME = "LC_MESSAGES/messages"
"""The file of a language in its folder: .po as translators write it, .mo compiled."""

ENCODING = "utf-8-sig"
"""UTF-8, with or without the byte order mark that some editors put at the start of a file."""


def path_of(language: str, folder: Path) -> Path:
    """Where the catalogue of a language is in this folder, as translators write it."""
    return folder / language / f"{NAME}.po"


def catalogues_in(folder: Path) -> tuple[str, ...]:
    """The languages with a catalogue in this folder."""
    return tuple(sorted({path.parts[-3] for path in folder.glob(f"*/{NAME}.[pm]o")}))


@cache
def languages_in(folder: Path) -> tuple[str, ...]:
    """English, and every language with a catalogue in this folder, read once."""
    return ENGLISH, *catalogues_in(folder)


@cache
def sentences_in(folder: Path, language: str) -> Sentences:
    """The sentences of a catalogue in this folder, read once."""
    return Sentences(NullTranslations() if language == ENGLISH else read_catalogue(folder, language))


def read_catalogue(folder: Path, language: str) -> GNUTranslations:
    """The catalogue of *language* as translators write it; on phones, where only that is, compiled.

    Translators' programs put a compiled file beside theirs, which may be older or have wrong placeholders.
    What a variety such as ``fr_CA`` lacks is said as in its language.
    """
    written = path_of(language, folder)
    made = compiled(written, language) if written.exists() else written.with_suffix(".mo").read_bytes()
    catalogue = GNUTranslations(BytesIO(made))
    if (base := base_of(language)) != language and base in languages_in(folder):
        catalogue.add_fallback(read_catalogue(folder, base))
    return catalogue


NO_DATE = datetime(2026, 1, 1, tzinfo=UTC)
"""In the place of the moment of compiling, so that the same sentences give the same file."""


def compiled(written: Path, language: str) -> bytes:
    """A catalogue as the standard library reads it, without translations that would break their page."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    made = BytesIO()
    with written.open(encoding=ENCODING) as file:
        catalogue = read_po(file, locale=language)
    for message in list(unfillable(catalogue)):
        log.warning("%s: “%s” stays English: its translation has a wrong placeholder", language, message.id)
        catalogue.delete(message.id, message.context)
    for message in list(unfinished_plurals(catalogue)):
        catalogue.delete(message.id, message.context)
    catalogue.creation_date = NO_DATE
    write_mo(made, catalogue)
    return made.getvalue()


def unfinished_plurals(catalogue: "Catalog") -> Iterator["Message"]:
    """The plurals with an untranslated form. Compiled, each form would be English by its place alone.

    Chinese has one form, in the place of the English singular: players would read “3 box”.
    """
    return (message for message in catalogue if message.pluralizable and not all(message.string or ("",)))


def unfillable(catalogue: "Catalog") -> Iterator["Message"]:
    """The translations with a placeholder for which the English sentence has no value."""
    for message in catalogue:
        original, translated = (
            (each,) if isinstance(each, str) else tuple(each) for each in (message.id, message.string or "")
        )
        if any("%" in form and not is_fillable(form, "".join(original)) for form in translated):
            yield message


def is_fillable(translation: str, english: str) -> bool:
    """Whether the values of the *english* sentence are all that *translation* asks for.

    >>> is_fillable("%(name)s donne", "%(name)s deals"), is_fillable("%(nom)s donne", "%(name)s deals")
    (True, False)
    >>> is_fillable("100 % sûr", "sure"), is_fillable("100 %% sûr", "100%% sure")
    (False, True)
    """
    names = set(PLACEHOLDER.findall(translation))
    rest = PLACEHOLDER.sub("", translation).replace("%%", "")
    return names <= set(PLACEHOLDER.findall(english)) and "%" not in rest


def filled(sentence: str, values: Mapping[str, object]) -> Markup:
    """A sentence of ours for a page, with *values* escaped. Markup's own ``%`` takes four times as long.

    >>> filled("<b>%(name)s</b> deals", {"name": "A & B"})
    Markup('<b>A &amp; B</b> deals')
    """
    escaped_values = {name: value if type(value) is int else escape(value) for name, value in values.items()}
    return Markup(sentence % escaped_values)  # noqa: S704 (escaped)
