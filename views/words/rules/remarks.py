"""Rules that have no effect, in sentences."""

from collections.abc import Mapping

from models.gin.rules.warnings import NoEffect
from views.language.i18n import marked

# Translators: a remark beside a rule in the editor, if other rules leave it without effect. So are the
# sentences below.
_NO_KNOCKS = marked("Nobody can knock, so rules about knocks and undercuts have no effect.")
_NO_UPCARD = marked("No card is turned up with this deal, but another rule needs the upcard.")
_NO_DOUBLE = marked("No card doubles the hand, so this has no effect.")
_NO_SHUTOUT = marked("With these rules, a shutout scores nothing extra.")
_NO_STAKES = marked("There are no stakes, so there is nothing to round or to limit.")

REMARKS: Mapping[NoEffect, str] = {
    NoEffect.UNDERCUT_CANNOT_OCCUR: _NO_KNOCKS,
    NoEffect.TIE_CANNOT_OCCUR: _NO_KNOCKS,
    NoEffect.KNOCK_CANNOT_OCCUR: _NO_KNOCKS,
    NoEffect.LIMIT_CANNOT_FALL: _NO_KNOCKS,
    NoEffect.ACE_UPCARD_SETS_NOTHING: marked("Without Oklahoma, the upcard sets no limit."),
    NoEffect.NO_UPCARD_IS_TURNED: _NO_UPCARD,
    NoEffect.NO_UPCARD_TO_OFFER: _NO_UPCARD,
    # Translators: high: after the king.
    NoEffect.ACE_IS_LOW_AND_DEAR: marked(
        "An ace usually counts more than 1 only where it can be high. Here it is always low."
    ),
    NoEffect.BIG_GIN_IS_CHEAPER: marked("Big gin scores less than gin."),
    NoEffect.BIG_GIN_IS_NOT_PLAYED: marked("There is no big gin, so it gives no extra boxes."),
    NoEffect.SPADES_DO_NOT_DOUBLE: _NO_DOUBLE,
    NoEffect.SPADE_IS_IN_THE_TABLE: marked("A spade’s multiplier is in the table of suits."),
    NoEffect.NOTHING_CARRIES_OVER: _NO_DOUBLE,
    NoEffect.MELDED_CARDS_DO_NOT_MATTER: _NO_KNOCKS,
    NoEffect.FIFTIETH_CARD_IS_THE_SAME: _NO_KNOCKS,
    NoEffect.NOTHING_IS_LAID_OFF: marked("Nobody lays off against big gin here anyway."),
    NoEffect.GIN_OFF_SCORES_NOTHING: marked("Gin-off scores neither points nor boxes here."),
    NoEffect.GIN_OFF_CANNOT_OCCUR: _NO_KNOCKS,
    NoEffect.BOXES_ARE_WORTH_NOTHING: marked("A box is worth nothing here, so this has no effect."),
    NoEffect.SHUTOUT_PAYS_NOTHING: _NO_SHUTOUT,
    NoEffect.SHUTOUT_BONUS_IS_NOT_PAID: marked("This kind of shutout has no bonus."),
    NoEffect.SHUTOUT_IS_NOT_PLAYED: _NO_SHUTOUT,
    NoEffect.WINNER_IS_THE_SAME: marked(
        "No boxes are added after the game, so whoever reaches the target first also has the higher total."
    ),
    NoEffect.FALSE_KNOCK_COSTS_NOTHING: marked("With these rules, a false knock costs 0 points."),
    NoEffect.SHUTOUT_IGNORES_PENALTIES: marked(
        "Points don’t prevent a shutout here: it isn’t played, or it depends on hands won."
    ),
    NoEffect.ONLY_ONE_COLUMN: marked("There is only one column, so this has no effect."),
    NoEffect.COLUMNS_ARE_COUNTED_ALREADY: marked(
        "The multiplier of each column is set, so doubling the last one has no effect."
    ),
    NoEffect.NOT_A_NUMBER_FOR_EACH_COLUMN: marked(
        "There are more numbers than columns, or fewer. Columns without a number are as usual."
    ),
    NoEffect.COLUMNS_HAVE_TARGETS: marked(
        "Every column has a target of its own, so this target has no effect."
    ),
    NoEffect.HANDS_ARE_NOT_LIMITED: marked("There is no limit of hands, so this has no effect."),
    NoEffect.GAMES_WON_DECIDE_NOTHING: marked(
        "Points decide the match, so the number of games to win has no effect."
    ),
    NoEffect.GAMES_ARE_NOT_COUNTED: marked("Games won decide the match, so this has no effect."),
    NoEffect.GAME_POINTS_ARE_NOT_PLAYED: marked("Game points don’t decide the match, so this has no effect."),
    NoEffect.NOTHING_TO_ROUND: _NO_STAKES,
    NoEffect.STAKE_OF_NOTHING: marked("A stake of 0 pays nothing."),
    NoEffect.THIRD_NEVER_PLAYS: marked(
        "A match is a single game here, so the third player never plays. Choose more games to a match."
    ),
    NoEffect.NO_POINTS_TO_ROUND: marked("A point is worth no money here, so no points are rounded."),
    NoEffect.NOTHING_TO_CAP: _NO_STAKES,
    NoEffect.FINER_THAN_ANY_COIN: marked("Payments may be too small for coins. Choose what to round to."),
}
"""The sentence of each kind."""
