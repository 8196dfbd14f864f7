#!/usr/bin/env bash
# odfdo 3.27.3: the value of a cell of an .ods file whose text is a link is Markdown, "[Ann](…)", and with it a name is
# another one than in a cell without a link. pandas 3.1.1 with its engine "odf", and python-calamine 0.9.1, read "Ann".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check odfdo==3.27.3 odfpy==1.4.1 pandas==3.1.1 python-calamine==0.9.1
venv/bin/python - <<'PY'
import odfdo
import pandas
from odf.opendocument import OpenDocumentSpreadsheet
from odf.table import Table, TableCell, TableRow
from odf.text import A, P
from python_calamine import CalamineWorkbook

linked = P()
linked.addElement(A(href="mailto:ann@example.org", text="Ann"))
document, table, row = OpenDocumentSpreadsheet(), Table(name="Names"), TableRow()
for paragraph in (linked, P(text="Ann")):
    cell = TableCell(valuetype="string")
    cell.addElement(paragraph)
    row.addElement(cell)
table.addElement(row)
document.spreadsheet.addElement(table)
document.save("names.ods")

[by_odfdo] = odfdo.Document("names.ods").body.get_table(0).get_values()
[by_calamine] = CalamineWorkbook.from_path("names.ods").get_sheet_by_index(0).to_python()
[by_pandas] = pandas.read_excel("names.ods", engine="odf", header=None).to_numpy().tolist()
print("odfdo:   ", by_odfdo, "\ncalamine:", by_calamine, "\npandas:  ", by_pandas)
assert by_odfdo == ["[Ann](mailto:ann@example.org)", "Ann"], "odfdo reads the file otherwise now"
assert by_calamine == by_pandas == ["Ann", "Ann"], "the others read the file otherwise now"
PY
