#!/usr/bin/env bash
# pyexcel-ods 0.6.0: a cell that is merged over two columns of an .ods file takes one in the row that is read, so that all
# cells after it move to the left, and names no longer stand above their points. pyexcel-ods3 0.6.1, of the same authors,
# and python-calamine 0.9.1 leave the second column empty.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check pyexcel-ods==0.6.0 pyexcel-ods3==0.6.1 pyexcel-io==0.6.8 \
  odfpy==1.4.1 python-calamine==0.9.1
venv/bin/python - <<'PY'
from odf.opendocument import OpenDocumentSpreadsheet
from odf.table import CoveredTableCell, Table, TableCell, TableRow
from odf.text import P
from pyexcel_io import get_data
from python_calamine import CalamineWorkbook


def text(said, **values):
    cell = TableCell(valuetype="string", **values)
    cell.addElement(P(text=said))
    return cell


def points(number):
    cell = TableCell(valuetype="float", value=number)
    cell.addElement(P(text=str(number)))
    return cell


document, table = OpenDocumentSpreadsheet(), Table(name="Scores")
for cells in (
    [text("Ann", numbercolumnsspanned=2, numberrowsspanned=1), CoveredTableCell(), text("Bob")],
    [points(25), points(31), points(7)],
):
    row = TableRow()
    for cell in cells:
        row.addElement(cell)
    table.addElement(row)
document.spreadsheet.addElement(table)
document.save("scores.ods")

by_ods, by_ods3 = (get_data("scores.ods", library=name)["Scores"] for name in ("pyexcel-ods", "pyexcel-ods3"))
by_calamine = CalamineWorkbook.from_path("scores.ods").get_sheet_by_index(0).to_python()
print("pyexcel-ods: ", by_ods, "\npyexcel-ods3:", by_ods3, "\ncalamine:    ", by_calamine)
assert by_ods == [["Ann", "Bob"], [25, 31, 7]], "pyexcel-ods reads the file otherwise now"
assert by_ods3 == by_calamine == [["Ann", "", "Bob"], [25, 31, 7]], "the others read the file otherwise now"
PY
