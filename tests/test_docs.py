"""The documentation is complete."""

import re
from pathlib import Path

import pytest

from models.gin.cards.melds import Flaw
from models.gin.hand.problems import Reason
from models.gin.rules.field_types import Choice
from models.gin.rules.house_rules import KINDS, HouseRules
from models.gin.rules.options import Shutout
from models.gin.rules.presets import PRESETS
from models.gin.sheet.sheet import sheet
from tests.gin.table import knock

DOCS = Path(__file__).parent.parent / "docs"
CONTRIBUTING = DOCS.parent / "CONTRIBUTING.md"
RULES = (DOCS / "rules.md").read_text(encoding="utf-8")


def section(field: str) -> str:
    """The text of docs/rules.md below the heading of a field."""
    [found] = re.findall(rf"^### [^\n]*`{field}`.*?(?=^##)", RULES, re.MULTILINE | re.DOTALL)
    return str(found)


@pytest.mark.parametrize("field", KINDS)
def test_every_house_rule_has_a_paragraph(field: str) -> None:
    assert len(section(field).split("\n", 1)[1].split()) >= 5


@pytest.mark.parametrize("field", [name for name, kind in KINDS.items() if isinstance(kind, Choice)])
def test_every_option_is_named_with_its_rule(field: str) -> None:
    kind = KINDS[field]
    assert isinstance(kind, Choice)

    assert {option.value for option in kind.options} <= set(re.findall(r"`(\w+)`", section(field)))


def test_no_rule_is_described_that_does_not_exist() -> None:
    headings = "".join(re.findall(r"^### `.*$", RULES, re.MULTILINE))

    assert re.findall(r"`(\w+)`", headings) == list(KINDS)


def test_every_reason_is_explained() -> None:
    wrong = RULES.split("## What can be wrong")[1]
    explained = "".join(line.split(":")[0] for line in wrong.splitlines() if line.startswith("- "))

    assert re.findall(r"`(\w+)`", explained) == [reason.value for reason in Reason]


def test_every_flaw_is_named() -> None:
    assert {flaw.value for flaw in Flaw} <= set(re.findall(r"`(\w+)`", RULES.split("`not_a_meld`")[1]))


def test_every_preset_has_a_line() -> None:
    presets = RULES.split("## The named rules")[1].split("## ")[0]

    assert re.findall(r"^\| `([a-z-]+)`", presets, re.MULTILINE) == list(PRESETS)


def test_the_table_of_shutouts_is_true() -> None:
    rows = re.findall(r"^\| `(\w+)` \|[^|]*\| (\d+) \| (\d+) \| (\d+) \|", section("shutout"), re.MULTILINE)
    for option, box, final, difference in rows:
        rules = HouseRules(shutout=Shutout(option), box_bonus=int(box))
        game = sheet([knock(1, 41), knock(1, 41), knock(1, 31)], rules).game
        assert (game.final, game.difference) == ((int(final), 0), int(difference))
    assert {row[0] for row in rows} == {option.value for option in Shutout}


@pytest.mark.parametrize("page", [CONTRIBUTING, *sorted(DOCS.rglob("*.md"))], ids=lambda page: page.name)
def test_every_link_between_pages_leads_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[\w-]+)?\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


@pytest.mark.parametrize("page", [CONTRIBUTING, *sorted(DOCS.rglob("*.md"))], ids=lambda page: page.name)
def test_every_link_to_a_heading_finds_it(page: Path) -> None:
    for target, heading in re.findall(r"\]\(([^)#:]*)#([\w-]+)\)", page.read_text(encoding="utf-8")):
        assert heading in headings(page.parent / target if target else page), f"{target}#{heading}"


def headings(page: Path) -> set[str]:
    """What links call the headings of a page."""
    texts = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-") for text in texts}
