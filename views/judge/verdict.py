"""Verdicts as their page shows them: the headline, the bill, the cards, the rules."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from models.gin.cards.cards import Card, Cards, Group
from models.gin.cards.melds import laid_in_order
from models.gin.hand.arrangements import least_deadwood
from models.gin.hand.declaration import Spread
from models.gin.hand.defence import spoilers
from models.gin.hand.problems import spreads_to_knock
from models.gin.hand.scoring import Hand
from models.gin.hand.verdicts import (
    JudgedDiscard,
    JudgedGroup,
    OtherLaying,
    Showdown,
    defended,
    judge_groups,
    judge_hand,
    judge_showdown,
)
from models.gin.rules.house_rules import HouseRules
from models.gin.sheet.sheet import by_itself
from views.entry.player_cards import with_layoffs
from views.language.i18n import gettext as _
from views.shared.judge_links import Question
from views.words import judge as words_of_judge
from views.words.hand_result import deadwood_said, parts
from views.words.how_often import among_dealt
from views.words.judge import knockers, sides

MOST_AS_MELD = 4
"""Up to so many cards without groups are checked as one meld."""


class VerdictRow(NamedTuple):
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
    """Cards that are equally good to discard, and the deadwood after it."""

    cards: Group
    words: str


@dataclass(frozen=True, slots=True)
class OtherMelds:
    """Another way to meld the knocker's cards."""

    title: str
    words: str
    spread: Spread
    question: Question


@dataclass(frozen=True, slots=True)
class Verdict:
    """What every verdict has: a headline, more about it, and the fields of the rules that decide it."""

    head: str
    fields: Sequence[str]
    story: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OneHandVerdict(Verdict):
    deadwood: str
    claims: tuple[Claim, ...]
    arrangements: tuple[Spread, ...]
    discards: tuple[Discard, ...]
    among_dealt: str = ""
    """How rare such cards are as dealt, or ""."""
    kind: str = "hand"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowdownVerdict(Verdict):
    rows: tuple[VerdictRow, ...]
    knocker: Spread
    """The knocker's melds, with the defender's laid-off cards added."""
    defender: Spread
    laid_off: Cards
    deadwood: tuple[str, str]
    plays: Sequence[str]
    notes: Sequence[str]
    others: tuple[OtherMelds, ...]
    """The best and the worst of the other ways to meld the knocker's cards, with all that score the same."""
    kind: str = "showdown"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoKnockVerdict(Verdict):
    """The verdict on a knock over the limit."""

    knocker: Spread
    deadwood: str
    better: tuple[OtherMelds, ...]
    """Every way to knock with the least deadwood."""
    kind: str = "no_knock"


def deadwood_of(points: int) -> str:
    """The deadwood of one side, beside its name."""
    return deadwood_said(points)


# One hand


def verdict_on_hand(question: Question, in_match: bool = False) -> OneHandVerdict:
    """The verdict on one hand. Within a match it tells no odds, since the hand may still be played."""
    rules, upcard = question.rules, question.upcard
    verdict = judge_hand(frozenset(question.cards), rules, upcard)
    claims = judge_groups(claimed(question, verdict.arrangements[0]), rules)
    return OneHandVerdict(
        words_of_judge.head_of_hand(verdict, claims, _left_as_laid(claims, question), rules, upcard),
        words_of_judge.rules_of_hand(verdict, claims, question.cards, rules, upcard),
        words_of_judge.story_of_hand(verdict, rules, upcard),
        deadwood=words_of_judge.deadwood(verdict.deadwood),
        claims=tuple(map(_claim, claims)),
        arrangements=verdict.arrangements,
        discards=tuple(_discards(verdict.discards, rules, upcard)),
        among_dealt="" if in_match else among_dealt(question.cards, rules, upcard),
    )


def claimed(question: Question, best: Spread) -> tuple[Group, ...]:
    """The groups to check as melds: those entered separately, or all cards if they could be one meld."""
    if len(question.groups) > 1:
        return question.groups
    whole = best.melds and not best.unmatched and len(best.melds) == 1
    few = 3 <= len(question.cards) <= MOST_AS_MELD and not best.melds
    return question.groups if whole or few else ()


