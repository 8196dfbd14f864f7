"""What hands by two numbers come to: a file that phones store, and by which they count without a network."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import repeat
from operator import sub
from types import SimpleNamespace
from typing import NamedTuple, Self

from flask import Blueprint, Response, abort, jsonify, request, url_for

from models.gin.hand.declaration import Count
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import MatchBy
from models.gin.sheet.two_numbers import Worth, dealers_after, worth_of_each
from views.entry.preview import HandPreview, SaveButton, save_label_of_hand
from views.language.i18n import gettext as _
from views.language.i18n import locale, plural
from views.matches.game_table import PointsCell, SheetTableRow, deadwood_of
from views.matches.sheet_content import SheetContent, boxes_said, content_of, rendered
from views.web.access import opened_at
from views.web.cache import LruCache
from views.words.game_summary import to_go
from views.words.hand_result import OUTCOMES, Words, explain, signed

outcomes = Blueprint("outcomes", __name__)

Parts = Mapping[str, object]

NUMBERS = {"knock": ("{knocker}", "{defender}"), "gin": ("", "{defender}"), "big_gin": ("", "{defender}")}

MOST_PLURALS = 120
"""So many numbers show every plural of a language."""

_worths = LruCache[Mapping[Count, Worth]](20)


@outcomes.get("/m/<watch>/outcomes.json")
def show(watch: str) -> Response:
    """The words of rows that wait, and what hands add where that can be told; 404 under other rules."""
    content = content_of(opened_at(watch).match, watch)
    if request.args.get("rules", content.outcomes_digest) != content.outcomes_digest:
        abort(404)
    return jsonify({**words(content), **(counted(content.rules) if content.counts_ahead else {})})


def words(content: SheetContent) -> Parts:
    """What a sheet says of hands that it does not have; the phone fills in what is in braces."""
    places = tuple(PointsCell(f"{{points{side}}}", f"{{total{side}}}") for side in range(len(content.sides)))
    row = SheetTableRow(
        outcome="{outcome}",
        how="{state} · {numbers}",
        places=places,
        number="{number}",
        label="{label}",
        url=url_for("offline.unsent"),
        kind="waits",
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


def preview() -> str:
    """The preview of a hand, as in hands/_preview.html."""
    blank = [SimpleNamespace(id=f"deadwood_{player}", errors=(), readings=()) for player in (0, 1)]
    hand = HandPreview(SaveButton("{save}"), verdict=Words("{head}"))
    macros = [("says", blank[0]), ("says", blank[1]), ("offer", hand), ("verdict", hand), ("save", hand)]
    return "".join(rendered("hands/parts.html", macro, value) for macro, value in macros)


def counted(rules: HouseRules) -> Parts:
    """What each hand by two numbers adds to a sheet of two, and who deals next.

    ``worth`` has, for each ending and for each number of the knocker, a list of hands by the number of the
    defender. A hand is its place in ``kinds``, the points of both and the boxes of both, the knocker's first,
    each less what the hand before it has: that compresses best.
    """
    kinds: dict[Kind, int] = {}
    rows: dict[str, dict[int, list[tuple[int, ...]]]] = {}
    for count, worth in _worths.get(rules, lambda: worth_of_each(rules)).items():
        kind = kinds.setdefault(Kind.of(worth, rules), len(kinds))
        row = rows.setdefault(count.ending.value, {}).setdefault(count.knocker, [])
        row.append((kind, *worth.points, *worth.boxes))
    return {
        "target": rules.target,
        "signed": rules.loser_negative,
        "isListed": rules.match_by is not MatchBy.GAMES or rules.is_single_game,
        "kinds": [kind._asdict() for kind in kinds],
        "worth": {
            ending: {knocker: list(steps(row)) for knocker, row in of_ending.items()}
            for ending, of_ending in rows.items()
        },
        "deals": dealers_after(rules),
        "language": locale().replace("_", "-"),
        "toGo": by_plural(to_go),
        "boxes": by_plural(boxes_said) if rules.box_bonus else {},
        "numbers": {way: deadwood_of(*each) for way, each in NUMBERS.items()},
        "preview": preview(),
    }


class Kind(NamedTuple):
    """What is said of hands that end alike."""

    outcome: str
    head: str
    """The sentence, with {name} and {points}."""
    save: str
    """The label of the button."""
    winner: int | None
    """0 if the knocker wins, 1 if the defender does."""

    @classmethod
    def of(cls, worth: Worth, rules: HouseRules) -> Self:
        hand = worth.hand
        names, points = ("{name}", "{name}"), signed(hand.gain)
        head, save = explain(hand, names, rules).head, save_label_of_hand(hand, names)
        said = head.replace(points, "{points}"), save.replace(points, "{points}")
        return cls(_(OUTCOMES[hand.outcome]), *said, hand.winner)


def steps(row: Iterable[tuple[int, ...]]) -> Iterator[tuple[int, ...]]:
    """What each item has more than the one before it; the first one, more than nothing.

    >>> list(steps([(0, 20), (0, 21)]))
    [(0, 20), (0, 1)]
    """
    before: Iterable[int] = repeat(0)
    for each in row:
        yield tuple(map(sub, each, before))
        before = each


def by_plural(said: Callable[[int], str]) -> Parts:
    """A sentence about a number for each plural of the language, with {number} in its place."""
    return {plural(number): said(number).replace(str(number), "{number}") for number in range(MOST_PLURALS)}
