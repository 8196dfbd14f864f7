"""Valid combinations of rules where one rule has no effect."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum, auto

from models.gin.cards.cards import Suit
from models.gin.cards.melds import Aces
from models.gin.rules.house_rules import STAKES, Fault, HouseRules, charge
from models.gin.rules.options import (
    AceUpcard,
    BoxTiming,
    FalseKnock,
    FiftiethCard,
    GameWinner,
    InitialDeal,
    MatchBy,
    Shutout,
    ShutoutTest,
    Tie,
    TiedGame,
    UpcardOffer,
    coin,
)


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
    """A number of games to win is set, but points decide the match."""
    GAMES_ARE_NOT_COUNTED = auto()
    """A number of games is set for a match by points, but games won decide it."""
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


_Question = Callable[[HouseRules], bool]

_EXTRA_BOXES = ("gin_extra_boxes", "big_gin_extra_boxes", "undercut_extra_boxes", "gin_off_extra_boxes")
_MULTIPLIERS = ("spade_double", "suit_multipliers", "rank_multipliers")
_GIN_OFF = ("gin_off_bonus", "gin_off_extra_boxes", "gin_off_vs_gin")


_LISTS = ("column_multipliers", "column_targets", "column_bonuses")
_OF_COLUMNS = ("last_column_double", *_LISTS, "all_columns_shutout_bonus", "all_columns_shutout_times")


def _only_gin(rules: HouseRules) -> bool:
    return rules.knock_limit == 0


def _pays_undercuts(rules: HouseRules) -> bool:
    return bool(rules.undercut_bonus or rules.undercut_extra_boxes or rules.stake_per_undercut)


def _boxes_count(rules: HouseRules) -> bool:
    return bool(rules.box_bonus or (rules.stake_per_box and rules.stake_per_box.amount))


def _more_boxes(rules: HouseRules) -> bool:
    return (
        rules.spade_doubles_boxes or rules.penalty_box or any(getattr(rules, name) for name in _EXTRA_BOXES)
    )


def _has_gin_off(rules: HouseRules) -> bool:
    return bool(rules.gin_off_bonus or rules.gin_off_extra_boxes)


def _says_of_spades(rules: HouseRules) -> bool:
    return rules.suit_multipliers is not None and rules.suit_multipliers.of(Suit.SPADES) > 1


def _shutout_is_empty(rules: HouseRules) -> bool:
    if rules.shutout is Shutout.FLAT:
        return rules.shutout_bonus == 0
    return rules.shutout is Shutout.DOUBLE_BONUSES and not rules.game_bonus and not rules.box_bonus


def _lists(rules: HouseRules) -> list[tuple[int, ...]]:
    """The numbers that are listed for each column."""
    return [held for name in _LISTS if (held := getattr(rules, name)) is not None]


def _targets(rules: HouseRules) -> tuple[int, ...]:
    """The targets that are listed for the columns."""
    return (rules.column_targets or ())[: rules.columns]


def _has_a_target_for_each_column(rules: HouseRules) -> bool:
    return rules.columns > 1 and len(_targets(rules)) == rules.columns


def _says_columns(rules: HouseRules) -> bool:
    return bool(rules.last_column_double or _lists(rules) or rules.pays_all_columns_shutout)


def _finer_than_any_coin(rules: HouseRules) -> bool:
    paid_in = (
        [rules.stake_rounding] if rules.stake_rounding else [each.amount for each in rules.stakes.values()]
    )
    currencies = (each.currency for each in rules.stakes.values())
    return any(amount % coin(each) for each in currencies for amount in paid_in)


_WARNINGS: tuple[tuple[NoEffect, tuple[str, ...], _Question], ...] = (
    (
        NoEffect.UNDERCUT_CANNOT_OCCUR,
        ("knock_limit", "undercut_bonus", "stake_per_undercut"),
        lambda rules: (
            _only_gin(rules) and _pays_undercuts(rules) and rules.false_knock is not FalseKnock.UNDERCUT
        ),
    ),
    (
        NoEffect.TIE_CANNOT_OCCUR,
        ("knock_limit", "tie"),
        lambda rules: _only_gin(rules) and rules.tie is not Tie.UNDERCUT,
    ),
    (
        NoEffect.KNOCK_CANNOT_OCCUR,
        ("knock_limit", "knock_base"),
        lambda rules: _only_gin(rules) and rules.knock_base > 0,
    ),
    (
        NoEffect.LIMIT_CANNOT_FALL,
        ("knock_limit", "oklahoma"),
        lambda rules: _only_gin(rules) and rules.oklahoma,
    ),
    (
        NoEffect.ACE_UPCARD_SETS_NOTHING,
        ("ace_upcard", "oklahoma"),
        lambda rules: rules.ace_upcard is not AceUpcard.ONE and not rules.oklahoma,
    ),
    (
        NoEffect.NO_UPCARD_IS_TURNED,
        ("initial_deal", "oklahoma", *_MULTIPLIERS),
        lambda rules: rules.initial_deal is InitialDeal.ELEVEN_TEN and rules.needs_upcard,
    ),
    (
        NoEffect.NO_UPCARD_TO_OFFER,
        ("upcard_offer", "initial_deal"),
        lambda rules: (
            rules.upcard_offer is not UpcardOffer.BOTH and rules.initial_deal is InitialDeal.ELEVEN_TEN
        ),
    ),
    (
        NoEffect.ACE_IS_LOW_AND_DEAR,
        ("ace_points", "aces"),
        lambda rules: rules.ace_points > 1 and rules.aces is Aces.LOW,
    ),
    (
        NoEffect.BIG_GIN_IS_CHEAPER,
        ("big_gin_bonus", "gin_bonus"),
        lambda rules: rules.big_gin_bonus is not None and rules.big_gin_bonus < rules.gin_bonus,
    ),
    (
        NoEffect.BIG_GIN_IS_NOT_PLAYED,
        ("big_gin_extra_boxes", "big_gin_bonus"),
        lambda rules: rules.big_gin_extra_boxes > 0 and not rules.plays_big_gin,
    ),
    (
        NoEffect.SPADES_DO_NOT_DOUBLE,
        ("spade_doubles_boxes", "spade_doubles_bonus", *_MULTIPLIERS),
        lambda rules: (rules.spade_doubles_boxes or not rules.spade_doubles_bonus) and not rules.multiplies,
    ),
    (
        NoEffect.SPADE_IS_IN_THE_TABLE,
        ("spade_double", "suit_multipliers"),
        lambda rules: rules.spade_double and _says_of_spades(rules),
    ),
    (
        NoEffect.NOTHING_CARRIES_OVER,
        ("dead_hand_double_carries", *_MULTIPLIERS),
        lambda rules: rules.dead_hand_double_carries and not rules.multiplies,
    ),
    (
        NoEffect.MELDED_CARDS_DO_NOT_MATTER,
        ("knock_limit", "melded_to_knock"),
        lambda rules: _only_gin(rules) and rules.melded_to_knock > 0,
    ),
    (
        NoEffect.FIFTIETH_CARD_IS_THE_SAME,
        ("knock_limit", "fiftieth_card"),
        lambda rules: _only_gin(rules) and rules.fiftieth_card is FiftiethCard.GIN_ONLY,
    ),
    (
        NoEffect.NOTHING_IS_LAID_OFF,
        ("layoff_vs_big_gin", "layoff_vs_gin", "big_gin_bonus"),
        lambda rules: not rules.layoff_vs_big_gin and not (rules.layoff_vs_gin and rules.plays_big_gin),
    ),
    (
        NoEffect.GIN_OFF_SCORES_NOTHING,
        _GIN_OFF,
        lambda rules: rules.gin_off_vs_gin and not _has_gin_off(rules),
    ),
    (
        NoEffect.GIN_OFF_CANNOT_OCCUR,
        ("knock_limit", *_GIN_OFF),
        lambda rules: _only_gin(rules) and _has_gin_off(rules) and not rules.gin_off_vs_gin,
    ),
    (
        NoEffect.BOXES_ARE_WORTH_NOTHING,
        ("box_bonus", "box_timing", *_EXTRA_BOXES, "spade_doubles_boxes", "penalty_box"),
        lambda rules: (
            not _boxes_count(rules) and (rules.box_timing is BoxTiming.IMMEDIATE or _more_boxes(rules))
        ),
    ),
    (
        NoEffect.SHUTOUT_PAYS_NOTHING,
        ("shutout", "shutout_bonus", "game_bonus", "box_bonus"),
        _shutout_is_empty,
    ),
    (
        NoEffect.SHUTOUT_BONUS_IS_NOT_PAID,
        ("shutout_bonus", "shutout"),
        lambda rules: rules.shutout is not Shutout.FLAT and rules.shutout_bonus not in (0, 100),
    ),
    (
        NoEffect.SHUTOUT_IS_NOT_PLAYED,
        ("shutout_test", "shutout", "stake_per_shutout"),
        lambda rules: rules.shutout_test is ShutoutTest.ZERO_HANDS and not rules.plays_shutouts,
    ),
    (
        NoEffect.WINNER_IS_THE_SAME,
        ("game_winner", "box_bonus", "box_timing"),
        lambda rules: (
            rules.game_winner is GameWinner.HIGHER_FINAL_TOTAL
            and rules.penalties_count
            and (rules.box_bonus == 0 or rules.box_timing is BoxTiming.IMMEDIATE)
        ),
    ),
    (
        NoEffect.FALSE_KNOCK_COSTS_NOTHING,
        ("false_knock", "penalty_points", "undercut_bonus"),
        lambda rules: rules.false_knock is not FalseKnock.PLAY_ON and not charge(Fault.FALSE_KNOCK, rules),
    ),
    (
        NoEffect.SHUTOUT_IGNORES_PENALTIES,
        ("penalties_prevent_shutout", "shutout", "shutout_test"),
        lambda rules: (
            rules.penalties_prevent_shutout
            and (rules.shutout is Shutout.NONE or rules.shutout_test is ShutoutTest.ZERO_HANDS)
        ),
    ),
    (
        NoEffect.ONLY_ONE_COLUMN,
        (*_OF_COLUMNS, "columns"),
        lambda rules: rules.columns == 1 and _says_columns(rules),
    ),
    (
        NoEffect.COLUMNS_ARE_COUNTED_ALREADY,
        ("last_column_double", "column_multipliers"),
        lambda rules: rules.last_column_double and rules.column_multipliers is not None,
    ),
    (
        NoEffect.NOT_A_NUMBER_FOR_EACH_COLUMN,
        (*_LISTS, "columns"),
        lambda rules: rules.columns > 1 and any(len(each) != rules.columns for each in _lists(rules)),
    ),
    (
        NoEffect.COLUMNS_HAVE_TARGETS,
        ("target", "column_targets", "columns"),
        lambda rules: _has_a_target_for_each_column(rules) and rules.target not in _targets(rules),
    ),
    (
        NoEffect.HANDS_ARE_NOT_LIMITED,
        ("tied_after_max_hands", "max_hands"),
        lambda rules: rules.tied_after_max_hands is not TiedGame.DRAWN and rules.max_hands is None,
    ),
    (
        NoEffect.GAMES_WON_DECIDE_NOTHING,
        ("games_to_win", "match_by"),
        lambda rules: rules.match_by is not MatchBy.GAMES and rules.games_to_win != 1,
    ),
    (
        NoEffect.GAMES_ARE_NOT_COUNTED,
        ("games_in_match", "match_by"),
        lambda rules: rules.match_by is MatchBy.GAMES and rules.games_in_match != 3,
    ),
    (
        NoEffect.GAME_POINTS_ARE_NOT_PLAYED,
        ("game_points_win", "game_points_shutout", "match_by"),
        lambda rules: (
            rules.match_by is not MatchBy.GAME_POINTS
            and (rules.game_points_win, rules.game_points_shutout) != (1, 2)
        ),
    ),
    (
        NoEffect.NOTHING_TO_ROUND,
        ("stake_rounding", *STAKES),
        lambda rules: rules.stake_rounding is not None and not rules.stakes,
    ),
    (
        NoEffect.STAKE_OF_NOTHING,
        STAKES,
        lambda rules: any(stake.amount == 0 for stake in rules.stakes.values()),
    ),
    (
        NoEffect.THIRD_NEVER_PLAYS,
        ("three_players", "games_to_win"),
        lambda rules: rules.three_players.plays_whole_games and rules.is_single_game,
    ),
    (
        NoEffect.NO_POINTS_TO_ROUND,
        ("points_rounding", "stake_per_point"),
        lambda rules: rules.points_rounding is not None and rules.stake_per_point is None,
    ),
    (
        NoEffect.NOTHING_TO_CAP,
        ("stake_cap", *STAKES),
        lambda rules: rules.stake_cap is not None and not rules.stakes,
    ),
    (
        NoEffect.FINER_THAN_ANY_COIN,
        ("stake_rounding", *STAKES),
        _finer_than_any_coin,
    ),
)


def warnings_about(rules: HouseRules) -> tuple[RuleWarning, ...]:
    """Every rule without effect in *rules*, in the order of :class:`NoEffect`.

    >>> [remark.why.value for remark in warnings_about(HouseRules(knock_limit=0, last_column_double=True))]
    ['undercut_cannot_occur', 'only_one_column']
    """
    return tuple(RuleWarning(why, fields) for why, fields, holds in _WARNINGS if holds(rules))


EVERY_WARNING: Mapping[NoEffect, tuple[str, ...]] = {why: fields for why, fields, _ in _WARNINGS}
"""Every warning, and the fields it is about."""
