#!/usr/bin/env bash
# python-calamine 0.9.1: a line break (text:line-break) or a tab (text:tab) within a cell of an .ods file vanishes, so that
# "Ann" above "Bob" becomes "AnnBob". Two paragraphs in a cell keep their line break, and so does a cell of an .xlsx file.
# pandas 3.1.1 with its engine "odf" keeps the line break, and loses the tab too.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check python-calamine==0.9.1 odfpy==1.4.1 openpyxl==3.1.5 pandas==3.1.1
venv/bin/python - <<'PY'
import openpyxl
import pandas
from odf.opendocument import OpenDocumentSpreadsheet
from odf.table import Table, TableCell, TableRow
from odf.text import LineBreak, P, Tab
from python_calamine import CalamineWorkbook


def written(between):
    paragraph = P()
    paragraph.addText("Ann")
    paragraph.addElement(between)
    paragraph.addText("Bob")
    return [paragraph]


document, table = OpenDocumentSpreadsheet(), Table(name="Names")
row = TableRow()
for paragraphs in (written(LineBreak()), written(Tab()), [P(text="Ann"), P(text="Bob")]):
    cell = TableCell(valuetype="string")
    for paragraph in paragraphs:
        cell.addElement(paragraph)
    row.addElement(cell)
table.addElement(row)
document.spreadsheet.addElement(table)
document.save("names.ods")
book = openpyxl.Workbook()
book.active.append(["Ann\nBob", "Ann\tBob"])
book.save("names.xlsx")

[ods], [xlsx] = (
    CalamineWorkbook.from_path(name).get_sheet_by_index(0).to_python() for name in ("names.ods", "names.xlsx")
)
by_pandas = pandas.read_excel("names.ods", engine="odf", header=None).iloc[0].tolist()
print("calamine, .ods: ", ods, "\ncalamine, .xlsx:", xlsx, "\npandas, odf:    ", by_pandas)
assert ods == ["AnnBob", "AnnBob", "Ann\nBob"], "an .ods file is read otherwise now"
assert xlsx == ["Ann\nBob", "Ann\tBob"], "an .xlsx file is read otherwise now"
assert by_pandas == ["Ann\nBob", "AnnBob", "Ann\nBob"], "pandas reads the file otherwise now"
PY
