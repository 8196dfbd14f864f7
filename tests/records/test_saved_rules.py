"""Custom rules are saved for one device only."""

import pytest
from sqlalchemy import text

from models.gin.rules.house_rules import HouseRules
from models.records.books.rematches import start_rematch
from models.records.database.base import db
from models.records.tables.saved_rules import (
    MOST_SAVED_RULES,
    NameTakenError,
    SavedRules,
    TooManySavedRulesError,
    delete_rules,
    mark_rules_used,
    save_rules,
    saved_rules_of,
)
from tests.records.table import ANNS_PHONE, BOBS_PHONE, PAGAT, a_match

KITCHEN = PAGAT.but(gin_bonus=30, target=150)

pytestmark = pytest.mark.usefixtures("app_context")


def kept(name: str = "Our kitchen", rules: HouseRules = KITCHEN, *, device: str = ANNS_PHONE) -> SavedRules:
    """Saves custom rules."""
    return save_rules(device, name, "pagat", rules)


def names(device: str | None = ANNS_PHONE) -> list[str]:
    """The houses that a phone keeps, in their order."""
    db.session.expire_all()
    return [house.name for house in saved_rules_of(device)]


def test_rules_are_saved_by_value_under_their_name() -> None:
    kept("  Our \t kitchen ")
    db.session.expire_all()

    [house] = saved_rules_of(ANNS_PHONE)
    assert (house.name, house.preset, house.rules) == ("Our kitchen", "pagat", KITCHEN)
    assert '"undercut_bonus": 10' in str(db.session.scalar(text("SELECT rules FROM saved_rules")))


def test_two_phones_may_call_theirs_alike() -> None:
    kept(device=BOBS_PHONE)
    kept(rules=PAGAT)

    assert names() == names(BOBS_PHONE) == ["Our kitchen"]


@pytest.mark.parametrize("name", ["", " ", "x" * 41, "a\x00b", "\u202eboB", "\u200d"])
def test_what_is_no_name_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="not a name"):
        kept(name)

    assert names() == []


def test_the_same_rules_are_saved_once() -> None:
    first = kept().id

    assert kept().id == first
    assert names() == ["Our kitchen"]


@pytest.mark.parametrize("name", ["Our kitchen", "our KITCHEN", "Our  kitchen"])
def test_other_rules_need_another_name(name: str) -> None:
    kept()

    with pytest.raises(NameTakenError):
        kept(name, PAGAT)

    assert saved_rules_of(ANNS_PHONE)[0].rules == KITCHEN


def test_changed_rules_cannot_take_the_name_of_others() -> None:
    kept("Sundays", PAGAT)
    house_id = kept().id

    with pytest.raises(NameTakenError):
        save_rules(ANNS_PHONE, "sundays", "pagat", KITCHEN, replacing=house_id)

    assert names() == ["Our kitchen", "Sundays"]


def test_the_rules_last_used_come_first() -> None:
    first, _second = kept("First"), kept("Second")
    assert names() == ["Second", "First"]

    mark_rules_used(ANNS_PHONE, first.id)

    assert names() == ["First", "Second"]


@pytest.mark.parametrize("device", [BOBS_PHONE, None])
def test_nobody_else_drops_changes_or_uses_it(device: str | None) -> None:
    house_id = kept().id

    with pytest.raises(LookupError):
        delete_rules(device, house_id)
    with pytest.raises(LookupError):
        mark_rules_used(device or "", house_id)
    with pytest.raises(LookupError):
        save_rules(device or "", "Mine now", "pagat", PAGAT, replacing=house_id)

    assert names() == ["Our kitchen"]


def test_a_phone_keeps_only_so_many() -> None:
    for number in range(MOST_SAVED_RULES):
        kept(f"SavedRules {number}")

    with pytest.raises(TooManySavedRulesError):
        kept("One more")

    assert len(names()) == MOST_SAVED_RULES
    assert kept("SavedRules 0").name == "SavedRules 0"


def test_a_match_and_its_rematch_keep_the_name_of_custom_rules() -> None:
    match = a_match(KITCHEN, rules_name="Our kitchen")

    again = start_rematch(match, ANNS_PHONE)

    assert again.id != match.id
    assert (again.preset, again.rules_name, again.rules) == ("pagat", "Our kitchen", KITCHEN)


def test_a_match_keeps_its_rules_when_saved_rules_change() -> None:
    house = kept()
    match = a_match(house.rules, rules_name=house.name)

    save_rules(ANNS_PHONE, "Other", "pagat", PAGAT, replacing=house.id)
    delete_rules(ANNS_PHONE, house.id)
    db.session.expire_all()

    assert (match.rules_name, match.rules) == ("Our kitchen", KITCHEN)
