"""What the form of a hand says was laid down, by cards or by deadwood numbers; not yet judged."""

from collections.abc import Iterable

from models.gin.card_layout import CardLayout
from models.gin.cards import HAND_SIZE, Card, Cards, Group
from models.gin.columns import other
from models.gin.declaration import DEAD_HAND, Count
from models.gin.rules import HouseRules
from models.gin.sheet import Hand
from views.hands.form import HandForm
from views.shared.form_helpers import wrong
from views.web.i18n import gettext as _
from views.words.cards import cards as named


def cards_on_table(form: HandForm, rules: HouseRules) -> CardLayout:
    """What *form* says by cards; what cannot be read counts as blank, with a word at its field."""
    cards = form.cards_of(0) or (), form.cards_of(1) or ()
    melds = form.melds_of(0) or None, form.melds_of(1) or None
    own = form.laid_off() if form.layoff_choice.data == "own" else None
    for player in (0, 1):
        _strangers(
            form, f"melds_{player}", [card for meld in melds[player] or () for card in meld], cards[player]
        )
    if own and form.who is not None:
        strangers = _strangers(form, "layoffs", own, cards[other(form.who)])
        own = tuple(card for card in own if card not in strangers)
    upcard = form.turned_up()
    return CardLayout(rules, form.who, cards, melds, own, upcard)


def _strangers(form: HandForm, name: str, cards: Iterable[Card], hand: Group) -> Cards:
    """Those of *cards* that are not in a hand typed in full, with a word at the field *name*."""
    strangers = frozenset(cards) - frozenset(hand) if len(hand) >= HAND_SIZE else frozenset[Card]()
    if strangers:
        wrong(form[name], _("Not one of the ten cards: %(cards)s.", cards=named(strangers)))
    return strangers


def counted(form: HandForm, rules: HouseRules) -> Hand | None:
    """The hand that *form* says by counts; None while nobody was chosen, or not how it ended.

    What is blank or cannot be read, with a word at its field, counts as nought.
    """
    counts = form.count_of(0) or 0, form.count_of(1) or 0
    upcard = form.turned_up()
    form.heed_ending()
    if form.who is None or form.ending is None:
        return None
    return Hand(form.who, Count(form.ending, counts[form.who], counts[other(form.who)], upcard))


DEAD = Hand(None, DEAD_HAND)
"""The hand that nobody won."""
