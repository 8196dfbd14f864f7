"""Starting and stopping the server."""

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.error import HTTPError

import pytest
from click import ClickException
from click.testing import CliRunner
from flask.cli import FlaskGroup
from sqlalchemy import make_url

from app import create_app
from tests.databases import PostgreSQL
from views.cli.serve import bring_up_to_date, greeting, qr_code, ready_for_proxy
from views.operations.hosts import lan_addresses

ROOT = Path(__file__).parents[3]
FLASK = [sys.executable, "-m", "flask", "--app", "app"]
SERVE = [sys.executable, "-OO", *FLASK[1:], "serve"]
"""As in the Makefile."""

COMMAND_LINE = FlaskGroup(create_app=lambda: create_app(WITHOUT_PAGES))

WITHOUT_PAGES = {"ASSETS": "none", "SOURCE_DIGEST": "none"}
"""Settings of what answers no requests: nothing is joined or compressed for it."""

COMMANDS = ["serve", "score -", "judge AS2S3S"]

MATCH = """{"format": "gin-match/1", "players": ["Ann", "Bob"], "rules": {"preset": "pagat"},
 "first_dealer": 0,
 "hands": [{"knocker": 0, "outcome": "knock", "deadwood": {"knocker": 8, "defender": 20}}]}"""

NO_DATABASES = [
    "nonsense",
    "postgres//ann:hidden@127.0.0.1/gin",
    "postgresql://ann:hidden@127.0.0.1:port/gin",
    "cards://ann:hidden@127.0.0.1/gin",
    "mysql://ann:hidden@127.0.0.1/gin",
]
"""Typing errors, and databases whose drivers Deadwood does not bring along."""


def free_port() -> int:
    """A port that nothing uses. On Linux nothing else gets it: a socket holds it, but does not listen."""
    with socket.socket() as held:
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        held.bind(("127.0.0.1", 0))
        port = held.getsockname()[1]
        if sys.platform == "linux":
            held.detach()
        return int(port)


def environment(instance: Path, port: int) -> dict[str, str]:
    """What a start is told: where to keep its things, and to serve this machine only."""
    kept = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "SECRET_KEY"}}
    return kept | {"INSTANCE_PATH": str(instance), "HOST": "127.0.0.1", "PORT": str(port)}


START_TAKES = 60
"""Seconds, at most, on a busy machine."""


def heed_ctrl_c() -> None:
    """Lets Ctrl-C end a process also if the tests run in the background, where shells have it ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def serving(instance: Path, port: int, **settings: str | None) -> Iterator[subprocess.Popen[str]]:
    """Deadwood in a process of its own, answering on *port*, with more *settings* or without some."""
    changed = environment(instance, port) | settings
    process = subprocess.Popen(
        SERVE,
        cwd=ROOT,
        env={name: value for name, value in changed.items() if value is not None},
        preexec_fn=heed_ctrl_c,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        wait_for(f"http://127.0.0.1:{port}/health", process)
        yield process
    finally:
        process.kill()
        process.communicate()


def wait_for(url: str, process: subprocess.Popen[str]) -> None:
    """Returns when *url* answers."""
    end = time.monotonic() + START_TAKES
    while time.monotonic() < end:
        try:
            urllib.request.urlopen(url).close()
        except OSError:
            assert process.poll() is None, process.communicate()[0]
            time.sleep(0.05)
        else:
            return
    raise TimeoutError(url)


@dataclass(frozen=True)
class Stopped:
    """How a server ended, and what it had printed."""

    code: int
    said: str


def stop(process: subprocess.Popen[str], ending: signal.Signals) -> Stopped:
    """Stops a server."""
    process.send_signal(ending)
    said, _ = process.communicate(timeout=60)
    return Stopped(process.returncode, said)


@dataclass(frozen=True)
class Evening:
    """A server that was started and stopped: what it printed, what it answered, and what it has kept."""

    port: int
    stopped: Stopped
    pages: list[str]
    key: str
    sheets: bytes


OWN_RULES = "/houses/own?from=pagat&target=150"
PAGES = (OWN_RULES, "/", "/matches/new", "/houses/pagat", "/judge?cards=7S+7H+7D", "/settings", "/health")


def evening(folder: Path, ending: signal.Signals, phones: int, **settings: str | None) -> Evening:
    """Reads some pages while so many *phones* wait for an answer, and stops the server with a signal."""
    port = free_port()
    with serving(folder, port, **settings) as process, ExitStack() as stack:
        for _ in range(phones):
            phone = stack.enter_context(socket.create_connection(("127.0.0.1", port)))
            phone.sendall(b"GET /matches/new HTTP/1.0\r\n\r\n")
        pages = [urllib.request.urlopen(f"http://127.0.0.1:{port}{page}") for page in PAGES]
        texts = [stack.enter_context(page).read().decode() for page in pages]
        stopped = stop(process, ending)
    sheets = (folder / "gin.sqlite").read_bytes()[100:]  # the head counts the changes
    return Evening(port, stopped, texts, (folder / "secret_key").read_text(), sheets)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty folder."""
    return tmp_path_factory.mktemp("evenings")


