"""Lists within a sentence. They follow Unicode's list patterns, but are translated like other sentences.

Babel's format_list would need locale data, on pages that need it for nothing else.
"""

from collections.abc import Iterable, Sequence
from functools import reduce

from views.language.i18n import gettext as _

FULL_STOPS = ".。"


def all_of(texts: Sequence[str]) -> str:
    """A list of texts joined with “and”.

    >>> all_of(["8♠"]), all_of(["8♠", "9♠"]), all_of(["8♠", "9♠", "7♣"])
    ('8♠', '8♠ and 9♠', '8♠, 9♠ and 7♣')
    """
    *before, last = texts
    # Translators: the end of a list: “8♠ and 9♠”, “8♠, 9♠ and 7♣”.
    return _("%(before)s and %(last)s", before=in_a_row(before), last=last) if before else last


def one_of(texts: Sequence[str]) -> str:
    """A list of texts joined with “or”.

    >>> one_of(["7♠", "8♦"]), one_of(["1", "2", "3"])
    ('7♠ or 8♦', '1, 2 or 3')
    """
    *before, last = texts
    # Translators: the end of a list of choices: “7♠ or 8♦”, “1, 2 or 3”.
    return _("%(before)s or %(last)s", before=in_a_row(before), last=last) if before else last


def raised(text: str) -> str:
    """*text* at the beginning of a line."""
    return text[:1].upper() + text[1:]


def as_sentence(text: str) -> str:
    """A list or a name as a sentence of its own.

    >>> as_sentence("Ann 12, Bob 40")
    'Ann 12, Bob 40.'
    """
    # Translators: only puts a full stop after a text, for example “Ann 12, Bob 40”.
    return _("%(text)s.", text=text)


def with_detail(sentence: str, detail: str) -> str:
    """*sentence*, and after a colon what it is about, if that is known.

    >>> with_detail("Ann showed a card.", "the queen.")
    'Ann showed a card: the queen.'
    """
    if not detail:
        return sentence
    label, text = (each.rstrip(FULL_STOPS) for each in (sentence, detail))
    return as_sentence(_("%(label)s: %(text)s", label=label, text=text))


def paragraph(sentences: Iterable[str | None]) -> str:
    """Sentences after one another, without empty or missing ones.

    >>> paragraph(["Ann knocked with 5.", "", "Bob had 20."])
    'Ann knocked with 5. Bob had 20.'
    """
    parts = [each for each in sentences if each]
    # Translators: two sentences after one another. Chinese needs no space between them.
    return reduce(lambda one, two: _("%(one)s %(two)s", one=one, two=two), parts) if parts else ""


def in_a_row(texts: Sequence[str]) -> str:
    """Texts with nothing between them but commas.

    >>> in_a_row(["Ann 12", "Bob 40"])
    'Ann 12, Bob 40'
    """
    # Translators: a list: “Ann 12, Bob 40”, “8♠, 9♠”. What stands between two of its parts.
    return reduce(lambda one, two: _("%(one)s, %(two)s", one=one, two=two), texts) if texts else ""
