"""A hand as it was typed or tapped, read as far as it can be; not yet checked against the rules."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, Literal, NamedTuple, TypeVar, get_args

from models.gin.card_layout import CardLayout
from models.gin.card_text import NotACardError
from models.gin.cards import HAND_SIZE, Card, Cards, Group, read_cards, read_groups
from models.gin.columns import Player, other
from models.gin.declaration import DEAD_HAND, Count, Ending
from models.gin.problems import Place, unreadable
from models.gin.rules import HouseRules
from models.gin.sheet import Hand
from views.shared.player_cards import NO_MELDS
from views.web.i18n import gettext as _
from views.web.i18n import marked
from views.words.cards import cards as named
from views.words.problems import explain, side_names

Way = Literal["cards", "deadwood"]
"""How a hand is entered: all its cards, or the two deadwood numbers."""

WAYS: tuple[Way, ...] = get_args(Way)

DEAD = Hand(None, DEAD_HAND)
"""The hand that nobody won."""

LONGEST_TEXT = 300
"""Twice what ten cards take in the longest notation."""

LONGEST_NUMBER = 12
"""Digits. Of a longer number the rest is not read: it cannot be deadwood as it is."""

UNPLAYED = {
    Ending.KNOCK.value: marked("Nobody can knock here, only go gin."),
    Ending.BIG_GIN.value: marked("There is no big gin here."),
}
"""Why the rules do not offer an ending."""

_WHOLE = re.compile(r"([+-]?)0*([0-9]+)")

T = TypeVar("T")


class FieldError(NamedTuple):
    """What is wrong, and the name of the field at which it is said."""

    field: str
    sentence: str


@dataclass(frozen=True, slots=True)
class TypedHand:
    """A hand as it was typed or tapped, for players 0 and 1."""

    way: Way
    knocker: Player | None
    """Who knocked; None if nobody did or nothing was chosen yet."""
    is_dead: bool = False
    outcome: str = ""
    endings: Iterable[str] = ()
    """The outcomes that the rules offer."""
    upcard: str = ""
    deadwood: tuple[str, str] = ("", "")
    cards: tuple[str, str] = ("", "")
    melds: tuple[str, str] = ("", "")
    layoffs: str | None = None
    """None where the best lay-offs are meant."""

    @property
    def ending(self) -> Ending | None:
        """How the hand was ended, by deadwood; None if not as it can be under the rules."""
        return Ending(self.outcome) if self.outcome in self.endings else None

    def number(self, player: Player) -> str:
        """What was typed as *player*'s deadwood, whatever script its digits are in."""
        text = self.deadwood[player].strip().replace("−", "-")
        return "".join(str(int(sign)) if sign.isdecimal() else sign for sign in text)


@dataclass(frozen=True, slots=True)
class Read(Generic[T]):
    """What a field says; if it cannot be read, an empty value and why."""

    value: T
    errors: tuple[FieldError, ...] = ()


@dataclass(frozen=True, slots=True)
class HandReading:
    """What a typed hand says, and what in it cannot be read."""

    errors: tuple[FieldError, ...]
    upcard: Card | None
    hand: Hand | None = None
    """None by cards, and while nobody was chosen, or not how it ended."""
    layout: CardLayout | None = None
    """The cards as they lie; None by deadwood."""


def read_hand(typed: TypedHand, rules: HouseRules) -> HandReading:
    """What *typed* says under *rules*; what is blank or cannot be read counts as nothing."""
    return _by_cards(typed, rules) if typed.way == "cards" else _by_deadwood(typed)


def _by_deadwood(typed: TypedHand) -> HandReading:
    numbers, upcard = (_number(typed, 0), _number(typed, 1)), _upcard(typed)
    errors = (*numbers[0].errors, *numbers[1].errors, *upcard.errors, *_no_ending(typed))
    if typed.knocker is None or typed.ending is None:
        return HandReading(errors, upcard.value)
    knockers, defenders = numbers[typed.knocker].value, numbers[other(typed.knocker)].value
    hand = Hand(typed.knocker, Count(typed.ending, knockers, defenders, upcard.value))
    return HandReading(errors, upcard.value, hand)


