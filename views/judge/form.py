"""The form of the judge: cards, and the rules they are judged by."""

from collections.abc import Iterable, Sequence
from typing import Any
from urllib.parse import urlencode

from werkzeug.datastructures import MultiDict
from wtforms import Form
from wtforms.fields import HiddenField, RadioField, SelectChoice, SelectField

from models.gin.cards.cards import Card, NotACardError, read_groups
from models.gin.hand.card_layout import laid_out
from models.gin.hand.declaration import Spread
from models.gin.hand.problems import Problem, ProblemPlace, Reason
from models.gin.rules.house_rules import HouseRules
from views.entry.fields import CardsField, GroupsField, UpcardField
from views.entry.typed_cards import chosen_reading, in_field
from views.language.i18n import gettext as _
from views.language.i18n import lazy, marked
from views.shared.form_helpers import choose, chosen, wrong
from views.shared.judge_links import Question, compact
from views.shared.rules_links import FIRST_PRESET, CustomRules, ReadLink, read_choice
from views.words.books import number_of_players_said
from views.words.cards import CardLetters, letters_of, own_letters
from views.words.problems import Names, explain, side_names
from views.words.rule_sets import NAMES

CARD_FIELDS = ("upcard", "knocker", "left", "cards")

QUESTION = ("ask", "house", *CARD_FIELDS, "letters", "see")
"""The parameters of the question in an address; all others are rules."""


