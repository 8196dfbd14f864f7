"""Lighthouse on six pages, as a phone sees them on a first visit: ``python -m benchmarks.audit``.

Needs Node and Chromium; npx fetches Lighthouse once. Fails where a page scores less than 100 for
accessibility or best practices. Performance depends on the machine, and is only printed.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.served import HOST, deadwood
from benchmarks.tables import seat
from tests.browser.finding import find_chromium

LIGHTHOUSE = "lighthouse@12.8.2"
"""The last version that runs on Node 18 and 20."""

CATEGORIES = ("performance", "accessibility", "best-practices")
REQUIRED = CATEGORIES[1:]
FLAGS = "--headless=new --no-sandbox --disable-gpu"
PERFECT = 100


def scores(address: str, cookie: str, report: Path, chromium: str) -> dict[str, int]:
    """The scores of a page, by category; what is wrong with it is printed."""
    command = [
        *("npx", "--yes", LIGHTHOUSE, address, "--quiet", "--output=json", f"--output-path={report}"),
        *(f"--only-categories={','.join(CATEGORIES)}", f"--chrome-flags={FLAGS}"),
        f"--extra-headers={json.dumps({'Cookie': cookie})}",
    ]
    subprocess.run(command, check=True, env={**os.environ, "CHROME_PATH": chromium})  # noqa: S603
    results = json.loads(report.read_text(encoding="utf-8"))
    found = {name: round(PERFECT * (results["categories"][name]["score"] or 0)) for name in CATEGORIES}
    for name in CATEGORIES:
        for each in results["categories"][name]["auditRefs"]:
            audit = results["audits"][each["id"]]
            if each["weight"] and audit["score"] not in {1, None}:
                print(f"  {name}: {audit['title']} {audit.get('displayValue', '')}")
    return found


def main() -> int:
    """Prints a line for each page; the exit status."""
    chromium = find_chromium()
    if chromium is None:
        print("Lighthouse needs Chromium.")
        return 1
    with tempfile.TemporaryDirectory() as folder:
        seated = seat(Path(folder, "instance"))
        pages = {
            "home": "/",
            "new match": "/matches/new",
            "sheet of 30 hands": seated.path,
            "entering a hand": f"{seated.path}/hands/new",
            "the judge": "/judge",
            "rules": "/houses/pagat",
        }
        print(f"{'':<20}" + "".join(f"{name:>16}" for name in CATEGORIES))
        kept = []
        with deadwood(Path(folder, "instance")) as server:
            for name, path in pages.items():
                address = f"http://{HOST}:{server.port}{path}"
                found = scores(address, seated.cookie, Path(folder, "report.json"), chromium)
                print(f"{name:<20}" + "".join(f"{score:>16}" for score in found.values()), flush=True)
                kept.append(all(found[category] == PERFECT for category in REQUIRED))
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
