"""What is pointless in a house, in words."""

from collections.abc import Mapping

from models.gin.rule_warnings import Pointless
from views.web.i18n import marked

REMARKS: Mapping[Pointless, str] = {
    Pointless.UNDERCUT_CANNOT_OCCUR: marked("Only gin goes out: an undercut cannot occur."),
    Pointless.TIE_CANNOT_OCCUR: marked("Only gin goes out: equal counts cannot occur."),
    Pointless.KNOCK_CANNOT_OCCUR: marked("Only gin goes out: nothing is added to a knock."),
    Pointless.LIMIT_CANNOT_FALL: marked("Only gin goes out: no upcard can set a lower limit."),
    Pointless.ACE_UPCARD_SETS_NOTHING: marked("Without Oklahoma no upcard sets a limit."),
    Pointless.NO_UPCARD_IS_TURNED: marked("This deal turns no card up, and a rule goes by the upcard."),
    Pointless.ACE_IS_LOW_AND_DEAR: marked("An ace counts 15 where it may be high; here it is always low."),
    Pointless.BIG_GIN_IS_CHEAPER: marked("Big gin pays less than gin."),
    Pointless.BIG_GIN_IS_NOT_PLAYED: marked("Big gin is not played, so it gives no boxes of its own."),
    Pointless.SPADES_DO_NOT_DOUBLE: marked("A spade doubles boxes only where it doubles the hand."),
    Pointless.BOXES_ARE_WORTH_NOTHING: marked("A box is worth nothing here, so more of them are too."),
    Pointless.SHUTOUT_PAYS_NOTHING: marked("A shutout is played, but pays nothing more."),
    Pointless.SHUTOUT_BONUS_IS_NOT_PAID: marked("A shutout pays no bonus in this way."),
    Pointless.SHUTOUT_IS_NOT_PLAYED: marked("A shutout pays nothing here, whatever it is."),
    Pointless.WINNER_IS_THE_SAME: marked(
        "No boxes are added after the game: who reaches the target first has the higher total too."
    ),
    Pointless.ONLY_ONE_COLUMN: marked("There is one column, and no last of several."),
    Pointless.NOTHING_TO_ROUND: marked("Nothing is paid, so there is nothing to round."),
    Pointless.STAKE_OF_NOTHING: marked("A stake of nothing pays nothing."),
    Pointless.FINER_THAN_ANY_COIN: marked(
        "What is paid may come out finer than any coin. Choose what to round to."
    ),
}
"""Each remark in a sentence."""
