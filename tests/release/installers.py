"""Installers, each in an empty home without a network, and what they install."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from phone.packages import CACHE, QUIET, ROOT, digest, pip, run
from tests.conftest import missing
from tests.nginx import running
from tests.views.cli.test_starting import free_port, wait_for

THIS = f"{sys.version_info.major}.{sys.version_info.minor}"

INSTALLERS = {
    "pip": ("$UV_PYTHON -m venv .local; pip install --quiet --upgrade deadwood-gin", "deadwood-gin"),
    "uv": ("uv tool install --upgrade deadwood-gin", "deadwood-gin"),
    "uvx": ("", "uvx deadwood-gin@latest"),
    "pipx": ("pipx upgrade --install deadwood-gin", "deadwood-gin"),
}
"""How each installs Deadwood or a newer one, and starts it."""


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


def requirements_for(version: str) -> Path:
    """The folder of the wheels that Deadwood needs with a *version* of Python. Fetched at the first time."""
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
    return folder


@dataclass(frozen=True)
class Home:
    """The home of somebody who has a Python, folders of wheels, and no network."""

    folder: Path
    python: str
    wheels: list[Path]

    def command(self, script: str) -> tuple[list[str], dict[str, str]]:
        """What runs *script* there. pipx takes uv where it finds it, which reads its own settings alone."""
        settings = {
            "HOME": str(self.folder),
            "PATH": f"{self.folder}/.local/bin:{Path(sys.executable).parent}:/usr/bin:/bin",
            "PIP_NO_INDEX": "1",
            "PIP_FIND_LINKS": " ".join(map(str, self.wheels)),
            "PIP_CONFIG_FILE": os.devnull,
            "UV_OFFLINE": "1",
            "UV_NO_INDEX": "1",
            "UV_NO_CONFIG": "1",
            "UV_FIND_LINKS": ",".join(map(str, self.wheels)),
            "UV_PYTHON": self.python,
            "PIPX_DEFAULT_PYTHON": self.python,
        }
        return ["sh", "-ec", script], settings

    def run(self, script: str) -> str:
        """What *script* prints, which has to succeed."""
        command, settings = self.command(script)
        done = subprocess.run(command, cwd=self.folder, env=settings, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    @contextmanager
    def serving(self, program: str) -> Iterator[str]:
        """The address of Deadwood, started by *program* in an empty folder, and stopped."""
        command, settings = self.command(f"exec {program}")
        port = free_port()
        with running(command, settings | {"HOST": "127.0.0.1", "PORT": str(port)}, self.folder) as process:
            wait_for(f"http://127.0.0.1:{port}/health", process)
            yield f"http://127.0.0.1:{port}"
