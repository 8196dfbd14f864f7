"""What phones take along, built for the tests that need it."""

import shutil

from phone.build import TARGET, build
from phone.packages import ROOT, MissingError
from views.web.etags import digest
from views.web.phone_build import Build, read_build, source_of


def build_of_phones() -> Build:
    """The build of this source, made if it is missing.

    :raises MissingError: if it can't be made here.
    """
    if shutil.which("node") is None:
        raise MissingError("Node is missing.")
    build()
    found = read_build(TARGET, source_of(ROOT, digest(ROOT)))
    assert found is not None
    return found
