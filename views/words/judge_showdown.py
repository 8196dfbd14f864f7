"""What the judge says about a showdown: who wins with what, why, and by which rules."""

from collections.abc import Iterator

from models.gin.cards.cards import Cards
from models.gin.hand.arrangements import best_arrangements
from models.gin.hand.declaration import Count, Declaration, Spread
from models.gin.hand.defence import best_defence
from models.gin.hand.hand import Hand
from models.gin.hand.highlights import Play, played
from models.gin.hand.knocks import may_lay_off
from models.gin.hand.scoring import HandResult
from models.gin.hand.verdicts import Showdown, broken_meld
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import Outcome, Side
from models.gin.sheet.sheet import by_itself
from views.language.i18n import gettext as _
from views.language.i18n import marked, marked_plural, ngettext
from views.words.cards import card as named_card
from views.words.cards import cards as named
from views.words.hand_result import meld_named

HEADS = {
    # Translators: %(knocker)s and %(defender)s are numbers: the deadwood of both, “4 against 12”.
    Outcome.KNOCK: marked("The knocker wins: %(knocker)s against %(defender)s"),
    Outcome.UNDERCUT: marked("The defender undercuts: %(defender)s against %(knocker)s"),
}

GINS = {
    # Translators: the plural is for languages in which the word for deadwood has one.
    Outcome.GIN: marked_plural(
        "Gin: the defender has %(defender)s deadwood", "Gin: the defender has %(defender)s deadwood"
    ),
    Outcome.BIG_GIN: marked_plural(
        "Big gin: the defender has %(defender)s deadwood", "Big gin: the defender has %(defender)s deadwood"
    ),
}

TIES = {
    # Translators: %(deadwood)s is a number.
    None: marked("Both have %(deadwood)s: nobody scores"),
    Side.KNOCKER: marked("Both have %(deadwood)s: the knocker wins the hand"),
    Side.DEFENDER: marked("Both have %(deadwood)s: the defender wins the hand"),
}


def sides() -> tuple[str, str]:
    """The two players of a showdown as they begin a sentence, the knocker first."""
    # Translators: used where the name of a player stands when there is one: “The knocker scores”, “The
    # knocker: 3 more cards”.
    return _("The knocker"), _("The defender")


def head_of_showdown(count: Count, result: HandResult) -> str:
    """Who wins, and with what deadwood."""
    if result.outcome is Outcome.TIE:
        return _(TIES[result.winner], deadwood=count.knocker)
    if result.outcome is Outcome.UNDERCUT and count.knocker == count.defender:
        return _("A tie is an undercut here: both have %(deadwood)s", deadwood=count.knocker)
    if result.outcome in GINS:
        return ngettext(*GINS[result.outcome], count.defender, defender=count.defender)
    return _(HEADS[result.outcome], knocker=count.knocker, defender=count.defender)


RESTS_ON: dict[Outcome, tuple[str, ...]] = {
    Outcome.KNOCK: ("knock_base",),
    Outcome.UNDERCUT: ("undercut_bonus",),
    Outcome.TIE: ("tie",),
    Outcome.GIN: ("gin_bonus", "layoff_vs_gin"),
    Outcome.BIG_GIN: ("big_gin_bonus", "layoff_vs_gin"),
}
"""The fields that decide each outcome."""


GIN_OFF = ("gin_off_bonus", "gin_off_vs_gin", "gin_off_extra_boxes")
MULTIPLIERS = ("spade_double", "suit_multipliers", "rank_multipliers", "spade_doubles_bonus")
"""Those that say more of a hand; of each, the page shows only what the rules play."""


def rules_of_showdown(showdown: Showdown, rules: HouseRules) -> list[str]:
    """The fields of the rules that decide the verdict on a showdown."""
    count, result = showdown.declaration.count(rules), showdown.result
    equal = result.outcome is Outcome.UNDERCUT and count.knocker == count.defender
    return [
        *(["tie"] if equal else []),
        *RESTS_ON[result.outcome],
        *(["layoff_vs_gin"] if showdown.declaration.layoffs and count.knocker else []),
        *(GIN_OFF if result.gin_off else []),
        *(MULTIPLIERS if result.multiplier > 1 else []),
        *(["loser_negative"] if rules.loser_negative else []),
    ]


def play_words(laid: Declaration, rules: HouseRules) -> list[str]:
    """Every lay-off in its order: the card, the meld it goes on, and why."""
    broken = broken_meld(laid, rules)
    return [_play(play, broken) for play in played(laid.layoffs, rules.aces)]


