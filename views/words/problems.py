"""Problems in words that say what to do about them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from models.gin.cards.cards import HAND_SIZE, MOST_IN_HAND
from models.gin.cards.melds import Flaw
from models.gin.hand.problems import Problem, ProblemPlace, Reason
from views.language.i18n import gettext as _
from views.language.i18n import marked, marked_plural, ngettext
from views.words.cards import ENGLISH, CardLetters, example
from views.words.cards import cards as named
from views.words.hand_result import number

FLAWS = {
    # Translators: %(cards)s is one card or several: “5♠ 6♠”.
    Flaw.TOO_FEW: marked("%(cards)s: a meld needs at least three cards."),
    Flaw.CARD_REPEATED: marked("%(cards)s: the same card appears twice."),
    Flaw.MORE_THAN_FOUR_OF_A_RANK: marked("%(cards)s: a set has three or four cards."),
    # Translators: %(cards)s is several cards: “Q♠ K♠ A♠”.
    Flaw.ACE_ABOVE_KING: marked("%(cards)s is not a run: aces are low here, so an ace can’t follow a king."),
    Flaw.ROUND_THE_CORNER: marked("%(cards)s is not a run: it can’t go around the corner from king to two."),
    Flaw.GAP_IN_RUN: marked("%(cards)s is not a run: a card is missing."),
    Flaw.MIXED_SUITS: marked("%(cards)s is not a run: the cards must all be of one suit."),
    Flaw.NEITHER_SET_NOR_RUN: marked("%(cards)s is neither a set of one rank nor a run of one suit."),
}

SENTENCES = {
    # Translators: %(name)s is a player, or “the knocker”, “the defender” or “this hand”. The first letter
    # becomes a capital.
    Reason.CARD_LAID_TWICE: marked("%(name)s has %(cards)s twice."),
    Reason.CARD_IN_BOTH_HANDS: marked("%(cards)s can’t be in both hands."),
    Reason.LAYOFF_AGAINST_GIN: marked("You can’t lay off against gin here: %(cards)s."),
    Reason.LAYOFF_AGAINST_BIG_GIN: marked("You can’t lay off against big gin here: %(cards)s."),
    # Translators: %(knocker)s is the name of a player.
    Reason.LAYOFF_NOT_ON_A_MELD: marked("%(cards)s can only be laid off on %(knocker)s’s melds."),
    Reason.LAYOFF_DOES_NOT_FIT: marked("No place for %(cards)s on %(knocker)s’s melds."),
    Reason.COUNT_IMPOSSIBLE: marked("Deadwood can’t be more than %(bound)s."),
    # Translators: the upcard: the card turned up after the deal.
    Reason.UPCARD_MISSING: marked("What card was turned up? These rules depend on it."),
    Reason.OPENING_REACHES_TARGET: marked("The game would already be over: the target is %(bound)s."),
    Reason.OPENING_NOT_ZERO_SUM: marked(
        "Under these rules, what one player wins the other loses: the points must add up to 0."
    ),
    Reason.OPENING_TOO_MANY_COLUMNS: marked("Under these rules, the sheet has fewer columns."),
    # Translators: the points that players had before the first hand.
    Reason.OPENING_TWICE: marked("The opening scores are already on the sheet. Correct them there."),
    # Translators: a total of the score sheet, as large as 9,999,999.
    Reason.TOTAL_TOO_LARGE: marked(
        "A total can’t have more than seven digits. Check the points, or go on in a new match."
    ),
    # Translators: %(text)s is what was typed; the cards are, in the letters of your language, 7S and 10H.
    Reason.NOT_A_CARD: marked("Not a card: %(text)s. Type rank and suit, for example %(seven)s or %(ten)s."),
    # Translators: %(text)s is what was typed, such as “5-8S”; %(run)s is 5S-8S in letters of your language.
    Reason.RUN_UNCLEAR: marked(
        "Is “%(text)s” a run? Type %(run)s for the run from five to eight, "
        "or put spaces between single cards."
    ),
    Reason.FILE_UNREADABLE: marked("The file “%(text)s” can’t be read."),
    Reason.NOT_JSON: marked("This is not JSON."),
    Reason.TOO_LARGE: marked("This is too long for a match."),
    Reason.WRONG_FORMAT: marked("This is not a match document in the format gin-match/1."),
    Reason.NEWER_FORMAT: marked(
        "This file was written by a newer version of Deadwood. It has to be updated here first."
    ),
    Reason.FIELD_MISSING: marked("The field “%(text)s” is missing."),
    Reason.FIELD_UNKNOWN: marked("There is no field “%(text)s” here."),
    Reason.FIELD_WRONG: marked("The field “%(text)s” can’t have this value."),
    # Translators: %(text)s is the name of rules in a file.
    Reason.HOUSE_UNKNOWN: marked("There are no rules called “%(text)s”."),
    # Translators: %(text)s is a word of the file format, such as “gin”. It is not translated.
    Reason.OUTCOME_DISAGREES: marked("The cards don’t match the outcome “%(text)s”."),
}

COUNTED = {
    # Translators: %(bound)s is how many cards must be in melds.
    Reason.TOO_FEW_MELDED: marked_plural(
        "%(name)s can’t knock: %(figure)s card melded, and a knock needs %(bound)s.",
        "%(name)s can’t knock: %(figure)s cards melded, and a knock needs %(bound)s.",
    ),
    # Translators: the plural is for languages in which the word for deadwood has one.
    Reason.GIN_WITH_DEADWOOD: marked_plural(
        "%(name)s has %(figure)s deadwood, so it isn’t gin.",
        "%(name)s has %(figure)s deadwood, so it isn’t gin.",
    ),
}
"""The sentences that agree in number with the figure."""

BOUNDED = {
    # Translators: “here” is under the rules of this match.
    Reason.OPENING_AFTER_LAST_HAND: marked_plural(
        "A game has only %(bound)s hand here, so at least one must be left.",
        "A game has only %(bound)s hands here, so at least one must be left.",
    ),
    Reason.OPENING_WINS_MATCH: marked_plural(
        "The match would already be over: %(bound)s game wins it.",
        "The match would already be over: %(bound)s games win it.",
    ),
}
"""The sentences that agree in number with the limit."""

WITHOUT_NAMES = {
    Reason.LAYOFF_NOT_ON_A_MELD: marked("%(cards)s can only be laid off on the knocker’s melds."),
    Reason.LAYOFF_DOES_NOT_FIT: marked("No place for %(cards)s on the knocker’s melds."),
}
"""Sentences in which "the knocker" could not stand in the place of a name in every language."""


@dataclass(frozen=True, slots=True)
class Names:
    """The names of the two sides."""

    knocker: str
    defender: str
    of_players: bool = True
    """Whether they are names, and not "the knocker" and "the defender"."""

    def of(self, place: ProblemPlace) -> str:
        """The player whose cards or deadwood are at *place*."""
        return self.knocker if place is ProblemPlace.KNOCKER else self.defender


def side_names() -> Names:
    """The names of the sides without players."""
    # Translators: used where the name of a player stands when there is one: “the knocker has no cards
    # yet”. The first letter becomes a capital at the start of a sentence.
    return Names(_("the knocker"), _("the defender"), of_players=False)


LONGEST_FIGURE = 15


def shortened(figure: int | None) -> str:
    """A figure in a sentence; shortened if it is longer than any deadwood."""
    digits = number(figure or 0)
    return digits if len(digits) <= LONGEST_FIGURE else digits[:LONGEST_FIGURE] + "…"


def explain(problem: Problem, names: Names, letters: CardLetters = ENGLISH) -> str:
    """*problem* as a sentence that begins with a capital letter. Cards were typed with *letters*."""
    sentence = _explained(problem, names, letters)
    return sentence[:1].upper() + sentence[1:]


def _explained(problem: Problem, names: Names, letters: CardLetters) -> str:
    if problem.reason is Reason.WRONG_NUMBER_OF_CARDS:
        return _wrong_number(problem, names)
    if problem.reason is Reason.OVER_KNOCK_LIMIT:
        return _over_limit(problem, names)
    if problem.reason is Reason.COUNT_IMPOSSIBLE and (problem.figure or 0) < 0:
        return _("Deadwood can’t be less than 0.")
    values: dict[str, Any] = {
        "name": names.of(problem.place),
        "knocker": names.knocker,
        "cards": named(problem.cards),
        "figure": shortened(problem.figure),
        "bound": problem.bound,
        "text": problem.text,
        "seven": example("7S", letters),
        "ten": example("10H", letters),
        "run": example("5S-8S", letters),
    }
    if problem.reason in COUNTED:
        return ngettext(*COUNTED[problem.reason], problem.figure or 0, **values)
    if problem.reason in BOUNDED:
        return ngettext(*BOUNDED[problem.reason], problem.bound or 0, **values)
    return _(_sentence(problem, names), **values)


def _sentence(problem: Problem, names: Names) -> str:
    """The sentence about a problem in which nothing is counted."""
    if problem.flaw:
        return FLAWS[problem.flaw]
    if not names.of_players and problem.reason in WITHOUT_NAMES:
        return WITHOUT_NAMES[problem.reason]
    return SENTENCES[problem.reason]


def unclear_letters(words: Sequence[str]) -> str:
    """The question which cards are meant by letters that mean something else in English."""
    # Translators: %(text)s is what was typed, for example “DK”: in German the queen of clubs, in English the
    # king of diamonds. Buttons with the possible cards follow.
    return _("“%(text)s” can mean different cards. Which are right?", text=" ".join(words))


def mixed_order(words: Sequence[str]) -> str:
    """What is wrong with cards that have suit and rank in another order than the first one."""
    text = ", ".join(words)
    # Translators: %(text)s is what was typed, such as “♠8” after “7♠”.
    return _("Type the suit first in all cards, or the rank first in all: “%(text)s” differs.", text=text)


def _wrong_number(problem: Problem, names: Names) -> str:
    name, figure = names.of(problem.place), problem.figure or 0
    if problem.bound != HAND_SIZE:
        # Translators: the judge: the page that says what cards are worth. %(bound)s is a number greater
        # than 10.
        return _("The judge takes 1 to %(bound)s cards, not %(figure)s.", bound=problem.bound, figure=figure)
    if figure == MOST_IN_HAND and problem.place is ProblemPlace.KNOCKER:
        return _("%(name)s has eleven cards, and not all are melded: leave out the discard.", name=name)
    if not figure:
        return _("%(name)s has no cards yet.", name=name)
    return ngettext(
        "%(name)s has %(num)s card, not ten.", "%(name)s has %(num)s cards, not ten.", figure, name=name
    )


def _over_limit(problem: Problem, names: Names) -> str:
    name, figure = names.of(problem.place), shortened(problem.figure)
    if problem.bound == 0:
        # Translators: the plural is for languages in which the word for deadwood has one.
        return ngettext(
            "%(name)s has %(figure)s deadwood, but only gin counts in this hand.",
            "%(name)s has %(figure)s deadwood, but only gin counts in this hand.",
            problem.figure or 0,
            name=name,
            figure=figure,
        )
    # Translators: limit: the most deadwood to knock with. the plural is for languages in which the word
    # for deadwood has one.
    return ngettext(
        "%(name)s can’t knock: %(figure)s deadwood (limit %(bound)s).",
        "%(name)s can’t knock: %(figure)s deadwood (limit %(bound)s).",
        problem.figure or 0,
        name=name,
        figure=figure,
        bound=problem.bound,
    )
