"""Finds the browsers. As a script it prints the path of Chromium.

``--install`` installs Chromium if it is missing, ``--install-all`` also the other programs that tests start:
WebKit, Firefox, nginx, openssl for its certificate, pgbouncer, gcc, and what checks units of systemd.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

SHELLS = ("chromium-headless-shell", "chrome-headless-shell")
"""Chromium without a window. A page opens in half the time, because no window is drawn."""

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

DOWNLOADED_SHELLS = (
    "chromium_headless_shell-*/*/headless_shell*",
    "chromium_headless_shell-*/*/chrome-headless-shell*",
)

DOWNLOADED = (
    "chromium-*/chrome-linux*/chrome",
    "chromium-*/chrome-mac*/*.app/Contents/MacOS/*",
    "chromium-*/chrome-win*/chrome.exe",
)

ADVICE = """No Chromium was found, so the browser tests will be skipped. Any of these helps:
  - install chromium-headless-shell, chromium or Google Chrome with this system's package manager
  - .venv/bin/playwright install --only-shell chromium
  - name an executable: BROWSER_BIN=/path/to/chrome make test
"""


def find_chromium() -> Path | None:
    """The first Chromium that exists."""
    return first([*fast_ones(), *slow_ones()])


def fast_ones() -> Iterator[Path]:
    """The Chromium that was asked for, or possible paths of one without a window, the most likely first."""
    if named := os.environ.get("BROWSER_BIN"):
        yield Path(named)
    yield from on_the_path(SHELLS)
    yield from downloaded(DOWNLOADED_SHELLS)


def slow_ones() -> Iterator[Path]:
    """Possible paths of Chromium with a window, the most likely first."""
    yield from on_the_path(NAMES)
    yield from (Path(place).expanduser() for place in PLACES)
    yield from downloaded(DOWNLOADED)


def on_the_path(names: Iterable[str]) -> Iterator[Path]:
    """The commands of these names."""
    return (Path(found) for name in names if (found := shutil.which(name)))


def downloaded(patterns: Iterable[str]) -> Iterator[Path]:
    """What Playwright has downloaded, the newest first."""
    for folder in filter(None, (os.environ.get("PLAYWRIGHT_BROWSERS_PATH"), *DOWNLOADS)):
        for pattern in patterns:
            yield from sorted(Path(folder).expanduser().glob(pattern), reverse=True)


def first(paths: Iterable[Path]) -> Path | None:
    """The first that can be run."""
    return next((path for path in paths if path.is_file() and os.access(path, os.X_OK)), None)


def find_webkit() -> tuple[str, str] | None:
    """WebKit's driver and its smallest browser, with the screen that they need."""
    driver = shutil.which("WebKitWebDriver")
    browsers = sorted(str(path) for path in Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
    return (driver, browsers[-1]) if driver and browsers and shutil.which("Xvfb") else None


def find_firefox() -> str | None:
    names = ("firefox-esr", "firefox", "/Applications/Firefox.app/Contents/MacOS/firefox")
    return next(filter(None, map(shutil.which, names)), None)


def find_nginx() -> bool:
    """Whether there are nginx and openssl."""
    return bool(shutil.which("nginx") and shutil.which("openssl"))


def find_pgbouncer() -> bool:
    """Whether there are pgbouncer, and a PostgreSQL of the system that can have a standby."""
    return bool(shutil.which("pgbouncer") and [*Path("/usr/lib/postgresql").glob("*/bin/pg_basebackup")])


def find_compiler() -> str | None:
    """The C compiler, for the library that lets disks and clocks fail (tests/faults/shim.c)."""
    return shutil.which("gcc")


def find_ip() -> str | None:
    """The program that makes networks."""
    return shutil.which("ip")


def find_systemd() -> str | None:
    """The program that checks the units of docs/hosting."""
    return shutil.which("systemd-analyze")


def is_offered(package: str) -> bool:
    """Whether apt knows *package*, before it has looked for news."""
    return not subprocess.run(["apt-cache", "show", package], capture_output=True).returncode


def has_chromium() -> bool:
    """Whether there is a Chromium, and apt has no faster one."""
    return bool(first(fast_ones()) or (find_chromium() and not is_offered(SHELLS[0])))


Packages = tuple[tuple[Callable[[], object], list[str]], ...]
"""How each program is found, and its Debian packages. Where one is not offered, the next is tried."""

CHROMIUM: Packages = (
    (has_chromium, ["chromium-headless-shell", "fonts-dejavu-core"]),
    (find_chromium, ["chromium", "fonts-dejavu-core"]),
)
"""What `make test` needs."""

ALL: Packages = (
    *CHROMIUM,
    (find_webkit, ["webkit2gtk-driver", "xvfb"]),
    (find_firefox, ["firefox-esr"]),
    (find_nginx, ["nginx-light", "openssl"]),
    (find_nginx, ["nginx", "openssl"]),
    (find_pgbouncer, ["pgbouncer", "postgresql"]),
    (find_compiler, ["gcc", "libc6-dev"]),
    (find_systemd, ["systemd"]),
    (find_ip, ["iproute2"]),
)
"""What `make test-all` needs."""


def install_missing(wanted: Packages) -> None:
    """Installs what is missing of what is *wanted*, if root and apt are enough for it."""
    if shutil.which("apt-get") is None or os.geteuid() != 0 or all(find() for find, _ in wanted):
        return
    sys.stderr.write("Installing programs that the tests start (once) ...\n")
    apt_get("update")
    for find, packages in wanted:
        if not find():
            apt_get("install", "-y", "--no-install-recommends", *packages)


def apt_get(*command: str) -> None:
    """Runs apt-get, with what it prints among the messages."""
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(["apt-get", "-qq", *command], stdout=sys.stderr, env=environment)


def main() -> None:
    """Prints the path of Chromium. Without one it says so, and other tests can still run."""
    if "--install-all" in sys.argv:
        install_missing(ALL)
    elif "--install" in sys.argv:
        install_missing(CHROMIUM)
    if found := find_chromium():
        sys.stdout.write(f"{found}\n")
    else:
        sys.stderr.write(ADVICE)


if __name__ == "__main__":
    main()
