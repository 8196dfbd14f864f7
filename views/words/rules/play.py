"""The words of rules: how a hand is played, and penalties."""

from collections.abc import Mapping

from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import (
    FalseKnock,
    FiftiethCard,
    InitialDeal,
    KnockSignal,
    ShutoutTest,
    UpcardOffer,
)
from views.language.i18n import gettext as _
from views.language.i18n import marked
from views.words.lists import as_sentence, paragraph
from views.words.rules.field_words import FieldWords, Option


def _packs(rules: HouseRules) -> str:
    if rules.packs == 1:
        return _("You need one pack of 52 cards, without jokers.")
    return _(
        "You need two packs of 52 cards, without jokers, and use them by turns: while one is dealt, the "
        "other is shuffled."
    )


UPCARD_OFFERS = {
    UpcardOffer.BOTH: Option(
        # Translators: who is offered the upcard before the first turn.
        marked("Both players"),
        marked(
            "Whoever goes first can take the upcard and discard another card, or pass. After a pass, the "
            "other player has the same choice."
        ),
    ),
    UpcardOffer.NON_DEALER: Option(
        marked("Whoever goes first"),
        marked("Whoever goes first starts with a normal turn: the upcard or the top card of the stock."),
    ),
}


def _upcard_offer(rules: HouseRules) -> str:
    if rules.initial_deal is InitialDeal.ELEVEN_TEN:
        return _(
            "Whoever goes first starts by discarding one of the eleven cards, without taking one. Then the "
            "other player has the first normal turn."
        )
    return _(UPCARD_OFFERS[rules.upcard_offer].sentence)


def _discard_taken_card(rules: HouseRules) -> str:
    if rules.discard_taken_card:
        return _("You can discard any card, even one that you have just taken from the discard pile.")
    return _(
        "You can’t discard a card on the turn you take it from the discard pile. A card from the stock may "
        "be discarded."
    )


FIFTIETH_CARDS = {
    FiftiethCard.KNOCK: Option(
        # Translators: what the last card drawn allows, before the hand ends with no winner.
        marked("A knock or gin"),
        marked(
            "When only two cards are left in the stock, whoever drew the third-last card can still knock or "
            "go gin with it."
        ),
    ),
    FiftiethCard.GIN_ONLY: Option(
        marked("Only gin"),
        marked(
            "When only two cards are left in the stock, whoever drew the third-last card can still go "
            "gin with it, but not knock."
        ),
    ),
    FiftiethCard.EITHER: Option(
        marked("A knock or gin by either player"),
        marked(
            "When only two cards are left in the stock, whoever drew the third-last card can still end the "
            "hand with it. If they discard instead, the other player can take that card to end the hand."
        ),
    ),
    FiftiethCard.VOID: Option(
        marked("Nothing: the hand is dead"),
        marked(
            "As soon as only two cards are left in the stock, it is a dead hand: nobody scores, and you deal "
            "again."
        ),
    ),
}


def _fiftieth_card(rules: HouseRules) -> str:
    """When a hand ends without a winner."""
    option = rules.fiftieth_card
    if option is FiftiethCard.VOID:
        return _(FIFTIETH_CARDS[option].sentence)
    if option is not FiftiethCard.EITHER and rules.knock_limit == 0:
        option = FiftiethCard.GIN_ONLY
    otherwise = _("Otherwise it is a dead hand: nobody scores, and you deal again.")
    return paragraph([_(FIFTIETH_CARDS[option].sentence), otherwise])


KNOCK_SIGNALS = {
    KnockSignal.FACE_DOWN: Option(
        # Translators: how a player shows that a hand ends. The discard is the last card thrown away.
        marked("The last discard lies face down"),
        marked("To end the hand, discard face down."),
    ),
    KnockSignal.SAID: Option(
        # Translators: how a player shows that a hand ends.
        marked("By saying so"),
        marked("To end the hand, say so and discard."),
    ),
    KnockSignal.POINTS_SAID: Option(
        marked("By showing all cards and saying the deadwood"),
        marked("To end the hand, discard, show all your cards and say how much deadwood you have."),
    ),
    KnockSignal.ANY: Option(
        marked("Face down, by a word or by a tap"),
        marked("To end the hand, discard face down, or say so, or tap the table as you discard."),
    ),
}


