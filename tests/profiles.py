"""Hypothesis profiles: a few fixed examples of each property, or many new ones in each run.

``HYPOTHESIS_PROFILE=thorough make test`` tries ten times as many. The slow Python of a phone tries a tenth.
"""

import os

from hypothesis import HealthCheck, settings

PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "fast")
TIMES = {"tenth": 0.1, "fast": 1, "thorough": 10}

OURS = settings(
    deadline=None,
    database=None,
    max_examples=int(40 * TIMES[PROFILE]),
    # The shared database is emptied for each test, not for each example.
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)

settings.register_profile("tenth", OURS, derandomize=True, suppress_health_check=list(HealthCheck))
settings.register_profile("fast", OURS, derandomize=True)
settings.register_profile("thorough", OURS, derandomize=False, print_blob=True)


def load_profile() -> None:
    """Loads the Hypothesis profile of this run."""
    settings.load_profile(PROFILE)


def examples(count: int, *, thorough: int = 0) -> settings:
    """A decorator that sets the number of examples of a property, as often as the profile says.

    A property whose examples are slow says how many are *thorough*, if not ten times as many.
    """
    is_thorough = thorough and PROFILE == "thorough"
    return settings(max_examples=thorough if is_thorough else int(count * TIMES[PROFILE]))
