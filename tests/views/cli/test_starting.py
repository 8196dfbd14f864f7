"""Starting and stopping the server."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
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
from views.cli.serve import greeting, qr_code, ready_for_proxy
from views.web.network import lan_address

ROOT = Path(__file__).parents[3]
FLASK = [sys.executable, "-m", "flask", "--app", "app"]
SERVE = [sys.executable, "-OO", *FLASK[1:], "serve"]
"""As in the Makefile."""

COMMANDS = {"serve": ["serve"], "score": ["score", "-"], "judge": ["judge", "AS 2S 3S"]}

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
    """A port that nothing uses."""
    with socket.create_server(("127.0.0.1", 0)) as held:
        return int(held.getsockname()[1])


def environment(instance: Path, port: int) -> dict[str, str]:
    """What a start is told: where to keep its things, and to serve this machine only."""
    kept = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "SECRET_KEY"}}
    return kept | {"INSTANCE_PATH": str(instance), "HOST": "127.0.0.1", "PORT": str(port)}


START_TAKES = 60
"""Seconds, at most, on a busy machine."""


@contextmanager
def serving(instance: Path, port: int, **settings: str) -> Iterator[subprocess.Popen[str]]:
    """Deadwood in a process of its own, answering on *port*."""
    process = subprocess.Popen(
        SERVE,
        cwd=ROOT,
        env=environment(instance, port) | settings,
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
    said, _ = process.communicate(timeout=30)
    return Stopped(process.returncode, said)


PAGES = ("/", "/matches/new", "/houses/pagat", "/judge?cards=7S+7H+7D", "/settings", "/health")


@pytest.mark.parametrize(
    "ending, phones, pages", [(signal.SIGINT, 0, ()), (signal.SIGTERM, 60, PAGES)], ids=["quiet", "busy"]
)
def test_an_evening_prints_addresses_alone_and_ends_with_a_signal(
    home: Path, ending: signal.Signals, phones: int, pages: tuple[str, ...]
) -> None:
    """However busy it is. Nor do pages need the docstrings that the server is started without."""
    port = free_port()
    with serving(home, port) as process, ExitStack() as stack:
        for _ in range(phones):
            phone = stack.enter_context(socket.create_connection(("127.0.0.1", port)))
            phone.sendall(b"GET /matches/new HTTP/1.0\r\n\r\n")
        for page in pages:
            urllib.request.urlopen(f"http://127.0.0.1:{port}{page}").close()
        stopped = stop(process, ending)

    assert stopped.code == 0
    assert re.fullmatch(re.escape(greeting("127.0.0.1", port)) + "\nPhones can[^\n]*\n", stopped.said), (
        stopped.said
    )


def test_a_second_start_keeps_the_key_and_the_sheets(tmp_path: Path) -> None:
    kept = []
    for _ in range(2):
        with serving(tmp_path, free_port()) as process:
            stop(process, signal.SIGTERM)
        kept.append(((tmp_path / "secret_key").read_text(), (tmp_path / "gin.sqlite").read_bytes()[100:]))

    assert kept[0] == kept[1]


NEEDED_BY_FEW = {
    "alembic",
    "asyncpg",
    "limits",
    "prometheus_client",
    "psycopg",
    "pygments",
    "segno",
    "smtplib",
    "xml",
}
"""What only a migration, PostgreSQL, a code to scan or another language needs."""


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
    settings = environment(tmp_path, free_port()) | {name: value}
    ended = run("serve", settings)

    assert ended.code in (1, 2)
    assert said in ended.stderr


@dataclass(frozen=True)
class Ended:
    """How a command ended by itself."""

    code: int
    stdout: str
    stderr: str


def run(command: str, settings: dict[str, str]) -> Ended:
    """Runs a command that does not get as far as serving."""
    flask = FlaskGroup(create_app=create_app)
    result = CliRunner(env=settings).invoke(flask, COMMANDS[command], input=MATCH)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return Ended(result.exit_code, result.stdout, result.stderr)


def start(settings: dict[str, str]) -> Ended:
    """Starts a server in a process of its own, which ends when it finds that it can't serve."""
    process = subprocess.run(SERVE, cwd=ROOT, env=settings, capture_output=True, text=True, timeout=60)
    return Ended(process.returncode, process.stdout, process.stderr)


def assert_refused(ended: Ended, said: str) -> None:
    """It ended with one sentence, which gives no password away."""
    assert (ended.code, ended.stdout) == (1, "")
    assert ended.stderr.startswith("Error: ")
    assert len(ended.stderr.splitlines()) == 1
    assert said in ended.stderr
    assert "hidden" not in ended.stderr


