"""The form of a hand, by cards or by counts: what was typed, read as far as it can be."""

import re
from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeVar

from flask_wtf import FlaskForm
from wtforms.fields import HiddenField, RadioField, StringField

from models.gin.card_text import NotACardError
from models.gin.cards import Card, Group, format_cards, format_groups, read_cards, read_groups
from models.gin.declaration import Count, Declaration, Ending
from models.gin.problems import Place, unreadable
from models.gin.rule_options import Side
from models.gin.rules import HouseRules
from models.gin.sheet import Hand
from views.shared.form_helpers import choose, chosen, wrong
from views.web.i18n import gettext as _
from views.web.i18n import lazy, marked
from views.words.problems import explain, side_names

Way = Literal["cards", "deadwood"]
"""How a hand is asked for."""

LONGEST_TEXT = 300
"""Twice what ten cards take in the longest notation."""

LONGEST_COUNT = 12
"""Digits. Of a longer number the rest is not read: it cannot be a count as it is."""

UNPLAYED = {
    Ending.KNOCK.value: marked("Nobody can knock here, only go gin."),
    Ending.BIG_GIN.value: marked("There is no big gin here."),
}
"""Why a house does not offer an ending."""

_WHOLE = re.compile(r"([+-]?)0*([0-9]+)")

T = TypeVar("T")


class HandForm(FlaskForm):  # type: ignore[misc]
    """A hand as it is typed or tapped, for players 0 and 1."""

    entry = HiddenField()
    version = HiddenField()
    by = HiddenField()
    knocker = RadioField(lazy("Who knocked?"))
    outcome = RadioField(lazy("How"))
    upcard = StringField(lazy("Upcard"))
    deadwood_0 = StringField()
    deadwood_1 = StringField()
    cards_0 = StringField()
    cards_1 = StringField()
    melds_0 = StringField()
    melds_1 = StringField()
    layoff_choice = RadioField(lazy("Lay-offs"))
    layoffs = StringField()

    def __init__(
        self,
        *args: Any,
        names: Sequence[str],
        rules: HouseRules,
        asks_upcard: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.asks_upcard = asks_upcard
        """Whether the first upcard is asked."""
        self.most_cards = rules.most_laid
        """The most cards the knocker may lay."""
        self.knock_limit = rules.knock_limit
        """The most deadwood to knock with."""
        for field in self:
            field.errors = []
        choose(self.knocker, [("0", names[0]), ("1", names[1]), ("none", _("Nobody"))])
        choose(self.outcome, [(value, label) for value, label in _endings(rules)])
        choose(self.layoff_choice, [("best", _("Best lay-offs")), ("own", _("My own lay-offs"))])
        if self.outcome.raw_data is None:
            self.outcome.data = self.outcome.choices[0].value
        self.layoff_choice.data = chosen(self.layoff_choice) or "best"

    @property
    def way(self) -> Way:
        """Whether the hand is asked for by cards or by counts."""
        return "deadwood" if self.by.data == "deadwood" else "cards"

    @property
    def is_dead(self) -> bool:
        """Whether nobody went out."""
        return chosen(self.knocker) == "none"

    @property
    def who(self) -> int | None:
        """Who went out; None if nobody did or nothing was chosen yet."""
        return int(self.knocker.data) if chosen(self.knocker) in ("0", "1") else None

    @property
    def ending(self) -> Ending | None:
        """How the hand was ended, when it is entered by counts; None if not as it can be in this house."""
        return Ending(self.outcome.data) if chosen(self.outcome) else None

    def heed_ending(self) -> None:
        """A word at how the hand was ended, if it cannot have been so."""
        if self.ending is None:
            unplayed = _(UNPLAYED[self.outcome.data]) + " " if self.outcome.data in UNPLAYED else ""
            wrong(self.outcome, unplayed + _("Choose how the hand ended."))

    def typed_count(self, player: int) -> str:
        """What was typed as *player*'s count, whatever script its digits are in."""
        text = (self[f"deadwood_{player}"].data or "").strip().replace("−", "-")
        return "".join(str(int(sign)) if sign.isdecimal() else sign for sign in text)

    def count_of(self, player: int) -> int | None:
        """What *player* had left; None if blank or, with a word at the field, no number."""
        text = self.typed_count(player)
        if not text:
            return None
        if not (found := _WHOLE.fullmatch(text)):
            wrong(self[f"deadwood_{player}"], _("Type the deadwood as a number, for example 23."))
            return None
        return int(found[1] + found[2][:LONGEST_COUNT])

    def cards_of(self, player: int) -> Group | None:
        """All that was typed of *player*'s cards; None, with a word at the field, if unreadable."""
        return self._read(f"cards_{player}", read_cards)

    def melds_of(self, player: int) -> tuple[Group, ...] | None:
        """The melds that *player* laid in another way than the best; none if blank."""
        return self._read(f"melds_{player}", read_groups)

    def laid_off(self) -> Group | None:
        """The cards that were laid off, where just these are meant."""
        return self._read("layoffs", read_cards)

    def turned_up(self) -> Card | None:
        """The first upcard; None if blank or, with a word at the field, not one card."""
        cards = self._read("upcard", read_cards)
        if cards and len(cards) > 1:
            wrong(self.upcard, _("The upcard is a single card."))
        return cards[0] if cards and len(cards) == 1 else None

    def _read(self, name: str, read: Callable[[str], T]) -> T | None:
        """What *read* makes of a field, or a word at the field and None."""
        text = self[name].data or ""
        if len(text) > LONGEST_TEXT:
            wrong(self[name], _("That’s more than ten cards."))
            return None
        try:
            return read(text)
        except NotACardError as error:
            wrong(self[name], explain(unreadable(error, Place.DOCUMENT), side_names()))
            return None

    def fill(self, hand: Hand) -> None:
        """Writes *hand* into the fields, as a player would have typed it."""
        self.knocker.data = "none" if hand.knocker is None else str(hand.knocker)
        self.upcard.data = str(hand.laid.upcard or "")
        if isinstance(hand.laid, Declaration):
            self._fill_cards(hand, hand.laid)
        else:
            self._fill_counts(hand, hand.laid)

    def _fill_cards(self, hand: Hand, laid: Declaration) -> None:
        self.by.data = "cards"
        knocker, defender = hand.player(Side.KNOCKER), hand.player(Side.DEFENDER)
        self[f"cards_{knocker}"].data = format_cards(laid.knocker.cards)
        self[f"cards_{defender}"].data = format_cards(laid.defender_cards)
        self[f"melds_{knocker}"].data = format_groups(laid.knocker.melds)
        self[f"melds_{defender}"].data = format_groups(laid.defender.melds)
        self.layoff_choice.data = "own"
        self.layoffs.data = format_cards(laid.laid_off)

    def _fill_counts(self, hand: Hand, count: Count) -> None:
        self.by.data = "deadwood"
        if count.ending is Ending.DEAD:
            return
        self.outcome.data = count.ending.value
        self[f"deadwood_{hand.player(Side.KNOCKER)}"].data = str(count.knocker)
        self[f"deadwood_{hand.player(Side.DEFENDER)}"].data = str(count.defender)


def _endings(rules: HouseRules) -> list[tuple[str, str]]:
    """How a hand can be ended in this house."""
    endings = [("knock", _("Knock")), ("gin", _("Gin")), ("big_gin", _("Big gin"))]
    return endings[rules.knock_limit == 0 :][: None if rules.plays_big_gin else -1]
