"""What is wrong, in words that say what to do about it."""

from dataclasses import dataclass

from models.gin.cards import HAND_SIZE, MOST_IN_HAND
from models.gin.melds import Flaw
from models.gin.problems import Place, Problem, Reason
from views.web.i18n import gettext as _
from views.web.i18n import marked, ngettext
from views.words.cards import cards as named
from views.words.hand_result import number

FLAWS = {
    Flaw.TOO_FEW: marked("%(cards)s: a meld takes three cards or more."),
    Flaw.CARD_REPEATED: marked("%(cards)s: one card stands there twice."),
    Flaw.MORE_THAN_FOUR_OF_A_RANK: marked("%(cards)s: a set has three or four cards."),
    Flaw.ACE_ABOVE_KING: marked("%(cards)s is no run: the ace is low here and does not follow the king."),
    Flaw.ROUND_THE_CORNER: marked(
        "%(cards)s is no run: it cannot go round the corner from the king to the two."
    ),
    Flaw.GAP_IN_RUN: marked("%(cards)s is no run: a card is missing in between."),
    Flaw.MIXED_SUITS: marked("%(cards)s is no run: all its cards must be of one suit."),
    Flaw.NEITHER_SET_NOR_RUN: marked("%(cards)s is neither a set of one rank nor a run of one suit."),
}

SENTENCES = {
    Reason.CARD_LAID_TWICE: marked("%(name)s has %(cards)s twice."),
    Reason.CARD_IN_BOTH_HANDS: marked("%(cards)s cannot lie on both sides of the table."),
    Reason.GIN_WITH_DEADWOOD: marked("Gin leaves nothing, but %(name)s has %(figure)s left."),
    Reason.LAYOFF_AGAINST_GIN: marked("In this house nothing is laid off against gin: %(cards)s."),
    Reason.LAYOFF_NOT_ON_A_MELD: marked("%(cards)s can be laid off on a meld of %(knocker)s’s only."),
    Reason.LAYOFF_DOES_NOT_FIT: marked("%(cards)s fits no meld of %(knocker)s’s."),
    Reason.COUNT_IMPOSSIBLE: marked("%(figure)s cannot be: ten cards leave from 0 to %(bound)s."),
    Reason.UPCARD_MISSING: marked("This house plays by the first upcard: which was it?"),
    Reason.NOT_A_CARD: marked("Not a card: %(text)s. Write rank and suit, such as 7S or 10H."),
    Reason.FILE_UNREADABLE: marked("The file “%(text)s” cannot be read."),
    Reason.NOT_JSON: marked("This is no JSON."),
    Reason.TOO_LARGE: marked("This is longer than any match."),
    Reason.WRONG_FORMAT: marked("This is no match document of the format gin-match/1."),
    Reason.FIELD_MISSING: marked("The field “%(text)s” is missing."),
    Reason.FIELD_UNKNOWN: marked("There is no field “%(text)s” here."),
    Reason.FIELD_WRONG: marked("The field “%(text)s” cannot hold this."),
    Reason.HOUSE_UNKNOWN: marked("There is no house named “%(text)s”."),
    Reason.OUTCOME_DISAGREES: marked("The cards say something other than “%(text)s”."),
}


@dataclass(frozen=True, slots=True)
class Names:
    """What to call the two sides."""

    knocker: str
    defender: str

    def of(self, place: Place) -> str:
        """Whose cards or count stand at *place*."""
        return self.knocker if place is Place.KNOCKER else self.defender


def side_names() -> Names:
    """The two sides where no player is known."""
    return Names(_("the knocker"), _("the defender"))


LONGEST_FIGURE = 15


def shortened(figure: int | None) -> str:
    """A figure as it is said; of one that is longer than any count, the beginning."""
    digits = number(figure or 0)
    return digits if len(digits) <= LONGEST_FIGURE else digits[:LONGEST_FIGURE] + "…"


def explain(problem: Problem, names: Names) -> str:
    """*problem* in a sentence that begins with a capital."""
    sentence = _explained(problem, names)
    return sentence[:1].upper() + sentence[1:]


def _explained(problem: Problem, names: Names) -> str:
    if problem.reason is Reason.WRONG_NUMBER_OF_CARDS:
        return _wrong_number(problem, names)
    if problem.reason is Reason.OVER_KNOCK_LIMIT:
        return _over_limit(problem, names)
    sentence = FLAWS[problem.flaw] if problem.flaw else SENTENCES[problem.reason]
    return _(
        sentence,
        name=names.of(problem.place),
        knocker=names.knocker,
        cards=named(problem.cards),
        figure=shortened(problem.figure),
        bound=problem.bound,
        text=problem.text,
    )


def _wrong_number(problem: Problem, names: Names) -> str:
    name, figure = names.of(problem.place), problem.figure or 0
    if problem.bound != HAND_SIZE:
        return _("The judge takes 1 to %(bound)s cards, not %(figure)s.", bound=problem.bound, figure=figure)
    if figure == MOST_IN_HAND and problem.place is Place.KNOCKER:
        return _("%(name)s has eleven cards, not all melded: leave out the discard.", name=name)
    return ngettext(
        "%(name)s has %(num)s card, not ten.", "%(name)s has %(num)s cards, not ten.", figure, name=name
    )


def _over_limit(problem: Problem, names: Names) -> str:
    name, figure = names.of(problem.place), shortened(problem.figure)
    if problem.bound == 0:
        return _("%(name)s has %(figure)s left, and this hand is for gin only.", name=name, figure=figure)
    return _(
        "%(name)s has %(figure)s left: the most to knock with is %(bound)s.",
        name=name,
        figure=figure,
        bound=problem.bound,
    )
