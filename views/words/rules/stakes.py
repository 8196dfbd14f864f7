"""The words of rules: money."""

from collections.abc import Mapping

from models.gin.field_types import Stake
from models.gin.rules import HouseRules
from views.web.i18n import gettext as _
from views.web.i18n import marked
from views.words.rules.field_words import FieldWords, stake
from views.words.stakes import money


def _money(stake: Stake) -> str:
    return money(stake.amount, stake.currency)


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


STAKES: Mapping[str, FieldWords] = {
    "stake_per_point": FieldWords(
        marked("Stake per point"),
        marked("Money for each point, for example 0.10 EUR."),
        phrase=stake(marked("%(stake)s a point"), marked("no stake for points")),
        sentence=_stake_per_point,
        nothing=marked("nothing"),
        in_summary=True,
    ),
    "stake_per_game": FieldWords(
        marked("Stake per game"),
        marked("Money for each game won, in addition to its points."),
        phrase=stake(marked("%(stake)s a game"), marked("no stake for games")),
        sentence=_stake_per_game,
        nothing=marked("nothing"),
    ),
    "stake_per_box": FieldWords(
        marked("Stake per box"),
        marked("Money for each box more than the other player has."),
        phrase=stake(marked("%(stake)s a box"), marked("no stake for boxes")),
        sentence=_stake_per_box,
        nothing=marked("nothing"),
    ),
    "stake_rounding": FieldWords(
        marked("Round payments to"),
        marked("The smallest coin you use."),
        phrase=lambda held: (
            _("payments rounded to %(step)s", step=str(held)) if held else _("payments not rounded")
        ),
        sentence=_stake_rounding,
        nothing=marked("not rounded"),
        too_low=marked("You can’t round to 0."),
    ),
}
