#!/usr/bin/env bash
# openpyxl 3.1.5: of the escapes that an .xlsx file has for characters, _x005F_ is read as what it stands for, and _x000D_, a
# carriage return, is not: a name that XlsxWriter 3.3.1 wrote as "Ann", CR, LF, "Bob" has "_x000D_" in it. python-calamine
# 0.9.1 and SheetJS (xlsx 0.18.5) read what was written.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check xlsxwriter==3.3.1 openpyxl==3.1.5 python-calamine==0.9.1
npm install --silent --no-audit --no-fund xlsx@0.18.5
venv/bin/python - <<'PY'
import openpyxl
import xlsxwriter
from python_calamine import CalamineWorkbook

written = ["Ann\r\nBob", "_x0041_nn"]
with xlsxwriter.Workbook("names.xlsx") as book:
    book.add_worksheet().write_row(0, 0, written)

by_openpyxl = [cell.value for cell in openpyxl.load_workbook("names.xlsx").active[1]]
[by_calamine] = CalamineWorkbook.from_path("names.xlsx").get_sheet_by_index(0).to_python()
print("openpyxl:", by_openpyxl, "\ncalamine:", by_calamine)
assert by_openpyxl == ["Ann_x000D_\nBob", "_x0041_nn"], "openpyxl reads the file otherwise now"
assert by_calamine == written, "calamine reads the file otherwise now"
PY
node - <<'JS'
const assert = require("assert");
const { readFile } = require("xlsx");

const { A1, B1 } = readFile("names.xlsx").Sheets.Sheet1;
console.log("SheetJS: ", [A1.v, B1.v]);
assert.deepStrictEqual([A1.v, B1.v], ["Ann\r\nBob", "_x0041_nn"], "SheetJS reads the file otherwise now");
JS
