"""The words of rules: the deal."""

from collections.abc import Mapping

from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import DealRotation, FirstDealer, InitialDeal, NextGameDealer, Redeal
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
