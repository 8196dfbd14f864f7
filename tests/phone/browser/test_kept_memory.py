"""Where the memory of Python is kept."""

from typing import Any

from playwright.sync_api import Page, Route

from tests.browser.table import Phone
from tests.browser.test_offline import with_source

FULL = """
import { keepMemory } from "./kept_memory.js";
import { programFolder } from "./programs.js";

const { write } = FileSystemSyncAccessHandle.prototype;
FileSystemSyncAccessHandle.prototype.write = function (bytes, place) {
  return place.at ? 0 : write.call(this, bytes, place);
};

await keepMemory(`${location.origin}/`, "1", new Uint8Array(8), () => [["stdlib.zip", new Uint8Array(4)]]);
const folder = await programFolder("1");
const [file] = await Array.fromAsync(folder.values());
const cached = await (await caches.open("phone-1")).keys();
postMessage([(await file.getFile()).size, cached.map(({ url }) => url.split("/").at(-1))]);
"""
"""A worker on a phone whose space ends after the memory, before the archives."""

CUT_SHORT = """
import { keepMemory, memoryInFile } from "./kept_memory.js";
import { programFolder } from "./programs.js";

const root = `${location.origin}/`;
await keepMemory(root, "1", new Uint8Array(8), () => [["stdlib.zip", new Uint8Array(4)]]);
const whole = await memoryInFile(root, "1");
const { length } = whole.archive("stdlib.zip");
whole.close();
const folder = await programFolder("1");
const [found] = await Array.fromAsync(folder.values());
const file = await found.createSyncAccessHandle();
file.truncate(11);
file.close();
postMessage([length, await memoryInFile(root, "1")]);
"""
"""A worker on a phone that has lost the last byte of the file."""

ANSWER = """(script) => new Promise((resolve, reject) => {
  const worker = new Worker(script, { type: "module" });
  worker.addEventListener("message", ({ data }) => resolve(data));
  worker.addEventListener("error", ({ message }) => reject(new Error(message)));
})"""


def said(page: Page, program: str) -> Any:
    """What a worker with this *program* says."""
    script = "/phone/static/js/tried.js"

    def source(route: Route) -> None:
        route.fulfill(body=program, content_type="text/javascript")

    page.route(f"**{script}", source)
    return page.evaluate(ANSWER, script)


def test_a_file_for_which_there_is_no_space_leaves_it_to_the_cache(phone: Phone) -> None:
    assert said(with_source(phone()), FULL) == [0, ["memory.bin"]]


def test_a_file_that_was_cut_short_is_not_used(phone: Phone) -> None:
    assert said(with_source(phone()), CUT_SHORT) == [4, None]
