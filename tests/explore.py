"""Runs every property with new seeds, round after round: ``make explore``.

A test that has failed is left out of later rounds. Each failure is printed with its example and the command
that runs it again with the same seed.
"""

import json
import os
import shlex
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from secrets import randbelow
from tempfile import TemporaryDirectory

PYTEST = [os.path.relpath(sys.executable), "-m", "pytest"]
PROPERTIES = ["tests", "-m", "hypothesis or seeded", "--quiet"]
PASSED, FAILED = 0, 1


def main(minutes: float, *options: str) -> None:
    """Starts rounds for so many *minutes*, with these *options* of pytest."""
    end, rounds, failed = time.monotonic() + 60 * minutes, 0, list[str]()
    while time.monotonic() < end:
        rounds += 1
        failed += explore(randbelow(10**9), failed, options)
    print(f"\nRounds: {rounds}. Properties that failed: {len(failed)}.")
    sys.exit(FAILED if failed else PASSED)


def explore(seed: int, known: list[str], options: Sequence[str]) -> list[str]:
    """The tests that fail with this seed, without those that are *known* to fail."""
    print(f"\nSeed {seed}", flush=True)
    variables = {"HYPOTHESIS_PROFILE": "explore", "FAULTS_SEED": f"{seed}"}
    with TemporaryDirectory() as cache:
        chosen = [f"--hypothesis-seed={seed}", *(f"--deselect={test}" for test in known)]
        chosen += [f"--override-ini=cache_dir={cache}", *options]
        ended = subprocess.run([*PYTEST, *PROPERTIES, *chosen], env=os.environ | variables)
        if ended.returncode not in (PASSED, FAILED):
            sys.exit(ended.returncode)
        failures = Path(cache, "v/cache/lastfailed")
        failed = list(json.loads(failures.read_text())) if failures.exists() else []
    words = [f"{name}={value}" for name, value in variables.items()]
    for test in failed:
        print("Again:", shlex.join([*words, *PYTEST, test, f"--hypothesis-seed={seed}"]), flush=True)
    return failed


if __name__ == "__main__":
    main(float(sys.argv[1]), *sys.argv[2:])
