"""WebKit, the engine of every iPhone, and Firefox: as much of WebDriver as one scenario needs.

WebKit has a driver, which answers over HTTP. Firefox itself takes the same commands on a socket, Marionette.
"""

import json
import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, ClassVar, Protocol, TypeVar

from tests.browser.finding import find_firefox, find_webkit

T = TypeVar("T")

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""The key under which WebDriver returns an element."""

PATIENCE = 60
"""How many seconds a test waits for what a page should show."""


class RefusedError(Exception):
    """Raised if a browser refuses a command. Its answer is the argument."""


class Driver(Protocol):
    """Sends commands by their names in Marionette."""

    def ask(self, command: str, **parameters: Any) -> Any:
        """The browser's answer."""

    def close(self) -> None:
        """Closes the connection."""


class WebKit:
    """WebKitGTK over HTTP."""

    ROUTES: ClassVar = {
        "Navigate": ("POST", "url"),
        "GetCurrentURL": ("GET", "url"),
        "FindElements": ("POST", "elements"),
        "ElementClick": ("POST", "element/{id}/click"),
        "ElementSendKeys": ("POST", "element/{id}/value"),
        "ExecuteScript": ("POST", "execute/sync"),
        "SwitchToFrame": ("POST", "frame"),
    }

    def __init__(self, port: int, browser: Path) -> None:
        self.port = port
        options = {"binary": str(browser), "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        self.session = self.request("POST", "/session", {"capabilities": wanted})["sessionId"]

    def ask(self, command: str, **parameters: Any) -> Any:
        method, path = self.ROUTES[command]
        if "{id}" in path:
            path = path.format(id=parameters.pop("id"))
        path = f"/session/{self.session}/{path}"
        return self.request(method, path, parameters if method == "POST" else None)

    def request(self, method: str, path: str, body: object) -> Any:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, path, None if body is None else json.dumps(body))
            value = json.loads(connection.getresponse().read())["value"]
        finally:
            connection.close()
        if isinstance(value, dict) and "error" in value:
            raise RefusedError(value)
        return value

    def close(self) -> None:
        self.request("DELETE", f"/session/{self.session}", None)


class Firefox:
    """Firefox over its own socket: each message is a length, a colon and JSON."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.answers, self.number = self.socket.makefile("rb"), 0
        self.read()
        self.ask("NewSession")

    def ask(self, command: str, **parameters: Any) -> Any:
        self.number += 1
        sent = json.dumps([0, self.number, f"WebDriver:{command}", parameters]).encode()
        self.socket.sendall(b"%d:%s" % (len(sent), sent))
        _, _, error, answer = self.read()
        if error is not None:
            raise RefusedError(error)
        return answer["value"] if isinstance(answer, dict) and "value" in answer else answer

    def read(self) -> Any:
        length = b""
        while (digit := self.answers.read(1)) != b":":
            assert digit, "Firefox has ended"
            length += digit
        return json.loads(self.answers.read(int(length)))

    def close(self) -> None:
        self.answers.close()
        self.socket.close()


class OtherPhone:
    """A browser in a player's hand, with elements found by CSS selectors."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        self.frame = ""
        """The selector of the frame that this player looks into; blank for the whole page."""

    def open(self, url: str) -> None:
        self.driver.ask("Navigate", url=url)

    def runs_until(self, script: str) -> None:
        """Runs a script until it says so."""
        said = f"return ({script})()"
        assert wait_until(lambda: self._look("ExecuteScript", script=said, args=[])), script

    def is_answered(self, page: str) -> bool:
        """Whether the form that *page* sends in a frame, or in its place, was answered."""
        title = "return document.title + document.readyState"
        return self._look("ExecuteScript", script=title, args=[]) == "sentcomplete" or (
            self.url() != page and bool(self._look("FindElements", using="css selector", value="main"))
        )

    def url(self) -> str:
        return str(self.driver.ask("GetCurrentURL"))

    def tap(self, selector: str) -> None:
        """Taps an element as soon as it is there.

        It is looked for again if another page was being opened.
        """
        assert wait_until(lambda: self._is_tapped(selector)), f"{selector} can't be tapped on {self.url()}"

    def _is_tapped(self, selector: str) -> bool:
        with unless_a_page_opens():
            self.driver.ask("ElementClick", id=self._find(selector))
            return True
        return False

    def write(self, selector: str, text: str) -> None:
        self.driver.ask("ElementSendKeys", id=self._find(selector), text=text)

    def waits_for(self, selector: str, patience: float) -> None:
        """Waits until an element is there."""
        self._find(selector, patience)

    @contextmanager
    def in_frame(self, selector: str) -> Iterator[None]:
        """Looks into a frame, whatever page is opened in it."""
        self.frame = selector
        yield
        self.frame = ""
        self.driver.ask("SwitchToFrame", id=None)

    def sees(self, sentence: str, place: str = "main") -> None:
        """Waits until a sentence is on the page, in the element that a selector finds."""
        shown = wait_until(lambda: sentence in self.text(place))
        assert shown, f"{sentence!r} is not on {self.url()}: {self.text('body')}"

    def has_stored(self, path: str) -> None:
        """Waits until the page at *path* is stored on the phone."""
        script = """return window.caches.open("pages").then((pages) => pages.keys())
          .then((found) => found.some(({ url }) => url.endsWith(arguments[0])))"""
        assert wait_until(lambda: self._look("ExecuteScript", script=script, args=[path])), path

    def text(self, place: str = "main") -> str:
        """The visible text of the page."""
        script = "return document.querySelector(arguments[0])?.innerText ?? ''"
        said = self._look("ExecuteScript", script=script, args=[place]) or ""
        return " ".join(said.replace("\ufe0e", "").split())

    def _find(self, selector: str, patience: float = PATIENCE) -> str:
        found = wait_until(lambda: self._elements(selector), patience)
        assert found, f"{selector} is not on {self.url()}"
        return str(found[0][ELEMENT])

    def _elements(self, selector: str) -> Any:
        return self._look("FindElements", using="css selector", value=selector)

    def _look(self, command: str, **parameters: Any) -> Any:
        """The answer to a command; None while another page is being opened."""
        if not self.frame:
            with unless_a_page_opens():
                return self.driver.ask(command, **parameters)
            return None
        with suppress(RefusedError):
            self.driver.ask("SwitchToFrame", id=None)
            [frame] = self.driver.ask("FindElements", using="css selector", value=self.frame)
            self.driver.ask("SwitchToFrame", id=frame)
            return self.driver.ask(command, **parameters)
        return None


