"""Where the judge answers: the question in its address."""

from dataclasses import dataclass, replace
from typing import Any

from models.gin.cards import Card, Group
from models.gin.declaration import Spread
from models.gin.melds import laid_in_order
from models.gin.rules import HouseRules
from views.shared.rules_links import CustomRules


@dataclass(frozen=True, slots=True)
class Asked:
    """What the judge is asked about, as far as it could be read."""

    house: CustomRules
    groups: tuple[Group, ...] = ()
    """The cards, in the groups in which they were laid down; of a showdown, the defender's."""
    knocker: Spread | None = None
    """The knocker's spread, in a showdown."""
    upcard: Card | None = None

    @property
    def rules(self) -> HouseRules:
        """The rules of the house."""
        return self.house.rules

    @property
    def cards(self) -> Group:
        """All cards asked about, repetitions kept."""
        return tuple(card for group in self.groups for card in group)

    def laid(self, knocker: Spread) -> "Asked":
        """The same question of another spread of the knocker's."""
        return replace(self, knocker=knocker)


def address(asked: Asked, **more: Any) -> str:
    """Where the verdict on *asked* stands: as short as can be, the same for the same question."""
    knocker, groups = asked.knocker, asked.groups
    query: dict[str, Any] = {
        "upcard": str(asked.upcard or ""),
        "knocker": _compact(knocker.melds) if knocker else "",
        "left": _compact([knocker.unmatched]) if knocker else "",
        "cards": _compact([laid_in_order(groups[0])] if len(groups) == 1 else groups),
    }
    return asked.house.judge_url(**{name: text for name, text in query.items() if text}, **more)


def _compact(groups: Any) -> str:
    """Groups of cards as they stand in an address."""
    return "/".join("".join(map(str, group)) for group in groups)
