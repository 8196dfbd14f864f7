"""A phone with little memory prepares the program three times, and then does without."""

from playwright.sync_api import BrowserContext, Page

from tests.browser.table import Phone
from tests.browser.test_offline import source
from tests.browser.waiting import wait_until

PREPARE = """() => {
  globalThis.prepared = import("/phone/static/js/compile_program.js").then(({ prepareProgram }) =>
    prepareProgram(location.href, { version: "1", settings: {} }));
}"""

TRIES = "(count) => localStorage.getItem('tries') === (count && `1 ${count}`)"

BYTES = """async () => {
  await globalThis.prepared;
  return (await caches.match(`${location.href}phone/run/memory.bin`)).headers.get("X-Bytes");
}"""


def preparing(context: BrowserContext) -> Page:
    """A page that prepares the program, and never comes to the end."""
    page = context.new_page()
    page.route("**/static/js/**", source)
    page.route("**/phone/worker.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
    page.goto("/")
    page.evaluate(PREPARE)
    return page


def test_a_program_that_three_pages_could_not_prepare_starts_without_its_memory(phone: Phone) -> None:
    context = phone().context
    wait_until(preparing(context), TRIES, 1)
    wait_until(preparing(context), TRIES, 2)
    closed = preparing(context)
    wait_until(closed, TRIES, 3)
    closed.goto("/judge")
    wait_until(closed, TRIES, 2)
    wait_until(preparing(context), TRIES, 3)

    last = preparing(context)
    assert last.evaluate(BYTES) == "0"
    wait_until(last, TRIES, None)
