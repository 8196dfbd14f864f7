"""A round of two against two in words: the combined result of its two hands."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import BoxTiming, PartnersScore
from models.gin.sheet.columns import ColumnEntry
from models.gin.sheet.games import ScoredHand, net
from models.gin.sheet.rounds import opposite
from models.gin.sheet.sheet import Sheet
from views.language.i18n import gettext as _
from views.language.i18n import ngettext
from views.words.game_summary import figures_said
from views.words.hand_result import number, signed
from views.words.lists import as_sentence, paragraph
from views.words.seating import pair_named


def round_said(hands: Sequence[ScoredHand], sheet: Sheet, names: Sequence[str], sides: Sequence[str]) -> str:
    """The combined result, or which hand is still being played."""
    last = hands[-1]
    if last.waits:
        # Translators: %(pair)s is the two players of the other hand: “Bob against Dan”. Its score has not
        # been entered yet.
        return _("Waiting for %(pair)s.", pair=pair_named(opposite(last.hand.faced), names))
    if sheet.rules.partners_score is PartnersScore.ADDED:
        return paragraph([_added(last, sheet, sides), *_kept(last, sheet, sides)])
    return paragraph([_netted(hands, sheet), *_boxes_at_once(last, sheet), *_kept(last, sheet, sides)])


def _added(last: ScoredHand, sheet: Sheet, sides: Sequence[str]) -> str:
    """What both hands are worth, each for its side, with boxes that are added at once."""
    won = [entry for entry in last.entries if entry.hands]
    points = [signed(entry.at_once(sheet.rules)) for entry in won]
    if not won:
        return _("Nobody scores.")
    if len(won) == 1:
        # Translators: %(points)s is a number with its sign: “+25. Nobody scored …”
        return _("%(points)s. Nobody scored in the other hand.", points=points[0])
    if won[0].winner == won[1].winner:
        total = number(sum(entry.at_once(sheet.rules) for entry in won))
        # Translators: numbers with their signs: “+25 and −10 make 15.”
        return _("%(first)s and %(second)s make %(total)s.", first=points[0], second=points[1], total=total)
    return as_sentence(figures_said(tuple(points), [sides[entry.winner] for entry in won]))


def _netted(hands: Sequence[ScoredHand], sheet: Sheet) -> str:
    """The two results as one, that of the side ahead first."""
    won = sorted(
        (scored_hand for scored_hand in hands if scored_hand.winner is not None),
        key=lambda scored_hand: -scored_hand.points,
    )
    if not won:
        return _("Nobody scores.")
    if len(won) == 1:
        return _("%(points)s. Nobody scored in the other hand.", points=signed(won[0].points))
    first, second = won
    together = sheet.table.side(first.winner or 0) == sheet.table.side(second.winner or 0)
    points = second.points if together else -second.points
    return _(
        "%(first)s and %(second)s make %(total)s.",
        first=signed(first.points),
        second=signed(points),
        total=number(first.points + points),
    )


def rises(entries: Iterable[ColumnEntry], rules: HouseRules) -> Mapping[int, int]:
    """What the totals of the sides rise by with what a round has written."""
    written = [entry for entry in entries if entry.hands or entry.at_once(rules)]
    sides = {entry.winner for entry in written}
    if rules.loser_negative:
        sides |= {entry.loser for entry in written}
    return {side: net(side, written, rules) for side in sides}


def _boxes_at_once(last: ScoredHand, sheet: Sheet) -> Iterator[str]:
    """The boxes that are added with the round, and the total with them."""
    for entry in last.entries:
        total = entry.at_once(sheet.rules)
        if entry.hands and total != entry.points:
            yield ngettext(
                "With a box of %(each)s at once: %(total)s.",
                "With %(num)s boxes of %(each)s at once: %(total)s.",
                entry.boxes,
                each=sheet.rules.box_bonus,
                total=total,
            )


def _kept(last: ScoredHand, sheet: Sheet, sides: Sequence[str]) -> list[str]:
    """What a side has that won neither the round nor its box: extra boxes, and points for gin-off."""
    points = [
        # Translators: gin-off: a defender who ends with no deadwood at all. %(name)s is a pair of
        # partners, such as “Ann & Cid”.
        _("%(name)s scores %(points)s for gin-off.", name=sides[entry.winner], points=entry.points)
        for entry in last.entries
        if entry.points and not entry.hands
    ]
    return points + [
        _boxes_kept(entry, sheet.rules, sides[entry.winner])
        for entry in last.entries
        if sheet.rules.box_bonus and entry.boxes and not entry.hands
    ]


def _boxes_kept(entry: ColumnEntry, rules: HouseRules, name: str) -> str:
    """The extra boxes of a side, with their points if they are added at once."""
    if rules.box_timing is not BoxTiming.IMMEDIATE:
        return ngettext("%(num)s box for %(name)s.", "%(num)s boxes for %(name)s.", entry.boxes, name=name)
    # Translators: box: what a won hand is worth in addition to its points, here added at once. %(each)s
    # is its points.
    return ngettext(
        "A box of %(each)s at once for %(name)s.",
        "%(num)s boxes of %(each)s at once for %(name)s.",
        entry.boxes,
        each=rules.box_bonus,
        name=name,
    )
