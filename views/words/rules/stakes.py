"""The words of rules: money."""

from collections.abc import Mapping

from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import GameWinner, Settlement, Stake
from views.language.i18n import gettext as _
from views.language.i18n import marked
from views.words.lists import as_sentence, paragraph
from views.words.rules.field_words import FieldWords
from views.words.stakes import money


def _money(stake: Stake) -> str:
    return money(stake.amount, stake.currency)


def _stake_per_point(rules: HouseRules) -> str | None:
    if rules.stake_per_point is None:
        return None
    # Translators: %(stake)s is money: “€0.10”.
    sentence = _("A point is worth %(stake)s.", stake=_money(rules.stake_per_point))
    return paragraph([sentence, _winner_never_pays(rules)])


def _winner_never_pays(rules: HouseRules) -> str:
    """Says that nothing is paid where bonuses put the loser ahead; "" where that makes no difference."""
    keeps_totals = rules.settlement is Settlement.TOTALS and rules.game_winner is GameWinner.FIRST_TO_TARGET
    if not (keeps_totals and (rules.box_bonus or not rules.penalties_count)):
        return ""
    if rules.columns > 1:
        # Translators: column: one of several games that are scored at the same time.
        return _("The winner of a column never pays for its points.")
    return _("The winner of a game never pays for points.")


def _stake_per_game(rules: HouseRules) -> str | None:
    if rules.stake_per_game is None:
        return None
    return _("A game is worth %(stake)s.", stake=_money(rules.stake_per_game))


def _stake_per_box(rules: HouseRules) -> str | None:
    if rules.stake_per_box is None:
        return None
    return _("A box is worth %(stake)s.", stake=_money(rules.stake_per_box))


def _points_rounding(rules: HouseRules) -> str | None:
    if rules.stake_per_point is None or rules.points_rounding is None:
        return None
    return _(
        "After each game, the points that are paid are rounded to the nearest %(step)s; halves are "
        "rounded up.",
        step=rules.points_rounding,
    )


def _stake_per_gin(rules: HouseRules) -> str | None:
    if rules.stake_per_gin is None:
        return None
    if rules.plays_big_gin:
        return _("Gin or big gin is worth %(stake)s on top of its points.", stake=_money(rules.stake_per_gin))
    return _("Gin is worth %(stake)s on top of its points.", stake=_money(rules.stake_per_gin))


def _stake_per_undercut(rules: HouseRules) -> str | None:
    if rules.stake_per_undercut is None:
        return None
    return _("An undercut is worth %(stake)s on top of its points.", stake=_money(rules.stake_per_undercut))


def _stake_per_shutout(rules: HouseRules) -> str | None:
    if rules.stake_per_shutout is None:
        return None
    stake = _money(rules.stake_per_shutout)
    if rules.columns > 1:
        return _("A shutout in a column is worth %(stake)s on top of its points.", stake=stake)
    return _("A shutout is worth %(stake)s on top of its points.", stake=stake)


def _stake_pot(rules: HouseRules) -> str | None:
    if rules.stake_pot is None:
        return None
    return _(
        "For each game, everybody puts %(stake)s in the pot, and the winner takes it. "
        "If nobody wins, the pot stays for the next game.",
        stake=_money(rules.stake_pot),
    )


def _stake_cap(rules: HouseRules) -> str | None:
    if not rules.stakes or rules.stake_cap is None:
        return None
    return as_sentence(_("Nobody loses more than %(most)s", most=money(rules.stake_cap, rules.currency)))


def _stake_rounding(rules: HouseRules) -> str | None:
    if not rules.stakes or rules.stake_rounding is None:
        return None
    return _("Payments are rounded to %(step)s.", step=money(rules.stake_rounding, rules.currency))


STAKES: Mapping[str, FieldWords] = {
    "stake_per_point": FieldWords(
        marked("Stake per point"),
        marked("Money for each point, for example 0.10 EUR."),
        sentence=_stake_per_point,
        in_summary=True,
    ),
    "points_rounding": FieldWords(
        # Translators: the label of a rule, before a number.
        marked("Round points to"),
        marked("The points that are paid after each game. Halves are rounded up."),
        sentence=_points_rounding,
        # Translators: the value of a rule about points, and of one about payments.
        nothing=marked("not rounded"),
        is_rare=True,
    ),
    "stake_per_game": FieldWords(
        marked("Stake per game"),
        sentence=_stake_per_game,
    ),
    "stake_per_box": FieldWords(
        marked("Stake per box"),
        marked("Money for each box more than the other player has."),
        sentence=_stake_per_box,
    ),
    "stake_per_gin": FieldWords(
        marked("Stake per gin"),
        marked("Money for each gin, big gin included, in addition to its points."),
        sentence=_stake_per_gin,
        is_rare=True,
    ),
    "stake_per_undercut": FieldWords(
        marked("Stake per undercut"),
        sentence=_stake_per_undercut,
        is_rare=True,
    ),
    "stake_per_shutout": FieldWords(
        marked("Stake per shutout"),
        sentence=_stake_per_shutout,
        is_rare=True,
    ),
    "stake_pot": FieldWords(
        # Translators: the label of a rule: money that everybody puts in before a game, and the winner
        # takes.
        marked("Pot"),
        marked("What everybody puts in for each game. The winner takes it all."),
        sentence=_stake_pot,
        is_rare=True,
    ),
    "stake_cap": FieldWords(
        # Translators: the label of a rule: the most money that a player can lose in a match.
        marked("Loss limit"),
        marked("Nobody loses more money than this in a match."),
        sentence=_stake_cap,
        nothing=marked("no limit"),
        too_low=marked("With a limit of 0, nobody would pay anything."),
        is_rare=True,
    ),
    "stake_rounding": FieldWords(
        # Translators: the label of a rule, before an amount of money.
        marked("Round payments to"),
        marked("The smallest coin you use."),
        sentence=_stake_rounding,
        nothing=marked("not rounded"),
        too_low=marked("You can’t round to 0."),
    ),
}
