#!/usr/bin/env bash
# python-calamine 0.9.1: a time of 24 hours or more in an .ods file is text ('PT87H45M00S'); the same cell in an .xlsx
# file is a duration, and a time below 24 hours is a time in both. A score "87:45" that a spreadsheet took for a time is
# such a cell. pandas 3.1.1 with its engine "odf" refuses the whole file.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check python-calamine==0.9.1 odfpy==1.4.1 openpyxl==3.1.5 pandas==3.1.1
venv/bin/python - <<'PY'
import datetime

import openpyxl
import pandas
from odf.opendocument import OpenDocumentSpreadsheet
from odf.table import Table, TableCell, TableRow
from odf.text import P
from python_calamine import CalamineWorkbook

document, table = OpenDocumentSpreadsheet(), Table(name="Scores")
for shown, value in (("21:15:00", "PT21H15M00S"), ("87:45:00", "PT87H45M00S")):
    row, cell = TableRow(), TableCell(valuetype="time", timevalue=value)
    cell.addElement(P(text=shown))
    row.addElement(cell)
    table.addElement(row)
document.spreadsheet.addElement(table)
document.save("scores.ods")

book = openpyxl.Workbook()
for hours, shape in ((21.25, "h:mm"), (87.75, "[h]:mm:ss")):
    book.active.append([hours / 24])
    book.active.cell(book.active.max_row, 1).number_format = shape
book.save("scores.xlsx")

read = {name: CalamineWorkbook.from_path(name).get_sheet_by_index(0).to_python() for name in ("scores.ods", "scores.xlsx")}
print(read)
try:
    pandas.read_excel("scores.ods", engine="odf", header=None)
    refused = ""
except ValueError as error:
    refused = str(error)
print("pandas, odf:", refused)

short, long = datetime.time(21, 15), datetime.timedelta(hours=87, minutes=45)
assert read["scores.xlsx"] == [[short], [long]], "an .xlsx file is read otherwise now"
assert read["scores.ods"] == [[short], ["PT87H45M00S"]], "an .ods file is read otherwise now"
assert "hour must be in 0..23" in refused, "pandas reads the file now"
PY
