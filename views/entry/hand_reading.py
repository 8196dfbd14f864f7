"""Reads what was typed of a hand: numbers, cards, melds and lay-offs; and fills a form with a hand."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Generic, Literal, NamedTuple, Self, TypeVar, get_args

from models.gin.cards.cards import (
    HAND_SIZE,
    Card,
    Cards,
    Group,
    MixedOrderError,
    NotACardError,
    format_cards,
    format_groups,
    read_cards,
    read_groups,
)
from models.gin.hand.card_layout import CardLayout, laid_out
from models.gin.hand.declaration import DEAD_HAND, Count, Declaration, Ending, Points, Spread
from models.gin.hand.problems import Problem, ProblemPlace, Reason, problems, unreadable
from models.gin.hand.scoring import Hand
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import Side
from models.gin.rules.seating import Player, other
from views.entry.player_cards import NO_MELDS
from views.entry.slot import HandSlot
from views.entry.typed_cards import UnclearLettersError, read_typed
from views.language.i18n import gettext as _
from views.language.i18n import marked, ngettext
from views.words.cards import card, letters_of
from views.words.cards import cards as named
from views.words.problems import Names, explain, mixed_order, side_names, unclear_letters
from views.words.problems import explain as explain_problem

SIGNS = str.maketrans({"−": "-", "＋": "+"})

LONGEST_NUMBER = 12
"""Digits. The rest of a longer number is ignored: it is no possible deadwood anyway."""

_NUMBER = re.compile(r"([+-]?)(?:0(?=[0-9]))*+([0-9]+)")
_SUM = re.compile(r"[0-9]+(?:\s*\+\s*[0-9]+)+")
_TERM = re.compile(r"0*([0-9]+)")


def plain(text: str) -> str:
    """*text* with the digits 0 to 9 and the signs + and -, whatever script it was typed in.

    >>> plain(" １０ ＋ ७")
    '10 + 7'
    """
    signs = text.strip().translate(SIGNS)
    return "".join(str(int(sign)) if sign.isdecimal() else sign for sign in signs)


def read_number(text: str) -> int | None:
    """The deadwood that a plain *text* is; None if it is neither a number nor a sum.

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
    if not typed.upcard:
        return Read(None)
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


OF_THE_CARDS_ALONE = {Reason.CARD_LAID_TWICE, Reason.CARD_IN_BOTH_HANDS, Reason.NOT_A_MELD}
"""Problems of the cards themselves, whoever knocked and whatever is still missing."""

OF_THE_NUMBER = {Reason.CARD_LAID_TWICE, Reason.WRONG_NUMBER_OF_CARDS}
"""Problems that make the amount of deadwood irrelevant."""

NO_KNOCK = {Reason.OVER_KNOCK_LIMIT, Reason.TOO_FEW_MELDED}
"""Problems that make it no knock."""

COULD_BE_SOLVED = {Reason.UPCARD_MISSING, Reason.WRONG_NUMBER_OF_CARDS, *NO_KNOCK}
"""Problems that more cards could solve."""


class Missing(NamedTuple):
    """A missing value, and the field that asks for it."""

    label: str
    field: str


@dataclass(frozen=True, slots=True)
class Validation:
    """The result of validating a hand."""

    hand: Hand | None = None
    """The hand of players 0 and 1; None while something is wrong or missing."""
    layout: CardLayout | None = None
    """The cards as they lie, if it is entered by cards."""
    errors: tuple[FieldError, ...] = ()
    missing: tuple[Missing, ...] = ()
    pointed: Cards = frozenset()
    """The cards that a problem is about."""
    is_gin_after_all: bool = False
    """Whether a knock was entered with no deadwood, which is gin."""
    is_false_knock: bool = False
    """Whether the knocker has more deadwood than the limit."""


def validate_hand(typed: TypedHand, slot: HandSlot, *, finished: bool) -> Validation:
    """Validates *typed* for *slot*. In an unfinished hand, only errors that more cards can't fix count."""
    if typed.is_dead:
        return _dead_hand(typed, slot, finished=finished)
    typed = typed if finished else typed.so_far
    is_gin = _is_gin_after_all(typed)
    typed = replace(typed, outcome=Ending.GIN.value) if is_gin else typed
    reading = read_hand(typed, slot.rules)
    hand, missing = _hand_of(reading), tuple(_missing(typed, reading.layout, slot))
    unread = (*_other_upcard(reading, slot), *reading.errors)
    settled = frozenset(_settled(reading.layout, finished))
    hand_problems = list(_problems(hand, typed, slot, unread, missing, settled)) if hand else []
    errors = (*unread, *(_error(problem, typed, slot, hand) for problem in hand_problems if hand))
    if finished:
        errors += tuple(_unsaid(missing, errors))
    stands = not (errors or missing)
    return Validation(
        hand if stands else None,
        reading.layout,
        errors,
        missing,
        frozenset(each for problem in hand_problems for each in problem.cards),
        is_gin,
        any(problem.reason is Reason.OVER_KNOCK_LIMIT for problem in hand_problems),
    )


def _dead_hand(typed: TypedHand, slot: HandSlot, *, finished: bool) -> Validation:
    """A dead hand, with its upcard where its double is carried over to the next hand."""
    if not slot.rules.dead_hand_needs_upcard:
        return Validation(DEAD)
    reading = read_dead_hand(typed)
    missing = (Missing(_("What’s the upcard?"), "upcard"),) if not typed.upcard.strip() else ()
    errors = (*_other_upcard(reading, slot), *reading.errors, *(_unsaid(missing, ()) if finished else ()))
    return Validation(None if errors or missing else reading.hand, errors=errors, missing=missing)


