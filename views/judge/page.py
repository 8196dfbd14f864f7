"""The page of the judge: the question, its problems, and the verdict."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from flask import Response, make_response, render_template, request, url_for

from models.gin.cards.cards import HAND_SIZE, PACK, Cards, Group, cards_twice
from models.gin.cards.melds import Flaw
from models.gin.hand.arrangements import MOST_CARDS
from models.gin.hand.card_layout import laid_out
from models.gin.hand.declaration import Declaration, Spread
from models.gin.hand.problems import Problem, ProblemPlace, Reason, problems
from views.entry.player_cards import Tray
from views.judge.form import JudgeForm
from views.judge.verdict import (
    NoKnockVerdict,
    OneHandVerdict,
    ShowdownVerdict,
    deadwood_of,
    verdict_on_hand,
    verdict_on_no_knock,
    verdict_on_showdown,
)
from views.language.i18n import gettext as _
from views.language.i18n import ngettext
from views.shared.form_helpers import wrong_fields
from views.shared.judge_links import Question
from views.words.judge import sides
from views.words.rules.page import Rule, rules_about


@dataclass(frozen=True, slots=True)
class LinkedRule:
    """A rule, with the address of its sentence on the page of the rules."""

    sentence: str
    url: str


@dataclass(frozen=True, slots=True)
class Trays:
    """The cards of both players so far. The second is the defender's, or the only hand."""

    trays: tuple[Tray, Tray]
    laid_off: Cards
    pointed: Cards


@dataclass(frozen=True, slots=True)
class MatchAsked:
    """The match within which the judge is asked."""

    watch: str
    title: str


