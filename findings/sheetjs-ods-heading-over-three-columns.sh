#!/usr/bin/env bash
# SheetJS (xlsx 0.18.5 of npm): under a cell that is merged over three or more columns of an .ods file, one column is left
# empty, and what follows moves to the left, if the covered cells are written once with their number
# (table:covered-table-cell with number-columns-repeated). Written one by one, all keep their places. python-calamine 0.9.1
# reads both alike.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check odfpy==1.4.1 python-calamine==0.9.1
npm install --silent --no-audit --no-fund xlsx@0.18.5
venv/bin/python - <<'PY'
from odf.opendocument import OpenDocumentSpreadsheet
from odf.table import CoveredTableCell, Table, TableCell, TableRow
from odf.text import P
from python_calamine import CalamineWorkbook


def text(said, columns=1):
    cell = TableCell(valuetype="string", numbercolumnsspanned=columns, numberrowsspanned=1)
    cell.addElement(P(text=said))
    return cell


document, table = OpenDocumentSpreadsheet(), Table(name="Scores")
for covered in ([CoveredTableCell(numbercolumnsrepeated=2)], [CoveredTableCell(), CoveredTableCell()]):
    row = TableRow()
    for cell in (text("Ann", columns=3), *covered, text("Bob")):
        row.addElement(cell)
    table.addElement(row)
document.spreadsheet.addElement(table)
document.save("scores.ods")

read = CalamineWorkbook.from_path("scores.ods").get_sheet_by_index(0).to_python()
print("calamine:", read)
assert read == [["Ann", "", "", "Bob"]] * 2, "calamine reads the file otherwise now"
PY
node - <<'JS'
const assert = require("assert");
const { readFile } = require("xlsx");

const sheet = readFile("scores.ods").Sheets.Scores;
const places = Object.keys(sheet).filter((place) => !place.startsWith("!") && sheet[place].v === "Bob");
console.log("SheetJS: Bob is in", places.join(" and "));
assert.deepStrictEqual(places, ["C1", "D2"], "SheetJS reads the file otherwise now");
JS
