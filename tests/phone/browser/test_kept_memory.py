"""The memory of Python is kept compressed, and used only if it is whole."""

from typing import Any

from playwright.sync_api import Page, Route

from tests.browser.table import Phone
from tests.browser.test_offline import with_source

KEPT_AND_READ = """
import { memoryIn, memoryOf } from "./kept_memory.js";
import { fileOf, keepMemory, MEMORY, RUN_FOLDER } from "./programs.js";

const root = `${location.origin}/`;
const HEAPU8 = new Uint8Array(3_000_001).fill(7);
const _module = { HEAPU8, HEAP8: new Int8Array(HEAPU8.buffer) };
const makeMemorySnapshot = () => new Uint8Array([0, 255, _module.HEAP8.length]);
await keepMemory(root, "1", memoryOf({ _module, makeMemorySnapshot }));

const cache = await caches.open("phone-1");
const kept = await cache.match(`${root}${RUN_FOLDER}${MEMORY}`);
const bytes = await kept.clone().blob();
const read = async () => {
  const memory = memoryIn(await fileOf(root, "1", RUN_FOLDER + MEMORY));
  const target = new Uint8Array(memory.size);
  await memory.readInto(target);
  return [[...memory.head], target.every((byte) => byte === 7)];
};
const whole = await read();
await cache.put(kept.url || `${root}${RUN_FOLDER}${MEMORY}`, new Response(bytes.slice(0, -20), kept));
postMessage([bytes.size < 10_000, whole, await read().catch(() => null)]);
"""
"""A worker that keeps a memory and reads it, and once more after its last bytes were lost."""

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


def test_what_was_kept_compressed_is_read_as_it_was_unless_it_was_cut_short(phone: Phone) -> None:
    assert said(with_source(phone()), KEPT_AND_READ) == [True, [[0, 255, 0], True], None]
