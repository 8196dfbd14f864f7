"""A sheet before and after a change of its rules, game by game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from models.gin.money.stakes import account
from models.gin.sheet.games import Game
from models.gin.sheet.sheet import Sheet
from views.language.i18n import gettext as _
from views.language.i18n import ngettext
from views.words.game_ending import ending
from views.words.game_summary import last_hand, past, standing
from views.words.lists import paragraph
from views.words.stakes import paying, would_pay


@dataclass(frozen=True, slots=True)
class ComparedResult:
    """A game under one set of rules: the totals, and how it ended."""

    totals: tuple[str, ...]
    sentence: str


@dataclass(frozen=True, slots=True)
class Compared:
    """A game under the old and the new rules; None if there is no such game."""

    title: str
    before: ComparedResult | None
    after: ComparedResult | None
    move: str
    """How its end changes, in two or three words; "" if it doesn't."""

    @property
    def changed(self) -> bool:
        """Whether anything in it changes."""
        return self.before != self.after


@dataclass(frozen=True, slots=True)
class Comparison:
    """A sheet under the old and the new rules."""

    games: tuple[Compared, ...]
    match: tuple[str, str]
    """How the match stands, before and after."""
    paid: tuple[str, str]
    """Who owes whom how much, before and after; "" without stakes."""
    past: str
    """A sentence about hands after the end of the match, or ""."""

    @property
    def changed_games(self) -> int:
        """How many games change."""
        return sum(game.changed for game in self.games)

    @property
    def summary(self) -> str:
        """The number of changed games in a sentence."""
        if not self.changed_games:
            return _("No game changes.")
        if self.changed_games == len(self.games) == 2:
            return _("Both games change.")
        if self.changed_games == len(self.games):
            return ngettext("The game changes.", "All %(num)s games change.", self.changed_games)
        return ngettext(
            "%(num)s of %(all)s games changes.",
            "%(num)s of %(all)s games change.",
            self.changed_games,
            all=len(self.games),
        )


def compared(before: Sheet, after: Sheet, players: Sequence[str]) -> Comparison:
    """A sheet before and after, game by game, the newest first."""
    pairs = zip_longest(before.games, after.games)
    games = [
        Compared(
            title=_("Game %(number)s", number=index),
            before=_result(was, before, before.table.by_side(players)),
            after=_result(now, after, after.table.by_side(players)),
            move=_move(was, now),
        )
        for index, (was, now) in enumerate(pairs, 1)
    ]
    return Comparison(
        games=tuple(reversed(games)),
        match=(_standing(before, players), _standing(after, players)),
        paid=_paid(before, after, players),
        past=past(after),
    )


def _paid(before: Sheet, after: Sheet, players: Sequence[str]) -> tuple[str, str]:
    """Who owes whom, before and after; "nothing" only if that changes."""
    was, now = (_owed(sheet, sheet.table.payers(players)) for sheet in (before, after))
    # Translators: that nobody owes any money.
    nothing = _("nothing") if was or now else ""
    return was or nothing, now or nothing


def _owed(sheet: Sheet, names: Sequence[str]) -> str:
    """Who pays whom at the end, or would if the players stopped now; "" without stakes."""
    owed = account(sheet)
    if owed is None:
        return ""
    return paying(owed, sheet, names) if sheet.match.over else would_pay(owed, sheet, names)


def _result(game: Game | None, sheet: Sheet, names: Sequence[str]) -> ComparedResult | None:
    if game is None:
        return None
    sentences = [_hands(game), *_columns(game), *_end(game, sheet, names)]
    return ComparedResult(standing(game, sheet.rules), paragraph(sentences))


def _hands(game: Game) -> str:
    """The hands of the game, which show where it ended."""
    if not game.hands:
        return _("No hands yet.")
    first, last = min(scored_hand.number for scored_hand in game.hands), last_hand(game)
    return (
        _("Hand %(first)s.", first=first)
        if first == last
        else _("Hands %(first)s to %(last)s.", first=first, last=last)
    )


def _columns(game: Game) -> Iterator[str]:
    """How many columns are closed, if there are several and the game is not over."""
    if len(game.columns) > 1 and not game.over:
        closed, all_ = sum(column.ended for column in game.columns), len(game.columns)
        yield ngettext(
            "%(num)s of %(all)s columns is closed.",
            "%(num)s of %(all)s columns are closed.",
            closed,
            all=all_,
        )


def _end(game: Game, sheet: Sheet, names: Sequence[str]) -> Iterator[str]:
    words = ending(game, sheet, names)
    # Translators: of a game.
    yield _("Still open.") if words is None else str(words)


def _move(was: Game | None, now: Game | None) -> str:
    """How the end of a game changes."""
    if was is None or now is None:
        # Translators: what becomes of a game under other rules. Also in the lines below.
        return _("not played any more") if now is None else _("new")
    if was.over != now.over:
        # Translators: what becomes of a game under other rules.
        return _("now over") if now.over else _("no longer over")
    if not now.over or last_hand(was) == last_hand(now):
        return ""
    # Translators: what becomes of a game under other rules.
    return _("ends earlier") if last_hand(now) < last_hand(was) else _("ends later")


def _standing(sheet: Sheet, players: Sequence[str]) -> str:
    """How the match stands."""
    if not sheet.match.over:
        # Translators: of the match. Also in the lines below.
        return _("goes on")
    if sheet.match.winner is None:
        return _("over, and nobody won")
    return _("over, and %(name)s won", name=sheet.table.by_side(players)[sheet.match.winner])
