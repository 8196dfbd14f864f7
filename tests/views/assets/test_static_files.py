"""Static files: cached forever, compressed, at addresses that change with their content."""

import gzip
import os
import re
import shutil
from pathlib import Path

import pytest
from flask import Flask, render_template_string
from flask.testing import FlaskClient

from views.assets.bundles import STYLES
from views.assets.static_files import digest, publish

STATIC = Path(__file__).parents[3] / "static"


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A copy of the ``static/`` folder."""
    return Path(shutil.copytree(STATIC, tmp_path / "static"))


def test_each_text_lies_beside_its_compressed_copy(source: Path, tmp_path: Path) -> None:
    published = publish(source, tmp_path / "assets", digest(source))

    for name in ("page.css", "page.js", "icons/icon.svg"):
        assert gzip.decompress((published / f"{name}.gz").read_bytes()) == (published / name).read_bytes()


def test_a_style_sheet_finds_its_fonts(source: Path, tmp_path: Path) -> None:
    published = publish(source, tmp_path / "assets", digest(source))

    for name in STYLES:
        fonts = re.findall(r'url\("([^"]+)"\)', (published / f"{name}.css").read_text(encoding="utf-8"))
        assert fonts == ["fonts/vollkorn-bold.woff2"], name
        assert (published / fonts[0]).read_bytes() == (STATIC / fonts[0]).read_bytes()


def test_an_address_changes_with_what_stands_there_and_older_copies_go(source: Path, tmp_path: Path) -> None:
    """Except the last: while servers are restarted one after another, some still send it."""
    versions = []
    for number in range(4):
        (source / "js" / "app" / "menu.js").write_text(f"void {number};\n")
        versions.append(publish(source, tmp_path / "assets", digest(source)))
        os.utime(versions[-1], (number, number))

    assert len({path.name for path in versions}) == 4
    assert set((tmp_path / "assets").iterdir()) == set(versions[-2:])
    assert publish(source, tmp_path / "assets", digest(source)) == versions[-1]


def test_drafts_of_others_stay_until_they_are_forgotten(source: Path, tmp_path: Path) -> None:
    for name in (".draft-new", ".draft-old"):
        (tmp_path / "assets" / name).mkdir(parents=True)
    os.utime(tmp_path / "assets" / ".draft-old", (0, 0))
    published = publish(source, tmp_path / "assets", digest(source))

    assert set((tmp_path / "assets").iterdir()) == {published, tmp_path / "assets" / ".draft-new"}


def test_a_phone_keeps_what_it_has_fetched(app: Flask, client: FlaskClient) -> None:
    with app.test_request_context():
        address = render_template_string("{{ asset('page.css') }}")
    with client.get(address, headers={"Accept-Encoding": "gzip"}) as answer:
        style = gzip.decompress(answer.data)

    assert answer.status_code == 200
    assert answer.mimetype == "text/css"
    assert "immutable" in answer.headers["Cache-Control"]
    assert answer.headers["Content-Encoding"] == "gzip"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert b"@layer" in style


def test_an_address_of_another_day_is_not_there(client: FlaskClient) -> None:
    assert client.get("/static/0123456789ab/page.css").status_code == 404
    assert client.get("/static/../app.py").status_code == 404


def test_a_page_below_a_path_finds_its_styles(app: Flask) -> None:
    with app.test_request_context(base_url="http://localhost/gin"):
        assert render_template_string("{{ asset('page.css') }}").startswith("/gin/static/")


@pytest.mark.parametrize("accepts, sent", [("gzip", "gzip"), ("br", None), ("gzip;q=0", None), ("", None)])
@pytest.mark.own_app
def test_a_page_is_compressed_for_those_who_can_read_it(app: Flask, accepts: str, sent: str | None) -> None:
    app.add_url_rule("/long", "long", lambda: "deadwood " * 200)
    answer = app.test_client().get("/long", headers={"Accept-Encoding": accepts})
    body = gzip.decompress(answer.data) if sent else answer.data

    assert answer.headers.get("Content-Encoding") == sent
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert body == b"deadwood " * 200
