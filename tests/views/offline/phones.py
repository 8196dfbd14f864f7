"""A phone with an outbox, as service_worker.js and outbox_sending.js have it, over a network that fails."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import unescape

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from models.records import new_entry_id

FIELD = re.compile(r'<input[^>]* name="(\w+)"[^>]* value="([^"]*)"')
FORM = re.compile(r'<form id="hand" method="post" action="([^"]*)"(.*?)</form>', re.DOTALL)


@dataclass
class Item:
    """A submitted form."""

    entry: str
    stamp: str
    fields: dict[str, str]
    url: str


@dataclass
class Phone:
    """A phone of a player in one match."""

    client: FlaskClient
    path: str
    stamp: str = ""
    """What the stored form for the next hand was made for."""
    is_reached: bool = True
    loses_answers: bool = False
    queue: list[Item] = field(default_factory=list)
    results: dict[str, str] = field(default_factory=dict)
    is_refused: bool = False
    """Whether the server has refused the first of the queue."""

    @property
    def form(self) -> str:
        """The address of the form for the next hand."""
        return f"{self.path}/hands/new?by=deadwood"

    def open(self) -> None:
        """Opens the form: from the network, after sending what waits, or as it was stored."""
        self.send()
        if self.is_reached:
            self.stamp = dict(FIELD.findall(self.client.get(self.form).text))["version"]

    @property
    def upon(self) -> str:
        """What a form that is opened now is made upon."""
        if self.is_reached or not self.queue:
            return self.stamp
        last = self.queue[-1]
        return f"{int(last.stamp.partition('.')[0]) + 1}.{last.entry}"

    def enter(self, fields: dict[str, str]) -> None:
        """Enters a hand: it is kept, then sent."""
        self.open()
        self.queue.append(Item(new_entry_id(), self.upon, fields, self.form))
        self.send()

    def known(self, stamp: str) -> str:
        """The stamp that a form was made upon, as the server knows it by now."""
        seen: set[str] = set()
        while (entry := stamp.partition(".")[2]) in self.results and entry not in seen:
            seen.add(entry)
            stamp = self.results[entry]
        return stamp

    def post(self, item: Item) -> TestResponse:
        """Sends one form, with a token of the session as it is now."""
        token = self.client.get("/outbox/token").json["csrf_token"]
        sent = {"entry": item.entry, "version": self.known(item.stamp), "csrf_token": token, "save": "1"}
        return self.client.post(item.url, data=item.fields | sent, headers={"X-Part": "outbox"})

    def send(self) -> None:
        """Sends what waits, in order, until the network fails or the server refuses one."""
        while self.queue and self.is_reached and not self.is_refused:
            answer = self.post(self.queue[0])
            if self.loses_answers:
                self.loses_answers = self.is_reached = False
            elif answer.headers["X-Outbox"] == "written":
                done = self.queue.pop(0)
                self.results[done.entry] = answer.json["stamp"]
            else:
                self.is_refused = True

    def choose(self, *, is_there: bool) -> None:
        """Looks at both versions: discards the own hand if it is on the sheet already, else adds it."""
        page = self.post(self.queue[0])
        assert page.status_code == 409, page.text
        action, inputs = FORM.findall(page.text)[0]
        fields = {name: unescape(value) for name, value in FIELD.findall(inputs)}
        old = self.queue[0]
        assert fields.pop("replaces") == old.entry
        entry, stamp = fields.pop("entry"), fields.pop("version")
        self.is_refused = False
        if is_there:
            self.queue.pop(0)
            self.results[old.entry] = stamp
        else:
            self.results[old.entry] = f"0.{entry}"
            self.queue[0] = Item(entry, stamp, fields, unescape(action))
        self.send()
