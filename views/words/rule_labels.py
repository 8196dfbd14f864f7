"""What each field of the rules is called where it can be changed, and what its values are called."""

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
    """What it is called when it holds nothing."""
    values: Mapping[StrEnum, str] = field(default_factory=dict)
    """What the schools are called."""
    brief: str = ""
    """How it is told in the line of its group; those without are told there only when they are changed."""
    too_low: str = ""
    """Why less than the least cannot be, where that says more than the bound."""


FIELDS: Mapping[str, FieldWords] = {
    "knock_limit": FieldWords(
        marked("Most to knock with"),
        marked("The deadwood a player may still knock with. 0 is gin only."),
        brief=marked("knock with %(value)s"),
    ),
    "oklahoma": FieldWords(
        marked("Oklahoma"), marked("The first upcard sets the limit for the hand."), brief=marked("Oklahoma")
    ),
    "ace_upcard": FieldWords(
        marked("An ace turned up"),
        marked("What it allows in Oklahoma."),
        values={AceUpcard.ONE: marked("A knock with one"), AceUpcard.GIN: marked("Gin only")},
    ),
    "aces": FieldWords(
        marked("The ace in runs"),
        marked("Where an ace may stand."),
        values={
            Aces.LOW: marked("Low: A-2-3"),
            Aces.HIGH_OR_LOW: marked("Low or high: A-2-3, Q-K-A"),
            Aces.ROUND: marked("Round the corner: K-A-2 too"),
        },
        brief=marked("ace %(value)s"),
    ),
    "ace_points": FieldWords(marked("An ace counts"), marked("When it is left over.")),
    "layoff_vs_gin": FieldWords(
        marked("Lay-offs against gin"),
        marked("Whether cards may be laid off when the other player is gin."),
        brief=marked("lay-offs against gin"),
    ),
    "knock_base": FieldWords(marked("Knock"), marked("Added to a knock that wins.")),
    "gin_bonus": FieldWords(
        marked("Gin"), marked("Added to what the other player has left."), brief=marked("gin %(value)s")
    ),
    "big_gin_bonus": FieldWords(
        marked("Big gin"),
        marked("All eleven cards melded: added to what the other player has left."),
        nothing=marked("not played"),
        brief=marked("big gin %(value)s"),
    ),
    "undercut_bonus": FieldWords(
        marked("Undercut"),
        marked("Added to the difference when the defender has less."),
        brief=marked("undercut %(value)s"),
    ),
    "tie": FieldWords(
        marked("Equal counts"),
        marked("Whose hand it is when both have the same left."),
        values={
            Tie.UNDERCUT: marked("An undercut, with its bonus"),
            Tie.UNDERCUT_NO_BONUS: marked("The defender’s, for nothing"),
            Tie.KNOCKER: marked("The knocker’s, for nothing"),
            Tie.VOID: marked("Nobody’s"),
        },
    ),
    "loser_negative": FieldWords(
        marked("Zero sum"),
        marked("What the winner of a hand scores is taken from the loser."),
        brief=marked("zero sum"),
    ),
    "spade_double": FieldWords(
        marked("Spades double"),
        marked("A spade turned up doubles the hand, bonuses included."),
        brief=marked("spades double"),
    ),
    "spade_doubles_boxes": FieldWords(
        marked("Spades double boxes"), marked("Such a spade doubles the boxes as well.")
    ),
    "target": FieldWords(
        marked("Points that end a game"),
        marked("Reached or passed."),
        too_low=marked("A game to 0 would be over before it began."),
        brief=marked("to %(value)s"),
    ),
    "max_hands": FieldWords(
        marked("Most hands in a game"),
        marked("After so many, whoever is ahead wins."),
        nothing=marked("no limit"),
        too_low=marked("A game needs a hand."),
    ),
    "game_bonus": FieldWords(
        marked("Game"), marked("For the player whose score ends the game."), brief=marked("game %(value)s")
    ),
    "box_bonus": FieldWords(
        marked("Box"), marked("For each hand won, to both players."), brief=marked("box %(value)s")
    ),
    "box_timing": FieldWords(
        marked("Boxes are written"),
        marked("And so whether they count toward the target."),
        values={
            BoxTiming.END: marked("After the game: they do not count"),
            BoxTiming.IMMEDIATE: marked("At once: they count"),
        },
    ),
    "gin_extra_boxes": FieldWords(marked("More boxes for gin"), marked("Beside the hand’s own.")),
    "big_gin_extra_boxes": FieldWords(marked("More boxes for big gin"), marked("Beside the hand’s own.")),
    "undercut_extra_boxes": FieldWords(
        marked("More boxes for an undercut"), marked("Beside the hand’s own.")
    ),
    "shutout": FieldWords(
        marked("A shutout"),
        marked("What a game against nothing pays."),
        values={
            Shutout.NONE: marked("Nothing more"),
            Shutout.FLAT: marked("A bonus"),
            Shutout.DOUBLE_HAND_POINTS: marked("The points of the hands, twice"),
            Shutout.DOUBLE_TOTAL: marked("Everything twice"),
            Shutout.DOUBLE_BONUSES: marked("Boxes and game bonus, twice"),
            Shutout.DOUBLE_DIFFERENCE: marked("The difference, twice"),
        },
    ),
    "shutout_bonus": FieldWords(marked("Shutout bonus"), marked("Where a shutout pays a bonus.")),
    "shutout_test": FieldWords(
        marked("It is a shutout"),
        marked("When the loser has nothing of this."),
        values={
            ShutoutTest.ZERO_HANDS: marked("No hand won"),
            ShutoutTest.ZERO_POINTS: marked("No point scored"),
        },
    ),
    "game_winner": FieldWords(
        marked("The game is won by"),
        marked("The first past the target may not be ahead in the end."),
        values={
            GameWinner.FIRST_TO_TARGET: marked("Who reaches the target first"),
            GameWinner.HIGHER_FINAL_TOTAL: marked("The higher final total"),
        },
    ),
    "settlement": FieldWords(
        marked("What is paid"),
        marked("When the game is over."),
        values={
            Settlement.DIFFERENCE: marked("The difference of the totals"),
            Settlement.TOTALS: marked("Both keep their totals"),
        },
    ),
    "columns": FieldWords(
        marked("Columns"),
        marked("Games played at once. Three are Hollywood."),
        too_low=marked("A sheet needs a column."),
        brief=marked("columns: %(value)s"),
    ),
    "last_column_double": FieldWords(
        marked("Last column double"), marked("Of several columns, the last is settled twice.")
    ),
    "games_to_win": FieldWords(
        marked("Games that win the match"),
        marked("1 is a single game, 2 is best of three, 3 is best of five."),
        nothing=marked("as many as they like"),
        too_low=marked("A match needs a game."),
        brief=marked("games to win: %(value)s"),
    ),
    "initial_deal": FieldWords(
        marked("The deal"),
        marked("How many cards each player is dealt."),
        values={
            InitialDeal.TEN_TEN_UPCARD: marked("Ten each, one turned up"),
            InitialDeal.ELEVEN_TEN: marked("Eleven and ten, no upcard"),
        },
    ),
    "first_dealer": FieldWords(
        marked("The first dealer"),
        marked("How the match finds who deals first."),
        values={
            FirstDealer.RANDOM: marked("Drawn by lot"),
            FirstDealer.HIGH_CARD: marked("The higher card drawn"),
            FirstDealer.LOW_CARD: marked("The lower card drawn"),
            FirstDealer.AGREED: marked("As they agree"),
        },
    ),
    "deal_rotation": FieldWords(
        marked("The next dealer"),
        marked("Who deals after a hand that somebody won."),
        values={
            DealRotation.ALTERNATE: marked("In turn"),
            DealRotation.WINNER: marked("The winner"),
            DealRotation.LOSER: marked("The loser"),
        },
        brief=marked("next: %(value)s"),
    ),
    "redeal_after_dead_hand": FieldWords(
        marked("After a dead hand"),
        marked("Who deals when nobody has won."),
        values={Redeal.SAME_DEALER: marked("The same player"), Redeal.ROTATE: marked("The other player")},
    ),
    "stake_per_point": FieldWords(
        marked("A point is worth"),
        marked("Money for each point, such as 0.10 EUR."),
        nothing=marked("nothing"),
        brief=marked("a point: %(value)s"),
    ),
    "stake_per_game": FieldWords(
        marked("A game is worth"),
        marked("Money for each game won, beside its points."),
        nothing=marked("nothing"),
    ),
    "stake_per_box": FieldWords(
        marked("A box is worth"),
        marked("Money for each box that one has more than the other."),
        nothing=marked("nothing"),
    ),
    "stake_rounding": FieldWords(
        marked("Rounded to"),
        marked("The smallest coin that is paid with."),
        nothing=marked("not rounded"),
        too_low=marked("Nothing can be rounded to a multiple of nothing."),
    ),
}
"""Every field in words, by its name."""
