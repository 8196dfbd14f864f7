"""The rules offered for a new match: those of the last match, saved ones, and presets."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from flask import url_for

from models.gin.rules.house_rules import HouseRules
from models.gin.rules.presets import PRESETS
from models.records.tables.column_types import Agreement
from models.records.tables.saved_rules import SavedRules
from views.language.i18n import gettext as _
from views.shared.rules_links import CustomRules, choice_of
from views.words.rule_sets import NAMES, described, short_caption
from views.words.rules.deal import TO_FIND_DEALER

LAST = "last"
"""The choice for the rules of the last match, if they are neither saved nor a preset."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Rules that can be chosen."""

    label: str
    line: str
    """How they differ from others, in a line."""
    url: str
    """The page with the full rules."""
    preset: str
    rules: HouseRules
    own_name: str = ""
    own_id: int | None = None

    @property
    def agreement(self) -> Agreement:
        """The rules as a match stores them."""
        return Agreement(self.preset, self.own_name, self.rules)

    def caption(self, columns: int = 0) -> str:
        """The rules in a word or two, perhaps with other *columns*."""
        rules = self.rules.but(columns=columns) if columns else self.rules
        return short_caption(self.preset, rules, self.own_name)

    @property
    def first_dealer(self) -> str:
        """How to find the first dealer, in a sentence."""
        return _(TO_FIND_DEALER[self.rules.first_dealer])


def offered_rules(
    own: Sequence[SavedRules], last: Agreement | None, wanted: str, label: str = ""
) -> Mapping[str, Offer]:
    """All offers, by their value in the form: first the *wanted* one, else those of the last match.

    *label* is what these are called, if they are neither saved nor a preset.
    """
    offers = dict(chain(_saved(own), _named()))
    usual = wanted if wanted in offers else next(iter(offers))
    if last is not None:
        last_choice = _choice_of_last(last, offers)
        if last_choice == LAST:
            offers[LAST] = _of_last(last, label)
        usual = wanted if wanted in offers else last_choice
    return {usual: offers[usual]} | offers


def _saved(own: Sequence[SavedRules]) -> Iterator[tuple[str, Offer]]:
    for saved in own:
        rules = CustomRules.of(saved)
        yield (
            choice_of(saved),
            Offer(saved.name, rules.line, rules.url(), saved.preset, saved.rules, saved.name, saved.id),
        )


def _named() -> Iterator[tuple[str, Offer]]:
    for name, label in NAMES.items():
        url = url_for("houses.show", preset=name)
        yield name, Offer(_(label), described(name), url, name, PRESETS[name])


def _choice_of_last(last: Agreement, offers: Mapping[str, Offer]) -> str:
    """The choice that stands for the rules of the last match."""
    for choice, offer in offers.items():
        is_called_so = offer.own_name == last.rules_name and (offer.own_name or offer.preset == last.preset)
        if is_called_so and offer.rules == last.rules:
            return choice
    return LAST


def _of_last(last: Agreement, label: str) -> Offer:
    rules = CustomRules.agreed(last)
    return Offer(
        label or _("As in your last match"),
        rules.line,
        rules.page(),
        rules.preset,
        last.rules,
        last.rules_name,
    )
