"""Fields that read what was typed in them: points as a number or a sum, an upcard, cards, melds."""

import re
from collections.abc import Callable
from typing import Any

from wtforms.fields import StringField
from wtforms.validators import ValidationError

from models.gin.cards.cards import (
    HAND_SIZE,
    Card,
    Cards,
    Group,
    MixedOrderError,
    NotACardError,
    read_cards,
    read_groups,
)
from models.gin.hand.problems import ProblemPlace, unreadable
from views.entry.player_cards import NO_MELDS
from views.entry.typed_cards import UnclearLettersError, read_typed
from views.language.i18n import gettext as _
from views.shared.form_helpers import wrong
from views.words.cards import cards as named
from views.words.problems import explain, mixed_order, side_names, unclear_letters

SIGNS = str.maketrans({"−": "-", "–": "-", "＋": "+"})

LONGEST_NUMBER = 12
"""Digits. The rest of a longer number is ignored: it is no possible deadwood anyway."""

LONGEST_TEXT = 300
"""Characters: twice what fourteen cards take in the longest notation."""

_NUMBER = re.compile(r"([+-]?)(?:0(?=[0-9]))*+([0-9]+)")
_SUM = re.compile(r"[0-9]+(?:\s*\+\s*[0-9]+)+")
_TERM = re.compile(r"0*([0-9]+)")


def plain(text: str) -> str:
    """*text* with the digits 0 to 9 and the signs + and -, whatever script it was typed in.

    >>> plain(" １０ ＋ ７")
    '10 + 7'
    """
    signs = text.strip().translate(SIGNS)
    return "".join(str(int(sign)) if sign.isdecimal() else sign for sign in signs)


def read_number(text: str) -> int | None:
    """The points that a plain *text* is; None if it is neither a number nor a sum.

    >>> read_number("20"), read_number("10 + 7+3"), read_number("10++7")
    (20, 20, None)
    """
    if number := _NUMBER.fullmatch(text):
        return int(number[1] + number[2][:LONGEST_NUMBER])
    if _SUM.fullmatch(text):
        return sum(int(term[:LONGEST_NUMBER]) for term in _TERM.findall(text))
    return None


def is_unfinished(text: str) -> bool:
    """Whether the next number of a sum is still to come.

    >>> is_unfinished("10+"), is_unfinished("10"), is_unfinished("+")
    (True, False, False)
    """
    return text.endswith("+") and read_number(text[:-1].strip()) is not None


def sum_shown(text: str) -> str:
    """A sum with what it comes to; "" for everything else.

    >>> sum_shown("10 + 7+3"), sum_shown("20")
    ('10+7+3 = 20', '')
    """
    typed = plain(text)
    if not _SUM.fullmatch(typed):
        return ""
    return f"{''.join(typed.split())} = {read_number(typed)}"


class SumField(StringField):  # type: ignore[misc]
    """Points, as a number or a sum."""

    @property
    def sum(self) -> str:
        """What it comes to if a sum was typed; else ""."""
        return sum_shown(self.data or "")


class DeadwoodField(SumField):
    """The deadwood of a player."""

    number: int | None = None
    """None if the field is blank or can't be read."""

    def pre_validate(self, form: Any) -> None:
        """Reads the number. While a hand is being entered, a sum that ends in + is as good as blank."""
        text = plain(self.data or "")
        self.number = read_number(text)
        if self.number is None and text and (form.is_finished or not is_unfinished(text)):
            raise ValidationError(_("Type a number, or a sum such as 10+7+3."))


class CardsField(StringField):  # type: ignore[misc]
    """Cards as players type them."""

    read: Callable[[str], tuple[Any, ...]] = staticmethod(read_cards)
    value: tuple[Any, ...] = ()
    """What was read; nothing if the field is blank or can't be read."""
    readings: tuple[str, ...] = ()
    """What its text may mean, to choose from."""

    @property
    def text(self) -> str:
        return (self.data or "").strip()

    @property
    def cards(self) -> Group:
        return self.value

    def pre_validate(self, form: Any) -> None:
        """Reads the cards with the letters of *form*, which also says what is too long."""
        self.value, self.readings = (), ()
        if len(self.text) > LONGEST_TEXT:
            raise ValidationError(_(form.too_long))
        try:
            self.value = read_typed(self.text, form.card_letters, self.read)
        except UnclearLettersError as unclear:
            self.readings = unclear.readings
            raise ValidationError(unclear_letters(unclear.words)) from unclear
        except MixedOrderError as mixed:
            raise ValidationError(mixed_order(mixed.words)) from mixed
        except NotACardError as error:
            problem = unreadable(error, ProblemPlace.DOCUMENT)
            raise ValidationError(explain(problem, side_names(), form.card_letters)) from error

    def not_in(self, hand: Group) -> Cards:
        """The cards of the field that are not in a complete *hand*, with an error if there are any."""
        strange = frozenset(self.cards) - frozenset(hand) if len(hand) >= HAND_SIZE else frozenset[Card]()
        if strange:
            wrong(self, _("Not one of the ten cards: %(cards)s.", cards=named(strange)))
        return strange


class UpcardField(CardsField):
    """The first card turned up."""

    @property
    def card(self) -> Card | None:
        """None if there is none, or more than one."""
        return self.value[0] if len(self.value) == 1 else None

    def pre_validate(self, form: Any) -> None:
        super().pre_validate(form)
        if len(self.value) > 1:
            raise ValidationError(_("Enter a single card."))


class GroupsField(CardsField):
    """Groups of cards."""

    read = staticmethod(read_groups)

    @property
    def cards(self) -> Group:
        return tuple(card for group in self.value for card in group)


class MeldsField(GroupsField):
    """The melds of one player, or the word for none."""

    @property
    def melds(self) -> tuple[Group, ...] | None:
        """None for the best melds."""
        return () if self._are_none else self.value or None

    @property
    def _are_none(self) -> bool:
        return self.text.lower() == NO_MELDS

    def pre_validate(self, form: Any) -> None:
        if not self._are_none:
            super().pre_validate(form)
