"""Performs the steps of a Containerfile in empty folders, as no engine for containers runs here."""

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
    user: str = "0:0"
    settings: str = ":"
    """The command that sets its variables."""
    health: str = ""
    command: str = ""

    def __post_init__(self) -> None:
        for name in ("usr", "etc", "dev", "proc", "mnt", "tmp"):
            (self.root / name).mkdir(parents=True)
        for name in ("bin", "sbin", "lib", "lib64"):  # As Debian has them.
            (self.root / name).symlink_to(f"usr/{name}")

    def inside(self, script: str) -> tuple[list[str], dict[str, str]]:
        """The command that runs *script* there, and its environment."""
        folders = map(str, (self.root, self.python, self.wheels))
        chroot = [f"--userspec={self.user}", str(self.root), "/bin/sh", "-ec", f"{self.settings}; {script}"]
        settings = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": "/mnt", "LD_LIBRARY_PATH": "/usr/local/lib"}
        settings["PATH"] = "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        return ["unshare", "--mount", "sh", "-ec", MOUNT, *folders, *chroot], settings

    def run(self, script: str) -> subprocess.CompletedProcess[str]:
        """Runs *script* there; what it prints is kept."""
        command, settings = self.inside(script)
        return subprocess.run(command, env=settings, capture_output=True, text=True)

    def is_healthy(self, port: int) -> bool:
        return self.run(f"export PORT={port}; {self.health}").returncode == 0

    @contextmanager
    def started(self, port: int, log: Path) -> Iterator[subprocess.Popen[str]]:
        """Its command, answering on *port*, and stopped in the end."""
        command, settings = self.inside(f"export PORT={port}; exec {self.command}")
        with log.open("a") as said:
            process = subprocess.Popen(command, env=settings, stdout=said, stderr=said, text=True)
        try:
            wait_for(f"http://127.0.0.1:{port}/health", process)
            yield process
        finally:
            process.terminate()
            process.wait(timeout=30)


def build(containerfile: Path, context: Path, folder: Path, wheels: Path) -> Image:
    """The last image of a file. Packages of Debian are left out: the folders show those of this computer."""
    if os.geteuid() or not shutil.which("unshare"):
        missing("root or unshare")
    images: dict[str, Image] = {}
    text = re.sub(r"^#.*\n|\\\n", "", containerfile.read_text(), flags=re.MULTILINE)
    for word, _, rest in (line.partition(" ") for line in filter(None, text.splitlines())):
        match word:
            case "FROM":
                base = BASE.fullmatch(rest)
                assert base, rest
                home = Path(python(base["version"])).resolve().parents[1]
                image = images[base["name"] or ""] = Image(folder / (base["name"] or "last"), home, wheels)
            case "COPY" if from_image := re.fullmatch(r"--from=(\w+) (.*)", rest):
                copy(from_image[2], images[from_image[1]].root, image.root)
            case "COPY":
                copy(rest, context, image.root)
            case "RUN" if "apt-get" not in rest:
                done = image.run(rest)
                assert done.returncode == 0, done.stdout + done.stderr
            case "USER":
                image.user = rest
            case "ENV":
                image.settings = f"export {rest}"
            case "HEALTHCHECK":
                image.health = rest.removeprefix("CMD ")
            case "CMD":
                image.command = shlex.join(re.findall(r'"([^"]+)"', rest))
    return images[""]


def copy(written: str, source: Path, root: Path) -> None:
    """Performs a COPY instruction."""
    *names, target = written.split()
    goal = root / target.strip("/")
    goal.mkdir(parents=True, exist_ok=True)
    for path in (each for name in names for each in glob(str(source / name.lstrip("/")))):
        subprocess.run(["cp", "--archive", f"{path}/." if Path(path).is_dir() else path, goal], check=True)
