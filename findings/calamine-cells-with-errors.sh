#!/usr/bin/env bash
# python-calamine 0.9.1: a cell with an error, #N/A or #REF!, cannot be told from an empty one, in .xlsx and .xls files. Points
# that a formula no longer finds are then no points. openpyxl 3.1.5 reads the name of the error, xlrd 2.0.2 its code.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check python-calamine==0.9.1 openpyxl==3.1.5 xlwt==1.3.0 xlrd==2.0.2
venv/bin/python - <<'PY'
import openpyxl
import xlrd
import xlwt
from python_calamine import CalamineWorkbook

book = openpyxl.Workbook()
book.active.append(["#N/A", "#REF!", None, 25])
book.save("points.xlsx")
old = xlwt.Workbook()
row = old.add_sheet("Points").row(0)
row.set_cell_error(0, 0x2A)
row.set_cell_error(1, 0x17)
row.set_cell_number(3, 25)
old.save("points.xls")

[xlsx], [xls] = (CalamineWorkbook.from_path(f"points.{kind}").get_sheet_by_index(0).to_python() for kind in ("xlsx", "xls"))
by_openpyxl = [(cell.data_type, cell.value) for cell in openpyxl.load_workbook("points.xlsx").active[1]]
by_xlrd = [xlrd.error_text_from_code[cell.value] for cell in xlrd.open_workbook("points.xls").sheet_by_index(0).row(0)[:2]]
print("calamine:", xlsx, xls, "\nopenpyxl:", by_openpyxl, "\nxlrd:    ", by_xlrd)
assert xlsx == xls == ["", "", "", 25], "calamine reads the files otherwise now"
assert by_openpyxl[:2] == [("e", "#N/A"), ("e", "#REF!")], "openpyxl reads the file otherwise now"
assert by_xlrd == ["#N/A", "#REF!"], "xlrd reads the file otherwise now"
PY
