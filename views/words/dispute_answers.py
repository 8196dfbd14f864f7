"""How a house answers a dispute, from the fields of its rules."""

from collections.abc import Callable

from models.gin.declaration import Count, Ending
from models.gin.melds import Aces
from models.gin.rule_options import AceUpcard, BoxTiming, Shutout, Tie
from models.gin.rules import HouseRules
from models.gin.sheet import Hand, sheet
from views.web.i18n import gettext as _
from views.web.i18n import marked
from views.words.dispute_cards import TEN
from views.words.houses import said_of

Answer = Callable[[HouseRules], str]

# Whether a dispute can come up


def _nobody_knocks(rules: HouseRules) -> bool:
    return rules.knock_limit == 0


def _no_layoffs(rules: HouseRules) -> bool:
    """Every hand ends in gin, and nothing is laid off against gin."""
    return _nobody_knocks(rules) and not rules.layoff_vs_gin


def if_knocked(sentence: str) -> Answer:
    """The same answer wherever hands are knocked at all."""
    return lambda rules: _only_gin() if _nobody_knocks(rules) else _(sentence)


def if_laid_off(sentence: str) -> Answer:
    """The same answer wherever there are lay-offs at all."""
    return lambda rules: _never_laid_off() if _no_layoffs(rules) else _(sentence)


def _only_gin() -> str:
    return _("It cannot come up: nobody knocks here, every hand ends in gin.")


def _never_laid_off() -> str:
    return _("It cannot come up: every hand ends in gin here, and nothing is laid off against gin.")


# The answers


def layoffs_against_gin(rules: HouseRules) -> str:
    if rules.layoff_vs_gin:
        return _("Yes. In this house the defender lays off even against gin.")
    return _("No. Nothing is laid off against gin.")


TIES = {
    Tie.UNDERCUT: marked("The defender: it is an undercut, with its bonus of %(bonus)s."),
    Tie.UNDERCUT_NO_BONUS: marked("The defender, but without the bonus: the hand is won for no points."),
    Tie.KNOCKER: marked("The knocker, for no points."),
    Tie.VOID: marked("Nobody: the hand scores nothing."),
}


def tie(rules: HouseRules) -> str:
    return _only_gin() if _nobody_knocks(rules) else _(TIES[rules.tie], bonus=rules.undercut_bonus)


def zero_by_layoffs(rules: HouseRules) -> str:
    if _nobody_knocks(rules):
        return _only_gin()
    return _(
        "No. Only the knocker can go gin: it is an undercut and pays the difference and %(bonus)s.",
        bonus=rules.undercut_bonus,
    )


def zero_against_gin(rules: HouseRules) -> str:
    return _("It scores its bonus, %(bonus)s. Gin is never undercut.", bonus=rules.gin_bonus)


ACES = {
    Aces.LOW: marked("Neither. The ace is low: A-2-3 is a run."),
    Aces.HIGH_OR_LOW: marked("Q-K-A is a run, as A-2-3 is; K-A-2 is not."),
    Aces.ROUND: marked("Both. Runs go round the corner here."),
}


def ace_in_runs(rules: HouseRules) -> str:
    """Whether an ace lies above a king, and goes round the corner."""
    return _(ACES[rules.aces])


def laid_counts(rules: HouseRules) -> str:
    if _nobody_knocks(rules):
        return _("Only gin counts here: however it is laid, nothing may be left over.")
    return _("What was laid counts, even if it could have been less. The judge shows the best beside it.")


def eleven(rules: HouseRules) -> str:
    if _nobody_knocks(rules):
        return _("Nobody knocks here with anything left over: the hand is not scored.")
    if rules.oklahoma:
        return _(
            "It is not a knock: the upcard allows %(limit)s at most, often less. The hand is not scored.",
            limit=rules.knock_limit,
        )
    return _("It is not a knock: the most is %(limit)s. The hand is not scored.", limit=rules.knock_limit)


def big_gin(rules: HouseRules) -> str:
    if not rules.plays_big_gin:
        return _(
            "It is not played here: eleven melded cards are gin and pay %(bonus)s.", bonus=rules.gin_bonus
        )
    if rules.big_gin_bonus == rules.gin_bonus:
        return _("As much as gin, %(bonus)s. The discard is as you please.", bonus=rules.big_gin_bonus)
    return _("%(bonus)s. All eleven cards lie there: nothing is discarded.", bonus=rules.big_gin_bonus)


def ace_upcard(rules: HouseRules) -> str:
    if not rules.oklahoma:
        return _("The upcard sets no limit here: an ace is a card like any other.")
    if rules.ace_upcard is AceUpcard.GIN:
        return _("No. An ace turned up means gin only.")
    return _("Yes. An ace turned up allows a knock with one.")


def spade(rules: HouseRules) -> str:
    if not rules.spade_double:
        return _("Nothing is doubled here, whatever is turned up.")
    if rules.spade_doubles_boxes:
        return _("The whole hand is doubled, bonuses included, and the boxes too.")
    return _("The whole hand is doubled, bonuses included, but not the boxes.")


def boxes(rules: HouseRules) -> str:
    if not rules.box_bonus:
        return _("No. Boxes pay nothing here.")
    if rules.box_timing is BoxTiming.IMMEDIATE:
        return _("Yes. Boxes are written at once here and count toward %(target)s.", target=rules.target)
    return _("No. Boxes are added after the game and do not count toward %(target)s.", target=rules.target)


def shutout(rules: HouseRules) -> str:
    said = " ".join(rule.sentence for rule in said_of(["shutout", "shutout_test"], rules))
    if rules.shutout is Shutout.NONE:
        return said
    paid = _("Three hands of 40, 40 and 30 that win a game to nothing are paid %(paid)s.", paid=_paid(rules))
    return f"{said} {paid}"


def _paid(rules: HouseRules) -> int:
    """What a single game is paid that three knocks worth 40, 40 and 30 have won."""
    boxes = 3 * rules.box_bonus if rules.box_timing is BoxTiming.IMMEDIATE else 0
    house = rules.but(
        target=110 + boxes,
        max_hands=None,
        columns=1,
        games_to_win=1,
        knock_limit=10,
        oklahoma=False,
        knock_base=0,
    )
    hands = [Hand(0, Count(Ending.KNOCK, 1, 1 + points, TEN)) for points in (40, 40, 30)]
    return sheet(hands, house).game.difference or 0


def game_bonus(rules: HouseRules) -> str:
    if _nobody_knocks(rules):
        return _only_gin()
    if not rules.game_bonus:
        return _("Nobody: there is no game bonus here.")
    return _(
        "The player whose score went over %(target)s: after an undercut the defender. It is %(bonus)s.",
        target=rules.target,
        bonus=rules.game_bonus,
    )


def dealer(rules: HouseRules) -> str:
    return " ".join(rule.sentence for rule in said_of(["deal_rotation", "redeal_after_dead_hand"], rules))


def hollywood(rules: HouseRules) -> str:
    if rules.columns == 1:
        return _("There is only one column here.")
    return _("Into the next open column, as a first win. Columns already closed stay as they are.")
