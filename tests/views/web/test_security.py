"""Security headers, sessions, cookies, CSRF tokens, size limits, and what search engines find."""

import re
import stat
import subprocess
import sys
import time
from http.cookies import SimpleCookie
from pathlib import Path
from urllib.robotparser import RobotFileParser

import flask
import pytest
from flask import Flask
from flask.testing import FlaskClient
from itsdangerous import TimestampSigner
from werkzeug.test import TestResponse

from tests.databases import Database, make_app
from tests.views.browser import Page
from tests.views.table import Table
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


HTTP, HTTPS = "http://gin.example", "https://gin.example"


def cookie(answer: TestResponse, ends: str) -> tuple[str, str, bool]:
    """The name, path and security of the cookie whose name ends like this."""
    for line in answer.headers.getlist("Set-Cookie"):
        for name, morsel in SimpleCookie(line).items():
            assert morsel["max-age"], "for so long, by the clock of the device"
            assert not morsel["expires"], "the clock of the server may be wrong by years"
            if name.endswith(ends):
                assert not morsel["domain"]
                return name, morsel["path"], bool(morsel["secure"])
    raise LookupError(ends)


def choose(client: FlaskClient, base_url: str, **environ: str) -> TestResponse:
    """Chooses the dark theme."""
    page = Page(client.get("/settings", base_url=base_url, environ_overrides=environ).text, "/settings")
    fields = page.form_with({"theme"}).inputs | {"theme": "dark"}
    return client.post("/settings", base_url=base_url, data=fields, environ_overrides=environ)


def judge(client: FlaskClient, base_url: str, **environ: str) -> TestResponse:
    """Asks the judge something."""
    sent = {"question": "cards", "cards": "7S 7H 7D", "house": "sydney"}
    return client.post("/judge", base_url=base_url, data=sent, environ_overrides=environ)


BELOW = {"SCRIPT_NAME": "/deadwood"}

CASES = [
    (HTTP, {}, "{}", "/", False),
    (HTTP, BELOW, "{}", "/", False),
    (HTTPS, {}, "__Host-{}", "/", True),
    (HTTPS, BELOW, "__Secure-{}", "/deadwood", True),
]
"""Over http nothing is different from earlier versions."""


@pytest.mark.parametrize("base_url, environ, name, path, secure", CASES)
def test_each_cookie_is_bound_to_its_host_where_that_is_possible(
    app: Flask, base_url: str, environ: dict[str, str], name: str, path: str, secure: bool
) -> None:
    client = app.test_client(use_cookies=False)
    session = client.get("/matches/new", base_url=base_url, environ_overrides=environ)
    assert cookie(session, "deadwood") == (name.format("deadwood"), path, secure)

    client = app.test_client()
    assert cookie(choose(client, base_url, **environ), "display") == (name.format("display"), path, secure)
    assert cookie(judge(client, base_url, **environ), "judge_house") == (
        name.format("judge_house"),
        path,
        secure,
    )


@pytest.mark.parametrize("base_url, environ", [(HTTP, {}), (HTTPS, {}), (HTTPS, BELOW)])
def test_what_a_phone_was_given_is_read_again(app: Flask, base_url: str, environ: dict[str, str]) -> None:
    client = app.test_client()
    answer = choose(client, base_url, **environ)

    assert answer.status_code == 303
    assert 'data-theme="dark"' in client.get("/", base_url=base_url, environ_overrides=environ).text


def test_an_earlier_cookie_keeps_its_seat_and_settings_over_https(app: Flask, table: Table) -> None:
    mine = table.browser.client.get_cookie("deadwood")
    assert mine is not None
    client = app.test_client(use_cookies=False)
    page = client.get(
        f"{table.path}/share",
        base_url=HTTPS,
        headers={"Cookie": f"deadwood={mine.value}; display=dark.large; judge_house=sydney"},
    )

    assert "Whose phone is this?" in page.text
    assert 'data-theme="dark"' in page.text
    assert cookie(page, "deadwood") == ("__Host-deadwood", "/", True), "and then has the new name"


