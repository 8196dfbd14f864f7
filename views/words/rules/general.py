"""The words of rules: what holds at every table, or follows from several fields.

Each has a name, as a field has, by which the page of the rules has an anchor and a dispute its answer.
"""

from collections.abc import Callable, Mapping

from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import InitialDeal, UpcardOffer
from models.gin.rules.seating import Table
from views.language.i18n import gettext as _
from views.language.i18n import marked
from views.words.rules.field_words import Sentence


def _always(sentence: str) -> Sentence:
    return lambda rules: _(sentence)


def _if(holds: Callable[[HouseRules], object], sentence: str) -> Sentence:
    return lambda rules: _(sentence) if holds(rules) else None


def _can_knock(rules: HouseRules) -> bool:
    return rules.knock_limit > 0


def _turns_upcard(rules: HouseRules) -> bool:
    return rules.initial_deal is InitialDeal.TEN_TEN_UPCARD


def _can_lay_off(rules: HouseRules) -> bool:
    return _can_knock(rules) or rules.layoff_vs_gin


def _after_passes(rules: HouseRules) -> str | None:
    if not _turns_upcard(rules) or rules.upcard_offer is not UpcardOffer.BOTH:
        return None
    # Translators: pass: not to take the upcard.
    return _(
        "After two passes, whoever goes first takes the top card of the stock. After that, turns are normal."
    )


def _when_to_knock(rules: HouseRules) -> str:
    if not _turns_upcard(rules):
        return _(
            "You can end the hand on any turn, even your first, after taking a card; on the opening turn "
            "without taking one."
        )
    return _("You can end the hand on any turn, even your first, after taking a card.")


def _big_gin(rules: HouseRules) -> str | None:
    if not rules.plays_big_gin:
        return None
    if rules.big_gin_bonus == rules.gin_bonus:
        return _("With eleven melded cards, you don’t have to discard.")
    return _(
        "If the card you take completes eleven melded cards, you can show big gin, without a discard. You "
        "can also hold back gin and play on for big gin."
    )


def _ends_at_once(rules: HouseRules) -> str:
    if _can_knock(rules):
        return _("A knock or gin ends the hand at once: the other player gets no further turn.")
    return _("Gin ends the hand at once: the other player gets no further turn.")


GENERAL: Mapping[str, Sentence] = {
    "aim": _always(
        # Translators: the page of the rules: one sentence for each rule.
        marked(
            "Collect melds: sets and runs. Cards in no meld are deadwood; what they count is your "
            "deadwood too: the less, the better."
        )
    ),
    "shuffling": _if(lambda rules: rules.packs == 1, marked("The dealer shuffles the cards.")),
    "singly": _always(marked("Cards are dealt one at a time.")),
    "upcard": _if(_turns_upcard, marked("The card turned up, the upcard, starts the discard pile.")),
    "stock": _always(marked("The rest is the stock, face down between the players.")),
    "sorting": _always(marked("Both look at their cards and sort them.")),
    "after_passes": _after_passes,
    "turn": _always(
        marked(
            "Players take turns. On a normal turn, take the top card of the stock or of the discard pile "
            "into your hand, and discard a card, face up on the pile."
        )
    ),
    # Translators: the discards lie exactly on top of each other.
    "discard_pile": _always(marked("The discard pile stays squared up: only its top card can be seen.")),
    "hidden_melds": _always(marked("Keep your melds among your cards until the hand is over.")),
    "gin": _always(marked("If all ten cards are melded, you have gin.")),
    "big_gin": _big_gin,
    "when_to_knock": _when_to_knock,
    "ends_at_once": _ends_at_once,
    "voluntary": _if(_can_knock, marked("Nobody has to knock: you can play on for better cards.")),
    "showing": _always(
        marked(
            "When the hand ends, both lay their cards face up, melds apart from deadwood: first the knocker, "
            "who ended it, then the defender."
        )
    ),
    "melds": _always(
        marked(
            "A set is three or four cards of one rank. A run is three or more cards of one suit in sequence."
        )
    ),
    "one_meld": _always(marked("A card can only be in one meld.")),
    "as_laid": _always(marked("Melds count as they were laid down.")),
    "layoffs": _if(
        _can_lay_off,
        marked(
            "Cards fit if they are the fourth of a set or continue a run, one after another. "
            "Never lay off on deadwood."
        ),
    ),
    "layoff_rights": _if(
        _can_lay_off,
        marked(
            "Nobody has to lay off. The defender can break up melds to lay off more. "
            "The knocker never lays off."
        ),
    ),
    "gin_is_safe": _if(_can_knock, marked("Gin can’t be undercut, and only the knocker can have gin.")),
}
"""The sentence of each, in the order of play."""


BY_TABLE: Mapping[str, Mapping[Table, str]] = {
    "players": {Table.TWO: marked("Gin rummy is a game for two.")},
    # Translators: pair: two opponents who play a hand with each other, not two partners.
    "packs_of_pairs": {Table.PARTNERSHIP: marked("Each pair plays with cards of its own.")},
    "go_first": {
        Table.TWO: marked("The player who didn’t deal goes first."),
        Table.THREE: marked("The dealer sits out. The player on the dealer’s left goes first."),
        # Translators: pair: two opponents who play a hand with each other, not two partners.
        Table.PARTNERSHIP: marked("In each pair, the player who didn’t deal goes first."),
        Table.WINNER_ALONE: marked("The player who didn’t deal goes first."),
        Table.CAPTAIN: marked("The player who didn’t deal goes first."),
        Table.WINNER_STAYS: marked("The dealer sits out. The player on the dealer’s left goes first."),
    },
}
"""What depends on how many play, as far as there is something to say."""
