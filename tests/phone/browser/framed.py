"""A phone that answers by itself: the app is in a frame, and its player taps there."""

from __future__ import annotations

from playwright.sync_api import Frame, Page

from tests.browser.table import Player, said

COMPILING = 900_000
"""Milliseconds that Python may take to be compiled; WebKit took over 4 minutes on a very busy computer."""

STARTING = 180_000
"""Milliseconds that it may take to start once it is compiled."""

STORAGE_IS_FULL = """() => {
  IDBObjectStore.prototype.put = () => { throw new DOMException("", "QuotaExceededError"); };
}"""
"""Lets a worker find no space for anything more."""


class InFrame(Player):
    """A player of an app that is in a frame."""

    def __init__(self, shell: Page) -> None:
        self.shell = shell
        super().__init__(shell.frames[1])  # type: ignore[arg-type]

    @property
    def frame(self) -> Frame:
        """The frame with the app."""
        return self.shell.frames[1]

    def tap_keys(self, keys: str, names: list[str]) -> None:
        """Taps keys one after the other."""
        for name in names:
            self.press(name)

    def take(self, cards: str) -> None:
        """Taps cards in the pack."""
        for card in cards.split():
            self.press(said(card))

    def open(self, path: str) -> None:
        """Opens a page in the frame, below the address of the app."""
        self.frame.goto(self.site + path)

    @property
    def site(self) -> str:
        """The address of the app."""
        return self.shell.url.split("phone/#")[0]

    @property
    def path(self) -> str:
        """Where the frame is, below the address of the app."""
        return self.frame.url.removeprefix(self.site).partition("?")[0]

    @property
    def sheet(self) -> str:
        """The path of the sheet of the match that is open, below the address of the app."""
        return "/".join(self.path.split("/")[:2])

    def is_on_the_sheet(self, timeout: float | None = None) -> None:
        """Waits for the sheet, for *timeout* milliseconds if Python has to start first."""
        self.frame.wait_for_url(lambda url: url.partition("?")[0] == self.site + self.sheet, timeout=timeout)

    def save(self, words: str) -> None:
        """Saves, and waits for the sheet."""
        self.press(words)
        self.is_on_the_sheet()


def started(shell: Page) -> InFrame:
    """The player, once Python runs on this phone."""
    shell.wait_for_url("**/phone/**")
    shell.locator("#state").wait_for(state="hidden", timeout=STARTING)
    player = InFrame(shell)
    player.frame.locator("html:not([data-stored]) main").wait_for(state="attached")
    return player
