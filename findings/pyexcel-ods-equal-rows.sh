#!/usr/bin/env bash
# pyexcel-ods 0.6.0: equal rows that follow one another are read as one. An .ods file may write them once, with how many
# they are (table:number-rows-repeated): of two hands of 25 points one is missing. Equal cells side by side, written so too,
# are all there. pyexcel-ods3 0.6.1, of the same authors, and python-calamine 0.9.1 read all rows.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check pyexcel-ods==0.6.0 pyexcel-ods3==0.6.1 pyexcel-io==0.6.8 \
  odfpy==1.4.1 python-calamine==0.9.1
venv/bin/python - <<'PY'
from odf.opendocument import OpenDocumentSpreadsheet
from odf.table import Table, TableCell, TableRow
from odf.text import P
from pyexcel_io import get_data
from python_calamine import CalamineWorkbook


def hand(*numbers, **values):
    row = TableRow(**values)
    for number, times in numbers:
        cell = TableCell(valuetype="float", value=number, numbercolumnsrepeated=times)
        cell.addElement(P(text=str(number)))
        row.addElement(cell)
    return row


document, table = OpenDocumentSpreadsheet(), Table(name="Scores")
table.addElement(hand((25, 1), (0, 1), numberrowsrepeated=2))
table.addElement(hand((7, 2)))
document.spreadsheet.addElement(table)
document.save("scores.ods")

by_ods, by_ods3 = (get_data("scores.ods", library=name)["Scores"] for name in ("pyexcel-ods", "pyexcel-ods3"))
by_calamine = CalamineWorkbook.from_path("scores.ods").get_sheet_by_index(0).to_python()
print("pyexcel-ods: ", by_ods, "\npyexcel-ods3:", by_ods3, "\ncalamine:    ", by_calamine)
assert by_ods == [[25, 0], [7, 7]], "pyexcel-ods reads the file otherwise now"
assert by_ods3 == by_calamine == [[25, 0], [25, 0], [7, 7]], "the others read the file otherwise now"
PY
