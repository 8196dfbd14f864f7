#!/usr/bin/env bash
# csvkit 2.2.0 (agate 1.14.2): a column of cards such as 7H, 5S and 9D is taken for durations, seven hours, five seconds and
# nine days, and csvsort sorts it so. A column of the names April, May and Jan is taken for days of the year 1. One card
# with a letter for its rank, or one other name, and the column is text. With --no-inference, all of them stay text.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check csvkit==2.2.0 agate==1.14.2 parsedatetime==2.6 \
  pytimeparse==1.1.10
printf 'Winner,Upcard\nApril,7H\nMay,5S\nJan,9D\n' > numbers.csv
printf 'Winner,Upcard\nApril,7H\nBob,KS\nJan,9D\n' > letters.csv
numbers=$(venv/bin/csvjson numbers.csv)
letters=$(venv/bin/csvjson letters.csv)
plain=$(venv/bin/csvjson --no-inference numbers.csv)
sorted=$(venv/bin/csvsort --columns Upcard numbers.csv)
printf '%s\n' "$numbers" "$letters" "$plain" "$sorted"
expect() { [[ $1 == *"$2"* ]] || { echo "csvkit behaves otherwise now."; exit 1; }; }
expect "$numbers" '{"Winner": "0001-04-01", "Upcard": "7:00:00"}, {"Winner": "0001-05-01", "Upcard": "0:00:05"}'
expect "$numbers" '{"Winner": "0001-01-01", "Upcard": "9 days, 0:00:00"}'
expect "$letters" '{"Winner": "April", "Upcard": "7H"}, {"Winner": "Bob", "Upcard": "KS"}'
expect "$plain" '{"Winner": "April", "Upcard": "7H"}, {"Winner": "May", "Upcard": "5S"}'
expect "$sorted" $'\n0001-05-01,0:00:05\n0001-04-01,7:00:00\n0001-01-01,"9 days, 0:00:00"'
