"""The reasons why a rule has no effect beside another."""

from dataclasses import dataclass
from enum import StrEnum, auto


class NoEffect(StrEnum):
    """Why a rule has no effect beside another. The sentence for each is in ``views/words``."""

    UNDERCUT_CANNOT_OCCUR = auto()
    """Nobody can knock, so nobody can be undercut."""
    TIE_CANNOT_OCCUR = auto()
    """Nobody can knock, so there are no ties."""
    KNOCK_CANNOT_OCCUR = auto()
    """Nobody can knock, so no knock earns a bonus."""
    LIMIT_CANNOT_FALL = auto()
    """Nobody can knock, so the upcard cannot lower the limit."""
    ACE_UPCARD_SETS_NOTHING = auto()
    """Without Oklahoma, the upcard sets no limit."""
    NO_UPCARD_IS_TURNED = auto()
    """There is no upcard, but a rule depends on it."""
    NO_UPCARD_TO_OFFER = auto()
    """There is no upcard, but a rule says who may take it."""
    ACE_IS_LOW_AND_DEAR = auto()
    """An ace counts 15 where it may be high; here it never is."""
    BIG_GIN_IS_CHEAPER = auto()
    """Big gin scores less than gin."""
    BIG_GIN_IS_NOT_PLAYED = auto()
    """Boxes for big gin, which is not played."""
    SPADES_DO_NOT_DOUBLE = auto()
    """Boxes are multiplied, or bonuses are not, but no hand is multiplied."""
    SPADE_IS_IN_THE_TABLE = auto()
    """A spade doubles, but the table of suits says how often a spade counts."""
    NOTHING_CARRIES_OVER = auto()
    """Doubles carry over, but no hand is multiplied."""
    MELDED_CARDS_DO_NOT_MATTER = auto()
    """Nobody can knock, so it does not matter how many cards are melded."""
    FIFTIETH_CARD_IS_THE_SAME = auto()
    """Only gin with the last card drawn, where only gin ends a hand anyway."""
    NOTHING_IS_LAID_OFF = auto()
    """No lay-offs against big gin, which is not played, or where there are none against gin."""
    GIN_OFF_SCORES_NOTHING = auto()
    """Gin-off against gin too, but it gives neither points nor boxes."""
    GIN_OFF_CANNOT_OCCUR = auto()
    """Nobody can knock, so nobody can be undercut, and gin-off is not for gin."""
    BOXES_ARE_WORTH_NOTHING = auto()
    """Extra boxes or boxes at once, though a box is worth neither points nor money."""
    SHUTOUT_PAYS_NOTHING = auto()
    """A shutout that adds nothing."""
    SHUTOUT_BONUS_IS_NOT_PAID = auto()
    """A shutout bonus, though this kind of shutout does not pay it."""
    SHUTOUT_IS_NOT_PLAYED = auto()
    """A test for shutouts, which are not played."""
    WINNER_IS_THE_SAME = auto()
    """Without boxes after the game, whoever reaches the target first also has the higher total."""
    FALSE_KNOCK_COSTS_NOTHING = auto()
    """A false knock is charged a penalty or a bonus of nothing."""
    SHUTOUT_IGNORES_PENALTIES = auto()
    """Points can't prevent a shutout that is not played, or that asks for hands won."""
    ONLY_ONE_COLUMN = auto()
    """Rules about columns, though there is only one."""
    COLUMNS_ARE_COUNTED_ALREADY = auto()
    """The last column counts double, but what each column counts is listed."""
    NOT_A_NUMBER_FOR_EACH_COLUMN = auto()
    """Numbers for more or fewer columns than there are."""
    COLUMNS_HAVE_TARGETS = auto()
    """A target, but every column has its own, and it is none of these."""
    HANDS_ARE_NOT_LIMITED = auto()
    """A rule for a tie after the last hand, though there is no last hand."""
    GAMES_WON_DECIDE_NOTHING = auto()
    """So many games win the match, but points decide it."""
    GAMES_ARE_NOT_COUNTED = auto()
    """A match by points has so many games, but games won decide it."""
    GAME_POINTS_ARE_NOT_PLAYED = auto()
    """Games are worth game points that decide nothing."""
    NOTHING_TO_ROUND = auto()
    """Payments are rounded, but nothing is paid."""
    STAKE_OF_NOTHING = auto()
    """A stake of zero."""
    THIRD_NEVER_PLAYS = auto()
    """Of three, two play a whole game, but a match is a single game."""
    NO_POINTS_TO_ROUND = auto()
    """Points are rounded before they are paid, but no points are paid for."""
    NOTHING_TO_CAP = auto()
    """A cap on losses, but nothing is paid."""
    FINER_THAN_ANY_COIN = auto()
    """A payment may come to less than the smallest coin, and is not rounded to one."""


@dataclass(frozen=True, slots=True)
class RuleWarning:
    """One rule without effect, and the fields that make it so."""

    why: NoEffect
    fields: tuple[str, ...]