def _left_as_laid(claims: Sequence[JudgedGroup], question: Question) -> int:
    """The deadwood of the groups that are not melds."""
    return question.rules.deadwood(card for claim in claims if claim.flaw for card in claim.cards)


def _claim(claim: JudgedGroup) -> Claim:
    words = words_of_judge.claim_words(claim)
    if claim.flaw:
        return Claim(claim.cards, words, spoilers(claim.cards, claim.flaw))
    return Claim(laid_in_order(claim.cards), words)


def _discards(discards: Sequence[JudgedDiscard], rules: HouseRules, upcard: Card | None) -> Iterator[Discard]:
    """The discards with the least deadwood, and those that allow a knock or gin."""
    worth_it = (
        each for each in discards if each.allows != "nothing" or each.deadwood == discards[0].deadwood
    )
    for words, alike in groupby(worth_it, key=lambda throw: words_of_judge.throw_words(throw, rules, upcard)):
        yield Discard(tuple(throw.card for throw in alike), words)


# A knock over the limit


def verdict_on_no_knock(question: Question, knocker: Spread) -> NoKnockVerdict:
    """The verdict on a spread with too much deadwood to knock, or too few cards melded."""
    rules, left = question.rules, question.rules.deadwood(knocker.unmatched)
    ways = spreads_to_knock(knocker.cards, rules, question.upcard)
    best, limit = rules.deadwood(ways[0].unmatched) if ways else None, rules.knock_limit_with(question.upcard)
    return NoKnockVerdict(
        words_of_judge.head_of_no_knock(left),
        words_of_judge.rules_of_no_knock(rules, question.upcard),
        words_of_judge.no_knock_story(knocker, best, limit, rules),
        knocker=knocker,
        deadwood=deadwood_of(left),
        better=tuple(
            OtherMelds(_("Best melds"), deadwood_of(rules.deadwood(way.unmatched)), way, question.laid(way))
            for way in ways
            if rules.deadwood(way.unmatched) == best
        ),
    )


# A showdown


def verdict_on_showdown(question: Question, knocker: Spread) -> ShowdownVerdict:
    """The verdict on a spread against ten cards."""
    rules, cards = question.rules, frozenset(question.cards)
    showdown = judge_showdown(knocker, cards, rules, question.upcard)
    laid, count = showdown.declaration, showdown.declaration.count(rules)
    return ShowdownVerdict(
        words_of_judge.head_of_showdown(count, showdown.result),
        words_of_judge.rules_of_showdown(showdown, rules),
        words_of_judge.best_was(knocker, least_deadwood(knocker.cards, rules), rules),
        rows=tuple(_bill(showdown, rules)),
        knocker=Spread(tuple(with_layoffs(knocker.melds, laid)), knocker.unmatched),
        defender=laid.defender,
        laid_off=frozenset(laid.laid_off),
        deadwood=(deadwood_of(count.knocker), deadwood_of(count.defender)),
        plays=words_of_judge.play_words(laid, rules),
        notes=tuple(words_of_judge.defence_notes(showdown, cards, rules)),
        others=tuple(_others(showdown, question)),
    )


def _bill(showdown: Showdown, rules: HouseRules) -> Iterator[VerdictRow]:
    """The parts of the result, as on the sheet."""
    for part in parts(by_itself(Hand(0, showdown.declaration), rules), sides(), rules):
        yield VerdictRow(part.label, (part.points,), part.strong)


def _others(showdown: Showdown, question: Question) -> Iterator[OtherMelds]:
    """The best and the worst melds for the knocker, other than those laid down."""
    laid, others = knockers(showdown.result), showdown.other_layings
    worth = {laid, *(knockers(other.result) for other in others)}
    most, least = max(worth), min(worth)
    for title, points in ((_("Better for the knocker"), most), (_("Worse for the knocker"), least)):
        for other in others:
            if knockers(other.result) == points != laid:
                yield _other_melds(title, other, question)


def _other_melds(title: str, other: OtherLaying, question: Question) -> OtherMelds:
    laid = defended(other.knocker, frozenset(question.cards), question.rules, question.upcard)
    return OtherMelds(
        title, words_of_judge.head_of(laid, question.rules), other.knocker, question.laid(other.knocker)
    )