@contextmanager
def unless_a_page_opens() -> Iterator[None]:
    """WebKit forgets the frame, and with it what it was asked, while another page is being opened."""
    try:
        yield
    except RefusedError as error:
        if "no such frame" not in str(error):
            raise


@contextmanager
def webkit_phone(folder: Path) -> Iterator[OtherPhone]:
    """A phone with WebKit, which needs a screen and a driver."""
    driver, browser = find_webkit()
    port = free_port()
    with screen() as display:
        environment = os.environ | {"DISPLAY": display, "HOME": str(folder)}
        command = [driver, f"--port={port}"]
        with running(command, environment), closing(when_ready(lambda: WebKit(port, browser))) as session:
            yield OtherPhone(session)


@contextmanager
def firefox_phone(folder: Path) -> Iterator[OtherPhone]:
    """A phone with Firefox and a profile of its own."""
    port = free_port()
    (folder / "user.js").write_text(f'user_pref("marionette.port", {port});\n')
    command = [find_firefox(), "--headless", "--marionette", "--no-remote", "--profile", folder]
    environment = os.environ | {"HOME": str(folder)}
    with running(command, environment), closing(when_ready(lambda: Firefox(port))) as session:
        yield OtherPhone(session)


@contextmanager
def running(command: list[Any], environment: dict[str, str]) -> Iterator[None]:
    """A program and its child processes, for as long as they are needed."""
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    program = subprocess.Popen(command, env=environment, start_new_session=True, **quiet)
    try:
        yield
    finally:
        os.killpg(program.pid, signal.SIGTERM)
        program.wait(timeout=30)


@contextmanager
def screen() -> Iterator[str]:
    """The name of a virtual screen."""
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1024x1024x24", "-nolisten", "tcp"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    server = subprocess.Popen(command, pass_fds=[write], **quiet)
    os.close(write)
    try:
        with open(read) as told:
            yield f":{told.readline().strip()}"
    finally:
        server.terminate()
        server.wait(timeout=30)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def when_ready(connect: Callable[[], T]) -> T:
    """The result of *connect*, once the program at the other end listens."""
    for _ in range(600):
        with suppress(ConnectionRefusedError):
            return connect()
        time.sleep(0.1)
    raise TimeoutError("the browser did not start in a minute")


def wait_until(look: Callable[[], T], patience: float = PATIENCE) -> T:
    """The result of *look*, once it finds something."""
    end = time.monotonic() + patience
    while not (found := look()) and time.monotonic() < end:
        time.sleep(0.05)
    return found
