"""What the judge says about one hand, and about a showdown: who wins with what, why, by which rules."""

from collections.abc import Iterable, Iterator, Sequence

from models.gin.cards.cards import MOST_IN_HAND, Card, Cards, Group, Rank
from models.gin.cards.melds import Flaw, is_set
from models.gin.hand.arrangements import best_arrangements
from models.gin.hand.declaration import Count, Declaration, Spread
from models.gin.hand.defence import Play, best_defence, played
from models.gin.hand.problems import may_lay_off
from models.gin.hand.scoring import Hand, HandResult
from models.gin.hand.verdicts import GoingOut, HandVerdict, JudgedDiscard, JudgedGroup, Showdown, broken_meld
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import Outcome, Side
from models.gin.sheet.sheet import by_itself
from views.language.i18n import gettext as _
from views.language.i18n import marked, marked_plural, ngettext
from views.words.cards import card as named_card
from views.words.cards import cards as named
from views.words.hand_result import as_good, deadwood_said, meld_named
from views.words.lists import one_of, raised
from views.words.problems import FLAWS

ABOUT_ACES = (Flaw.ACE_ABOVE_KING, Flaw.ROUND_THE_CORNER)

MOST_NAMED = 2
"""Up to so many equally good discards are named; more are counted."""


def head_of_hand(
    verdict: HandVerdict, claims: Sequence[JudgedGroup], laid: int, rules: HouseRules, upcard: Card | None
) -> str:
    """The verdict on one hand: on the groups laid down, if there are any, else on what the cards allow.

    *laid* is the deadwood with those groups.
    """
    if any(claim.flaw for claim in claims):
        return _no_meld(claims)
    if claims and laid > verdict.deadwood:
        # Translators: the plural is for languages in which the word for deadwood has one.
        return ngettext(
            "%(laid)s deadwood with these melds, %(best)s with the best melds",
            "%(laid)s deadwood with these melds, %(best)s with the best melds",
            laid,
            laid=laid,
            best=verdict.deadwood,
        )
    if verdict.allows is not None:
        return _head_of_ten(verdict, rules, upcard)
    if verdict.discards:
        return _head_of_eleven(verdict, rules, upcard)
    if len(claims) == 1:
        return _("A set") if is_set(frozenset(claims[0].cards)) else _("A run")
    return deadwood(verdict.deadwood)


def _no_meld(claims: Sequence[JudgedGroup]) -> str:
    if len(claims) == 1:
        return _("Not a meld")
    wrong = sum(claim.flaw is not None for claim in claims)
    if wrong == len(claims):
        # Translators: “these” are groups of cards that were typed as melds. Meld: a set or a run.
        return _("None of these is a meld")
    # Translators: groups: cards that were typed as melds.
    return ngettext(
        "%(num)s of %(all)s groups is not a meld",
        "%(num)s of %(all)s groups are not melds",
        wrong,
        all=len(claims),
    )


def deadwood(left: int) -> str:
    return deadwood_said(left) if left else _("No deadwood")


def _head_of_ten(verdict: HandVerdict, rules: HouseRules, upcard: Card | None) -> str:
    if verdict.allows is GoingOut.BIG_GIN:
        return _("Big gin")
    if verdict.allows is GoingOut.GIN:
        return _("Gin")
    if upcard_decides(rules, upcard):
        return deadwood(verdict.deadwood)
    if verdict.allows is GoingOut.KNOCK:
        # Translators: the verdict on ten cards. Nobody in particular can knock; %(deadwood)s is a number.
        return _("Can knock with %(deadwood)s", deadwood=verdict.deadwood)
    return _no_knock(verdict.deadwood, rules, upcard)


def _head_of_eleven(verdict: HandVerdict, rules: HouseRules, upcard: Card | None) -> str:
    """What eleven cards allow after the best discard."""
    best, cards = verdict.discards[0], [throw.card for throw in verdict.best_discards]
    if best.allows is GoingOut.GIN:
        return _gin_after(cards)
    if upcard_decides(rules, upcard):
        return _deadwood_after(cards, best.deadwood)
    if best.allows is GoingOut.KNOCK:
        return _knock_after(cards, best.deadwood)
    return _no_knock(best.deadwood, rules, upcard)


