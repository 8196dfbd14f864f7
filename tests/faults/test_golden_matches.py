"""A thousand finished matches keep the scores that players were shown."""

import json
import lzma

from models.gin.document.reading import read_match
from models.gin.rules.presets import PRESETS
from models.gin.rules.seating import TABLES
from tests.faults.trials import trials
from tests.gin.golden import FILE, MATCHES, scored, sheet_of, shown


def test_finished_matches_keep_their_scores() -> None:
    _about, *kept = map(json.loads, lzma.decompress(FILE.read_bytes()).decode().splitlines())
    played = set()
    with trials("finished matches scored again") as counted:
        for number, line in enumerate(kept, 1):
            match = read_match(json.dumps(line["document"]))
            whole = sheet_of(match)
            now = scored(whole) | {"shown": shown(whole)}
            differing = [f"{what} {now[what]}, not {line[what]}" for what in now if now[what] != line[what]]
            counted.check(not differing, f"match {number}: {'; '.join(differing)}")
            rules = line["document"]["rules"]
            played.add((rules if isinstance(rules, str) else rules["preset"], match.table))
    assert counted.tried == MATCHES
    assert played >= {(house, table) for house in PRESETS for table in TABLES}
