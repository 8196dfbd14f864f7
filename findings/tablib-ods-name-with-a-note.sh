#!/usr/bin/env bash
# tablib 3.10.0: of a cell of an .ods file with text, the first bit is read. With a note on it (office:annotation), which
# spreadsheets write before the text, a name becomes the date of the note; with some letters in bold, it is cut before
# them. pandas 3.1.1 with its engine "odf" and python-calamine 0.9.1 read the name.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check 'tablib[ods]==3.10.0' odfpy==1.4.1 python-calamine==0.9.1 pandas==3.1.1
venv/bin/python - <<'PY'
import pandas
import tablib
from odf.dc import Date
from odf.office import Annotation
from odf.opendocument import OpenDocumentSpreadsheet
from odf.table import Table, TableCell, TableRow
from odf.text import P, Span
from python_calamine import CalamineWorkbook

note = Annotation()
note.addElement(Date(text="2001-04-13T00:00:00"))
note.addElement(P(text="was corrected"))
partly_bold = P(text="Ann ")
partly_bold.addElement(Span(text="Lee"))

document, table, row = OpenDocumentSpreadsheet(), Table(name="Names"), TableRow()
for parts in ([note, P(text="Ann Lee")], [partly_bold], [P(text="Ann Lee")]):
    cell = TableCell(valuetype="string")
    for part in parts:
        cell.addElement(part)
    row.addElement(cell)
table.addElement(row)
document.spreadsheet.addElement(table)
document.save("names.ods")

with open("names.ods", "rb") as file:
    [by_tablib] = tablib.Dataset().load(file, format="ods", headers=False)
[by_calamine] = CalamineWorkbook.from_path("names.ods").get_sheet_by_index(0).to_python()
[by_pandas] = pandas.read_excel("names.ods", engine="odf", header=None).to_numpy().tolist()
print("tablib:  ", by_tablib, "\ncalamine:", by_calamine, "\npandas:  ", by_pandas)
assert by_tablib == ("2001-04-13T00:00:00", "Ann ", "Ann Lee"), "tablib reads the file otherwise now"
assert by_calamine == by_pandas == ["Ann Lee"] * 3, "the others read the file otherwise now"
PY
