"""The form of a hand, by cards or by deadwood: what was typed or tapped, and what is wrong with it."""

from dataclasses import replace
from typing import Any

from flask import request
from flask_wtf import FlaskForm
from wtforms.fields import HiddenField, RadioField, StringField

from models.gin.card_layout import laid_out
from models.gin.cards import Card, format_cards, format_groups
from models.gin.declaration import Count, Declaration, Ending, Points, Spread
from models.gin.rule_options import Side
from models.gin.rules import HouseRules
from models.gin.seating import other
from models.gin.sheet import Hand
from models.records import new_entry_id
from views.hands.hand_slot import HandSlot
from views.hands.read_form import TypedHand, Way, read_hand
from views.hands.validation import Validation, validate_hand
from views.shared.form_helpers import WrongField, choose, chosen, wrong_fields
from views.shared.player_cards import NO_MELDS
from views.shared.typed_cards import chosen_reading, in_field
from views.web.i18n import gettext as _
from views.web.i18n import lazy
from views.words.card_letters import CardLetters, letters_of, own_letters
from views.words.turned_card import turned

CARD_FIELDS = frozenset({"upcard", "cards_0", "cards_1", "melds_0", "melds_1", "layoffs"})

PREVIEWS = ("preview", "lay_0", "lay_1")
"""The buttons that preview a hand without saving it."""