def test_a_cookie_that_another_site_planted_does_not_replace_that_of_the_host(
    app: Flask, table: Table
) -> None:
    """A site below the same domain, or anybody on plain http, can set the plain name."""
    mine = table.browser.client.get_cookie("deadwood")
    other = app.test_client()
    other.get("/matches/new")
    planted = other.get_cookie("deadwood")
    assert mine is not None
    assert planted is not None
    for order in (
        f"deadwood={planted.value}; __Host-deadwood={mine.value}",
        f"__Host-deadwood={mine.value}; deadwood={planted.value}",
    ):
        client = app.test_client(use_cookies=False)
        page = client.get(f"{table.path}/share", base_url=HTTPS, headers={"Cookie": order})
        assert "Whose phone is this?" in page.text


def test_a_name_that_only_https_may_set_is_not_read_over_http(app: Flask, table: Table) -> None:
    mine = table.browser.client.get_cookie("deadwood")
    assert mine is not None
    client = app.test_client(use_cookies=False)
    for base_url, seated in ((HTTPS, True), (HTTP, False), (HTTPS, True)):
        page = client.get(
            f"{table.path}/share", base_url=base_url, headers={"Cookie": f"__Host-deadwood={mine.value}"}
        )
        assert ("Whose phone is this?" in page.text) is seated


@pytest.mark.parametrize("path", ["/", "/nowhere", "/m/nothing", "/health"])
def test_browsers_stay_with_https(client: FlaskClient, path: str) -> None:
    over_https = client.get(path, base_url=HTTPS).headers

    assert over_https["Strict-Transport-Security"] == "max-age=31536000"
    assert "Strict-Transport-Security" not in client.get(path, base_url=HTTP).headers


def test_a_proxy_with_https_is_enough(instance: object, database: Database) -> None:
    client = make_app(instance, database.url, PROXIES=1).test_client()  # type: ignore[arg-type]
    answer = client.get("/matches/new", headers={"X-Forwarded-Proto": "https"})

    assert cookie(answer, "deadwood") == ("__Host-deadwood", "/", True)


def permitted(robots: str, path: str, agent: str = "Googlebot") -> bool:
    """Whether *path* may be asked for. The parser of Python knows no dollar sign, so that is tried here."""
    parser = RobotFileParser()
    parser.parse(robots.replace("Allow: /$", "Allow: /only-the-start").splitlines())
    return parser.can_fetch(agent, "/only-the-start" if path == "/" else path)


@pytest.mark.parametrize("path", ["/", "/houses", "/houses/pagat", "/how-often", "/static/0123/page.css"])
def test_the_start_page_and_the_rules_may_be_found(client: FlaskClient, path: str) -> None:
    assert permitted(client.get("/robots.txt").text, path)


@pytest.mark.parametrize("path", ["/matches/new", "/judge?cards=7S", "/settings", "/health"])
def test_nothing_else_is_asked_for(client: FlaskClient, path: str) -> None:
    assert not permitted(client.get("/robots.txt").text, path)


def test_a_link_is_never_asked_for_nor_listed(app: Flask, table: Table, client: FlaskClient) -> None:
    robots = client.get("/robots.txt")

    assert robots.mimetype == "text/plain"
    for path in (table.path, f"{table.path}/history", "/s/key"):
        assert not permitted(robots.text, path)
        assert client.get(path).headers["X-Robots-Tag"] == "noindex"


@pytest.mark.parametrize("agent", ["Twitterbot/1.0", "facebookexternalhit/1.1", "WhatsApp/2.2"])
def test_messengers_may_show_what_a_link_opens_but_never_take_a_seat(
    table: Table, client: FlaskClient, agent: str
) -> None:
    robots = client.get("/robots.txt").text

    assert permitted(robots, table.path, agent)
    assert permitted(robots, f"{table.path}/result.png?v=1", agent)
    assert not permitted(robots, "/s/key", agent)
