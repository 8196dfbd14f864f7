"""The words of rules: columns, and games of a match."""

from collections.abc import Mapping

from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import MatchBy
from models.gin.sheet.columns import factor_of, rules_of
from views.language.i18n import gettext as _
from views.language.i18n import marked, ngettext
from views.words.lists import all_of
from views.words.rules.field_words import FieldWords, Option


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
    return _("Each column is multiplied by: %(times)s.", times=all_of(counted))


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


MATCHES = {
    MatchBy.GAMES: Option(marked("Games won")),
    MatchBy.POINTS: Option(
        marked("The points of all games"),
        marked(
            "The points of all games of a match are added up, and whoever has more wins the match. "
            "If they are the same, nobody wins it."
        ),
    ),
    MatchBy.GAME_POINTS: Option(
        # Translators: points for games won, not points of hands. A choice of what decides the match.
        marked("Game points"),
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


def _game_points_win(rules: HouseRules) -> str | None:
    if rules.match_by is not MatchBy.GAME_POINTS:
        return None
    return ngettext(
        "Winning a game is worth %(num)s game point. A drawn game is worth nothing.",
        "Winning a game is worth %(num)s game points. A drawn game is worth nothing.",
        rules.game_points_win,
    )


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


MATCH: Mapping[str, FieldWords] = {
    "columns": FieldWords(
        marked("Columns"),
        marked("Games played at the same time. Three is Hollywood."),
        sentence=_columns,
        in_summary=True,
    ),
    "last_column_double": FieldWords(
        marked("Double the last column"),
        sentence=_last_column_double,
    ),
    "column_multipliers": FieldWords(
        marked("Multiplier of each column"),
        marked("With several columns. 1–1–2 counts the third one double."),
        sentence=_column_multipliers,
        # Translators: the value of a rule: the same for all columns.
        nothing=marked("all alike"),
        is_rare=True,
    ),
    "column_targets": FieldWords(
        marked("Target of each column"),
        sentence=_column_targets,
        nothing=marked("all alike"),
        is_rare=True,
    ),
    "column_bonuses": FieldWords(
        marked("Game bonus of each column"),
        sentence=_column_bonuses,
        nothing=marked("all alike"),
        is_rare=True,
    ),
    "all_columns_shutout_bonus": FieldWords(
        marked("Bonus for a shutout in every column"),
        sentence=_all_columns_shutout_bonus,
        is_rare=True,
    ),
    "all_columns_shutout_times": FieldWords(
        marked("Payment for a shutout in every column"),
        marked("How many times all columns are then paid: 2 is double, 3 is triple."),
        sentence=_all_columns_shutout_times,
        is_rare=True,
    ),
    "games_to_win": FieldWords(
        marked("Games to win the match"),
        marked("1 is a single game, 2 is best of three, 3 is best of five."),
        sentence=_games_to_win,
        nothing=marked("as many as you like"),
        in_summary=True,
    ),
    "match_by": FieldWords(
        marked("What decides the match"),
        options=MATCHES,
        sentence=_match_by,
        is_rare=True,
    ),
    "games_in_match": FieldWords(
        marked("Games in a match by points"),
        sentence=_games_in_match,
        too_low=marked("With a single game, choose games won."),
        is_rare=True,
    ),
    "game_points_win": FieldWords(
        marked("Game points for winning"),
        sentence=_game_points_win,
        is_rare=True,
    ),
    "game_points_shutout": FieldWords(
        marked("Game points for a shutout"),
        sentence=_game_points_shutout,
        is_rare=True,
    ),
}
