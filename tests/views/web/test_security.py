"""Security headers, sessions, CSRF tokens and size limits."""

import re
import stat
import subprocess
import sys
import time
from pathlib import Path

import flask
import pytest
from flask import Flask
from flask.testing import FlaskClient
from itsdangerous import TimestampSigner

from views.web.security import DEVICE, HEADERS, LastingSessions, make_secret_key, secret_key

PAGES = ["/", "/health", "/nowhere", "/m/nothing"]


@pytest.fixture
def open_to_writes(own_app: Flask) -> Flask:
    """Deadwood with a page whose only worth is that it can be written to."""
    own_app.add_url_rule("/echo", "echo", lambda: "echo", methods=["POST"])
    own_app.add_url_rule("/token", "token", lambda: own_app.jinja_env.globals["csrf_token"]())
    return own_app


@pytest.mark.parametrize("path", PAGES)
def test_every_answer_carries_the_policy(client: FlaskClient, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["Content-Security-Policy"]

    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"


@pytest.mark.parametrize("method, status", [("GET", 200), ("HEAD", 200), ("POST", 405)])
def test_static_files_carry_it_too(client: FlaskClient, method: str, status: int) -> None:
    style = next(re.finditer(r'href="(/static/[^"]+\.css)"', client.get("/").text))[1]
    with client.open(style, method=method) as answer:
        assert answer.status_code == status
        assert HEADERS.keys() <= dict(answer.headers).keys()
        assert ("immutable" in answer.headers["Cache-Control"]) is (status == 200)


@pytest.mark.parametrize("path", ["/m/nothing", "/s/nothing"])
def test_no_search_engine_keeps_an_address_that_is_a_key(client: FlaskClient, path: str) -> None:
    assert client.get(path).headers["X-Robots-Tag"] == "noindex"


def test_pages_are_asked_for_again(client: FlaskClient) -> None:
    assert client.get("/nowhere").headers["Cache-Control"] == "private, no-cache"


@pytest.mark.parametrize("base_url", ["http://localhost", "https://gin.example"])
def test_a_write_needs_the_token_of_a_page(open_to_writes: Flask, base_url: str) -> None:
    client = open_to_writes.test_client()
    token = client.get("/token", base_url=base_url).text

    refused = client.post("/echo", base_url=base_url)
    forged = client.post("/echo", base_url=base_url, data={"csrf_token": token + "x"})
    answered = client.post("/echo", base_url=base_url, data={"csrf_token": token})
    by_script = client.post("/echo", base_url=base_url, headers={"X-CSRFToken": token})

    assert [each.status_code for each in (refused, forged, answered, by_script)] == [400, 400, 200, 200]


def test_a_token_of_another_session_is_refused(open_to_writes: Flask) -> None:
    token = open_to_writes.test_client().get("/token").text

    assert open_to_writes.test_client().post("/echo", data={"csrf_token": token}).status_code == 400


@pytest.mark.parametrize("base_url, secure", [("http://localhost", False), ("https://gin.example", True)])
def test_the_cookie_is_for_pages_only_and_lasts(open_to_writes: Flask, base_url: str, secure: bool) -> None:
    cookie = open_to_writes.test_client().get("/token", base_url=base_url).headers["Set-Cookie"]

    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Max-Age=63072000" in cookie, "two years"
    assert ("Secure" in cookie) is secure


def test_a_page_that_asks_nothing_sets_no_cookie(client: FlaskClient) -> None:
    assert "Set-Cookie" not in client.get("/health").headers


def test_more_than_a_hand_can_be_is_refused(open_to_writes: Flask) -> None:
    client = open_to_writes.test_client()

    assert client.post("/echo", data={"cards": "K" * 300_000}).status_code == 413
    parts = {f"card{n}": "K" for n in range(300)}
    assert client.post("/echo", data=parts, content_type="multipart/form-data").status_code == 413


def test_the_secret_is_made_once_and_for_its_owner_only(tmp_path: Path) -> None:
    assert secret_key(tmp_path) is None
    first = make_secret_key(tmp_path)

    assert len(first or "") == 64
    assert secret_key(tmp_path) == make_secret_key(tmp_path) == first
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]


def test_processes_that_start_at_once_agree_on_the_secret(tmp_path: Path) -> None:
    ask = "import sys; from pathlib import Path; from views.web.security import make_secret_key;"
    ask += "sys.stdin.read(1); sys.stdout.write(make_secret_key(Path(sys.argv[1])))"
    starts = [
        subprocess.Popen(
            [sys.executable, "-c", ask, str(tmp_path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(4)
    ]
    said = {start.communicate("\n")[0] for start in starts}

    assert len(said) == 1
    assert said == {secret_key(tmp_path)}


def sent(client: FlaskClient) -> str:
    """The cookie that a phone sends."""
    cookie = client.get_cookie("deadwood")
    assert cookie is not None
    return f"deadwood={cookie.value}"


def test_a_cookie_that_was_read_before_says_the_same_again(app: Flask, client: FlaskClient) -> None:
    with client.session_transaction() as session:
        session["watched"] = ["one"]

    for _ in range(2):
        with app.test_request_context(headers={"Cookie": sent(client)}):
            assert flask.session["watched"] == ["one"]
            # What one request writes down is no other one's, as long as its answer has not been sent.
            flask.session["watched"].append("two")
            flask.session["saved"] = "this"


def signed_at(app: Flask, moment: int, **content: object) -> str:
    """A cookie that was signed when the clock said so many seconds since 1970."""

    class Signer(TimestampSigner):
        def get_timestamp(self) -> int:
            return moment

    serializer = LastingSessions().get_signing_serializer(app)
    assert serializer is not None
    serializer.signer = Signer
    return f"deadwood={serializer.dumps(content)}"


def test_when_a_cookie_was_signed_is_never_asked(app: Flask) -> None:
    """The clock of a server without a battery is in 1970, or years behind or ahead, until it is set."""
    now, year = int(time.time()), 365 * 24 * 60 * 60
    for moment in (0, 1, now - 30 * year, now - 3 * year, now, now + 3 * year):
        with app.test_request_context(headers={"Cookie": signed_at(app, moment, device="Ann's phone")}):
            assert flask.session.get("device") == "Ann's phone", moment


def test_a_look_that_is_answered_late_does_not_cost_the_seat_that_was_taken_meanwhile(
    app: Flask, client: FlaskClient
) -> None:
    client.get("/matches/new")
    on_its_way = sent(client)
    with client.session_transaction() as session:
        seated = session[DEVICE]
        session["watched"] = ["one"]
    with app.test_request_context(headers={"Cookie": on_its_way}):
        assert flask.session[DEVICE] == seated


def test_a_cookie_that_was_tampered_with_is_none_though_it_was_read_before(
    app: Flask, client: FlaskClient
) -> None:
    with client.session_transaction() as session:
        session["device"] = "Ann's phone"
    for cookie, device in ((sent(client), "Ann's phone"), (sent(client) + "x", None)):
        with app.test_request_context(headers={"Cookie": cookie}):
            assert flask.session.get("device") == device