def _gin_after(discards: Sequence[Card]) -> str:
    if len(discards) > MOST_NAMED:
        # Translators: %(count)s is 3 or more: with any of these discards it is gin.
        return _("Gin: discard one of %(count)s cards", count=len(discards))
    # Translators: %(cards)s is one card, or a choice: “7♠ or 8♦”.
    return _("Gin: discard %(cards)s", cards=_one_of(discards))


def _deadwood_after(discards: Sequence[Card], deadwood: int) -> str:
    if len(discards) > MOST_NAMED:
        # Translators: %(count)s is 3 or more. the plural is for languages in which the word for
        # deadwood has one.
        return ngettext(
            "%(deadwood)s deadwood: discard one of %(count)s cards",
            "%(deadwood)s deadwood: discard one of %(count)s cards",
            deadwood,
            deadwood=deadwood,
            count=len(discards),
        )
    # Translators: %(cards)s is one card, or a choice: “7♠ or 8♦”. the plural is for languages in
    # which the word for deadwood has one.
    return ngettext(
        "%(deadwood)s deadwood: discard %(cards)s",
        "%(deadwood)s deadwood: discard %(cards)s",
        deadwood,
        deadwood=deadwood,
        cards=_one_of(discards),
    )


def _knock_after(discards: Sequence[Card], deadwood: int) -> str:
    if len(discards) > MOST_NAMED:
        # Translators: %(count)s is 3 or more.
        return _(
            "Can knock with %(deadwood)s: discard one of %(count)s cards",
            deadwood=deadwood,
            count=len(discards),
        )
    return _("Can knock with %(deadwood)s: discard %(cards)s", deadwood=deadwood, cards=_one_of(discards))


def _one_of(cards: Iterable[Card]) -> str:
    return one_of([named_card(card) for card in cards])


def _no_knock(left: int, rules: HouseRules, upcard: Card | None) -> str:
    limit = rules.knock_limit_with(upcard)
    if limit == 0:
        # Translators: the plural is for languages in which the word for deadwood has one.
        return ngettext(
            "Not gin: %(deadwood)s deadwood", "Not gin: %(deadwood)s deadwood", left, deadwood=left
        )
    if left <= limit:
        # Translators: %(num)s is how many cards must be in melds for a knock.
        return ngettext(
            "Can’t knock: fewer than %(num)s card melded",
            "Can’t knock: fewer than %(num)s cards melded",
            rules.melded_to_knock,
        )
    # Translators: limit: the most deadwood to knock with. the plural is for languages in which the word
    # for deadwood has one.
    return ngettext(
        "Can’t knock: %(deadwood)s deadwood (limit %(limit)s)",
        "Can’t knock: %(deadwood)s deadwood (limit %(limit)s)",
        left,
        deadwood=left,
        limit=limit,
    )


def upcard_decides(rules: HouseRules, upcard: Card | None) -> bool:
    """Whether the knock limit is unknown because the upcard is."""
    return rules.oklahoma and upcard is None


def story_of_hand(verdict: HandVerdict, rules: HouseRules, upcard: Card | None) -> str:
    """What to add to the headline, or ""."""
    if verdict.too_few_melded is not None and verdict.allows is GoingOut.KNOCK:
        # Translators: the plural is for languages in which the word for deadwood has one.
        other = ngettext(
            "With other melds it would be %(num)s deadwood.",
            "With other melds it would be %(num)s deadwood.",
            verdict.too_few_melded,
        )
        return f"{other} {_needed_to_knock(rules)}"
    may_knock = verdict.allows is GoingOut.KNOCK or bool(verdict.discards)
    if may_knock and upcard_decides(rules, upcard):
        return _("The upcard sets the knock limit. What’s the upcard?")
    return ""


