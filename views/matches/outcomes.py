"""What hands by two numbers come to: a file that phones store, and by which they count without a network."""

from collections.abc import Callable, Mapping
from operator import sub

from babel import Locale
from flask import Blueprint, Response, abort, jsonify, request, url_for

from models.gin.hand.declaration import Count
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import MatchBy
from models.gin.sheet.games import ScoredHand
from models.gin.sheet.two_numbers import dealers_after, worth_of_each
from views.entry.preview import SaveButton, save_label_of_hand
from views.language.i18n import gettext as _
from views.language.i18n import locale
from views.matches.game_table import PointsCell, SheetTableRow, deadwood_of
from views.matches.sheet_content import SheetContent, boxes_said, content_of, rendered
from views.web.access import opened_at
from views.words.game_summary import to_go
from views.words.hand_result import OUTCOMES, Words, explain, signed

outcomes = Blueprint("outcomes", __name__)


@outcomes.get("/m/<watch>/outcomes.json")
def show(watch: str) -> Response:
    """The words of rows that wait, and what hands add where that can be told; 404 under other rules."""
    content = content_of(opened_at(watch).match, watch)
    if request.args.get("rules", content.outcomes_digest) != content.outcomes_digest:
        abort(404)
    return jsonify(words(content) | (counted(content.rules) if content.counts_ahead else {}))


def words(content: SheetContent) -> dict[str, object]:
    """What a sheet says of hands that it does not have; the phone fills in what is in braces."""
    places = tuple(PointsCell(f"{{points{side}}}", f"{{total{side}}}") for side in range(len(content.sides)))
    unsent = url_for("offline.unsent")
    row = SheetTableRow(
        "{outcome}", "{state} · {numbers}", places, "{number}", "{label}", unsent, kind="waits"
    )
    table = {"title": content.title, "rows": [row], "has_hundreds": True, "signs": 0, "widest": 0}
    return {
        "names": content.sides,
        "table": rendered("components/game_table.html", "game_table", table, content.sides, content.caption),
        "label": _("%(label)s:", label=_("Hand %(number)s", number="{number}")),
        # Translators: a hand that is on this phone only, beside “8 v 20”: keep it short.
        "state": _("not sent"),
        # Translators: hands and other entries that are on this phone only, and whose points it can't tell.
        "uncounted": _("Not counted yet: %(count)s", count="{count}"),
        "final": _("The final score follows when the network is back."),
    }


def counted(rules: HouseRules) -> dict[str, object]:
    """What each hand by two numbers adds to a sheet of two, and who deals next.

    ``worth`` has, for each ending and for each number of the knocker, a list of hands by the number of the
    defender. A hand is its place in ``kinds``, the points of both and the boxes of both, the knocker's first,
    each less what the hand before it has: that compresses best.
    """
    kinds: list[Mapping[str, object]] = []
    hands: dict[str, dict[int, list[tuple[int, ...]]]] = {}
    before: tuple[int, ...] = ()
    for count, worth in worth_of_each(rules).items():
        if (kind := kind_of(worth.hand, count, rules)) not in kinds:
            kinds.append(kind)
        hand = kinds.index(kind), *worth.points, *worth.boxes
        row = hands.setdefault(count.ending, {}).setdefault(count.knocker, [])
        row.append(tuple(map(sub, hand, before if row else (0,) * 5)))
        before = hand
    return {
        "target": rules.target,
        "signed": rules.loser_negative,
        "isListed": rules.match_by is not MatchBy.GAMES or rules.is_single_game,
        "kinds": kinds,
        "worth": hands,
        "deals": dealers_after(rules),
        "language": locale().replace("_", "-"),
        "toGo": by_plural(to_go),
        "boxes": by_plural(boxes_said) if rules.box_bonus else {},
        "preview": rendered("hands/parts.html", "counted", SaveButton("{save}"), Words("{head}")),
    }


def kind_of(hand: ScoredHand, count: Count, rules: HouseRules) -> Mapping[str, object]:
    """What is said of hands that end alike, and who wins them: 0 the knocker, 1 the defender."""
    names, points = ("{name}", "{name}"), signed(hand.gain)
    numbers = deadwood_of(count.knocker and "{knocker}", "{defender}")
    return {
        "winner": hand.winner,
        "outcome": _(OUTCOMES[hand.outcome]),
        "numbers": "" if hand.hand.knocker is None else numbers,
        "head": explain(hand, names, rules).head.replace(points, "{points}"),
        "save": save_label_of_hand(hand, names).replace(points, "{points}"),
    }


def by_plural(said: Callable[[int], str]) -> Mapping[str, str]:
    """A sentence with {number} for each plural of the language: numbers below 120 have all of them."""
    plural = Locale.parse(locale()).plural_form
    return {plural(number): said(number).replace(str(number), "{number}") for number in range(120)}
