"""What a phone prepares of its program, once: it is given to those of later tests, saving ten seconds."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Page

PREPARED = """async () => {
  const [program] = (await caches.keys()).filter((name) => name.startsWith("phone-"));
  const kept = await (await caches.open(program)).keys();
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle(program);
  const names = await Array.fromAsync(folder.keys());
  return { program, names, urls: kept.map(({ url }) => url).filter((url) => url.includes("/compiled/")) };
}"""
"""The phone's program, the addresses of compiled modules, and the file with the memory of Python."""

DOWNLOADED = """async ({ program, name, url }) => {
  const inFolder = async () => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle(program);
    return (await folder.getFileHandle(name)).getFile();
  };
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await (url ? (await caches.match(url)).blob() : inFolder()));
  link.download = "";
  link.click();
}"""

CHOICE_OF_FILES = """() => {
  const choice = document.createElement("input");
  Object.assign(choice, { type: "file", multiple: true });
  return document.body.appendChild(choice);
}"""

GIVEN = """async ({ files }, { program, names, urls }) => {
  const cache = await caches.open(program);
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle(program, { create: true });
  for (const [index, url] of urls.entries()) {
    const headers = { "X-Bytes": String(files[index].size) };
    await cache.put(url, new Response(files[index], { headers }));
  }
  for (const [index, name] of names.entries()) {
    const writing = await (await folder.getFileHandle(name, { create: true })).createWritable();
    await writing.write(files[urls.length + index]);
    await writing.close();
  }
}"""


@dataclass
class Prepared:
    """What was prepared at one address. Python finds its memory only at the address where it was kept."""

    folder: Path
    said: dict[str, Any] = field(default_factory=dict)
    files: list[Path] = field(default_factory=list)

    def give(self, page: Page) -> None:
        """Gives it to the phone that shows *page*, unless none has prepared it yet."""
        if not self.files:
            return
        choice = page.evaluate_handle(CHOICE_OF_FILES).as_element()
        assert choice is not None
        choice.set_input_files(self.files)
        choice.evaluate(GIVEN, self.said)

    def keep(self, page: Page) -> None:
        """Keeps what the phone that shows *page* has prepared, if it was the first."""
        if self.files:
            return
        self.said = page.evaluate(PREPARED)
        modules = [{"url": url} for url in self.said["urls"]]
        memory = [{"name": name} for name in self.said["names"]]
        self.files = [self.download(page, source) for source in modules + memory]

    def download(self, page: Page, source: dict[str, str]) -> Path:
        """One file of it, kept."""
        with page.expect_download() as downloaded:
            page.evaluate(DOWNLOADED, {"program": self.said["program"]} | source)
        [where] = source.values()
        path = self.folder / where.rpartition("/")[2]
        downloaded.value.save_as(path)
        return path


@contextmanager
def preparing() -> Iterator[Prepared]:
    """What the first phone will prepare."""
    with TemporaryDirectory() as folder:
        yield Prepared(Path(folder))
