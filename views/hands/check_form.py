"""The form that checks a hand by its cards if only its deadwood or its points were entered."""

from wtforms.fields import HiddenField

from models.gin.hand.hand import Hand
from views.hands.form import HandForm
from views.hands.hand_slot import HandSlot
from views.language.i18n import gettext as _
from views.shared.change_log import in_words
from views.shared.edit_conflict import Conflict, LabelledHand


class CheckForm(HandForm):
    """The cards of a hand that is on the sheet."""

    only_cards = True
    agree = HiddenField()
    """Says that the players have seen that the cards and the sheet differ."""

    def __init__(self, slot: HandSlot, on_sheet: Hand) -> None:
        super().__init__(slot, "cards")
        self.on_sheet = on_sheet

    @property
    def title(self) -> str:
        return _("Check hand %(number)s", number=self.slot.number)

    def conflict(self, watch: str) -> Conflict | None:
        return super().conflict(watch) or self._disagreement()

    def _disagreement(self) -> Conflict | None:
        """Cards whose result differs from the sheet. One tap corrects the sheet."""
        slot = self.slot
        scored_hand = slot.line_of(self.on_sheet)
        if self.agree.data is not None or scored_hand.agrees_with(slot.line_of(self.written), slot.rules):
            return None
        return Conflict(
            title=_("The cards give another result"),
            head=_("The cards and the sheet don’t match."),
            question=_("Compare the two. The sheet stays the same until you correct it."),
            own_label=_("From the cards"),
            since=(LabelledHand(_("On the sheet"), in_words(scored_hand, slot.match.players, slot.rules)),),
            action=slot.same_address,
            add=_("Correct the sheet"),
            fields={"agree": "1"},
            status=200,
        )
