#!/usr/bin/env bash
# rjsmin 1.3.0: a regular expression that directly follows the arrow of a function is taken for a division. What looks
# like a comment in it is dropped, so that a valid script becomes one that no engine reads; in brackets it is kept.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check rjsmin==1.3.0 esprima==4.0.1
venv/bin/python - <<'PY'
import esprima
import rjsmin

bare = r"const ends = (text) => /\w\//.test(text);"
bracketed = r"const ends = (text) => (/\w\//).test(text);"
for script in (bare, bracketed):
    esprima.parseScript(script)
    print(script, "becomes", rjsmin.jsmin(script))
esprima.parseScript(rjsmin.jsmin(bracketed))
try:
    esprima.parseScript(rjsmin.jsmin(bare))
except esprima.Error as error:
    print("and esprima says of the first:", error)
else:
    raise SystemExit("rjsmin behaves otherwise now.")
PY
