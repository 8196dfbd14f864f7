"""The files of docs/hosting are right: the units of systemd, and the container.

tests/faults/test_nginx.py starts the nginx.conf, tests/browser/test_under_a_path.py the nginx-path.conf, and
tests/release/test_container.py the container.
"""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import missing
from views.server import connection_limits, connections, request_parser, waitress_server
from views.web import upload_limits

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs" / "hosting"

UNITS = {"deadwood.service": "deadwood.service", "deadwood@.service": "deadwood@8001.service"}
"""The files, and what each unit of them is called."""

EXPOSURE = "20"
"""Tenths of the points that systemd gives for what a service may do; 10 is all."""


@pytest.fixture
def systemd_analyze() -> str:
    """The program that checks units. It needs no running systemd."""
    found = shutil.which("systemd-analyze")
    if found is None:
        missing("systemd-analyze")
    return str(found)


@pytest.mark.full
@pytest.mark.parametrize("name", UNITS)
def test_systemd_reads_the_unit(tmp_path: Path, systemd_analyze: str, name: str) -> None:
    unit = tmp_path / UNITS[name]
    python = (FOLDER / name).read_text().replace("/opt/deadwood/.venv/bin/python", sys.executable)
    unit.write_text(python.replace("/opt/deadwood", str(ROOT)))
    for command in (
        ["verify", "--man=no", str(unit)],
        ["security", "--offline=true", f"--threshold={EXPOSURE}", "--no-pager", str(unit)],
    ):
        done = subprocess.run([systemd_analyze, *command], capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, ""), done.stdout


def settings(name: str) -> dict[str, str]:
    """The variables that a unit sets."""
    [line] = re.findall(r"^Environment=(.+)$", (FOLDER / name).read_text(), re.MULTILINE)
    return dict(each.split("=") for each in shlex.split(line))


def test_the_two_units_differ_in_their_port_alone() -> None:
    one, many = ((FOLDER / name).read_text().splitlines() for name in UNITS)
    differing = [pair for pair in zip(one, many, strict=True) if pair[0] != pair[1]]

    assert settings("deadwood.service") | {"PORT": "%i"} == settings("deadwood@.service")
    assert [pair[0].split("=")[0].split(" ")[0] for pair in differing] == [
        "#",
        "Description",
        "After",
        "Environment",
        "#",
    ]


@pytest.mark.parametrize("name", UNITS)
def test_a_unit_starts_the_server_as_make_run_does(name: str) -> None:
    [start] = re.findall(r"^ExecStart=(.+)$", (FOLDER / name).read_text(), re.MULTILINE)

    assert start.removeprefix("/opt/deadwood/.venv/bin/") == "python -OO -m flask --app app serve"
    assert f"{start.removesuffix(' serve').removeprefix('/opt/deadwood/.venv/bin/python')}\n" in re.sub(
        r"FLASK := \S+python", "", (ROOT / "Makefile").read_text()
    )


CONTAINER = (FOLDER / "Containerfile").read_text()


def test_the_container_has_a_volume_and_checks_what_it_installs() -> None:
    assert re.search(r"^VOLUME /data$", CONTAINER, re.MULTILINE)
    assert "--require-hashes" in CONTAINER


def test_the_compose_file_builds_this_container_with_settings_that_are_known() -> None:
    compose, guide = (FOLDER / "compose.yaml").read_text(), (ROOT / "docs" / "hosting.md").read_text()
    [context, dockerfile] = re.findall(r"^      (?:context|dockerfile): (.+)$", compose, re.MULTILINE)
    settings = re.findall(r"^      ([A-Z_]+): ", compose.partition("\n  database:")[0], re.MULTILINE)

    assert (FOLDER / context / dockerfile).samefile(FOLDER / "Containerfile")
    assert settings == ["DATABASE_URL", "HOSTS", "PROXIES"]
    assert [name for name in settings if f"| `{name}` |" not in guide] == []


def test_the_guide_names_every_setting_and_every_file() -> None:
    guide = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    source = (ROOT / "app.py").read_text(encoding="utf-8")
    names = re.findall(r'^        "([A-Z_]+)": "[A-Z_]+",$', source, re.MULTILINE)

    assert len(names) >= 6
    assert [name for name in (*names, "HOST", "PORT") if f"`{name}`" not in guide] == []
    assert [file.name for file in FOLDER.iterdir() if f"(hosting/{file.name})" not in guide] == []


def test_the_guide_says_the_limits_of_deadwood_and_of_nginx() -> None:
    guide = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", guide, re.MULTILINE)
    said = {name: (numbers(deadwood), numbers(proxy)) for name, deadwood, proxy in rows}
    kilobytes, megabytes = 1024, 1_000_000

    assert said["head of a request"] == (
        [waitress_server.LONGEST_HEAD // kilobytes, connections.FOR_THE_HEAD],
        [nginx("client_header_timeout")],
    )
    assert said["body"] == (
        [
            upload_limits.LARGEST_BODY // kilobytes,
            request_parser.FOR_THE_BODY,
            upload_limits.LARGEST_FILE // megabytes,
            request_parser.FOR_A_FILE,
        ],
        [nginx("client_max_body_size"), nginx("client_max_body_size", 1), nginx("client_body_timeout")],
    )
    assert said["answer"] == (
        [connections.FOR_THE_ANSWER, 1, connections.SLOWEST // 1000],
        [nginx("send_timeout")],
    )
    assert said["silent connections"] == ([connections.BETWEEN_REQUESTS], [nginx("keepalive_timeout")])
    assert said["one address"] == ([connection_limits.MOST_OF_ONE], [nginx("limit_conn each_address")])
    assert said["all visitors"] == ([connection_limits.MOST], [nginx("worker_connections")])


def numbers(text: str) -> list[int]:
    """The numbers in *text*."""
    return [int(number.replace(",", "")) for number in re.findall(r"\d[\d,]*", text)]


def nginx(setting: str, nth: int = 0) -> int:
    """The number that nginx.conf gives a setting, where it stands for the *nth* time."""
    conf = (FOLDER / "nginx.conf").read_text()
    return int(re.findall(rf"^\s*{setting} (\d+)\w?;$", conf, re.MULTILINE)[nth])
