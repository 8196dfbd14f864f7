"""How long a phone takes to go on without the server: ``python -m tests.phone.benchmark``.

Chromium takes a match of thirty hands along, the server is stopped, and the browser is started anew for each
round, as if from the home screen: at full speed, then four times as slow. DevTools slow down only the thread
of a page, never a worker, so here all processes of the browser are paused for three quarters of the time. CPU
is that of all of them; it depends less than the clock on what else the computer does. All are medians.
"""

import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from threading import Event, Thread
from typing import Any

import psutil
from playwright.sync_api import BrowserContext, Frame, Page, Playwright, sync_playwright

from benchmarks.served import HOST, deadwood
from benchmarks.tables import Seated, seat
from phone.build import build
from tests.browser.finding import find_chromium

ROUNDS = 3
SLOW = 4
TURN = 0.01
"""Seconds for which a slow browser runs at a time, at least."""

LONG = 90_000
"""Milliseconds that anything may take on a busy computer."""

PAGES = 7
"""How often a page is opened that was opened before."""

SHOWN = """() => {
  const { contentDocument: page } = document.getElementById("app") ?? {};
  return page?.querySelector("main") && page.readyState === "complete" ? Date.now() : 0;
}"""
ANSWERED = """() => {
  const { contentDocument: page } = document.getElementById("app");
  const isNew = page?.querySelector("main") && !page.documentElement.dataset.stored;
  return isNew && document.getElementById("state").hidden ? Date.now() : 0;
}"""
SAVED = """() => {
  const { contentWindow: app } = document.getElementById("app");
  const isSheet = !app.location.href.includes("/hands/") && app.document.querySelector("main");
  return isSheet ? Date.now() : 0;
}"""

OPEN = """path => new Promise((resolve) => {
  const frame = document.getElementById("app");
  const start = performance.now();
  frame.addEventListener("load", () => resolve(performance.now() - start), { once: true });
  frame.contentWindow.location.href = path;
})"""

ANSWER = """async (path) => {
  const start = performance.now();
  const answer = await fetch(path);
  await answer.text();
  return performance.now() - start;
}"""

Figures = dict[str, list[float]]
"""What was measured, by name."""


def main() -> int:
    """Prints a table; the exit status."""
    if (chromium := find_chromium()) is None:
        print("This needs Chromium.")
        return 1
    print(build())
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        seated = seat(folder / "instance")
        with deadwood(folder / "instance") as server:
            site = f"http://{HOST}:{server.port}"
            with browser(playwright, chromium, folder) as (context, program):
                start = program.cpu
                setting_up = take_along(context, site, seated)
                print(f"set up, once: {setting_up:.0f} s, {program.cpu - start:.1f} s of CPU")
        for speed in (1, SLOW):
            figures: Figures = {}
            for _ in range(ROUNDS):
                with browser(playwright, chromium, folder) as (context, program), slowed(program, speed):
                    play(context, program, site + seated.path, figures)
            show(speed, figures)
    print(f"load of this computer: {', '.join(f'{each:.1f}' for each in os.getloadavg())}")
    return 0


class Program:
    """All processes of a browser."""

    def __init__(self, first: psutil.Process) -> None:
        self.first = first

    def processes(self) -> list[psutil.Process]:
        """Those that run now."""
        return [self.first, *self.first.children(recursive=True)]

    def each(self, ask: Callable[[psutil.Process], Any]) -> list[Any]:
        """What *ask* returns for each of them. Some may have ended meanwhile."""
        answers = []
        for process in self.processes():
            try:
                answers.append(ask(process))
            except psutil.NoSuchProcess:
                continue
        return answers

    @property
    def cpu(self) -> float:
        """Seconds that they have computed so far."""
        return float(sum(times.user + times.system for times in self.each(psutil.Process.cpu_times)))

    @property
    def largest(self) -> float:
        """Megabytes in memory of the largest process that shows pages."""
        return float(
            max(self.each(lambda each: each.memory_info().rss / 1e6 * ("--type=renderer" in each.cmdline())))
        )


