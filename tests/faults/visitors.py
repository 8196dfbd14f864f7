"""A table with one match, and everybody who may send something to it: six roles, from nobody to a player."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from flask import Flask
from flask.testing import FlaskClient

from models.records.finding.matches import find_match
from models.records.saving.hand_writes import remove_hand
from models.records.saving.pipeline import new_entry_id
from models.records.saving.seats import end_seat, renew_link, take_seat
from models.records.tables.match import Match
from models.records.tables.saved_rules import save_rules
from models.records.tables.shared import Link, scoring_token, watch_token
from tests.evening import Evening
from tests.records.table import ANN_KNOCKS, BOB_BREAKS_HIS_EIGHTS, BOB_HAS_GIN, DEAD, a_match, deal, entry
from tests.views.browser import Page

NOWHERE = "x" * 24
"""A link of the right shape that leads nowhere."""

ROLES = (
    "nobody",
    "viewer",
    "seated",
    "removed",
    "seated at another table",
    "with a renewed link",
)

MAY_SCORE = "seated"


@dataclass(frozen=True)
class Visitor:
    """Somebody with a cookie, and the links that they have."""

    role: str
    client: FlaskClient
    watch: str
    score: str
    match_id: int
    """Of the match at the table."""

    @property
    def token(self) -> str:
        return Page(self.client.get("/matches/new").text, "").inputs["csrf_token"]

    @property
    def cookie(self) -> str:
        cookie = self.client.get_cookie("deadwood")
        return f"deadwood={cookie.value}" if cookie else ""


def played(match: Match, device: str) -> None:
    """Hands of each kind; one of them is removed."""
    *_, last = deal(match, BOB_BREAKS_HIS_EIGHTS, ANN_KNOCKS, DEAD, BOB_HAS_GIN, device=device)
    remove_hand(match, last, entry(match, device=device))


def at_the_table(app: Flask) -> Iterator[Visitor]:
    """A visitor of each role, at a new match whose links were renewed once."""
    anns, old, other = (new_entry_id() for _ in range(3))
    with app.app_context():
        match = a_match(device=anns)
        played(match, anns)
        save_rules(anns, "Our kitchen", "pagat", match.rules.but(gin_bonus=30))
        old_watch, old_score = watch_token(match), scoring_token(match)
        seat_and_remove(match, old, anns)
        renew_link(match, Link.SCORING, anns)
        renew_link(match, Link.VIEWING, anns)
        watch, score, match_id = watch_token(match), scoring_token(match), match.id
        other_score = scoring_token(a_match(names=("Cid", "Dan"), device=other))
    links = {
        "nobody": (None, NOWHERE, NOWHERE),
        "viewer": (None, watch, NOWHERE),
        "seated": (anns, watch, score),
        "removed": (old, watch, old_score),
        "seated at another table": (other, watch, other_score),
        "with a renewed link": (None, old_watch, old_score),
    }
    for role in ROLES:
        device, *keys = links[role]
        client = Evening(app, watch, device).client() if device else app.test_client()
        yield Visitor(role, client, *keys, match_id)


def seat_and_remove(match: Match, device: str, by: str) -> None:
    """Gives a phone a seat, which the phone *by* then removes."""
    mine = {seat.id for seat in match.live_seats}
    take_seat(match, device)
    found = find_match(watch_token(match))
    assert found is not None
    [seat] = [seat.id for seat in found.live_seats if seat.id not in mine]
    end_seat(found, seat, by)
