"""Brings catalogues up to date with the sentences on pages: ``make messages``."""

import sys
from collections.abc import Iterable

from babel import Locale, UnknownLocaleError

from catalogues.checking import UNTRANSLATED, problems
from catalogues.collecting import broken_lines, collect, languages, path_of, update

USAGE = "Write a language with two or three letters, or a variety like fr_CA: make messages LANGUAGE=it"


def main(new: Iterable[str]) -> int:
    """Updates every catalogue, and starts those of *new* languages. Says what is left to do in each.

    Nothing is written while a file can't be read as its translator meant it.
    """
    added = [language.strip() for language in new if language.strip()]
    if not all(map(is_language, added)):
        print(USAGE, file=sys.stderr)
        return 1
    written = [path for path in map(path_of, languages()) if path.exists()]
    if broken := [line for path in written for line in broken_lines(path)]:
        print(*broken, "Nothing was changed.", sep="\n", file=sys.stderr)
        return 1
    sentences = collect()
    for language in sorted({*languages(), *added}):
        found = list(problems(language, update(language, sentences), sentences))
        wrong = [problem for problem in found if problem.wrong != UNTRANSLATED]
        for problem in wrong:
            print(problem)
        print(f"{path_of(language)}: {len(sentences)} sentences, {len(found) - len(wrong)} to translate")
    return 0


def is_language(text: str) -> bool:
    """Whether this is the code of a language that Babel knows."""
    try:
        return str(Locale.parse(text)) == text
    except (ValueError, UnknownLocaleError):
        return False


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
