"""Static files: cached forever, compressed, at addresses that change with their content."""

import gzip
from pathlib import Path

import pytest
from flask import Flask, render_template_string
from flask.testing import FlaskClient

from views.web.static_files import digest, publish


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A small ``static/`` folder."""
    written = {
        "css/tokens.css": "@layer tokens, base;\n",
        "css/base.css": "@layer base {}\n",
        "css/layout.css": "@layer layout {}\n",
        "css/components/hands.css": ".hand {}\n",
        "css/components/cards.css": ".card {}\n",
        "js/main.js": "import './taps.js';\n",
    }
    for name, text in written.items():
        path = tmp_path / "static" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path / "static"


def test_styles_are_joined_in_the_order_of_their_layers(source: Path, tmp_path: Path) -> None:
    published = publish(source, tmp_path / "assets", digest(source))

    joined = "@layer tokens, base;\n@layer base {}\n@layer layout {}\n.card {}\n.hand {}\n"
    assert (published / "app.css").read_text() == joined
    assert gzip.decompress((published / "app.css.gz").read_bytes()).decode() == joined
    assert (published / "js" / "main.js").read_text() == "import './taps.js';\n"


def test_an_address_changes_with_what_stands_there_and_the_old_copy_goes(
    source: Path, tmp_path: Path
) -> None:
    before = publish(source, tmp_path / "assets", digest(source))
    (source / "js" / "taps.js").write_text("export {};\n")
    after = publish(source, tmp_path / "assets", digest(source))

    assert before.name != after.name
    assert [path.name for path in (tmp_path / "assets").iterdir()] == [after.name]
    assert publish(source, tmp_path / "assets", digest(source)) == after


def test_a_phone_keeps_what_it_has_fetched(app: Flask, client: FlaskClient) -> None:
    with app.test_request_context():
        address = render_template_string("{{ asset('app.css') }}")
    with client.get(address, headers={"Accept-Encoding": "gzip"}) as answer:
        style = gzip.decompress(answer.data)

    assert answer.status_code == 200
    assert answer.mimetype == "text/css"
    assert "immutable" in answer.headers["Cache-Control"]
    assert answer.headers["Content-Encoding"] == "gzip"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert b"@layer" in style


def test_an_address_of_another_day_is_not_there(client: FlaskClient) -> None:
    assert client.get("/static/0123456789ab/app.css").status_code == 404
    assert client.get("/static/../app.py").status_code == 404


def test_a_page_below_a_path_finds_its_styles(app: Flask) -> None:
    with app.test_request_context(base_url="http://localhost/gin"):
        assert render_template_string("{{ asset('app.css') }}").startswith("/gin/static/")


@pytest.mark.parametrize("accepts, sent", [("gzip", "gzip"), ("br", None), ("gzip;q=0", None), ("", None)])
@pytest.mark.own_app
def test_a_page_is_compressed_for_those_who_can_read_it(app: Flask, accepts: str, sent: str | None) -> None:
    app.add_url_rule("/long", "long", lambda: "deadwood " * 200)
    answer = app.test_client().get("/long", headers={"Accept-Encoding": accepts})
    body = gzip.decompress(answer.data) if sent else answer.data

    assert answer.headers.get("Content-Encoding") == sent
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert body == b"deadwood " * 200
