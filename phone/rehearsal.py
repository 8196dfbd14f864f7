"""Starts Deadwood once and shows its pages, so that a phone can keep its memory and wake it up later.

Waking up takes a fifth of the time of a start. Nothing of a match is in that memory.
"""

import gc
import json
from collections.abc import Callable
from functools import cache
from random import seed
from typing import Any

from models.gin.hand.declaration import Count, Ending
from models.gin.hand.scoring import Hand
from models.gin.rules.presets import PRESETS
from models.records.saving.hand_writes import add_hand
from models.records.saving.pipeline import Entry, new_entry_id
from models.records.saving.starting import start_match
from models.records.tables.match import Match
from models.records.tables.shared import watch_token
from phone.boot import Called, Kept, Phone, start

PAGES = (
    "",
    "m/{link}",
    "m/{link}/hands/new?by=cards",
    "m/{link}/hands/new?by=deadwood",
    "matches/new",
    "judge",
)
"""What players open most."""

HAND = {"knocker": "0", "outcome": "knock", "deadwood_0": "5", "deadwood_1": "20", "save": ""}
"""A hand as its form sends it."""

Told = Callable[[int], Any]
"""Told that so many steps are done."""

STEPS = 40
"""A page takes as long as compiling so many modules."""

started = cache(start)
"""Deadwood on this phone: once it has started with these settings, that one."""


def rehearse(settings: str, told: Told = lambda _steps: None) -> None:
    """Starts Deadwood, and does with a match that is then forgotten what players and later starts do."""
    called = started(settings)
    phone = called.phone
    link = start_sample(phone)
    for page in PAGES:
        phone.answer("GET", phone.site + page.format(link=link), {})
        told(STEPS)
    rehearse_start(called, link)
    phone.retain([])
    phone.keep()
    phone.kept = None
    phone.state.session = Kept().session
    phone.state.offsets.clear()
    gc.collect()
    gc.freeze()


def rehearse_start(called: Called, link: str) -> None:
    """What a start does with what was kept, what was taken along, and a hand that waits."""
    _status, _headers, copy = called.phone.answer("GET", f"{called.phone.site}m/{link}/take", {})
    called.restore(*called.keep())
    called.take(copy.decode())
    called.retain(json.dumps([link]))
    version, _, _display = json.loads(copy)["stamp"].partition(" ")
    _status, _headers, body = called.phone.answer("GET", f"{called.phone.site}outbox/token", {})
    fields = HAND | {"entry": new_entry_id(), "version": version} | json.loads(body)
    called.apply(json.dumps({"url": f"m/{link}/hands/new?by=deadwood", "fields": list(fields.items())}), 0)


def start_sample(phone: Phone) -> str:
    """The viewing link of a match with a hand."""
    device = phone.state.device
    with phone.app.app_context():
        match: Match = start_match(
            ("Ann", "Bob"),
            PRESETS["pagat"],
            preset="pagat",
            first_dealer=0,
            device=device,
            entry=new_entry_id(),
        )
        hand = Hand(0, Count(Ending.KNOCK, knocker=5, defender=20))
        add_hand(match, hand, Entry(new_entry_id(), match.version, device))
        return watch_token(match)


def woken(settings: str) -> Called:
    """Deadwood, with files of its own: those it had at the rehearsal are not in its memory."""
    seed()
    called = started(settings)
    called.phone.prepare_folder()
    return called
