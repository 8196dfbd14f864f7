"""A phone with an outbox, as service_worker.js and outbox_sending.js have it, over a network that fails."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import unescape
from urllib.parse import parse_qs, urlsplit

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from models.records.saving.pipeline import button_entry_id, new_entry_id
from models.records.tables.change import UNDO

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
    is_ahead: bool = False
    """Whether it is for a sheet that the server has not shown to this phone."""
    unseen_since: str = ""
    """Of one that was chosen: since when forms on top of it don't know what other phones have written."""

    def __post_init__(self) -> None:
        asked = {name: values[0] for name, values in parse_qs(urlsplit(self.url).query).items()}
        given = asked | self.fields
        self.stamp = given.get("version", "")
        self.entry = given.get("entry") or button_entry_id(UNDO, self.stamp)

    def sent_as(self, stamp: str) -> tuple[str, dict[str, str]]:
        """The form's address and fields, made for the sheet with this *stamp*."""
        fields = {name: stamp if name == "version" else value for name, value in self.fields.items()}
        return VERSION_IN_ADDRESS.sub(stamp, self.url), fields


@dataclass(frozen=True)
class Result:
    """What a form led to: the stamp that forms on top of it are for."""

    stamp: str
    unseen_since: str = ""
    is_discarded: bool = False


def number_of(stamp: str) -> int:
    """The version in a stamp."""
    return int(stamp.partition(".")[0])


def inputs_of(page: str) -> dict[str, str]:
    """What the form for a hand has filled in."""
    [(_attributes, inputs), *_more] = FORM.findall(page)
    return {name: unescape(value) for name, value in FIELD.findall(inputs)}


