#!/usr/bin/env bash
# A name with its reading above it (text:ruby), as in Chinese and Japanese: python-calamine 0.9.1, pandas 3.1.1 with its engine
# "odf", and odfdo 3.27.3 append the reading to the name in an .ods file, and "王" becomes "王Wáng". In an .xlsx file, where
# the reading is in rPh, calamine and openpyxl 3.1.5 leave it out.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check python-calamine==0.9.1 odfpy==1.4.1 openpyxl==3.1.5 pandas==3.1.1 \
  odfdo==3.27.3
venv/bin/python - <<'PY'
from zipfile import ZipFile

import odfdo
import openpyxl
import pandas
from odf.opendocument import OpenDocumentSpreadsheet
from odf.table import Table, TableCell, TableRow
from odf.text import P, Ruby, RubyBase, RubyText
from python_calamine import CalamineWorkbook

ruby, paragraph, cell = Ruby(), P(), TableCell(valuetype="string")
ruby.addElement(RubyBase(text="王"))
ruby.addElement(RubyText(text="Wáng"))
paragraph.addElement(ruby)
cell.addElement(paragraph)
row, table, document = TableRow(), Table(name="Names"), OpenDocumentSpreadsheet()
row.addElement(cell)
table.addElement(row)
document.spreadsheet.addElement(table)
document.save("names.ods")

# openpyxl writes no readings: the one of the .xlsx file is put into its texts.
book = openpyxl.Workbook()
book.active.append(["王"])
book.save("plain.xlsx")
with ZipFile("plain.xlsx") as plain, ZipFile("names.xlsx", "w") as names:
    for part in plain.namelist():
        text = plain.read(part)
        if part == "xl/sharedStrings.xml":
            text = text.replace(b"</t></si>", '</t><rPh sb="0" eb="1"><t>Wáng</t></rPh></si>'.encode())
            assert "Wáng".encode() in text
        names.writestr(part, text)

ods = {
    "calamine": CalamineWorkbook.from_path("names.ods").get_sheet_by_index(0).to_python(),
    "pandas": pandas.read_excel("names.ods", engine="odf", header=None).to_numpy().tolist(),
    "odfdo": odfdo.Document("names.ods").body.get_table(0).get_values(),
}
xlsx = {
    "calamine": CalamineWorkbook.from_path("names.xlsx").get_sheet_by_index(0).to_python(),
    "openpyxl": [[cell.value for cell in openpyxl.load_workbook("names.xlsx").active[1]]],
}
print(ods, xlsx, sep="\n")
assert all(read == [["王Wáng"]] for read in ods.values()), "an .ods file is read otherwise now"
assert all(read == [["王"]] for read in xlsx.values()), "an .xlsx file is read otherwise now"
PY