def _play(play: Play, broken: Cards | None) -> str:
    values = {"card": named_card(play.card), "meld": named(play.onto)}
    if not (broken and play.card in broken):
        # Translators: a lay-off: a card, and the cards of the meld it goes on: “8♠ on 5♠ 6♠ 7♠”.
        return _("%(card)s on %(meld)s", **values)
    # Translators: “8♠ on 5♠ 6♠ 7♠, breaking the eights”: the card comes from a meld of the defender.
    return _("%(card)s on %(meld)s, breaking %(broken)s", broken=meld_named(broken), **values)


def defence_notes(showdown: Showdown, cards: Cards, rules: HouseRules) -> Iterator[str]:
    """Why this was the best defence, and what the result would be without lay-offs."""
    laid = showdown.declaration
    if not laid.layoffs:
        yield _no_layoffs(laid, rules)
        return
    if broken := broken_meld(laid, rules):
        deadwood = best_defence(laid.knocker.melds, cards - broken, rules).deadwood
        # Translators: %(meld)s is “the eights”, or the cards of a run; “them” are these cards. the plural
        # is for languages in which the word for deadwood has one.
        yield ngettext(
            "The defender broke %(meld)s. Keeping them would mean %(deadwood)s deadwood.",
            "The defender broke %(meld)s. Keeping them would mean %(deadwood)s deadwood.",
            deadwood,
            meld=meld_named(broken),
            deadwood=deadwood,
        )
    yield _without_layoffs(showdown, cards, rules)


def _no_layoffs(laid: Declaration, rules: HouseRules) -> str:
    if not may_lay_off(laid.knocker, rules):
        if rules.layoff_vs_gin:
            return _("You can’t lay off against big gin here.")
        return _("You can’t lay off against gin here.")
    return _("Laying off would not help.")


WITHOUT_LAYOFFS = {
    # Translators: the plural is for languages in which the word for deadwood has one.
    None: marked_plural(
        "Without lay-offs: %(deadwood)s deadwood, and nobody scores.",
        "Without lay-offs: %(deadwood)s deadwood, and nobody scores.",
    ),
    Side.KNOCKER: marked_plural(
        "Without lay-offs: %(deadwood)s deadwood, and the knocker scores %(points)s.",
        "Without lay-offs: %(deadwood)s deadwood, and the knocker scores %(points)s.",
    ),
    Side.DEFENDER: marked_plural(
        "Without lay-offs: %(deadwood)s deadwood, and the defender scores %(points)s.",
        "Without lay-offs: %(deadwood)s deadwood, and the defender scores %(points)s.",
    ),
}


def _without_layoffs(showdown: Showdown, cards: Cards, rules: HouseRules) -> str:
    """What the hand would have been without lay-offs."""
    laid = showdown.declaration
    best = best_arrangements(cards, rules)[0]
    scored_hand = by_itself(Hand(0, Declaration(laid.knocker, best, (), laid.upcard)), rules)
    deadwood = showdown.without_layoffs
    return ngettext(
        *WITHOUT_LAYOFFS[scored_hand.result.winner], deadwood, deadwood=deadwood, points=scored_hand.gain
    )


SCORES = {
    None: marked("Nobody scores"),
    Side.KNOCKER: marked("The knocker scores %(points)s"),
    Side.DEFENDER: marked("The defender scores %(points)s"),
}


def head_of(laid: Declaration, rules: HouseRules) -> str:
    """Who scores in a showdown, and how many points."""
    scored_hand = by_itself(Hand(0, laid), rules)
    return _(SCORES[scored_hand.result.winner], points=scored_hand.gain)


def best_was(knocker: Spread, best: int, rules: HouseRules) -> str:
    """That the melds count as laid down, if others would leave less deadwood."""
    left = rules.deadwood(knocker.unmatched)
    if left == best:
        return ""
    # Translators: the plural is for languages in which the word for deadwood has one.
    return ngettext(
        "The knocker’s melds count as laid down: %(deadwood)s deadwood. With the best melds it would "
        "be %(best)s.",
        "The knocker’s melds count as laid down: %(deadwood)s deadwood. With the best melds it would "
        "be %(best)s.",
        left,
        deadwood=left,
        best=best,
    )


def knockers(result: HandResult) -> int:
    """The points of a result from the knocker's point of view."""
    if result.winner is None:
        return 0
    return result.points if result.winner == "knocker" else -result.points
