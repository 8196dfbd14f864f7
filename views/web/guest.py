"""What a guest adds to the app: a package that can be deleted, and then nothing is missing.

There is one, the Python of a phone (``phone``). `app.py` finds it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from flask import Flask, current_app

EXTENSION = "guest"

SETTINGS: dict[str, Any] = {
    # Whether this is a server, which others use at the same time, and which has commands.
    "IS_SERVER": True,
    # The folder below /static/ that has the static files, if this application does not serve them itself.
    "ASSETS": "",
    # The digest of the source, if the source is not there.
    "SOURCE_DIGEST": "",
    # Links that a server has made, by purpose and seed: "watch:5f0c…". Only its key could make them again.
    "LINKS": {},
    # How far that server's clocks are from UTC, as models/records/tables/local_time.py has it; [] for those
    # of this computer.
    "OFFSETS": [],
}
"""What a guest sets that runs the application by itself."""


def nothing(_app: Flask) -> None:
    """Adds nothing."""


@dataclass(frozen=True, slots=True)
class Guest:
    """What a guest adds. As it stands here, nothing."""

    folder: Path | None = None
    """The guest's folder: what pages depend on, and in ``static`` its style sheets and scripts."""
    styles: Mapping[str, str] = field(default_factory=dict)
    """The guest's own style sheets, and what it adds to those of `bundles.STYLES`."""
    scripts: Mapping[str, str] = field(default_factory=dict)
    """The guest's own scripts, and what it adds to those of `bundles.SCRIPTS`."""
    menu: str = ""
    """The template of the guest's entries in the menu of a sheet."""
    notices: str = ""
    """The template of the guest's notices, beside ours on the page /unsent."""
    about: str = "offline/about.html"
    """The template of the page about a device without a network."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """The guest's own settings, as they are on a server."""
    install: Callable[[Flask], None] = nothing
    """Adds its pages to an application."""
    greeting: Callable[[], str] = str
    """What it says when a server starts."""

    @property
    def static(self) -> tuple[Path, ...]:
        """The guest's folder of style sheets and scripts, if it has one."""
        return (self.folder / "static",) if self.folder else ()


NO_GUEST = Guest()


def joined(ours: Mapping[str, str], added: Mapping[str, str]) -> dict[str, str]:
    """What both say, by its name.

    >>> joined({"sheet": "menu"}, {"sheet": "live", "shell": "frame"})
    {'sheet': 'menu live', 'shell': 'frame'}
    """
    return {name: _words(each.get(name, "") for each in (ours, added)) for name in {**ours, **added}}


def _words(parts: Iterable[str]) -> str:
    return " ".join(filter(None, parts))


def current_guest() -> Guest:
    guest: Guest = current_app.extensions[EXTENSION]
    return guest


def init_app(app: Flask, guest: Guest) -> None:
    """Tells the other parts which guest there is, and the templates."""
    app.extensions[EXTENSION] = app.jinja_env.globals["guest"] = guest
