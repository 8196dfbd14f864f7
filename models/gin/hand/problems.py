"""Everything that is wrong with a declared hand; when a player can knock."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum, auto
from functools import lru_cache

from models.gin.cards.cards import (
    HAND_SIZE,
    MOST_IN_HAND,
    Card,
    Cards,
    Group,
    NotACardError,
    UnclearRunError,
    are_distinct,
    cards_twice,
)
from models.gin.cards.melds import Flaw, flaw_of, is_meld, is_meld_of, laid_in_turn
from models.gin.hand.arrangements import arrangements_within
from models.gin.hand.declaration import Count, Declaration, Ending, Laid, Layoff, Points, Spread
from models.gin.rules.house_rules import HouseRules


def may_knock(knocker: Spread, rules: HouseRules, upcard: Card | None = None) -> bool:
    """Whether ten cards laid down like this may end the hand.

    >>> from models.gin.cards.cards import read_cards, read_groups
    >>> laid = Spread.of(read_groups("5S 6S 7S / KS KC KD KH"), read_cards("AC 2D 3H"))
    >>> may_knock(laid, HouseRules()), may_knock(laid, HouseRules(melded_to_knock=8))
    (True, False)
    """
    within = rules.deadwood(knocker.unmatched) <= rules.knock_limit_with(upcard)
    return within and has_enough_melded(knocker, rules)


def has_enough_melded(knocker: Spread, rules: HouseRules) -> bool:
    """Whether so many of ten cards are melded as the rules ask for."""
    return len(knocker.unmatched) <= HAND_SIZE - rules.melded_to_knock


def spreads_to_knock(
    cards: Iterable[Card], rules: HouseRules, upcard: Card | None = None
) -> tuple[Spread, ...]:
    """Every way to lay these cards down and end the hand, the least deadwood first.

    :raises ValueError: if a card is there twice, or there are more than fourteen.
    """
    ways = arrangements_within(cards, rules.knock_limit_with(upcard), rules)
    return tuple(way for way in ways if has_enough_melded(way, rules)) if rules.melded_to_knock else ways


def may_lay_off(knocker: Spread, rules: HouseRules) -> bool:
    """Whether the defender may lay off on the melds of *knocker*.

    >>> from models.gin.cards.cards import read_cards, read_groups
    >>> gin = Spread.of(read_groups("5S 6S 7S 8S / KS KC KD / QS QC QD"))
    >>> may_lay_off(gin, HouseRules()), may_lay_off(gin, HouseRules(layoff_vs_gin=True))
    (False, True)
    """
    if knocker.unmatched:
        return True
    return rules.layoff_vs_gin and (rules.layoff_vs_big_gin or not is_big_gin(knocker, rules))


def is_big_gin(knocker: Spread, rules: HouseRules) -> bool:
    """Whether these are eleven melded cards, where that is more than gin."""
    return rules.plays_big_gin and not knocker.unmatched and len(knocker.cards) == MOST_IN_HAND


class Reason(StrEnum):
    """Why a declaration or a document is not valid. The sentence for each is in ``views/words``."""

    CARD_LAID_TWICE = auto()
    """One player laid the same card twice."""
    CARD_IN_BOTH_HANDS = auto()
    """There is only one pack."""
    WRONG_NUMBER_OF_CARDS = auto()
    """A hand has ten cards, or eleven if the knocker has melded all of them."""
    NOT_A_MELD = auto()
    """Neither a set nor a run; the problem's flaw says why."""
    OVER_KNOCK_LIMIT = auto()
    """More deadwood than the rules, or the upcard, allow for a knock."""
    TOO_FEW_MELDED = auto()
    """Fewer cards in melds than the rules ask for to knock."""
    GIN_WITH_DEADWOOD = auto()
    """Gin was declared, but there is deadwood."""
    LAYOFF_AGAINST_GIN = auto()
    """The rules do not allow lay-offs against gin."""
    LAYOFF_AGAINST_BIG_GIN = auto()
    """The rules allow lay-offs against gin, but not against big gin."""
    LAYOFF_NOT_ON_A_MELD = auto()
    """Cards can be laid off only on the knocker's melds, not on deadwood."""
    LAYOFF_DOES_NOT_FIT = auto()
    """The meld and the cards together are not a meld."""
    COUNT_IMPOSSIBLE = auto()
    """Deadwood that ten cards cannot have."""
    UPCARD_MISSING = auto()
    """The rules depend on the first upcard."""
    OPENING_REACHES_TARGET = auto()
    """The game would be over before the first hand."""
    OPENING_NOT_ZERO_SUM = auto()
    """What one player wins is taken from the others, so the totals add up to 0."""
    OPENING_AFTER_LAST_HAND = auto()
    """All hands of the game were played before."""
    OPENING_WINS_MATCH = auto()
    """The match would be over before the first hand."""
    OPENING_TOO_MANY_COLUMNS = auto()
    """Opening scores for more columns than the rules have."""
    OPENING_TWICE = auto()
    """A match has only one line with opening scores."""
    TOTAL_TOO_LARGE = auto()
    """A line takes a total, perhaps with bonuses, beyond the largest one."""

    NOT_A_CARD = auto()
    """A word that names no card."""
    RUN_UNCLEAR = auto()
    """A hyphen that could mean a run or just separate cards."""
    FILE_UNREADABLE = auto()
    """The command line was given a file that it cannot read."""
    NOT_JSON = auto()
    """A document that is not JSON."""
    TOO_LARGE = auto()
    """A document or a list longer than any match."""
    WRONG_FORMAT = auto()
    """Not a match document."""
    NEWER_FORMAT = auto()
    """A document in a later version of its format."""
    FIELD_MISSING = auto()
    FIELD_UNKNOWN = auto()
    FIELD_WRONG = auto()
    """A field with a value that it cannot hold."""
    HOUSE_UNKNOWN = auto()
    """No preset has this name."""
    OUTCOME_DISAGREES = auto()
    """The outcome given with the cards does not agree with them."""


