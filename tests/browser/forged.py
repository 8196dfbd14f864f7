"""Forms of our pages that another site sends: it knows every field but the token, and every address."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import urljoin, urlsplit

from flask import Flask

from models.gin.rules.presets import PRESETS
from models.records.books.books import start_book
from models.records.saving.hand_writes import remove_hand
from models.records.saving.pipeline import new_entry_id
from models.records.tables.shared import scoring_token, watch_token
from tests.evening import Evening
from tests.gin.table import BOB, gin, knock
from tests.records.table import ANNS_PHONE, BOBS_PHONE, entry
from tests.views.browser import Browser, Form, Page, label_of

SAME_SITE, OTHER_SITE = "127.0.0.1", "localhost"
"""Where the other site is: on another port of our host, or on another host."""

WHERE = ("top level", "frame")


@dataclass(frozen=True)
class Forgery:
    """One of our forms: on which page it is, and what is entered there."""

    page: str
    """With ``{match}`` and ``{book}`` for their paths."""
    fields: dict[str, str] = field(default_factory=dict)
    button: str = ""
    """What is pressed; blank for the button that saves."""
    is_kept: bool = True
    """Whether it waits without a network."""

    def of(self, page: Page) -> tuple[str, dict[str, str]]:
        """The form's address and fields, as *page* has them."""
        form, pressed, action = self._found(page)
        path = action or form.element["action"] or page.path
        filled_in = form.inputs | pressed | self.fields
        return urljoin(page.path, path), {
            name: value for name, value in filled_in.items() if name != "csrf_token"
        }

    def _found(self, page: Page) -> tuple[Form, dict[str, str], str]:
        """The form, what its button says, and where that leads."""
        for form in page.forms:
            for button in form.buttons:
                if self.button and label_of(button) == self.button:
                    pressed = {button["name"]: button["value"]} if button["name"] else {}
                    return form, pressed, button["formaction"]
        assert not self.button, f"{page.path} has no button {self.button!r}"
        form = page.form_with(set(self.fields) - {"upcard"})  # Not all rules ask for it.
        return form, {"save": "1"} if "save" in form.names else {}, ""


HAND = {"knocker": "0", "outcome": "knock", "deadwood_0": "1", "deadwood_1": "98", "upcard": "9H"}

FORGERIES: dict[str, Forgery] = {
    "new match": Forgery("/matches/new", {"name_0": "Eve", "name_1": "Mallory"}),
    "hand": Forgery("{match}/hands/new?by=deadwood", HAND),
    "penalty": Forgery("{match}/lines/new?kind=penalty", {"player": "0", "fault": "other", "points": "90"}),
    "adjustment": Forgery("{match}/lines/new?kind=adjustment", {"player": "0", "points": "90"}),
    "undo": Forgery("{match}", button="Undo"),
    "correction": Forgery("{match}/hands/1/correct", {"deadwood_1": "98"}),
    "removal": Forgery("{match}/hands/1", button="Remove"),
    "restored": Forgery("{match}/history", button="Bring it back"),
    "upcard": Forgery("{match}/upcard", {"card": "AS"}),
    "new match in a book": Forgery("{book}/matches/new", {"first_dealer": "1"}),
    "name of a book": Forgery("{book}/name", {"name": "Mallory"}, is_kept=False),
    "settings": Forgery("/settings", {"theme": "dark"}, is_kept=False),
    "renewed link": Forgery("{match}/share", {"what": "watching"}, "Turn off the old link", is_kept=False),
    "ended seats": Forgery("{book}/share", {"others": "1"}, "Turn off the old link", is_kept=False),
    "deleted book": Forgery("{book}/delete", {"inside": "delete"}, is_kept=False),
    "deleted match": Forgery("{match}/delete", button="Yes, delete it for good", is_kept=False),
}
"""All that somebody with an address could do."""

SHORT = ("hand", "new match", "undo", "renewed link", "deleted book")
"""The five that are tried everywhere."""


HAS_SECRET = """() => {
  const form = Object.assign(document.createElement("form"), { method: "post" });
  document.body.append(form);
  addEventListener("submit", (event) => event.preventDefault(), { once: true }); // Firefox would submit it.
  form.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
  form.remove();
  return Boolean(form.elements.phone_secret);
}"""
"""Whether the scripts of the page add the secret by now."""


@dataclass
class BookEvening(Evening):
    """What a phone can score: a match in a book, with a hand that was removed."""

    book: str = ""
    scoring_links: tuple[str, str] = ("", "")
    """What gives another phone a seat in both."""

    def sent(self, forgery: Forgery) -> tuple[str, dict[str, str]]:
        """Where *forgery* goes, and what it says, as the sheet is by now."""
        path = forgery.page.format(match=self.path, book=self.book)
        return forgery.of(Browser(self.client()).get(path))


def an_evening(app: Flask) -> BookEvening:
    """A new one, on Ann's phone."""
    hands = [knock(5, 20, upcard="9H"), gin(18, by=BOB, upcard="9H"), knock(3, 40, upcard="9H")]
    agreed = {"preset": "oklahoma", "others": [BOBS_PHONE]}
    evening = Evening.begin(app, PRESETS["oklahoma"], **agreed).play(*hands)
    with evening.match() as match:
        book = start_book("Thursdays", [match.id], device=ANNS_PHONE, entry=new_entry_id())
        remove_hand(match, match.present[1].id, entry(match))
        links = f"/s/{scoring_token(match)}", f"/bs/{scoring_token(book)}"
        return BookEvening(app, evening.path, ANNS_PHONE, f"/b/{watch_token(book)}", links)


@dataclass
class OtherSite:
    """A host with a page of somebody else."""

    served: ThreadingHTTPServer
    page: str = ""

    def address(self, host: str) -> str:
        """The URL of the page, on one host or the other."""
        return f"http://{host}:{self.served.server_port}/"

    def sends(self, url: str, fields: dict[str, str], where: str, kind: str = "") -> None:
        """The page sends these fields to *url* at once, from the top level or from a frame.

        In a frame it is called "sent" once there was an answer.
        """
        inputs = "".join(
            f'<input name="{escape(name)}" value="{escape(value)}">' for name, value in fields.items()
        )
        target = ' target="frame"' if where == "frame" else ""
        kind = f' enctype="{kind}"' if kind else ""
        form = f'<form method="post" action="{escape(url)}"{target}{kind}>{inputs}</form>'
        frame = '<iframe name="frame"></iframe>' if where == "frame" else ""
        self.page = f"<!doctype html><title>waits</title>{frame}{form}<script>{SENDS}</script>"


SENDS = """addEventListener("load", () => {
  document.querySelector("iframe")?.addEventListener("load", () => { document.title = "sent"; });
  HTMLFormElement.prototype.submit.call(document.forms[0]);
});"""


@contextmanager
def another_site() -> Iterator[OtherSite]:
    """A host of somebody else, on this computer."""

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = made.page.encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            with suppress(OSError):  # The browser has gone elsewhere.
                self.wfile.write(body)

        def log_message(self, *_said: object) -> None:
            """Says nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Answers) as served:
        made = OtherSite(served)
        Thread(target=served.serve_forever, daemon=True).start()
        yield made
        served.shutdown()


def is_at(url: str, server: str) -> bool:
    """Whether *url* is one of *server*."""
    return urlsplit(url).netloc == urlsplit(server).netloc
