#!/usr/bin/env bash
# pandas 3.1.1, engine "odf": a cell of an .ods file that is true is read as False unless its text is "TRUE". Spreadsheets
# in other languages show "WAHR" or "VRAI", and store the value beside it (office:boolean-value), which is not read.
# python-calamine 0.9.1 reads the value.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check pandas==3.1.1 odfpy==1.4.1 python-calamine==0.9.1
venv/bin/python - <<'PY'
import pandas
from odf.opendocument import OpenDocumentSpreadsheet
from odf.table import Table, TableCell, TableRow
from odf.text import P
from python_calamine import CalamineWorkbook

document, table, row = OpenDocumentSpreadsheet(), Table(name="Gin"), TableRow()
for shown in ("TRUE", "WAHR", "VRAI"):
    cell = TableCell(valuetype="boolean", booleanvalue="true")
    cell.addElement(P(text=shown))
    row.addElement(cell)
table.addElement(row)
document.spreadsheet.addElement(table)
document.save("gin.ods")

by_pandas = [bool(each) for each in pandas.read_excel("gin.ods", engine="odf", header=None).iloc[0]]
[by_calamine] = CalamineWorkbook.from_path("gin.ods").get_sheet_by_index(0).to_python()
print("pandas, odf:", by_pandas, "\ncalamine:   ", by_calamine)
assert by_pandas == [True, False, False], "pandas reads the file otherwise now"
assert by_calamine == [True, True, True], "calamine reads the file otherwise now"
PY
