"""Lines of a paper that have nothing but a day."""

from views.imports.days import has_digit, is_day, looks_like_day
from views.imports.paper.cells import is_points
from views.imports.paper.table_text import Row

LEAST_OF_DAY = 5
"""Characters of a day, as in 44291."""

WORDS_BEFORE = 3
"""Of a day, before its first figure, as in “Tuesday the 5th”."""


def day_alone(row: Row) -> str | None:
    """The day of a row that has nothing else; None for any other. Its weekday may be in a cell of its own."""
    filled = row.filled
    if len(filled) > 2 or len(filled[0]) < LEAST_OF_DAY > len(filled[-1]):
        return None
    said = ", ".join(filled)
    if len(filled) == 2 and is_points(filled[1]):
        return None
    if looks_like_day(said):
        return said
    return _day_behind_words(" ".join(filled))


def _day_behind_words(text: str) -> str | None:
    """The day at the end of a line without other figures: “Date: 5.1.2021”, “At home, 5 Jan 2021”."""
    words = text.split()
    first = next((at for at, word in enumerate(words) if has_digit(word)), 0)
    for at in range(max(1, first - WORDS_BEFORE), first + 1):
        said = " ".join(words[at:])
        if is_day(said) and not is_points(said):
            return said
    return None