@pytest.mark.parametrize("command", COMMANDS)
def test_a_folder_that_cannot_be_made_is_said_in_a_sentence(tmp_path: Path, command: str) -> None:
    (tmp_path / "file").touch()
    folder = tmp_path / "file" / "deadwood"

    assert_refused(run(command, environment(folder, free_port())), str(folder))


def test_a_key_that_cannot_be_read_is_said_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "secret_key").mkdir()

    assert_refused(run("serve", environment(tmp_path, free_port())), str(tmp_path))


@pytest.mark.parametrize("command", COMMANDS)
def test_a_database_that_is_none_is_said_in_a_sentence(tmp_path: Path, command: str) -> None:
    settings = environment(tmp_path, free_port()) | {"DATABASE_URL": "nonsense"}

    assert_refused(run(command, settings), "DATABASE_URL")


@pytest.mark.parametrize("url", NO_DATABASES)
def test_what_cannot_be_a_database_is_refused_without_its_password(tmp_path: Path, url: str) -> None:
    with pytest.raises(ClickException, match=r"can’t use the database in DATABASE_URL") as refusal:
        create_app({"INSTANCE_PATH": str(tmp_path), "SQLALCHEMY_DATABASE_URI": url})

    assert "hidden" not in refusal.value.format_message()


def test_a_database_that_does_not_answer_is_said_in_a_sentence(tmp_path: Path) -> None:
    url = f"postgres://ann:hidden@127.0.0.1:{free_port()}/gin"
    settings = environment(tmp_path, free_port()) | {"DATABASE_URL": url}

    assert_refused(start(settings), "postgresql://ann:***@127.0.0.1")


@pytest.mark.parametrize("command", ["score", "judge"])
def test_what_keeps_nothing_does_not_ask_the_database(tmp_path: Path, command: str) -> None:
    url = f"postgres://ann:hidden@127.0.0.1:{free_port()}/gin"
    answer = run(command, environment(tmp_path, free_port()) | {"DATABASE_URL": url})

    assert (answer.code, answer.stderr) == (0, "")


def test_a_refused_database_login_is_explained_in_a_sentence(tmp_path: Path, postgresql: PostgreSQL) -> None:
    url = make_url(postgresql.url).set(drivername="postgres", username="nobody_known", password="hidden")
    settings = environment(tmp_path, free_port())
    settings["DATABASE_URL"] = url.render_as_string(hide_password=False)

    assert_refused(start(settings), "nobody_known")


def test_a_file_that_is_no_database_is_said_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "gin.sqlite").write_text("A shopping list, and nothing that anybody scored.")

    assert_refused(start(environment(tmp_path, free_port())), "gin.sqlite")


def test_a_folder_in_the_place_of_the_database_is_said_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "gin.sqlite").mkdir()

    assert_refused(start(environment(tmp_path, free_port())), "gin.sqlite")


def test_a_folder_is_found_from_where_the_start_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    assert run("judge", environment(Path("kept"), free_port())).code == 0
    assert (tmp_path / "kept" / "secret_key").exists()


def test_the_greeting_names_the_address_for_phones() -> None:
    address = lan_address()
    said = greeting("0.0.0.0", 8000)

    assert "http://localhost:8000" in said
    assert address is None or f"http://{address}:8000" in said
    assert address is None or re.fullmatch(r"\d+\.\d+\.\d+\.\d+", address)


def test_a_machine_that_serves_itself_only_offers_nothing_to_phones() -> None:
    assert "phone" not in greeting("127.0.0.1", 8000)


@pytest.mark.parametrize("given, listens", [({}, "127.0.0.1"), ({"HOST": "localhost"}, "localhost")])
def test_behind_a_proxy_only_this_computer_is_listened_to(
    home: Path, given: dict[str, str], listens: str
) -> None:
    port = free_port()
    settings = environment(home, port) | {"PROXIES": "1"}
    del settings["HOST"]
    process = subprocess.Popen(
        SERVE, cwd=ROOT, env=settings | given, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        wait_for(f"http://127.0.0.1:{port}/health", process)
        said = stop(process, signal.SIGTERM).said
    finally:
        process.kill()

    assert said.startswith(f"Deadwood is ready at http://{listens}:{port}, for the proxy.\nPhones can")


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


def test_no_other_phone_is_sent_to_what_serves_this_machine_only(home: Path) -> None:
    port = free_port()
    house = f"http://127.0.0.1:{port}/houses/own?from=pagat&target=150"
    with serving(home, port), urllib.request.urlopen(house) as answer:
        page = answer.read().decode()

    assert "Other phones can’t open this: Deadwood can only be reached from this computer." in page
    assert f"http://127.0.0.1:{port}/houses/own?" in page
