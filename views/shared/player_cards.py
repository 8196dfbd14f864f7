"""One player's cards as they count on the table: melds, deadwood, lay-offs, other ways to lay them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from models.gin.arrangements import arrangements_within
from models.gin.cards import Card, Group, format_groups
from models.gin.columns import Player
from models.gin.declaration import Declaration, Spread
from models.gin.melds import laid_in_order
from views.shared.card_layout import CardTable, can_arrange, openings
from views.web.i18n import gettext as _

MOST_WAYS = 8
"""More ways to lay a hand than this are typed, not offered."""


class WayToLay(NamedTuple):
    """One way to lay a player's cards."""

    text: str
    melds: tuple[Group, ...]
    unmatched: Group
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Tray:
    """One player's cards as they count."""

    state: str = ""
    melds: tuple[Group, ...] = ()
    unmatched: Group = ()
    away: Group = ()
    taps: bool = False
    own_layoffs: bool = False
    ways: tuple[WayToLay, ...] = ()


def tray_of(table: CardTable, player: Player) -> Tray:
    """The cards of *player* as they count on *table*."""
    spread = table.spreads[player]
    if table.knocker is None:
        return Tray(_state(table, player), spread.melds, spread.unmatched)
    if player == table.knocker:
        return Tray(
            _state(table, player),
            tuple(with_layoffs(spread.melds, table.declaration)),
            spread.unmatched,
            ways=_ways(table, player),
        )
    complete = min(len(table.hand_of(each)) for each in (0, 1)) >= 10
    return Tray(
        _state(table, player),
        spread.melds,
        spread.unmatched,
        away=table.declaration.laid_off,
        taps=complete and table.may_lay_off,
        own_layoffs=table.own_layoffs is not None,
    )


def with_layoffs(melds: Iterable[Group], laid: Declaration) -> Iterator[Group]:
    """The knocker's melds with the defender's cards in their places."""
    for meld in melds:
        added = [layoff.cards for layoff in laid.layoffs if frozenset(layoff.onto) == frozenset(meld)]
        yield laid_in_order((*meld, *(card for cards in added for card in cards)))


def _state(table: CardTable, player: Player) -> str:
    """How a player's cards count so far."""
    cards, left = len(table.hand_of(player)), table.rules.deadwood(table.spreads[player].unmatched)
    if cards < 10 or table.knocker is None:
        return _("%(cards)s of 10 · deadwood %(left)s", cards=cards, left=left) if cards else ""
    if player != table.knocker:
        return _("keeps %(left)s", left=left)
    if left:
        return _("knocks with %(left)s", left=left)
    return _("big gin") if cards == 11 and table.rules.big_gin_bonus is not None else _("gin")


def _ways(table: CardTable, player: Player) -> tuple[WayToLay, ...]:
    """The ways in which the knocker may lay a full hand, where there is more than one."""
    hand = table.hand_of(player)
    if not 10 <= len(hand) <= 11 or not can_arrange(hand):
        return ()
    rules = table.rules
    ways = sorted(
        arrangements_within(hand, rules.knock_limit_with(table.upcard), rules),
        key=lambda spread: (rules.deadwood(spread.unmatched), openings(spread, rules)),
    )
    return tuple(_way(spread, table, player) for spread in ways[:MOST_WAYS]) if len(ways) > 1 else ()


def _way(spread: Spread, table: CardTable, player: Player) -> WayToLay:
    chosen = set(map(frozenset[Card], spread.melds)) == set(map(frozenset[Card], table.spreads[player].melds))
    left = table.rules.deadwood(spread.unmatched)
    return WayToLay(
        format_groups(spread.melds), spread.melds, spread.unmatched, _("deadwood %(left)s", left=left), chosen
    )
