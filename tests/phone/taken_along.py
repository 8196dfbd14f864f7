"""A phone that took the match along: an outbox, and the application, which answers without a network."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any

from flask.testing import FlaskClient

from phone import boot
from tests.phone.phones import SITE
from tests.views.browser import Page
from tests.views.offline.evening import Step
from tests.views.offline.phones import Item, Phone, inputs_of

Kept = tuple[str, bytes]

NEW_MATCH = "/matches/new"
OK = 200


def named(path: str) -> str:
    """The viewing link in the address of a match."""
    return path.removeprefix("/m/")


def waiting(item: Item) -> dict[str, Any]:
    """A form as the application of the phone is given it."""
    return {"url": item.url, "fields": list(item.fields.items()), "local": item.local.removeprefix("/")}


@dataclass(repr=False)
class New:
    """A phone that was never used, and what it kept then."""

    application: boot.Phone
    kept: Kept

    def __call__(self, client: FlaskClient, path: str) -> PhoneAlong:
        """The phone with this browser, which has taken the match at *path* along."""
        made = PhoneAlong(client, path, here=self.application, kept=self.kept)
        made.take()
        return made


@dataclass
class PhoneAlong(Phone):
    """What its scripts do with what was taken along: phone_answers.js, python_worker.js, keep_copies.js."""

    here: boot.Phone = field(kw_only=True)
    kept: Kept = field(kw_only=True)
    """What the phone kept last of its own application; at first, nothing of any match."""
    taken: dict[str, dict[str, Any]] = field(default_factory=dict)
    """The copies from the server, by the address of the match; blank if there is none yet."""
    moved: dict[str, str] = field(default_factory=dict)
    """Where matches are whose address is another one now."""
    is_started: bool = False
    is_framed: bool = False
    """Whether its own application answered the page that is open."""
    returns_soon: bool = False
    """Whether the network comes back while the next form is filled in."""
    dies_soon: bool = False
    """Whether the phone is switched off once its application has answered the next form."""
    unused: Kept = field(init=False)
    """What it kept before it was used."""
    keeps: bool = True
    """Whether its storage takes what the application has to keep."""

    def __post_init__(self) -> None:
        self.unused = self.kept

    @property
    def shows_sheet(self) -> bool:
        return True

    @property
    def has_learned(self) -> bool:
        """Also where it has deleted its copy since."""
        return self.is_reached or self.path not in self.taken

    def happen(self, step: str) -> None:
        match step:
            case Step.TAKE:
                self.take()
            case Step.DIE:
                self.is_started = False
            case Step.DIE_SOON:
                self.dies_soon = True
            case Step.RETURN_SOON:
                self.returns_soon = not self.is_reached
            case Step.FILL | Step.EMPTY:
                self.keeps = step is Step.EMPTY

    def take(self) -> None:
        """Takes the newest copy along, if nothing of the match waits."""
        self.send()
        if self.is_reached and not self.loses_answers and not self.queue:
            self.take_copy()
            self.take_in()

    def take_copy(self) -> None:
        """Fetches the newest copy, if this phone hasn't got it."""
        if not self.is_reached:
            return
        known = self.taken.get(self.path, {}).get("stamp", "")
        answer = self.client.get(f"{self.path}/take", query_string={"stamp": known})
        if answer.status_code == 200:
            self.taken[self.path] = answer.json

    def take_in(self) -> None:
        """Gives its application, if it runs, what was taken along and what waits."""
        if self.is_started:
            self.take_what_is_new()
            self.keep()

    def take_what_is_new(self) -> None:
        """Gives its application copies and what waits."""
        self.take_new()
        self.apply_waiting()

    def take_new(self) -> None:
        """Stores copies, but not where the phone knows more than the server."""
        for path, other in self.moved.items():
            self.here.move(named(path), named(other))
        for path, copy in filter(itemgetter(1), self.taken.items()):
            is_ahead = bool(self.queue) and self.here.knows(named(path))
            if not is_ahead and not self.here.has(copy):
                self.here.take(copy)
        self.here.retain([named(path) for path in self.taken])

    def apply_waiting(self) -> None:
        """Sends what waits to its own application too."""
        for item in self.queue:
            if item.local not in self.moved:
                status, said = self.here.apply(waiting(item), 0)
                self.note_started(item, status, said)

    @property
    def has_match(self) -> bool:
        """Whether it can show the match: not if it could not keep what only the server knows by now."""
        if self.is_reached and not self.is_only_here:
            return True
        self.start()
        return self.here.knows(named(self.path))

    @property
    def is_only_here(self) -> bool:
        """Whether the form that started the match here still waits, so that the server does not know it."""
        return any(item.url == NEW_MATCH and item.local == self.path for item in self.queue)

    def start_match(self, **fields: str) -> None:
        """Starts a match on this phone, and opens it."""
        form = Page(self.page(NEW_MATCH), NEW_MATCH).form_with({"name_0"}).inputs
        item = Item(NEW_MATCH, form | fields)
        self.submit(item)
        self.path = self.moved.get(item.local, item.local)

    def note_started(self, item: Item, status: int, said: bytes) -> None:
        """Remembers the address of a match that was started here: its forms have to wait for it."""
        if item.url == NEW_MATCH and status == OK:
            item.local = json.loads(said)["location"]
            self.taken[item.local] = {}

    def move_to(self, path: str) -> None:
        """Moves the match; it is taken along from its new address, once that is reached."""
        old = self.path
        if old in self.taken:
            self.taken[path] = {}
            del self.taken[old]
            self.moved[old] = path
        super().move_to(path)
        self.take_in()
        if not self.queue:
            self.take_copy()

    def follow(self, path: str) -> None:
        """Follows the match: the phone's application takes in the copy from there, unless something waits."""
        super().follow(path)
        self.take_in()

    def forget(self) -> None:
        """Deletes what it has of the match; with it its application's database, unless something waits."""
        self.taken.pop(self.path, None)
        if not self.queue:
            self.kept = self.unused
        self.take_in()

    def note_written(self, done: Item, said: dict[str, str]) -> None:
        """A match that was started here is on the server now."""
        if done.local:
            self.path = done.local
            self.move_to(said["location"])
        if "stamp" in said:
            super().note_written(done, said)

    def keep(self) -> None:
        """Keeps what its application has written, if the storage takes it."""
        kept = self.here.keep()
        self.kept = kept if self.keeps else self.kept

    def start(self) -> None:
        """Starts its application with what was kept, unless it runs."""
        if not self.is_started:
            self.here.restore(*self.kept)
            self.is_started = True
            self.take_what_is_new()
            if not self.here.is_as_kept():
                self.keep()

    def page(self, url: str) -> str:
        """A page of the server, or without a network of its own application."""
        self.send()
        self.is_framed = not self.is_reached or self.is_only_here
        if not self.is_framed:
            return super().page(url)
        self.start()
        return self.here.answer("GET", SITE + url, {})[2].decode()

    def enter(self, fields: dict[str, str]) -> None:
        """Enters a hand: it is kept, answered, then sent."""
        hidden = inputs_of(self.page(self.next_hand))
        self.submit(Item(self.next_hand, hidden | fields | {"save": "1"}))

    def submit(self, item: Item) -> None:
        """Keeps a form; its own application answers if it has shown the page. Then it is sent."""
        self.queue.append(item)
        if self.is_framed:
            copied = self.taken.get(self.path, {}).get("stamp", "")
            item.is_ahead = copied.partition(" ")[0] != item.stamp
            self.answer_here(item)
        if self.returns_soon:
            self.is_reached, self.returns_soon = True, False
        self.send()

    def answer_here(self, item: Item) -> None:
        """Has its own application answer a form, and keeps what that has written unless it is too late."""
        status, said = self.here.apply(waiting(item), 0)
        assert status == 200, said.decode()
        self.note_started(item, status, said)
        if self.dies_soon:
            self.dies_soon = self.is_started = False
        else:
            self.keep()

    def send(self) -> None:
        """Sends what waits. Once all of it was written, its own application may take in a copy."""
        waited = bool(self.queue)
        super().send()
        if waited and not self.queue:
            self.take_in()
