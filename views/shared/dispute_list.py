"""Common disputes, each answered by one set of rules."""

from collections.abc import Collection
from dataclasses import dataclass

from views.shared.rules_links import OwnHouse
from views.web.i18n import gettext as _
from views.words.disputes import QUARRELS, Quarrel


@dataclass(frozen=True, slots=True)
class Settled:
    """A quarrel as a house settles it."""

    anchor: str
    question: str
    answer: str
    url: str
    """Where the judge shows it with cards, or nothing."""


def quarrels_in(house: OwnHouse, silent: Collection[str] = ()) -> list[Settled]:
    """Every quarrel with the answer of a house, but for those that only *silent* rules would settle."""
    told = (each for each in QUARRELS if not each.fields or {*each.fields} - {*silent})
    return [_settled(quarrel, house) for quarrel in told]


def _settled(quarrel: Quarrel, house: OwnHouse) -> Settled:
    cards = quarrel.acting(house.rules)
    return Settled(
        f"quarrel-{quarrel.name}",
        _(quarrel.question),
        quarrel.answer(house.rules),
        house.judging_url(**cards) if cards else "",
    )
