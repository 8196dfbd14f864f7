"""How a catalogue is checked: mistakes fail, and what is not translated yet is a warning with its number."""

import warnings
from functools import cache
from pathlib import Path

from babel.messages import Catalog

from catalogues.checking import problems, unfinished, wrong_ones
from catalogues.collecting import broken_lines, catalogue_of, collect
from views.language.i18n import CATALOGUES
from views.language.sentences import path_of


class UnfinishedWarning(UserWarning):
    """A catalogue lacks translations, or has some too many."""


@cache
def all_sentences() -> Catalog:
    """Every sentence of Deadwood, collected once."""
    return collect()


def check(language: str, folder: Path = CATALOGUES, sentences: Catalog | None = None) -> None:
    """Fails if anything is wrong in a catalogue, and warns if it is unfinished."""
    found = list(problems(language, catalogue_of(language, folder), sentences or all_sentences()))
    for sentence in unfinished(language, found):
        warnings.warn(sentence, UnfinishedWarning, stacklevel=2)
    wrong = [*broken_lines(path_of(language, folder)), *wrong_ones(found)]
    assert not wrong, "\n".join(wrong[:20])
