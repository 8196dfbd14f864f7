"""The page of the judge: what was asked, what is wrong with it, and the verdict."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from flask import Response, make_response, render_template

from models.gin.arrangements import MOST_CARDS
from models.gin.card_layout import laid_out
from models.gin.cards import HAND_SIZE, PACK, Cards, Group, cards_twice
from models.gin.declaration import Declaration, Spread
from models.gin.melds import Flaw
from models.gin.problems import Place, Problem, Reason, problems
from views.judge.form import JudgeForm
from views.judge.verdict import (
    HandTold,
    NoKnockTold,
    ShowdownTold,
    left_over,
    tell_hand,
    tell_no_knock,
    tell_showdown,
)
from views.shared.judge_links import address
from views.shared.player_cards import Tray
from views.web.i18n import gettext as _
from views.web.i18n import ngettext
from views.words.houses import Rule, said_of
from views.words.judge_showdown import sides
from views.words.rule_values import raised


@dataclass(frozen=True, slots=True)
class Linked:
    """A rule of the house and where its page has it."""

    sentence: str
    url: str


@dataclass(frozen=True, slots=True)
class Bench:
    """Both trays with the cards as they count so far. The second is the defender's, or the one hand's."""

    trays: tuple[Tray, Tray]
    laid_off: Cards
    pointed: Cards


class JudgePage:
    """The form, and the verdict if there is one.

    :ivar live: asked after a tap: a hand that wants cards is not wrong yet.
    :ivar posed: a question was put, so no card at all is wrong.
    """

    def __init__(self, form: JudgeForm, live: bool, posed: bool = False) -> None:
        self.form, self.live = form, live
        self.posed = posed or any(form[name].raw_data for name in ("cards", "knocker", "left"))
        self.asked = form.read()
        self.found = tuple(self._wrong()) if self.posed and form.is_readable else ()
        form.say_all(self.found)

    # What is wrong

    def _wrong(self) -> Iterator[Problem]:
        """Everything that keeps the question from being answered."""
        if not self.form.about_showdown:
            yield from self._wrong_hand()
            return
        laid = Declaration(self._knocker, Spread((), self.asked.cards), (), self.asked.upcard)
        for problem in problems(laid, self.asked.rules):
            if not (self.live and self.unfinished and _may_mend(problem)):
                yield problem

    def _wrong_hand(self) -> Iterator[Problem]:
        cards = self.asked.cards
        if len(cards) > 4 and len({card.rank for card in cards}) == 1:
            yield Problem(Reason.NOT_A_MELD, Place.DEFENDER, frozenset(cards), Flaw.MORE_THAN_FOUR_OF_A_RANK)
        if twice := cards_twice(cards):
            yield Problem(Reason.CARD_LAID_TWICE, Place.DEFENDER, twice)
        if len(cards) > MOST_CARDS or (not cards and not self.live):
            yield Problem(Reason.WRONG_NUMBER_OF_CARDS, Place.DEFENDER, figure=len(cards), bound=MOST_CARDS)

    @property
    def _knocker(self) -> Spread:
        return self.asked.knocker or Spread()

    @property
    def unfinished(self) -> bool:
        """Whether cards are still to come."""
        if not self.form.about_showdown:
            return not self.asked.cards
        turned = self.asked.upcard or not self.asked.rules.needs_upcard
        return not turned or min(len(self._knocker.cards), len(self.asked.cards)) < HAND_SIZE

    @property
    def status(self) -> int:
        """422 where something is wrong."""
        return 200 if self.form.is_readable else 422

    # What is told

    @cached_property
    def told(self) -> HandTold | ShowdownTold | NoKnockTold | None:
        """The verdict; none while there is no question, or it cannot be answered."""
        if [problem.reason for problem in self.found] == [Reason.OVER_KNOCK_LIMIT]:
            return tell_no_knock(self.asked, self._knocker)
        if self.status != 200 or self.unfinished:
            return None
        if self.form.about_showdown:
            return tell_showdown(self.asked, self._knocker)
        return tell_hand(self.asked)

    def address(self, **more: Any) -> str:
        """Where this question has its answer."""
        if self.form.about_showdown and not self._knocker.cards:
            more["ask"] = "showdown"
        return address(self.asked, **more)

    def response(self) -> Response:
        """The page, or only the parts that a tap can change."""
        return make_response(
            render_template("judge/_verdict.html" if self.live else "judge/show.html", **self.context()),
            self.status,
        )

    def context(self) -> dict[str, object]:
        """All that the templates need."""
        house, told = self.asked.house, self.told
        return {
            "form": self.form,
            "pack": PACK,
            "desk": self.bench,
            "told": told,
            "rules": [self._linked(rule) for rule in said_of(told.fields, house.rules)] if told else [],
            "house": {"name": house.title, "url": house.page()},
            "address": address,
            "link": self.address(_external=True),
            "path": self.address(),
            "button": self.button,
            "place": self.place,
        }

    def _linked(self, rule: Rule) -> Linked:
        return Linked(rule.sentence, self.asked.house.page(_anchor=rule.field))

    @property
    def button(self) -> str:
        """What the main button says while cards are tapped: the verdict, or what is missing."""
        if self.told:
            return self.told.head
        if self.status != 200:
            return _("See what is wrong")
        if self.place == "upcard":
            return _("Which upcard?")
        if not self.form.about_showdown:
            return _("Which cards?")
        cards = self._knocker.cards if self.place == "knocker" else self.asked.cards
        return _more(HAND_SIZE - len(cards), sides()[self.place == "cards"])

    @property
    def place(self) -> str:
        """The field where something is wrong or missing; none once there is a verdict."""
        if self.told:
            return ""
        if wrong := [field.name for field in self.form if field.errors]:
            return str(wrong[0])
        if not self.form.about_showdown:
            return "cards"
        if self.asked.rules.needs_upcard and not self.asked.upcard:
            return "upcard"
        return "knocker" if len(self._knocker.cards) < HAND_SIZE else "cards"

    # The trays

    @cached_property
    def bench(self) -> Bench:
        """Both trays as they count so far."""
        pointed = frozenset(card for problem in self.found for card in problem.cards)
        rules, knocker = self.asked.rules, self._knocker
        left = rules.deadwood(knocker.unmatched)
        if isinstance(self.told, ShowdownTold):
            laid = self.told
            away: Group = tuple(card for card in self.asked.cards if card in laid.laid_off)
            mine = Tray(laid.deadwood[0], laid.knocker.melds, laid.knocker.unmatched)
            theirs = Tray(laid.deadwood[1], laid.defender.melds, laid.defender.unmatched, away)
            return Bench((mine, theirs), laid.laid_off, pointed)
        spread = self._lying()
        mine = Tray(_state(knocker.cards, left, True), knocker.melds, knocker.unmatched)
        counts = rules.deadwood(spread.unmatched)
        theirs = Tray(
            _state(self.asked.cards, counts, self.form.about_showdown), spread.melds, spread.unmatched
        )
        return Bench((mine, theirs), frozenset(), pointed)

    def _lying(self) -> Spread:
        """The cards asked about: in their groups, else at their best."""
        groups = self.asked.groups
        if len(groups) > 1:
            return Spread(groups)
        return laid_out(self.asked.cards, None, self.asked.rules)


def _may_mend(problem: Problem) -> bool:
    """Whether more cards may mend *problem*."""
    if problem.reason is Reason.WRONG_NUMBER_OF_CARDS:
        return (problem.figure or 0) < (problem.bound or 0)
    return problem.reason in (Reason.UPCARD_MISSING, Reason.OVER_KNOCK_LIMIT)


def _more(short: int, name: str) -> str:
    """How many cards somebody has still to show."""
    return raised(ngettext("%(name)s: %(num)s more card", "%(name)s: %(num)s more cards", short, name=name))


def _state(cards: Group, left: int, showdown: bool) -> str:
    """How cards count so far."""
    if not cards:
        return ""
    deadwood = left_over(left)
    if not showdown:
        return ngettext("%(num)s card", "%(num)s cards", len(cards)) + " · " + deadwood
    return deadwood if len(cards) >= HAND_SIZE else _("%(num)s of %(size)s", num=len(cards), size=HAND_SIZE)
