"""A question to the judge, and the rules it is judged by, as a link writes them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from models.gin.cards.cards import Card, Group
from models.gin.cards.melds import laid_in_order
from models.gin.hand.declaration import Spread
from models.gin.rules.house_rules import HouseRules
from views.shared.rules_links import CustomRules


@dataclass(frozen=True, slots=True)
class Question:
    """What the judge is asked about, as far as it could be read."""

    chosen: CustomRules
    groups: tuple[Group, ...] = ()
    """The cards in their groups as laid down; in a showdown, the defender's."""
    knocker: Spread | None = None
    """The knocker's spread, in a showdown."""
    upcard: Card | None = None

    @property
    def rules(self) -> HouseRules:
        return self.chosen.rules

    @property
    def cards(self) -> Group:
        """All cards of the question, with repetitions."""
        return tuple(card for group in self.groups for card in group)

    def laid(self, knocker: Spread) -> "Question":
        """This question with another spread of the knocker."""
        return replace(self, knocker=knocker)

    @property
    def query(self) -> Mapping[str, Any]:
        """The cards in the query: as short as possible, and the same for the same question."""
        knocker, groups = self.knocker, self.groups
        query = {
            "upcard": str(self.upcard or ""),
            "knocker": compact(knocker.melds) if knocker else "",
            "left": compact([knocker.unmatched]) if knocker else "",
            "cards": compact([laid_in_order(groups[0])] if len(groups) == 1 else groups),
        }
        return {name: text for name, text in query.items() if text}


def compact(groups: Iterable[Group]) -> str:
    """Groups of cards, written for an address."""
    return "/".join("".join(map(str, group)) for group in groups)
