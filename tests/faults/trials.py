"""How often a fault is tried, and the line that sums it up.

``make test-all`` tries each fault a few times, ``make faults`` more often. Both start
from the same seed, so that a bad trial can be repeated.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random

FULL = os.environ.get("FAULTS") == "full"
SEED = int(os.environ.get("FAULTS_SEED", "11"))


def how_many(short: int, full: int) -> int:
    """The number of trials: *short* in ``make test-all``, *full* in ``make faults``."""
    return full if FULL else short


def seeded() -> Random:
    """A random generator that gives the same numbers in each run; ``FAULTS_SEED`` changes them."""
    return Random(SEED)


@dataclass
class Trials:
    """Trials of one fault, counted."""

    tried: int = 0
    bad: list[str] = field(default_factory=list)

    def check(self, good: object, what: str) -> None:
        """Counts a trial. If it is not *good*, *what* says what was wrong."""
        self.tried += 1
        if not good:
            self.bad.append(what)


@contextmanager
def trials(name: str) -> Iterator[Trials]:
    """Counts the trials of a fault, prints "N tried, N bad", and fails with everything that was bad."""
    counted = Trials()
    yield counted
    print(f"\n{name}: {counted.tried} tried, {len(counted.bad)} bad")
    assert counted.tried, f"{name}: nothing was tried"
    assert not counted.bad, f"{name}, seed {SEED}:\n" + "\n".join(counted.bad[:20])
