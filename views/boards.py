"""What everyone at the table sees alike: worked out once for a version of a sheet, then kept for a while.

When a hand is saved, every phone asks for the sheet. The first to ask has it worked out, the others share it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from flask import get_template_attribute, url_for
from markupsafe import Markup

from models.gin.columns import Player
from models.gin.declaration import Declaration
from models.gin.judging import missed
from models.gin.sheet import Line, Sheet
from models.records import Match
from views.kept import Kept
from views.language import gettext as _
from views.language import language, ngettext
from views.pads import Pad, PadGame
from views.words.ending import DEALS
from views.words.games import both
from views.words.houses import caption
from views.words.results import Words, explain, missed_better
from views.words.tables import title

MOST = 200
"""So many boards are kept: an evening of a hundred tables takes ten megabytes."""


@dataclass(frozen=True, slots=True)
class Total:
    """One player's place at the top of the sheet."""

    name: str
    points: str
    to_go: str
    """How far it is to the end of the game; of several columns, in the nearest open one."""
    reached: int
    target: int
    badge: str


class Board:
    """A sheet with its pad. It holds values only, no record, and so outlives the request."""

    def __init__(self, match: Match, watch: str) -> None:
        self.sheet: Sheet = match.sheet
        self.names, self.rules = match.players, match.rules
        self.title = title(match.table, match.sides)
        self.caption = caption(match.house, match.rules, match.house_name)
        self.rules_url = url_for("matches.rules", watch=watch)
        self.history_url = url_for("matches.history", watch=watch)
        self._hands_url = url_for("hands.show", watch=watch, hand_id=0).removesuffix("0")
        self._hand_ids = [record.id for record in match.present]
        self._removed = len(match.removed)
        self._pad = Pad(self.sheet, self.names, self.url)

    def url(self, line: Line) -> str:
        """The page of a hand."""
        return f"{self._hands_url}{self._hand_ids[line.number - 1]}"

    @cached_property
    def totals(self) -> tuple[Total, Total]:
        """Both players at the top."""
        return self._total(0), self._total(1)

    def _total(self, player: Player) -> Total:
        game, target = self.sheet.game, self.rules.target
        nearest = max((each.running[player] for each in game.columns if not each.ended), default=target)
        return Total(
            name=self.names[player],
            points=both(game.final or game.running, self.rules)[player],
            to_go="" if game.over else _("%(points)s to go", points=target - nearest),
            reached=max(0, min(nearest, target)),
            target=target,
            badge=self._badge(player),
        )

    def _badge(self, player: Player) -> str:
        """Who has won the game, and who deals the next hand, of another game perhaps."""
        wins = self.sheet.game.over and self.sheet.game.winner == player
        deals = not self.sheet.match.over and self.sheet.next_dealer == player
        return " · ".join(filter(None, (_("wins") if wins else "", _("deals") if deals else "")))

    @cached_property
    def facts(self) -> tuple[str, ...]:
        """Small facts: which game, who won how many, how many hands are left, the boxes so far."""
        return tuple(filter(None, (self._games_won(), self._hands_left(), self._boxes())))

    def _games_won(self) -> str:
        if self.rules.games_to_win == 1:
            return ""
        won = self.sheet.match.games_won
        return _(
            "Game %(number)s · games %(one)s %(first)s, %(two)s %(second)s",
            number=self.sheet.game.number,
            one=self.names[0],
            first=won[0],
            two=self.names[1],
            second=won[1],
        )

    def _hands_left(self) -> str:
        if self.rules.max_hands is None or self.sheet.game.over:
            return ""
        dealt = len(self.sheet.game.lines)
        return _("hand %(number)s of %(most)s", number=dealt + 1, most=self.rules.max_hands)

    def _boxes(self) -> str:
        """The boxes so far, where they pay; in several columns and at the end they stand elsewhere."""
        game = self.sheet.game
        if not self.rules.box_bonus or game.over or len(game.columns) > 1 or not any(game.boxes):
            return ""
        return _("boxes %(first)s to %(second)s", first=game.boxes[0], second=game.boxes[1])

    @cached_property
    def last(self) -> Words | None:
        """The sentence of the last hand."""
        line = self._last
        return explain(line.hand, line.result, self.names, self.rules) if line else None

    @cached_property
    def last_url(self) -> str:
        """The page of the last hand."""
        return self.url(self._last) if self._last else ""

    @property
    def _last(self) -> Line | None:
        """The hand that was dealt last, none past the end."""
        lines = self.sheet.game.lines
        return lines[-1] if lines else None

    @cached_property
    def missed(self) -> str:
        """What the defender missed in the last hand, where its cards are known."""
        if not self._last:
            return ""
        hand = self._last.hand
        better = missed(hand.laid, self.rules) if isinstance(hand.laid, Declaration) else None
        return missed_better(hand, better, self.names, self.rules) if better else ""

    @cached_property
    def opening(self) -> str:
        """What is said before the first hand."""
        if self.sheet.lines:
            return ""
        dealer = self.names[self.sheet.next_dealer]
        return _("%(name)s deals.", name=dealer) + " " + _(DEALS[self.rules.initial_deal])

    @cached_property
    def announcement(self) -> str:
        """All that has become new, in one sentence: for those who hear the sheet instead of seeing it."""
        one, two = both(self.sheet.game.final or self.sheet.game.running, self.rules)
        totals = _(
            "%(one)s %(first)s, %(two)s %(second)s.",
            one=self.names[0],
            first=one,
            two=self.names[1],
            second=two,
        )
        return " ".join(filter(None, (self.last.head if self.last else "", totals)))

    @cached_property
    def removed(self) -> str:
        """How many hands were removed, where there are any."""
        count = self._removed
        return ngettext("%(num)s hand removed", "%(num)s hands removed", count) if count else ""

    @cached_property
    def game(self) -> PadGame:
        """The game being played, or the last one."""
        return self._pad.game()

    @cached_property
    def earlier(self) -> list[PadGame]:
        """The games before it, newest first."""
        return self._pad.earlier()

    @cached_property
    def pads(self) -> Markup:
        """Every game as it stands on the page."""
        pads: Callable[[Board], Markup] = get_template_attribute("components/pad.html", "pads")
        return pads(self)


_boards = Kept[Board](MOST)


def board_of(match: Match, watch: str) -> Board:
    """The board of *match* as it is now.

    An address leads to one match, and whatever is done to its sheet makes another version of it.
    """
    key = url_for("matches.show", watch=watch), match.version, language()
    return _boards.get(key, lambda: Board(match, watch))
