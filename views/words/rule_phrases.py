"""A rule and its value in a few words, within a line: "Pagat standard, but gin 25, three columns"."""

from collections.abc import Callable, Mapping
from typing import Any

from models.gin.field_types import Stake
from models.gin.melds import Aces
from models.gin.rule_options import (
    AceUpcard,
    BoxTiming,
    DealRotation,
    FirstDealer,
    GameWinner,
    InitialDeal,
    Redeal,
    Settlement,
    Shutout,
    ShutoutTest,
    Tie,
)
from views.web.i18n import gettext as _
from views.web.i18n import marked, ngettext, number
from views.words.stakes import money

Phrase = Callable[[Any], str]
"""The phrase for a value."""


def in_short(name: str, held: Any) -> str:
    """A field and its value in a few words, within a line."""
    return PHRASES[name](held)


def _figure(some: str, none: str) -> Phrase:
    """A number; *none* for 0 or no value."""
    return lambda held: _(some, value=number(held)) if held else _(none)


def _flag(yes: str, no: str) -> Phrase:
    return lambda held: _(yes if held else no)


def _option(phrases: Mapping[Any, str]) -> Phrase:
    return lambda held: _(phrases[held])


def _stake(some: str, none: str) -> Phrase:
    def phrase(held: Stake | None) -> str:
        return _(some, stake=money(held.amount, held.currency)) if held else _(none)

    return phrase


def _big_gin(held: int | None) -> str:
    return _("no big gin") if held is None else _("big gin %(value)s", value=number(held))


def _max_hands(held: int | None) -> str:
    if held is None:
        return _("any number of hands")
    return ngettext("at most %(num)s hand", "at most %(num)s hands", held)


def _gin_boxes(held: int) -> str:
    if not held:
        return _("no extra box for gin")
    return ngettext("%(num)s extra box for gin", "%(num)s extra boxes for gin", held)


def _big_gin_boxes(held: int) -> str:
    if not held:
        return _("no extra box for big gin")
    return ngettext("%(num)s extra box for big gin", "%(num)s extra boxes for big gin", held)


def _undercut_boxes(held: int) -> str:
    if not held:
        return _("no extra box for an undercut")
    return ngettext("%(num)s extra box for an undercut", "%(num)s extra boxes for an undercut", held)


def _columns(held: int) -> str:
    few = {1: _("one column"), 2: _("two columns"), 3: _("three columns"), 4: _("four columns")}
    return few.get(held) or ngettext("%(num)s column", "%(num)s columns", held)


def _games_to_win(held: int | None) -> str:
    if held is None:
        return _("as many games as you like")
    return _("best of %(most)s games", most=2 * held - 1) if held > 1 else _("played once")


ACES = {
    Aces.LOW: marked("aces low"),
    Aces.HIGH_OR_LOW: marked("aces low or high"),
    Aces.ROUND: marked("runs around the corner"),
}
ACE_UPCARDS = {
    AceUpcard.ONE: marked("an ace upcard allows a knock with 1"),
    AceUpcard.GIN: marked("an ace upcard means gin only"),
}
TIES = {
    Tie.UNDERCUT: marked("a tie is an undercut"),
    Tie.UNDERCUT_NO_BONUS: marked("the defender wins a tie for no points"),
    Tie.KNOCKER: marked("the knocker wins a tie for no points"),
    Tie.VOID: marked("nobody wins a tie"),
}
BOX_TIMES = {
    BoxTiming.END: marked("boxes after the game"),
    BoxTiming.IMMEDIATE: marked("boxes at once"),
}
SHUTOUTS = {
    Shutout.NONE: marked("nothing extra for a shutout"),
    Shutout.FLAT: marked("a bonus for a shutout"),
    Shutout.DOUBLE_HAND_POINTS: marked("a shutout doubles the hand points"),
    Shutout.DOUBLE_TOTAL: marked("a shutout doubles everything"),
    Shutout.DOUBLE_BONUSES: marked("a shutout doubles boxes and game bonus"),
    Shutout.DOUBLE_DIFFERENCE: marked("a shutout doubles the difference"),
}
SHUTOUT_TESTS = {
    ShutoutTest.ZERO_HANDS: marked("a shutout means no hand won"),
    ShutoutTest.ZERO_POINTS: marked("a shutout means no points"),
}
WINNERS = {
    GameWinner.FIRST_TO_TARGET: marked("the first to reach the target wins"),
    GameWinner.HIGHER_FINAL_TOTAL: marked("the higher final total wins"),
}
SETTLEMENTS = {
    Settlement.DIFFERENCE: marked("the difference is paid"),
    Settlement.TOTALS: marked("both keep their totals"),
}
DEALS = {
    InitialDeal.TEN_TEN_UPCARD: marked("ten cards each and an upcard"),
    InitialDeal.ELEVEN_TEN: marked("eleven and ten cards without an upcard"),
}
FIRST_DEALERS = {
    FirstDealer.RANDOM: marked("first dealer at random"),
    FirstDealer.HIGH_CARD: marked("the higher card deals first"),
    FirstDealer.LOW_CARD: marked("the lower card deals first"),
    FirstDealer.AGREED: marked("you agree who deals first"),
}
ROTATIONS = {
    DealRotation.ALTERNATE: marked("the players take turns dealing"),
    DealRotation.WINNER: marked("the winner deals"),
    DealRotation.LOSER: marked("the loser deals"),
}
REDEALS = {
    Redeal.SAME_DEALER: marked("the same dealer after a dead hand"),
    Redeal.ROTATE: marked("the other player deals after a dead hand"),
}

