"""What is wrong with a hand that is being entered, and what is still missing."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from models.gin.cards.cards import Cards
from models.gin.hand.card_layout import CardLayout
from models.gin.hand.declaration import Ending
from models.gin.hand.hand import Hand
from models.gin.hand.problems import Problem, ProblemPlace, Reason, problems
from models.gin.rules.options import Side
from models.gin.rules.seating import Player, other
from views.hands.hand_slot import HandSlot
from views.hands.read_form import DEAD, FieldError, HandReading, TypedHand, read_dead_hand, read_hand
from views.hands.typed_number import read_number
from views.language.i18n import gettext as _
from views.language.i18n import ngettext
from views.words.cards import card
from views.words.problems import Names
from views.words.problems import explain as explain_problem

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
