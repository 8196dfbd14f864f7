"""What a request reads is of one moment, also while others write."""

from collections.abc import Callable
from itertools import count
from threading import Thread

import pytest
from flask import Flask
from sqlalchemy import event, select

from models.gin.hand.declaration import Count, Ending
from models.gin.hand.scoring import Hand
from models.records.database.base import db
from models.records.finding.earlier_sheets import moments
from models.records.finding.matches import find_match
from models.records.saving.hand_writes import add_hand, correct_hand
from models.records.saving.pipeline import Entry, StaleSheetError
from models.records.saving.rule_changes import change_rules
from models.records.tables.change import Change
from models.records.tables.column_types import Agreement
from models.records.tables.match import Match
from models.records.tables.shared import watch_token
from tests.records.table import ANN_KNOCKS, BOB_HAS_GIN, PAGAT, a_match, deal, entry

pytestmark = pytest.mark.engines

ANOTHER = Hand(0, Count(Ending.KNOCK, knocker=7, defender=31))


def elsewhere(app: Flask, act: Callable[[], object]) -> None:
    """Does something in another request, meanwhile."""
    failed: list[BaseException] = []

    def request() -> None:
        with app.app_context():
            try:
                act()
            except BaseException as error:
                failed.append(error)

    thread = Thread(target=request)
    thread.start()
    thread.join()
    assert not failed, failed


def add(app: Flask, link: str, hand: Hand) -> None:
    """Another phone adds a hand, meanwhile."""

    def act() -> None:
        match = find_match(link)
        add_hand(match, hand, entry(match))

    elsewhere(app, act)


def test_a_sheet_has_the_hands_of_its_version(app: Flask) -> None:
    with app.app_context():
        link = watch_token(a_match())
        deal(find_match(link), ANN_KNOCKS)
        db.session.remove()

        match = find_match(link)
        add(app, link, BOB_HAS_GIN)

        assert (match.version, len(match.hands)) == (1, 1)


def correct(match: Match, sent: Entry) -> None:
    correct_hand(match, match.hands[0].id, ANOTHER, sent)


def add_another(match: Match, sent: Entry) -> None:
    add_hand(match, ANOTHER, sent)


def play_another_house(match: Match, sent: Entry) -> None:
    change_rules(match, Agreement("pagat", "Ours", PAGAT.but(target=150)), sent)


@pytest.mark.parametrize("act", [add_another, correct, play_another_house])
def test_a_refusal_tells_of_one_moment_too(app: Flask, act: Callable[[Match, Entry], None]) -> None:
    """A refusal's changes lead to its version, and their hands are in the match, whoever writes on."""
    with app.app_context():
        link = watch_token(a_match())
        match = find_match(link)
        seen = entry(match)
        deal(match, ANN_KNOCKS)
        later = iter([BOB_HAS_GIN])

        def write_on(_session: object) -> None:
            for hand in later:
                add(app, link, hand)

        commits = count()
        # The first commit ends the transaction in which the match was read.
        event.listen(db.session(), "after_commit", lambda session: next(commits) and write_on(session))

        with pytest.raises(StaleSheetError) as refusal:
            act(match, seen)

        stale = refusal.value
        assert next(later, None) is None, "nobody wrote on"
        assert [change.version for change in stale.changes][-1] == stale.version == match.version
        assert {change.row_id for change in stale.changes} <= {hand.id for hand in match.hands}


def test_the_sheets_at_earlier_changes_are_those_of_one_version(app: Flask) -> None:
    """A hand that is added after the sheet was read is in its history by then, but not on it."""
    with app.app_context():
        link = watch_token(a_match())
        deal(find_match(link), ANN_KNOCKS)
        db.session.remove()

        match = find_match(link)
        known = match.records
        db.session.commit()
        add(app, link, BOB_HAS_GIN)
        changes = db.session.scalars(select(Change).where(Change.match_id == match.id)).all()

        assert len(known) == 1
        [moment] = moments(match, changes)
        assert (moment.change.version, len(moment.after.sheet.hands)) == (1, 1)
