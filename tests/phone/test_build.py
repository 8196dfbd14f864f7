"""What a phone takes along is small, built from what is pinned, and runs the rules as they are."""

import re
from hashlib import sha256
from pathlib import Path

import pytest

from phone.build import in_python, pack
from phone.packages import NAMED, ROOT, fetched, fetched_for_tests, pinned
from phone.program import Build

# One of them starts another process, which no browser can.
RUN_TESTS_OF_THE_RULES = """
import glob, os, sys
sys.path[:0] = ["/source"]
sys.path += ["/tests", "/packages/sources", *glob.glob("/packages/wheels/*.whl")]
sys.dont_write_bytecode = True
os.chdir("/source")
os.environ["HYPOTHESIS_PROFILE"] = "tenth"
import pytest
from tests.profiles import load_profile
load_profile()
options = ["-q", "--noconftest", "-p", "no:cacheprovider", "--assert=plain"]
another_process = "tests/gin/test_public_names.py::test_the_package_needs_nothing_but_itself"
print("ended with", int(pytest.main([*options, f"--deselect={another_process}", "tests/gin"])))
"""


def test_no_more_than_seven_megabytes_are_fetched(built: Build) -> None:
    assert 5_000_000 < built.size <= 7_000_000
    assert built.size == sum((built.folder / f"{file.name}.gz").stat().st_size for file in built.files)


@pytest.mark.long
def test_the_same_source_gives_the_same_archive(built: Build, tmp_path: Path) -> None:
    pack("application", tmp_path)

    packed, before = (folder / "application.zip.gz" for folder in (tmp_path, built.folder))
    assert sha256(packed.read_bytes()).digest() == sha256(before.read_bytes()).digest()


@pytest.mark.long
def test_the_rules_pass_their_tests_in_the_python_of_a_phone(built: Build) -> None:
    folders = {"/source": ROOT, "/tests": fetched_for_tests(), "/packages": fetched()}
    said = in_python(RUN_TESTS_OF_THE_RULES, folders)

    assert said.splitlines()[-1] == "ended with 0", said[-3000:]


def test_every_package_of_a_phone_is_one_of_the_server_with_its_hashes() -> None:
    requirements = (ROOT / "requirements.txt").read_text()

    for name in (*NAMED["wheels"], *NAMED["sources"]):
        assert pinned([name], requirements).count("--hash=sha256:") >= 1, name


def test_no_file_says_where_packages_come_from() -> None:
    for path in (ROOT / "phone").glob("*.*"):
        assert not re.search(r"https?://", path.read_text()), path.name