def _is_gin_after_all(typed: TypedHand) -> bool:
    """Whether a knock was entered with no deadwood: that is gin."""
    return (
        typed.way == "deadwood"
        and typed.knocker is not None
        and typed.ending is Ending.KNOCK
        and read_number(typed.number(typed.knocker)) == 0
    )


def _hand_of(reading: HandReading) -> Hand | None:
    """The hand as far as it is known; with cards, and no knocker chosen, as if player 0 had knocked."""
    if reading.layout is None:
        return reading.hand
    layout = reading.layout if reading.layout.knocker is not None else replace(reading.layout, knocker=0)
    return Hand(layout.knocker, layout.declaration)


def _other_upcard(reading: HandReading, slot: HandSlot) -> Iterator[FieldError]:
    """The upcard differs from the one noted on the sheet: the players must say which is right."""
    noted = slot.noted_upcard
    if noted and reading.upcard not in (None, noted):
        sentence = _("The sheet says %(card)s. If that’s wrong, change it there.", card=card(noted))
        yield FieldError("upcard", sentence)


def _missing(typed: TypedHand, layout: CardLayout | None, slot: HandSlot) -> Iterator[Missing]:
    """The missing values, in the order in which they are asked for."""
    if typed.knocker is None:
        yield Missing(_("Who knocked?"), "knocker")
    if slot.asks_upcard and not typed.upcard.strip():
        yield Missing(_("What’s the upcard?"), "upcard")
    yield from _missing_cards(layout) if layout else _missing_deadwood(typed, slot.names)


def _missing_cards(layout: CardLayout) -> Iterator[Missing]:
    """The missing cards, the knocker's first."""
    for player in (0, 1) if layout.knocker is None else (layout.knocker, other(layout.knocker)):
        if missing := layout.cards_missing(player):
            label = ngettext("%(num)s more card", "%(num)s more cards", missing)
            yield Missing(label, f"cards_{player}")


def _missing_deadwood(typed: TypedHand, names: Sequence[str]) -> Iterator[Missing]:
    """The missing deadwood; after gin only the defender's."""
    if typed.knocker is None:
        return
    players = [typed.knocker] if typed.ending is Ending.KNOCK else []
    for player in (*players, other(typed.knocker)):
        if not typed.number(player):
            yield Missing(_("%(name)s’s deadwood?", name=names[player]), f"deadwood_{player}")


def _unsaid(missing: Iterable[Missing], errors: Iterable[FieldError]) -> Iterator[FieldError]:
    """The missing values as errors, at fields without other errors."""
    wrong = {error.field for error in errors}
    return (FieldError(each.field, each.label) for each in missing if each.field not in wrong)


def _problems(
    hand: Hand,
    typed: TypedHand,
    slot: HandSlot,
    unread: Iterable[FieldError],
    missing: Iterable[Missing],
    settled: frozenset[Reason],
) -> Iterator[Problem]:
    """The problems of *hand* under the rules, as far as they can be known."""
    fields = {error.field for error in unread}
    hand_problems = list(problems(hand.laid, slot.rules))
    miscounted = any(
        each.place is ProblemPlace.KNOCKER and each.reason in OF_THE_NUMBER for each in hand_problems
    )
    for problem in hand_problems:
        is_known = typed.knocker is not None and not fields & _read_from(problem, typed, hand)
        idle = problem.reason in NO_KNOCK and miscounted
        stays = not missing or _stays(problem, settled)
        if problem.reason in OF_THE_CARDS_ALONE or (is_known and stays and not idle):
            yield problem


def _read_from(problem: Problem, typed: TypedHand, hand: Hand) -> set[str]:
    """The fields that must be readable for *problem* to be known."""
    if problem.place is ProblemPlace.UPCARD:
        return {"upcard"}
    sides = [Side.KNOCKER] if problem.place is ProblemPlace.KNOCKER else [Side.KNOCKER, Side.DEFENDER]
    players = [hand.player(side) for side in sides]
    if typed.way == "deadwood":
        return {_field(problem, typed, players[-1])}
    return {"layoffs"} | {f"{what}_{player}" for what in ("cards", "melds") for player in players}


def _settled(layout: CardLayout | None, finished: bool) -> Iterator[Reason]:
    """The problems that more cards can't solve, of those that they could."""
    if finished:
        yield Reason.WRONG_NUMBER_OF_CARDS
    if finished or layout is None or layout.is_knock_settled:
        yield from NO_KNOCK


def _stays(problem: Problem, settled: frozenset[Reason]) -> bool:
    """Whether to report a problem of an unfinished hand."""
    if problem.reason is Reason.WRONG_NUMBER_OF_CARDS and (problem.figure or 0) > (problem.bound or 0):
        return True
    return problem.reason not in COULD_BE_SOLVED or problem.reason in settled


def _error(problem: Problem, typed: TypedHand, slot: HandSlot, hand: Hand) -> FieldError:
    """*problem* as a sentence at its field."""
    knocker = hand.player(Side.KNOCKER)
    defender = other(knocker)
    names = Names(slot.names[knocker], slot.names[defender])
    player = knocker if problem.place is ProblemPlace.KNOCKER else defender
    return FieldError(_field(problem, typed, player), explain_problem(problem, names))


def _field(problem: Problem, typed: TypedHand, player: Player) -> str:
    """The name of the field of *problem*."""
    if problem.place is ProblemPlace.UPCARD:
        return "upcard"
    if typed.way == "deadwood":
        return f"deadwood_{player}"
    if problem.place is ProblemPlace.LAYOFFS:
        return "layoffs"
    return f"melds_{player}" if problem.reason is Reason.NOT_A_MELD else f"cards_{player}"


Typed = Iterator[tuple[str, str | None]]
"""The names of fields, each with what is typed or chosen there."""


def typed_fields(hand: Hand, rules: HouseRules) -> Typed:
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
