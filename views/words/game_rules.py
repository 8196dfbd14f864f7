"""What the rules of games and matches mean: how they end, what is paid for them, who deals."""

from collections.abc import Mapping

from models.gin.field_types import Stake
from models.gin.rule_options import (
    BoxTiming,
    DealRotation,
    FirstDealer,
    GameWinner,
    InitialDeal,
    Redeal,
    Settlement,
    Shutout,
    ShutoutTest,
)
from models.gin.rules import HouseRules
from views.web.i18n import gettext as _
from views.web.i18n import marked, ngettext
from views.words.hand_rules import Sentence
from views.words.stakes import money


def _target(rules: HouseRules) -> str:
    return _("A game ends when a player reaches %(target)s.", target=rules.target)


def _max_hands(rules: HouseRules) -> str | None:
    if rules.max_hands is None:
        return None
    return ngettext(
        "It ends after %(num)s hand at the latest: whoever is ahead wins.",
        "It ends after %(num)s hands at the latest: whoever is ahead wins.",
        rules.max_hands,
    )


def _game_bonus(rules: HouseRules) -> str:
    if not rules.game_bonus:
        return _("There is no bonus for the game.")
    return _("Whoever’s score ends the game adds %(bonus)s.", bonus=rules.game_bonus)


def _box_bonus(rules: HouseRules) -> str:
    if not rules.box_bonus:
        return _("Boxes pay nothing.")
    return _("Each hand won is a box and pays %(bonus)s, to both players.", bonus=rules.box_bonus)


def _box_timing(rules: HouseRules) -> str | None:
    if not rules.box_bonus:
        return None
    if rules.box_timing is BoxTiming.IMMEDIATE:
        return _("Boxes are written at once and count toward the target.")
    return _("Boxes are added after the game and do not count toward the target.")


def _gin_extra_boxes(rules: HouseRules) -> str | None:
    return _extra(rules.gin_extra_boxes, _("Gin"))


def _big_gin_extra_boxes(rules: HouseRules) -> str | None:
    return _extra(rules.big_gin_extra_boxes, _("Big gin"))


def _undercut_extra_boxes(rules: HouseRules) -> str | None:
    return _extra(rules.undercut_extra_boxes, _("An undercut"))


def _extra(boxes: int, what: str) -> str | None:
    if not boxes:
        return None
    return ngettext("%(what)s adds %(num)s more box.", "%(what)s adds %(num)s more boxes.", boxes, what=what)


SHUTOUTS = {
    Shutout.NONE: marked("Winning against nothing pays nothing more."),
    Shutout.FLAT: marked("Winning against nothing, a shutout, adds %(bonus)s."),
    Shutout.DOUBLE_HAND_POINTS: marked("A shutout doubles the points of the hands, before boxes and bonus."),
    Shutout.DOUBLE_TOTAL: marked("A shutout doubles the whole total, boxes and bonus too."),
    Shutout.DOUBLE_BONUSES: marked("A shutout doubles boxes and game bonus."),
    Shutout.DOUBLE_DIFFERENCE: marked("A shutout doubles the difference that is paid."),
}


def _shutout(rules: HouseRules) -> str:
    return _(SHUTOUTS[rules.shutout], bonus=rules.shutout_bonus)


def _shutout_test(rules: HouseRules) -> str | None:
    if rules.shutout is Shutout.NONE:
        return None
    if rules.shutout_test is ShutoutTest.ZERO_HANDS:
        return _("It is a shutout when the loser has won no hand.")
    return _("It is a shutout when the loser has scored no point.")


def _game_winner(rules: HouseRules) -> str:
    if rules.game_winner is GameWinner.HIGHER_FINAL_TOTAL:
        return _("The higher final total wins the game, bonuses and boxes included.")
    return _("The game is won by whoever reaches the target first.")


def _settlement(rules: HouseRules) -> str:
    if rules.settlement is Settlement.DIFFERENCE:
        return _("The difference of the final totals is what is paid.")
    return _("Both keep their totals.")


