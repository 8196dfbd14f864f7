"""Files that only the owner of the process can read."""

import logging
import os
import stat
from contextlib import suppress
from pathlib import Path

from views.language.i18n import gettext as _

log = logging.getLogger(__name__)

OURS = ("gin.sqlite*", "gin.backup.*", "passing.sqlite*", "secret_key*", "assets")
"""What Deadwood writes in its folder."""

OTHERS = stat.S_IRWXG | stat.S_IRWXO
"""Rights of everybody but the owner."""


def close_to_others(folder: Path) -> None:
    """Takes away the rights of others to *folder* and what Deadwood has in it, and to all that it will write.

    A folder that has other things in it, such as a home directory, or that is everybody's, such as ``/tmp``,
    keeps its rights.
    """
    os.umask(os.umask(OTHERS) | OTHERS)
    folder.mkdir(parents=True, exist_ok=True)
    ours = [path for pattern in OURS for path in folder.glob(pattern)]
    walked = os.walk(folder / "assets")
    below = [Path(parent, name) for parent, folders, files in walked for name in (*folders, *files)]
    try:
        for path in (*ours, *below):
            close(path)
        if is_ours_alone(folder, ours):
            close(folder)
    except PermissionError:
        log.warning(
            _(
                "Others on this computer may be able to read %(folder)s: it belongs to somebody else, "
                "so Deadwood can’t change that.",
                folder=folder,
            )
        )


def close(path: Path) -> None:
    """Takes away the rights of others to *path*, unless another process that starts now has deleted it."""
    with suppress(FileNotFoundError):
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & OTHERS and not path.is_symlink():
            path.chmod(mode & ~OTHERS)


def is_ours_alone(folder: Path, ours: list[Path]) -> bool:
    """Whether *folder* holds nothing but *ours* and hidden files, and is no place for temporary files."""
    is_sticky = folder.stat().st_mode & stat.S_ISVTX
    return not is_sticky and all(path in ours or path.name.startswith(".") for path in folder.iterdir())
