"""Finds Chromium. As a script it prints where that is; with ``--install`` it tries to install it first."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")

PLACES = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "~/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Google/Chrome/Application/chrome.exe",
    "~/AppData/Local/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
)

DOWNLOADS = (
    "~/.cache/ms-playwright",
    "~/Library/Caches/ms-playwright",
    "~/AppData/Local/ms-playwright",
)
"""Where Playwright keeps its own browsers."""

DOWNLOADED = (
    "chromium-*/chrome-linux*/chrome",
    "chromium-*/chrome-mac*/*.app/Contents/MacOS/*",
    "chromium-*/chrome-win*/chrome.exe",
)

ADVICE = """No Chromium was found, so the browser tests will be skipped. Any of these helps:
  - install chromium or Google Chrome with this system's package manager
  - .venv/bin/playwright install chromium
  - name an executable: BROWSER_BIN=/path/to/chrome make test
"""


def find_chromium() -> Path | None:
    """The first Chromium there is."""
    return next((path for path in candidates() if path.is_file() and os.access(path, os.X_OK)), None)


def candidates() -> Iterator[Path]:
    """Where a Chromium may be, the likeliest first."""
    if named := os.environ.get("BROWSER_BIN"):
        yield Path(named)
    yield from (Path(found) for name in NAMES if (found := shutil.which(name)))
    yield from (Path(place).expanduser() for place in PLACES)
    for folder in filter(None, (os.environ.get("PLAYWRIGHT_BROWSERS_PATH"), *DOWNLOADS)):
        for pattern in DOWNLOADED:
            yield from sorted(Path(folder).expanduser().glob(pattern), reverse=True)


def install_chromium() -> None:
    """Installs Chromium where that takes no more than root and apt."""
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        return
    sys.stderr.write("Installing Chromium for the browser tests (once) ...\n")
    quietly = {"stdout": sys.stderr, "env": os.environ | {"DEBIAN_FRONTEND": "noninteractive"}}
    subprocess.run(["apt-get", "update", "-qq"], **quietly)
    packages = ["chromium", "fonts-dejavu-core"]
    subprocess.run(["apt-get", "install", "-qq", "-y", "--no-install-recommends", *packages], **quietly)


def main() -> None:
    """Prints where Chromium is. Without one it says so, and nothing stands in the way of the other tests."""
    if find_chromium() is None and "--install" in sys.argv:
        install_chromium()
    if found := find_chromium():
        sys.stdout.write(f"{found}\n")
    else:
        sys.stderr.write(ADVICE)


if __name__ == "__main__":
    main()