class JudgePage:
    """The form, and the verdict if there is one.

    :ivar live: asked after a tap, so a hand that is not complete yet is no error.
    :ivar posed: a question was sent, so a hand without cards is an error.
    :ivar match: the match in which it is asked, if any.
    """

    def __init__(
        self, form: JudgeForm, live: bool, posed: bool = False, match: MatchAsked | None = None
    ) -> None:
        self.form, self.live, self.match = form, live, match
        self.posed = posed or any(form[name].raw_data for name in ("cards", "knocker", "left"))
        self.question = form.read()
        self.problems = tuple(self._wrong()) if self.posed and form.is_readable else ()
        form.say_all(self.problems)
        form.write_own_letters()

    # What is wrong

    def _wrong(self) -> Iterator[Problem]:
        """Everything that prevents a verdict."""
        if not self.form.about_showdown:
            yield from self._wrong_hand()
            return
        laid = Declaration(self._knocker, Spread((), self.question.cards), (), self.question.upcard)
        for problem in problems(laid, self.question.rules):
            if not (self.live and self.unfinished and _may_mend(problem)):
                yield problem

    def _wrong_hand(self) -> Iterator[Problem]:
        cards = self.question.cards
        if len(cards) > 4 and len({card.rank for card in cards}) == 1:
            yield Problem(
                Reason.NOT_A_MELD, ProblemPlace.DEFENDER, frozenset(cards), Flaw.MORE_THAN_FOUR_OF_A_RANK
            )
        if twice := cards_twice(cards):
            yield Problem(Reason.CARD_LAID_TWICE, ProblemPlace.DEFENDER, twice)
        if len(cards) > MOST_CARDS or (not cards and not self.live):
            yield Problem(
                Reason.WRONG_NUMBER_OF_CARDS, ProblemPlace.DEFENDER, figure=len(cards), bound=MOST_CARDS
            )

    @property
    def _knocker(self) -> Spread:
        return self.question.knocker or Spread()

    @property
    def unfinished(self) -> bool:
        """Whether more cards are expected."""
        if not self.form.about_showdown:
            return not self.question.cards
        turned = self.question.upcard or not self.question.rules.needs_upcard
        return not turned or min(len(self._knocker.cards), len(self.question.cards)) < HAND_SIZE

    @property
    def status(self) -> int:
        """422 if something is wrong."""
        return 200 if self.form.is_readable else 422

    # The verdict

    @cached_property
    def verdict(self) -> OneHandVerdict | ShowdownVerdict | NoKnockVerdict | None:
        """The verdict; None while there is no question, or if it can't be answered."""
        if self.problems and all(problem.reason in NO_KNOCK for problem in self.problems):
            return verdict_on_no_knock(self.question, self._knocker)
        if self.status != 200 or self.unfinished:
            return None
        if self.form.about_showdown:
            return verdict_on_showdown(self.question, self._knocker)
        return verdict_on_hand(self.question, in_match=self.match is not None)

    def address(self, question: Question | None = None) -> str:
        """The address of the verdict on a question, within the same match if any."""
        query = self._query(question)
        if self.match:
            return url_for("judge.in_match", watch=self.match.watch, **query)
        return self.question.chosen.judge_url(**query)

    @property
    def public_address(self) -> str:
        """The address at which everyone can see the verdict: with the rules in it, without the match."""
        return self.question.chosen.judge_url(**self._query())

    def _query(self, question: Question | None = None) -> dict[str, Any]:
        query = dict((question or self.question).query)
        if self.form.about_showdown and not self._knocker.cards:
            query["ask"] = "showdown"
        return query

    def response(self) -> Response:
        """The page, or only the parts that a tap can change."""
        return make_response(
            render_template("judge/_verdict.html" if self.live else "judge/show.html", **self.context()),
            self.status,
        )

    def context(self) -> dict[str, object]:
        chosen, verdict = self.question.chosen, self.verdict
        return {
            "form": self.form,
            "problems": wrong_fields(self.form),
            "match": self.match,
            "pack": PACK,
            "trays": self.trays,
            "verdict": verdict,
            "rules": [self._linked(rule) for rule in rules_about(verdict.fields, chosen.rules)]
            if verdict
            else [],
            "chosen": {"name": chosen.title, "url": self._rules_url(), "disputes_url": self._disputes_url()},
            "address": self.address,
            "canonical": self.public_address,
            "link": request.host_url.rstrip("/") + self.public_address,
            "path": self.address(),
            "button": self.button,
            "place": self.place,
        }

    def _linked(self, rule: Rule) -> LinkedRule:
        return LinkedRule(rule.sentence, self._rules_url(_anchor=rule.field))

    def _rules_url(self, **more: Any) -> str:
        """The page of the rules; within a match, that of the match."""
        if self.match:
            return url_for("matches.rules", watch=self.match.watch, **more)
        return self.question.chosen.page(**more)

    def _disputes_url(self) -> str:
        """The common disputes under the rules; within a match, under those of the match."""
        if self.match:
            return url_for("matches.disputes", watch=self.match.watch)
        return self.question.chosen.disputes_url()

    @property
    def button(self) -> str:
        """The label of the main button while cards are tapped: the verdict, or what is wrong or missing."""
        if self.verdict:
            return self.verdict.head
        if self.status != 200:
            wrong = len(wrong_fields(self.form))
            return ngettext("Please check one field", "Please check %(num)s fields", wrong)
        if self.place == "upcard":
            return _("What’s the upcard?")
        if not self.form.about_showdown:
            return _("Tap the cards")
        cards = self._knocker.cards if self.place == "knocker" else self.question.cards
        return ngettext(
            # Translators: %(name)s is “The knocker” or “The defender”: so many cards are still missing.
            "%(name)s: %(num)s more card",
            "%(name)s: %(num)s more cards",
            HAND_SIZE - len(cards),
            name=sides()[self.place == "cards"],
        )

    @property
    def place(self) -> str:
        """The field where something is wrong or missing; "" once there is a verdict."""
        if self.verdict:
            return ""
        if wrong := [field.name for field in self.form if field.errors]:
            return str(wrong[0])
        if not self.form.about_showdown:
            return "cards"
        if self.question.rules.needs_upcard and not self.question.upcard:
            return "upcard"
        return "knocker" if len(self._knocker.cards) < HAND_SIZE else "cards"

    # The trays

    @cached_property
    def trays(self) -> Trays:
        """Both players' cards so far."""
        pointed = frozenset(card for problem in self.problems for card in problem.cards)
        rules, knocker = self.question.rules, self._knocker
        left = rules.deadwood(knocker.unmatched)
        if isinstance(self.verdict, ShowdownVerdict):
            laid = self.verdict
            away: Group = tuple(card for card in self.question.cards if card in laid.laid_off)
            knocker_tray = Tray(laid.deadwood[0], "", laid.knocker.melds, laid.knocker.unmatched)
            defender_tray = Tray(laid.deadwood[1], "", laid.defender.melds, laid.defender.unmatched, away)
            return Trays((knocker_tray, defender_tray), laid.laid_off, pointed)
        spread = self._lying()
        knocker_tray = Tray(_state(knocker.cards, left, True), "", knocker.melds, knocker.unmatched)
        counts = rules.deadwood(spread.unmatched)
        defender_tray = Tray(
            _state(self.question.cards, counts, self.form.about_showdown), "", spread.melds, spread.unmatched
        )
        return Trays((knocker_tray, defender_tray), frozenset(), pointed)

    def _lying(self) -> Spread:
        """The cards of the question: in their groups, else with the best melds."""
        groups = self.question.groups
        if len(groups) > 1:
            return Spread(groups)
        return laid_out(self.question.cards, None, self.question.rules)


NO_KNOCK = {Reason.OVER_KNOCK_LIMIT, Reason.TOO_FEW_MELDED}
"""Problems that the judge answers: it is not a knock."""


def _may_mend(problem: Problem) -> bool:
    """Whether more cards may fix *problem*."""
    if problem.reason is Reason.WRONG_NUMBER_OF_CARDS:
        return (problem.figure or 0) < (problem.bound or 0)
    return problem.reason is Reason.UPCARD_MISSING or problem.reason in NO_KNOCK


def _state(cards: Group, left: int, showdown: bool) -> str:
    """How many cards are entered; of a complete hand in a showdown its deadwood."""
    if not cards:
        return ""
    if not showdown:
        return ngettext("%(num)s card", "%(num)s cards", len(cards))
    return deadwood_of(left) if len(cards) >= HAND_SIZE else _("%(cards)s of 10", cards=len(cards))
