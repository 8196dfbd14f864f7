"""Verdicts as their page shows them: the headline, the bill, the cards that prove it, the rules."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from models.gin.arrangements import least_deadwood
from models.gin.cards import Card, Cards, Group
from models.gin.declaration import Spread
from models.gin.highlights import spoilers
from models.gin.melds import laid_in_order
from models.gin.rules import HouseRules
from models.gin.sheet import Hand
from models.gin.verdicts import (
    JudgedGroup,
    Otherwise,
    Showdown,
    Throw,
    defended,
    judge_groups,
    judge_hand,
    judge_showdown,
)
from views.shared.judge_links import Asked
from views.shared.player_cards import with_layoffs
from views.web.i18n import gettext as _
from views.words import judge_hand as hand_words
from views.words import judge_showdown as showdown_words
from views.words.hand_result import parts
from views.words.judge_showdown import knockers, sides
from views.words.rule_values import raised

CLAIMED_AT_MOST = 4
"""As many cards named without a word are taken as a question whether they are a meld."""


class Row(NamedTuple):
    """A line of the bill."""

    label: str
    values: tuple[str]
    strong: bool


@dataclass(frozen=True, slots=True)
class Claim:
    """A group that was laid down, whether it is a meld, and the cards to point at if not."""

    cards: Group
    words: str
    pointed: Cards = frozenset()


@dataclass(frozen=True, slots=True)
class Discard:
    """Cards of which any may be thrown, and what that leaves."""

    cards: Group
    words: str


@dataclass(frozen=True, slots=True)
class Laying:
    """Another way in which the knocker could have laid the same cards."""

    title: str
    words: str
    spread: Spread
    asked: Asked


@dataclass(frozen=True, slots=True)
class Told:
    """What every verdict has: a headline, a word more, and the fields of the rules on which it rests."""

    head: str
    fields: Sequence[str]
    story: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandTold(Told):
    """The verdict on one hand."""

    deadwood: str
    claims: tuple[Claim, ...]
    arrangements: tuple[Spread, ...]
    discards: tuple[Discard, ...]
    kind: str = "hand"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowdownTold(Told):
    """The verdict on a showdown."""

    rows: tuple[Row, ...]
    knocker: Spread
    """The knocker's melds with the defender's cards in their places."""
    defender: Spread
    laid_off: Cards
    deadwood: tuple[str, str]
    plays: Sequence[str]
    notes: Sequence[str]
    others: tuple[Laying, ...]
    """The best and the worst of the other ways to lay the knocker's cards."""
    kind: str = "showdown"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoKnockTold(Told):
    """That a knock was none."""

    knocker: Spread
    deadwood: str
    better: Laying | None
    kind: str = "no_knock"


def left_over(left: int) -> str:
    """What one side has left, beside its name."""
    return _("deadwood %(left)s", left=left)


# One hand


def tell_hand(asked: Asked) -> HandTold:
    """The verdict on one hand."""
    rules, upcard = asked.rules, asked.upcard
    verdict = judge_hand(frozenset(asked.cards), rules, upcard)
    claims = judge_groups(claimed(asked, verdict.arrangements[0]), rules)
    return HandTold(
        hand_words.head_of_hand(verdict, claims, _left_as_laid(claims, asked), rules, upcard),
        hand_words.rules_of_hand(verdict, claims, asked.cards, upcard),
        hand_words.story_of_hand(verdict, rules, upcard),
        deadwood=hand_words.deadwood(verdict.deadwood),
        claims=tuple(map(_claim, claims)),
        arrangements=verdict.arrangements,
        discards=tuple(_discards(verdict.throws, rules, upcard)),
    )


def claimed(asked: Asked, best: Spread) -> tuple[Group, ...]:
    """The groups that are said to be melds: those laid apart, or cards of which that is the question."""
    if len(asked.groups) > 1:
        return asked.groups
    whole = best.melds and not best.unmatched and len(best.melds) == 1
    few = 3 <= len(asked.cards) <= CLAIMED_AT_MOST and not best.melds
    return asked.groups if whole or few else ()


