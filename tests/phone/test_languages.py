"""A phone without a network speaks the language of its player."""

import gzip
import io
import re
import zipfile

from phone.boot import Phone
from phone.program import Build
from tests.phone.phones import SITE
from tests.phone.test_copies import taken
from tests.views.table import Sit
from views.language.i18n import CATALOGUES, languages
from views.language.sentences import compiled, path_of

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


def test_the_language_that_was_chosen_comes_with_the_match_and_can_be_changed(sit: Sit, phone: Phone) -> None:
    table = sit()
    table.browser.press("/settings", "Save", {"language": "es"})
    phone.take(taken(table))
    assert language_of(phone) == "es"

    page = phone.answer("GET", f"{SITE}/settings", {})[2].decode()
    token = re.search(r'name="csrf_token" value="([^"]+)"', page)[1]  # type: ignore[index]
    fields = f"csrf_token={token}&theme=auto&text_size=normal&language=de&back=/"
    headers = {"content-type": "application/x-www-form-urlencoded"}
    phone.answer("POST", f"{SITE}/settings", headers, fields.encode())
    assert language_of(phone, **{"accept-language": "fr"}) == "de"