class HandForm(FlaskForm):  # type: ignore[misc]
    """A hand as entered, for players 0 and 1."""

    class Meta:
        """Every form that is sent has had its token checked by then (views/web/security.py)."""

        csrf = False

    entry = HiddenField()
    version = HiddenField()
    position = HiddenField()
    """The position of the hand to be corrected. Its number on the sheet may change until the form is sent."""
    by = HiddenField()
    letters = HiddenField()
    """The language in which the form was shown, if its cards have letters of their own."""
    knocker = RadioField(lazy("Who knocked?"))
    outcome = RadioField(lazy("How the hand ended"))
    upcard = StringField(lazy("Upcard"))
    deadwood_0 = StringField()
    deadwood_1 = StringField()
    cards_0 = StringField()
    cards_1 = StringField()
    melds_0 = StringField()
    melds_1 = StringField()
    layoff_choice = RadioField(lazy("Lay-offs"))
    layoffs = StringField(lazy("Other lay-offs"))

    def __init__(self, slot: HandSlot, way: Way | None = None, **kwargs: Any) -> None:
        """*way*: how the hand is to be entered, regardless of what the form says."""
        super().__init__(**kwargs)
        self.slot = slot
        self.validation = Validation()
        self.asks_upcard = slot.asks_upcard
        self.upcard.label.text = turned("Upcard", slot.rules)
        self.most_cards = slot.rules.most_laid
        self.knock_limit = slot.rules.knock_limit
        self._name_fields()
        self._offer_choices()
        self._press_buttons()
        self._settle_way(way)

    def _name_fields(self) -> None:
        for player, name in enumerate(self.slot.names):
            self[f"cards_{player}"].label.text = _("%(name)s’s cards", name=name)
            self[f"melds_{player}"].label.text = _("%(name)s’s melds", name=name)
            self[f"deadwood_{player}"].label.text = _("%(name)s’s deadwood", name=name)

    def _offer_choices(self) -> None:
        names = self.slot.names
        choose(self.knocker, [("0", names[0]), ("1", names[1]), ("none", _("Nobody – dead hand"))])
        choose(self.outcome, _endings(self.slot.rules))
        choose(self.layoff_choice, [("best", _("Best lay-offs")), ("own", _("My own lay-offs"))])
        if self.outcome.raw_data is None:
            self.outcome.data = self.outcome.choices[0].value
        self.layoff_choice.data = chosen(self.layoff_choice) or "best"

    def _press_buttons(self) -> None:
        """Applies buttons: other melds, or what typed cards mean, are written into the field."""
        for player in (0, 1):
            if (button := f"lay_{player}") in request.form:
                self[f"melds_{player}"].data = request.form[button]
        if (said := chosen_reading(request.form)) and said.field in CARD_FIELDS:
            self[said.field].data = said.text

    def _settle_way(self, way: Way | None) -> None:
        """When a player switches from cards to deadwood, fills in the deadwood of the cards."""
        before = self.way
        self.by.data = way or before
        if request.method == "POST" and (before, self.way) == ("cards", "deadwood"):
            self._fill_from_cards()

    def open(self, corrected: Hand | None = None) -> None:
        """Starts a new form: for *corrected*, or with what is known of the next hand."""
        self.entry.data, self.version.data = new_entry_id(), self.slot.match.version_stamp
        self.position.data = str(self.slot.record.position) if self.slot.record else ""
        self.letters.data = own_letters()
        if corrected is None:
            self.upcard.data = str(self.slot.noted_upcard or "")
            self.knocker.data = request.args.get("knocker")
        else:
            self._fill(corrected.played_by((0, 1)))
        for name in CARD_FIELDS:
            self[name].data = in_field(self[name].data or "", self.card_letters)

    @property
    def card_letters(self) -> CardLetters:
        """The letters with which its cards are typed."""
        return letters_of(self.letters.data or "")

    @property
    def is_sent(self) -> bool:
        """Whether the hand was submitted to be saved, not just opened or previewed."""
        return request.method == "POST" and not any(name in request.form for name in PREVIEWS)

    @property
    def way(self) -> Way:
        """Whether the hand is entered by cards or by deadwood."""
        return "deadwood" if self.by.data == "deadwood" else "cards"

    @property
    def typed(self) -> TypedHand:
        """What was typed or tapped."""
        who = chosen(self.knocker)
        return TypedHand(
            way=self.way,
            knocker=int(who) if who in ("0", "1") else None,
            is_dead=who == "none",
            outcome=self.outcome.data or "",
            endings=tuple(choice.value for choice in self.outcome.choices),
            upcard=(self.upcard.data or "") if self.asks_upcard else "",
            deadwood=self._texts("deadwood"),
            cards=self._texts("cards"),
            melds=self._texts("melds"),
            layoffs=(self.layoffs.data or "") if self.layoff_choice.data == "own" else None,
            letters=self.letters.data or "",
        )

    def _texts(self, name: str) -> tuple[str, str]:
        return self[f"{name}_0"].data or "", self[f"{name}_1"].data or ""

    def validate(self, extra_validators: object = None) -> bool:
        """Adds an error to each field that is wrong or missing; true if the hand can be saved.

        A knock without deadwood becomes gin, which the players have to see before it is saved.
        """
        self._validate(finished=True)
        return self.validation.hand is not None and not self.validation.is_gin_after_all

    def validate_so_far(self) -> None:
        """Adds errors for an unfinished hand, but not for what is still blank."""
        self._validate(finished=False)

    def _validate(self, *, finished: bool) -> None:
        self.validation = validate_hand(self.typed, self.slot, finished=finished)
        if self.validation.is_gin_after_all:
            self.outcome.data = Ending.GIN.value
        for field in self:
            errors = [error for error in self.validation.errors if error.field == field.name]
            field.errors = [error.sentence for error in errors]
            field.readings = [reading for error in errors for reading in error.readings]

    @property
    def wrong_fields(self) -> list[WrongField]:
        """The fields with errors; a choice by the id of all its buttons."""
        choices = {field.id for field in self if isinstance(field, RadioField)}
        return [
            replace(each, id=f"{each.id}-choice") if each.id in choices else each
            for each in wrong_fields(self)
        ]

    @property
    def hand(self) -> Hand:
        """The hand as it was played.

        :raises ValueError: if the form is not valid.
        """
        if self.validation.hand is None:
            raise ValueError("not a valid hand")
        return self.slot.seated(self.validation.hand)

    def _fill(self, hand: Hand) -> None:
        """Fills the fields from *hand*, as a player would have typed it."""
        self.knocker.data = _knocker_typed(hand)
        self.upcard.data = str(hand.laid.upcard or "")
        if isinstance(hand.laid, Declaration):
            self._fill_cards(hand, hand.laid)
        elif isinstance(hand.laid, Count):
            self._fill_deadwood(hand, hand.laid)

    def _fill_cards(self, hand: Hand, laid: Declaration) -> None:
        knocker, defender = hand.player(Side.KNOCKER), hand.player(Side.DEFENDER)
        self[f"cards_{knocker}"].data = format_cards(laid.knocker.cards)
        self[f"cards_{defender}"].data = format_cards(laid.defender_cards)
        self[f"melds_{knocker}"].data = _melds_text(laid.knocker, self.slot.rules)
        self[f"melds_{defender}"].data = _melds_text(laid.defender, self.slot.rules)
        self.layoff_choice.data = "own"
        self.layoffs.data = format_cards(laid.laid_off)

    def _fill_deadwood(self, hand: Hand, count: Count) -> None:
        if count.ending is Ending.DEAD:
            return
        self.outcome.data = count.ending.value
        self[f"deadwood_{hand.player(Side.KNOCKER)}"].data = str(count.knocker)
        self[f"deadwood_{hand.player(Side.DEFENDER)}"].data = str(count.defender)

    def _fill_from_cards(self) -> None:
        """Fills the deadwood from complete cards: the knocker's, and the defender's if both are complete."""
        layout = read_hand(replace(self.typed, way="cards"), self.slot.rules).layout
        if layout is None or layout.knocker is None or layout.cards_missing(layout.knocker):
            return
        count = layout.declaration.count(self.slot.rules)
        if count.ending.value in self.typed.endings:
            self.outcome.data = count.ending.value
        self[f"deadwood_{layout.knocker}"].data = str(count.knocker)
        if layout.is_complete:
            self[f"deadwood_{other(layout.knocker)}"].data = str(count.defender)


def _knocker_typed(hand: Hand) -> str | None:
    """Who knocked, as it is chosen in the form; None if it is not known."""
    if isinstance(hand.laid, Points):
        return None
    return "none" if hand.knocker is None else str(hand.knocker)


def _melds_text(spread: Spread, rules: HouseRules) -> str:
    """The melds of *spread* as text; blank if they are the best ones."""
    best = laid_out(spread.cards, None, rules).melds
    if set(map(frozenset[Card], best)) == set(map(frozenset[Card], spread.melds)):
        return ""
    return format_groups(spread.melds) or NO_MELDS


def _endings(rules: HouseRules) -> list[tuple[str, str]]:
    """The outcomes that are possible under *rules*."""
    endings = [("knock", _("Knock")), ("gin", _("Gin")), ("big_gin", _("Big gin"))]
    return endings[rules.knock_limit == 0 :][: None if rules.plays_big_gin else -1]
