"""A phone with an outbox, as service_worker.js and outbox_sending.js have it, over a network that fails."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import unescape
from urllib.parse import parse_qs, urlsplit

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from models.records import new_entry_id
from views.shared.change_log import undo_entry_id

FIELD = re.compile(r'<input[^>]* name="(\w+)"[^>]* value="([^"]*)"')
FORM = re.compile(r'<form([^>]* id="hand"[^>]*)>(.*?)</form>', re.DOTALL)
ACTION = re.compile(r' action="([^"]*)"')
BUTTON = r'action="([^"]*/{}\?[^"]*)"'
ABOUT_A_HAND = re.compile(r"/(?:hands|lines)/(?:removed/)?\d+/")
"""In the address of a form that points at a hand by its position."""

VERSION_IN_ADDRESS = re.compile(r"(?<=[?&]version=)[^&]*")


@dataclass
class Item:
    """A submitted form."""

    url: str
    fields: dict[str, str]
    entry: str = ""
    stamp: str = ""
    """What it was made upon."""
    local: str = ""
    """The address on this phone of the match that it starts."""

    def __post_init__(self) -> None:
        asked = {name: values[0] for name, values in parse_qs(urlsplit(self.url).query).items()}
        given = asked | self.fields
        self.stamp = given.get("version", "")
        self.entry = given.get("entry") or undo_entry_id(self.stamp)

    def sent_as(self, stamp: str) -> tuple[str, dict[str, str]]:
        """Its address and fields, made for the sheet with this *stamp*."""
        fields = {name: stamp if name == "version" else value for name, value in self.fields.items()}
        return VERSION_IN_ADDRESS.sub(stamp, self.url), fields


def inputs_of(page: str) -> dict[str, str]:
    """What the form for a hand has filled in."""
    [(_attributes, inputs), *_more] = FORM.findall(page)
    return {name: unescape(value) for name, value in FIELD.findall(inputs)}


@dataclass
class Phone:
    """A phone of a player in one match."""

    client: FlaskClient
    path: str
    form: dict[str, str] = field(default_factory=dict)
    """What the stored form for the next hand has filled in."""
    is_reached: bool = True
    loses_answers: bool = False
    leaves_soon: bool = False
    """Whether the network fails once the next form was written."""
    queue: list[Item] = field(default_factory=list)
    results: dict[str, str] = field(default_factory=dict)
    is_refused: bool = False
    """Whether the server has refused the first of the queue."""

    @property
    def next_hand(self) -> str:
        """The address of the form for the next hand."""
        return f"{self.path}/hands/new?by=deadwood"

    def open(self) -> None:
        """Opens the form: from the network, after sending what waits, or as it was stored."""
        self.send()
        if self.is_reached:
            self.form = inputs_of(self.client.get(self.next_hand).text)

    @property
    def upon(self) -> str:
        """What a form that is opened now is made upon."""
        if self.is_reached or not self.queue:
            return self.form["version"]
        last = self.queue[-1]
        return f"{int(last.stamp.partition('.')[0]) + 1}.{last.entry}"

    def enter(self, fields: dict[str, str]) -> None:
        """Enters a hand: it is kept, then sent."""
        self.open()
        given = {"entry": new_entry_id(), "version": self.upon}
        self.submit(Item(self.next_hand, self.form | fields | given | {"save": "1"}))

    def correct(self, number: int, fields: dict[str, str]) -> None:
        """Corrects a hand of its sheet."""
        url = f"{self.path}/hands/{number}/correct?by=deadwood"
        self.submit(Item(url, inputs_of(self.page(url)) | fields | {"save": "1"}))

    def press(self, url: str, name: str) -> None:
        """Presses a button that leads to *name*, if the page at *url* has it."""
        if button := re.search(BUTTON.format(name), self.page(url)):
            self.submit(Item(unescape(button[1]), {}))

    def page(self, url: str) -> str:
        """A page, as this phone sees it now."""
        return self.client.get(url).text

    def submit(self, item: Item) -> None:
        """Keeps a form, and sends it."""
        self.queue.append(item)
        self.send()

    def known(self, stamp: str) -> str:
        """The stamp that a form was made upon, as the server knows it by now."""
        seen: set[str] = set()
        while (entry := stamp.partition(".")[2]) in self.results and entry not in seen:
            seen.add(entry)
            stamp = self.results[entry]
        return stamp

    def upon_now(self, item: Item) -> str:
        """What *item* is made upon, as the server has to be told."""
        is_about_a_hand = ABOUT_A_HAND.search(item.url)
        return item.stamp if is_about_a_hand else self.known(item.stamp)

    def post(self, item: Item) -> TestResponse:
        """Sends one form, with a token of the session as it is now."""
        token = self.client.get("/outbox/token").json["csrf_token"]
        url, fields = item.sent_as(self.upon_now(item))
        answer = self.client.post(url, data=fields | {"csrf_token": token}, headers={"X-Part": "outbox"})
        if moved := answer.headers.get("X-Moved"):
            return self.post(self.move(item, f"/{moved}"))
        return answer

    def move(self, item: Item, path: str) -> Item:
        """The match has another address: what waits goes there. Returns *item* as it is then."""
        self.move_to(path)
        return item

    def follow(self, path: str) -> None:
        """Has learned, with a page, that the link of the match was renewed."""
        self.move_to(path)

    def move_to(self, path: str) -> None:
        """Goes on at another address of the match."""
        for each in self.queue:
            each.url = each.url.replace(self.path, path)
        self.path = path

    def send(self) -> None:
        """Sends what waits, in order, until the network fails or the server refuses one."""
        while self.queue and self.is_reached and not self.is_refused:
            answer = self.post(self.queue[0])
            if self.loses_answers:
                self.loses_answers = self.is_reached = False
            elif answer.headers["X-Outbox"] == "written":
                done = self.queue.pop(0)
                self.is_reached, self.leaves_soon = not self.leaves_soon, False
                self.note_written(done, answer.json)
            else:
                self.is_refused = True

    def note_written(self, done: Item, said: dict[str, str]) -> None:
        """Remembers what a form led to."""
        self.results[done.entry] = said["stamp"]

    def choose(self, *, is_wanted: bool) -> None:
        """Looks at both versions: sends the own one after all if it is still wanted, else discards it."""
        old = self.queue[0]
        answer = self.post(old)
        forms = FORM.findall(answer.text) if answer.status_code == 409 else []
        self.is_refused = False
        if forms:
            attributes, inputs = forms[0]
            fields = {name: unescape(value) for name, value in FIELD.findall(inputs)}
            fields.pop("csrf_token", None)
            assert fields.pop("replaces") == old.entry
            again = Item(unescape(ACTION.findall(attributes)[0]), fields)
            self.results[old.entry] = f"0.{again.entry}" if is_wanted else again.stamp
        else:
            self.results[old.entry] = self.known(old.stamp)
        self.queue[:1] = [again] if forms and is_wanted else []
        self.send()