class ProblemPlace(StrEnum):
    """What a problem is about."""

    KNOCKER = auto()
    DEFENDER = auto()
    LAYOFFS = auto()
    UPCARD = auto()
    OPENING = auto()
    SHEET = auto()
    DOCUMENT = auto()


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem: its reason, what it is about, and the cards to highlight."""

    reason: Reason
    place: ProblemPlace
    cards: Cards = frozenset()
    flaw: Flaw | None = None
    """Why cards are not a meld."""
    figure: int | None = None
    """The wrong number: of cards, of deadwood points, or a total."""
    bound: int | None = None
    """The largest number allowed."""
    text: str = ""
    """The text that could not be read, or the name of the field."""
    line: int | None = None
    """The place on the sheet of the line that leads to it, from 1."""


def unreadable(error: NotACardError, place: ProblemPlace) -> Problem:
    """What is wrong with a text in which cards could not be read."""
    reason = Reason.RUN_UNCLEAR if isinstance(error, UnclearRunError) else Reason.NOT_A_CARD
    return Problem(reason, place, text=quoted(", ".join(error.words)))


class InvalidDeclarationError(ValueError):
    """Raised when an invalid declaration is scored."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(", ".join(problem.reason for problem in self.problems))


@lru_cache(maxsize=500)
def problems(laid: Laid, rules: HouseRules) -> tuple[Problem, ...]:
    """Every problem with *laid*; none if it is valid. Cached, because what was checked is scored next."""
    if isinstance(laid, Points):
        return ()
    if isinstance(laid, Count):
        return tuple(_problems_of_count(laid, rules))
    return tuple(_problems_of_cards(laid, rules))


def _problems_of_count(count: Count, rules: HouseRules) -> Iterator[Problem]:
    if count.ending is not Ending.DEAD or rules.dead_hand_needs_upcard:
        yield from _missing_upcard(count, rules)
    if count.ending is Ending.DEAD:
        return
    if not 0 <= count.knocker <= rules.most_deadwood:
        yield _impossible(ProblemPlace.KNOCKER, count.knocker, rules)
    elif count.ending is Ending.KNOCK:
        yield from _over_limit(count, rules)
    elif count.knocker:
        yield Problem(Reason.GIN_WITH_DEADWOOD, ProblemPlace.KNOCKER, figure=count.knocker)
    if not 0 <= count.defender <= rules.most_deadwood:
        yield _impossible(ProblemPlace.DEFENDER, count.defender, rules)


def _problems_of_cards(hand: Declaration, rules: HouseRules) -> Iterator[Problem]:
    yield from _missing_upcard(hand, rules)
    knockers, defenders = hand.knocker.cards, hand.defender_cards
    yield from _repeated(knockers, defenders)
    yield from _wrong_numbers(hand, len(knockers), len(defenders))
    yield from _no_melds(hand.knocker, ProblemPlace.KNOCKER, rules)
    yield from _no_melds(hand.defender, ProblemPlace.DEFENDER, rules)
    if hand.ending is Ending.KNOCK:
        yield from _over_limit(hand.count(rules), rules, hand.knocker.unmatched)
        yield from _too_few_melded(hand.knocker, rules)
    yield from _bad_layoffs(hand, rules)


def _missing_upcard(laid: Declaration | Count, rules: HouseRules) -> Iterator[Problem]:
    if rules.needs_upcard and laid.upcard is None:
        yield Problem(Reason.UPCARD_MISSING, ProblemPlace.UPCARD)


