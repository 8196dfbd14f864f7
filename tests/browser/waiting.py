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


def wait_until(page: Page, script: str, arg: Any = None) -> None:
    """Waits until an asynchronous *script* says so: ``wait_for_function`` takes any promise for a yes."""
    try:
        page.evaluate(UNTIL % (script, PATIENCE), arg)
    except Error as error:
        if "navigation" not in error.message:
            raise
        page.wait_for_load_state()
        wait_until(page, script, arg)
