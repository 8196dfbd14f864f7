"""Where the memory of Python is kept."""

from playwright.sync_api import Route

from tests.browser.table import Phone
from tests.browser.test_outbox_store import SCRIPTS, with_source

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

ANSWER = """(script) => new Promise((resolve, reject) => {
  const worker = new Worker(script, { type: "module" });
  worker.addEventListener("message", ({ data }) => resolve(data));
  worker.addEventListener("error", ({ message }) => reject(new Error(message)));
})"""


def test_a_file_for_which_there_is_no_space_leaves_it_to_the_cache(phone: Phone) -> None:
    page = with_source(phone())
    script = f"{SCRIPTS}full.js"

    def source(route: Route) -> None:
        route.fulfill(body=FULL, content_type="text/javascript")

    page.route(f"**{script}", source)
    assert page.evaluate(ANSWER, script) == [0, ["memory.bin"]]