def _needed_to_knock(rules: HouseRules) -> str:
    return ngettext(
        "A knock needs %(num)s card melded.", "A knock needs %(num)s cards melded.", rules.melded_to_knock
    )


def claim_words(claim: JudgedGroup) -> str:
    """Whether a group is a meld, and if not, why."""
    cards = named(claim.cards)
    if claim.flaw:
        return raised(_(FLAWS[claim.flaw], cards=cards))
    if is_set(frozenset(claim.cards)):
        # Translators: %(cards)s is several cards: “5♠ 5♥ 5♦”.
        return _("%(cards)s is a set.", cards=cards)
    # Translators: %(cards)s is several cards: “5♠ 6♠ 7♠”.
    return _("%(cards)s is a run.", cards=cards)


def throw_words(throw: JudgedDiscard, rules: HouseRules, upcard: Card | None) -> str:
    """The deadwood after a discard, and what it allows."""
    if throw.allows is GoingOut.GIN:
        return _("Gin")
    if throw.allows is GoingOut.KNOCK and not upcard_decides(rules, upcard):
        # Translators: beside a card that could be discarded. the plural is for languages in which the
        # word for deadwood has one.
        return ngettext(
            "%(deadwood)s deadwood: can knock",
            "%(deadwood)s deadwood: can knock",
            throw.deadwood,
            deadwood=throw.deadwood,
        )
    return deadwood_said(throw.deadwood)


def rules_of_hand(
    verdict: HandVerdict,
    claims: Sequence[JudgedGroup],
    cards: Group,
    rules: HouseRules,
    upcard: Card | None,
) -> list[str]:
    """The fields of the rules that decide the verdict on a hand."""
    claimed = [card for claim in claims for card in claim.cards]
    aces = any(card.rank is Rank.ACE for card in claimed)
    names = ["aces"] if aces or any(claim.flaw in ABOUT_ACES for claim in claims) else []
    if verdict.allows is GoingOut.BIG_GIN or (len(cards) == MOST_IN_HAND and verdict.deadwood == 0):
        return [*names, "big_gin_bonus"]
    if verdict.allows is GoingOut.GIN:
        return [*names, "gin_bonus"]
    if verdict.allows is not None or verdict.discards:
        return [*names, *_going_out(rules, upcard)]
    return names or ["aces" if any(card.rank is Rank.ACE for card in cards) else "ace_points"]


def _going_out(rules: HouseRules, upcard: Card | None) -> list[str]:
    """The fields that decide who can knock."""
    about_ace = ["ace_upcard"] if upcard and upcard.rank is Rank.ACE else []
    melded = ["melded_to_knock"] if rules.melded_to_knock else []
    return ["knock_limit", "oklahoma", *about_ace, *melded]


# A knock over the limit


def head_of_no_knock(left: int) -> str:
    """Says that there is too much deadwood to knock."""
    # Translators: %(deadwood)s is more than the limit.
    return _("A knock with %(deadwood)s is over the limit", deadwood=left)


def no_knock_story(knocker: Spread, best: int | None, limit: int, rules: HouseRules) -> str:
    """Why it was no knock, and how the knocker could have melded; None: in no way."""
    if limit == 0:
        sentence = _("Only gin counts here.")
    elif rules.deadwood(knocker.unmatched) > limit:
        sentence = _("You can knock with %(limit)s or less.", limit=limit)
    else:
        sentence = _needed_to_knock(rules)
    if best is None:
        return sentence
    # Translators: the plural is for languages in which the word for deadwood has one.
    better = ngettext(
        "With the best melds it would be %(num)s deadwood.",
        "With the best melds it would be %(num)s deadwood.",
        best,
    )
    return f"{sentence} {better}"


def rules_of_no_knock(rules: HouseRules, upcard: Card | None) -> list[str]:
    """The fields that decide that it was not a knock, and what follows."""
    return [*_going_out(rules, upcard), "false_knock"]


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
"""The fields by which a hand counts more than once; the page shows only what the rules play."""


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
    if others := as_good(laid, rules):
        yield others
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
    """Says that the melds count as laid down, if others would leave less deadwood."""
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
