"""The words of rules: what makes a hand count more than once, and boxes."""

from collections.abc import Mapping

from models.gin.cards.cards import RANK_LETTERS, Rank, Suit
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import BoxTiming, Multipliers
from views.language.i18n import gettext as _
from views.language.i18n import marked, ngettext
from views.words.cards import SIGNS, SPOKEN_RANKS, SPOKEN_SUITS, rank_shown
from views.words.lists import in_a_row
from views.words.rules.field_words import FieldWords, Option


def table_of(held: Multipliers) -> str:
    """The multipliers by sign or letter: "♠ ×2, ♥ ×3"."""
    return in_a_row([f"{sign_of(letter)} ×{times}" for letter, times in held.times])


def sign_of(letter: str) -> str:
    """How a suit or a rank is shown."""
    if letter in list(Suit):
        return SIGNS[Suit(letter)]
    return rank_shown(Rank(RANK_LETTERS.index(letter) + 1))


def spoken_of(letter: str) -> str:
    """A suit or a rank as it is spoken: "spades", "ace"."""
    if letter in list(Suit):
        return _(SPOKEN_SUITS[Suit(letter)])
    spoken = {rank.letter: name for rank, name in SPOKEN_RANKS.items()}
    return _(spoken[letter]) if letter in spoken else sign_of(letter)


def _spade_double(rules: HouseRules) -> str | None:
    if not rules.spade_double or _says(rules, Suit.SPADES):
        return None
    if rules.spade_doubles_bonus:
        return _("If the upcard is a spade, the hand counts double, with its bonus.")
    return _("If the upcard is a spade, the hand counts double, but not its bonus.")


def _says(rules: HouseRules, suit: Suit) -> bool:
    """Whether the table of suits has *suit*."""
    return rules.suit_multipliers is not None and rules.suit_multipliers.of(suit) > 1


def _suit_multipliers(rules: HouseRules) -> str | None:
    if not rules.suit_multipliers:
        return None
    return _(
        "The suit of the upcard multiplies the hand: %(table)s.",
        table=table_of(rules.suit_multipliers),
    )


def _rank_multipliers(rules: HouseRules) -> str | None:
    if not rules.rank_multipliers:
        return None
    table = table_of(rules.rank_multipliers)
    if rules.suit_multipliers or rules.spade_double:
        return _(
            "The rank of the upcard multiplies the hand too: %(table)s. Suit and rank are multiplied: "
            "2 for the suit and 3 for the rank make 6.",
            table=table,
        )
    return _("The rank of the upcard multiplies the hand: %(table)s.", table=table)


def _dead_hand_double_carries(rules: HouseRules) -> str | None:
    if not rules.dead_hand_needs_upcard:
        return None
    if rules.suit_multipliers or rules.rank_multipliers:
        # Translators: how often: double, three times … Carried over to the next hand, and multiplied with
        # what its own card says.
        return _(
            "If nobody wins a multiplied hand, its multiplier carries over to the next hand of the game and "
            "multiplies with that hand’s own. Two against two: to the next hand of the same two players."
        )
    return _(
        "If nobody wins a doubled hand, the next hand of the game is doubled instead, on top of its own "
        "multiplier. Two against two: the next hand of the same two players."
    )


def _spade_doubles_bonus(rules: HouseRules) -> str | None:
    if not (rules.multiplies and (rules.suit_multipliers or rules.rank_multipliers)):
        return None
    if rules.spade_doubles_bonus:
        return _("Bonuses are multiplied with the hand.")
    return _("Bonuses are not multiplied.")


def _spade_doubles_boxes(rules: HouseRules) -> str | None:
    if not rules.multiplies or not (rules.box_bonus or rules.stake_per_box):
        return None
    only_spades = not (rules.suit_multipliers or rules.rank_multipliers)
    if not rules.spade_doubles_boxes:
        return _("A spade upcard doesn’t double boxes.") if only_spades else _("Boxes are not multiplied.")
    if rules.gin_extra_boxes or rules.big_gin_extra_boxes or rules.undercut_extra_boxes:
        return (
            _(
                "A spade upcard doubles the extra boxes of the hand. "
                "If the hand has none, its own box counts twice.",
            )
            if only_spades
            else _(
                "The extra boxes of the hand are multiplied too. "
                "If the hand has none, its own box is multiplied."
            )
        )
    if only_spades:
        return _("A spade upcard doubles the box of the hand too.")
    return _("The box of the hand is multiplied too.")