def _columns(rules: HouseRules) -> str | None:
    if rules.columns == 1:
        return None
    return _(
        "Hollywood: %(columns)s columns. A player’s first win goes into the first, and each later one into "
        "one column more, until it goes into every open one; who is shut out of a column starts in the next.",
        columns=rules.columns,
    )


def _last_column_double(rules: HouseRules) -> str | None:
    return _("The last column is settled double.") if rules.columns > 1 and rules.last_column_double else None


def _games_to_win(rules: HouseRules) -> str:
    if rules.games_to_win is None:
        return _("A match goes on for as many games as the players like.")
    if rules.games_to_win == 1:
        return _("A match is a single game.")
    most = 2 * rules.games_to_win - 1
    return _("A match is best of %(most)s: %(won)s games win it.", most=most, won=rules.games_to_win)


DEALS = {
    InitialDeal.TEN_TEN_UPCARD: marked("Ten cards each, and one turned up."),
    InitialDeal.ELEVEN_TEN: marked(
        "Eleven cards to the player who does not deal, ten to the dealer, and no upcard."
    ),
}

FIRST_DEALERS = {
    FirstDealer.RANDOM: marked("The first dealer is drawn by lot."),
    FirstDealer.HIGH_CARD: marked("The higher card drawn deals first."),
    FirstDealer.LOW_CARD: marked("The lower card drawn deals first."),
    FirstDealer.AGREED: marked("The players agree who deals first."),
}

ROTATIONS = {
    DealRotation.ALTERNATE: marked("The players deal in turn."),
    DealRotation.WINNER: marked("The winner of a hand deals the next."),
    DealRotation.LOSER: marked("The loser of a hand deals the next."),
}

REDEALS = {
    Redeal.SAME_DEALER: marked("After a dead hand the same player deals again."),
    Redeal.ROTATE: marked("After a dead hand the other player deals."),
}


def _stake_per_point(rules: HouseRules) -> str | None:
    if rules.stake_per_point is None:
        return None
    return _("A point is worth %(stake)s.", stake=_money(rules.stake_per_point))


def _stake_per_game(rules: HouseRules) -> str | None:
    if rules.stake_per_game is None:
        return None
    return _("A game is worth %(stake)s.", stake=_money(rules.stake_per_game))


def _stake_per_box(rules: HouseRules) -> str | None:
    if rules.stake_per_box is None:
        return None
    return _("A box is worth %(stake)s.", stake=_money(rules.stake_per_box))


def _stake_rounding(rules: HouseRules) -> str | None:
    if not rules.stakes or rules.stake_rounding is None:
        return None
    currency = next(iter(rules.stakes.values())).currency
    return _("What is paid is rounded to %(step)s.", step=money(rules.stake_rounding, currency))


def _money(stake: Stake) -> str:
    return money(stake.amount, stake.currency)


ENDING: Mapping[str, Sentence] = {
    "target": _target,
    "max_hands": _max_hands,
    "game_winner": _game_winner,
    "game_bonus": _game_bonus,
    "box_bonus": _box_bonus,
    "box_timing": _box_timing,
    "gin_extra_boxes": _gin_extra_boxes,
    "big_gin_extra_boxes": _big_gin_extra_boxes,
    "undercut_extra_boxes": _undercut_extra_boxes,
    "shutout": _shutout,
    "shutout_bonus": lambda rules: None,
    "shutout_test": _shutout_test,
    "settlement": _settlement,
    "columns": _columns,
    "last_column_double": _last_column_double,
    "games_to_win": _games_to_win,
    "stake_per_point": _stake_per_point,
    "stake_per_game": _stake_per_game,
    "stake_per_box": _stake_per_box,
    "stake_rounding": _stake_rounding,
    "initial_deal": lambda rules: _(DEALS[rules.initial_deal]),
    "first_dealer": lambda rules: _(FIRST_DEALERS[rules.first_dealer]),
    "deal_rotation": lambda rules: _(ROTATIONS[rules.deal_rotation]),
    "redeal_after_dead_hand": lambda rules: _(REDEALS[rules.redeal_after_dead_hand]),
}
"""The sentence of each field."""
