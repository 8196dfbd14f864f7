"""What the judge says of a showdown: who wins and with what, why, and by which rules."""

from collections.abc import Iterator

from models.gin.arrangements import best_arrangements
from models.gin.cards import Cards
from models.gin.declaration import Count, Declaration, Spread
from models.gin.defence import best_defence
from models.gin.highlights import Play, played
from models.gin.rule_options import Outcome
from models.gin.rules import HouseRules
from models.gin.scoring import HandResult, score
from models.gin.sheet import Hand
from models.gin.verdicts import Showdown, broken_meld
from views.web.i18n import gettext as _
from views.web.i18n import marked
from views.words.cards import card as named_card
from views.words.cards import cards as named
from views.words.hand_result import explain, meld_named
from views.words.problems import side_names
from views.words.rule_values import raised


def sides() -> tuple[str, str]:
    """The two players of a showdown, the knocker first."""
    names = side_names()
    return names.knocker, names.defender


HEADS = {
    Outcome.KNOCK: marked("The knocker wins: %(knocker)s against %(defender)s"),
    Outcome.UNDERCUT: marked("The defender undercuts: %(defender)s against %(knocker)s"),
    Outcome.GIN: marked("Gin: the defender has %(defender)s left"),
    Outcome.BIG_GIN: marked("Big gin: the defender has %(defender)s left"),
}


def head_of_showdown(count: Count, result: HandResult) -> str:
    """Who wins, and with what against what."""
    if result.outcome is Outcome.TIE:
        return _head_of_tie(count, result)
    return _(HEADS[result.outcome], knocker=count.knocker, defender=count.defender)


def _head_of_tie(count: Count, result: HandResult) -> str:
    if result.winner is None:
        return _("Equal counts, %(count)s each: nobody scores", count=count.knocker)
    name = sides()[0 if result.winner == "knocker" else 1]
    return _("Equal counts, %(count)s each: the hand is %(name)s’s", count=count.knocker, name=name)


RESTS_ON: dict[Outcome, tuple[str, ...]] = {
    Outcome.KNOCK: ("knock_base",),
    Outcome.UNDERCUT: ("undercut_bonus",),
    Outcome.TIE: ("tie",),
    Outcome.GIN: ("gin_bonus", "layoff_vs_gin"),
    Outcome.BIG_GIN: ("big_gin_bonus", "layoff_vs_gin"),
}
"""The fields on which each outcome rests."""


def rules_of_showdown(showdown: Showdown, rules: HouseRules) -> list[str]:
    """The fields of the rules on which the verdict on a showdown rests."""
    count, result = showdown.declaration.count(rules), showdown.result
    equal = result.outcome is Outcome.UNDERCUT and count.knocker == count.defender
    return [
        *(["tie"] if equal else []),
        *RESTS_ON[result.outcome],
        *(["layoff_vs_gin"] if showdown.declaration.layoffs and count.knocker else []),
        *(["spade_double"] if result.multiplier > 1 else []),
        *(["loser_negative"] if rules.loser_negative else []),
    ]


def play_words(laid: Declaration, rules: HouseRules) -> list[str]:
    """Every lay-off in its order: the card, the meld it goes on, and why."""
    broken = broken_meld(laid, rules)
    return [_play(play, broken) for play in played(laid.layoffs, rules.aces)]


def _play(play: Play, broken: Cards | None) -> str:
    spoken = _("%(card)s on %(meld)s", card=named_card(play.card), meld=named(play.onto))
    if play.opened:
        spoken += ", " + _("the chain goes on")
    if broken and play.card in broken:
        spoken += ", " + _("out of %(meld)s", meld=meld_named(broken))
    return spoken


def defence_notes(showdown: Showdown, cards: Cards, rules: HouseRules) -> Iterator[str]:
    """Why the defender kept and laid off just these, and what it would have been without."""
    laid = showdown.declaration
    if not laid.layoffs:
        yield _no_layoffs(laid, rules)
        return
    if broken := broken_meld(laid, rules):
        kept = best_defence(laid.knocker.melds, cards - broken, rules).deadwood
        yield _(
            "Broken on purpose: %(meld)s. Kept together, %(left)s would be left.",
            meld=meld_named(broken),
            left=kept,
        )
    yield _(
        "Without lay-offs %(left)s would be left. %(result)s",
        left=showdown.without_layoffs,
        result=raised(without_layoffs(laid, cards, rules)),
    )


def _no_layoffs(laid: Declaration, rules: HouseRules) -> str:
    if not rules.may_lay_off(laid.knocker.unmatched):
        return _("Against gin nothing is laid off here.")
    return _("No lay-off would leave less.")


def without_layoffs(laid: Declaration, cards: Cards, rules: HouseRules) -> str:
    """What the hand would have been, had nothing been laid off."""
    return head_of(Declaration(laid.knocker, best_arrangements(cards, rules)[0], (), laid.upcard), rules)


def head_of(laid: Declaration, rules: HouseRules) -> str:
    """Who wins a showdown and how many points."""
    return explain(Hand(0, laid), score(laid, rules), sides(), rules).head


def best_was(knocker: Spread, best: int, rules: HouseRules) -> str:
    """That what was laid counts, where the same cards could have left less."""
    left = rules.deadwood(knocker.unmatched)
    if left == best:
        return ""
    return _("As they were laid %(left)s count; at their best %(best)s would be left.", left=left, best=best)


def knockers(result: HandResult) -> int:
    """What a result is worth to the knocker."""
    if result.winner is None:
        return 0
    return result.points if result.winner == "knocker" else -result.points
