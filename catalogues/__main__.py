"""Brings catalogues up to date with the sentences on pages: ``make messages``."""

import sys
from collections.abc import Iterable
from pathlib import Path

from babel import Locale, UnknownLocaleError

from catalogues.checking import problems, unfinished, wrong_ones
from catalogues.collecting import ROOT, broken_lines, collect, update
from views.language.i18n import CATALOGUES
from views.language.sentences import catalogues_in, path_of

USAGE = "Write a language with two or three letters, or a variety like fr_CA: make messages LANGUAGE=it"


def main(new: Iterable[str], root: Path = ROOT, folder: Path = CATALOGUES) -> int:
    """Updates every catalogue, and starts those of *new* languages. Says what is left to do in each.

    Nothing is written while a file can't be read as its translator meant it.
    """
    added = [language.strip() for language in new if language.strip()]
    if not all(map(is_language, added)):
        print(USAGE, file=sys.stderr)
        return 1
    written = [path for each in catalogues_in(folder) if (path := path_of(each, folder)).exists()]
    if broken := [line for path in written for line in broken_lines(path)]:
        print(*broken, "Nothing was changed.", sep="\n", file=sys.stderr)
        return 1
    sentences = collect(root)
    for language in sorted({*catalogues_in(folder), *added}):
        catalogue_problems = list(problems(language, update(language, sentences, folder), sentences))
        print(f"{language}: {len(sentences)} sentences in {path_of(language, folder)}")
        for each in (*unfinished(language, catalogue_problems), *wrong_ones(catalogue_problems)):
            print(each)
    return 0


def is_language(text: str) -> bool:
    """Whether this is the code of a language that Babel knows."""
    try:
        return str(Locale.parse(text)) == text
    except (ValueError, UnknownLocaleError):
        return False


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
