"""Waits for what a page does by itself."""

from typing import Any

from playwright.sync_api import Error, Page

PATIENCE = 30_000
"""Milliseconds that a page may take for anything on a busy computer before a test fails."""

UNTIL = """async arg => {
  const isTrue = %s;
  const end = Date.now() + %d;
  while (!(await isTrue(arg))) {
    if (Date.now() > end) throw new Error("never true");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}"""

IS_PATIENT = "AbortSignal.timeout = () => new AbortController().signal"
"""Lets a page wait for an answer however long a test holds it back."""

AN_EVENING = 1_700_000_000
"""Some time, in seconds."""


def stop_clock(page: Page) -> None:
    """Stops the clock of what *page* will show: timers there only fire when a test lets time pass."""
    page.clock.install(time=AN_EVENING)
    page.clock.pause_at(AN_EVENING + 1)


def evaluated(page: Page, script: str, arg: Any = None) -> Any:
    """What *script* says, also if the page loads itself anew meanwhile."""
    try:
        return page.evaluate(script, arg)
    except Error as error:
        if "navigation" not in error.message:
            raise
        page.wait_for_load_state()
        return evaluated(page, script, arg)


def wait_until(page: Page, script: str, arg: Any = None) -> None:
    """Waits until an asynchronous *script* says so: ``wait_for_function`` takes any promise for a yes."""
    try:
        page.evaluate(UNTIL % (script, PATIENCE), arg)
    except Error as error:
        if "navigation" not in error.message:
            raise
        page.wait_for_load_state()
        wait_until(page, script, arg)
