"""What is pointless in a house, in words."""

from collections.abc import Mapping

from models.gin.rule_warnings import Pointless
from views.web.i18n import marked

REMARKS: Mapping[Pointless, str] = {
    Pointless.UNDERCUT_CANNOT_OCCUR: marked("Nobody can knock, so there are no undercuts."),
    Pointless.TIE_CANNOT_OCCUR: marked("Nobody can knock, so there are no ties."),
    Pointless.KNOCK_CANNOT_OCCUR: marked("Nobody can knock, so a knock bonus has no effect."),
    Pointless.LIMIT_CANNOT_FALL: marked("Nobody can knock, so the upcard has no effect."),
    Pointless.ACE_UPCARD_SETS_NOTHING: marked("Without Oklahoma, the upcard sets no limit."),
    Pointless.NO_UPCARD_IS_TURNED: marked(
        "No card is turned up with this deal, but another rule needs the upcard."
    ),
    Pointless.ACE_IS_LOW_AND_DEAR: marked(
        "An ace usually counts 15 only where it can be high. Here it is always low."
    ),
    Pointless.BIG_GIN_IS_CHEAPER: marked("Big gin scores less than gin."),
    Pointless.BIG_GIN_IS_NOT_PLAYED: marked("There is no big gin, so it gives no extra boxes."),
    Pointless.SPADES_DO_NOT_DOUBLE: marked("A spade can double boxes only if it doubles the hand."),
    Pointless.BOXES_ARE_WORTH_NOTHING: marked("A box is worth nothing here, so this has no effect."),
    Pointless.SHUTOUT_PAYS_NOTHING: marked("A shutout scores nothing extra like this."),
    Pointless.SHUTOUT_BONUS_IS_NOT_PAID: marked("This kind of shutout has no bonus."),
    Pointless.SHUTOUT_IS_NOT_PLAYED: marked("A shutout scores nothing here, so this has no effect."),
    Pointless.WINNER_IS_THE_SAME: marked(
        "No boxes are added after the game, so whoever reaches the target first also has the higher total."
    ),
    Pointless.ONLY_ONE_COLUMN: marked("There is only one column, so this has no effect."),
    Pointless.NOTHING_TO_ROUND: marked("There are no stakes, so there is nothing to round."),
    Pointless.STAKE_OF_NOTHING: marked("A stake of 0 pays nothing."),
    Pointless.FINER_THAN_ANY_COIN: marked("Payments may be too small for coins. Choose what to round to."),
}
"""Each remark in a sentence."""
