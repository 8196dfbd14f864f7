"""A match in words: how many games win it, the totals, who plays next, and the card of its result."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from models.gin.money import points_owed
from models.gin.rules.options import MatchBy, TiedGame
from models.gin.rules.seating import Player, Table, Totals
from models.gin.sheet.columns import leader, summed
from models.gin.sheet.games import Game
from models.gin.sheet.sheet import Sheet
from models.gin.sheet.sheet_builder import worth
from views.language.i18n import gettext as _
from views.language.i18n import ngettext
from views.words.dates import day_said
from views.words.game_summary import (
    Figures,
    SummaryRow,
    both,
    ending,
    figures_said,
    from_paper,
    in_spite_of_totals,
    score_of_match,
    settled,
    standing,
    where_any,
)
from views.words.hand_result import explain, number
from views.words.lists import as_sentence, paragraph
from views.words.seating import title, who_plays


def facts(sheet: Sheet, sides: Sequence[str]) -> Iterator[str]:
    """Which game is being played, who has won how many, and how many win the match."""
    if sheet.rules.match_by is not MatchBy.GAMES:
        yield from _facts_by_points(sheet, sides)
        return
    needed = sheet.rules.games_to_win
    if needed == 1:
        return
    won = figures_said(tuple(map(number, sheet.match.games_won)), sides)
    # Translators: game: several hands up to a target; one or more games make a match.
    yield _("Game %(number)s", number=sheet.game.number)
    # Translators: how many games each has won: “Games: Ann 2, Bob 1”.
    yield _("Games: %(won)s", won=won)
    if needed is not None and not sheet.match.over:
        yield ngettext("First to win %(num)s game", "First to win %(num)s games", needed)


def _facts_by_points(sheet: Sheet, sides: Sequence[str]) -> Iterator[str]:
    """Which of the games is being played, and what the games before count."""
    yield _("Game %(number)s of %(games)s", number=sheet.game.number, games=sheet.rules.games_in_match)
    over = sum(game.over for game in sheet.games)
    if not over or sheet.match.over:
        return
    score = figures_said(score_of_match(sheet), sides)
    if sheet.rules.match_by is MatchBy.GAME_POINTS:
        # Translators: points for games won, not points of hands. %(score)s is “Ann 3, Bob 2”.
        yield _("Game points: %(score)s", score=score)
    else:
        # Translators: %(score)s is the points: “Ann 310, Bob 205”.
        yield ngettext("After %(num)s game: %(score)s", "After %(num)s games: %(score)s", over, score=score)


def score_label(sheet: Sheet) -> str:
    """What the figures at the top are, once points have decided the match."""
    if sheet.rules.match_by is MatchBy.GAME_POINTS:
        # Translators: what the large figures of a result are; stands below them.
        return _("game points")
    # Translators: what the large figures of a result are; stands below them.
    return _("points of all games")


def played_on(sheet: Sheet, hand: int) -> str:
    """Which hand of a game is being played that was tied after its last one."""
    if sheet.rules.tied_after_max_hands is TiedGame.END_OF_ROUND and sheet.table is not Table.PARTNERSHIP:
        # Translators: which hand is being played, in small letters: a tied game goes on until each player
        # has dealt.
        return _("hand %(number)s, to the end of the round", number=hand)
    if sheet.table is Table.PARTNERSHIP:
        # Translators: a round is two hands of two pairs, played at the same time.
        return _("round %(number)s, after a tie", number=hand)
    return _("hand %(number)s, after a tie", number=hand)


def rows(sheet: Sheet) -> list[SummaryRow]:
    """The bill of the match, once a game is over: games won, all points, and what is paid."""
    if sheet.rules.is_single_game or not any(game.over for game in sheet.games):
        return []
    points = _points(sheet)
    owed = summed(points_owed(game) for game in sheet.games)
    rows = [*_deciding(sheet), SummaryRow(_("Games won"), tuple(map(number, sheet.match.games_won)))]
    if sheet.rules.match_by is not MatchBy.POINTS:
        # Translators: the points of all games together, where they don’t decide the match.
        rows.append(SummaryRow(_("Points in all games"), both(points, sheet.rules)))
    if owed == points:
        return rows
    label = _("Paid for all games") if sheet.match.over else _("As it stands")
    return [*rows, SummaryRow(label, settled(owed), strong=True)]


def _points(sheet: Sheet) -> Totals:
    """The points of all games; if they decide the match, as they count."""
    if sheet.rules.match_by is MatchBy.POINTS:
        return summed(game.counted for game in sheet.games)
    return summed(game.final or game.running for game in sheet.games)


def _deciding(sheet: Sheet) -> Iterator[SummaryRow]:
    """What each game counts in a match that points decide, and the sum."""
    if sheet.rules.match_by is MatchBy.POINTS:
        for game in sheet.games:
            yield SummaryRow(_points_label(game), both(game.counted, sheet.rules))
        yield SummaryRow(_("Points of all games"), both(_points(sheet), sheet.rules), strong=True)
    if sheet.rules.match_by is MatchBy.GAME_POINTS:
        for game in sheet.games:
            if game.over:
                yield SummaryRow(_game_points_label(game), where_any(worth(game, sheet.rules)))
        yield SummaryRow(_("Game points"), score_of_match(sheet), strong=True)


def _points_label(game: Game) -> str:
    """The number of a game, and whether it counts more than its totals."""
    if not game.over:
        return _("Game %(number)s so far", number=game.number)
    if game.counted != game.final:
        # Translators: a game that counts more than its totals, for example because of a shutout.
        return _("Game %(number)s, multiplied", number=game.number)
    return _("Game %(number)s", number=game.number)


def _game_points_label(game: Game) -> str:
    if game.is_won_by_shutout:
        return _("Game %(number)s (shutout)", number=game.number)
    return _("Game %(number)s", number=game.number)


def coming(sheet: Sheet, names: Sequence[str]) -> str:
    """Who plays whom next and who deals, if it is not always the same; and that level players play on."""
    if sheet.match.over:
        return ""
    sentence = paragraph((_level(sheet), *_pairs(sheet, names)))
    if not sheet.game.over:
        return sentence
    game = sheet.game.number + 1
    if sentence:
        # Translators: %(pairings)s is a sentence or two: “Ann against Cid. Bob sits out and deals.”
        return _("Game %(number)s: %(pairings)s", number=game, pairings=sentence)
    return _("%(name)s deals first in game %(number)s.", name=names[sheet.next_dealer], number=game)


def _level(sheet: Sheet) -> str:
    """Says that players play on who are level at the target, or were when they reached it."""
    game = sheet.game
    if game.over or len(game.columns) > 1 or max(game.running) < sheet.rules.target:
        return ""
    if leader(game.running, game.playing) is None:
        return _("Level: you play on.")
    # Translators: two were level at the end of a game, and then one of them lost points without a hand.
    return _("You play one more hand.")


def _pairs(sheet: Sheet, names: Sequence[str]) -> Iterator[str]:
    """A sentence for each hand of the next round; none with two players."""
    for faced in sheet.to_play:
        dealer = sheet.table.dealer(faced, sheet.next_dealer)
        if sheet.table is not Table.PARTNERSHIP:
            yield who_plays(faced, sheet.table, names, dealer=dealer)
        else:
            # Translators: who deals, and who plays against the dealer.
            yield _("%(dealer)s deals to %(name)s.", dealer=names[dealer], name=names[sum(faced) - dealer])


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
    played: date

    @property
    def day(self) -> str:
        """Its day, with the year."""
        return day_said(self.played)

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
    sheet: Sheet, names: Sequence[str], rules: str, played: date, called: Sequence[str] = ()
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
