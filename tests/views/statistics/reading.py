"""Reads figures from pages."""

from tests.views.browser import Page
from tests.views.table import of_class

Cell = tuple[str, str]


def cells(page: Page) -> dict[str, list[Cell]]:
    """What stands in each column, with what it rests on, by the label of the figure."""
    rows = [row for table in of_class(page, "figures") for row in table.all("tr") if not row["class"]]
    return {
        next(row.all("th")).text: [
            _cell([each.text for each in cell.all() if each["class"].startswith("figure__")])
            for cell in row.all("td")
        ]
        for row in rows
    }


def _cell(texts: list[str]) -> Cell:
    said, *basis = texts
    return said, " ".join(basis)


def figures(page: Page) -> dict[str, Cell]:
    """The figures of a page with one column."""
    return {label: columns[0] for label, columns in cells(page).items()}
