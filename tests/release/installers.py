"""Installers, each in an empty home without a network, and what they install."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

from phone.packages import CACHE, QUIET, ROOT, digest, pip, run
from tests.conftest import missing
from tests.views.cli.test_starting import wait_for

NAME = "deadwood-gin"
THIS = f"{sys.version_info.major}.{sys.version_info.minor}"


def built(root: Path, target: Path, kind: str = "wheel") -> Path:
    """The wheel of the source at *root*, or its sdist."""
    run([sys.executable, "-m", "hatchling", "build", f"--target={kind}", f"--directory={target}"], root)
    [made] = target.iterdir()
    return made


def newer(sdist: Path, folder: Path) -> Path:
    """The wheel of the next version, built from the sdist of this one."""
    run(["tar", "--extract", "--strip-components=1", f"--file={sdist}"], folder)
    project = folder / "pyproject.toml"
    project.write_text(re.sub(r"(?m)^version = .*$", 'version = "99.0.0"', project.read_text()))
    return built(folder, folder / "build" / "wheel")


def files_in(wheel: Path) -> set[str]:
    """The files of the package in a wheel."""
    inside = "deadwood_gin/"
    return {name.removeprefix(inside) for name in ZipFile(wheel).namelist() if name.startswith(inside)}


def python(version: str) -> str:
    """A Python of this *version*; pyenv and uv may have it without showing it on the path."""
    of_pyenv = Path.home().glob(f".pyenv/versions/{version}.*/bin/python")
    of_uv = Path.home().glob(f".local/share/uv/python/cpython-{version}.*/bin/python")
    paths = [shutil.which(f"python{version}"), *of_pyenv, *of_uv]
    for path in map(str, filter(None, paths)):
        if not subprocess.run([path, "-c", ""], capture_output=True).returncode:
            return path
    missing(f"Python {version}")
    raise AssertionError


def requirements_for(version: str) -> list[Path]:
    """The wheels that Deadwood needs with a *version* of Python. Fetched at the first time."""
    pinned = ROOT / "requirements.txt"
    folder = CACHE / f"wheels-{version}-{digest([pinned.read_bytes()])}"
    if not folder.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=CACHE, prefix=".draft-") as name:
            options = ["--only-binary=:all:", f"--python-version={version}", "--require-hashes", "--no-deps"]
            fetched = Path(name, "wheels")
            run([*pip(), "download", *QUIET, *options, f"--requirement={pinned}", f"--dest={fetched}"], ROOT)
            if not folder.exists():
                fetched.rename(folder)
    return sorted(folder.iterdir())


@dataclass(frozen=True)
class Home:
    """The home of somebody who has a Python, a folder of wheels, and no network."""

    folder: Path
    python: str

    @property
    def wheels(self) -> Path:
        return self.folder / "wheels"

    @property
    def bin(self) -> Path:
        """Where uv and pipx put what they install."""
        return self.folder / ".local" / "bin"

    @property
    def environment(self) -> dict[str, str]:
        """The settings of the installers: pipx takes uv where it finds it, which reads those of uv alone."""
        return {
            "HOME": str(self.folder),
            "PATH": f"{self.bin}:{Path(sys.executable).parent}:/usr/bin:/bin",
            "PIP_NO_INDEX": "1",
            "PIP_FIND_LINKS": str(self.wheels),
            "PIP_CONFIG_FILE": os.devnull,
            "UV_OFFLINE": "1",
            "UV_NO_INDEX": "1",
            "UV_NO_CONFIG": "1",
            "UV_FIND_LINKS": str(self.wheels),
            "UV_PYTHON": self.python,
            "PIPX_DEFAULT_PYTHON": self.python,
        }

    def add(self, *wheels: Path) -> None:
        """Puts wheels into the folder."""
        self.wheels.mkdir(parents=True, exist_ok=True)
        for wheel in wheels:
            (self.wheels / wheel.name).symlink_to(wheel)

    def run(self, *command: str) -> str:
        """What a command prints, which has to succeed."""
        done = subprocess.run(command, cwd=self.folder, env=self.environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    @contextmanager
    def serving(self, command: Sequence[str], port: int) -> Iterator[str]:
        """The address of Deadwood, started by *command* in an empty folder, and stopped."""
        settings = self.environment | {"HOST": "127.0.0.1", "PORT": str(port)}
        with (self.folder / "log").open("a") as said:
            process = subprocess.Popen(
                command, cwd=self.folder, env=settings, stdout=said, stderr=said, text=True
            )
        try:
            wait_for(f"http://127.0.0.1:{port}/health", process)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(timeout=30)


Installed = Sequence[str]
"""The command that was installed."""

Installer = Callable[[Home], Installed]


def by_pip(home: Home) -> Installed:
    programs = home.folder / "environment" / "bin"
    if not programs.exists():
        home.run(home.python, "-m", "venv", str(programs.parent))
    home.run(str(programs / "pip"), "install", "--quiet", "--upgrade", NAME)
    return [str(programs / NAME)]


def by_uv(home: Home) -> Installed:
    home.run("uv", "tool", "install", "--upgrade", NAME)
    return [str(home.bin / NAME)]


def by_uvx(home: Home) -> Installed:
    return ["uvx", f"{NAME}@latest"]


def by_pipx(home: Home) -> Installed:
    home.run("pipx", "upgrade", "--install", NAME)
    return [str(home.bin / NAME)]
