"""``models.gin`` as a library: its public names and its docstring."""

import subprocess
import sys
from pathlib import Path

import pytest

import models.gin

PUBLIC = [
    "HouseRules",
    "PRESETS",
    "best_arrangements",
    "best_defence",
    "least_deadwood",
    "parse_cards",
    "problems",
    "score",
    "sheet",
]


@pytest.mark.parametrize("name", PUBLIC)
def test_what_everybody_asks_for_is_there_and_shown(name: str) -> None:
    assert name in models.gin.__all__
    assert name in str(models.gin.__doc__)


@pytest.mark.parametrize("name", models.gin.__all__)
def test_every_name_says_what_it_is(name: str) -> None:
    assert getattr(models.gin, name).__doc__


def test_the_package_needs_nothing_but_itself() -> None:
    """The package runs where nothing is installed."""
    script = "from models.gin import *; print(least_deadwood(parse_cards('7S 7H 7D 8D 9D')))"
    root = Path(__file__).parents[2]

    ran = subprocess.run([sys.executable, "-S", "-c", script], cwd=root, capture_output=True, text=True)

    assert (ran.stdout, ran.stderr) == ("14\n", "")
