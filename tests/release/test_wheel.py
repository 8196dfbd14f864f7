"""The wheel has what the app needs and nothing else, and every installer installs and upgrades it."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from phone.packages import ROOT, run
from tests.faults.phones import Phone
from tests.release.installers import (
    THIS,
    Home,
    Installer,
    by_pip,
    by_pipx,
    by_uv,
    by_uvx,
    files_in,
    python,
    requirements_for,
)
from tests.views.cli.test_starting import free_port
from views.cli.commands import COMMANDS

pytestmark = [pytest.mark.full, pytest.mark.long]

PACKED = ("app.py", "installed.py", "models", "phone", "static", "templates", "views")


def test_the_wheel_has_what_is_tracked_and_what_phones_take_along(wheel: Path, newer_wheel: Path) -> None:
    listed = subprocess.run(
        ["git", "ls-files", *PACKED], cwd=ROOT, capture_output=True, text=True, check=True
    )
    along = {f"build/phone/{path.name}" for path in (ROOT / "build" / "phone").iterdir()}

    assert files_in(wheel) == {*listed.stdout.splitlines()} | along
    assert files_in(newer_wheel) == files_in(wheel)
    assert 7_000_000 < wheel.stat().st_size < 15_000_000


@pytest.mark.parametrize(
    "installer, version",
    [(by_pip, "3.11"), (by_pip, "3.12"), (by_pip, "3.13"), (by_uv, THIS), (by_uvx, THIS), (by_pipx, THIS)],
)
def test_a_hand_survives_an_upgrade(
    wheel: Path, newer_wheel: Path, tmp_path: Path, installer: Installer, version: str
) -> None:
    home = Home(tmp_path, python(version))
    home.add(wheel, *requirements_for(version))
    port = free_port()
    with home.serving(installer(home), port) as address:
        phone = Phone(address)
        sheet = phone.start_match()
        assert phone.save(sheet).status == 303
        assert phone.get("/phone/build.json").status == 200

    home.add(newer_wheel)
    with home.serving(installer(home), port) as address:
        assert "Ann knocks" in phone.page(sheet).text
        assert phone.save(sheet).status == 303

    assert list(tmp_path.rglob("gin.sqlite")) == [tmp_path / ".local/share/deadwood-gin/gin.sqlite"]


def test_the_command_lists_the_commands_of_flask_and_its_own_version(wheel: Path, tmp_path: Path) -> None:
    home = Home(tmp_path, python(THIS))
    home.add(wheel, *requirements_for(THIS))
    [command] = by_uv(home)
    options, _, listed = home.run(command, "--help").partition("Commands:")

    assert home.run(command, "--version") == f"Deadwood {wheel.name.split('-')[1]}\n"
    assert "--version" in options
    assert "Flask" not in options
    assert {each.name for each in COMMANDS} <= {line.split()[0] for line in listed.splitlines() if line}


def test_the_licences_are_those_of_all_that_is_installed(wheel: Path, tmp_path: Path) -> None:
    home = Home(tmp_path, python(THIS))
    home.add(wheel, *requirements_for(THIS))
    said = home.run(*by_uv(home), "licences")
    _, *parts = re.split(r"^(\S+) \S+\n=+\n", said, flags=re.MULTILINE)
    licences = dict(zip(parts[::2], parts[1::2], strict=True))

    assert len(licences) == len([wheel, *requirements_for(THIS)])
    assert [name for name, text in licences.items() if len(text.split()) < 50] == []
    assert "Mozilla Public License" in licences["deadwood-gin"]


SYSTEMS = (
    "x86_64-unknown-linux-gnu",
    "aarch64-unknown-linux-gnu",
    "aarch64-apple-darwin",
    "x86_64-pc-windows-msvc",
)


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13", "3.14"])
def test_every_requirement_has_a_wheel(system: str, version: str, tmp_path: Path) -> None:
    for_it = [f"--python-version={version}", f"--python-platform={system}", f"--target={tmp_path}"]
    install = [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--dry-run", "--only-binary=:all:"]
    run([*install, *for_it, "--require-hashes", "--requirement=requirements.txt"], ROOT)
