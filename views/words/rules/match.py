"""The words of rules: the end of a game, columns, and games of a match."""

from collections.abc import Mapping

from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import GameWinner, MatchBy, Settlement, Shutout, ShutoutTest, TiedGame
from models.gin.sheet.columns import factor_of, rules_of
from views.language.i18n import gettext as _
from views.language.i18n import marked, ngettext
from views.words.lists import all_of, as_sentence, paragraph
from views.words.rules.field_words import FieldWords, Option, says_nothing


def _target(rules: HouseRules) -> str | None:
    if rules.columns > 1 and rules.column_targets is not None:
        return None
    if rules.columns > 1:
        return _("A column ends when a player reaches %(target)s in it.", target=rules.target)
    return _("A game ends when a player reaches %(target)s.", target=rules.target)


def _max_hands(rules: HouseRules) -> str | None:
    if rules.max_hands is None:
        return None
    if rules.tied_after_max_hands is not TiedGame.DRAWN:
        # Translators: hand: one deal and its score; several make a game.
        return ngettext(
            "After %(num)s hand, the game ends if somebody is ahead. That player wins.",
            "After %(num)s hands, the game ends if somebody is ahead. That player wins.",
            rules.max_hands,
        )
    return ngettext(
        "The game ends after %(num)s hand at most. Whoever is ahead then wins. If the scores are level, "
        "nobody wins.",
        "The game ends after %(num)s hands at most. Whoever is ahead then wins. If the scores are level, "
        "nobody wins.",
        rules.max_hands,
    )


TIED_GAMES = {
    # Translators: what happens if the scores are level after the last hand.
    TiedGame.DRAWN: Option(marked("Nobody wins")),
    TiedGame.ONE_MORE_HAND: Option(
        marked("One more hand"),
        marked(
            "If the scores are level after that, you play one more hand, and another, until somebody leads."
        ),
    ),
    TiedGame.END_OF_ROUND: Option(
        marked("To the end of the round"),
        marked(
            "If the scores are level after that, you play to the end of the round, and then round by "
            "round until somebody leads. A round is one hand for each player; a hand that is dealt again "
            "doesn’t count."
        ),
    ),
}


def _tied_after_max_hands(rules: HouseRules) -> str | None:
    tied = rules.tied_after_max_hands
    if rules.max_hands is None or tied is TiedGame.DRAWN:
        return None
    return _(TIED_GAMES[tied].sentence)


def _game_bonus(rules: HouseRules) -> str | None:
    if rules.columns > 1 and rules.column_bonuses is not None:
        return None
    if not rules.game_bonus:
        return _("There is no game bonus.")
    if rules.columns > 1:
        return _("The player whose score ends a column gets %(bonus)s.", bonus=rules.game_bonus)
    return _("The player whose score ends the game gets %(bonus)s.", bonus=rules.game_bonus)


SHUTOUTS = {
    Shutout.NONE: Option(
        # Translators: what a shutout is worth: the loser won nothing.
        marked("Nothing extra"),
        marked("Winning while the other player has nothing scores nothing extra."),
    ),
    Shutout.FLAT: Option(
        marked("A bonus"),
        marked("A shutout scores %(bonus)s extra."),
    ),
    Shutout.DOUBLE_HAND_POINTS: Option(
        marked("Double hand points"),
        marked("A shutout doubles the hand points, before boxes and game bonus."),
    ),
    Shutout.DOUBLE_TOTAL: Option(
        marked("Double everything"),
        marked("A shutout doubles everything, boxes and game bonus included."),
    ),
    Shutout.DOUBLE_BONUSES: Option(
        marked("Double boxes and game bonus"),
        marked("A shutout doubles the boxes and the game bonus."),
    ),
    Shutout.DOUBLE_DIFFERENCE: Option(
        marked("Double difference"),
        marked("A shutout doubles the difference that is paid."),
    ),
}


def _shutout(rules: HouseRules) -> str:
    sentence = _(SHUTOUTS[rules.shutout].sentence, bonus=rules.shutout_bonus)
    if rules.shutout is Shutout.NONE:
        return sentence
    # Translators: other words that players use for a shutout, if there are any.
    return paragraph([sentence, _("Also called a schneider, skunk or blitz.")])


SHUTOUT_TESTS = {
    ShutoutTest.ZERO_HANDS: Option(marked("The loser won no hand")),
    ShutoutTest.ZERO_POINTS: Option(marked("The loser scored no points")),
}


def _shutout_test(rules: HouseRules) -> str | None:
    if not rules.plays_shutouts:
        return None
    if rules.shutout_test is ShutoutTest.ZERO_HANDS:
        if rules.columns > 1:
            return _("It is a shutout if the loser has won no hand in that column.")
        return _("It is a shutout if the loser has won no hand.")
    if rules.columns > 1:
        return _("It is a shutout if the loser has scored no points in that column.")
    return _("It is a shutout if the loser has scored no points.")


WINNERS = {
    GameWinner.FIRST_TO_TARGET: Option(marked("Whoever reaches the target first")),
    GameWinner.HIGHER_FINAL_TOTAL: Option(marked("Whoever has the higher final total")),
}


def _game_winner(rules: HouseRules) -> str:
    if rules.game_winner is GameWinner.HIGHER_FINAL_TOTAL:
        return _(
            "Whoever has the higher final total wins, bonuses and boxes included. "
            "If the totals are the same, the player who ended the game wins."
        )
    return _("Whoever reaches the target first wins.")


SETTLEMENTS = {
    Settlement.DIFFERENCE: Option(marked("The difference between the totals")),
    Settlement.TOTALS: Option(marked("Both keep their totals")),
}


def _settlement(rules: HouseRules) -> str:
    if rules.settlement is Settlement.DIFFERENCE:
        return _("The player with the lower final total pays the difference.")
    return as_sentence(_("Both keep their totals"))


END: Mapping[str, FieldWords] = {
    "target": FieldWords(
        # Translators: the label of a rule: the points that end a game.
        marked("Target"),
        sentence=_target,
        in_summary=True,
        too_low=marked("A game to 0 would be over before the first hand."),
    ),
    "max_hands": FieldWords(
        marked("Limit of hands"),
        marked("After this many hands, whoever is ahead wins the game."),
        sentence=_max_hands,
        # Translators: the value of a rule: no limit of hands, or of losses.
        nothing=marked("no limit"),
    ),
    "tied_after_max_hands": FieldWords(
        marked("Tied after the last hand"),
        options=TIED_GAMES,
        sentence=_tied_after_max_hands,
        is_rare=True,
    ),
    "game_bonus": FieldWords(
        marked("Game bonus"),
        marked("For the player whose score ends the game."),
        sentence=_game_bonus,
        in_summary=True,
    ),
    "shutout": FieldWords(
        marked("Shutout"),
        marked("What winning is worth if the other player has nothing."),
        options=SHUTOUTS,
        sentence=_shutout,
    ),
    "shutout_bonus": FieldWords(
        marked("Shutout bonus"),
        sentence=says_nothing,
    ),
    "shutout_test": FieldWords(
        marked("What counts as a shutout"),
        options=SHUTOUT_TESTS,
        sentence=_shutout_test,
    ),
    "game_winner": FieldWords(
        marked("Who wins the game"),
        marked("Whoever reaches the target first is not always ahead in the end."),
        options=WINNERS,
        sentence=_game_winner,
    ),
    "settlement": FieldWords(
        # Translators: the label of a rule: the difference of the totals, or each player’s total.
        marked("What is paid"),
        options=SETTLEMENTS,
        sentence=_settlement,
    ),
}


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
