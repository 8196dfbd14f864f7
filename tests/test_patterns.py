"""No regular expression costs more than in proportion to its text. tests/patterns.py tries them."""

import subprocess
import sys
from signal import SIGPROF

import pytest


def tried(*patterns: str) -> tuple[int, str]:
    """How the tries of *patterns*, or of all in the code, end, and the last that was tried."""
    command = [sys.executable, "-m", "tests.patterns", *patterns]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, (done.stdout + done.stderr).splitlines()[-1]


@pytest.mark.full
def test_whatever_is_sent_is_read_in_time_that_grows_with_its_length() -> None:
    ended, last = tried()

    assert ended == 0, last


@pytest.mark.parametrize(
    "written",
    [r"[T ]\s*\d{1,2}$", r"\s+-\s*|\s*-\s+", r"(a|a)*b", r"(?:x+)+y", r"\d+\.\d", r"a*?b"],
)
def test_what_grows_with_the_square_is_noticed(written: str) -> None:
    ended, last = tried(written)

    assert ended == -SIGPROF
    assert repr(written) in last


def test_what_grows_in_proportion_is_not() -> None:
    ended, last = tried(r"[^x]*", r"(?<!\s)\s++-", r"[a-z]{1,63}(\.[a-z]{1,63})*")

    assert ended == 0, last
