"""A hand as it was entered: reads its fields, asks the rules, and says at each field what is wrong."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

from wtforms.fields import HiddenField, RadioField
from wtforms.validators import ValidationError

from models.gin.cards.cards import Cards, Group
from models.gin.hand.card_layout import CardLayout
from models.gin.hand.declaration import Count, Ending
from models.gin.hand.problems import Problem, ProblemPlace, Reason, problems
from models.gin.hand.scoring import Hand
from models.gin.rules.seating import Player, other
from views.entry.entering import EntryForm
from views.entry.fields import CardsField, DeadwoodField, MeldsField, UpcardField
from views.entry.slot import HandSlot, problems_with
from views.language.i18n import gettext as _
from views.language.i18n import lazy, marked, ngettext
from views.shared.form_helpers import chosen, wrong
from views.words.cards import CardLetters, card, letters_of
from views.words.problems import Names, explain

Way = Literal["cards", "deadwood"]
"""How a hand is entered: with cards or with the two deadwood numbers."""

WAYS: tuple[Way, ...] = get_args(Way)

READ: dict[Way, tuple[str, ...]] = {
    "deadwood": ("deadwood_0", "deadwood_1", "upcard", "outcome"),
    "cards": ("cards_0", "cards_1", "melds_0", "melds_1", "layoffs", "upcard"),
}
"""The fields that are read, in this order, beside who knocked."""

UNPLAYED = {
    Ending.KNOCK.value: marked("Nobody can knock here, only go gin."),
    Ending.BIG_GIN.value: marked("There is no big gin here."),
}
"""Why the rules do not allow an outcome."""

OF_THE_CARDS_ALONE = {Reason.CARD_LAID_TWICE, Reason.CARD_IN_BOTH_HANDS, Reason.NOT_A_MELD}
"""Problems of the cards themselves, whoever knocked and whatever is still missing."""

OF_THE_NUMBER = {Reason.CARD_LAID_TWICE, Reason.WRONG_NUMBER_OF_CARDS}
"""Problems that make the amount of deadwood irrelevant."""

NO_KNOCK = {Reason.OVER_KNOCK_LIMIT, Reason.TOO_FEW_MELDED}
"""Problems that make it no knock."""


def as_way(text: str | None) -> Way | None:
    """The way that is called so, or None."""
    return text if text in WAYS else None


def _as_noted(form: "EnteredHand", field: UpcardField) -> None:
    """If the upcard differs from the one noted on the sheet, the players must say which is right."""
    noted = form.slot.noted_upcard
    if noted and field.card not in (None, noted):
        sentence = _("The sheet says %(card)s. If that’s wrong, change it there.", card=card(noted))
        raise ValidationError(sentence)


def _is_played(form: "EnteredHand", field: RadioField) -> None:
    """Refuses an outcome that the rules do not allow."""
    if form.ending is None:
        unplayed = _(UNPLAYED[field.data]) + " " if field.data in UNPLAYED else ""
        raise ValidationError(unplayed + _("Choose how the hand ended."))


@dataclass(frozen=True, slots=True)
class Validation:
    """What a hand comes to, as it was entered."""

    hand: Hand | None
    """The hand of players 0 and 1; None while something is wrong or missing."""
    layout: CardLayout | None
    """The cards as they lie, if it is entered by cards."""
    places: Sequence[str]
    """The fields with an error, in the order in which they were found."""
    missing: Mapping[str, str]
    """The fields that are blank, each with its question, in the order in which they are asked."""
    problems: Sequence[Problem]
    is_gin_after_all: bool
    """Whether a knock was entered with no deadwood, which is gin."""

    @property
    def pointed(self) -> Cards:
        """The cards that a problem is about."""
        return frozenset(card for problem in self.problems for card in problem.cards)

    @property
    def is_false_knock(self) -> bool:
        """Whether the knocker has more deadwood than the limit."""
        return any(problem.reason is Reason.OVER_KNOCK_LIMIT for problem in self.problems)


class EnteredHand(EntryForm):
    """The fields of a hand of players 0 and 1, and what they come to."""

    by = HiddenField()
    letters = HiddenField()
    """The language in which the form was shown, if its cards have letters of their own."""
    knocker = RadioField(lazy("Who knocked?"))
    outcome = RadioField(lazy("How the hand ended"), [_is_played], validate_choice=False)
    upcard = UpcardField(lazy("Upcard"), [_as_noted])
    deadwood_0 = DeadwoodField()
    deadwood_1 = DeadwoodField()
    cards_0 = CardsField()
    cards_1 = CardsField()
    melds_0 = MeldsField()
    melds_1 = MeldsField()
    layoff_choice = RadioField(lazy("Lay-offs"))
    layoffs = CardsField(lazy("Other lay-offs"))
    too_long = marked("That’s more than ten cards.")
    is_finished = False
    """Whether it is to be saved as it is: what is missing is wrong then."""
    validation: Validation
    """The last result."""

    def __init__(self, slot: HandSlot, **kwargs: Any) -> None:
        super().__init__(slot.match, slot.record, **kwargs)
        self.slot = slot
        self.asks_upcard = slot.asks_upcard

    @property
    def card_letters(self) -> CardLetters:
        """The letters with which its cards are typed."""
        return letters_of(self.letters.data or "")

    @property
    def way(self) -> Way:
        """Whether the hand is entered by cards or by deadwood."""
        return "deadwood" if self.by.data == "deadwood" else "cards"

    @property
    def is_dead(self) -> bool:
        """Whether nobody knocked."""
        return bool(self.knocker.data == "none")

    @property
    def knocked_by(self) -> Player | None:
        """Who knocked; None if nobody did or nothing has been chosen."""
        return int(self.knocker.data) if self.knocker.data in ("0", "1") else None

    @property
    def ending(self) -> Ending | None:
        """How the hand ended, by deadwood; None if the rules do not allow what was entered."""
        outcome = chosen(self.outcome)
        return None if outcome is None else Ending(outcome)

    def validate(self, extra_validators: object = None) -> bool:
        """Whether the hand can be saved; if not, adds an error to each field that is wrong or missing.

        A knock without deadwood becomes gin, which the players have to see before it is saved.
        """
        self._validate(finished=True)
        return self.validation.hand is not None and not self.validation.is_gin_after_all

    def validate_so_far(self) -> None:
        """Adds errors for an unfinished hand, but not for what is still blank, or what more cards can fix."""
        self._validate(finished=False)

    def _validate(self, *, finished: bool) -> None:
        self.is_finished = finished
        for each in self:
            each.errors = []
        read = self._read(self.way)
        is_gin = self._is_gin_after_all
        if is_gin:
            self.outcome.data = Ending.GIN.value
        layout = self._layout() if self.way == "cards" and not self.is_dead else None
        unread = [name for name in read if self[name].errors]
        missing = dict(self._missing(layout))
        hand = self._hand(layout)
        found = list(self._known_problems(hand, layout, unread, missing)) if hand else []
        if hand and not (unread or found or missing):
            found += problems_with(self.match, self.record, self.slot.seated(hand))
        places = [*unread, *map(self._say, found), *(self._ask_for(missing) if finished else ())]
        stands = not (places or missing)
        self.validation = Validation(hand if stands else None, layout, places, missing, found, is_gin)

    def _read(self, way: Way) -> list[str]:
        """Reads the fields of this *way*, those of them that are asked for, and says which they are."""
        names = [name for name in READ[way] if self._is_asked(name)]
        for name in names:
            self[name].validate(self)
        return names

    def _is_asked(self, name: str) -> bool:
        if self.is_dead:
            return name == "upcard" and self.slot.rules.dead_hand_needs_upcard
        if name == "upcard":
            return self.asks_upcard
        return name != "layoffs" or self.layoff_choice.data == "own"

    @property
    def _is_gin_after_all(self) -> bool:
        """Whether a knock was entered with no deadwood: that is gin."""
        if self.way == "cards" or self.knocked_by is None or self.ending is not Ending.KNOCK:
            return False
        return bool(self[f"deadwood_{self.knocked_by}"].number == 0)

    def _layout(self) -> CardLayout:
        """The cards of both players as they lie."""
        hands = self.cards_0.cards, self.cards_1.cards
        self.melds_0.not_in(hands[0])
        self.melds_1.not_in(hands[1])
        melds = self.melds_0.melds, self.melds_1.melds
        laid_off = self._laid_off(hands) if self._is_asked("layoffs") else None
        return CardLayout(self.slot.rules, self.knocked_by, hands, melds, laid_off, self.upcard.card)

    def _laid_off(self, hands: Sequence[Group]) -> Group:
        """The cards that were laid off, without those that the defender does not hold."""
        if self.knocked_by is None:
            return self.layoffs.cards
        strange = self.layoffs.not_in(hands[other(self.knocked_by)])
        return tuple(card for card in self.layoffs.cards if card not in strange)

    @property
    def _sides(self) -> tuple[Player, Player]:
        """The knocker and the defender, as if player 0 had knocked while that is not known."""
        knocker = self.knocked_by or 0
        return knocker, other(knocker)

    def _hand(self, layout: CardLayout | None) -> Hand | None:
        """The hand as far as it is known; None by deadwood while the knocker or the outcome is missing."""
        if self.is_dead:
            return Hand(None, Count(Ending.DEAD, upcard=self.upcard.card))
        knocker, defender = self._sides
        if layout is not None:
            known = layout if layout.knocker is not None else replace(layout, knocker=knocker)
            return Hand(knocker, known.declaration)
        if self.knocked_by is None or self.ending is None:
            return None
        knockers, defenders = (self[f"deadwood_{player}"].number or 0 for player in (knocker, defender))
        return Hand(knocker, Count(self.ending, knockers, defenders, self.upcard.card))

    def _missing(self, layout: CardLayout | None) -> Iterator[tuple[str, str]]:
        """The fields that are still blank, each with its question, in the order in which they are asked."""
        if self.knocked_by is None and not self.is_dead:
            yield "knocker", _("Who knocked?")
        if self._is_asked("upcard") and not self.upcard.text:
            yield "upcard", _("What’s the upcard?")
        yield from self._missing_cards(layout) if layout else self._missing_deadwood()

    def _missing_cards(self, layout: CardLayout) -> Iterator[tuple[str, str]]:
        """The missing cards, the knocker's first."""
        for player in self._sides:
            if missing := layout.cards_missing(player):
                yield f"cards_{player}", ngettext("%(num)s more card", "%(num)s more cards", missing)

    def _missing_deadwood(self) -> Iterator[tuple[str, str]]:
        """The missing deadwood; after gin only the defender's."""
        if self.knocked_by is None:
            return
        players = [self.knocked_by] if self.ending is Ending.KNOCK else []
        for player in (*players, other(self.knocked_by)):
            field = self[f"deadwood_{player}"]
            if field.number is None and not field.errors:
                yield field.name, _("%(name)s’s deadwood?", name=self.slot.names[player])

    def _ask_for(self, missing: Mapping[str, str]) -> Iterator[str]:
        """The fields that are blank and without an error; the question becomes their error."""
        for name, question in missing.items():
            if not self[name].errors:
                wrong(self[name], question)
                yield name

    def _known_problems(
        self, hand: Hand, layout: CardLayout | None, unread: Collection[str], missing: Collection[str]
    ) -> Iterator[Problem]:
        """The problems of *hand* under the rules, as far as they can be known."""
        found = list(problems(hand.laid, self.slot.rules))
        of_number = [each for each in found if each.reason in OF_THE_NUMBER]
        miscounted = any(each.place is ProblemPlace.KNOCKER for each in of_number)
        for problem in found:
            is_known = self.knocked_by is not None and self._read_from(problem).isdisjoint(unread)
            idle = problem.reason in NO_KNOCK and miscounted
            stays = not missing or self._stays(problem, layout)
            if problem.reason in OF_THE_CARDS_ALONE or (is_known and stays and not idle):
                yield problem

    def _stays(self, problem: Problem, layout: CardLayout | None) -> bool:
        """Whether more cards can't solve *problem*."""
        if problem.reason is Reason.WRONG_NUMBER_OF_CARDS:
            return self.is_finished or (problem.figure or 0) > (problem.bound or 0)
        if problem.reason in NO_KNOCK:
            return self.is_finished or layout is None or layout.is_knock_settled
        return problem.reason is not Reason.UPCARD_MISSING

    def _read_from(self, problem: Problem) -> set[str]:
        """The fields that must be readable for *problem* to be known."""
        if self.way == "deadwood" or problem.place is ProblemPlace.UPCARD:
            return {self._place(problem)}
        players = self._sides[:1] if problem.place is ProblemPlace.KNOCKER else self._sides
        return {"layoffs", *(f"{what}_{player}" for what in ("cards", "melds") for player in players)}

    def _place(self, problem: Problem) -> str:
        """The name of the field of *problem*."""
        if problem.place is ProblemPlace.UPCARD:
            return "upcard"
        player = self._sides[problem.place is not ProblemPlace.KNOCKER]
        if self.way == "deadwood":
            return f"deadwood_{player}"
        if problem.place is ProblemPlace.LAYOFFS:
            return "layoffs"
        return f"melds_{player}" if problem.reason is Reason.NOT_A_MELD else f"cards_{player}"

    def _say(self, problem: Problem) -> str:
        """Adds *problem* to the errors of its field, and says which one that is."""
        knocker, defender = self._sides
        names, place = Names(self.slot.names[knocker], self.slot.names[defender]), self._place(problem)
        wrong(self[place], explain(problem, names))
        return place

    @property
    def written(self) -> Hand:
        if self.validation.hand is None:
            raise ValueError("not a valid hand")
        return self.slot.seated(self.validation.hand)
