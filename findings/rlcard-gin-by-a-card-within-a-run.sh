#!/usr/bin/env bash
# RLCard 1.2.0: of eleven cards that are all melded, get_going_out_cards() names cards to go gin with that break a run. For
# 8-9-10-J of spades, the same of hearts, and three fives it names the nine of spades, without which 28 points are left.
# A meld's "first card" is that of a frozenset, whose order is not that of the run.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check rlcard==1.2.0
venv/bin/python - <<'PY'
from rlcard.games.gin_rummy.judge import get_going_out_cards
from rlcard.games.gin_rummy.utils.melding import get_best_meld_clusters
from rlcard.games.gin_rummy.utils.utils import card_from_text, get_deadwood_count

hand = [card_from_text(card) for card in "8S 9S TS JS 8H 9H TH JH 5S 5H 5D".split()]
_knock, gin = get_going_out_cards(hand, going_out_deadwood_count=10)
left = {}
for card in gin:
    ten = [other for other in hand if other != card]
    left[str(card)] = get_deadwood_count(ten, get_best_meld_clusters(ten)[0])
print("deadwood after going gin with each card:", left)
# After the nine, the spades have 8, 10 and J: the eight counts 8, the ten and the jack 10 each.
assert left == {"8S": 0, "9S": 28, "JS": 0, "8H": 0, "JH": 0}, "RLCard behaves otherwise now"
PY