@pytest.fixture(scope="module")
def first(folder: Path) -> Evening:
    """The first evening there: quiet, behind a proxy."""
    return evening(folder, signal.SIGINT, phones=0, PROXIES="1", HOST=None)


@pytest.fixture(scope="module")
def second(first: Evening, folder: Path) -> Evening:
    """The second evening: busy."""
    return evening(folder, signal.SIGTERM, phones=30)


@pytest.mark.full
def test_an_evening_prints_addresses_alone_and_ends_with_a_signal(second: Evening) -> None:
    """However busy it is. Nor do pages need the docstrings that the server is started without."""
    printed = re.escape(greeting("127.0.0.1", second.port)) + "\n(Phones can[^\n]*\n)?"

    assert re.fullmatch(printed, second.stopped.said), second.stopped.said
    assert second.stopped.code == 0


def test_behind_a_proxy_only_this_computer_is_listened_to(first: Evening) -> None:
    printed = f"Deadwood is ready at http://127.0.0.1:{first.port}, for the proxy.\n"

    assert printed in first.stopped.said
    assert first.stopped.code == 0


def test_the_first_start_says_where_the_new_database_is(first: Evening, folder: Path) -> None:
    assert first.stopped.said.startswith("There was no database yet. A new one is in ")
    assert str(folder / "gin.sqlite") in first.stopped.said


def test_a_second_start_keeps_the_key_and_the_sheets(first: Evening, second: Evening) -> None:
    assert (first.key, first.sheets) == (second.key, second.sheets)


@pytest.mark.full
def test_a_start_counts_again_what_an_earlier_version_counted_otherwise(tmp_path: Path) -> None:
    (tmp_path / "match.json").write_text(MATCH)
    for command in (["upgrade"], ["import", tmp_path / "match.json"]):
        assert flask(tmp_path, *command).code == 0
    with closing(sqlite3.connect(tmp_path / "gin.sqlite", isolation_level=None)) as database:
        database.execute("UPDATE matches SET counting = 0, total_0 = 99")
        with serving(tmp_path, free_port()):
            end = time.monotonic() + START_TAKES
            while database.execute("SELECT counting FROM matches").fetchone() == (0,):
                assert time.monotonic() < end
                time.sleep(0.05)

        assert database.execute("SELECT total_0, total_1 FROM matches").fetchall() == [(12, 0)]


def test_no_other_phone_is_sent_to_what_serves_this_machine_only(second: Evening) -> None:
    page = second.pages[PAGES.index(OWN_RULES)]

    assert "Other phones can’t open this: Deadwood can only be reached from this computer." in page
    assert f"http://127.0.0.1:{second.port}/houses/own?" in page


NEEDED_BY_FEW = {
    "alembic",
    "asyncpg",
    "limits",
    "openskill",
    "prometheus_client",
    "psutil",
    "psycopg",
    "pygments",
    "segno",
    "smtplib",
    "xml",
}
"""What only a migration, PostgreSQL, a rated game, a code to scan or another language needs."""


def test_a_start_loads_nothing_that_few_pages_need(tmp_path: Path) -> None:
    loaded = "import sys, app; app.create_app(); print(*sys.modules)"
    said = subprocess.run(
        [sys.executable, "-c", loaded],
        cwd=ROOT,
        env=environment(tmp_path, free_port()),
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()

    assert "flask" in said
    assert not NEEDED_BY_FEW.intersection(said)


def test_a_port_in_use_is_said_in_a_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as held:
        port = held.getsockname()[1]
        ended = start(environment(tmp_path, port))

    assert ended.code == 1
    assert f"Port {port} is in use" in ended.stderr


@pytest.mark.parametrize("name, value, said", [("PORT", "many", "many"), ("HOST", "256.1.1.1", "256.1.1.1")])
def test_a_wrong_setting_is_said_in_a_sentence(tmp_path: Path, name: str, value: str, said: str) -> None:
    ended = flask(tmp_path, "serve", **{name: value})

    assert ended.code in (1, 2)
    assert said in ended.stderr


@dataclass(frozen=True)
class Ended:
    """How a command ended by itself."""

    code: int
    stdout: str
    stderr: str


def flask(instance: Path, *arguments: object, **settings: str) -> Ended:
    """Runs a command that does not get as far as serving. It may read `MATCH`."""
    env = environment(instance, free_port()) | settings
    result = CliRunner(env=env).invoke(COMMAND_LINE, list(map(str, arguments)), input=MATCH)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return Ended(result.exit_code, result.stdout, result.stderr)


def start(settings: dict[str, str]) -> Ended:
    """Starts a server in a process of its own, which ends when it finds that it can't serve."""
    process = subprocess.run(
        SERVE, cwd=ROOT, env=settings, capture_output=True, text=True, timeout=START_TAKES
    )
    return Ended(process.returncode, process.stdout, process.stderr)


def why_not_served(instance: Path, **settings: str) -> str:
    """Why a start finds that it can't use the database."""
    app = create_app({"INSTANCE_PATH": str(instance), **WITHOUT_PAGES, **settings})
    with app.app_context(), pytest.raises(ClickException) as refusal:
        bring_up_to_date()
    said = refusal.value.format_message()
    assert len(said.splitlines()) == 1
    assert "hidden" not in said
    return said


def said(ended: Ended, sentence: str) -> None:
    """Asserts that a command was refused in one line with *sentence*, which gives no password away."""
    assert (ended.code, ended.stdout) == (1, "")
    assert ended.stderr.startswith("Error: ")
    assert len(ended.stderr.splitlines()) == 1
    assert sentence in ended.stderr
    assert "hidden" not in ended.stderr


@pytest.mark.parametrize("command", COMMANDS)
def test_a_folder_that_cannot_be_made_is_said_in_a_sentence(tmp_path: Path, command: str) -> None:
    (tmp_path / "file").touch()
    folder = tmp_path / "file" / "deadwood"

    said(flask(folder, *command.split()), str(folder))


def test_a_key_that_cannot_be_read_is_said_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "secret_key").mkdir()

    said(flask(tmp_path, "serve"), str(tmp_path))


