"""The words of rules: the end of a game."""

from collections.abc import Mapping

from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import GameWinner, Settlement, Shutout, ShutoutTest, TiedGame
from views.language.i18n import gettext as _
from views.language.i18n import marked, ngettext
from views.words.lists import as_sentence, paragraph
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