def _number(typed: TypedHand, player: Player) -> Read[int]:
    text = typed.number(player)
    if found := _WHOLE.fullmatch(text):
        return Read(int(found[1] + found[2][:LONGEST_NUMBER]))
    wrong = FieldError(f"deadwood_{player}", _("Type the deadwood as a number, for example 23."))
    return Read(0, (wrong,) if text else ())


def _no_ending(typed: TypedHand) -> tuple[FieldError, ...]:
    if typed.ending is not None:
        return ()
    unplayed = _(UNPLAYED[typed.outcome]) + " " if typed.outcome in UNPLAYED else ""
    return (FieldError("outcome", unplayed + _("Choose how the hand ended.")),)


def _by_cards(typed: TypedHand, rules: HouseRules) -> HandReading:
    hands = _read("cards_0", typed.cards[0], read_cards), _read("cards_1", typed.cards[1], read_cards)
    melds = _melds(typed, hands[0].value, 0), _melds(typed, hands[1].value, 1)
    laid_off = _laid_off(typed, hands[other(typed.knocker or 0)].value)
    upcard = _upcard(typed)
    layout = CardLayout(
        rules,
        typed.knocker,
        (hands[0].value, hands[1].value),
        (melds[0].value, melds[1].value),
        laid_off.value,
        upcard.value,
    )
    errors = sum((each.errors for each in (*hands, *melds, laid_off, upcard)), ())
    return HandReading(errors, upcard.value, layout=layout)


def _melds(typed: TypedHand, hand: Group, player: Player) -> Read[tuple[Group, ...] | None]:
    """The melds that *player* laid, perhaps none at all; None where the best are meant."""
    name, text = f"melds_{player}", typed.melds[player].strip()
    if text.lower() == NO_MELDS:
        return Read(())
    read = _read(name, text, read_groups)
    strange = _not_held(name, [card for meld in read.value for card in meld], hand)
    return Read(read.value or None, (*read.errors, *strange.errors))


def _laid_off(typed: TypedHand, hand: Group) -> Read[Group | None]:
    """The cards that were laid off, those that the defender does not hold left out."""
    if typed.layoffs is None:
        return Read(None)
    read = _read("layoffs", typed.layoffs, read_cards)
    if typed.knocker is None:
        return Read(read.value, read.errors)
    strange = _not_held("layoffs", read.value, hand)
    held = tuple(card for card in read.value if card not in strange.value)
    return Read(held, (*read.errors, *strange.errors))


def _not_held(name: str, cards: Iterable[Card], hand: Group) -> Read[Cards]:
    """Those of *cards* that are not in a *hand* typed in full, which is said at the field *name*."""
    strange = frozenset(cards) - frozenset(hand) if len(hand) >= HAND_SIZE else frozenset[Card]()
    said = _("Not one of the ten cards: %(cards)s.", cards=named(strange))
    return Read(strange, (FieldError(name, said),) if strange else ())


def _upcard(typed: TypedHand) -> Read[Card | None]:
    """The first upcard, if it is one card."""
    read = _read("upcard", typed.upcard, read_cards)
    if len(read.value) > 1:
        return Read(None, (FieldError("upcard", _("The upcard is a single card.")),))
    return Read(read.value[0] if read.value else None, read.errors)


def _read(name: str, text: str, read: Callable[[str], tuple[T, ...]]) -> Read[tuple[T, ...]]:
    """What *read* makes of the text of a field; nothing if it cannot be read."""
    if len(text) > LONGEST_TEXT:
        return Read((), (FieldError(name, _("That’s more than ten cards.")),))
    try:
        return Read(read(text))
    except NotACardError as error:
        sentence = explain(unreadable(error, Place.DOCUMENT), side_names())
        return Read((), (FieldError(name, sentence),))