@pytest.mark.parametrize("command", COMMANDS)
def test_a_database_that_is_none_is_said_in_a_sentence(tmp_path: Path, command: str) -> None:
    said(flask(tmp_path, *command.split(), DATABASE_URL="nonsense"), "DATABASE_URL")


@pytest.mark.parametrize("url", NO_DATABASES)
def test_what_cannot_be_a_database_is_refused_without_its_password(tmp_path: Path, url: str) -> None:
    with pytest.raises(ClickException, match=r"can’t use the database in DATABASE_URL") as refusal:
        create_app({"INSTANCE_PATH": str(tmp_path), "SQLALCHEMY_DATABASE_URI": url})

    assert "hidden" not in refusal.value.format_message()


def test_a_database_that_does_not_answer_is_said_in_a_sentence(tmp_path: Path) -> None:
    url = f"postgres://ann:hidden@127.0.0.1:{free_port()}/gin"

    said = why_not_served(tmp_path, SQLALCHEMY_DATABASE_URI=url)
    assert "postgresql://ann:***@127.0.0.1" in said


@pytest.mark.parametrize("command", COMMANDS[1:])
def test_what_keeps_nothing_does_not_ask_the_database(tmp_path: Path, command: str) -> None:
    url = f"postgres://ann:hidden@127.0.0.1:{free_port()}/gin"
    answer = flask(tmp_path, *command.split(), DATABASE_URL=url)

    assert (answer.code, answer.stderr) == (0, "")


@pytest.mark.full
def test_a_refused_database_login_is_explained_in_a_sentence(tmp_path: Path, postgresql: PostgreSQL) -> None:
    url = make_url(postgresql.url).set(drivername="postgres", username="nobody_known", password="hidden")
    written = url.render_as_string(hide_password=False)

    assert "nobody_known" in why_not_served(tmp_path, SQLALCHEMY_DATABASE_URI=written)


def test_a_file_that_is_no_database_is_said_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "gin.sqlite").write_text("A shopping list, and nothing that anybody scored.")

    assert "gin.sqlite" in why_not_served(tmp_path)


def test_a_folder_in_the_place_of_the_database_is_said_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "gin.sqlite").mkdir()

    assert "gin.sqlite" in why_not_served(tmp_path)


def test_a_folder_is_found_from_where_the_start_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    assert flask(Path("kept"), "judge", "AS2S3S").code == 0
    assert (tmp_path / "kept").is_dir()


def test_the_greeting_names_the_address_for_phones() -> None:
    said = greeting("0.0.0.0", 8000)

    assert "http://localhost:8000" in said
    assert [each for each in lan_addresses() if f"http://{each}:8000" not in said] == []


def test_a_machine_that_serves_itself_only_offers_nothing_to_phones() -> None:
    assert "phone" not in greeting("127.0.0.1", 8000)


def test_a_port_that_others_than_the_proxy_can_reach_is_warned_of() -> None:
    assert "only the proxy can connect" in ready_for_proxy("0.0.0.0", 8000)
    assert "only the proxy can connect" not in ready_for_proxy("127.0.0.1", 8000)


def test_the_code_for_the_camera_is_drawn_in_blocks() -> None:
    drawn = qr_code("http://127.0.0.1:8000")

    assert set(drawn) <= set("█▀▄ \n")
    assert len(drawn.splitlines()) >= 15


def test_health_is_asked_of_the_database(server: str) -> None:
    with urllib.request.urlopen(f"{server}/health") as answer:
        assert (answer.status, answer.read()) == (200, b"ok")


def test_an_address_that_is_too_long_is_refused(server: str) -> None:
    with pytest.raises(HTTPError) as refusal:
        urllib.request.urlopen(f"{server}/m/{'x' * 300_000}")

    assert refusal.value.code in (404, 414, 431)
    refusal.value.close()
