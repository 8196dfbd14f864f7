"""Finds the browsers. As a script it prints the path of Chromium; ``--install`` installs what is missing."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
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
"""The folder with Playwright's browsers."""

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
    """The first Chromium that exists."""
    return next((path for path in candidates() if path.is_file() and os.access(path, os.X_OK)), None)


def candidates() -> Iterator[Path]:
    """Possible paths of Chromium, the most likely first."""
    if named := os.environ.get("BROWSER_BIN"):
        yield Path(named)
    yield from (Path(found) for name in NAMES if (found := shutil.which(name)))
    yield from (Path(place).expanduser() for place in PLACES)
    for folder in filter(None, (os.environ.get("PLAYWRIGHT_BROWSERS_PATH"), *DOWNLOADS)):
        for pattern in DOWNLOADED:
            yield from sorted(Path(folder).expanduser().glob(pattern), reverse=True)


def find_webkit() -> tuple[str, str] | None:
    """WebKit's driver and its smallest browser, with the screen that they need."""
    driver = shutil.which("WebKitWebDriver")
    browsers = sorted(str(path) for path in Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
    return (driver, browsers[-1]) if driver and browsers and shutil.which("Xvfb") else None


def find_firefox() -> str | None:
    """The first Firefox there is."""
    names = ("firefox-esr", "firefox", "/Applications/Firefox.app/Contents/MacOS/firefox")
    return next(filter(None, map(shutil.which, names)), None)


PACKAGES: tuple[tuple[Callable[[], object], list[str]], ...] = (
    (find_chromium, ["chromium", "fonts-dejavu-core"]),
    (find_webkit, ["webkit2gtk-driver", "xvfb"]),
    (find_firefox, ["firefox-esr"]),
)
"""How each browser is found, and its Debian packages."""


def install_missing() -> None:
    """Installs missing browsers, if root and apt are enough for it."""
    missing = [packages for find, packages in PACKAGES if find() is None]
    if not missing or shutil.which("apt-get") is None or os.geteuid() != 0:
        return
    sys.stderr.write("Installing browsers for the tests (once) ...\n")
    quietly = {"stdout": sys.stderr, "env": os.environ | {"DEBIAN_FRONTEND": "noninteractive"}}
    subprocess.run(["apt-get", "update", "-qq"], **quietly)
    for packages in missing:
        subprocess.run(["apt-get", "install", "-qq", "-y", "--no-install-recommends", *packages], **quietly)


def main() -> None:
    """Prints the path of Chromium. Without one it says so, and other tests can still run."""
    if "--install" in sys.argv:
        install_missing()
    if found := find_chromium():
        sys.stdout.write(f"{found}\n")
    else:
        sys.stderr.write(ADVICE)


if __name__ == "__main__":
    main()
