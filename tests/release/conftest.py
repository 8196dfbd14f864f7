"""The wheel of this checkout and a newer one, for the tests of a release."""

from pathlib import Path

import pytest

from phone.packages import ROOT, MissingError
from tests.conftest import missing
from tests.phone.built import build_of_phones
from tests.release.installers import built, newer


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
    sdist = built(ROOT, tmp_path_factory.mktemp("sdist"), "sdist")
    return newer(sdist, tmp_path_factory.mktemp("newer"))
