"""What the form of a hand makes of what was entered, before there is a page of it."""

from dataclasses import dataclass

from models.gin.hand.scoring import Hand
from tests.records.table import match_at
from tests.views.table import Table
from views.entry.hand_form import HandForm
from views.entry.preview import HandPreview, preview_hand
from views.entry.slot import HandSlot


@dataclass(frozen=True)
class Entered:
    """A hand as it was entered."""

    hand: Hand | None
    """None if it can't be saved."""
    errors: dict[str, str]
    """All that is said, by field."""
    preview: HandPreview
    outcome: str
    """What is chosen for how the hand ended."""

    @property
    def label(self) -> str:
        """What the button says that saves it."""
        return self.preview.save.label


def entered(table: Table, fields: dict[str, str], by: str = "deadwood", *, finished: bool = True) -> Entered:
    """The next hand at *table* with these fields: *finished* and sent, or looked at meanwhile."""
    sent = {"by": by, "outcome": "knock"} | fields
    with table.browser.client.application.test_request_context(method="POST", data=sent):
        match = match_at(table.path)
        form = HandForm(HandSlot.for_next_hand(match))
        if finished:
            form.validate()
        else:
            form.validate_so_far()
        return Entered(
            form.validation.hand,
            {field.name: " ".join(map(str, field.errors)) for field in form if field.errors},
            preview_hand(form.validation, form.slot, refused=finished),
            form.outcome.data,
        )
