"""The form of the judge: any cards under a house, read as far as they can be."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar
from urllib.parse import urlencode

from werkzeug.datastructures import MultiDict
from wtforms import Form
from wtforms.fields import RadioField, SelectChoice, SelectField, StringField

from models.gin.card_layout import laid_out
from models.gin.cards import Card, NotACardError, read_cards, read_groups
from models.gin.declaration import Spread
from models.gin.problems import Place, Problem, Reason
from models.gin.rules import HouseRules
from views.shared.form_helpers import choose, chosen, wrong
from views.shared.judge_links import Asked
from views.shared.rules_links import FIRST_HOUSE, CustomRules, read_choice
from views.web.i18n import gettext as _
from views.web.i18n import lazy
from views.words.houses import NAMES
from views.words.problems import Names, explain, side_names

LONGEST_TEXT = 300
"""Twice what fourteen cards take in the longest notation."""

QUESTION = ("ask", "house", "upcard", "knocker", "left", "cards", "see")
"""What an address asks; whatever else stands in it is the link of a house."""

T = TypeVar("T")


class JudgeForm(Form):  # type: ignore[misc]
    """Cards as they are typed or tapped: one hand, or a knocker's spread against ten cards."""

    ask = RadioField(lazy("What is it about?"))
    house = SelectField(lazy("House"), validate_choice=False)
    upcard = StringField(lazy("Upcard"))
    knocker = StringField(lazy("The knocker’s melds"))
    left = StringField(lazy("The knocker’s deadwood"))
    cards = StringField(lazy("Cards"))

    def __init__(
        self, asked: "MultiDict[str, str]", mine: Sequence[CustomRules] = (), last: str = FIRST_HOUSE
    ) -> None:
        """*mine* are the houses that this phone keeps; where none is named it is the *last* one."""
        super().__init__(asked)
        for field in self:
            field.errors = []
        choose(self.ask, [("hand", _("Hand")), ("showdown", _("Showdown"))])
        self.house.data = self.house.data or link_in(asked) or last
        self.link = read_choice(self.house.data)
        under = [self.link.house] if self.link else []
        offered = {house.choice: house for house in (*mine, *map(CustomRules.named, NAMES))}
        self.houses = {house.choice: house for house in under if house.choice not in offered} | offered
        self.house.choices = [SelectChoice(choice, house.title) for choice, house in self.houses.items()]
        self.house.data = under[0].choice if under else self.house.data
        self.ask.data = chosen(self.ask) or ("showdown" if self.knocker.data or self.left.data else "hand")

    @property
    def about_showdown(self) -> bool:
        """Whether two hands are shown down."""
        return bool(self.ask.data == "showdown")

    @property
    def chosen(self) -> CustomRules:
        """The house chosen, or the first one where there is none of that name."""
        return self.link.house if self.link else CustomRules.named(FIRST_HOUSE)

    @property
    def doubts(self) -> Sequence[str]:
        """What in the link of the house was not understood."""
        return self.link.doubts if self.link else ()

    @property
    def names(self) -> Names:
        """What to call whose cards these are."""
        sides = side_names()
        return sides if self.about_showdown else Names(sides.knocker, _("this hand"))

    @property
    def is_readable(self) -> bool:
        """Whether nothing was said at any field yet."""
        return not any(field.errors for field in self)

    def read(self) -> Asked:
        """What was asked; whatever cannot be read counts as blank, with a word at its field."""
        if self.link is None:
            self.say(self.house, Problem(Reason.HOUSE_UNKNOWN, Place.DOCUMENT, text=self.house.data[:60]))
        house = self.chosen
        return Asked(
            house,
            self._read(self.cards, read_groups) or (),
            self._spread(house.rules) if self.about_showdown else None,
            self._turned_up() if house.rules.needs_upcard else None,
        )

    def say(self, field: Any, problem: Problem) -> None:
        """Says *problem* at *field*."""
        wrong(field, explain(problem, self.names))

    def say_all(self, problems: Iterable[Problem]) -> None:
        """Says each problem at the field where it lies."""
        for problem in problems:
            self.say(self._field_of(problem), problem)

    def _field_of(self, problem: Problem) -> Any:
        fields = {Place.UPCARD: self.upcard, Place.KNOCKER: self.knocker}
        return fields.get(problem.place, self.cards)

    def _spread(self, rules: HouseRules) -> Spread:
        """The knocker's spread as it was laid; cards that were just named lie at their best."""
        melds = self._read(self.knocker, read_groups) or ()
        left = self._read(self.left, read_cards) or ()
        if len(melds) > 1 or left:
            return Spread.of(melds, left)
        return laid_out(melds[0] if melds else (), None, rules)

    def _turned_up(self) -> Card | None:
        """The first upcard; None if blank or, with a word at the field, not one card."""
        cards = self._read(self.upcard, read_cards) or ()
        if len(cards) > 1:
            wrong(self.upcard, _("The upcard is one card."))
        return cards[0] if len(cards) == 1 else None

    def _read(self, field: Any, read: Callable[[str], T]) -> T | None:
        """What *read* makes of a field, or a word at the field and None."""
        text = field.data or ""
        if len(text) > LONGEST_TEXT:
            wrong(field, _("That is more than fourteen cards."))
            return None
        try:
            return read(text)
        except NotACardError as error:
            self.say(field, Problem(Reason.NOT_A_CARD, Place.DOCUMENT, text=", ".join(error.words)[:60]))
            return None


def link_in(asked: "MultiDict[str, str]") -> str:
    """The link of a house that somebody made, as it stands in an address; nothing where there is none."""
    if "from" not in asked:
        return ""
    said = {name: text for name, text in asked.items() if name not in QUESTION}
    return urlencode({"from": asked["from"], **said})
