"""Performs the steps of a Containerfile in empty folders, as no engine for containers runs here."""

import json
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from glob import glob
from pathlib import Path

from tests.conftest import missing
from tests.nginx import running
from tests.release.installers import python
from tests.views.cli.test_starting import wait_for

BASE = re.compile(r"docker\.io/library/python:(?P<version>[\d.]+)-slim( AS (?P<name>\w+))?")

MOUNT = """
mount --rbind /usr "$0/usr"
mount --bind "$1" "$0/usr/local"
for each in etc dev proc; do mount --rbind "/$each" "$0/$each"; done
mount --bind "$2" "$0/mnt"
shift 2
exec chroot "$@"
"""
"""Shows a folder the programs of this computer and a Python, as the image that it starts from has them."""


@dataclass
class Image:
    """A folder that programs take for the whole computer."""

    root: Path
    python: Path
    """The folder of the Python that it starts from."""
    wheels: Path
    """The packages that there are, without a network."""
    said: dict[str, str]
    """Its last instruction of each kind."""

    def inside(self, script: str) -> tuple[list[str], dict[str, str]]:
        """The command that runs *script* there, and its environment."""
        folders = map(str, (self.root, self.python, self.wheels))
        script = f"export {self.said['ENV']}; {script}"
        chroot = [f"--userspec={self.said['USER']}", str(self.root), "/bin/sh", "-ec", script]
        settings = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": "/mnt", "LD_LIBRARY_PATH": "/usr/local/lib"}
        settings["PATH"] = "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        return ["unshare", "--mount", "sh", "-ec", MOUNT, *folders, *chroot], settings

    def run(self, script: str) -> subprocess.CompletedProcess[str]:
        """Runs *script* there; what it prints is kept."""
        command, settings = self.inside(script)
        return subprocess.run(command, env=settings, capture_output=True, text=True)

    def is_healthy(self, port: int) -> bool:
        check = self.said["HEALTHCHECK"].removeprefix("CMD ")
        return self.run(f"export PORT={port}; {check}").returncode == 0

    @contextmanager
    def started(self, port: int) -> Iterator[subprocess.Popen[str]]:
        """Its command, answering on *port*, and stopped in the end."""
        program = shlex.join(json.loads(self.said["CMD"]))
        with running(*self.inside(f"export PORT={port}; exec {program}")) as process:
            wait_for(f"http://127.0.0.1:{port}/health", process)
            yield process


def build(containerfile: Path, context: Path, folder: Path, wheels: Path) -> Image:
    """The last image of a file. Packages of Debian are left out: the folders show those of this computer."""
    if os.geteuid() or not shutil.which("unshare"):
        missing("root or unshare")
    sources = {"": context}
    text = re.sub(r"^#.*\n|\\\n", "", containerfile.read_text(), flags=re.MULTILINE)
    for word, _, rest in (line.partition(" ") for line in filter(None, text.splitlines())):
        match word:
            case "FROM":
                base = BASE.fullmatch(rest)
                assert base, rest
                home = Path(python(base["version"])).resolve().parents[1]
                root = sources[base["name"] or "last"] = new_root(folder / (base["name"] or "last"))
                image = Image(root, home, wheels, {"ENV": "LANG=C.UTF-8", "USER": "0:0"})
            case "COPY":
                name, what = re.fullmatch(r"(?:--from=(\w+) )?(.*)", rest).groups("")
                copy(what, sources[name], image.root)
            case "RUN" if "apt-get" not in rest:
                done = image.run(rest)
                assert done.returncode == 0, done.stdout + done.stderr
            case _:
                image.said[word] = rest
    return image


def new_root(folder: Path) -> Path:
    """An image with nothing in it but what this computer will show there."""
    for name in ("usr", "etc", "dev", "proc", "mnt", "tmp"):
        (folder / name).mkdir(parents=True)
    for name in ("bin", "sbin", "lib", "lib64"):  # As Debian has them.
        (folder / name).symlink_to(f"usr/{name}")
    return folder


def copy(written: str, source: Path, root: Path) -> None:
    """Performs a COPY instruction."""
    *names, target = written.split()
    goal = root / target.strip("/")
    goal.mkdir(parents=True, exist_ok=True)
    for path in (each for name in names for each in glob(str(source / name.lstrip("/")))):
        subprocess.run(["cp", "--archive", f"{path}/." if Path(path).is_dir() else path, goal], check=True)
