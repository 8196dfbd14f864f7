"""Fetches the packages that `packages.json` names into a cache outside the repository, by version and hash.

npm and pip fetch them, from wherever they are set up to. The hashes of Python packages are those of
``requirements.txt``, so a phone runs the versions of the server.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
from base64 import b64encode
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256, sha512
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).parent.parent
NAMED: dict[str, Any] = json.loads((ROOT / "phone" / "packages.json").read_text())
"""The packages."""

PINS = (ROOT / "phone" / "packages.json", ROOT / "phone" / "requirements.txt", ROOT / "requirements.txt")
"""The files that say which version of each package is wanted, and its hash."""

CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "deadwood"


class MissingError(Exception):
    """Raised if a tool or a package is missing, with what to do about it."""


def fetched() -> Path:
    """The folder with all packages: ``pyodide/``, ``wheels/`` and ``sources/``. Fetched at the first time."""
    folder = CACHE / digest(path.read_bytes() for path in (*PINS, Path(__file__)))
    if not folder.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=CACHE, prefix=".draft-") as name:
            draft = Path(name) / "packages"
            fetch_pyodide(draft / "pyodide")
            fetch_wheels(draft / "wheels")
            fetch_sources(draft / "sources", Path(name))
            if not folder.exists():
                draft.rename(folder)
    return folder


def digest(parts: Iterable[bytes]) -> str:
    """A short hash of *parts*."""
    state = sha256()
    for part in parts:
        state.update(len(part).to_bytes(8, "big") + part)
    return state.hexdigest()[:12]


def fetch_pyodide(target: Path) -> None:
    """CPython for browsers, from npm.

    :raises MissingError: if npm is missing, or what it fetched is not what we know.
    """
    wanted = NAMED["pyodide"]
    target.mkdir(parents=True)
    run([tool("npm"), "pack", "--silent", "--ignore-scripts", f"pyodide@{wanted['version']}"], target)
    [packed] = target.glob("*.tgz")
    checksum = "sha512-" + b64encode(sha512(packed.read_bytes()).digest()).decode()
    if checksum != wanted["integrity"]:
        raise MissingError(f"pyodide {wanted['version']} has the hash {checksum}, not {wanted['integrity']}.")
    unpack(packed, target, lambda name: name.removeprefix("package/"))
    packed.unlink()


def fetch_wheels(target: Path) -> None:
    """Packages of nothing but Python, as wheels."""
    download(NAMED["wheels"], target, [*ANY_PLATFORM, "--only-binary=:all:"])


def fetch_sources(target: Path, draft: Path) -> None:
    """Packages that have wheels only with a compiled part, as sources. That part has a double in Python."""
    builder = draft / "builder"
    needed = ["--require-hashes", f"--requirement={ROOT / 'phone' / 'requirements.txt'}"]
    run([*pip(), "install", *QUIET, "--no-deps", f"--target={builder}", *needed], draft)
    # pip asks a source for its metadata even if it only downloads it.
    path = os.environ | {"PYTHONPATH": str(builder)}
    download(NAMED["sources"], draft / "archives", ["--no-binary=:all:", "--no-build-isolation"], path)
    for packed in (draft / "archives").glob("*.tar.gz"):
        unpack(packed, target, place_of_source)


def place_of_source(name: str) -> str:
    """Where a file of a source goes, if it is a module or the licence.

    >>> place_of_source("markupsafe-3.0.4/src/markupsafe/_native.py")
    'markupsafe/_native.py'
    >>> place_of_source("markupsafe-3.0.4/LICENSE.txt"), place_of_source("markupsafe-3.0.4/setup.py")
    ('licences/markupsafe-3.0.4.txt', '')
    """
    package, _, inside = name.partition("/")
    return f"licences/{package}.txt" if inside.startswith("LICENSE") else name.partition("/src/")[2]


QUIET = ("--quiet", "--disable-pip-version-check")
ANY_PLATFORM = ("--platform=any", "--implementation=py", "--abi=none", "--python-version=3.14")
"""Only packages without a compiled part, for the Python of the phone."""


def download(
    names: Iterable[str], target: Path, options: Sequence[str], env: dict[str, str] | None = None
) -> None:
    """Downloads packages, if their hashes are those of ``requirements.txt``."""
    target.mkdir(parents=True)
    wanted = target / "requirements.txt"
    wanted.write_text(pinned(names, (ROOT / "requirements.txt").read_text()))
    given = ["--require-hashes", f"--requirement={wanted}", f"--dest={target}"]
    run([*pip(), "download", *QUIET, "--no-deps", *options, *given], target, env)
    wanted.unlink()


def pinned(names: Iterable[str], requirements: str) -> str:
    """The lines of *requirements* about these packages, with their hashes."""
    wanted = set(names)
    blocks = re.split(r"\n(?=\S)", requirements)
    return "\n".join(block for block in blocks if block.partition("==")[0] in wanted) + "\n"


def pip() -> list[str]:
    """The command that runs pip.

    :raises MissingError: if there is none. An environment that uv has made is without.
    """
    for python in (sys.executable, shutil.which("python3")):
        if python and not subprocess.run([python, "-m", "pip", "--version"], capture_output=True).returncode:
            return [python, "-m", "pip"]
    raise MissingError("pip is missing: python3 -m ensurepip")


def tool(name: str) -> str:
    """The path of a program.

    :raises MissingError: if it is not installed.
    """
    if path := shutil.which(name):
        return path
    raise MissingError(f"{name} is missing. Install Node 20 or later, which has node and npm.")


def run(command: Sequence[str], folder: Path, env: dict[str, str] | None = None) -> None:
    """Runs *command* in *folder*.

    :raises MissingError: with what it says, if it fails.
    """
    ended = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True)
    if ended.returncode:
        raise MissingError(f"{' '.join(command[:4])} failed:\n{ended.stderr.strip()}")


def unpack(packed: Path, target: Path, place: Callable[[str], str]) -> None:
    """Writes the files of an archive to *target*, each at its *place* there; not those without one."""
    with tarfile.open(packed) as archive:
        for member in archive:
            content = archive.extractfile(member) if member.isfile() else None
            if content and (name := place(member.name)) and ".." not in Path(name).parts:
                (target / name).parent.mkdir(parents=True, exist_ok=True)
                (target / name).write_bytes(content.read())


def fetched_for_tests() -> Path:
    """The packages of tests that run in the Python of a phone. Fetched at the first time."""
    wanted = ROOT / "phone" / "requirements-tests.txt"
    folder = CACHE / f"tests-{digest([wanted.read_bytes()])}"
    if not folder.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=CACHE, prefix=".draft-") as name:
            options = ["--only-binary=:all:", "--require-hashes", f"--requirement={wanted}"]
            target = f"--target={Path(name) / 'packages'}"
            run([*pip(), "install", *QUIET, "--no-deps", target, *ANY_PLATFORM, *options], Path(name))
            (Path(name) / "packages").rename(folder)
    return folder
