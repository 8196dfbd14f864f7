#!/usr/bin/env bash
# exceljs 4.4.0: a date that an .xlsx file has in ISO 8601 (t="d", which openpyxl 3.1.5 writes with iso_dates) is read up to its
# first hyphen: 2001-04-13 is day 2001, 23 June 1905. SheetJS (xlsx 0.18.5) reads the day, and no time of day: 21:15:00 is
# NaN. openpyxl and python-calamine 0.9.1 read both.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check openpyxl==3.1.5 python-calamine==0.9.1
npm install --silent --no-audit --no-fund exceljs@4.4.0 xlsx@0.18.5
venv/bin/python - <<'PY'
from datetime import date, datetime, time

import openpyxl
from python_calamine import CalamineWorkbook

book = openpyxl.Workbook()
book.iso_dates = True
book.active.append([date(2001, 4, 13), time(21, 15)])
book.save("days.xlsx")

by_openpyxl = [cell.value for cell in openpyxl.load_workbook("days.xlsx").active[1]]
[by_calamine] = CalamineWorkbook.from_path("days.xlsx").get_sheet_by_index(0).to_python()
print("openpyxl:", by_openpyxl, "\ncalamine:", by_calamine)
assert by_openpyxl == by_calamine == [date(2001, 4, 13), time(21, 15)], "the file is read otherwise now"
PY
node - <<'JS'
const assert = require("assert");
const exceljs = require("exceljs");
const { readFile, SSF } = require("xlsx");

(async () => {
  const book = new exceljs.Workbook();
  await book.xlsx.readFile("days.xlsx");
  const [, day] = book.worksheets[0].getRow(1).values;
  console.log("exceljs: ", day);
  assert.strictEqual(day.toISOString().slice(0, 10), "1905-06-23", "exceljs reads the file otherwise now");

  const { A1, B1 } = readFile("days.xlsx").Sheets.Sheet;
  console.log("SheetJS: ", A1, B1);
  assert.strictEqual(SSF.format("yyyy-mm-dd", A1.v), "2001-04-13", "SheetJS reads the day otherwise now");
  assert(Number.isNaN(B1.v), "SheetJS reads the time otherwise now");
})();
JS
