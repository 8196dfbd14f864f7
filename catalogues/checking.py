"""What is to do in a catalogue: what is missing or left over, and what is wrong with a translation."""

from collections import Counter
from collections.abc import Iterable, Iterator
from enum import Enum
from functools import cache
from gettext import c2py
from typing import NamedTuple

from babel.messages import Catalog, Message
from babel.messages.plurals import get_plural

from catalogues.typography import TAG, asked_for
from views.language.sentences import PLACEHOLDER, is_fillable

COUNTED = range(200)
"""Numbers that show which plural form is for which number, in every language."""

AT_THE_END = "is at the end of the file, but no longer said; delete it"
FUZZY = "is marked “fuzzy”: compare it with the English sentence, then delete the mark"


class Kind(Enum):
    """What a problem of a catalogue means. Only what is wrong fails a test: the rest is for translators."""

    WRONG = "wrong"
    UNTRANSLATED = "untranslated"
    """The sentence is shown in English."""
    LEFT_OVER = "left over"
    """No page says the sentence any more."""


class CatalogueProblem(NamedTuple):
    """What a translator has to do about one sentence of a catalogue."""

    language: str
    sentence: str
    kind: Kind
    what: str

    def __str__(self) -> str:
        return f"{self.language}: “{self.sentence}”: {self.what}"


def problems(language: str, catalogue: Catalog, sentences: Catalog) -> Iterator[CatalogueProblem]:
    """Everything that is to do in a catalogue for these *sentences*."""
    for message in catalogue.obsolete.values():
        yield CatalogueProblem(language, english(message), Kind.LEFT_OVER, AT_THE_END)
    for message in catalogue:
        if message.id:
            for kind, what in problems_of(language, message, sentences.get(message.id, message.context)):
                yield CatalogueProblem(language, english(message), kind, what)
    for message in sentences:
        if message.id and not catalogue.get(message.id, message.context):
            yield CatalogueProblem(
                language, english(message), Kind.UNTRANSLATED, "is missing; run: make messages"
            )


def unfinished(language: str, catalogue_problems: Iterable[CatalogueProblem]) -> Iterator[str]:
    """How much translators have to do, in a sentence for each kind of problem."""
    kinds = Counter(problem.kind for problem in catalogue_problems)
    if number := kinds[Kind.UNTRANSLATED]:
        yield f"{language}: {number} {'sentence is' if number == 1 else 'sentences are'} not translated yet"
    if number := kinds[Kind.LEFT_OVER]:
        yield f"{language}: {number} {'translation is' if number == 1 else 'translations are'} no longer used"


def wrong_ones(catalogue_problems: Iterable[CatalogueProblem]) -> list[str]:
    """The problems that fail a test: players would read them, or miss a value."""
    return [str(problem) for problem in catalogue_problems if problem.kind is Kind.WRONG]


def english(message: Message) -> str:
    """The English sentence; of a plural, the form for many."""
    return message.id if isinstance(message.id, str) else message.id[1]


def problems_of(language: str, message: Message, sentence: Message | None) -> Iterator[tuple[Kind, str]]:
    """What is to do about one translation, if *sentence* is the one of our pages, or None."""
    if sentence is None:
        yield Kind.LEFT_OVER, "is no longer said; run: make messages"
    elif sentence.id != message.id:
        yield from problems_of_changed(message, sentence)
    elif message.fuzzy:
        yield Kind.UNTRANSLATED, FUZZY
    elif not all(translations(message)):
        yield Kind.UNTRANSLATED, "is not translated"
    else:
        yield from ((Kind.WRONG, wrong) for wrong in wrong_with(language, message))


def problems_of_changed(message: Message, sentence: Message) -> Iterator[tuple[Kind, str]]:
    """What is to do about a translation whose sentence has another singular or plural in English by now."""
    if all(is_fillable(form, "".join(source_forms(sentence))) for form in translations(message)):
        yield Kind.UNTRANSLATED, "has other forms in English; run: make messages"
    else:
        yield Kind.WRONG, "has other placeholders in English; run: make messages"


def wrong_with(language: str, message: Message) -> Iterator[str]:
    """What is wrong with a translation."""
    if len(translations(message)) != number_of_forms(language, message):
        yield f"needs {number_of_forms(language, message)} forms in this language"
        return
    for nth, text in enumerate(translations(message)):
        yield from wrong_in(language, message, nth, text)


def translations(message: Message) -> tuple[str, ...]:
    """The translation, each plural form by itself."""
    if isinstance(message.string, str):
        return (message.string,)
    return tuple(message.string or ("",))


def number_of_forms(language: str, message: Message) -> int:
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
    names = set(PLACEHOLDER.findall(text))
    if missing := sorted(needed - names):
        yield f"lacks {' '.join(missing)}: “{text}”"
    if unknown := sorted(names - allowed):
        yield f"has {' '.join(unknown)}, which the English sentence doesn’t have: “{text}”"


def placeholders(language: str, message: Message, nth: int) -> tuple[set[str], set[str]]:
    """The placeholders that a form needs, and those it may have. A form for one number need not name it."""
    each = [set(PLACEHOLDER.findall(form)) for form in source_forms(message)]
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
