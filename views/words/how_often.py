"""How often what happens, as players ask: questions, their answers, and what the judge adds to a hand."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from models.gin import every_hand as counted
from models.gin.cards.cards import HAND_SIZE, Card
from models.gin.cards.melds import Aces
from models.gin.hand.arrangements import least_deadwood
from models.gin.rules.house_rules import STANDARD, HouseRules
from views.language.i18n import gettext as _
from views.language.i18n import marked, ngettext, number, percent, pgettext
from views.words.judge import upcard_decides

DEALT, DRAWN = counted.DEALT, counted.AFTER_A_DISCARD

LIMITS = (10, 7, 5, 3, 1)
"""The knock limits of the charts."""


class Share(NamedTuple):
    """So many hands of all: a row of a chart, or an answer."""

    label: str
    hands: int
    whole: int

    @property
    def is_rare(self) -> bool:
        """Whether a percentage would say nothing."""
        return 0 < 100 * self.hands < self.whole

    @property
    def one_in(self) -> str:
        return number((2 * self.whole + self.hands) // (2 * self.hands))

    @property
    def short(self) -> str:
        """It beside a bar: "37%", "1 in 1,549"."""
        if self.is_rare:
            # Translators: so rare: one hand of so many.
            return _("1 in %(number)s", number=self.one_in)
        return percent(self.hands, self.whole or 1)

    @property
    def said(self) -> str:
        """It in a sentence: "No meld: 37 of 100 hands."."""
        hands = self._hands_said.replace(" ", "\N{NO-BREAK SPACE}", 1)
        # Translators: %(what)s is “Gin” or “No meld”, %(hands)s “1 hand in 1,549” or “37 of 100 hands”.
        return _("%(what)s: %(hands)s.", what=self.label, hands=hands)

    @property
    def _hands_said(self) -> str:
        if self.is_rare:
            # Translators: hand: the cards that a player holds.
            return _("1 hand in %(number)s", number=self.one_in)
        of_100 = (200 * self.hands + self.whole) // (2 * self.whole or 1)
        of_100 = min(max(of_100, self.hands > 0), 100 - (self.hands < self.whole))
        # Translators: hand: the cards that a player holds. the plural is for languages that have one.
        return ngettext("%(num)s of 100 hands", "%(num)s of 100 hands", of_100)


class Question(NamedTuple):
    """A question, with its answer in sentences and the rows of its chart."""

    asked: str
    answer: Callable[[], Iterable[str]]
    rows: Callable[[], Iterable[Share]]
    head: str = ""
    """The head above the labels of the rows, if it is not "Hands"."""


def half_have(hands: Sequence[int]) -> int:
    """The most points that at least half of the hands have."""
    return max(points for points in range(len(hands)) if 2 * sum(hands[points:]) >= sum(hands))


def _ranges(hands: Sequence[int], starts: Iterable[int], first: int = 0, more: str = "+") -> Iterator[Share]:
    """Hands in ranges of points. *hands* has how many there are for *first*, for the next, and so on."""
    end = first + len(hands)
    for start, after in pairwise((*starts, end)):
        label = f"{start}{more}" if after == end else f"{start}–{after - 1}".removesuffix(f"–{start}")
        yield Share(label, sum(hands[start - first : after - first]), sum(hands))


def _within(hands: Sequence[int], label: str, limit: int = LIMITS[0]) -> Share:
    """The hands with at most *limit* deadwood."""
    return Share(label, sum(hands[: limit + 1]), sum(hands))


def _by_limit(hands: Sequence[int]) -> list[Share]:
    return [_within(hands, str(limit), limit) for limit in LIMITS]


def _of_ten(label: str, hands: int) -> Share:
    return Share(label, hands, counted.TEN_CARDS)


WRONG = counted.DEAREST_FIRST[1:]
"""Hands that have more deadwood if the most valuable meld is taken first, by how much, from 1 point."""

QUESTIONS: Mapping[str, Question] = {
    "deadwood": Question(
        # Translators: hand: the ten cards of a player. Dealt: before any card is drawn.
        marked("How much deadwood does a dealt hand have?"),
        # Translators: %(points)s is an amount of deadwood.
        lambda: [_("Half of all hands have %(points)s or more.", points=half_have(DEALT))],
        lambda: _ranges(DEALT, range(0, 99, 10)),
        marked("Deadwood"),
    ),
    "knock": Question(
        marked("How often can you knock with the cards as dealt?"),
        lambda: [_within(DEALT, _("With a limit of %(limit)s", limit=LIMITS[0])).said],
        lambda: _by_limit(DEALT),
        marked("Knock limit"),
    ),
    "gin": Question(
        marked("How often is it gin as dealt?"),
        lambda: [_within(DEALT, _("Gin"), 0).said],
        lambda: [_within(DEALT, _("Gin"), 0), _within(DEALT, _("Knock or gin"))],
    ),
    "no-meld": Question(
        marked("How often is there no meld at all?"),
        lambda: [_of_ten(_("No meld"), counted.NO_MELD).said],
        lambda: [
            _of_ten(_("No meld"), counted.NO_MELD),
            _of_ten(_("At least one meld"), counted.TEN_CARDS - counted.NO_MELD),
        ],
    ),
    "ways": Question(
        # Translators: ways to divide the same cards into melds and deadwood, all with the least deadwood.
        marked("In how many ways can a hand be laid out equally well?"),
        lambda: [_of_ten(_("More than one way"), sum(counted.BEST_WAYS[1:])).said],
        lambda: _ranges(counted.BEST_WAYS, range(1, 6), first=1),
        marked("Ways"),
    ),
    "dearest-first": Question(
        # Translators: the meld whose cards have the most points.
        marked("Is it always right to take the most valuable meld first?"),
        lambda: [_of_ten(_("Wrong"), sum(WRONG)).said],
        lambda: [
            _of_ten(pgettext("cards", "All hands"), sum(WRONG)),
            Share(pgettext("cards", "Hands with gin"), counted.DEAREST_FIRST_OF_GIN, DEALT[0]),
        ],
        # Translators: the head of a column: in how many of these hands it is wrong.
        marked("Wrong in"),
    ),
    "points-lost": Question(
        # Translators: it: to take the most valuable meld first.
        marked("When that is wrong, how much deadwood does it cost?"),
        lambda: [_("Half of the time %(points)s or more.", points=half_have((0, *WRONG)))],
        lambda: _ranges(WRONG, (1, 6, 11, 21, 31), first=1),
        marked("Deadwood"),
    ),
    "knock-drawn": Question(
        marked("How often can you knock after the first draw?"),
        lambda: [_within(DRAWN, _("After the first draw")).said, _within(DEALT, _("As dealt")).said],
        lambda: _by_limit(DRAWN),
        marked("Knock limit"),
    ),
    "gin-drawn": Question(
        marked("How often is it gin, or big gin, after the first draw?"),
        lambda: [each.said for each in QUESTIONS["gin-drawn"].rows()],
        lambda: [
            _within(DRAWN, _("Gin"), 0),
            Share(_("Big gin"), counted.BIG_GIN, counted.ELEVEN_CARDS),
        ],
    ),
    "discards": Question(
        marked("How many discards are equally good?"),
        # Translators: of eleven cards, only one is the best to discard.
        lambda: [Share(_("Just one"), counted.BEST_DISCARDS[0], counted.ELEVEN_CARDS).said],
        lambda: _ranges(counted.BEST_DISCARDS, range(1, 12), first=1, more=""),
        # Translators: the head of a column: how many cards are equally good to discard.
        marked("Discards"),
    ),
}
"""By their names, in the order of the page."""


# What the judge adds


def among_dealt(cards: Sequence[Card], rules: HouseRules, upcard: Card | None) -> str:
    """How rare ten cards are as dealt, or "" if it was not counted for these cards and rules."""
    usual = rules.aces is Aces.LOW and rules.ace_points == STANDARD.ace_points and not rules.melded_to_knock
    if len(cards) != HAND_SIZE or not usual:
        return ""
    deadwood, limit = least_deadwood(cards, rules), rules.knock_limit_with(upcard)
    if deadwood > limit:
        return _more_have(sum(DEALT[deadwood + 1 :]))
    if deadwood and upcard_decides(rules, upcard):
        return ""
    one_in = _within(DEALT, "", limit if deadwood else 0).one_in
    if deadwood:
        return _("As dealt, before a card is drawn, 1 hand in %(number)s can knock.", number=one_in)
    return _("As dealt, before a card is drawn, 1 hand in %(number)s is gin.", number=one_in)


def _more_have(hands: int) -> str:
    """That so many hands have more deadwood: never all, and never more than are there."""
    of_100 = min(100 * hands // counted.TEN_CARDS, 99)
    if not of_100:
        return _("As dealt, before a card is drawn, fewer than 1 of 100 hands have more deadwood.")
    return ngettext(
        "As dealt, before a card is drawn, %(num)s of 100 hands has more deadwood.",
        "As dealt, before a card is drawn, %(num)s of 100 hands have more deadwood.",
        of_100,
    )
