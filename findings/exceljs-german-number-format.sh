#!/usr/bin/env bash
# exceljs 4.4.0: a number is read as a date if its format leaves the width of "DM" free behind it (_D_M), so that it is in
# line with amounts in marks: 25 is 24 January 1900. So it is if the format has a unit behind a backslash, 0\m; with the
# unit in quotes it is 25. SheetJS (xlsx 0.18.5), openpyxl 3.1.5 and python-calamine 0.9.1 read 25 each time.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check openpyxl==3.1.5 python-calamine==0.9.1
npm install --silent --no-audit --no-fund exceljs@4.4.0 xlsx@0.18.5
venv/bin/python - <<'PY'
import openpyxl
from python_calamine import CalamineWorkbook

book = openpyxl.Workbook()
for row, shape in enumerate((r"#,##0\ _D_M;[Red]\-#,##0\ _D_M", r"0\m", '0" DM"'), 1):
    book.active.cell(row, 1, 25).number_format = shape
book.save("points.xlsx")

by_openpyxl = [cell.value for [cell] in openpyxl.load_workbook("points.xlsx").active.iter_rows()]
by_calamine = [value for [value] in CalamineWorkbook.from_path("points.xlsx").get_sheet_by_index(0).to_python()]
print("openpyxl:", by_openpyxl, "\ncalamine:", by_calamine)
assert by_openpyxl == by_calamine == [25, 25, 25], "the file is read otherwise now"
PY
node - <<'JS'
const assert = require("assert");
const exceljs = require("exceljs");
const { readFile } = require("xlsx");

(async () => {
  const book = new exceljs.Workbook();
  await book.xlsx.readFile("points.xlsx");
  const cells = ["A1", "A2", "A3"];
  const byExceljs = cells.map((place) => book.worksheets[0].getCell(place).value);
  const { Sheet } = readFile("points.xlsx", { cellDates: true }).Sheets;
  const bySheetjs = cells.map((place) => Sheet[place].v);
  console.log("exceljs: ", byExceljs, "\nSheetJS: ", bySheetjs);
  const day = new Date("1900-01-24");
  assert.deepStrictEqual(byExceljs, [day, day, 25], "exceljs reads the file otherwise now");
  assert.deepStrictEqual(bySheetjs, [25, 25, 25], "SheetJS reads the file otherwise now");
})();
JS
