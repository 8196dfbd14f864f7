"""Deadwood is started with one command, and stopped without a scar."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError

import pytest

from views.serving import greeting, lan_address, qr_code

ROOT = Path(__file__).parent.parent
SERVE = [sys.executable, "-m", "flask", "--app", "app", "serve"]


def free_port() -> int:
    """A port that nothing uses."""
    with socket.create_server(("127.0.0.1", 0)) as held:
        return int(held.getsockname()[1])


def environment(instance: Path, port: int) -> dict[str, str]:
    """What a start is told: where to keep its things, and to serve this machine only."""
    kept = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "SECRET_KEY"}}
    return kept | {"INSTANCE_PATH": str(instance), "HOST": "127.0.0.1", "PORT": str(port)}


@contextmanager
def serving(instance: Path, port: int) -> Iterator[subprocess.Popen[str]]:
    """Deadwood in a process of its own, answering on *port*."""
    process = subprocess.Popen(
        SERVE,
        cwd=ROOT,
        env=environment(instance, port),
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
    for _ in range(300):
        try:
            urllib.request.urlopen(url).close()
        except OSError:
            assert process.poll() is None, process.communicate()[0]
            time.sleep(0.05)
        else:
            return
    raise TimeoutError(url)


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_a_start_says_where_to_find_it_and_ends_when_told(tmp_path: Path, ending: signal.Signals) -> None:
    port = free_port()
    with serving(tmp_path, port) as process:
        process.send_signal(ending)
        said, _ = process.communicate(timeout=10)

    assert f"http://localhost:{port}" in said
    assert "Traceback" not in said
    assert process.returncode == 0


def test_a_second_start_keeps_the_key_and_the_sheets(tmp_path: Path) -> None:
    kept = []
    for _ in range(2):
        with serving(tmp_path, free_port()) as process:
            process.send_signal(signal.SIGTERM)
            process.wait(timeout=10)
        kept.append(((tmp_path / "secret_key").read_text(), (tmp_path / "gin.sqlite").read_bytes()[100:]))

    assert kept[0] == kept[1]


def test_a_port_in_use_is_said_in_a_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as held:
        port = held.getsockname()[1]
        start = subprocess.run(
            SERVE, cwd=ROOT, env=environment(tmp_path, port), capture_output=True, text=True
        )

    assert start.returncode == 1
    assert f"Port {port} is in use" in start.stderr
    assert "Traceback" not in start.stderr


@pytest.mark.parametrize("name, value, said", [("PORT", "many", "many"), ("HOST", "256.1.1.1", "256.1.1.1")])
def test_a_wrong_setting_is_said_in_a_sentence(tmp_path: Path, name: str, value: str, said: str) -> None:
    settings = environment(tmp_path, free_port()) | {name: value}
    start = subprocess.run(SERVE, cwd=ROOT, env=settings, capture_output=True, text=True)

    assert start.returncode in (1, 2)
    assert said in start.stderr
    assert "Traceback" not in start.stderr


def test_the_greeting_names_the_address_for_phones() -> None:
    address = lan_address()
    said = greeting("0.0.0.0", 8000)

    assert "http://localhost:8000" in said
    assert address is None or f"http://{address}:8000" in said
    assert address is None or re.fullmatch(r"\d+\.\d+\.\d+\.\d+", address)


def test_a_machine_that_serves_itself_only_offers_nothing_to_phones() -> None:
    assert "phone" not in greeting("127.0.0.1", 8000)


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
