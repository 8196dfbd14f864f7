"""What a phone takes along is small, built from what is pinned, and plays and speaks as the server does."""

import gzip
import io
import os
import re
import sys
import time
import zipfile
from hashlib import sha256
from pathlib import Path
from subprocess import Popen

import pytest
from flask import Flask

from phone.boot import Phone
from phone.build import in_python, pack
from phone.meanwhile import end
from phone.packages import NAMED, ROOT, fetched, fetched_for_tests, pinned
from phone.program import Build
from phone.site import write_site
from tests.phone.built import offer_program
from tests.phone.phones import SITE
from tests.phone.test_copies import taken
from tests.views.table import Table
from views.language.i18n import CATALOGUES, languages
from views.language.sentences import compiled, path_of

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


def test_hardly_more_than_five_megabytes_are_fetched(built: Build) -> None:
    assert 4_000_000 < built.size <= 5_200_000
    for file in built.files:
        assert file.sent == (built.folder / f"{file.name}.br").stat().st_size
        assert file.size == len(gzip.decompress((built.folder / f"{file.name}.gz").read_bytes()))


def test_a_browser_without_brotli_gets_gzip(built: Build, table: Table) -> None:
    address = f"/phone/files/{built.files[0].digest}/{built.files[0].name}"
    client = table.browser.client
    with offer_program(client.application):
        for encoding, end in (("gzip, br", "br"), ("gzip", "gz")):
            with client.get(address, headers={"Accept-Encoding": encoding}) as answer:
                assert answer.data == (built.folder / f"{built.files[0].name}.{end}").read_bytes()
                assert answer.headers.get("Content-Encoding") == (end if end == "br" else None)


def test_a_build_that_is_ended_leaves_no_half_program(tmp_path: Path) -> None:
    cache = tmp_path / "deadwood"
    command, env = [sys.executable, "-m", "phone.build"], os.environ | {"XDG_CACHE_HOME": str(tmp_path)}
    building = Popen(command, cwd=ROOT, env=env, start_new_session=True)
    while building.poll() is None and not [*cache.glob(".draft-*")]:
        time.sleep(0.05)
    end(building)
    assert [path.name for path in cache.iterdir()] == ["lock"]


def test_all_that_is_packed_brings_its_licence_along(built: Build) -> None:
    said = gzip.decompress((built.folder / "licences.txt.gz").read_bytes()).decode()
    packages = [*NAMED["wheels"], *NAMED["sources"]]

    assert len(packages) > 10
    assert [name for name in packages if f"\n{name.replace('-', '_')}-" not in said] == []
    assert "Mozilla Public License Version 2.0" in said
    assert "PYTHON SOFTWARE FOUNDATION LICENSE" in said


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


def test_any_web_server_can_read_the_site(built: Build, tmp_path: Path) -> None:
    write_site(tmp_path / "site")

    modes = {(path.is_dir(), path.stat().st_mode & 0o777) for path in (tmp_path / "site").rglob("*")}
    assert modes == {(True, 0o755), (False, 0o644)}


def test_every_package_of_a_phone_is_one_of_the_server_with_its_hashes() -> None:
    requirements = (ROOT / "requirements.txt").read_text()

    for name in (*NAMED["wheels"], *NAMED["sources"]):
        assert pinned([name], requirements).count("--hash=sha256:") >= 1, name


def test_no_file_says_where_packages_come_from() -> None:
    for path in (ROOT / "phone").glob("*.*"):
        assert not re.search(r"https?://", path.read_text()), path.name


def test_the_page_to_take_a_match_along_claims_nothing_before_its_script_has_looked(
    table: Table, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(app.jinja_env.globals, "takes_along", 1)
    page = table.browser.get(f"{table.path}/along")
    [unable] = [each for each in page.root.all() if each["data-when"] == "unable"]

    assert "hidden" in unable.attributes


FORMATS = {"root", "en_AU", "de_AT", "es_MX", "fr_CH", "zh_Hans_CN", *languages()}
"""Locales of readers, and the one that all inherit from."""


def archive(built: Build, name: str) -> zipfile.ZipFile:
    return zipfile.ZipFile(io.BytesIO(gzip.decompress((built.folder / f"{name}.gz").read_bytes())))


def language_of(phone: Phone, **headers: str) -> str:
    """The language of the phone's home page."""
    _status, _headers, page = phone.answer("GET", f"{SITE}/settings", headers)
    return re.search(r'<html lang="([\w-]+)"', page.decode())[1]  # type: ignore[index]


def test_it_has_the_formats_of_every_language_and_its_territories(built: Build) -> None:
    with archive(built, "babel.zip") as babel:
        assert all(babel.getinfo(f"babel/locale-data/{name}.dat").file_size for name in FORMATS)
        assert babel.getinfo("babel/locale-data/pl.dat").file_size == 0


def test_it_has_every_catalogue_compiled(built: Build) -> None:
    with archive(built, "application.zip") as application:
        packed = {name: application.read(name) for name in application.namelist() if "/translations/" in name}

    assert packed == {
        f"views/translations/{each}/LC_MESSAGES/messages.mo": compiled(path_of(each, CATALOGUES), each)
        for each in languages()
        if each != "en"
    }


def test_the_language_of_the_browser_decides(phone: Phone) -> None:
    assert language_of(phone, **{"accept-language": "fr-CH,en;q=0.5"}) == "fr-CH"


def test_the_language_that_was_chosen_comes_with_the_match_and_can_be_changed(
    table: Table, phone: Phone
) -> None:
    table.browser.press("/settings", "Save", {"language": "es"})
    phone.take(taken(table))
    assert language_of(phone) == "es"

    page = phone.answer("GET", f"{SITE}/settings", {})[2].decode()
    token = re.search(r'name="csrf_token" value="([^"]+)"', page)[1]  # type: ignore[index]
    fields = f"csrf_token={token}&theme=auto&text_size=normal&language=de&back=/"
    headers = {"content-type": "application/x-www-form-urlencoded"}
    phone.answer("POST", f"{SITE}/settings", headers, fields.encode())
    assert language_of(phone, **{"accept-language": "fr"}) == "de"