@dataclass
class Phone:
    """A phone of a player in one match."""

    client: FlaskClient
    path: str
    players: str = ""
    """Who play the hand that it enters next, as its address says it; of two players nothing."""
    form: dict[str, str] = field(default_factory=dict)
    """What the stored form for the next hand has filled in."""
    is_reached: bool = True
    loses_answers: bool = False
    saves: bool = True
    """Whether the server can save what this phone sends; if not, its pages load all the same."""
    leaves_soon: bool = False
    """Whether the network fails once the next form was written."""
    queue: list[Item] = field(default_factory=list)
    results: dict[str, Result] = field(default_factory=dict)
    """By entry."""
    written: dict[str, str] = field(default_factory=dict)
    """The stamp that a form of this phone led to, by that of the sheet that it was sent for."""
    is_refused: bool = False
    """Whether the server has refused the first of the queue."""

    @property
    def next_hand(self) -> str:
        """The address of the form for the next hand."""
        return f"{self.path}/hands/new?by=deadwood{self.players}"

    def open(self) -> None:
        """Opens the form: from the network, after sending what waits, or as it was stored."""
        self.send()
        if self.is_reached:
            self.form = inputs_of(self.client.get(self.next_hand, follow_redirects=True).text)

    @property
    def upon(self) -> str:
        """What a form that is opened now is made upon: what waits, else the sheet of its page."""
        if not self.queue:
            version = self.form["version"]
            return version if self.is_reached else self.written_since(version)
        last = self.queue[-1]
        return f"{number_of(last.stamp) + 1}.{last.entry}"

    def written_since(self, stamp: str) -> str:
        """The stamp of the sheet with what this phone has itself written since."""
        for _ in self.written:
            stamp = self.written.get(stamp, stamp)
        return stamp

    def enter(self, fields: dict[str, str]) -> None:
        """Enters a hand: it is kept, then sent."""
        self.open()
        given = {"entry": new_entry_id(), "version": self.upon}
        is_ahead = given["version"] != self.form["version"]
        self.submit(Item(self.next_hand, self.form | fields | given | {"save": "1"}, is_ahead=is_ahead))

    def correct(self, number: int, fields: dict[str, str]) -> None:
        """Corrects a hand of its sheet."""
        url = f"{self.path}/hands/{number}/correct?by=deadwood"
        self.submit(self.ahead(Item(url, inputs_of(self.page(url)) | fields | {"save": "1"})))

    def press(self, url: str, name: str) -> None:
        """Presses a button that leads to *name*, if the page at *url* has it."""
        if button := re.search(BUTTON.format(name), self.page(url)):
            self.submit(self.ahead(Item(unescape(button[1]), {})))

    def ahead(self, item: Item) -> Item:
        """A form of a page of the server, which does not know what waits: it is made upon that."""
        if not self.is_reached or not self.queue:
            return item
        return Item(*item.sent_as(self.upon), is_ahead=True)

    def page(self, url: str) -> str:
        """A page, as this phone sees it now."""
        return self.client.get(url).text

    def submit(self, item: Item) -> None:
        """Keeps a form, and sends it."""
        self.queue.append(item)
        self.send()

    def known(self, stamp: str) -> Result:
        """What a form was made upon, as the server knows it by now."""
        seen: set[str] = set()
        unseen_since, is_discarded = "", False
        while (entry := stamp.partition(".")[2]) in self.results and entry not in seen:
            seen.add(entry)
            result = self.results[entry]
            stamp = result.stamp
            unseen_since = unseen_since or result.unseen_since
            is_discarded = is_discarded or result.is_discarded
        return Result(stamp, unseen_since, is_discarded)

    def made_upon(self, item: Item) -> tuple[str, str]:
        """What *item* is made upon, as the server has to be told, and since when its player saw nothing."""
        known = self.known(item.stamp)
        is_named = ABOUT_A_HAND.search(item.url) or (known.is_discarded and "/undo?" in item.url)
        is_behind = (item.is_ahead or known.stamp != item.stamp) and known.unseen_since != known.stamp
        return item.stamp if is_named else known.stamp, known.unseen_since if is_behind else ""

    def unseen_since_asked(self, item: Item) -> str:
        """Since when a player who was asked about *item* saw nothing, for forms on top of it."""
        return item.unseen_since or self.made_upon(item)[1] or self.known(item.stamp).stamp

    def post(self, item: Item) -> TestResponse:
        """Sends one form, with a token of the session as it is now."""
        token = self.client.get("/outbox/token").json["csrf_token"]
        upon, unseen_since = self.made_upon(item)
        url, fields = item.sent_as(upon)
        headers = {"X-Part": "outbox"} | ({"X-Unseen-Since": unseen_since} if unseen_since else {})
        answer = self.client.post(url, data=fields | {"csrf_token": token}, headers=headers)
        if moved := answer.headers.get("X-Moved"):
            return self.post(self.move(item, f"/{moved}"))
        return answer

    def move(self, item: Item, path: str) -> Item:
        """The match has another address: what waits goes there. Returns *item* as it is then."""
        self.move_to(path)
        return item

    @property
    def shows_sheet(self) -> bool:
        """Whether it can show the sheet with what was entered on it."""
        return self.is_reached and not self.loses_answers

    @property
    def has_learned(self) -> bool:
        """Whether it knows what has become of the match."""
        return self.is_reached

    def happen(self, step: str) -> None:
        """What happens only to a phone that took the match along."""

    def forget(self) -> None:
        """Has learned that it can no longer score."""

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
        while self.queue and self.is_reached and self.saves and not self.is_refused:
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
        (upon, unseen_since), stamp = self.made_upon(done), said["stamp"]
        came_beside = stamp.endswith(f".{done.entry}") and number_of(stamp) > number_of(upon) + 1
        since = done.unseen_since or unseen_since or (upon if came_beside else "")
        self.results[done.entry] = Result(stamp, since)
        self.written[upon] = stamp

    def choose(self, *, is_wanted: bool) -> None:
        """Looks at both versions: sends the own one after all if it is still wanted, else discards it."""
        old = self.queue[0]
        answer = self.post(old)
        forms = FORM.findall(answer.text) if answer.status_code == 409 else []
        self.is_refused = False
        since = self.unseen_since_asked(old)
        if forms:
            attributes, inputs = forms[0]
            fields = {name: unescape(value) for name, value in FIELD.findall(inputs)}
            fields.pop("csrf_token", None)
            assert fields.pop("replaces") == old.entry
            again = Item(unescape(ACTION.findall(attributes)[0]), fields, unseen_since=since)
            chosen, discarded = Result(f"0.{again.entry}"), Result(again.stamp, since, is_discarded=True)
            self.results[old.entry] = chosen if is_wanted else discarded
        else:
            self.results[old.entry] = Result(self.known(old.stamp).stamp, since, is_discarded=True)
        self.queue[:1] = [again] if forms and is_wanted else []
        self.send()
