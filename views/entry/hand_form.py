"""The form of a hand, and the one that checks a hand by its cards."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from flask import request
from wtforms.fields import HiddenField, RadioField

from models.gin.cards.cards import PACK, Card, format_cards, format_groups
from models.gin.hand.card_layout import laid_out
from models.gin.hand.declaration import Count, Declaration, Ending, Points, Spread
from models.gin.hand.scoring import Hand
from models.gin.rules.house_rules import Fault, HouseRules, charge
from models.gin.rules.options import Side
from models.gin.rules.seating import Faced, other
from models.records.tables.change import Change
from views.entry.conflict import Conflict, LabelledHand, conflict_with
from views.entry.hand_reading import READ, EnteredHand, Way
from views.entry.player_cards import NO_MELDS
from views.entry.preview import preview_hand
from views.entry.slot import ASKS_UPCARD, HandSlot, penalty_url
from views.entry.typed_cards import chosen_reading, in_field
from views.language.i18n import gettext as _
from views.language.i18n import lazy
from views.shared.change_log import in_words
from views.shared.form_helpers import WrongField, choose, chosen
from views.shared.seating import colours
from views.words.cards import own_letters
from views.words.seating import pair_named, who_plays


class HandForm(EnteredHand):
    """The form of a hand, by cards or by deadwood."""

    templates = "hands"
    previews = ("preview", "lay_0", "lay_1")
    only_cards = False
    """Whether it can only be entered by cards."""

    def __init__(self, slot: HandSlot, way: Way | None = None, **kwargs: Any) -> None:
        """*way*: how the hand is to be entered, regardless of what the form says."""
        super().__init__(slot, **kwargs)
        self._name_fields()
        self._offer_choices()
        if not self.is_sent:
            self._press_buttons()
        self._settle_way(way)

    def _name_fields(self) -> None:
        for player, name in enumerate(self.slot.names):
            self[f"cards_{player}"].label.text = lazy("%(name)s’s cards", name=name)
            self[f"melds_{player}"].label.text = lazy("%(name)s’s melds", name=name)
            self[f"deadwood_{player}"].label.text = lazy("%(name)s’s deadwood", name=name)

    def _offer_choices(self) -> None:
        names = self.slot.names
        choose(self.knocker, [("0", names[0]), ("1", names[1]), ("none", lazy("Nobody – dead hand"))])
        choose(self.outcome, endings(self.slot.rules))
        choose(self.layoff_choice, [("best", lazy("Best lay-offs")), ("own", lazy("My own lay-offs"))])
        if self.outcome.raw_data is None:
            self.outcome.data = self.outcome.choices[0].value
        self.layoff_choice.data = chosen(self.layoff_choice) or "best"

    def _press_buttons(self) -> None:
        """Applies buttons: other melds, or what typed cards mean, are written into the field."""
        for player in (0, 1):
            if (button := f"lay_{player}") in request.form:
                self[f"melds_{player}"].data = request.form[button]
        if (reading := chosen_reading(request.form)) and reading.field in READ["cards"]:
            self[reading.field].data = reading.text

    def _settle_way(self, way: Way | None) -> None:
        """When a player switches from cards to deadwood, fills in the deadwood of the cards."""
        before = self.way
        self.by.data = way or before
        if request.method == "POST" and (before, self.way) == ("cards", "deadwood"):
            self._fill_from_cards()

    def open(self) -> None:
        super().open()
        self.letters.data = own_letters()
        if self.slot.given is None:
            self.upcard.data = str(self.slot.noted_upcard or "")
            self.knocker.data = request.args.get("knocker")
            self.outcome.data = request.args.get("outcome", self.outcome.data)
        else:
            for name, text in _typed_fields(self.slot.given.played_by((0, 1)), self.slot.rules):
                self[name].data = text
        for name in READ["cards"]:
            self[name].data = in_field(self[name].data or "", self.card_letters)

    @property
    def wrong_fields(self) -> list[WrongField]:
        """The fields with errors; a choice by the id of all its buttons."""
        choices = {field.id for field in self if isinstance(field, RadioField)}
        return [
            replace(each, id=f"{each.id}-choice") if each.id in choices else each
            for each in super().wrong_fields
        ]

    @property
    def sent(self) -> dict[str, str]:
        return super().sent | {"by": self.way}

    @property
    def title(self) -> str:
        if self.record is None:
            return _("Hand %(number)s: who knocked?", number=self.slot.number)
        return _("Correct hand %(number)s", number=self.slot.number)

    def context(self, watch: str) -> dict[str, object]:
        slot, match = self.slot, self.match
        return {
            "title": self.title,
            "preview": preview_hand(self.validation, slot, refused=self.is_sent),
            "names": slot.names,
            "colours": colours(match.table, slot.faced),
            "who": who_plays(slot.faced, match.table, match.players, slot.round, slot.dealer),
            "others": self._others(),
            "other_way": self._way_address("deadwood" if self.way == "cards" else "cards", slot.faced),
            "by": self.way,
            "pack": PACK,
            "only_cards": self.only_cards,
            "penalty_url": self._penalty_url(watch),
        }

    def _others(self) -> dict[str, str]:
        """The other pairs that could have played the hand, each with its address."""
        pairs = (pair for pair in self.match.table.pairs() if pair != self.slot.faced)
        return {pair_named(pair, self.match.players): self._way_address(self.way, pair) for pair in pairs}

    def _way_address(self, way: Way, faced: Faced) -> str:
        """The query of this page for another way of entry, or for another pair."""
        query = {name: value for name, value in request.args.items() if name == ASKS_UPCARD}
        return "?" + urlencode({"by": way} | self.slot.said_in_address(faced) | query)

    def _penalty_url(self, watch: str) -> str:
        """Where the penalty for a knock with too much deadwood is written; "" if there is none."""
        if not self.validation.is_false_knock or not charge(Fault.FALSE_KNOCK, self.slot.rules):
            return ""
        knocker = self.knocked_by
        return penalty_url(watch, Fault.FALSE_KNOCK, None if knocker is None else self.slot.faced[knocker])

    def conflict_with(self, changes: Sequence[Change], watch: str) -> Conflict:
        return conflict_with(self.slot, changes, watch)

    def _fill_from_cards(self) -> None:
        """Fills the deadwood from complete cards: the knocker's, and the defender's if both are complete."""
        self._read("cards")
        layout = self._layout()
        if layout.knocker is None or layout.cards_missing(layout.knocker):
            return
        count = layout.declaration.count(self.slot.rules)
        if count.ending.value in [choice.value for choice in self.outcome.choices]:
            self.outcome.data = count.ending.value
        self[f"deadwood_{layout.knocker}"].data = str(count.knocker)
        if layout.is_complete:
            self[f"deadwood_{other(layout.knocker)}"].data = str(count.defender)


def endings(rules: HouseRules) -> list[tuple[str, str]]:
    """The outcomes that are possible under *rules*."""
    endings = [("knock", lazy("Knock")), ("gin", lazy("Gin")), ("big_gin", lazy("Big gin"))]
    return endings[rules.knock_limit == 0 :][: None if rules.plays_big_gin else -1]


Typed = Iterator[tuple[str, str | None]]
"""The names of fields, each with what is typed or chosen there."""


def _typed_fields(hand: Hand, rules: HouseRules) -> Typed:
    """The fields of the form for *hand*, of players 0 and 1."""
    yield "knocker", _knocker(hand)
    yield "upcard", str(hand.laid.upcard or "")
    if isinstance(hand.laid, Declaration):
        yield from _cards(hand, hand.laid, rules)
    elif isinstance(hand.laid, Count) and hand.laid.ending is not Ending.DEAD:
        yield "outcome", hand.laid.ending.value
        yield f"deadwood_{hand.player(Side.KNOCKER)}", str(hand.laid.knocker)
        yield f"deadwood_{hand.player(Side.DEFENDER)}", str(hand.laid.defender)


def _knocker(hand: Hand) -> str | None:
    """Who knocked; None if it is not known."""
    if isinstance(hand.laid, Points):
        return None
    return "none" if hand.knocker is None else str(hand.knocker)


def _cards(hand: Hand, laid: Declaration, rules: HouseRules) -> Typed:
    knocker, defender = hand.player(Side.KNOCKER), hand.player(Side.DEFENDER)
    yield f"cards_{knocker}", format_cards(laid.knocker.cards)
    yield f"cards_{defender}", format_cards(laid.defender_cards)
    yield f"melds_{knocker}", _melds_typed(laid.knocker, rules)
    yield f"melds_{defender}", _melds_typed(laid.defender, rules)
    yield "layoff_choice", "own"
    yield "layoffs", format_cards(laid.laid_off)


def _melds_typed(spread: Spread, rules: HouseRules) -> str:
    """The melds of *spread*; blank if they are the best ones."""
    best = laid_out(spread.cards, None, rules).melds
    if set(map(frozenset[Card], best)) == set(map(frozenset[Card], spread.melds)):
        return ""
    return format_groups(spread.melds) or NO_MELDS


class CheckForm(HandForm):
    """The cards of a hand that is on the sheet."""

    only_cards = True
    agree = HiddenField()
    """Says that the players have seen that the cards and the sheet differ."""

    def __init__(self, slot: HandSlot, on_sheet: Hand) -> None:
        super().__init__(slot, "cards")
        self.on_sheet = on_sheet

    @property
    def title(self) -> str:
        return _("Check hand %(number)s", number=self.slot.number)

    def conflict(self, watch: str) -> Conflict | None:
        return super().conflict(watch) or self._disagreement()

    def _disagreement(self) -> Conflict | None:
        """Cards whose result differs from the sheet. One tap corrects the sheet."""
        slot = self.slot
        scored_hand = slot.line_of(self.on_sheet)
        if self.agree.data is not None or scored_hand.agrees_with(slot.line_of(self.written), slot.rules):
            return None
        return Conflict(
            title=_("The cards give another result"),
            head=_("The cards and the sheet don’t match."),
            question=_("Compare the two. The sheet stays the same until you correct it."),
            own_label=_("From the cards"),
            since=(LabelledHand(_("On the sheet"), in_words(scored_hand, slot.match.players, slot.rules)),),
            action=slot.same_address,
            add=_("Correct the sheet"),
            fields={"agree": "1"},
            status=200,
        )
