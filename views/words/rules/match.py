"""The words of rules: columns, and games of a match."""

from collections.abc import Mapping

from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import MatchBy
from models.gin.sheet.columns import factor_of, rules_of
from views.language.i18n import gettext as _
from views.language.i18n import marked, ngettext
from views.words.lists import all_of
from views.words.rules.field_words import FieldWords, Option, figure, flag, numbers


def _columns(rules: HouseRules) -> str | None:
    if rules.columns == 1:
        return None
    # Translators: column: one of several games that are scored at the same time, side by side on the
    # sheet.
    return _(
        "Hollywood: %(columns)s columns, each a game of its own. Your first win is written in the "
        "first column, "
        "your second in the first two, and so on, until your wins go into every open column. "
        "If a column closes before you are in it, you start in the next one.",
        columns=rules.columns,
    )


def _columns_in_short(held: int) -> str:
    # Translators: a rule in a few words within a line.
    few = {1: _("one column"), 2: _("two columns"), 3: _("three columns"), 4: _("four columns")}
    return few.get(held) or ngettext("%(num)s column", "%(num)s columns", held)


def _last_column_double(rules: HouseRules) -> str | None:
    listed = rules.column_multipliers is not None
    if rules.columns == 1 or listed or not rules.last_column_double:
        return None
    return _("The last column counts double.")


def _column_multipliers(rules: HouseRules) -> str | None:
    if rules.columns == 1 or rules.column_multipliers is None:
        return None
    counted = [str(factor_of(index, rules)) for index in range(rules.columns)]
    # Translators: %(times)s is a list, in the order of the columns: “1, 1 and 2”.
    return _("How often each column counts: %(times)s.", times=all_of(counted))


def _column_targets(rules: HouseRules) -> str | None:
    if rules.columns == 1 or rules.column_targets is None:
        return None
    targets = [str(rules_of(index, rules).target) for index in range(rules.columns)]
    return _(
        "Each column has its own target, and ends when a player reaches it there: %(targets)s.",
        targets=all_of(targets),
    )


def _column_bonuses(rules: HouseRules) -> str | None:
    if rules.columns == 1 or rules.column_bonuses is None:
        return None
    bonuses = [str(rules_of(index, rules).game_bonus) for index in range(rules.columns)]
    return _(
        "Each column has its own game bonus, for the player whose score ends it: %(bonuses)s.",
        bonuses=all_of(bonuses),
    )


def _all_columns_shutout_times(rules: HouseRules) -> str | None:
    if rules.columns == 1 or rules.all_columns_shutout_times == 1:
        return None
    if rules.all_columns_shutout_times == 2:
        return _("If you shut the other player out of every column, all columns are paid double.")
    return ngettext(
        "If you shut the other player out of every column, all columns are paid %(num)s time.",
        "If you shut the other player out of every column, all columns are paid %(num)s times.",
        rules.all_columns_shutout_times,
    )


def _all_columns_shutout_bonus(rules: HouseRules) -> str | None:
    if rules.columns == 1 or not rules.all_columns_shutout_bonus:
        return None
    return _(
        "Shutting the other player out of every column scores %(bonus)s extra, after any doubling.",
        bonus=rules.all_columns_shutout_bonus,
    )


def _times_in_short(held: int) -> str:
    if held == 1:
        return _("a shutout in every column paid once")
    return ngettext(
        "a shutout in every column paid %(num)s times", "a shutout in every column paid %(num)s times", held
    )


def _games_to_win(rules: HouseRules) -> str | None:
    if rules.match_by is not MatchBy.GAMES:
        return None
    if rules.games_to_win is None:
        return _("A match goes on for as many games as you like.")
    if rules.games_to_win == 1:
        if rules.columns > 1:
            return _("A match is over when all its columns are.")
        return _("A match is a single game.")
    most = 2 * rules.games_to_win - 1
    # Translators: “A match is best of 5: the first to win 3 games wins it.”
    return ngettext(
        "A match is best of %(most)s: the first to win %(num)s game wins it.",
        "A match is best of %(most)s: the first to win %(num)s games wins it.",
        rules.games_to_win,
        most=most,
    )


def _games_to_win_in_short(held: int | None) -> str:
    if held is None:
        return _("as many games as you like")
    most = 2 * held - 1
    if most == 1:
        # Translators: a match is a single game; a rule in a few words within a line.
        return _("played once")
    # Translators: a rule in a few words within a line. The number is odd, 3 or more.
    return ngettext("best of %(num)s game", "best of %(num)s games", most)


MATCHES = {
    MatchBy.GAMES: Option(marked("Games won"), marked("games won decide the match")),
    MatchBy.POINTS: Option(
        marked("The points of all games"),
        marked("the points of all games decide the match"),
        marked(
            "The points of all games of a match are added up, and whoever has more wins the match. "
            "If they are the same, nobody wins it."
        ),
    ),
    MatchBy.GAME_POINTS: Option(
        # Translators: points for games won, not points of hands. A choice of what decides the match.
        marked("Game points"),
        marked("game points decide the match"),
        marked(
            "Every game is worth game points, and whoever has more of them in the end wins the match. "
            "If they are the same, nobody wins it."
        ),
    ),
}


