"""What is wrong with a catalogue: what is missing or left over, placeholders, markup, typography."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from gettext import c2py
from typing import NamedTuple

from babel.messages import Catalog, Message
from babel.messages.plurals import get_plural

from catalogues.typography import TAG, asked_for
from views.web.sentences import PLACEHOLDER

COUNTED = range(200)
"""Numbers that show which plural form is for which number, in every language."""

UNTRANSLATED = "is not translated"


class Problem(NamedTuple):
    """What is wrong with one sentence of a catalogue."""

    language: str
    sentence: str
    wrong: str

    def __str__(self) -> str:
        return f"{self.language}: “{self.sentence}”: {self.wrong}"


def problems(language: str, catalogue: Catalog, sentences: Catalog) -> Iterator[Problem]:
    """Everything that is wrong with a catalogue for these *sentences*."""
    for message in catalogue.obsolete.values():
        yield Problem(language, english(message), "is at the end of the file, but no longer said; delete it")
    for message in catalogue:
        if message.id:
            for wrong in wrong_with(language, message, sentences.get(message.id, message.context)):
                yield Problem(language, english(message), wrong)
    for message in sentences:
        if message.id and not catalogue.get(message.id, message.context):
            yield Problem(language, english(message), "is missing; run: make messages")


def english(message: Message) -> str:
    """The English sentence; of a plural, the form for many."""
    return message.id if isinstance(message.id, str) else message.id[1]


def wrong_with(language: str, message: Message, said: Message | None) -> Iterator[str]:
    """What is wrong with one translation, whose sentence is *said* on our pages or not."""
    if said is None:
        yield "is no longer said; run: make messages"
    elif said.id != message.id:
        yield "has other forms in English; run: make messages"
    elif message.fuzzy:
        yield "is marked “fuzzy”: compare it with the English sentence, then delete the mark"
    elif not all(translations(message)):
        yield UNTRANSLATED
    elif len(translations(message)) != number_of_forms(language, message):
        yield f"needs {number_of_forms(language, message)} forms in this language"
    else:
        for nth, text in enumerate(translations(message)):
            yield from wrong_in(language, message, nth, text)


def translations(message: Message) -> tuple[str, ...]:
    """The translation, each plural form by itself."""
    if isinstance(message.string, str):
        return (message.string,)
    return tuple(message.string or ("",))


def number_of_forms(language: str, message: Message) -> int:
    """How many forms the translation needs."""
    return 1 if isinstance(message.id, str) else get_plural(language).num_plurals


def wrong_in(language: str, message: Message, nth: int, text: str) -> Iterator[str]:
    """What is wrong with one form of a translation."""
    source = english(message)
    yield from wrong_placeholders(language, message, nth, text)
    if "%" in PLACEHOLDER.sub("", text).replace("%%", ""):
        yield f"has a % that is part of no placeholder: “{text}”"
    if Counter(TAG.findall(text)) != Counter(TAG.findall(source)):
        yield f"has other markup than the English sentence: “{text}”"
    if edges(text) != edges(source):
        yield f"starts or ends with other spaces than the English sentence: “{text}”"
    yield from (f"{ask}: “{text}”" for ask in asked_for(language, source, text))


def edges(text: str) -> tuple[str, str]:
    """The spaces at both ends.

    >>> edges("  in %(name)s ")
    ('  ', ' ')
    """
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]


def wrong_placeholders(language: str, message: Message, nth: int, text: str) -> Iterator[str]:
    """Placeholders that are missing in one form, or that the English sentence doesn't have."""
    needed, allowed = placeholders(language, message, nth)
    found = set(PLACEHOLDER.findall(text))
    if missing := sorted(needed - found):
        yield f"lacks {' '.join(missing)}: “{text}”"
    if unknown := sorted(found - allowed):
        yield f"has {' '.join(unknown)}, which the English sentence doesn’t have: “{text}”"


def placeholders(language: str, message: Message, nth: int) -> tuple[set[str], set[str]]:
    """Those that a form needs, and those that it may have. A form for one number need not name it."""
    each = [set(PLACEHOLDER.findall(said)) for said in source_forms(message)]
    if isinstance(message.id, str) or not is_for_one_number(language, nth):
        return each[-1], set.union(*each)
    return set.intersection(*each) - {"%(num)s"}, set.union(*each)


def source_forms(message: Message) -> tuple[str, ...]:
    """The English sentence, of a plural both forms."""
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


@cache
def is_for_one_number(language: str, nth: int) -> bool:
    """Whether the plural form is for a single number.

    >>> is_for_one_number("de", 0), is_for_one_number("fr", 0), is_for_one_number("zh", 0)
    (True, False, False)
    """
    form_of = c2py(get_plural(language).plural_expr)
    return [form_of(number) for number in COUNTED].count(nth) == 1
