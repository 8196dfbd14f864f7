"""What the judge says about one hand: its melds, a knock, the discard; and about a knock over the limit."""

from collections.abc import Iterable, Sequence

from models.gin.cards.cards import MOST_IN_HAND, Card, Group, Rank
from models.gin.cards.melds import Flaw, is_set
from models.gin.hand.declaration import Spread
from models.gin.hand.verdicts import GoingOut, HandVerdict, JudgedDiscard, JudgedGroup
from models.gin.rules.house_rules import HouseRules
from views.language.i18n import gettext as _
from views.language.i18n import ngettext
from views.words.cards import card as named_card
from views.words.cards import cards as named
from views.words.hand_sum import deadwood_said
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
    """The deadwood of a hand."""
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
    """That there is too much deadwood to knock."""
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