class JudgeForm(Form):  # type: ignore[misc]
    """Cards as they are typed or tapped: one hand, or a knocker's spread against ten cards."""

    ask = RadioField(lazy("What do you want to check?"))
    house = SelectField(lazy("Rules"), validate_choice=False)
    upcard = UpcardField(lazy("Upcard"))
    knocker = GroupsField(lazy("The knocker’s melds"))
    left = CardsField(lazy("The knocker’s deadwood"))
    cards = GroupsField(lazy("Cards"))
    too_long = marked("That’s more than fourteen cards.")
    letters = HiddenField()
    """The language in which the form was shown, if its cards have letters of their own. A link has none."""

    def __init__(
        self,
        query: "MultiDict[str, str]",
        own_rules: Sequence[CustomRules] = (),
        default: CustomRules | None = None,
        *,
        only: CustomRules | None = None,
    ) -> None:
        """*own_rules* are the rules saved on this phone; *default* is chosen if the form names none.

        *only* are the rules of a match: there is nothing to choose.
        """
        super().__init__(query)
        for field in self:
            field.errors = []
        if (reading := chosen_reading(query)) and reading.field in CARD_FIELDS:
            self[reading.field].data = reading.text
        choose(self.ask, [("hand", number_of_players_said(1)), ("showdown", number_of_players_said(2))])
        self._offer(query, own_rules, default or CustomRules.named(FIRST_PRESET), only)
        self.ask.data = chosen(self.ask) or ("showdown" if self.knocker.data or self.left.data else "hand")

    def _offer(
        self,
        query: "MultiDict[str, str]",
        own_rules: Sequence[CustomRules],
        default: CustomRules,
        only: CustomRules | None,
    ) -> None:
        """Offers the rules to choose from, first those of a link."""
        if only:
            self.link: ReadLink | None = ReadLink(only)
        else:
            self.link = read_choice(self.house.data or link_in(query) or default.choice)
        linked = [self.link.rules] if self.link else []
        offered = (
            {} if only else {rules.choice: rules for rules in (*own_rules, *map(CustomRules.named, NAMES))}
        )
        self.houses = {rules.choice: rules for rules in linked if rules.choice not in offered} | offered
        self.house.choices = [SelectChoice(choice, rules.title) for choice, rules in self.houses.items()]
        self.named = self.house.data or ""
        if linked:
            self.house.data = linked[0].choice

    @property
    def about_showdown(self) -> bool:
        """Whether a knocker's hand is judged against a defender's."""
        return bool(self.ask.data == "showdown")

    @property
    def chosen(self) -> CustomRules:
        """The chosen rules, or the first preset if the form names unknown ones."""
        return self.link.rules if self.link else CustomRules.named(FIRST_PRESET)

    @property
    def doubts(self) -> Sequence[str]:
        """What was not understood in the link to the rules."""
        return self.link.doubts if self.link else ()

    @property
    def names(self) -> Names:
        """The names of the two hands in messages."""
        sides = side_names()
        return sides if self.about_showdown else Names(sides.knocker, _("this player"))

    @property
    def is_readable(self) -> bool:
        """Whether no field has an error yet."""
        return not any(field.errors for field in self)

    def read(self) -> Question:
        """The question; what cannot be read counts as blank, with an error at its field."""
        if self.link is None:
            self.say(self.house, Problem(Reason.HOUSE_UNKNOWN, ProblemPlace.DOCUMENT, text=self.named[:60]))
        chosen = self.chosen
        return Question(
            chosen,
            self._read(self.cards),
            self._spread(chosen.rules) if self.about_showdown else None,
            self._turned_up() if chosen.rules.needs_upcard else None,
        )

    @property
    def card_letters(self) -> CardLetters:
        """The letters with which its cards are typed."""
        return letters_of(self.letters.data or "")

    def write_own_letters(self) -> None:
        """Writes the cards of a link with the reader's letters, in which more can then be typed."""
        if self.letters.data or not own_letters():
            return
        self.letters.data = own_letters()
        for name in CARD_FIELDS:
            self[name].data = in_field(self[name].data or "", self.card_letters)

    def say(self, field: Any, problem: Problem) -> None:
        """Adds *problem* to the errors of *field*."""
        wrong(field, explain(problem, self.names, self.card_letters))

    def say_all(self, problems: Iterable[Problem]) -> None:
        """Adds each problem to the field where it is."""
        for problem in problems:
            self.say(self._field_of(problem), problem)

    def _field_of(self, problem: Problem) -> Any:
        fields = {ProblemPlace.UPCARD: self.upcard, ProblemPlace.KNOCKER: self.knocker}
        return fields.get(problem.place, self.cards)

    def _spread(self, rules: HouseRules) -> Spread:
        """The knocker's spread as entered; cards without groups get the best melds."""
        melds, left = self._read(self.knocker), self._read(self.left)
        if len(melds) > 1 or left:
            return Spread.of(melds, left)
        return laid_out(melds[0] if melds else (), None, rules)

    def _turned_up(self) -> Card | None:
        """The upcard; None if it is blank or, with an error at the field, not one card."""
        self._read(self.upcard)
        return self.upcard.card

    def _read(self, field: CardsField) -> Any:
        """What was read in *field*; nothing if it is blank or, with an error there, can't be read."""
        field.validate(self)
        return field.value


def as_typed(address: "MultiDict[str, str]") -> "MultiDict[str, str]":
    """What somebody typed into an address, which is read with the letters of the reader."""
    return MultiDict({"letters": own_letters(), **address.to_dict()})


def as_asked(address: "MultiDict[str, str]") -> "MultiDict[str, str]":
    """What an address asks. Cards that are written as in our links are English; others were typed."""
    is_a_link = all(is_as_in_links(address.get(name, "")) for name in CARD_FIELDS)
    return address if is_a_link else as_typed(address)


def is_as_in_links(text: str) -> bool:
    """Whether *text* is what a page writes for its cards into an address.

    >>> is_as_in_links("7S7H7D/TC"), is_as_in_links("7S 7H"), is_as_in_links("DT")
    (True, False, False)
    """
    try:
        return compact(read_groups(text)) == text
    except NotACardError:
        return False


def link_in(query: "MultiDict[str, str]") -> str:
    """The rules in an address, as a query string; "" if it has none."""
    if "from" not in query:
        return ""
    fields = {name: text for name, text in query.items() if name not in QUESTION}
    return urlencode({"from": query["from"], **fields})
