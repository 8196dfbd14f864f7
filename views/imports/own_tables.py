"""The tables of hands that Deadwood writes for spreadsheets, and what can be imported in their place."""

from views.exports.rows import HEADINGS
from views.imports.paper.table_text import SEPARATORS
from views.language.i18n import gettext as _
from views.language.i18n import in_each_language

LONGEST_HEAD = 5000
"""Characters of the headings. Those of a book have fewer."""


def what_to_import(text: str) -> str:
    """How to get the file to import in place of a table of hands; "" if *text* is no such table."""
    head = text.lstrip("\ufeff")[:LONGEST_HEAD].partition("\n")[0]
    tables = [{cell.strip(' "\r') for cell in head.split(separator)} for separator in SEPARATORS]
    if max(map(len, tables)) < len(HEADINGS):
        return ""
    for headings in in_each_language({each: each for each in HEADINGS}).values():
        if any(cells.issuperset(headings.values()) for cells in tables):
            return _of_match() if head.lstrip(' "').startswith(headings[HEADINGS[0]]) else _of_book()
    return ""


def _of_match() -> str:
    return _(
        "This table of hands is for spreadsheets. match.json can be imported: choose “Export” in the menu of "
        "the sheet, under “More”, then “Download the match”."
    )


def _of_book() -> str:
    return _(
        "This table of hands is for spreadsheets. book.json can be imported: choose “Export” in the menu of "
        "the book, then “Download the book”."
    )
