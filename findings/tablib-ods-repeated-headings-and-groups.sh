#!/usr/bin/env bash
# tablib 3.10.0: rows of an .ods file that are repeated on each printed page (table:table-header-rows) or can be folded
# (table:table-row-group) are not read, without a word. Who gives such a file headings loses the names, and the first hand
# becomes the headings. python-calamine 0.9.1 reads all rows.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check 'tablib[ods]==3.10.0' odfpy==1.4.1 python-calamine==0.9.1
venv/bin/python - <<'PY'
import tablib
from odf.opendocument import OpenDocumentSpreadsheet
from odf.table import Table, TableCell, TableHeaderRows, TableRow, TableRowGroup
from odf.text import P
from python_calamine import CalamineWorkbook


def row(*texts):
    made = TableRow()
    for text in texts:
        cell = TableCell(valuetype="string")
        cell.addElement(P(text=text))
        made.addElement(cell)
    return made


document, table = OpenDocumentSpreadsheet(), Table(name="Scores")
for part, rows in (
    (TableHeaderRows(), [row("Ann", "Bob")]),
    (table, [row("25", "0"), row("0", "31")]),
    (TableRowGroup(), [row("7", "0"), row("0", "14")]),
):
    for each in rows:
        part.addElement(each)
    if part is not table:
        table.addElement(part)
document.spreadsheet.addElement(table)
document.save("scores.ods")

with open("scores.ods", "rb") as file:
    read = tablib.Dataset().load(file, format="ods")
by_calamine = CalamineWorkbook.from_path("scores.ods").get_sheet_by_index(0).to_python()
print("tablib:  ", read.headers, list(read), "\ncalamine:", by_calamine)
assert (read.headers, list(read)) == (["25", "0"], [("0", "31")]), "tablib reads the file otherwise now"
assert by_calamine == [["Ann", "Bob"], ["25", "0"], ["0", "31"], ["7", "0"], ["0", "14"]], "calamine reads it otherwise now"
PY
