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
  const cache = await caches.open(program);
  const kept = (await cache.keys()).map(async ({ url }) => [url, [...(await cache.match(url)).headers]]);
  const isPrepared = ([, headers]) => headers.some(([name]) => name === "x-compiled" || name === "x-head");
  return { program, files: (await Promise.all(kept)).filter(isPrepared) };
}"""
"""The phone's program, and the addresses and headers of compiled modules and of the memory of Python."""

DOWNLOADED = """async (url) => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await (await caches.match(url)).blob());
  link.download = "";
  link.click();
}"""

CHOICE_OF_FILES = """() => {
  const choice = document.createElement("input");
  Object.assign(choice, { type: "file", multiple: true });
  return document.body.appendChild(choice);
}"""

GIVEN = """async ({ files }, said) => {
  const cache = await caches.open(said.program);
  for (const [index, [url, headers]] of said.files.entries()) {
    await cache.put(url, new Response(files[index], { headers }));
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
        self.files = [self.download(page, url) for url, _headers in self.said["files"]]

    def download(self, page: Page, url: str) -> Path:
        """One file of it, kept."""
        with page.expect_download() as downloaded:
            page.evaluate(DOWNLOADED, url)
        path = self.folder / url.rpartition("/")[2]
        downloaded.value.save_as(path)
        return path


@contextmanager
def preparing() -> Iterator[Prepared]:
    """What the first phone will prepare."""
    with TemporaryDirectory() as folder:
        yield Prepared(Path(folder))
