"""The wheel has what the app needs and nothing else, and every installer installs and upgrades it."""

import re
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from phone.packages import ROOT, run
from tests.faults.phones import Phone
from tests.release.installers import INSTALLERS, THIS, Home, python, requirements_for
from views.cli.commands import COMMANDS

pytestmark = [pytest.mark.full, pytest.mark.long]

PACKAGE = "deadwood_gin/"
PACKED = ("app.py", "installed.py", "models", "phone", "static", "templates", "views")


def test_the_wheel_has_what_is_tracked_and_what_phones_take_along(wheel: Path, newer_wheel: Path) -> None:
    listed = subprocess.check_output(["git", "ls-files", *PACKED], cwd=ROOT, text=True).splitlines()
    along = [f"build/phone/{path.name}" for path in (ROOT / "build" / "phone").iterdir()]

    for each in (wheel, newer_wheel):
        names = ZipFile(each).namelist()
        packed = {name.removeprefix(PACKAGE) for name in names if name.startswith(PACKAGE)}
        assert packed == {*listed, *along}
    assert 7_000_000 < wheel.stat().st_size < 15_000_000


@pytest.mark.parametrize(
    "installer, version",
    [("pip", "3.11"), ("pip", "3.12"), ("pip", "3.13"), ("uv", THIS), ("uvx", THIS), ("pipx", THIS)],
)
def test_a_hand_survives_an_upgrade(
    wheel: Path, newer_wheel: Path, tmp_path: Path, installer: str, version: str
) -> None:
    home = Home(tmp_path, python(version), [requirements_for(version), wheel.parent])
    install, program = INSTALLERS[installer]
    home.run(install)
    with home.serving(program) as address:
        phone = Phone(address)
        sheet = phone.start_match()
        assert phone.save(sheet).status == 303
        assert phone.get("/phone/build.json").status == 200

    home.wheels.append(newer_wheel.parent)
    home.run(install)
    with home.serving(program) as address:
        phone = phone.at(address)
        assert "Ann knocks" in phone.page(sheet).text
        assert phone.save(sheet).status == 303
    assert list(tmp_path.rglob("gin.sqlite")) == [tmp_path / ".local/share/deadwood-gin/gin.sqlite"]


def test_the_program_lists_its_commands_and_the_licences_of_all_that_is_installed(
    wheel: Path, tmp_path: Path
) -> None:
    home = Home(tmp_path, python(THIS), [requirements_for(THIS), wheel.parent])
    home.run(INSTALLERS["uv"][0])
    options, _, listed = home.run("deadwood-gin --help").partition("Commands:")
    _, *parts = re.split(r"^(\S+) \S+\n=+\n", home.run("deadwood-gin licences"), flags=re.MULTILINE)
    licences = dict(zip(parts[::2], parts[1::2], strict=True))

    assert home.run("deadwood-gin --version") == f"Deadwood {wheel.name.split('-')[1]}\n"
    assert "--version" in options
    assert "Flask" not in options
    assert {each.name for each in COMMANDS} <= {line.split()[0] for line in listed.splitlines() if line}
    assert len(licences) == len([wheel, *requirements_for(THIS).iterdir()])
    assert [name for name, text in licences.items() if len(text.split()) < 50] == []
    assert "Mozilla Public License" in licences["deadwood-gin"]


@pytest.mark.parametrize(
    "system",
    "x86_64-unknown-linux-gnu aarch64-unknown-linux-gnu aarch64-apple-darwin x86_64-pc-windows-msvc".split(),
)
@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13", "3.14"])
def test_every_requirement_has_a_wheel(system: str, version: str, tmp_path: Path) -> None:
    for_it = [f"--python-version={version}", f"--python-platform={system}", f"--target={tmp_path}"]
    install = [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--dry-run", "--only-binary=:all:"]
    run([*install, *for_it, "--require-hashes", "--requirement=requirements.txt"], ROOT)
