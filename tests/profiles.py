"""Hypothesis profiles: how many examples each property has, and whether they are the same in each run.

``HYPOTHESIS_PROFILE`` chooses. ``fast``, in ``make test``: a few fixed examples. ``thorough``, in
``make test-all``: eight times as many, fixed too. ``explore``, in ``make explore``: new ones in each round.
``tenth``, for the slow Python of a phone: a tenth.
"""

import os

from hypothesis import HealthCheck, settings

PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "fast")
TIMES = {"tenth": 0.1, "fast": 1, "thorough": 8, "explore": 2}

OURS = settings(
    deadline=None,
    database=None,
    derandomize=PROFILE != "explore",
    print_blob=True,
    max_examples=int(40 * TIMES[PROFILE]),
    # The shared database is emptied for each test, not for each example; and a busy machine is no fault.
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)

settings.register_profile("tenth", OURS, suppress_health_check=list(HealthCheck))
settings.register_profile("fast", OURS)
settings.register_profile("thorough", OURS)
settings.register_profile("explore", OURS)


def load_profile() -> None:
    """Loads the Hypothesis profile of this run."""
    settings.load_profile(PROFILE)


def examples(count: int, *, thorough: int = 0) -> settings:
    """A decorator that sets the number of examples of a property, as often as the profile says.

    A property whose examples are slow says how many are *thorough*.
    """
    times = TIMES[PROFILE]
    if thorough and times > 1:
        return settings(max_examples=thorough * times // TIMES["thorough"])
    return settings(max_examples=max(1, int(count * times)))