PHRASES: Mapping[str, Phrase] = {
    "knock_limit": _figure(marked("knock with %(value)s"), marked("gin only")),
    "oklahoma": _flag(marked("Oklahoma"), marked("no Oklahoma")),
    "ace_upcard": _option(ACE_UPCARDS),
    "aces": _option(ACES),
    "ace_points": _figure(marked("an ace counts %(value)s"), marked("an ace counts 0")),
    "layoff_vs_gin": _flag(marked("lay-offs against gin"), marked("no lay-offs against gin")),
    "knock_base": _figure(marked("%(value)s for a knock"), marked("nothing extra for a knock")),
    "gin_bonus": _figure(marked("gin %(value)s"), marked("no gin bonus")),
    "big_gin_bonus": _big_gin,
    "undercut_bonus": _figure(marked("undercut %(value)s"), marked("no undercut bonus")),
    "tie": _option(TIES),
    "loser_negative": _flag(marked("zero sum"), marked("not zero sum")),
    "spade_double": _flag(marked("spades double"), marked("spades don’t double")),
    "spade_doubles_boxes": _flag(marked("spades double boxes"), marked("spades don’t double boxes")),
    "target": _figure(marked("to %(value)s"), marked("to 0")),
    "max_hands": _max_hands,
    "game_bonus": _figure(marked("game bonus %(value)s"), marked("no game bonus")),
    "box_bonus": _figure(marked("box %(value)s"), marked("no boxes")),
    "box_timing": _option(BOX_TIMES),
    "gin_extra_boxes": _gin_boxes,
    "big_gin_extra_boxes": _big_gin_boxes,
    "undercut_extra_boxes": _undercut_boxes,
    "shutout": _option(SHUTOUTS),
    "shutout_bonus": _figure(marked("shutout bonus %(value)s"), marked("no shutout bonus")),
    "shutout_test": _option(SHUTOUT_TESTS),
    "game_winner": _option(WINNERS),
    "settlement": _option(SETTLEMENTS),
    "columns": _columns,
    "last_column_double": _flag(marked("the last column doubled"), marked("no double column")),
    "games_to_win": _games_to_win,
    "initial_deal": _option(DEALS),
    "first_dealer": _option(FIRST_DEALERS),
    "deal_rotation": _option(ROTATIONS),
    "redeal_after_dead_hand": _option(REDEALS),
    "stake_per_point": _stake(marked("%(stake)s a point"), marked("no stake for points")),
    "stake_per_game": _stake(marked("%(stake)s a game"), marked("no stake for games")),
    "stake_per_box": _stake(marked("%(stake)s a box"), marked("no stake for boxes")),
    "stake_rounding": lambda held: (
        _("payments rounded to %(step)s", step=str(held)) if held else _("payments not rounded")
    ),
}
"""The phrase of each field."""
