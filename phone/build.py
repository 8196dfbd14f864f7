"""Builds what a phone takes along: ``python -m phone.build``, or ``make phone``.

Packages come from npm and pip, by version and hash (`packages.py`), and are packed in the Python of the phone
itself (`pack.py`). What does not depend on our source is kept in the cache.
"""

import fcntl
import gzip
import json
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from phone.on_phone import SETTINGS
from phone.packages import CACHE, PINS, ROOT, MissingError, digest, fetched, tool
from phone.program import SAYS, read_build, source_of
from views.language.i18n import languages
from views.shared.etags import digest as digest_of_pages

OLDEST_NODE = 20

OF_THE_LIBRARY = ("asked_languages.py",)
"""What decides which data of Babel are packed, beside the languages that have a catalogue."""

TARGET = ROOT / SETTINGS["PHONE_BUILD"]
"""Where the server looks for it."""


def build(target: Path = TARGET) -> str:
    """Builds everything in *target*, unless it is there already; returns a sentence about it.

    :raises MissingError: if a tool or a package is missing.
    """
    source = source_of(ROOT, digest_of_pages(ROOT, ROOT / "phone"))
    CACHE.mkdir(parents=True, exist_ok=True)
    with one_at_a_time():
        if read_build(target, source) is None:
            check_node()
            build_anew(target, source)
    phone_build = read_build(target, source)
    return f"A phone can take a match along: {phone_build.size / 1e6:.1f} MB, once." if phone_build else ""


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Waits for another build on this computer, and then finds what that one has fetched and packed."""
    with (CACHE / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def build_anew(target: Path, source: str) -> None:
    """Puts a new build in the place of *target*."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=target.parent, prefix=".draft-") as name:
        draft = Path(name) / "phone"
        shutil.copytree(library(), draft)
        pack("application", draft)
        describe(draft, source)
        shutil.rmtree(target, ignore_errors=True)
        draft.rename(target)


def check_node() -> None:
    """Refuses an old Node.

    :raises MissingError: if it is missing or too old.
    """
    version = subprocess.run([tool("node"), "--version"], capture_output=True, text=True).stdout
    if int(version.strip().removeprefix("v").partition(".")[0] or 0) < OLDEST_NODE:
        raise MissingError(f"Node {OLDEST_NODE} or later is needed, not {version.strip()}.")


def library() -> Path:
    """What depends on no more of our source than our languages, packed once."""
    packing = (ROOT / "phone" / name for name in ("pack.mjs", "pack.py"))
    scripts = (*packing, *(ROOT / "views" / "language" / name for name in OF_THE_LIBRARY))
    licences = sorted((ROOT / "phone" / "licences").iterdir())
    read = (path.read_bytes() for path in (*PINS, *scripts, *licences))
    folder = CACHE / f"packed-{digest((*read, *map(str.encode, languages())))}"
    if not folder.exists():
        with TemporaryDirectory(dir=CACHE, prefix=".draft-") as name:
            draft = Path(name) / "library"
            draft.mkdir()
            pack("library", draft)
            draft.rename(folder)
    return folder


def pack(part: str, target: Path) -> None:
    script = f"import sys; sys.path.insert(0, '/source'); from phone.pack import PARTS; PARTS['{part}']()"
    in_python(script, {"/source": ROOT, "/packages": fetched(), "/out": target})


def in_python(script: str, folders: dict[str, Path]) -> str:
    """Runs a script in the Python of a phone, which finds these folders; returns what it prints.

    :raises MissingError: if it fails.
    """
    given = ",".join(f"{name}={path}" for name, path in folders.items())
    command = [tool("node"), str(ROOT / "phone" / "pack.mjs"), str(fetched()), given, script]
    ended = subprocess.run(command, capture_output=True, text=True)
    if ended.returncode:
        raise MissingError(f"The Python of the phone failed:\n{ended.stdout}{ended.stderr}")
    return ended.stdout


def describe(folder: Path, source: str) -> None:
    """Says what is in *folder*. The version is a digest of all of it."""
    packed = sorted(folder.glob("*.gz"))
    description = {
        "version": digest(path.read_bytes() for path in packed),
        "source": source,
        "files": [
            [
                path.name.removesuffix(".gz"),
                digest([path.read_bytes()]),
                path.with_suffix(".br").stat().st_size,
                len(gzip.decompress(path.read_bytes())),
            ]
            for path in packed
        ],
    }
    (folder / SAYS).write_text(json.dumps(description, indent=2) + "\n")


def said_of(work: Callable[[], str]) -> int:
    """Prints in one line what came of *work*; returns the exit status. If it is ended, no draft is left."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    try:
        print(work())  # noqa: T201
    except MissingError as error:
        print(f"Not built: {error}", file=sys.stderr)  # noqa: T201
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(said_of(build))
