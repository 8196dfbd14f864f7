"""What hands by two numbers come to: a file that phones store, and by which they count without a network."""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from itertools import chain, repeat
from operator import sub

from babel import Locale
from flask import Blueprint, Response, abort, jsonify, request, url_for
from wtforms import Form, RadioField

from models.gin.hand.declaration import Count, Ending
from models.gin.hand.problems import problems
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import MatchBy
from models.gin.sheet.games import ScoredHand
from models.gin.sheet.two_numbers import dealers_after, worth_of_each
from views.entry.hand_form import endings
from views.entry.preview import SaveButton, save_label_of_hand
from views.language.i18n import gettext as _
from views.language.i18n import locale
from views.matches.game_table import PointsCell, SheetTableRow, deadwood_of
from views.matches.sheet_content import SheetContent, boxes_said, content_of, rendered
from views.shared.form_helpers import choose
from views.web.access import opened_at
from views.words import problems as in_words
from views.words.cards import IN_A_SUM
from views.words.game_summary import to_go
from views.words.hand_result import OUTCOMES, Words, explain

outcomes = Blueprint("outcomes", __name__)

FIGURE = re.compile(r"\d+")


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


Table = dict[Ending, dict[int, list[tuple[int, ...] | int]]]
"""Hands by their ending, by the number of the knocker and by that of the defender: see :func:`hands_of`."""


def hands_of(rules: HouseRules) -> tuple[list[Mapping[str, object]], Table]:
    """The kinds of hands by two numbers, and what each hand adds to a sheet of two.

    A hand is the place of its kind, the points of both and the boxes of both, the knocker's first, and the
    figures in its words, each less what the hand before it has; 0 if that is what the hand before it has more
    than the one before that.
    """
    kinds: list[Mapping[str, object]] = []
    hands: Table = {}
    before: tuple[int, ...] = ()
    step = before
    for count, worth in worth_of_each(rules).items():
        said = said_of(worth.hand, count, rules)
        kind = {"winner": worth.hand.winner, "ending": worth.hand.outcome, "said": FIGURE.sub("{}", said)}
        if kind not in kinds:
            kinds.append(kind)
        hand = kinds.index(kind), *worth.points, *worth.boxes, *map(int, FIGURE.findall(said))
        row = hands.setdefault(count.ending, {}).setdefault(count.knocker, [])
        more = tuple(map(sub, hand, chain(before if row else (), repeat(0))))
        row.append(0 if row and more == step else more)
        before, step = hand, more
    return kinds, hands


def counted(rules: HouseRules) -> dict[str, object]:
    """What hands by two numbers add to a sheet of two, what is refused of them, and who deals next."""
    kinds, hands = hands_of(rules)
    most = rules.most_deadwood
    return {
        "target": rules.target,
        "signed": rules.loser_negative,
        "isListed": rules.match_by is not MatchBy.GAMES or rules.is_single_game,
        "kinds": kinds,
        "worth": hands,
        "refused": {
            ending: by_plural(partial(why_refused, rules, ending), {*range(1, most + 1)}.difference(rows))
            for ending, rows in hands.items()
            if ending is not Ending.DEAD
        },
        "tooMuch": why_refused(rules, Ending.GIN, most + 1),
        "deals": dealers_after(rules),
        "language": locale().replace("_", "-"),
        "toGo": by_plural(to_go),
        "boxes": by_plural(boxes_said) if rules.box_bonus else {},
        "sentence": rendered("components/words.html", "sentence", Words("{head}", "{story}", "{sum}")),
        "plain": _("Save"),
        "asked": _("%(name)s’s deadwood?", name="{name}"),
        "preview": rendered("hands/parts.html", "counted", SaveButton("{save}", "{place}")),
        "gin": rendered("hands/parts.html", "choices", gin_chosen(rules), _("How the hand ended")),
        "isGin": _("No deadwood means gin."),
    }


def said_of(hand: ScoredHand, count: Count, rules: HouseRules) -> str:
    """All that is said of a hand: a line for each place."""
    words = explain(hand, names := ("{knocker}", "{defender}"), rules)
    numbers = "" if count.ending is Ending.DEAD else deadwood_of(count.knocker, count.defender)
    save, summed = save_label_of_hand(hand, names), IN_A_SUM.sub("\u00a0", words.sum)
    return "\n".join((_(OUTCOMES[hand.outcome]), numbers, save, words.head, words.story, summed))


def why_refused(rules: HouseRules, ending: Ending, knocker: int) -> str:
    """What is wrong with a hand in which the knocker has this deadwood."""
    return in_words.explain(problems(Count(ending, knocker), rules)[0], in_words.Names("{name}", "{name}"))


def gin_chosen(rules: HouseRules) -> RadioField:
    """How a hand ended, in its form: with gin."""
    field = RadioField(default=Ending.GIN.value).bind(Form(), "outcome")
    choose(field, endings(rules))
    field.process(None)
    return field


def by_plural(said: Callable[[int], str], numbers: Iterable[int] = range(120)) -> Mapping[str, str]:
    """A sentence with {number} for each plural of the language: numbers below 120 have all of them."""
    plural = Locale.parse(locale()).plural_form
    return {plural(number): said(number).replace(str(number), "{number}") for number in numbers}