def _left_as_laid(claims: Sequence[JudgedGroup], asked: Asked) -> int:
    """What the groups leave that are no melds."""
    return asked.rules.deadwood(card for claim in claims if claim.flaw for card in claim.cards)


def _claim(claim: JudgedGroup) -> Claim:
    words = hand_words.claim_words(claim)
    if claim.flaw:
        return Claim(claim.cards, words, spoilers(claim.cards, claim.flaw))
    return Claim(laid_in_order(claim.cards), words)


def _discards(throws: Sequence[Throw], rules: HouseRules, upcard: Card | None) -> Iterator[Discard]:
    """The discards that leave the least, and those that allow a knock or gin."""
    worth_it = (each for each in throws if each.allows != "nothing" or each.deadwood == throws[0].deadwood)
    for words, alike in groupby(worth_it, key=lambda throw: hand_words.throw_words(throw, rules, upcard)):
        yield Discard(tuple(throw.card for throw in alike), words)


# A knock that is none


def tell_no_knock(asked: Asked, knocker: Spread) -> NoKnockTold:
    """The verdict on a spread that leaves too much to knock with."""
    rules, left = asked.rules, asked.rules.deadwood(knocker.unmatched)
    best, limit = least_deadwood(knocker.cards, rules), rules.knock_limit_with(asked.upcard)
    better = judge_hand(frozenset(knocker.cards), rules).arrangements[0] if best <= limit else None
    return NoKnockTold(
        hand_words.head_of_no_knock(left),
        hand_words.rules_of_no_knock(asked.upcard),
        hand_words.no_knock_story(best, limit),
        knocker=knocker,
        deadwood=left_over(left),
        better=Laying(_("At their best"), left_over(best), better, asked.laid(better)) if better else None,
    )


# A showdown


def tell_showdown(asked: Asked, knocker: Spread) -> ShowdownTold:
    """The verdict on a spread against ten cards."""
    rules, cards = asked.rules, frozenset(asked.cards)
    showdown = judge_showdown(knocker, cards, rules, asked.upcard)
    laid, count = showdown.declaration, showdown.declaration.count(rules)
    return ShowdownTold(
        showdown_words.head_of_showdown(count, showdown.result),
        showdown_words.rules_of_showdown(showdown, rules),
        showdown_words.best_was(knocker, least_deadwood(knocker.cards, rules), rules),
        rows=tuple(_bill(showdown, rules)),
        knocker=Spread(tuple(with_layoffs(knocker.melds, laid)), knocker.unmatched),
        defender=laid.defender,
        laid_off=frozenset(laid.laid_off),
        deadwood=(left_over(count.knocker), left_over(count.defender)),
        plays=showdown_words.play_words(laid, rules),
        notes=tuple(showdown_words.defence_notes(showdown, cards, rules)),
        others=tuple(_others(showdown, asked)),
    )


def _bill(showdown: Showdown, rules: HouseRules) -> Iterator[Row]:
    """The parts of the result, as they stand on the sheet."""
    for part in parts(Hand(0, showdown.declaration), showdown.result, sides(), rules):
        yield Row(raised(part.label), (part.points,), part.strong)


def _others(showdown: Showdown, asked: Asked) -> Iterator[Laying]:
    """What would have been best for the knocker, and what worst, if it was not what was laid."""
    worth = knockers(showdown.result)
    others = sorted(showdown.otherwise, key=lambda other: knockers(other.result))
    if others and knockers(others[-1].result) > worth:
        yield _laying(_("Better for the knocker"), others[-1], asked)
    if others and knockers(others[0].result) < worth:
        yield _laying(_("Worse for the knocker"), others[0], asked)


def _laying(title: str, other: Otherwise, asked: Asked) -> Laying:
    laid = defended(other.knocker, frozenset(asked.cards), asked.rules, asked.upcard)
    return Laying(
        title, raised(showdown_words.head_of(laid, asked.rules)), other.knocker, asked.laid(other.knocker)
    )
