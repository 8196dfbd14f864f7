"""A library loaded into a server with LD_PRELOAD: a disk that is full or fails, a clock that is wrong.

It also writes a log of everything that reaches the disk, and when.
"""

import mmap
import os
import shutil
import struct
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.conftest import missing

SOURCE = Path(__file__).with_name("shim.c")
SWITCHES = ("full", "failing", "clock_offset")
"""The fields of ``struct switches`` in shim.c."""


def compiled(folder: Path) -> Path:
    """The library, compiled in *folder*; the test is skipped where that can't be done."""
    compiler = shutil.which("gcc")
    if compiler is None or os.uname().sysname != "Linux":
        missing("gcc on Linux")
    library = folder / "shim.so"
    subprocess.run([str(compiler), "-shared", "-fPIC", "-O1", "-o", library, SOURCE, "-ldl"], check=True)
    return library


class Shim:
    """The faults of one server, switched on and off while it runs."""

    def __init__(self, library: Path, folder: Path, files: Path) -> None:
        """*folder* is for its own files; *files* is the folder of the server's files."""
        switches, self.log = folder / "switches", folder / "log"
        switches.write_bytes(bytes(8 * len(SWITCHES)))
        with switches.open("r+b") as opened:
            self._shared = mmap.mmap(opened.fileno(), 0)
        self.environment = {
            "LD_PRELOAD": str(library),
            "FAULTS_SWITCHES": str(switches),
            "FAULTS_FOLDER": str(files),
        }
        self.recording = {"FAULTS_LOG": str(self.log)}
        """Added to the environment to write the log."""

    @contextmanager
    def on(self, switch: str, value: int = 1) -> Iterator[None]:
        """Meanwhile there is a fault; *value* is how wrong the clock is, in seconds."""
        at = 8 * SWITCHES.index(switch)
        struct.pack_into("q", self._shared, at, value)
        try:
            yield
        finally:
            struct.pack_into("q", self._shared, at, 0)


@dataclass(frozen=True, slots=True)
class DiskEvent:
    """Something that was done to a file."""

    at: float
    """When, in seconds of :func:`time.monotonic`."""
    kind: str
    """``w`` write, ``s`` sync, ``t`` truncate, ``u`` unlink."""
    name: str
    offset: int
    """For a truncate, the new size."""
    written: bytes


HEAD = struct.Struct("qqqqq")


def disk_events(log: Path) -> Iterator[DiskEvent]:
    """What the log of a server says, in order."""
    content, at = log.read_bytes(), 0
    while at < len(content):
        nanoseconds, kind, name_length, offset, length = HEAD.unpack_from(content, at)
        at += HEAD.size
        name, written = content[at : at + name_length], content[at + name_length : at + name_length + length]
        at += name_length + length
        yield DiskEvent(nanoseconds / 1e9, chr(kind), name.decode(), offset, written)
