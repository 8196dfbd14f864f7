"""The labels of the fields of the rules, and of their values."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

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
from views.web.i18n import marked


@dataclass(frozen=True, slots=True)
class FieldWords:
    """A field in words."""

    label: str
    meaning: str
    nothing: str = ""
    """The label of an empty value."""
    values: Mapping[StrEnum, str] = field(default_factory=dict)
    """The labels of the options."""
    in_summary: bool = False
    """Whether the summary of a group names it; other fields are only named if changed."""
    too_low: str = ""
    """Why a value is too low, if that says more than the limit."""


FIELDS: Mapping[str, FieldWords] = {
    "knock_limit": FieldWords(
        marked("Knock limit"),
        marked("The most deadwood you can knock with. 0 means gin only."),
        in_summary=True,
    ),
    "oklahoma": FieldWords(
        marked("Oklahoma"), marked("The upcard sets the knock limit of the hand."), in_summary=True
    ),
    "ace_upcard": FieldWords(
        marked("Ace as upcard"),
        marked("What an ace allows in Oklahoma."),
        values={AceUpcard.ONE: marked("A knock with 1"), AceUpcard.GIN: marked("Gin only")},
    ),
    "aces": FieldWords(
        marked("Aces in runs"),
        marked("Where an ace can go in a run."),
        values={
            Aces.LOW: marked("Low: A-2-3"),
            Aces.HIGH_OR_LOW: marked("Low or high: A-2-3, Q-K-A"),
            Aces.ROUND: marked("Around the corner: K-A-2 too"),
        },
        in_summary=True,
    ),
    "ace_points": FieldWords(marked("Ace as deadwood"), marked("How many points it counts.")),
    "layoff_vs_gin": FieldWords(
        marked("Lay-offs against gin"),
        marked("Whether the defender can lay off cards when the other player has gin."),
        in_summary=True,
    ),
    "knock_base": FieldWords(marked("Knock"), marked("Added to a winning knock.")),
    "gin_bonus": FieldWords(marked("Gin"), marked("Added to the other player’s deadwood."), in_summary=True),
    "big_gin_bonus": FieldWords(
        marked("Big gin"),
        marked("For eleven melded cards: added to the other player’s deadwood."),
        nothing=marked("not played"),
        in_summary=True,
    ),
    "undercut_bonus": FieldWords(
        marked("Undercut"),
        marked("Added to the difference if the defender has less deadwood."),
        in_summary=True,
    ),
    "tie": FieldWords(
        marked("Tied deadwood"),
        marked("Who wins the hand if both have the same deadwood."),
        values={
            Tie.UNDERCUT: marked("The defender, with the undercut bonus"),
            Tie.UNDERCUT_NO_BONUS: marked("The defender, for no points"),
            Tie.KNOCKER: marked("The knocker, for no points"),
            Tie.VOID: marked("Nobody"),
        },
    ),
    "loser_negative": FieldWords(
        marked("Zero sum"),
        marked("The loser of a hand loses as much as the winner scores."),
        in_summary=True,
    ),
    "spade_double": FieldWords(
        marked("Spades double"),
        marked("If the upcard is a spade, the hand counts double, with its bonus."),
        in_summary=True,
    ),
    "spade_doubles_boxes": FieldWords(
        marked("Spades double boxes"), marked("A spade upcard doubles boxes too.")
    ),
    "target": FieldWords(
        marked("Target"),
        marked("The score that ends a game."),
        too_low=marked("A game to 0 would be over before the first hand."),
        in_summary=True,
    ),
    "max_hands": FieldWords(
        marked("Limit of hands"),
        marked("After this many hands, whoever is ahead wins the game."),
        nothing=marked("no limit"),
        too_low=marked("A game needs at least one hand."),
    ),
    "game_bonus": FieldWords(
        marked("Game"), marked("For the player whose score ends the game."), in_summary=True
    ),
    "box_bonus": FieldWords(marked("Box"), marked("For each hand won. Also called a line."), in_summary=True),
    "box_timing": FieldWords(
        marked("When boxes count"),
        marked("Whether boxes count toward the target."),
        values={
            BoxTiming.END: marked("After the game: not toward the target"),
            BoxTiming.IMMEDIATE: marked("At once: toward the target"),
        },
    ),
    "gin_extra_boxes": FieldWords(
        marked("Extra boxes for gin"), marked("In addition to the box of the hand.")
    ),
    "big_gin_extra_boxes": FieldWords(
        marked("Extra boxes for big gin"), marked("In addition to the box of the hand.")
    ),
    "undercut_extra_boxes": FieldWords(
        marked("Extra boxes for an undercut"), marked("In addition to the box of the hand.")
    ),
    "shutout": FieldWords(
        marked("Shutout"),
        marked(
            "What winning is worth if the other player has nothing. Also called a schneider, skunk or blitz."
        ),
        values={
            Shutout.NONE: marked("Nothing extra"),
            Shutout.FLAT: marked("A bonus"),
            Shutout.DOUBLE_HAND_POINTS: marked("Double hand points"),
            Shutout.DOUBLE_TOTAL: marked("Double everything"),
            Shutout.DOUBLE_BONUSES: marked("Double boxes and game bonus"),
            Shutout.DOUBLE_DIFFERENCE: marked("Double difference"),
        },
    ),
    "shutout_bonus": FieldWords(marked("Shutout bonus"), marked("If a shutout scores a bonus.")),
    "shutout_test": FieldWords(
        marked("What counts as a shutout"),
        marked("When a game is a shutout."),
        values={
            ShutoutTest.ZERO_HANDS: marked("The loser won no hand"),
            ShutoutTest.ZERO_POINTS: marked("The loser scored no points"),
        },
    ),
    "game_winner": FieldWords(
        marked("Who wins the game"),
        marked("Whoever reaches the target first is not always ahead in the end."),
        values={
            GameWinner.FIRST_TO_TARGET: marked("Whoever reaches the target first"),
            GameWinner.HIGHER_FINAL_TOTAL: marked("Whoever has the higher final total"),
        },
    ),
    "settlement": FieldWords(
        marked("What is paid"),
        marked("How the game is settled when it is over."),
        values={
            Settlement.DIFFERENCE: marked("The difference between the totals"),
            Settlement.TOTALS: marked("Both keep their totals"),
        },
    ),
    "columns": FieldWords(
        marked("Columns"),
        marked("Games played at the same time. Three is Hollywood."),
        too_low=marked("A sheet needs at least one column."),
        in_summary=True,
    ),
    "last_column_double": FieldWords(
        marked("Double the last column"), marked("With several columns, the last one counts double.")
    ),
    "games_to_win": FieldWords(
        marked("Games to win the match"),
        marked("1 is a single game, 2 is best of three, 3 is best of five."),
        nothing=marked("as many as you like"),
        too_low=marked("A match needs at least one game."),
        in_summary=True,
    ),
    "initial_deal": FieldWords(
        marked("The deal"),
        marked("How many cards each player gets."),
        values={
            InitialDeal.TEN_TEN_UPCARD: marked("Ten each, and an upcard"),
            InitialDeal.ELEVEN_TEN: marked("Eleven and ten, no upcard"),
        },
    ),
    "first_dealer": FieldWords(
        marked("The first dealer"),
        marked("How you choose who deals first."),
        values={
            FirstDealer.RANDOM: marked("At random"),
            FirstDealer.HIGH_CARD: marked("The higher card"),
            FirstDealer.LOW_CARD: marked("The lower card"),
            FirstDealer.AGREED: marked("You agree"),
        },
    ),
    "deal_rotation": FieldWords(
        marked("The next dealer"),
        marked("Who deals after a hand that somebody won."),
        values={
            DealRotation.ALTERNATE: marked("The players take turns"),
            DealRotation.WINNER: marked("The winner"),
            DealRotation.LOSER: marked("The loser"),
        },
        in_summary=True,
    ),
    "redeal_after_dead_hand": FieldWords(
        marked("After a dead hand"),
        marked("Who deals after a hand that nobody won."),
        values={Redeal.SAME_DEALER: marked("The same player"), Redeal.ROTATE: marked("The other player")},
    ),
    "stake_per_point": FieldWords(
        marked("Stake per point"),
        marked("Money for each point, for example 0.10 EUR."),
        nothing=marked("nothing"),
        in_summary=True,
    ),
    "stake_per_game": FieldWords(
        marked("Stake per game"),
        marked("Money for each game won, in addition to its points."),
        nothing=marked("nothing"),
    ),
    "stake_per_box": FieldWords(
        marked("Stake per box"),
        marked("Money for each box more than the other player has."),
        nothing=marked("nothing"),
    ),
    "stake_rounding": FieldWords(
        marked("Round payments to"),
        marked("The smallest coin you use."),
        nothing=marked("not rounded"),
        too_low=marked("You can’t round to 0."),
    ),
}
"""Every field in words, by its name."""
