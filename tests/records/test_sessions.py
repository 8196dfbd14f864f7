"""Several phones in one match, whatever they do: nothing is counted twice, lost or overwritten."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from models.gin.cards.cards import Card
from models.gin.hand.declaration import Count, Ending
from models.gin.hand.problems import InvalidDeclarationError
from models.gin.hand.scoring import Hand
from models.gin.rules.seating import TABLES, Faced, Table
from models.gin.sheet.extra_lines import ColumnScores, ExtraLine, OpeningScores
from models.gin.sheet.sheet import sheet
from models.records.checking.audit import doubts
from models.records.database.base import db
from models.records.finding.earlier_sheets import history
from models.records.finding.matches import find_match, find_shared
from models.records.saving.hand_writes import add_hand, correct_hand, remove_hand, restore_hand, undo
from models.records.saving.pipeline import Entry, StaleSheetError, Written, new_entry_id
from models.records.saving.seats import NoSeatError, end_seat, renew_link, take_seat
from models.records.tables.change import Change, ChangeKind, RebuiltHand, rebuild
from models.records.tables.match import Match
from models.records.tables.shared import Link, hashed, scoring_token, watch_token
from tests.profiles import examples
from tests.records.table import BOB_BREAKS_HIS_EIGHTS, HANDS, LINES, PAGAT, a_match, match_at

PHONES = ("Ann's phone", "Bob's phone", "the tablet")

Act = Callable[[Match, Entry], Written]
"""Something that is sent in a form."""


@dataclass(frozen=True)
class Step:
    """Something that one of the phones does."""

    phone: str
    what: str
    which: int
    hand: Hand | ExtraLine


BOB_BREAKS_HIS_EIGHTS_BY_COUNTS = Hand(0, Count(Ending.KNOCK, 10, 9, Card.parse("QS")))
"""What a phone says of that hand where nobody enters the cards."""

WRITING = tuple("add|add|the same|the same|correct|remove|restore|undo|again".split("|"))
OTHERWISE = tuple("look|look|look|join|join|end|renew watching|renew scoring|end all others".split("|"))
STEPS = st.lists(
    st.builds(
        Step,
        st.sampled_from(PHONES),
        st.sampled_from(WRITING + OTHERWISE),
        st.integers(0, 5),
        st.sampled_from((*HANDS, BOB_BREAKS_HIS_EIGHTS, BOB_BREAKS_HIS_EIGHTS_BY_COUNTS, *LINES)),
    ),
    min_size=10,
    max_size=30,
)


def described(changes: list[Change]) -> list[tuple[object, ...]]:
    """All that the history says, oldest first."""
    return [
        (each.version, each.entry, each.kind, each.row_id, each.before, each.after, each.at, each.seat_id)
        for each in reversed(changes)
    ]


@dataclass
class Evening:
    """A match, what each phone has before it, and what came of all that they sent."""

    watch: str
    seated: set[str]
    seen: dict[str, int]
    """The version of the sheet that each phone shows."""
    sent: dict[str, tuple[Entry, Act]] = field(default_factory=dict)
    """What each phone sent last, to be sent again when its answer was lost."""
    last: Hand | ExtraLine | None = None
    """The hand that somebody entered last."""
    added: dict[str, tuple[int, Hand | ExtraLine]] = field(default_factory=dict)
    """Each entry that was answered with a new hand: which, and what was entered."""
    done: set[str] = field(default_factory=set)
    """The entries that were answered once as written; a seat that has ended since refuses them too."""
    refused: set[str] = field(default_factory=set)
    """The entries that were answered with a refusal each time."""

    @property
    def match(self) -> Match:
        """The match, as its address shows it now."""
        return match_at(f"/m/{self.watch}")

    def take(self, step: Step) -> None:
        if step.what in WRITING:
            self.write(step)
        else:
            OTHER_STEPS[step.what](self, step)

    def write(self, step: Step) -> None:
        """Sends a form, for the sheet that this phone shows, or the last one again."""
        if step.what == "again":
            if step.phone in self.sent:
                self.send(step.phone, *self.sent[step.phone])
            return
        act = self.act(step)
        self.send(step.phone, Entry(new_entry_id(), self.seen[step.phone], step.phone), act)

    def act(self, step: Step) -> Act:
        """What the form of *step* asks for."""
        hands = [record.id for record in self.match.records] or [0]
        row_id = hands[step.which % len(hands)]
        hand = self.same_as(step.hand) if step.what == "the same" else step.hand
        acts: Mapping[str, Act] = {
            "correct": lambda match, entry: correct_hand(match, row_id, hand, entry),
            "remove": lambda match, entry: remove_hand(match, row_id, entry),
            "restore": lambda match, entry: restore_hand(match, row_id, entry),
            "undo": undo,
        }
        return acts.get(step.what) or Adding(hand)

    def same_as(self, hand: Hand | ExtraLine) -> Hand | ExtraLine:
        """The hand that was entered last; of one that is known by cards and by counts, as *hand* has it."""
        twins = {BOB_BREAKS_HIS_EIGHTS, BOB_BREAKS_HIS_EIGHTS_BY_COUNTS}
        return hand if {hand, self.last} <= twins else self.last or hand

    def send(self, phone: str, entry: Entry, act: Act) -> None:
        """Sends *entry*, and holds the answer against what was promised."""
        before = described(history(self.match))
        self.sent[phone] = entry, act
        if isinstance(act, Adding):
            self.last = act.hand
        try:
            written = act(self.match, entry)
        except NoSeatError:
            assert phone not in self.seated
            self.nothing_since(before, entry)
        except StaleSheetError:
            assert phone in self.seated
            self.nothing_since(before, entry)
        except (LookupError, InvalidDeclarationError):
            self.nothing_since(before, entry)
        else:
            assert phone in self.seated
            self.stands(before, entry, act, written)
            self.seen[phone] = self.match.version

    def nothing_since(self, before: list[tuple[object, ...]], entry: Entry) -> None:
        """A refusal has written nothing."""
        assert described(history(self.match)) == before
        if entry.id not in self.done:
            self.refused.add(entry.id)

    def stands(self, before: list[tuple[object, ...]], entry: Entry, act: Act, written: Written) -> None:
        """An answer is true: what it says was written is on record, and nothing that was there is gone."""
        now = described(history(self.match))
        assert now[: len(before)] == before
        assert len(now) - len(before) <= 1
        self.refused.discard(entry.id)
        self.done.add(entry.id)
        if isinstance(act, Adding) and not written.again:
            assert [each[1] for each in now].count(entry.id) == 1
            assert entry.id not in self.added
            self.added[entry.id] = written.row_id, act.hand
        if written.again:
            assert written.row_id in {record.id for record in self.match.records}

    def look(self, step: Step) -> None:
        """The page is loaded anew."""
        self.seen[step.phone] = self.match.version

    def join(self, step: Step) -> None:
        """The phone opens the scoring link."""
        match = find_shared(Match, Link.SCORING, scoring_token(self.match))
        assert match is not None
        take_seat(match, step.phone)
        self.seated.add(step.phone)

    def end(self, step: Step) -> None:
        """The phone ends the seat of another, or tries to."""
        other = PHONES[step.which % len(PHONES)]
        seats = {seat.device_hash: seat.id for seat in self.match.seats}
        try:
            end_seat(self.match, seats.get(hashed(other), 0), step.phone)
        except NoSeatError:
            assert step.phone not in self.seated
        except LookupError:
            assert other == step.phone or other not in self.seated
        else:
            self.seated.remove(other)

    def renew(self, step: Step) -> None:
        """The phone makes a new link, and may end all other seats."""
        link = Link.VIEWING if step.what == "renew watching" else Link.SCORING
        match, old = self.match, scoring_token(self.match)
        alone = step.what == "end all others"
        try:
            renew_link(match, link, step.phone, end_others=alone)
        except NoSeatError:
            assert step.phone not in self.seated
            return
        assert step.phone in self.seated
        self.seated = {step.phone} if alone else self.seated
        if link is Link.VIEWING:
            assert find_match(self.watch) is None
            self.watch = watch_token(match)
        else:
            assert find_shared(Match, Link.SCORING, old) is None


@dataclass(frozen=True)
class Adding:
    """A form with a new hand, or an extra line."""

    hand: Hand | ExtraLine

    def __call__(self, match: Match, entry: Entry) -> Written:
        return add_hand(match, self.hand, entry)


OTHER_STEPS: Mapping[str, Callable[[Evening, Step], None]] = {
    "look": Evening.look,
    "join": Evening.join,
    "end": Evening.end,
    "renew watching": Evening.renew,
    "renew scoring": Evening.renew,
    "end all others": Evening.renew,
}


def played_by(written: Hand | ExtraLine, pair: Faced, table: Table) -> Hand | ExtraLine:
    """A hand as these two played it; opening scores with a number for each side."""
    if isinstance(written, Hand):
        return written.played_by(pair)
    if isinstance(written, OpeningScores) and table is Table.THREE:
        return replace(written, columns=(ColumnScores((30, 20, 10), (2, 1, 0)),))
    return written


@pytest.mark.parametrize("table", TABLES)
@given(steps=STEPS)
@example(
    steps=[
        Step("Ann's phone", "add", 0, BOB_BREAKS_HIS_EIGHTS_BY_COUNTS),
        Step("Bob's phone", "add", 0, BOB_BREAKS_HIS_EIGHTS),
        Step("the tablet", "add", 0, BOB_BREAKS_HIS_EIGHTS_BY_COUNTS),
    ]
)
@examples(8)
def test_whatever_several_phones_do_the_history_alone_is_the_sheet(
    app_context: None, table: Table, steps: list[Step]
) -> None:
    rules = PAGAT.but(games_to_win=2)
    match, pairs = a_match(rules, device=PHONES[0], table=table), list(table.pairs())
    for phone in PHONES[1:]:
        take_seat(match, phone)
    evening = Evening(watch_token(match), set(PHONES), dict.fromkeys(PHONES, 0))

    for step in steps:
        evening.take(replace(step, hand=played_by(step.hand, pairs[step.which % len(pairs)], table)))
    db.session.expire_all()

    match = evening.match
    changes = history(match)[::-1]
    kept = rebuild(changes)
    assert kept == tuple(map(RebuiltHand.of, match.records))
    assert match.sheet == sheet([each.hand for each in kept if not each.removed], rules, table=table)
    assert [change.version for change in changes] == list(range(1, match.version + 1))
    assert list(doubts(match)) == []

    entries = [change.entry for change in changes]
    assert len(set(entries)) == len(entries)
    assert evening.refused.isdisjoint(entries)
    additions = {change.entry: change for change in changes if change.kind is ChangeKind.ADDED}
    assert {name: (each.row_id, each.after) for name, each in additions.items()} == evening.added
    assert len(match.records) == len(additions)
