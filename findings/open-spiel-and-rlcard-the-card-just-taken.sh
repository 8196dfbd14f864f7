#!/usr/bin/env bash
# Published rules of gin rummy, such as those of pagat.com, want another card put down than the one just taken from the
# discard pile. OpenSpiel 2.0.2 allows the same one. RLCard 1.2.0 forbids it as a discard, and allows it to knock.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check rlcard==1.2.0 open-spiel==2.0.2
venv/bin/python - <<'PY'
import pyspiel
from rlcard.games.gin_rummy.game import GinRummyGame
from rlcard.games.gin_rummy.utils.action_event import DiscardAction, PickUpDiscardAction
from rlcard.games.gin_rummy.utils.utils import card_from_text

# The cards 0 to 20 are dealt in their order, the last as the upcard.
state = pyspiel.load_game("gin_rummy").new_initial_state()
for card in range(21):
    state.apply_action(card)
upcard, take = 20, pyspiel.gin_rummy.DRAW_UPCARD_ACTION
state.apply_action(take)
name = state.action_to_string(state.current_player(), upcard)
in_open_spiel = upcard in state.legal_actions()
print("OpenSpiel, after taking it:", name, in_open_spiel)

game = GinRummyGame()
game.init_game()
dealt = {11: "2S 4S 6S 8S TS QS 2H 4H 6H 8H KD", 10: "7S 7H 7D 9C TC JC 3D 3C 3H 8D"}
for player in game.round.players:
    player.hand = [card_from_text(card) for card in dealt[len(player.hand)].split()]
    player.did_populate_hand()
game.step(DiscardAction(card_from_text("KD")))
game.step(PickUpDiscardAction())
with_king = [str(action) for action in game.judge.get_legal_actions() if str(action).endswith("KD")]
print("RLCard, after taking it:", with_king)

assert in_open_spiel, "OpenSpiel behaves otherwise now"
assert with_king == ["knock KD"], "RLCard behaves otherwise now"
PY
