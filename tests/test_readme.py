"""The examples in the README work."""

import doctest
import json
import re
import shlex
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.nginx import running
from tests.views.cli.test_starting import FLASK, MATCH, environment, free_port, wait_for
from views.cli.score_and_judge import judge_command

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"


def test_the_python_in_it_runs() -> None:
    failed, tried = doctest.testfile(str(README), module_relative=False)

    assert tried > 5
    assert failed == 0


def test_the_judge_answers_as_it_is_shown() -> None:
    asked, shown = re.findall(r'app judge "(.+?)"\n(\{.+\})', README.read_text(encoding="utf-8"))[0]

    answer = CliRunner().invoke(judge_command, [asked]).output

    assert json.loads(answer) == json.loads(shown)


def test_its_links_lead_somewhere() -> None:
    links = re.findall(r'(?:\]\(|src=")([^):"]+)[)"]', README.read_text(encoding="utf-8"))

    assert len(links) > 5
    assert [link for link in links if not (ROOT / link).exists()] == []


@pytest.mark.full
def test_its_commands_work(tmp_path: Path) -> None:
    """Those that `make release` does not run itself."""
    readme, port = README.read_text(encoding="utf-8"), free_port()
    settings = environment(tmp_path / "instance", port)
    (tmp_path / "match.json").write_text(MATCH)
    with running(["make", "--assume-old=requirements.txt", "run"], settings) as process:
        wait_for(f"http://127.0.0.1:{port}/health", process)
    commands = re.findall(r"\.venv/bin/flask --app app ([^`\n]+)", readme)
    for command in commands:
        words = shlex.split(re.sub(r"FILE|match\.json", rf"{tmp_path}/\g<0>", command))
        subprocess.run([*FLASK, *words], cwd=ROOT, env=settings, check=True, capture_output=True)

    assert (tmp_path / "FILE").stat().st_size
    assert len(commands) == 3
    helped = subprocess.run(["make", "help"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    assert set(re.findall(r"\bmake ([a-z-]+)`", readme)) <= set(re.findall(r"make (\S+)", helped))
