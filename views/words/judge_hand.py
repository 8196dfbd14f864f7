"""What the judge says of one hand: what it is, what it allows, what to throw; and of a knock that is none."""

from collections.abc import Sequence

from models.gin.cards import MOST_IN_HAND, Card, Group, Rank
from models.gin.melds import Flaw, is_set
from models.gin.rules import HouseRules
from models.gin.verdicts import GoingOut, HandVerdict, JudgedGroup, Throw
from views.web.i18n import gettext as _
from views.web.i18n import ngettext
from views.words.cards import card as named_card
from views.words.cards import cards as named
from views.words.problems import FLAWS
from views.words.rule_values import raised

ABOUT_ACES = (Flaw.ACE_ABOVE_KING, Flaw.ROUND_THE_CORNER)


def head_of_hand(
    verdict: HandVerdict, claims: Sequence[JudgedGroup], laid: int, rules: HouseRules, upcard: Card | None
) -> str:
    """The verdict on one hand: on the groups laid down, if there are any, else on what the cards allow.

    *laid* is what those groups leave.
    """
    if any(claim.flaw for claim in claims):
        return _no_meld(claims)
    if claims and laid > verdict.deadwood:
        return _("Laid like this it leaves %(left)s, at best %(best)s", left=laid, best=verdict.deadwood)
    if verdict.allows is not None:
        return _head_of_ten(verdict, rules, upcard)
    if verdict.throws:
        return _head_of_eleven(verdict, rules, upcard)
    if len(claims) == 1:
        return _("A set") if is_set(frozenset(claims[0].cards)) else _("A run")
    return deadwood(verdict.deadwood)


def _no_meld(claims: Sequence[JudgedGroup]) -> str:
    if len(claims) == 1:
        return _("No meld")
    wrong = sum(claim.flaw is not None for claim in claims)
    if wrong == len(claims):
        return _("None of these is a meld")
    return ngettext(
        "%(num)s of %(all)s groups is no meld",
        "%(num)s of %(all)s groups are no melds",
        wrong,
        all=len(claims),
    )


def deadwood(left: int) -> str:
    """What is left over."""
    return _("Deadwood %(left)s", left=left) if left else _("All melded")


def _head_of_ten(verdict: HandVerdict, rules: HouseRules, upcard: Card | None) -> str:
    if verdict.allows is GoingOut.BIG_GIN:
        return _("Big gin")
    if verdict.allows is GoingOut.GIN:
        return _("Gin")
    if upcard_decides(rules, upcard):
        return deadwood(verdict.deadwood)
    if verdict.allows is GoingOut.KNOCK:
        return _("May knock with %(left)s", left=verdict.deadwood)
    return _no_knock(verdict.deadwood, rules, upcard)


def _head_of_eleven(verdict: HandVerdict, rules: HouseRules, upcard: Card | None) -> str:
    """What eleven cards come to once the best of them is thrown."""
    best, card = verdict.throws[0], _thrown(verdict.best_throws)
    if best.allows is GoingOut.GIN:
        return _("Gin, throwing %(card)s", card=card)
    if upcard_decides(rules, upcard):
        return _("Deadwood %(left)s, throwing %(card)s", left=best.deadwood, card=card)
    if best.allows is GoingOut.KNOCK:
        return _("May knock with %(left)s, throwing %(card)s", left=best.deadwood, card=card)
    return _no_knock(best.deadwood, rules, upcard)


def _thrown(throws: Sequence[Throw]) -> str:
    if len(throws) > 2:
        return _("one of %(count)s cards", count=len(throws))
    return _(" or ").join(named_card(throw.card) for throw in throws)


def _no_knock(left: int, rules: HouseRules, upcard: Card | None) -> str:
    limit = rules.knock_limit_with(upcard)
    if limit == 0:
        return _("No gin: %(left)s left", left=left)
    return _("No knock: %(left)s left, the most is %(limit)s", left=left, limit=limit)


def upcard_decides(rules: HouseRules, upcard: Card | None) -> bool:
    """Whether the limit cannot be told for want of the first upcard."""
    return rules.oklahoma and upcard is None


def story_of_hand(verdict: HandVerdict, rules: HouseRules, upcard: Card | None) -> str:
    """A word more, where one is needed."""
    may_knock = verdict.allows is GoingOut.KNOCK or bool(verdict.throws)
    if may_knock and upcard_decides(rules, upcard):
        return _("The first upcard decides what is a knock: which was it?")
    return ""


def claim_words(claim: JudgedGroup) -> str:
    """Whether a group is a meld, and if not, the one reason."""
    cards = named(claim.cards)
    if claim.flaw:
        return raised(_(FLAWS[claim.flaw], cards=cards))
    if is_set(frozenset(claim.cards)):
        return _("%(cards)s is a set.", cards=cards)
    return _("%(cards)s is a run.", cards=cards)


def throw_words(throw: Throw, rules: HouseRules, upcard: Card | None) -> str:
    """What throwing a card leaves, and what that allows."""
    if throw.allows is GoingOut.GIN:
        return _("gin")
    if throw.allows is GoingOut.KNOCK and not upcard_decides(rules, upcard):
        return _("leaves %(left)s, a knock", left=throw.deadwood)
    return _("leaves %(left)s", left=throw.deadwood)


def rules_of_hand(
    verdict: HandVerdict, claims: Sequence[JudgedGroup], cards: Group, upcard: Card | None
) -> list[str]:
    """The fields of the rules on which the verdict on a hand rests."""
    claimed = [card for claim in claims for card in claim.cards]
    aces = any(card.rank is Rank.ACE for card in claimed)
    found = ["aces"] if aces or any(claim.flaw in ABOUT_ACES for claim in claims) else []
    if verdict.allows is GoingOut.BIG_GIN or (len(cards) == MOST_IN_HAND and verdict.deadwood == 0):
        return [*found, "big_gin_bonus"]
    if verdict.allows is GoingOut.GIN:
        return [*found, "gin_bonus"]
    if verdict.allows is not None or verdict.throws:
        return [*found, *_going_out(upcard)]
    return found or ["aces" if any(card.rank is Rank.ACE for card in cards) else "ace_points"]


def _going_out(upcard: Card | None) -> list[str]:
    """The fields that say who may knock."""
    about_ace = ["ace_upcard"] if upcard and upcard.rank is Rank.ACE else []
    return ["knock_limit", "oklahoma", *about_ace]


# A knock that is none


def head_of_no_knock(left: int) -> str:
    """Too much is left over."""
    return _("Knocked with %(left)s: not a knock", left=left)


def no_knock_story(best: int, limit: int) -> str:
    """That the hand is not scored, and what the knocker could have laid."""
    sentence = (
        _("Only gin counts here; the hand is not scored.")
        if limit == 0
        else _("The most is %(limit)s; the hand is not scored.", limit=limit)
    )
    if best > limit:
        return sentence
    return sentence + " " + _("Laid at their best these cards leave %(best)s.", best=best)


def rules_of_no_knock(upcard: Card | None) -> list[str]:
    """The fields on which it rests that a knock is none."""
    return _going_out(upcard)
