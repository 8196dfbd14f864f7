"""The words of rules: partners, and three players."""

from collections.abc import Mapping

from models.gin.rules.options import PartnersScore, ThreePlayers
from views.language.i18n import marked
from views.words.rules.field_words import FieldWords, Option

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
