"""The sum of a hand, a sentence for each step: difference, bonuses, multiplier, boxes."""

from collections.abc import Iterator, Sequence

from models.gin.bonuses import extra_boxes, multiplier, rank_multiplier, suit_multiplier
from models.gin.cards import Card, Suit
from models.gin.declaration import Points
from models.gin.rule_options import BoxTiming, Outcome, PartnersScore, Side
from models.gin.rules import HouseRules
from models.gin.scoring import HandResult
from models.gin.sheet import Hand
from views.web.i18n import gettext as _
from views.web.i18n import marked, ngettext, with_sign
from views.words.cards import card as named_card

BONUS_ADDED = {
    # Translators: a sum: “15 + 10 for the knock = 25.”
    Outcome.KNOCK: marked("%(before)s + %(bonus)s for the knock = %(sum)s."),
    Outcome.GIN: marked("%(before)s + %(bonus)s for gin = %(sum)s."),
    Outcome.BIG_GIN: marked("%(before)s + %(bonus)s for big gin = %(sum)s."),
    Outcome.UNDERCUT: marked("%(before)s + %(bonus)s for the undercut = %(sum)s."),
}


def signed(points: int) -> str:
    """Points with their sign: +21, −25, 0."""
    return with_sign(points, str(abs(points)))


def number(points: int) -> str:
    """A total, with a real minus sign."""
    return with_sign(points, str(-points)) if points < 0 else str(points)


def deadwood_said(points: int) -> str:
    """An amount of deadwood: "9 deadwood"."""
    # Translators: the points of the cards in no meld. The plural is for languages that say “points”.
    return ngettext("%(deadwood)s deadwood", "%(deadwood)s deadwood", points, deadwood=points)


def are_netted(names: Sequence[str], rules: HouseRules) -> bool:
    """Whether partners play whose two hands are netted, so that a box goes to a round and not to a hand."""
    return len(names) == 4 and rules.partners_score is PartnersScore.NETTED


def points_at_once(result: HandResult, rules: HouseRules, names: Sequence[str] = ()) -> int:
    """The points that the winner's total rises by: those of the hand, and boxes added at once.

    With partners, a box goes to the side that wins the round, not to a hand.
    """
    return result.points + _boxes_at_once(result, rules, names) * rules.box_bonus


def _boxes_at_once(result: HandResult, rules: HouseRules, names: Sequence[str]) -> int:
    partners = are_netted(names, rules)
    return result.boxes if rules.box_timing is BoxTiming.IMMEDIATE and not partners else 0


def loser_points_at_once(result: HandResult, rules: HouseRules, names: Sequence[str] = ()) -> int:
    """The points that the loser's total rises by, with boxes added at once: for gin-off against gin."""
    boxes = (
        result.loser_boxes if rules.box_timing is BoxTiming.IMMEDIATE and not are_netted(names, rules) else 0
    )
    return result.loser_points + boxes * rules.box_bonus


def is_tied(hand: Hand, rules: HouseRules) -> bool:
    """Whether both had the same deadwood after a knock."""
    if isinstance(hand.laid, Points):
        return False
    count = hand.count(rules)
    return hand.knocker is not None and count.knocker == count.defender > 0


def steps(hand: Hand, result: HandResult, names: Sequence[str], rules: HouseRules) -> Iterator[str]:
    """The sum, and what the loser loses or scores. Nothing is repeated from the other sentences."""
    if result.winner is None:
        return
    yield from _difference(hand, result, rules)
    if result.multiplier > 1 and not result.doubles_bonus and result.difference:
        yield _counted_as(multiplied(hand, result, rules), result.difference * result.multiplier)
    yield from _bonuses(hand, result, names, rules)
    if result.multiplier > 1 and result.doubles_bonus:
        yield _counted_as(multiplied(hand, result, rules), result.points)
    yield from _boxes_added(result, rules, names)
    lost = points_at_once(result, rules, names)
    if rules.loser_negative and lost:
        yield _loses(names[hand.player(result.winner.other)], lost)
    yield from _losers(hand, result, names, rules)


