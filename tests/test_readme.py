"""The examples in the README work."""

import doctest
import json
import re
from pathlib import Path

from click.testing import CliRunner

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
