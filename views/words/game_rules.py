"""The rules of games and matches in sentences: how they end, what is paid, who deals."""

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
    if rules.columns > 1:
        return _("A column ends when a player reaches %(target)s in it.", target=rules.target)
    return _("A game ends when a player reaches %(target)s.", target=rules.target)


def _max_hands(rules: HouseRules) -> str | None:
    if rules.max_hands is None:
        return None
    return ngettext(
        "It ends after %(num)s hand at the latest. Whoever is ahead then wins. "
        "If the scores are level, nobody wins.",
        "It ends after %(num)s hands at the latest. Whoever is ahead then wins. "
        "If the scores are level, nobody wins.",
        rules.max_hands,
    )


def _game_bonus(rules: HouseRules) -> str:
    if not rules.game_bonus:
        return _("There is no game bonus.")
    if rules.columns > 1:
        return _("The player whose score ends a column gets %(bonus)s.", bonus=rules.game_bonus)
    return _("The player whose score ends the game gets %(bonus)s.", bonus=rules.game_bonus)


def _box_bonus(rules: HouseRules) -> str:
    if not rules.box_bonus:
        return _("There is no box bonus.")
    return _(
        "Every hand you win gives you a box (also called a line), worth %(bonus)s.", bonus=rules.box_bonus
    )


def _box_timing(rules: HouseRules) -> str | None:
    if not rules.box_bonus:
        return None
    if rules.box_timing is BoxTiming.IMMEDIATE:
        return _("Boxes are written at once and count toward the target.")
    return _("Boxes are added after the game and don’t count toward the target.")


def _gin_extra_boxes(rules: HouseRules) -> str | None:
    more = rules.gin_extra_boxes
    return ngettext("Gin gives %(num)s extra box.", "Gin gives %(num)s extra boxes.", more) if more else None


def _big_gin_extra_boxes(rules: HouseRules) -> str | None:
    more = rules.big_gin_extra_boxes
    if not more or rules.big_gin_bonus is None:
        return None
    return ngettext("Big gin gives %(num)s extra box.", "Big gin gives %(num)s extra boxes.", more)


def _undercut_extra_boxes(rules: HouseRules) -> str | None:
    more = rules.undercut_extra_boxes
    if not more:
        return None
    return ngettext("An undercut gives %(num)s extra box.", "An undercut gives %(num)s extra boxes.", more)


SHUTOUTS = {
    Shutout.NONE: marked("Winning while the other player has nothing scores nothing extra."),
    Shutout.FLAT: marked("A shutout (also called a schneider, skunk or blitz) scores %(bonus)s extra."),
    Shutout.DOUBLE_HAND_POINTS: marked(
        "A shutout (also called a schneider, skunk or blitz) doubles the hand points, before boxes "
        "and game bonus."
    ),
    Shutout.DOUBLE_TOTAL: marked(
        "A shutout (also called a schneider, skunk or blitz) doubles everything, boxes and game "
        "bonus included."
    ),
    Shutout.DOUBLE_BONUSES: marked(
        "A shutout (also called a schneider, skunk or blitz) doubles the boxes and the game bonus."
    ),
    Shutout.DOUBLE_DIFFERENCE: marked(
        "A shutout (also called a schneider, skunk or blitz) doubles the difference that is paid."
    ),
}


def _shutout(rules: HouseRules) -> str:
    return _(SHUTOUTS[rules.shutout], bonus=rules.shutout_bonus)


def _shutout_test(rules: HouseRules) -> str | None:
    if rules.shutout is Shutout.NONE:
        return None
    if rules.shutout_test is ShutoutTest.ZERO_HANDS:
        if rules.columns > 1:
            return _("It is a shutout if the loser has won no hand in that column.")
        return _("It is a shutout if the loser has won no hand.")
    if rules.columns > 1:
        return _("It is a shutout if the loser has scored no points in that column.")
    return _("It is a shutout if the loser has scored no points.")


def _game_winner(rules: HouseRules) -> str:
    if rules.game_winner is GameWinner.HIGHER_FINAL_TOTAL:
        return _(
            "Whoever has the higher final total wins, bonuses and boxes included. "
            "If the totals are the same, the player who ended the game wins."
        )
    return _("Whoever reaches the target first wins.")


def _settlement(rules: HouseRules) -> str:
    if rules.settlement is Settlement.DIFFERENCE:
        return _("The player with the lower final total pays the difference.")
    return _("Both keep their totals.")


def _columns(rules: HouseRules) -> str | None:
    if rules.columns == 1:
        return None
    return _(
        "Hollywood: %(columns)s columns, each a game of its own. Your first win is written in the "
        "first column, "
        "your second in the first two, and so on, until your wins go into every open column. "
        "If a column closes before you are in it, you start in the next one.",
        columns=rules.columns,
    )


def _last_column_double(rules: HouseRules) -> str | None:
    return _("The last column counts double.") if rules.columns > 1 and rules.last_column_double else None


def _games_to_win(rules: HouseRules) -> str:
    if rules.games_to_win is None:
        return _("A match goes on for as many games as you like.")
    if rules.games_to_win == 1:
        if rules.columns > 1:
            return _("A match is over when all its columns are.")
        return _("A match is a single game.")
    most = 2 * rules.games_to_win - 1
    return _(
        "A match is best of %(most)s: the first to win %(won)s games wins it.",
        most=most,
        won=rules.games_to_win,
    )


DEALS = {
    InitialDeal.TEN_TEN_UPCARD: marked("Ten cards each, and one turned up."),
    InitialDeal.ELEVEN_TEN: marked(
        "The dealer gets ten cards, the other player eleven. No card is turned up."
    ),
}

FIRST_DEALERS = {
    FirstDealer.RANDOM: marked("The first dealer is chosen at random."),
    FirstDealer.HIGH_CARD: marked(
        "To choose the first dealer, each player draws a card. The higher card deals."
    ),
    FirstDealer.LOW_CARD: marked(
        "To choose the first dealer, each player draws a card. The lower card deals."
    ),
    FirstDealer.AGREED: marked("The players agree who deals first."),
}

TO_FIND_DEALER = {
    FirstDealer.RANDOM: marked("Cut the cards or toss a coin, then tap who deals."),
    FirstDealer.HIGH_CARD: marked("Draw a card each. Tap who has the higher card: that player deals."),
    FirstDealer.LOW_CARD: marked("Draw a card each. Tap who has the lower card: that player deals."),
    FirstDealer.AGREED: marked("Agree who deals, then tap the name."),
}
"""What to do when a match starts."""

ROTATIONS = {
    DealRotation.ALTERNATE: marked("The players take turns dealing."),
    DealRotation.WINNER: marked("The winner of a hand deals the next one."),
    DealRotation.LOSER: marked("The loser of a hand deals the next one."),
}

REDEALS = {
    Redeal.SAME_DEALER: marked("After a dead hand, the same player deals again."),
    Redeal.ROTATE: marked("After a dead hand, the other player deals."),
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
    return _("Payments are rounded to %(step)s.", step=money(rules.stake_rounding, currency))


def _money(stake: Stake) -> str:
    return money(stake.amount, stake.currency)


GAME_RULES: Mapping[str, Sentence] = {
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
