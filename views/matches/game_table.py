"""A game as a table of hands, in words and formatted figures."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from models.gin.hand.declaration import Declaration
from models.gin.rules.options import Outcome, Side
from models.gin.rules.seating import Table, Totals
from models.gin.sheet.extra_lines import OpeningScores, Penalty
from models.gin.sheet.games import Game, ScoredHand
from models.gin.sheet.scored_extra_lines import ScoredExtraLine
from models.gin.sheet.sheet import Sheet
from views.language.i18n import gettext as _
from views.matches.columns_table import SHORT, blocks, spans, starting_late
from views.matches.game_rows import GameTable, PointsCell, SheetTableRow
from views.shared.short_names import shortened
from views.words import rounds
from views.words.extra_lines import box_at_once, kind_on
from views.words.extra_lines import in_short as about
from views.words.game_ending import ending
from views.words.game_summary import Figures, bill_of, both, summary
from views.words.hand_result import OUTCOMES
from views.words.hand_sum import number, signed
from views.words.seating import pair_named
from views.words.uncounted import in_short


@dataclass(frozen=True, slots=True)
class GameTables:
    """Builds the tables of a sheet's games, with a link to each hand."""

    sheet: Sheet
    names: Sequence[str]
    """The names of the players."""
    sides: Sequence[str]
    """The names above the totals."""
    url: Callable[[ScoredHand | ScoredExtraLine], str]
    """The page of a hand or an extra line."""

    def game(self) -> GameTable:
        """The current game, or the last one; what was written after the end of the match is in it."""
        late = [line for line in self.sheet.extra_lines if line.past_the_end]
        return self._game(
            self.sheet.game,
            (*self.sheet.game.hands, *self.sheet.past_the_end),
            (*self.sheet.game.extra_lines, *late),
        )

    def earlier(self) -> list[GameTable]:
        """The earlier games, newest first."""
        return [self._game(game, game.hands, game.extra_lines) for game in self.sheet.games[-2::-1]]

    def _game(self, game: Game, hands: Sequence[ScoredHand], others: Sequence[ScoredExtraLine]) -> GameTable:
        return GameTable(
            title=_("Game %(number)s", number=game.number),
            summary=summary(game, self.sheet, self.sides),
            rows=list(self._rows(hands, others)),
            ending=ending(game, self.sheet, self.sides),
            bill=bill_of(game) if game.in_order and not self.sheet.is_of_totals else [],
            columns=blocks(game, self.sides),
        )

    def _rows(
        self, hands: Sequence[ScoredHand], others: Sequence[ScoredExtraLine]
    ) -> Iterator[SheetTableRow]:
        """The rows, newest first; with partners, each round above its two hands."""
        late, scored, left = starting_late(hands), len(hands), list(others)
        for together in reversed(rounds_of(hands)):
            while left and left[-1].place >= scored:
                yield self._other(left.pop())
            scored -= len(together)
            if self.sheet.table is Table.PARTNERSHIP:
                yield self._round(together, late)
                yield from (self._netted(scored_hand) for scored_hand in together)
            else:
                yield self._hand(together[0], late)
        yield from map(self._other, reversed(left))

    def _hand(self, scored_hand: ScoredHand, late: Mapping[int, int]) -> SheetTableRow:
        return SheetTableRow(
            outcome=_(OUTCOMES[scored_hand.outcome]),
            how=_joined(self._left(scored_hand), self._by_cards(scored_hand), _late(scored_hand, late)),
            places=self._places(scored_hand, self._scored_alone(scored_hand), self._running(scored_hand)),
            **self._known(scored_hand),
        )

    def _scored_alone(self, scored_hand: ScoredHand) -> Mapping[int, str]:
        """The points of a single hand, also for a third player who scores the same or loses the same."""
        if self.sheet.table is not Table.WINNER_ALONE:
            return self._scored(scored_hand)
        return {
            side: signed(points)
            for side, points in rounds.rises(scored_hand.entries, self.sheet.rules).items()
        }

    def _other(self, line: ScoredExtraLine) -> SheetTableRow:
        """The row of an extra line; of totals from paper, only the points."""
        later = self._is_added_later(line)
        of_totals = self.sheet.is_of_totals
        has_running = len(line.column_totals) == 1 and not of_totals
        running = both(line.totals, self.sheet.rules) if has_running else ()
        written = number if of_totals else signed
        return SheetTableRow(
            outcome=kind_on(self.sheet, line.line),
            how=_joined(about(line.line), *(self._when_added() if later else ())),
            places=tuple(
                PointsCell(written(points) if points else "", running[side] if running else "")
                for side, points in enumerate(line.points if later else self._changes(line))
            ),
            url=self.url(line),
            past=in_short(line, self.sides),
            kind="other" if line.counts else "past other",
        )

    def _is_added_later(self, line: ScoredExtraLine) -> bool:
        """Whether it gives points that don't count until the game is over."""
        return isinstance(line.line, Penalty) and any(line.points) and not self.sheet.rules.penalties_count

    def _when_added(self) -> Iterator[str]:
        """That its points are added after the game, and its box perhaps at once."""
        # Translators: when the points of a penalty are added.
        yield _("after the game")
        if box_at_once(self.sheet.rules):
            # Translators: %(each)s is the points of a box (also called a line): a bonus for winning a hand.
            yield _("a box of %(each)s at once", each=self.sheet.rules.box_bonus)

    def _changes(self, line: ScoredExtraLine) -> Totals:
        """What it gave each side; nothing in one figure if every column starts with other scores."""
        several = isinstance(line.line, OpeningScores) and len(line.line.columns) > 1
        return (0,) * len(self.sides) if several else line.change

    def _round(self, hands: Sequence[ScoredHand], late: Mapping[int, int]) -> SheetTableRow:
        """The row of a round: two hands combined, or one that waits for the other."""
        last = hands[-1]
        rises = rounds.rises(last.entries, self.sheet.rules)
        scored = {side: signed(points) for side, points in rises.items()}
        return SheetTableRow(
            outcome=_("Round %(number)s", number=last.round),
            how=_joined(rounds.round_said(hands, self.sheet, self.names, self.sides), _late(last, late)),
            places=self._places(last, scored, () if last.waits else self._running(last)),
            past=in_short(last, self.names),
            kind="round" if last.counts else "past round",
        )

    def _netted(self, scored_hand: ScoredHand) -> SheetTableRow:
        """The row of one hand of a round, with what it would score alone."""
        return SheetTableRow(
            outcome=_(OUTCOMES[scored_hand.outcome]),
            how=_joined(self._faced(scored_hand), self._by_cards(scored_hand)),
            places=self._places(scored_hand, self._scored(scored_hand)),
            **self._known(scored_hand)
            | {"past": "", "kind": "netted" if scored_hand.counts else "past netted"},
        )

    def _known(self, scored_hand: ScoredHand) -> dict[str, str]:
        """Its number, its page, and whether it counts."""
        return {
            "number": str(scored_hand.number),
            "label": _("%(label)s:", label=_("Hand %(number)s", number=scored_hand.number)),
            "url": self.url(scored_hand),
            "past": in_short(scored_hand, self.names),
            "kind": "" if scored_hand.counts else "past",
        }

    def _left(self, scored_hand: ScoredHand) -> str:
        """The deadwood of both players, if it is known."""
        if scored_hand.outcome is Outcome.WON:
            # Translators: a hand of which only the points are known.
            return _("from paper")
        if scored_hand.outcome is Outcome.DEAD:
            return ""
        count = scored_hand.hand.count(self.sheet.rules)
        if not count.knocker:
            # Translators: after gin: the defender’s deadwood, “v 20”.
            return _("v %(defender)s", defender=count.defender)
        return _("%(knocker)s v %(defender)s", knocker=count.knocker, defender=count.defender)

    def _faced(self, scored_hand: ScoredHand) -> str:
        """The same with the players' names, shortened to fit a line on a phone."""
        names = shortened(self.names, SHORT)
        if scored_hand.outcome in (Outcome.DEAD, Outcome.WON):
            return pair_named(scored_hand.hand.faced, names)
        count = scored_hand.hand.count(self.sheet.rules)
        # Translators: names with their deadwood: “Ann 8, Bob 20”.
        return _(
            "%(knocker)s %(left)s, %(defender)s %(against)s",
            knocker=names[scored_hand.hand.player(Side.KNOCKER)],
            left=count.knocker,
            defender=names[scored_hand.hand.player(Side.DEFENDER)],
            against=count.defender,
        )

    def _by_cards(self, scored_hand: ScoredHand) -> str:
        """Whether its cards are known."""
        # Translators: that a hand was entered by all its cards.
        return _("cards") if isinstance(scored_hand.hand.laid, Declaration) else ""

    def _scored(self, scored_hand: ScoredHand) -> Mapping[int, str]:
        """What a hand adds to the totals of its two players."""
        if scored_hand.result.winner is None:
            return {}
        side = self.sheet.table.side
        winner, loser = (
            scored_hand.hand.player(each)
            for each in (scored_hand.result.winner, scored_hand.result.winner.other)
        )
        scored = {side(winner): signed(scored_hand.gain)}
        if scored_hand.gains.loser or self.sheet.rules.loser_negative:
            scored[side(loser)] = signed(scored_hand.gains.loser)
        return scored

    def _running(self, scored_hand: ScoredHand) -> Figures:
        """The totals after it; with several columns, those it was written in, under its winner."""
        if len(scored_hand.column_totals) == 1:
            return both(scored_hand.totals, self.sheet.rules)
        into = [""] * len(self.sides)
        for entry, columns in zip(scored_hand.entries, scored_hand.places, strict=False):
            if entry.hands and columns:
                # Translators: the columns in which a hand was written: “in 1–3”.
                into[entry.winner] = _("in %(columns)s", columns=spans([index + 1 for index in columns]))
        return tuple(into)

    def _places(
        self, scored_hand: ScoredHand, scored: Mapping[int, str], running: Figures = ()
    ) -> tuple[PointsCell, ...]:
        """The cells under each name; a player who sat out is marked."""
        played = {self.sheet.table.side(player) for player in scored_hand.hand.faced}
        return tuple(
            [
                PointsCell(
                    scored.get(side, ""),
                    running[side] if running else "",
                    # Translators: under a player who sits out this hand.
                    "" if side in played or side in scored else _("out"),
                )
                for side in range(len(self.sides))
            ]
        )


def rounds_of(hands: Sequence[ScoredHand]) -> list[list[ScoredHand]]:
    """Hands grouped into rounds; with two and three players each hand is a round."""
    rounds_by_number: dict[int, list[ScoredHand]] = {}
    for scored_hand in hands:
        first = scored_hand.beside if scored_hand.beside in rounds_by_number else scored_hand.number
        rounds_by_number.setdefault(first, []).append(scored_hand)
    return list(rounds_by_number.values())


def _late(scored_hand: ScoredHand, late: Mapping[int, int]) -> str:
    """The note at the first win of a player who was shut out of the first column."""
    return (
        _("starts in column %(number)s", number=late[scored_hand.number])
        if scored_hand.number in late
        else ""
    )


def _joined(*sentences: str) -> str:
    return " · ".join(filter(None, sentences))
