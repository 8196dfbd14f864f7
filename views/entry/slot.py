"""Where on a sheet a hand or a line is entered, and what the sheet is with it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from flask import request, url_for

from models.gin.cards.cards import Card
from models.gin.hand.problems import InvalidDeclarationError, Problem
from models.gin.hand.scoring import Hand
from models.gin.rules.house_rules import Fault, HouseRules
from models.gin.rules.seating import Faced, Player, Table
from models.gin.sheet.extra_lines import ExtraLine, OpeningScores
from models.gin.sheet.games import Game, ScoredHand, ScoredLine
from models.gin.sheet.sheet import Sheet
from models.records.tables.match import Match
from models.records.tables.sheet_row import ExtraLineRecord, HandRecord, Record
from views.language.i18n import gettext as _
from views.web.numbers import whole
from views.words.game_summary import ending, figures_said, last_hand, past, standing, totals_said

ASKS_UPCARD = "upcard"
"""The query parameter that asks for the upcard of a hand under any rules."""

FACED = re.compile(r"([0-3])-([0-3])")
"""The two players of a hand, in an address."""


def said_in_address(table: Table, faced: Faced, nth: int) -> dict[str, Any]:
    """The query parameters for the players and the round of a hand; none with two players."""
    who = {} if table is Table.TWO else {"faced": f"{faced[0]}-{faced[1]}"}
    return who | ({"round": str(nth)} if nth else {})


def from_address(table: Table) -> Faced | None:
    """The players of the hand in the current address, or None."""
    parts = FACED.fullmatch(request.args.get("faced", ""))
    if not parts:
        return None
    faced = int(parts[1]), int(parts[2])
    return faced if table.may_face(faced) else None


def round_from_address(table: Table, most: int) -> int:
    """The round of the hand in the current address, if it is at most *most*; else 0."""
    nth = request.args.get("round", 0, type=whole)
    return nth if table is Table.PARTNERSHIP and 0 < nth <= most else 0


def all_with(
    match: Match, record: Record | None, written: Hand | ExtraLine
) -> dict[int | None, Hand | ExtraLine]:
    """All that is on the sheet by its id, with *written* in the place of *record*, or else at the end.

    A *record* that was removed meanwhile is restored.
    """
    place = record.id if record else None
    there = {each.id: each.written for each in match.records if not each.removed or each.id == place}
    return there | {place: written}


def in_place(match: Match, record: Record | None, written: Hand | ExtraLine) -> tuple[ScoredLine, Sheet]:
    """*written* on the sheet, in the place of *record* or at the end, and that sheet.

    :raises InvalidDeclarationError: if it is not valid there.
    """
    there = all_with(match, record, written)
    sheet = match.sheet_of(there.values())
    return sheet.in_order[list(there).index(record.id if record else None)], sheet


def problems_with(match: Match, record: Record | None, written: Hand | ExtraLine) -> Sequence[Problem]:
    """What is wrong with *written* in the place of *record* or at the end; nothing if it is valid."""
    try:
        in_place(match, record, written)
    except InvalidDeclarationError as error:
        return error.problems
    return ()


def moved(game: Game, before: Sheet, after: Sheet) -> Iterator[str]:
    """Changes to other hands and games, *game* being the one that is written in."""
    yield from _moves(game, before, after)
    yield from _left_behind(before, after)


def stands(game: Game, sheet: Sheet, sides: Sequence[str]) -> Iterator[str]:
    """The totals, and at the end of a game its winner and the totals with bonuses."""
    if len(game.columns) > 1:
        yield _("All columns so far: %(totals)s.", totals=figures_said(standing(game, sheet.rules), sides))
    else:
        yield totals_said(game.running, sides, sheet.rules)
    words = ending(game, sheet, sides)
    if words is None:
        return
    yield words.head
    if len(game.columns) > 1 or game.winner is None or (sheet.is_decided_by_points and game is sheet.game):
        yield words.story
    elif game.final and game.final != game.running:
        # Translators: %(totals)s is a sentence with its full stop: “Ann 175, Bob 62.”
        yield _("With all bonuses: %(totals)s", totals=totals_said(game.final, sides, sheet.rules))


def _moves(game: Game, before: Sheet, after: Sheet) -> Iterator[str]:
    """The games that will end at another hand or will no longer be over."""
    was = before.games[game.number - 1] if game.number <= len(before.games) else None
    last, only = last_hand(game), after.rules.is_single_game
    if was is None or (was.over, last_hand(was)) == (game.over, last):
        return
    if game.over and last < len(after.hands):
        yield (
            _("The game then ends with hand %(last)s.", last=last)
            if only
            else _("Game %(number)s then ends with hand %(last)s.", number=game.number, last=last)
        )
    elif was.over and not game.over:
        yield _("The game then goes on.") if only else _("Game %(number)s then goes on.", number=game.number)


def _left_behind(before: Sheet, after: Sheet) -> Iterator[str]:
    """The hands that will no longer count: the match ends before them, or their game is another one."""
    counted = [sum(not scored_hand.counts for scored_hand in sheet.hands) for sheet in (before, after)]
    if counted[1] > counted[0]:
        yield past(after)


@dataclass(frozen=True)
class HandSlot:
    """Where a hand goes on the sheet, and who plays it."""

    match: Match
    faced: Faced
    record: HandRecord | None = None
    """The hand to be corrected; None for a new hand."""
    given: Hand | None = None
    """The hand that the form is filled with: the one to be corrected, or one to be copied."""

    @classmethod
    def for_next_hand(cls, match: Match, like: HandRecord | None = None) -> "HandSlot":
        """The next hand: of the pair in the address, else the players of *like*, else those who are next."""
        faced = from_address(match.table) or (like.hand.faced if like else _next_to_play(match))
        return cls(match, faced, given=like.hand if like else None)

    @classmethod
    def for_correcting(cls, match: Match, record: HandRecord) -> "HandSlot":
        """The place of *record*, to correct it."""
        return cls(match, from_address(match.table) or record.hand.faced, record, record.hand)

    @property
    def rules(self) -> HouseRules:
        return self.match.rules

    @cached_property
    def names(self) -> tuple[str, str]:
        first, second = self.faced
        return self.match.players[first], self.match.players[second]

    @property
    def number(self) -> int:
        """The number of the hand on the sheet, from 1."""
        return self.match.number(self.record) if self.record else len(self.match.present) + 1

    @cached_property
    def corrected(self) -> Hand | None:
        """The hand that is there now."""
        return self.record.hand if self.record else None

    @cached_property
    def round(self) -> int:
        """The number of the round in a partnership; otherwise 0."""
        return self._asked_round or self.round_of(self.faced)

    @property
    def _asked_round(self) -> int:
        return round_from_address(self.match.table, len(self.match.hands) + 1)

    def round_of(self, faced: Faced) -> int:
        """The round it would belong to if these two had played it: of a hand that is corrected, its own."""
        if self.match.table is not Table.PARTNERSHIP:
            return 0
        if self.corrected:
            return self.corrected.round or self.line_of(self.corrected).round
        return self.sheet.round_of(faced)

    @cached_property
    def sheet(self) -> Sheet:
        return self.match.sheet

    @property
    def dealer(self) -> Player | None:
        """Who deals it, if three play; else None, and nothing is computed."""
        if self.match.table.people != 3:
            return None
        if self.record and not self.record.removed:
            return self.sheet.hands[self.number - 1].dealer
        return self.match.table.dealer(self.faced, self.sheet.next_dealer)

    @property
    def noted_upcard(self) -> Card | None:
        """The upcard that was noted on the sheet for this hand."""
        if self.record or not self.match.plays_by_upcard or self.match.upcard is None:
            return None
        return Card.parse(self.match.upcard)

    @property
    def asks_upcard(self) -> bool:
        """Whether to ask for the upcard: the rules need it, or the hand being corrected has one."""
        keeps_upcard = self.corrected is not None and (
            self.corrected.laid.upcard is not None or ASKS_UPCARD in request.args
        )
        return self.rules.needs_upcard or keeps_upcard

    def seated(self, hand: Hand) -> Hand:
        """*hand* of players 0 and 1, as a hand of the two who actually played it.

        One that is corrected keeps the round that was written for it, or none.
        """
        written = self.corrected.round if self.corrected else self.round
        return replace(hand.played_by(self.faced), round=self._asked_round or written)

    def hands_with(self, hand: Hand) -> list[Hand | ExtraLine]:
        """All that is on the sheet, with *hand* in its place; one that was removed meanwhile is restored."""
        return list(all_with(self.match, self.record, hand).values())

    def sheet_with(self, hand: Hand) -> Sheet:
        return self.match.sheet_of(self.hands_with(hand))

    def line_of(self, hand: Hand) -> ScoredHand:
        """What *hand* scores in this slot."""
        return self.sheet_with(hand).hands[self.number - 1]

    @property
    def may_move_others(self) -> bool:
        """Whether this hand can change where games end. A hand added at the end can't."""
        return self.record is not None or self.match.table is Table.PARTNERSHIP

    def said_in_address(self, faced: Faced) -> dict[str, Any]:
        """The query parameters for a hand of these two players."""
        nth = self.round if faced == self.faced else self.round_of(faced)
        return said_in_address(self.match.table, faced, nth)

    def address(self, endpoint: str, **values: Any) -> str:
        """An address that names the two players of the hand."""
        return url_for(endpoint, **values, **said_in_address(self.match.table, self.faced, 0))

    @property
    def same_address(self) -> str:
        """The current address, to which the hand can be sent again."""
        return self.address(str(request.endpoint), **(request.view_args or {}))


def _next_to_play(match: Match) -> Faced:
    """The two players of the next hand. With two players, nothing is computed."""
    return (0, 1) if match.table is Table.TWO else match.sheet.to_play[0]


def opening_record(match: Match) -> ExtraLineRecord | None:
    """The line with the opening scores, if it is on the sheet."""
    lines = (record for record in match.extra_lines if not record.removed)
    return next((record for record in lines if isinstance(record.line, OpeningScores)), None)


def penalty_url(watch: str, fault: Fault | None = None, player: int | None = None) -> str:
    """Where a penalty is entered, perhaps with what is known of it."""
    chosen: dict[str, Any] = {"for": fault and fault.value, "player": player}
    return url_for("extra_lines.enter", watch=watch, kind="penalty", **chosen)


def points_url(watch: str) -> str:
    """Where a hand is entered of which only the points are known."""
    return url_for("extra_lines.enter", watch=watch, kind="hand")


def opening_url(match: Match, sheet: Sheet, watch: str) -> str:
    """Where opening scores are entered or looked at; "" if there are none and the first game is over."""
    if record := opening_record(match):
        return url_for("extra_lines.show", watch=watch, position=record.position)
    return "" if sheet.games[0].over else url_for("extra_lines.enter", watch=watch, kind="paper")