def _impossible(place: ProblemPlace, figure: int, rules: HouseRules) -> Problem:
    return Problem(Reason.COUNT_IMPOSSIBLE, place, figure=figure, bound=rules.most_deadwood)


def _over_limit(count: Count, rules: HouseRules, cards: Group = ()) -> Iterator[Problem]:
    """A knock with more deadwood than the limit is not a knock."""
    limit = rules.knock_limit_with(count.upcard)
    if count.knocker > limit:
        place = Reason.OVER_KNOCK_LIMIT, ProblemPlace.KNOCKER
        yield Problem(*place, frozenset(cards), figure=count.knocker, bound=limit)


def _too_few_melded(knocker: Spread, rules: HouseRules) -> Iterator[Problem]:
    """A knock with fewer cards in melds than the rules ask for is not a knock."""
    if not has_enough_melded(knocker, rules):
        melded, needed = len(knocker.cards) - len(knocker.unmatched), rules.melded_to_knock
        yield Problem(
            Reason.TOO_FEW_MELDED,
            ProblemPlace.KNOCKER,
            frozenset(knocker.unmatched),
            figure=melded,
            bound=needed,
        )


def _repeated(knockers: Group, defenders: Group) -> Iterator[Problem]:
    """There is only one pack."""
    if are_distinct(knockers + defenders):
        return
    for place, cards in ((ProblemPlace.KNOCKER, knockers), (ProblemPlace.DEFENDER, defenders)):
        if twice := cards_twice(cards):
            yield Problem(Reason.CARD_LAID_TWICE, place, twice)
    if both := frozenset(knockers) & frozenset(defenders):
        yield Problem(Reason.CARD_IN_BOTH_HANDS, ProblemPlace.DEFENDER, both)


def _has_enough_cards(knocker: Spread) -> bool:
    """Whether the knocker laid ten cards or more. With fewer, nobody knows whether it is gin."""
    return len(knocker.cards) >= HAND_SIZE


def _wrong_numbers(hand: Declaration, laid: int, held: int) -> Iterator[Problem]:
    """Ten cards each; the knocker may lay eleven if all of them are melded."""
    if laid != HAND_SIZE and (laid != MOST_IN_HAND or hand.knocker.unmatched):
        yield Problem(Reason.WRONG_NUMBER_OF_CARDS, ProblemPlace.KNOCKER, figure=laid, bound=HAND_SIZE)
    if held != HAND_SIZE:
        yield Problem(Reason.WRONG_NUMBER_OF_CARDS, ProblemPlace.DEFENDER, figure=held, bound=HAND_SIZE)


def _no_melds(spread: Spread, place: ProblemPlace, rules: HouseRules) -> Iterator[Problem]:
    for meld in spread.melds:
        if flaw := _flaw_of(meld, rules.aces):
            yield Problem(Reason.NOT_A_MELD, place, frozenset(meld), flaw)


_flaw_of = lru_cache(maxsize=500)(flaw_of)
"""Cached, because there are few melds and many hands: 65 sets and 264 runs with the ace low."""


def _bad_layoffs(hand: Declaration, rules: HouseRules) -> Iterator[Problem]:
    if not hand.layoffs:
        return
    if _has_enough_cards(hand.knocker) and not may_lay_off(hand.knocker, rules):
        reason = Reason.LAYOFF_AGAINST_BIG_GIN if rules.layoff_vs_gin else Reason.LAYOFF_AGAINST_GIN
        yield Problem(reason, ProblemPlace.LAYOFFS, frozenset(hand.laid_off))
        return
    melds = {frozenset(meld) for meld in hand.knocker.melds}
    for onto, cards in _by_meld(hand.layoffs).items():
        if onto not in melds:
            yield Problem(Reason.LAYOFF_NOT_ON_A_MELD, ProblemPlace.LAYOFFS, frozenset(cards))
        elif is_meld(onto, rules.aces) and not is_meld_of((*onto, *cards), rules.aces):
            left = laid_in_turn(onto, cards, rules.aces)[1]
            yield Problem(Reason.LAYOFF_DOES_NOT_FIT, ProblemPlace.LAYOFFS, frozenset(left))


def _by_meld(layoffs: Iterable[Layoff]) -> dict[Cards, Group]:
    """What was laid on each meld, all together."""
    laid: dict[Cards, Group] = {}
    for layoff in layoffs:
        onto = frozenset(layoff.onto)
        laid[onto] = laid.get(onto, ()) + layoff.cards
    return laid


def quoted(text: str) -> str:
    r"""The beginning of what somebody wrote, to be shown with a problem, half characters as question marks.

    >>> quoted("jokers"), quoted("\ud83d")
    ('jokers', '?')
    """
    return text[:80].encode(errors="replace").decode()
