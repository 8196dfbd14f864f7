"""A hand as entered, parsed as far as possible; not yet checked against the rules."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Generic, Literal, NamedTuple, Self, TypeVar, get_args

from models.gin.cards.card_text import MixedOrderError, NotACardError
from models.gin.cards.cards import HAND_SIZE, Card, Cards, Group, read_cards, read_groups
from models.gin.hand.card_layout import CardLayout
from models.gin.hand.declaration import DEAD_HAND, Count, Ending
from models.gin.hand.hand import Hand
from models.gin.hand.problems import ProblemPlace, unreadable
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.seating import Player, other
from views.hands.typed_number import is_unfinished, plain, read_number
from views.language.i18n import gettext as _
from views.language.i18n import marked
from views.shared.player_cards import NO_MELDS
from views.shared.typed_cards import UnclearLettersError, read_typed
from views.words.card_letters import letters_of
from views.words.cards import cards as named
from views.words.problems import explain, mixed_order, side_names, unclear_letters

Way = Literal["cards", "deadwood"]
"""How a hand is entered: with cards or with the two deadwood numbers."""

WAYS: tuple[Way, ...] = get_args(Way)


def as_way(text: str | None) -> Way | None:
    """The way that is called so, or None."""
    return text if text in WAYS else None


DEAD = Hand(None, DEAD_HAND)
"""The outcome of a hand that nobody won."""

LONGEST_TEXT = 300
"""Characters: twice what ten cards take in the longest notation."""

UNPLAYED = {
    Ending.KNOCK.value: marked("Nobody can knock here, only go gin."),
    Ending.BIG_GIN.value: marked("There is no big gin here."),
}
"""Why the rules do not allow an outcome."""

T = TypeVar("T")


class FieldError(NamedTuple):
    """An error message, and the name of the field it belongs to."""

    field: str
    sentence: str
    readings: tuple[str, ...] = ()
    """What the text of the field may mean, to choose from."""


@dataclass(frozen=True, slots=True)
class TypedHand:
    """A hand as entered, for players 0 and 1."""

    way: Way
    knocker: Player | None
    """Who knocked; None if nobody did or nothing has been chosen."""
    is_dead: bool = False
    outcome: str = ""
    endings: Iterable[str] = ()
    """The outcomes that the rules allow."""
    upcard: str = ""
    deadwood: tuple[str, str] = ("", "")
    cards: tuple[str, str] = ("", "")
    melds: tuple[str, str] = ("", "")
    layoffs: str | None = None
    """None means the best lay-offs."""
    letters: str = ""
    """The language whose letters the cards are typed with; "" for English."""

    @property
    def ending(self) -> Ending | None:
        """How the hand ended, by deadwood; None if the rules do not allow what was entered."""
        return Ending(self.outcome) if self.outcome in self.endings else None

    def number(self, player: Player) -> str:
        """The text entered as *player*'s deadwood, with digits of any script."""
        return plain(self.deadwood[player])

    @property
    def so_far(self) -> Self:
        """The same while it is being entered: a sum that ends in + is as good as blank."""
        first, second = ("" if is_unfinished(plain(text)) else text for text in self.deadwood)
        return replace(self, deadwood=(first, second))


@dataclass(frozen=True, slots=True)
class Read(Generic[T]):
    """A parsed field: its value, and the errors if it could not be parsed."""

    value: T
    errors: tuple[FieldError, ...] = ()


@dataclass(frozen=True, slots=True)
class HandReading:
    """A parsed hand, and the errors of its fields."""

    errors: tuple[FieldError, ...]
    upcard: Card | None
    hand: Hand | None = None
    """None with cards, and while the knocker or the outcome is missing."""
    layout: CardLayout | None = None
    """The cards of both players; None with deadwood."""


def read_hand(typed: TypedHand, rules: HouseRules) -> HandReading:
    """Parses *typed* under *rules*; blank and unreadable fields count as empty."""
    return _by_cards(typed, rules) if typed.way == "cards" else _by_deadwood(typed)


def read_dead_hand(typed: TypedHand) -> HandReading:
    """A dead hand with its upcard."""
    upcard = _upcard(typed)
    return HandReading(upcard.errors, upcard.value, Hand(None, Count(Ending.DEAD, upcard=upcard.value)))


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
    if (number := read_number(text)) is not None:
        return Read(number)
    wrong = FieldError(f"deadwood_{player}", _("Type a number, or a sum such as 10+7+3."))
    return Read(0, (wrong,) if text else ())


def _no_ending(typed: TypedHand) -> tuple[FieldError, ...]:
    if typed.ending is not None:
        return ()
    unplayed = _(UNPLAYED[typed.outcome]) + " " if typed.outcome in UNPLAYED else ""
    return (FieldError("outcome", unplayed + _("Choose how the hand ended.")),)


def _by_cards(typed: TypedHand, rules: HouseRules) -> HandReading:
    hands = (
        _read(typed, "cards_0", typed.cards[0], read_cards),
        _read(typed, "cards_1", typed.cards[1], read_cards),
    )
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
    """The melds that *player* entered, possibly none; None for the best melds."""
    name, text = f"melds_{player}", typed.melds[player].strip()
    if text.lower() == NO_MELDS:
        return Read(())
    read = _read(typed, name, text, read_groups)
    strange = _not_held(name, [card for meld in read.value for card in meld], hand)
    return Read(read.value or None, (*read.errors, *strange.errors))


def _laid_off(typed: TypedHand, hand: Group) -> Read[Group | None]:
    """The cards that were laid off, without those that the defender does not hold."""
    if typed.layoffs is None:
        return Read(None)
    read = _read(typed, "layoffs", typed.layoffs, read_cards)
    if typed.knocker is None:
        return Read(read.value, read.errors)
    strange = _not_held("layoffs", read.value, hand)
    held = tuple(card for card in read.value if card not in strange.value)
    return Read(held, (*read.errors, *strange.errors))


def _not_held(name: str, cards: Iterable[Card], hand: Group) -> Read[Cards]:
    """Those of *cards* that are not in a complete *hand*, with an error for the field *name*."""
    strange = frozenset(cards) - frozenset(hand) if len(hand) >= HAND_SIZE else frozenset[Card]()
    sentence = _("Not one of the ten cards: %(cards)s.", cards=named(strange))
    return Read(strange, (FieldError(name, sentence),) if strange else ())


def _upcard(typed: TypedHand) -> Read[Card | None]:
    """The first upcard, if it is one card."""
    read = _read(typed, "upcard", typed.upcard, read_cards)
    if len(read.value) > 1:
        return Read(None, (FieldError("upcard", _("Enter a single card.")),))
    return Read(read.value[0] if read.value else None, read.errors)


def _read(
    typed: TypedHand, name: str, text: str, read: Callable[[str], tuple[T, ...]]
) -> Read[tuple[T, ...]]:
    """Parses the text of a field with *read*; empty, with an error, if that fails."""
    if len(text) > LONGEST_TEXT:
        return Read((), (FieldError(name, _("That’s more than ten cards.")),))
    try:
        return Read(read_typed(text, letters_of(typed.letters), read))
    except UnclearLettersError as unclear:
        return Read((), (FieldError(name, unclear_letters(unclear.words), unclear.readings),))
    except MixedOrderError as mixed:
        return Read((), (FieldError(name, mixed_order(mixed.words)),))
    except NotACardError as error:
        sentence = explain(unreadable(error, ProblemPlace.DOCUMENT), side_names(), letters_of(typed.letters))
        return Read((), (FieldError(name, sentence),))
