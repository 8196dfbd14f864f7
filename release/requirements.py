"""The requirements of the wheel: each from the version that was tested up to the next major one.

Hatchling asks for them when it builds. They are those of ``requirements.txt``, whose versions are pinned.
"""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

PIN = re.compile(r"^(?P<name>\S+)==(?P<version>(?P<major>\d+)\S*)(?P<marker> ; .*?)? \\$", re.MULTILINE)


def requirements(pinned: str) -> list[str]:
    r"""What *pinned* lists, up to the next major versions.

    >>> requirements("click==8.5.1 \\\n    --hash=sha256:1f\ntzdata==2026.6 ; sys_platform == 'win32' \\\n")
    ['click>=8.5.1,<9', "tzdata>=2026.6,<2027 ; sys_platform == 'win32'"]
    """
    return [
        f"{pin['name']}>={pin['version']},<{int(pin['major']) + 1}{pin['marker'] or ''}"
        for pin in PIN.finditer(pinned)
    ]


class Requirements(MetadataHookInterface):
    """Tells Hatchling."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Sets the requirements in the *metadata* of the wheel."""
        metadata["dependencies"] = requirements((Path(self.root) / "requirements.txt").read_text())
