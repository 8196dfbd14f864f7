"""The result of a match in a few words: for a picture to share, and for the preview of a link."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from models.gin.rules.options import MatchBy
from models.gin.rules.seating import Player
from models.gin.sheet.sheet import Sheet
from models.records.tables.local_time import local_time
from views.language.i18n import gettext as _
from views.language.i18n import locale, ngettext
from views.words.game_ending import ending, in_spite_of_totals
from views.words.game_summary import Figures, figures_said, from_paper, score_of_match, standing
from views.words.hand_result import explain
from views.words.hand_sum import number
from views.words.lists import as_sentence, paragraph
from views.words.match_summary import score_label
from views.words.seating import title


@dataclass(frozen=True, slots=True)
class ResultCard:
    """The result of a match, or how it stands so far."""

    title: str
    """Who plays."""
    headline: str
    """Who has won, or after how many hands this is."""
    winner: Player | None
    sides: tuple[str, ...]
    called: tuple[str, ...]
    """What the sides are called in sentences."""
    figures: tuple[str, ...]
    """The total of each side; of several games, how many each has won."""
    counted: str
    """What the figures count, if it is not points."""
    best: str
    """The best hand in a sentence; "" before the first."""
    more: str
    """The totals of the game being played, if the figures are games; else why somebody has won in spite of
    the totals.
    """
    rules: str
    played: datetime

    @property
    def day(self) -> str:
        """The day on which it started, in local time, with its year."""
        from babel.dates import format_date

        return format_date(local_time(self.played).date(), "long", locale=locale())

    @property
    def totals(self) -> str:
        """The figures in a sentence: "Ann 237, Bob 62"."""
        return figures_said(self.figures, self.called)

    @property
    def description(self) -> str:
        """All but the totals and the day, in sentences."""
        sentences = (self.headline, self.more, self.best, self.rules)
        return paragraph(sentences)


def result_card(
    sheet: Sheet, names: Sequence[str], rules: str, played: datetime, called: Sequence[str] = ()
) -> ResultCard:
    """The card of *sheet*, played by *names* under rules that are called *rules*.

    *called* are the names in sentences, if they are others.
    """
    in_sentences = tuple(called or names)
    sides = sheet.table.by_side(in_sentences)
    in_games = sheet.rules.games_to_win != 1 and any(game.over for game in sheet.games)
    ended = sheet.match if sheet.match.over else sheet.game
    return ResultCard(
        title=title(sheet.table, sides),
        headline=headline(sheet, sides),
        winner=ended.winner if ended.over else None,
        sides=sheet.table.by_side(tuple(names)),
        called=sides,
        figures=_score(sheet) if in_games else standing(sheet.game, sheet.rules),
        counted=_score_label(sheet) if in_games else _columns(sheet),
        best=best_hand(sheet, in_sentences),
        more=_more(sheet, sides, in_games=in_games),
        rules=rules,
        played=played,
    )


def _more(sheet: Sheet, sides: Sequence[str], *, in_games: bool) -> str:
    """What else there is to say of the figures; of totals from paper, that they are."""
    if said := from_paper(sheet):
        return as_sentence(said)
    return _current_game(sheet, sides) if in_games else in_spite_of_totals(sheet.game, sheet, sides)


def _score(sheet: Sheet) -> Figures:
    """What decides the match: games won, or their points."""
    if sheet.rules.match_by is MatchBy.GAMES:
        return tuple(map(number, sheet.match.games_won))
    return score_of_match(sheet)


def _score_label(sheet: Sheet) -> str:
    # Translators: a heading above or below numbers of games.
    return _("Games won") if sheet.rules.match_by is MatchBy.GAMES else score_label(sheet)


def _columns(sheet: Sheet) -> str:
    """What the figures are, if they are not totals."""
    if len(sheet.game.columns) == 1 or sheet.is_blank:
        return ""
    # Translators: what the large figures of a result are; stands below them.
    return _("Total") if sheet.game.over else _("Total of all columns so far")


def headline(sheet: Sheet, sides: Sequence[str]) -> str:
    """How the match, or the game, ended; or after how many hands this is."""
    ended = ending(sheet.game, sheet, sides)
    if ended:
        return ended.head
    if sheet.is_blank:
        return _("The match has just started.")
    # Translators: hand: one deal and its score; several make a game.
    return ngettext("So far, after %(num)s hand.", "So far, after %(num)s hands.", len(sheet.hands))


def _current_game(sheet: Sheet, sides: Sequence[str]) -> str:
    """The totals of the current game, if it is not over."""
    if sheet.game.over or not sheet.game.hands:
        return ""
    totals = figures_said(standing(sheet.game, sheet.rules), sides)
    # Translators: %(totals)s is “Ann 62, Bob 40”.
    return _("Game %(number)s: %(totals)s.", number=sheet.game.number, totals=totals)


def best_hand(sheet: Sheet, names: Sequence[str]) -> str:
    """The hand with the most points, the first of several, in a sentence."""
    won = [
        scored_hand
        for scored_hand in sheet.hands
        if scored_hand.result.winner is not None and scored_hand.counts
    ]
    if not won:
        return ""
    best = max(won, key=lambda scored_hand: scored_hand.gain)
    # Translators: %(what)s is a sentence: “Ann goes gin, +45.”
    return _("Best hand: %(what)s", what=explain(best, names, sheet.rules).head)
