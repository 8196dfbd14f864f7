"""The program that a phone takes along, as ``make phone`` has built it.

Nothing of it is in the repository, and without it everything else works.
"""

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from flask import Flask, current_app

from views.assets.static_files import fetched_from
from views.cli.start_errors import IS_CHECKOUT

EXTENSION = "phone build"

NOT_BUILT = "Phones can’t take matches along: for that, run “make phone” and start again."

BEING_BUILT = "What phones need without a network is being built. Nobody waits for it."

SAYS = "build.json"
"""The file that says what is there."""


Said = dict[str, Any]
"""What is written as JSON."""


class File(NamedTuple):
    """A file of a build."""

    name: str
    digest: str
    sent: int
    """Bytes as they are sent, compressed with Brotli."""
    size: int
    """Bytes as they are."""


@dataclass(frozen=True, slots=True)
class Build:
    """A build that is of the same source as this server."""

    folder: Path
    version: str
    """A digest of everything in it."""
    files: tuple[File, ...]

    @property
    def size(self) -> int:
        """How many bytes a phone fetches, once."""
        return sum(each.sent for each in self.files)


Address = Callable[[File], str]
"""Where a file is fetched."""


def version_with(build: Build, assets: Path) -> str:
    """The version of the program: new scripts and style sheets have to reach phones as well."""
    return f"{build.version}-{assets.name}"


def described(build: Build, assets: Path, address: Address, pages: Mapping[str, str], static: str) -> Said:
    """What phones are told about the program: which files, pages and static files it has, and where they are.

    *pages* are the addresses of the page around the app and of its worker, *static* that of *assets*.
    """
    return {
        "version": version_with(build, assets),
        "files": [each._asdict() | {"url": address(each)} for each in build.files],
        "pages": [{"name": name, "url": url} for name, url in pages.items()],
        "statics": [f"{static}/{name}" for name in fetched_from(assets)],
    }


def source_of(root: Path, pages: str) -> str:
    """The digest of all source at *root* that a build is made of. *pages* is that of what pages need."""
    state = sha256(pages.encode())
    state.update((root / "app.py").read_bytes())
    return state.hexdigest()


def read_build(folder: Path, source: str) -> Build | None:
    """The build in *folder*; None if there is none, or if it is of another source."""
    try:
        said: dict[str, Any] = json.loads((folder / SAYS).read_text())
    except FileNotFoundError:
        return None
    if said["source"] != source:
        return None
    return Build(folder, said["version"], tuple(File(*each) for each in said["files"]))


def find_build(app: Flask) -> Build | None:
    """What there is to take along, as configured."""
    folder, root = app.config["PHONE_BUILD"], Path(app.root_path)
    if not folder:
        return None
    return read_build(root / folder, source_of(root, app.extensions["source_digest"]))


def current_build() -> Build | None:
    """The build of this server, if it has one."""
    build: Build | None = current_app.extensions[EXTENSION]
    return build


def greeting() -> str:
    """Whether phones can take matches along; if `make run` asks, that is being built from now on."""
    build = current_build()
    if build is None and os.environ.get("BUILDS_PROGRAM"):
        from phone.meanwhile import build_meanwhile

        build_meanwhile(current_app._get_current_object())  # type: ignore[attr-defined]
        return BEING_BUILT
    if build is None:
        return NOT_BUILT if IS_CHECKOUT else ""
    return f"Phones can take matches along ({build.size / 1e6:.1f} MB, once)."


def init_app(app: Flask) -> None:
    """Finds the build, and tells the templates how many bytes are taken along; 0 if nothing can be."""
    app.extensions[EXTENSION] = build = find_build(app)
    app.jinja_env.globals["takes_along"] = build.size if build else app.config["TAKES_ALONG"]
