"""Hands that stand already: cards that bear out the counts or not, and corrections that came too late."""

from typing import Any

from flask import request
from werkzeug.wrappers import Response

from models.gin.sheet import Hand
from models.records import Match, history
from views.hands.edit import EntryDesk
from views.shared.edit_conflict import Told, told, words_of
from views.web.i18n import gettext as _


class GoneDesk(EntryDesk):
    """A correction of a hand that was removed meanwhile: nothing is lost, it can be added as another."""

    def _save(self, hand: Hand) -> tuple[str, int] | str | Response:
        removal = next(change for change in history(self.match) if change.hand_id == self.hand_id)
        page = self.side_by_side(
            title=_("Someone else changed the sheet meanwhile"),
            head=_("Someone else removed this hand meanwhile."),
            question=_("To correct it, bring it back in the history. Or add yours as another hand."),
            mine=Told(_("Your hand"), words_of(hand, self.match)),
            since=tuple(told([removal], self.match)),
            add=self._add,
            fields={"version": str(self.match.version)},
            form=self._address("hands.enter", watch=self.watch),
        )
        return page, 409

    @property
    def hand_id(self) -> int:
        """The hand that was to be corrected."""
        return int((request.view_args or {})["hand_id"])


class CheckDesk(EntryDesk):
    """The cards of a hand that was entered by counts: if they agree it is checked, if not both are shown."""

    only_cards = True

    def __init__(self, match: Match, watch: str, **kwargs: Any) -> None:
        super().__init__(match, watch, **kwargs)
        self.form.by.data = "cards"

    def _save(self, hand: Hand) -> tuple[str, int] | str | Response:
        if "agree" in request.form or self._agrees(hand):
            return super()._save(hand)
        return self._disagreement(hand)

    def _agrees(self, hand: Hand) -> bool:
        """Whether the cards say what is on the sheet: the same player out, the same two counts."""
        rules, kept = self.match.rules, self.correcting
        return kept is not None and kept.agrees_with(hand, rules)

    def _disagreement(self, hand: Hand) -> str:
        """Both accounts side by side: one tap corrects the sheet."""
        on_sheet = [] if self.correcting is None else [words_of(self.correcting, self.match)]
        return self.side_by_side(
            title=_("The cards give another result"),
            head=_("The cards and the sheet don’t match."),
            question=_("Compare the two. The sheet stays the same until you correct it."),
            mine=Told(_("From the cards"), words_of(hand, self.match)),
            since=tuple(Told(_("On the sheet"), words) for words in on_sheet),
            add=self.mine,
            fields={},
        )

    def side_by_side(self, *, fields: dict[str, str], **context: Any) -> str:
        """Whoever has seen both accounts and sends again means it."""
        return super().side_by_side(fields=fields | {"agree": "1"}, **context)
