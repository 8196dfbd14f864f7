"""Starts Deadwood once and shows its pages, so that a phone can keep its memory and wake it up later.

Waking up takes a fifth of the time of a start. Nothing of a match is in that memory.
"""

from collections.abc import Callable
from functools import cache
from random import seed
from typing import Any

from models.gin.declaration import Count, Ending
from models.gin.presets import PRESETS
from models.gin.sheet import Hand
from models.records import Entry, Match, add_hand, new_entry_id, start_match, watch_token
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

Told = Callable[[int], Any]
"""Told that so many steps are done."""

STEPS = 40
"""A page takes as long as compiling so many modules."""

started = cache(start)
"""Deadwood on this phone: once it has started with these settings, that one."""


def rehearse(settings: str, told: Told = lambda _steps: None) -> None:
    """Starts Deadwood, and opens each page with a match that is then forgotten."""
    phone = started(settings).phone
    link = start_sample(phone)
    for page in PAGES:
        phone.answer("GET", phone.site + page.format(link=link), {})
        told(STEPS)
    phone.retain([])
    phone.keep()
    phone.kept.session = Kept().session


def start_sample(phone: Phone) -> str:
    """The viewing link of a match with a hand."""
    device = phone.kept.device
    with phone.app.app_context():
        match: Match = start_match(
            ("Ann", "Bob"),
            PRESETS["pagat"],
            house="pagat",
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