def _counted_as(why: str, points: int) -> str:
    # Translators: %(why)s is why a hand counts more than once: “Doubled for the spade: 52.”
    return _("%(why)s: %(points)s.", why=why, points=points)


def _difference(hand: Hand, result: HandResult, rules: HouseRules) -> Iterator[str]:
    if isinstance(hand.laid, Points):
        return
    count = hand.count(rules)
    if count.knocker and result.difference:
        high, low = max(count.knocker, count.defender), min(count.knocker, count.defender)
        # Translators: a sum of numbers: “20 − 5 = 15.”
        yield _("%(high)s − %(low)s = %(difference)s.", high=high, low=low, difference=result.difference)


def _bonuses(hand: Hand, result: HandResult, names: Sequence[str], rules: HouseRules) -> Iterator[str]:
    """The bonus of the outcome, and that of a defender without deadwood."""
    bonus = result.award.bonus
    before = result.difference * (1 if result.doubles_bonus else result.multiplier)
    once = before + bonus
    if bonus and not (is_tied(hand, rules) and once == points_at_once(result, rules, names)):
        yield _(BONUS_ADDED[result.outcome], before=before, bonus=bonus, sum=once)
    if more := result.bonus - bonus:
        yield _("%(before)s + %(bonus)s for gin-off = %(sum)s.", before=once, bonus=more, sum=once + more)


def multiplied(hand: Hand, result: HandResult, rules: HouseRules) -> str:
    """Why a hand counts more than once."""
    upcard = hand.laid.upcard
    if upcard is None or multiplier(rules, upcard) == 1:
        return _carried_over(result.carried)
    return _multiplied_by(upcard, result, rules)


def _carried_over(times: int) -> str:
    """That hands before it, which nobody won, multiply a hand."""
    return (
        # Translators: why a hand counts double: nobody won the hand before it, which would have. A
        # label, and the start of “…: 52.”
        _("Doubled, carried over from the hand before")
        if times == 2
        # Translators: why a hand counts several times: “Times 4, carried over”. A label, and the
        # start of “…: 52.”
        else _("Times %(times)s, carried over", times=times)
    )


def _multiplied_by(upcard: Card, result: HandResult, rules: HouseRules) -> str:
    """How the upcard multiplies a hand, and perhaps hands before it too."""
    by_card, carried = multiplier(rules, upcard), result.carried
    suit, rank = suit_multiplier(rules, upcard), rank_multiplier(rules, upcard)
    values = {"card": named_card(upcard), "times": result.multiplier, "suit": suit, "rank": rank}
    if carried > 1:
        # Translators: “Times 6, 3 for 9♠ and 2 carried over”: 3 times 2 makes 6.
        return _(
            "Times %(times)s, %(by_card)s for %(card)s and %(carried)s carried over",
            by_card=by_card,
            carried=carried,
            **values,
        )
    if suit > 1 and rank > 1:
        # Translators: “Times 6 for 9♠, 2 for the suit and 3 for the rank”: 2 times 3 makes 6.
        return _("Times %(times)s for %(card)s, %(suit)s for the suit and %(rank)s for the rank", **values)
    if by_card > 2:
        return _("Times %(times)s for %(card)s", **values)
    return (
        # Translators: why a hand counts double: the upcard is a spade. A label, and the start of “…: 52.”
        _("Doubled for the spade")
        if suit == 2 and upcard.suit is Suit.SPADES
        else _("Doubled for %(card)s", **values)
    )


def _boxes_added(result: HandResult, rules: HouseRules, names: Sequence[str]) -> Iterator[str]:
    """The boxes that are added at once; otherwise how many there are, if more than one."""
    if boxes := _boxes_at_once(result, rules, names) * bool(rules.box_bonus):
        yield _with_boxes(boxes, rules, points_at_once(result, rules, names))
    elif result.boxes > 1 and not are_netted(names, rules) and (rules.box_bonus or rules.stake_per_box):
        yield boxes_counted(result, rules)