@contextmanager
def browser(playwright: Playwright, chromium: str, folder: Path) -> Iterator[tuple[BrowserContext, Program]]:
    """Chromium, started with what it has kept in *folder*."""
    before = set(psutil.Process().children(recursive=True))
    context = playwright.chromium.launch_persistent_context(
        str(folder / "profile"),
        executable_path=chromium,
        args=["--disable-gpu", "--no-sandbox"],
        viewport={"width": 390, "height": 844},
    )
    context.set_default_timeout(LONG)
    found = [each for each in set(psutil.Process().children(recursive=True)) - before if is_first(each)]
    try:
        yield context, Program(found[0])
    finally:
        context.close()


def is_first(process: psutil.Process) -> bool:
    """Whether it is the process of a browser that started the others."""
    command = process.cmdline()
    return any(each.startswith("--user-data-dir") for each in command) and not any(
        each.startswith("--type=") for each in command
    )


@contextmanager
def slowed(program: Program, times: int) -> Iterator[None]:
    """Lets a browser run only a part of the time."""
    done = Event()

    def take_turns() -> None:
        while not done.is_set():
            start = time.perf_counter()
            time.sleep(TURN)
            program.each(psutil.Process.suspend)
            time.sleep((times - 1) * (time.perf_counter() - start))
            program.each(psutil.Process.resume)

    thread = Thread(target=take_turns)
    if times > 1:
        thread.start()
    try:
        yield
    finally:
        done.set()
        if times > 1:
            thread.join()


def take_along(context: BrowserContext, site: str, seated: Seated) -> float:
    """Takes the match along; how many seconds that took."""
    name, _, value = seated.cookie.partition("=")
    context.add_cookies([{"name": name, "value": value, "url": site}])
    page = context.new_page()
    page.goto(site + seated.path)
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    page.goto(f"{site}{seated.path}/hands/new?by=deadwood")
    page.goto(f"{site}{seated.path}/along")
    start = time.perf_counter()
    page.click("[data-act=take]:visible")
    page.locator("[data-when=taken]").wait_for()
    return time.perf_counter() - start


def play(context: BrowserContext, program: Program, sheet: str, figures: Figures) -> None:
    """Opens the sheet, saves a hand, and opens pages, all without the server."""
    context.set_offline(True)
    page = context.new_page()

    def note(name: str, value: float) -> None:
        figures.setdefault(name, []).append(value)

    cpu, start = program.cpu, time.time()
    page.goto(sheet)
    page.wait_for_url("**/phone/**")
    note("sheet as seen last, s", page.wait_for_function(SHOWN).json_value() / 1000 - start)
    note("sheet by Python, s", page.wait_for_function(ANSWERED).json_value() / 1000 - start)
    note("sheet by Python, s of CPU", program.cpu - cpu)
    app = page.frames[1]
    app.goto(f"{sheet}/hands/new?by=deadwood")
    fill_in(app)
    start = time.time()
    app.click("[name=save]")
    note("a hand, save to sheet, ms", page.wait_for_function(SAVED).json_value() - start * 1000)
    paths = {
        "the sheet": sheet,
        "a hand": f"{sheet}/hands/new?by=deadwood",
        "the judge": f"{sheet.partition('/m/')[0]}/judge",
    }
    for name, found in pages(page, app, paths).items():
        note(f"{name}, ms", found)
    note("memory of the page with Python, MB", program.largest)


def fill_in(app: Frame) -> None:
    """Fills in a knock by deadwood."""
    app.click("label:has([name=knocker][value='0'])")
    app.fill("[name=deadwood_0]", "4", force=True)
    app.fill("[name=deadwood_1]", "20", force=True)
    app.wait_for_selector("[name=save]:not([aria-busy=true])")


def pages(page: Page, app: Frame, paths: Mapping[str, str]) -> dict[str, float]:
    """The milliseconds that warm pages take: asked for, and until they are loaded in the frame."""
    found: dict[str, float] = {}
    for name, path in paths.items():
        app.goto(path)
        found[f"{name} asked for"] = median(app.evaluate(ANSWER, path) for _ in range(PAGES))
        found[f"{name} opened"] = median(page.evaluate(OPEN, path) for _ in range(PAGES))
    return found


def show(speed: int, figures: Figures) -> None:
    """Prints the medians."""
    print("at full speed" if speed == 1 else f"{speed} times as slow")
    for name, found in figures.items():
        print(f"  {name:<40}{median(found):>10.2f}   ({min(found):.2f} to {max(found):.2f})", flush=True)


if __name__ == "__main__":
    sys.exit(main())
