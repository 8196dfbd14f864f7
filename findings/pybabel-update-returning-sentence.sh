#!/usr/bin/env bash
# Babel 2.18.0: `pybabel update` does not take up a translation again whose sentence comes back; GNU msgmerge does.
# The old translation stays behind #~, and beside it the same sentence stands untranslated.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check babel==2.18.0
mkdir -p fr/LC_MESSAGES
header='msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'
printf "$header"'#~ msgid "Deal"\n#~ msgstr "Donner"\n' > fr/LC_MESSAGES/messages.po
printf "$header"'msgid "Deal"\nmsgstr ""\n' > messages.pot
venv/bin/pybabel -q update --no-fuzzy-matching -i messages.pot -d .
venv/bin/pybabel --version
tail -n 6 fr/LC_MESSAGES/messages.po
written=$(tail -n 6 fr/LC_MESSAGES/messages.po)
[[ $written == *$'msgid "Deal"\nmsgstr ""\n'* && $written == *$'#~ msgstr "Donner"'* ]] || { echo "Babel behaves otherwise now."; exit 1; }