def _with_boxes(boxes: int, rules: HouseRules, total: int) -> str:
    # Translators: box: what a won hand is worth in addition to its points, here added at once. %(each)s
    # is the points of a box, %(total)s the sum.
    return ngettext(
        "With a box of %(each)s at once: %(total)s.",
        "With %(num)s boxes of %(each)s at once: %(total)s.",
        boxes,
        each=rules.box_bonus,
        total=total,
    )


def boxes_counted(result: HandResult, rules: HouseRules) -> str:
    """How many boxes a hand gives, and how they are counted: "5 boxes: 1 and twice 2."."""
    boxes, extra = result.boxes, extra_boxes(rules, result.outcome, gin_off=result.gin_off_boxes > 0)
    times = result.multiplier if rules.spade_doubles_boxes else 1
    if times == 1:
        # Translators: how the boxes of a hand are counted: “3 boxes: 1 and 2.”; one is that of the hand,
        # the others are extra.
        return ngettext(
            "%(num)s box: 1 and %(extra)s.", "%(num)s boxes: 1 and %(extra)s.", boxes, extra=extra
        )
    if times > 2:
        values = {"extra": extra or 1, "times": times}
        return (
            # Translators: “7 boxes: 1 and 3 × 2.”
            ngettext(
                "%(num)s box: 1 and %(times)s × %(extra)s.",
                "%(num)s boxes: 1 and %(times)s × %(extra)s.",
                boxes,
                **values,
            )
            if extra
            else ngettext("%(num)s box: %(times)s × 1.", "%(num)s boxes: %(times)s × 1.", boxes, **values)
        )
    if not extra:
        return ngettext("%(num)s box: twice 1.", "%(num)s boxes: twice 1.", boxes)
    # Translators: “5 boxes: 1 and twice 2.”
    return ngettext(
        "%(num)s box: 1 and twice %(extra)s.", "%(num)s boxes: 1 and twice %(extra)s.", boxes, extra=extra
    )


def _losers(hand: Hand, result: HandResult, names: Sequence[str], rules: HouseRules) -> Iterator[str]:
    """What a defender has who lost to gin without deadwood."""
    if not (result.loser_points or result.loser_boxes):
        return
    name = names[hand.player(Side.DEFENDER)]
    points = loser_points_at_once(result, rules, names)
    yield _gin_off_said(result, name, points)
    if points != result.loser_points:
        yield _with_boxes(result.loser_boxes, rules, points)
    elif result.loser_boxes and (rules.box_bonus or rules.stake_per_box):
        yield _losers_boxes(result, name, rules)
    if rules.loser_negative and points:
        yield _loses(names[hand.player(Side.KNOCKER)], points)


def _loses(name: str, points: int) -> str:
    """What one player loses."""
    return ngettext("%(name)s loses %(points)s.", "%(name)s lose %(points)s.", 1, name=name, points=points)


def _gin_off_said(result: HandResult, name: str, points: int) -> str:
    """That the loser has no deadwood either, and what that scores."""
    if not points:
        # Translators: gin-off: a defender who ends with no deadwood at all.
        return _("%(name)s has no deadwood either: gin-off.", name=name)
    if result.bonus_multiplier == 1 or not result.gin_off:
        return _("%(name)s has no deadwood either: gin-off, %(points)s.", name=name, points=signed(points))
    # Translators: “Bob has no deadwood either: gin-off, 2 × 25, +50.”
    return _(
        "%(name)s has no deadwood either: gin-off, %(times)s × %(bonus)s, %(points)s.",
        name=name,
        times=result.bonus_multiplier,
        bonus=result.gin_off,
        points=signed(points),
    )


def _losers_boxes(result: HandResult, name: str, rules: HouseRules) -> str:
    """The boxes of that."""
    boxes, each = result.loser_boxes, rules.gin_off_extra_boxes
    if boxes == each:
        return ngettext("%(num)s box for %(name)s.", "%(num)s boxes for %(name)s.", boxes, name=name)
    # Translators: “4 boxes for Bob: 2 × 2.”
    return ngettext(
        "%(num)s box for %(name)s: %(times)s × %(each)s.",
        "%(num)s boxes for %(name)s: %(times)s × %(each)s.",
        boxes,
        name=name,
        times=result.multiplier,
        each=each,
    )