def _match_by(rules: HouseRules) -> str | None:
    return _(MATCHES[rules.match_by].sentence) if rules.match_by is not MatchBy.GAMES else None


def _games_in_match(rules: HouseRules) -> str | None:
    if rules.match_by is MatchBy.GAMES:
        return None
    # Translators: game: several hands up to a target.
    return ngettext(
        "A match is %(num)s game.",
        "A match is %(num)s games, and all of them are played.",
        rules.games_in_match,
    )


def _games_in_match_in_short(held: int) -> str:
    return ngettext("%(num)s game in a match by points", "%(num)s games in a match by points", held)


def _game_points_win(rules: HouseRules) -> str | None:
    if rules.match_by is not MatchBy.GAME_POINTS:
        return None
    return ngettext(
        "Winning a game is worth %(num)s game point. A drawn game is worth nothing.",
        "Winning a game is worth %(num)s game points. A drawn game is worth nothing.",
        rules.game_points_win,
    )


def _game_points_win_in_short(held: int) -> str:
    return ngettext("%(num)s game point for winning", "%(num)s game points for winning", held)


def _game_points_shutout(rules: HouseRules) -> str | None:
    if rules.match_by is not MatchBy.GAME_POINTS:
        return None
    if rules.columns > 1:
        return ngettext(
            "Winning with a shutout in every column is worth %(num)s game point.",
            "Winning with a shutout in every column is worth %(num)s game points.",
            rules.game_points_shutout,
        )
    return ngettext(
        "Winning with a shutout is worth %(num)s game point.",
        "Winning with a shutout is worth %(num)s game points.",
        rules.game_points_shutout,
    )


def _game_points_shutout_in_short(held: int) -> str:
    return ngettext("%(num)s game point for a shutout", "%(num)s game points for a shutout", held)


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
    "column_multipliers": FieldWords(
        marked("What each column counts"),
        marked("With several columns. 1–1–2 counts the third one double."),
        # Translators: a rule in a few words within a line. %(value)s is “1–1–2”.
        phrase=numbers(marked("columns counting %(value)s"), marked("columns counting alike")),
        sentence=_column_multipliers,
        # Translators: the value of a rule: the same for all columns.
        nothing=marked("all alike"),
        is_rare=True,
    ),
    "column_targets": FieldWords(
        marked("Target of each column"),
        marked("With several columns. Blank: the target is the same in all of them."),
        phrase=numbers(marked("columns to %(value)s"), marked("one target for all columns")),
        sentence=_column_targets,
        nothing=marked("all alike"),
        is_rare=True,
    ),
    "column_bonuses": FieldWords(
        marked("Game bonus of each column"),
        marked("With several columns. Blank: the bonus is the same in all of them."),
        phrase=numbers(marked("game bonuses %(value)s"), marked("one game bonus for all columns")),
        sentence=_column_bonuses,
        nothing=marked("all alike"),
        is_rare=True,
    ),
    "all_columns_shutout_bonus": FieldWords(
        marked("Bonus for a shutout in every column"),
        marked("On top of what the columns pay, if the other player has nothing in any of them."),
        phrase=figure(
            marked("bonus %(value)s for a shutout in every column"),
            marked("no bonus for a shutout in every column"),
        ),
        sentence=_all_columns_shutout_bonus,
        is_rare=True,
    ),
    "all_columns_shutout_times": FieldWords(
        marked("Payment for a shutout in every column"),
        marked("How many times all columns are then paid: 2 is double, 3 is triple."),
        phrase=_times_in_short,
        sentence=_all_columns_shutout_times,
        too_low=marked("Columns are paid at least once."),
        is_rare=True,
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
    "match_by": FieldWords(
        marked("What decides the match"),
        marked("Games won, or points after an agreed number of games."),
        options=MATCHES,
        sentence=_match_by,
        is_rare=True,
    ),
    "games_in_match": FieldWords(
        marked("Games in a match by points"),
        marked("How many games are played if points or game points decide the match."),
        phrase=_games_in_match_in_short,
        sentence=_games_in_match,
        too_low=marked("With a single game, choose games won."),
        is_rare=True,
    ),
    "game_points_win": FieldWords(
        marked("Game points for winning"),
        marked("What a game is worth if game points decide the match."),
        phrase=_game_points_win_in_short,
        sentence=_game_points_win,
        is_rare=True,
    ),
    "game_points_shutout": FieldWords(
        marked("Game points for a shutout"),
        marked("What a game is worth in which the other player had nothing."),
        phrase=_game_points_shutout_in_short,
        sentence=_game_points_shutout,
        is_rare=True,
    ),
}
