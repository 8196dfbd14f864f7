"""The form for the name to be removed, and what comes in its place."""

from collections.abc import Sequence
from itertools import count

from flask_wtf import FlaskForm
from wtforms.fields import BooleanField, RadioField

from models.gin.player_names import is_same_name
from models.records import Match
from views.shared.form_helpers import choose, wrong
from views.web.i18n import gettext as _
from views.web.i18n import lazy


class NameForm(FlaskForm):  # type: ignore[misc]
    """Whose name is to be removed."""

    name = RadioField(lazy("Whose name?"), validate_choice=False)
    everywhere = BooleanField(lazy("In all matches that this phone can score"))

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__()
        choose(self.name, [(name, name) for name in names])

    @property
    def chosen(self) -> str:
        """The name, whether anybody has it or not."""
        return str(self.name.data or "")

    def stands(self) -> bool:
        """Whether a name was chosen; if not, adds an error to the field."""
        self.name.errors = []
        if not self.chosen:
            wrong(self.name, _("Choose a name."))
        return not self.name.errors


def neutral_name(match: Match, name: str) -> str:
    """What comes in the place of *name*: "Player 1" for the first player, and so on."""
    players = match.players
    place = next((at for at, player in enumerate(players, 1) if is_same_name(player, name)), 1)
    others = [player for player in players if not is_same_name(player, name)]
    for number in count(place):
        neutral = _("Player %(number)s", number=number)
        if not any(is_same_name(neutral, other) for other in others):
            return neutral
    raise AssertionError("there are more numbers than players")
