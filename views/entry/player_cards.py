"""One player's cards while a hand is entered: melds, deadwood, lay-offs, other melds."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from models.gin.cards.cards import HAND_SIZE, MOST_IN_HAND, Card, Group, format_groups
from models.gin.cards.melds import laid_in_order
from models.gin.hand.card_layout import CardLayout, can_arrange, ways_to_knock
from models.gin.hand.declaration import Declaration, Spread
from models.gin.hand.problems import may_knock
from models.gin.rules.seating import Player
from views.language.i18n import gettext as _
from views.words.hand_result import deadwood_said

NO_MELDS = "none"
"""The value of the melds field if a player laid down none."""

MOST_WAYS = 8
"""If there are more ways to lay a hand than this, they can be typed but are not offered."""


class WayToLay(NamedTuple):
    """One way to meld a player's cards."""

    text: str
    melds: tuple[Group, ...]
    unmatched: Group
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Tray:
    """One player's cards."""

    state: str = ""
    more: str = ""
    """What follows the state where there is room: the deadwood of an incomplete hand."""
    melds: tuple[Group, ...] = ()
    unmatched: Group = ()
    away: Group = ()
    taps: bool = False
    own_layoffs: bool = False
    ways: tuple[WayToLay, ...] = ()
    asks_eleventh: bool = False
    """Whether an eleventh card could make big gin, so that it is asked for before the other hand."""


def tray_of(table: CardLayout, player: Player) -> Tray:
    """The cards of *player* on *table*."""
    spread = table.spreads[player]
    if table.knocker is None:
        return Tray(*_state(table, player), spread.melds, spread.unmatched)
    if player == table.knocker:
        return Tray(
            *_state(table, player),
            tuple(with_layoffs(spread.melds, table.declaration)),
            spread.unmatched,
            ways=_ways(table, player),
            asks_eleventh=table.may_become_big_gin(player),
        )
    return Tray(
        *_state(table, player),
        spread.melds,
        spread.unmatched,
        away=table.declaration.laid_off,
        taps=table.is_complete and table.may_lay_off,
        own_layoffs=table.laid_off is not None,
        ways=_defenders_ways(table, player),
    )


def with_layoffs(melds: Iterable[Group], laid: Declaration) -> Iterator[Group]:
    """The knocker's melds, with the defender's laid-off cards added."""
    for meld in melds:
        added = [layoff.cards for layoff in laid.layoffs if frozenset(layoff.onto) == frozenset(meld)]
        yield laid_in_order((*meld, *(card for cards in added for card in cards)))


def _state(table: CardLayout, player: Player) -> tuple[str, str]:
    """How many cards are entered, and the deadwood in them; of a complete hand only what it amounts to."""
    cards, left = len(table.hand_of(player)), table.rules.deadwood(table.spreads[player].unmatched)
    is_knocker, is_big = player == table.knocker, cards == MOST_IN_HAND and not left
    if table.knocker is None or (cards != HAND_SIZE and not (is_knocker and is_big)):
        return (_("%(cards)s of 10", cards=cards), deadwood_said(left)) if cards else ("", "")
    return _amount(table, player, left, is_big), ""


def _amount(table: CardLayout, player: Player, left: int, is_big: bool) -> str:
    """What a complete hand amounts to."""
    if player != table.knocker or not may_knock(table.spreads[player], table.rules, table.upcard):
        return deadwood_said(left)
    if left:
        # Translators: beside the name of a player; %(left)s is the deadwood. Also “gin” and “big gin”.
        return _("knocks with %(left)s", left=left)
    return _("big gin") if is_big and table.rules.plays_big_gin else _("gin")


def _ways(table: CardLayout, player: Player) -> tuple[WayToLay, ...]:
    """The ways in which the knocker can meld a complete hand, if there are several."""
    ways = ways_to_knock(table.hand_of(player), table.rules, table.upcard)
    return tuple(_way(spread, table, player) for spread in ways[:MOST_WAYS]) if len(ways) > 1 else ()


def _defenders_ways(table: CardLayout, player: Player) -> tuple[WayToLay, ...]:
    """The best melds of the defender, and none: nobody has to lay down every meld."""
    if not table.is_complete or not can_arrange(table.hand_of(player)):
        return ()
    best = _with_best_melds(table, player).spreads[player]
    if not best.melds:
        return ()
    cards = tuple(sorted(table.hand_of(player)))
    label = _("no melds: %(deadwood)s deadwood before lay-offs", deadwood=table.rules.deadwood(cards))
    nothing = WayToLay(NO_MELDS, (), cards, label, chosen=not table.spreads[player].melds)
    return _way(best, table, player)._replace(text=""), nothing


def _with_best_melds(table: CardLayout, player: Player) -> CardLayout:
    """The cards as they are, with the best melds for *player*."""
    if table.melds[player] is None:
        return table
    return replace(table, melds=(None, table.melds[1]) if player == 0 else (table.melds[0], None))


def _way(spread: Spread, table: CardLayout, player: Player) -> WayToLay:
    chosen = set(map(frozenset[Card], spread.melds)) == set(map(frozenset[Card], table.spreads[player].melds))
    left = table.rules.deadwood(spread.unmatched)
    return WayToLay(
        format_groups(spread.melds),
        spread.melds,
        spread.unmatched,
        deadwood_said(left),
        chosen,
    )
