"""The words of rules: who sits where, and the deal."""

from collections.abc import Mapping

from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import (
    DealRotation,
    FirstDealer,
    InitialDeal,
    NextGameDealer,
    PartnersScore,
    Redeal,
    ThreePlayers,
)
from views.language.i18n import gettext as _
from views.language.i18n import marked
from views.words.rules.field_words import FieldWords, Option

DEALS = {
    InitialDeal.TEN_TEN_UPCARD: Option(
        # Translators: cards dealt to each player. Upcard: the card turned up after the deal.
        marked("Ten each, and an upcard"),
        marked("Ten cards each, and one turned up."),
    ),
    InitialDeal.ELEVEN_TEN: Option(
        marked("Eleven and ten, no upcard"),
        marked("Eleven cards to whoever goes first, ten to the other player. No card is turned up."),
    ),
}


FIRST_DEALERS = {
    FirstDealer.RANDOM: Option(
        # Translators: how the first dealer is chosen.
        marked("At random"),
        marked("The first dealer is chosen at random."),
    ),
    FirstDealer.HIGH_CARD: Option(
        # Translators: who has it deals first.
        marked("The higher card"),
        marked(
            "To choose the first dealer, spread the pack and draw a card each. Whoever draws the higher card "
            "chooses where to sit, and deals."
        ),
    ),
    FirstDealer.LOW_CARD: Option(
        marked("The lower card"),
        marked(
            "To choose the first dealer, spread the pack and draw a card each. Whoever draws the lower "
            "card deals."
        ),
    ),
    FirstDealer.AGREED: Option(marked("By agreement"), marked("The players agree who deals first.")),
}


ROTATIONS = {
    DealRotation.ALTERNATE: Option(
        marked("The players take turns"),
        marked("The players take turns dealing."),
    ),
    DealRotation.WINNER: Option(
        # Translators: who deals the next hand: the winner of the hand.
        marked("The winner"),
        marked("The winner of a hand deals the next one."),
    ),
    DealRotation.LOSER: Option(
        # Translators: who deals the next hand: the loser of the hand.
        marked("The loser"),
        marked("The loser of a hand deals the next one."),
    ),
}


REDEALS = {
    Redeal.SAME_DEALER: Option(
        # Translators: who deals again after a hand that nobody won.
        marked("The same player"),
        marked("After a dead hand, the same player deals again."),
    ),
    Redeal.ROTATE: Option(
        # Translators: who deals after a hand that nobody won.
        marked("The other player"),
        marked("After a dead hand, the other player deals."),
    ),
}


NEXT_GAMES = {
    NextGameDealer.PASSES_ON: Option(
        # Translators: who deals first in the next game.
        marked("As after any hand"),
    ),
    NextGameDealer.WINNER: Option(
        marked("The winner of the game"),
        marked("The winner of a game deals first in the next one."),
    ),
    NextGameDealer.LOSER: Option(
        marked("The loser of the game"),
        marked("The loser of a game deals first in the next one."),
    ),
    NextGameDealer.ALTERNATE: Option(
        marked("The players take turns"),
        marked("The players take turns dealing first in a game."),
    ),
}


def _next_game_dealer(rules: HouseRules) -> str | None:
    option = rules.next_game_dealer
    return _(NEXT_GAMES[option].sentence) if option is not NextGameDealer.PASSES_ON else None


TO_FIND_DEALER = {
    FirstDealer.RANDOM: marked("Cut the cards or toss a coin."),
    FirstDealer.HIGH_CARD: marked("Draw a card each: the higher one deals."),
    FirstDealer.LOW_CARD: marked("Draw a card each: the lower one deals."),
    FirstDealer.AGREED: marked("Agree who deals."),
}
"""What to do when a match starts."""


DEAL: Mapping[str, FieldWords] = {
    "initial_deal": FieldWords(
        # Translators: the label of a rule: how many cards each player gets.
        marked("The deal"),
        options=DEALS,
    ),
    "first_dealer": FieldWords(
        marked("The first dealer"),
        options=FIRST_DEALERS,
    ),
    "deal_rotation": FieldWords(
        marked("The next dealer"),
        options=ROTATIONS,
        in_summary=True,
    ),
    "redeal_after_dead_hand": FieldWords(
        marked("After a dead hand"),
        options=REDEALS,
    ),
    "next_game_dealer": FieldWords(
        marked("The next game"),
        marked("Who deals first in the next game of a match, or in a rematch."),
        options=NEXT_GAMES,
        sentence=_next_game_dealer,
        is_rare=True,
    ),
}


PARTNERS_SCORES = {
    PartnersScore.NETTED: Option(
        # Translators: what the two hands of two against two score. Side: two partners.
        marked("The difference, for the side ahead"),
        # Translators: pair: two opponents who play a hand with each other; side: two partners.
        marked(
            "Two against two, both pairs play a hand at the same time. The smaller result is taken from the "
            "larger; the side ahead writes the difference, and one box. If both sides reach the target in "
            "the same round, the one with more points ends the game; if they are level, the side that won "
            "the round does, and if neither did, you play on."
        ),
    ),
    PartnersScore.ADDED: Option(
        marked("Each hand, for the side that won it"),
        # Translators: pair: two opponents who play a hand with each other; side: two partners.
        marked(
            "Two against two, both pairs play a hand at the same time. Each hand is written for the side "
            "that won it, with its own box. If both sides reach the target in the same round, the one with "
            "more points ends the game; if they are level, you play on."
        ),
    ),
}

THREE_PLAYERS = {
    ThreePlayers.LOSER_SITS_OUT: Option(
        marked("The loser of a hand sits out the next"),
        marked(
            "With three players, everyone plays for themselves. The loser of a hand sits out the next one "
            "and deals it. If two reach the target together, the one with more points ends the game; if they "
            "are level, you play on. After the game, everyone settles up with everyone else."
        ),
    ),
    ThreePlayers.ALL_AGAINST_WINNER: Option(
        marked("Both others against the winner of a hand"),
        marked(
            "With three players, the winner of a hand plays the next one alone, and deals it, against the "
            "other two. They advise each other; whoever sat out plays. If they win, both of them score. "
            "If two reach the target together, the one with more points ends the game; if they are level, "
            "you play on."
        ),
    ),
    ThreePlayers.CAPTAIN: Option(
        marked("A captain against the other two"),
        # Translators: captain: one of three players, who plays against the other two in turn.
        marked(
            "With three players, the captain plays every hand against the other two, who are a side and "
            "advise each other. Whoever loses a hand to the captain makes way for the other. The captain "
            "pays each of them, or is paid by each. In a rematch, the next player is captain."
        ),
    ),
    ThreePlayers.WINNER_STAYS: Option(
        marked("Two play a whole game, the winner stays"),
        marked(
            "With three players, two play a whole game. The third sits out and deals, and doesn’t pay and "
            "isn’t paid, except for a pot. The loser of the game then makes way for the third; if nobody "
            "wins it, the same two play the next."
        ),
    ),
}

SEATS: Mapping[str, FieldWords] = {
    "partners_score": FieldWords(
        marked("Partners’ hands"),
        options=PARTNERS_SCORES,
    ),
    "three_players": FieldWords(
        marked("Three players"),
        options=THREE_PLAYERS,
        in_summary=True,
    ),
}