PLAY: Mapping[str, FieldWords] = {
    "packs": FieldWords(
        marked("Packs of cards"),
        sentence=_packs,
    ),
    "upcard_offer": FieldWords(
        marked("Who is offered the upcard"),
        options=UPCARD_OFFERS,
        sentence=_upcard_offer,
    ),
    "discard_taken_card": FieldWords(
        marked("Discard a card just taken"),
        sentence=_discard_taken_card,
    ),
    "knock_signal": FieldWords(
        marked("How a knock is shown"),
        options=KNOCK_SIGNALS,
        in_summary=True,
    ),
    "fiftieth_card": FieldWords(
        marked("The last card drawn"),
        marked("What the third-last card of the stock, the fiftieth of the pack, allows."),
        options=FIFTIETH_CARDS,
        sentence=_fiftieth_card,
        is_rare=True,
    ),
}


FALSE_KNOCKS = {
    # Translators: what follows a false knock: the hand of that player lies open on the table.
    FalseKnock.PLAY_ON: Option(marked("Play on, cards face up")),
    FalseKnock.PENALTY: Option(marked("The fixed penalty")),
    FalseKnock.UNDERCUT: Option(marked("The undercut bonus")),
}


def _false_knock(rules: HouseRules) -> str:
    """What follows a knock with too much deadwood."""
    if rules.false_knock is FalseKnock.PENALTY:
        return _(
            "If you knock with more deadwood than the limit, the other player scores %(points)s and the hand "
            "is dealt again.",
            points=rules.penalty_points,
        )
    if rules.false_knock is FalseKnock.UNDERCUT:
        return _(
            "If you knock with more deadwood than the limit, the other player scores the undercut bonus of "
            "%(points)s and the hand is dealt again.",
            points=rules.undercut_bonus,
        )
    # Translators: hand: here the cards of the player.
    return _(
        "If you knock with more deadwood than the limit, your cards stay face up on the table, and play goes "
        "on."
    )


def _penalty_points(rules: HouseRules) -> str:
    if not rules.penalty_points:
        return _("Other mistakes, for example showing a card, cost no points unless you agree on some.")
    return _(
        "For other mistakes, for example showing a card or holding too many, the other player gets "
        "%(points)s, unless you agree on something else.",
        points=rules.penalty_points,
    )


def _penalties_count(rules: HouseRules) -> str:
    if rules.penalties_count:
        return as_sentence(_("Penalties count toward the target"))
    later = _("Penalties are added after the game and don’t count toward the target.")
    every_column = rules.columns > 1 and rules.all_columns_shutout_times > 1
    if not (rules.shutout.difference or every_column):
        return later
    # Translators: “them” are penalties that are added after the game.
    return paragraph((later, _("A shutout doesn’t multiply them.")))


def _penalty_box(rules: HouseRules) -> str | None:
    return _("A penalty also gives a box.") if rules.penalty_box else None


def _penalties_prevent_shutout(rules: HouseRules) -> str | None:
    if not rules.plays_shutouts or rules.shutout_test is not ShutoutTest.ZERO_POINTS:
        return None
    if rules.penalties_prevent_shutout:
        # Translators: save from a shutout: a player who has such points is not shut out.
        sentence = _("Points from a penalty or a handicap save a player from a shutout.")
    else:
        sentence = _("Points from a penalty or a handicap don’t save a player from a shutout.")
    # Translators: an adjustment adds points to a total or takes some from it. This is about shutouts.
    return paragraph((sentence, _("Those of an adjustment count like points of hands.")))


PENALTIES: Mapping[str, FieldWords] = {
    "false_knock": FieldWords(
        marked("False knock"),
        marked("What follows a knock with more deadwood than the limit."),
        options=FALSE_KNOCKS,
        sentence=_false_knock,
        in_summary=True,
    ),
    "penalty_points": FieldWords(
        # Translators: the label of a rule: the points of a penalty.
        marked("Penalty"),
        marked("Points for the other player after a mistake, unless you agree on something else."),
        sentence=_penalty_points,
        in_summary=True,
    ),
    "penalties_count": FieldWords(
        marked("Penalties count toward the target"),
        marked("If not, they are added after the game."),
        sentence=_penalties_count,
        is_rare=True,
    ),
    "penalty_box": FieldWords(
        marked("A penalty gives a box"),
        sentence=_penalty_box,
        is_rare=True,
    ),
    "penalties_prevent_shutout": FieldWords(
        marked("Penalties prevent a shutout"),
        marked("Whether a player who only has points from penalties or a handicap is shut out."),
        sentence=_penalties_prevent_shutout,
        is_rare=True,
    ),
}
