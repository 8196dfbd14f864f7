"""The wheel of this checkout and a newer one, for the tests of a release."""

import re
import sys
from pathlib import Path

import pytest

from phone.packages import ROOT, MissingError, run
from tests.conftest import missing
from tests.phone.built import build_of_phones


def built(root: Path, target: Path, kind: str = "wheel") -> Path:
    """The wheel of the source at *root*, or its sdist."""
    run([sys.executable, "-m", "hatchling", "build", f"--target={kind}", f"--directory={target}"], root)
    [made] = target.iterdir()
    return made


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout, with what phones take along."""
    try:
        build_of_phones()
    except MissingError as error:
        missing(str(error))
    return built(ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="session")
def newer_wheel(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """That of a later version, built from the source that a release has beside the wheel."""
    folder, sdist = tmp_path_factory.mktemp("newer"), tmp_path_factory.mktemp("sdist")
    run(["tar", "--extract", "--strip-components=1", f"--file={built(ROOT, sdist, 'sdist')}"], folder)
    project = folder / "pyproject.toml"
    project.write_text(re.sub(r"(?m)^version = .*$", 'version = "99.0.0"', project.read_text()))
    return built(folder, folder / "build" / "wheel")
