"""Phones that keep one score through the pages: whatever they do, each sees what a small model says.

``tests/records/test_sessions.py`` does the same one level below, at every table and on both databases.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple
from urllib.parse import urljoin

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from models.records.database.base import db
from models.records.saving.pipeline import new_entry_id
from models.records.tables.match import Match
from models.records.tables.shared import hashed, scoring_token, watch_token
from tests.faults.trials import FULL, how_many, trials
from tests.records.table import match_at
from tests.views.browser import Form, Page
from tests.views.table import rows, totals
from views.web.access import DEVICE


class Hand(NamedTuple):
    """A hand by deadwood; a dead one has no knocker."""

    knocker: int | None
    outcome: str
    mine: int
    theirs: int


HANDS = (
    Hand(0, "knock", 5, 25),
    Hand(1, "gin", 0, 30),
    Hand(0, "knock", 9, 4),
    Hand(1, "knock", 10, 40),
    Hand(None, "", 0, 0),
)
RULES, HOUSE, TARGET, UNDERCUT = 0, "white-knuckle", 100, 25
"""What a change of rules is about, and rules without any bonus after the game."""

GIN = (25, 30)
"""What gin may pay."""


class Change(NamedTuple):
    """One step in the history."""

    about: int
    """The position of a hand, or RULES."""
    before: Hand | int | None
    added: bool


@dataclass
class Model:
    """What a sheet should say: hands by their position (None: removed), and what gin pays."""

    now: dict[int, Hand | int | None]
    log: list[Change] = field(default_factory=list)
    standing: list[Change] = field(default_factory=list)
    """Those that are not undone, the newest last."""
    done: set[str] = field(default_factory=set)
    has_just_undone: bool = False

    def takes(self, form: Filled) -> bool:
        """Takes a form, unless it was made for an older sheet, on which nobody has done the same since."""
        if form.kind == "correct" and self.now.get(form.about) is None:
            return False
        if form.entry in self.done or (form.about == RULES and self.now[RULES] == form.after):
            return True
        if form.version < len(self.log):
            return self.has_twin(form)
        about = form.about if form.about is not None else len(self.now)
        if self.now.get(about) != form.after:
            self.log.append(Change(about, self.now.get(about), about not in self.now))
            if form.undoes:
                self.standing.pop()
            else:
                self.standing.append(self.log[-1])
            self.has_just_undone = form.undoes
            self.now[about] = form.after
            self.done.add(form.entry)
        return True

    @property
    def to_undo(self) -> Change | None:
        """What Undo undoes next. It stops before a change of rules that is not the last change."""
        change = self.standing[-1] if self.standing else None
        stops = change is not None and change.about == RULES and self.has_just_undone
        return None if stops else change

    def has_twin(self, form: Filled) -> bool:
        """Whether what a form asks for has been done since it was filled in, on another phone."""
        since = self.log[form.version :]
        added = (change.about for change in since if change.added)
        about = next(added, RULES) if form.about is None else form.about
        if about == RULES or about not in {change.about for change in since}:
            return False
        standing = self.now[about]
        return standing is not None if form.kind == "restore" else standing == form.after

    @property
    def scored(self) -> list[tuple[tuple[int, int], tuple[int, int]]]:
        """What each hand on the sheet pays, and the totals after it. They stay when the match is over."""
        total, found = (0, 0), []
        for hand in self.present.values():
            won = self.points(hand)
            total = (total[0] + won[0], total[1] + won[1]) if max(total) < TARGET else total
            found.append((won, total))
        return found

    @property
    def totals(self) -> list[str]:
        """Both totals, as the sheet shows them."""
        return list(map(str, self.scored[-1][1] if self.scored else (0, 0)))

    @property
    def lines(self) -> list[list[str]]:
        """The hands as the sheet shows them, the newest first."""
        found = [
            [str(number), *(f"+{won[side]}" * (won[side] > 0) + str(total[side]) for side in (0, 1))]
            for number, (won, total) in enumerate(self.scored, 1)
        ]
        return found[::-1]

    def points(self, hand: Hand) -> tuple[int, int]:
        """What a hand pays each player."""
        if hand.knocker is None:
            return 0, 0
        undercut = hand.outcome == "knock" and hand.theirs <= hand.mine
        bonus = UNDERCUT if undercut else self.now[RULES] if hand.outcome == "gin" else 0
        won = abs(hand.mine - hand.theirs) + bonus
        return (won, 0) if (hand.knocker == 0) is not undercut else (0, won)

    @property
    def present(self) -> dict[int, Hand]:
        """The hands on the sheet by their positions."""
        return {at: hand for at, hand in sorted(self.now.items()) if at != RULES and hand is not None}


@dataclass
class Game:
    """A match: its model, its links, the newest last, and who has a seat."""

    match_id: int
    model: Model
    seated: set[str]
    seats: dict[str, int] = field(default_factory=dict)
    """The seat that each phone has or had."""
    viewing: list[str] = field(default_factory=list)
    scoring: list[str] = field(default_factory=list)
    rematch: Game | None = None
    alone: bool = False
    """Whether the players have renewed a link, so that nobody gets in from the match before."""


@dataclass
class Phone:
    """A phone, with the link that it knows and what it shows."""

    name: str
    client: FlaskClient
    game: Game
    link: str
    token: str = ""
    etag: str = ""
    shows: tuple[Game, int] | None = None
    """The match and its version."""

    @property
    def is_moved(self) -> bool:
        """Whether it is led from an old link to the new one, because it has a seat."""
        return self.link != self.game.viewing[-1] and self.name in self.game.seated

    @property
    def refused(self) -> int:
        """The status of what it may not do: 410 with an old link, 403 without a seat, else 0."""
        if self.link != self.game.viewing[-1]:
            return 410
        return 0 if self.name in self.game.seated else 403


@dataclass(frozen=True)
class Filled:
    """A form that was filled in on a phone, ready to be sent, once or often."""

    phone: Phone
    game: Game
    link: str
    path: str
    fields: dict[str, str]
    kind: str
    about: int | None
    """None: a hand to be added."""
    after: Hand | int | None
    version: int
    entry: str
    undoes: bool = False


def typed(hand: Hand) -> dict[str, str]:
    """The fields of a hand."""
    if hand.knocker is None:
        return {"knocker": "none"}
    counts = {f"deadwood_{hand.knocker}": str(hand.mine), f"deadwood_{1 - hand.knocker}": str(hand.theirs)}
    return {"knocker": str(hand.knocker), "outcome": hand.outcome, **counts}


NAMES = ("Ann's phone", "Bob's phone", "the tablet")
someone = st.sampled_from((0, 0, 1, 1, 2))

ABOUT_A_HAND = ("correct", "remove", "restore")
BUTTONS = ("remove", "restore", "undo")
"""Forms on pages that everybody may open."""

PAGES = {
    "add": "/hands/new?by=deadwood",
    "correct": "/hands/{number}/correct?by=deadwood",
    "remove": "/hands/{number}",
    "restore": "/hands/removed/{position}",
    "undo": "",
    "rules": "/rules/change",
}
ACCESS = ("open_scoring_link", "hear_the_link", "renew", "remove_phone", "play_again")
STEPS = (*["add"] * 5, *["send again"] * 5, *PAGES, "undo", *ACCESS, "open_scoring_link", "hear_the_link")
"""What phones do, some of it more often."""


class Phones(RuleBasedStateMachine):
    """Three phones: one starts the match, one joins it later, one only views it, until they do otherwise."""

    def __init__(self, app: Flask) -> None:
        super().__init__()
        self.app = app
        self.forms: list[Filled] = []
        app.extensions["counters"].clear()
        clients = [app.test_client() for _ in NAMES]
        for name, client in zip(NAMES, clients, strict=True):
            with client.session_transaction() as session:
                session[DEVICE] = name + new_entry_id()
        names = {"name_0": "Ann", "name_1": "Bob", "house": HOUSE, "first_dealer": "0"}
        page = Page(clients[0].get("/matches/new").text, "")
        answer = clients[0].post("/matches/new", data=page.form_with(set(names)).inputs | names)
        assert answer.status_code == 303
        game = self.game_at(answer.location, {NAMES[0]}, GIN[0])
        self.phones = [
            Phone(name, client, game, game.viewing[-1]) for name, client in zip(NAMES, clients, strict=True)
        ]
        for phone in self.phones:
            phone.token = Page(phone.client.get("/matches/new").text, "").inputs["csrf_token"]
        self.note_links(game)
        self.open_scoring_link(self.phones[1], 0)

    def game_at(self, path: str, seated: set[str], gin: int) -> Game:
        """The match at an address, which was just started."""
        with self.app.app_context():
            match = match_at(path)
            game = Game(match.id, Model({RULES: gin}), set(seated))
            game.viewing, game.scoring = [watch_token(match)], [scoring_token(match)]
        return game

    def note_links(self, game: Game) -> None:
        """Finds out the links and the seats, as players tell each other."""
        with self.app.app_context():
            match = db.session.get_one(Match, game.match_id)
            for links, link in ((game.viewing, watch_token(match)), (game.scoring, scoring_token(match))):
                if link != links[-1]:
                    links.append(link)
            devices = {hashed(self.device(phone)): phone.name for phone in self.phones}
            game.seats = {devices[seat.device_hash]: seat.id for seat in match.seats}
            assert {devices[seat.device_hash] for seat in match.live_seats} == game.seated

    def device(self, phone: Phone) -> str:
        """The token of a phone."""
        with phone.client.session_transaction() as session:
            return str(session[DEVICE])

    def page(self, phone: Phone, path: str, may: bool = False) -> Page | None:
        """A page of the match as *phone* sees it, if it may open it; all may if *may*."""
        self.follow(phone)
        answer = phone.client.get(f"/m/{phone.link}{path}")
        refused = phone.refused
        assert answer.status_code == (refused if refused == 410 or (not may and refused) else 200), (
            answer.status
        )
        return None if refused else Page(answer.text, f"/m/{phone.link}{path}")

    def follow(self, phone: Phone) -> None:
        """Leads a phone with a seat to the new link."""
        if phone.is_moved:
            answer = phone.client.get(f"/m/{phone.link}")
            assert (answer.status_code, answer.location) == (307, f"/m/{phone.game.viewing[-1]}")
            phone.link = phone.game.viewing[-1]

    def post(self, phone: Phone, path: str, **fields: str) -> Any:
        """Sends a form of a button, which is refused or redirects."""
        self.follow(phone)
        answer = phone.client.post(f"/m/{phone.link}{path}", data={"csrf_token": phone.token} | fields)
        assert answer.status_code == (phone.refused or 303), f"{path}: {answer.status}"
        return answer

    @rule(what=st.sampled_from(STEPS), who=someone, hand=st.sampled_from(HANDS), nth=st.integers(0, 5))
    def step(self, what: str, who: int, hand: Hand, nth: int) -> None:
        """Somebody does something. All in one rule: Hypothesis would try each rule in few examples only."""
        phone = self.phones[who]
        if what in ACCESS:
            getattr(self, what)(phone, nth)
        elif what == "send again" and self.forms:
            self.send(self.forms[-1 - nth % min(4, len(self.forms))])
        elif what in PAGES and (form := self.filled(phone, what, hand, nth)):
            self.forms.append(form)
            if nth > 1:
                self.send(form)

    def filled(self, phone: Phone, kind: str, hand: Hand, nth: int) -> Filled | None:
        """A form of this kind, or None if this phone is not offered one."""
        model = phone.game.model
        removed = kind == "restore"
        places = [at for at, each in sorted(model.now.items()) if at != RULES and (each is None) is removed]
        if kind in ABOUT_A_HAND and not places:
            return None
        index = nth % max(1, len(places))
        path = PAGES[kind].format(number=index + 1, position=places[index] if places else 0)
        page = self.page(phone, path, may=kind in BUTTONS)
        if page is None or (kind == "undo" and model.to_undo is None):
            return None
        match kind:
            case "add":
                return self.form(
                    phone, kind, None, hand, page, page.form_with({"save"}), save="1", **typed(hand)
                )
            case "correct":
                form = page.form_with({"save"})
                return self.form(phone, kind, places[index], hand, page, form, save="1", **typed(hand))
            case "remove":
                return self.form(phone, kind, places[index], None, page, button(page, "/remove"))
            case "restore":
                last = next(each.before for each in reversed(model.log) if each.about == places[index])
                return self.form(phone, kind, places[index], last, page, button(page, "/restore"))
            case "undo":
                change = model.to_undo
                assert change is not None
                kind = "restore" if model.now[change.about] is None else "undo"
                form = self.form(phone, kind, change.about, change.before, page, button(page, "/undo"))
                return replace(form, undoes=True)
            case _:
                return self.rules_form(phone, page, GIN[nth % 2])

    def form(
        self,
        phone: Phone,
        kind: str,
        about: int | None,
        after: Hand | int | None,
        page: Page,
        form: Form,
        **more: str,
    ) -> Filled:
        """*form* filled in, for the version that the phone sees."""
        action = urljoin(page.path, form.element["action"]).partition("#")[0]
        stamp = dict(each.split("=") for each in action.partition("?")[2].split("&") if "=" in each)
        fields = form.inputs | more
        entry = fields.get("entry") or stamp.get("entry") or f"undo {stamp['version']}"
        version = len(phone.game.model.log)
        assert int((fields.get("version") or stamp["version"]).partition(".")[0]) == version
        return Filled(phone, phone.game, phone.link, action, fields, kind, about, after, version, entry)

    def rules_form(self, phone: Phone, page: Page, gin: int) -> Filled:
        """Rules that were changed and previewed."""
        fields = page.form_with({"preview"}).inputs | {"gin_bonus": str(gin), "preview": "1"}
        page = Page(phone.client.post(page.path, data=fields).text, page.path)
        form = page.form_with({"save"})
        saving = next(each["value"] for each in form.buttons if each["name"] == "save")
        return self.form(phone, "rules", RULES, gin, page, form, save=saving)

    def send(self, form: Filled) -> None:
        """Sends a form, perhaps again, perhaps long after others have changed the sheet."""
        answer = form.phone.client.post(form.path, data=form.fields)
        if form.link != form.game.viewing[-1]:
            expected = 307 if form.phone.name in form.game.seated else 410
        elif form.phone.name not in form.game.seated:
            expected = 403
        else:
            expected = 303 if form.game.model.takes(form) else 409
        assert answer.status_code == expected, f"{form.kind}: {answer.status}, not {expected}"

    def open_scoring_link(self, phone: Phone, nth: int) -> None:
        """Opens the scoring link, or one that was renewed."""
        links = phone.game.scoring
        link = links[-1 - (nth == 5 and len(links) > 1)]
        answer = phone.client.post(f"/s/{link}", data={"csrf_token": phone.token})
        assert answer.status_code == (303 if link == links[-1] else 410)
        if link == links[-1]:
            phone.game.seated.add(phone.name)
            phone.link = phone.game.viewing[-1]
            self.note_links(phone.game)

    def hear_the_link(self, phone: Phone, _nth: int) -> None:
        """Somebody tells this phone the viewing link."""
        phone.link = phone.game.viewing[-1]

    def renew(self, phone: Phone, nth: int) -> None:
        """Renews a link, and may remove all other phones."""
        what, others = ("watching", "scoring")[nth % 2], "1" * (nth > 2)
        answer = self.post(phone, "/share/renew", what=what, others=others)
        if answer.status_code == 303:
            game = phone.game
            game.seated, game.alone = {phone.name} if others else game.seated, True
            self.note_links(game)
            phone.link = game.viewing[-1]

    def remove_phone(self, phone: Phone, nth: int) -> None:
        """Removes another phone. Its own it can't remove, but the scoring link is renewed all the same."""
        other = nth % len(NAMES)
        seat = phone.game.seats.get(NAMES[other])
        if seat is None:
            return
        if self.post(phone, f"/share/seats/{seat}/end").status_code == 303:
            phone.game.seated -= {NAMES[other]} - {phone.name}
            phone.game.alone = True
            self.note_links(phone.game)

    def play_again(self, phone: Phone, _nth: int) -> None:
        """Starts the rematch, or joins it."""
        game, again = phone.game, phone.game.rematch
        if not phone.refused and again and again.alone and phone.name not in again.seated:
            assert (
                phone.client.post(f"/m/{phone.link}/rematch", data={"csrf_token": phone.token}).status_code
                == 403
            )
            return
        answer = self.post(phone, "/rematch")
        if answer.status_code != 303:
            return
        if again is None:
            again = game.rematch = self.game_at(answer.location, game.seated, game.model.now[RULES])
        again.seated.add(phone.name)
        phone.game, phone.link = again, again.viewing[-1]
        assert answer.location == f"/m/{phone.link}"
        self.note_links(again)

    @invariant()
    def every_phone_sees_the_sheet_of_the_model(self) -> None:
        for phone in self.phones:
            self.follow(phone)
            answer = phone.client.get(f"/m/{phone.link}", headers={"If-None-Match": phone.etag})
            shows = phone.game, len(phone.game.model.log)
            if phone.refused == 410:
                assert answer.status_code == 410
            elif answer.status_code == 304:
                assert phone.shows == shows, f"{phone.name} is told that nothing has changed"
            else:
                self.read(phone, Page(answer.text, f"/m/{phone.link}"))
                phone.etag, phone.shows = answer.headers["ETag"], shows

    def read(self, phone: Phone, page: Page) -> None:
        """Compares a sheet with that of the model."""
        model = phone.game.model
        shown = [[number, *cells] for number, _said, *cells in rows(page)]
        assert shown == model.lines, f"{phone.name}: {shown}, not {model.lines}"
        assert totals(page) == model.totals, f"{phone.name}: {totals(page)}, not {model.totals}"
        undoing = [form for form in page.forms if "/undo" in form.element["action"]]
        assert len(undoing) == (not phone.refused and model.to_undo is not None)


def button(page: Page, action: str) -> Form:
    """The form of the button that does this."""
    return next(form for form in page.forms if action in form.element["action"])


@pytest.mark.hypothesis
def test_phones_see_what_the_model_says(app: Flask) -> None:
    tried = settings(
        max_examples=how_many(5, 250),
        stateful_step_count=40,
        phases={Phase.generate, Phase.shrink} if FULL else {Phase.generate},  # shrinking takes minutes
    )
    with trials("evenings of three phones against a model") as counted:
        run_state_machine_as_test(lambda: counted.check(True, "") or Phones(app), settings=tried)