MULTIPLIERS: Mapping[str, FieldWords] = {
    "spade_double": FieldWords(
        # Translators: the label of a rule: a spade as upcard doubles the hand. A sentence: “double” is
        # the verb.
        marked("Spades double"),
        marked("If the upcard is a spade, the hand counts double."),
        sentence=_spade_double,
        in_summary=True,
    ),
    "suit_multipliers": FieldWords(
        marked("Suits multiply"),
        marked("Multiplier if the upcard is of this suit."),
        sentence=_suit_multipliers,
        in_summary=True,
        is_rare=True,
    ),
    "rank_multipliers": FieldWords(
        marked("Ranks multiply"),
        marked("Multiplier if the upcard is of this rank, on top of its suit."),
        sentence=_rank_multipliers,
        in_summary=True,
        is_rare=True,
    ),
    "dead_hand_double_carries": FieldWords(
        # Translators: dead hand: nobody won it. The next hand counts double in its place.
        marked("A dead hand’s double carries over"),
        marked("If nobody wins a doubled hand, the next hand is doubled instead."),
        sentence=_dead_hand_double_carries,
        is_rare=True,
    ),
    "spade_doubles_bonus": FieldWords(
        marked("Spades double bonuses"),
        sentence=_spade_doubles_bonus,
        is_rare=True,
    ),
    "spade_doubles_boxes": FieldWords(
        marked("Spades double boxes"),
        sentence=_spade_doubles_boxes,
    ),
}


def _box_bonus(rules: HouseRules) -> str:
    if not rules.box_bonus:
        return _("There is no box bonus.")
    # Translators: in brackets, give another word that players use for it, if there is one.
    return _(
        "Every hand you win gives you a box (also called a line), worth %(bonus)s.", bonus=rules.box_bonus
    )


BOX_TIMES = {
    # Translators: a choice of when boxes are added. Target: the score that ends a game.
    BoxTiming.END: Option(marked("After the game (don’t count toward the target)")),
    BoxTiming.IMMEDIATE: Option(marked("At once (count toward the target)")),
}


def _box_timing(rules: HouseRules) -> str | None:
    if not rules.box_bonus:
        return None
    if rules.box_timing is BoxTiming.IMMEDIATE:
        return _("Boxes are written at once and count toward the target.")
    return _("Boxes are added after the game and don’t count toward the target.")


def _gin_extra_boxes(rules: HouseRules) -> str | None:
    more = rules.gin_extra_boxes
    # Translators: box: what a won hand is worth in addition to its points.
    return ngettext("Gin gives %(num)s extra box.", "Gin gives %(num)s extra boxes.", more) if more else None


def _big_gin_extra_boxes(rules: HouseRules) -> str | None:
    more = rules.big_gin_extra_boxes
    if not more or rules.big_gin_bonus is None:
        return None
    return ngettext("Big gin gives %(num)s extra box.", "Big gin gives %(num)s extra boxes.", more)


def _undercut_extra_boxes(rules: HouseRules) -> str | None:
    more = rules.undercut_extra_boxes
    if not more:
        return None
    return ngettext("An undercut gives %(num)s extra box.", "An undercut gives %(num)s extra boxes.", more)


def _gin_off_extra_boxes(rules: HouseRules) -> str | None:
    more = rules.gin_off_extra_boxes
    if not more:
        return None
    return ngettext(
        "Gin-off, an undercut with no deadwood left, gives %(num)s extra box.",
        "Gin-off, an undercut with no deadwood left, gives %(num)s extra boxes.",
        more,
    )


BOXES: Mapping[str, FieldWords] = {
    "box_bonus": FieldWords(
        # Translators: the label of a rule: the points of a box.
        marked("Box"),
        marked("For each hand won. Also called a line."),
        sentence=_box_bonus,
        in_summary=True,
    ),
    "box_timing": FieldWords(
        marked("When boxes count"),
        options=BOX_TIMES,
        sentence=_box_timing,
    ),
    "gin_extra_boxes": FieldWords(
        marked("Extra boxes for gin"),
        marked("In addition to the box of the hand."),
        sentence=_gin_extra_boxes,
        is_rare=True,
    ),
    "big_gin_extra_boxes": FieldWords(
        marked("Extra boxes for big gin"),
        marked("In addition to the box of the hand."),
        sentence=_big_gin_extra_boxes,
        is_rare=True,
    ),
    "undercut_extra_boxes": FieldWords(
        marked("Extra boxes for an undercut"),
        marked("In addition to the box of the hand."),
        sentence=_undercut_extra_boxes,
        is_rare=True,
    ),
    "gin_off_extra_boxes": FieldWords(
        marked("Extra boxes for gin-off"),
        marked("If the defender has no deadwood left, in addition to the boxes of an undercut."),
        sentence=_gin_off_extra_boxes,
        is_rare=True,
    ),
}
