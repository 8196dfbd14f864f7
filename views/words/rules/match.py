"""The words of rules: columns, and games of a match."""

from collections.abc import Mapping

from models.gin.rules import HouseRules
from views.web.i18n import gettext as _
from views.web.i18n import marked, ngettext
from views.words.rules.field_words import FieldWords, flag


def _columns(rules: HouseRules) -> str | None:
    if rules.columns == 1:
        return None
    return _(
        "Hollywood: %(columns)s columns, each a game of its own. Your first win is written in the "
        "first column, "
        "your second in the first two, and so on, until your wins go into every open column. "
        "If a column closes before you are in it, you start in the next one.",
        columns=rules.columns,
    )


def _columns_in_short(held: int) -> str:
    few = {1: _("one column"), 2: _("two columns"), 3: _("three columns"), 4: _("four columns")}
    return few.get(held) or ngettext("%(num)s column", "%(num)s columns", held)


def _last_column_double(rules: HouseRules) -> str | None:
    return _("The last column counts double.") if rules.columns > 1 and rules.last_column_double else None


def _games_to_win(rules: HouseRules) -> str:
    if rules.games_to_win is None:
        return _("A match goes on for as many games as you like.")
    if rules.games_to_win == 1:
        if rules.columns > 1:
            return _("A match is over when all its columns are.")
        return _("A match is a single game.")
    most = 2 * rules.games_to_win - 1
    return _(
        "A match is best of %(most)s: the first to win %(won)s games wins it.",
        most=most,
        won=rules.games_to_win,
    )


def _games_to_win_in_short(held: int | None) -> str:
    if held is None:
        return _("as many games as you like")
    return _("best of %(most)s games", most=2 * held - 1) if held > 1 else _("played once")


MATCH: Mapping[str, FieldWords] = {
    "columns": FieldWords(
        marked("Columns"),
        marked("Games played at the same time. Three is Hollywood."),
        phrase=_columns_in_short,
        sentence=_columns,
        in_summary=True,
        too_low=marked("A sheet needs at least one column."),
    ),
    "last_column_double": FieldWords(
        marked("Double the last column"),
        marked("With several columns, the last one counts double."),
        phrase=flag(marked("the last column doubled"), marked("no double column")),
        sentence=_last_column_double,
    ),
    "games_to_win": FieldWords(
        marked("Games to win the match"),
        marked("1 is a single game, 2 is best of three, 3 is best of five."),
        phrase=_games_to_win_in_short,
        sentence=_games_to_win,
        nothing=marked("as many as you like"),
        in_summary=True,
        too_low=marked("A match needs at least one game."),
    ),
}
