"""Any host of static files, with a site without a server on it, and newer releases of that site."""

import json
import shutil
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

FOLDER = "gin"
"""Where on its host the site is."""


class Files(SimpleHTTPRequestHandler):
    """Any host of static files, without a log."""

    def log_message(self, *_said: Any) -> None:
        """Says nothing."""


class Host:
    """A host of static files on this computer, which can be stopped and started again at its address."""

    def __init__(self, root: Path) -> None:
        self.files = partial(Files, directory=root)
        self.site = root / FOLDER
        self.port = 0
        self.start()

    @property
    def address(self) -> str:
        """The URL under which phones know it."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Serves them."""
        self.server = ThreadingHTTPServer(("127.0.0.1", self.port), self.files)
        self.port = self.server.server_port
        self.thread = Thread(target=self.server.serve_forever)
        self.thread.start()

    def stop(self) -> None:
        """Stops: nobody answers at its port any more."""
        if not self.thread.is_alive():
            return
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()

    def said(self) -> dict[str, Any]:
        """What the site says of its program."""
        said: dict[str, Any] = json.loads((self.site / "phone" / "build.json").read_text())
        return said

    def release(self, name: str) -> str:
        """Puts a newer release with static files called *name* in the place of the site; returns its version.

        It has the same program under another name, and one file of that is missing: see :meth:`complete`.
        """
        before = self.said()
        old = before["settings"]["ASSETS"]
        (self.site / "static" / old).rename(self.site / "static" / name)
        shell = next(self.site.glob("phone/files/*/shell.html"))
        for page in (*self.site.glob("*.*"), *self.site.glob("*/index.html"), shell):
            page.write_text(page.read_text(encoding="utf-8").replace(old, name), encoding="utf-8")
        said = json.loads(json.dumps(before).replace(old, name))
        said["files"][0] |= {"digest": name, "url": f"files/{name}/new.bin"}
        folder = self.site / "phone"
        (folder / "build.json").write_text(json.dumps(said), encoding="utf-8")
        (folder / before["files"][0]["url"]).rename(folder / "missing.bin")
        return str(said["version"])

    def complete(self) -> None:
        """Puts the missing file in its place."""
        folder = self.site / "phone"
        place = folder / self.said()["files"][0]["url"]
        place.parent.mkdir()
        shutil.move(folder / "missing.bin", place)
