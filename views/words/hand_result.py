"""What a hand was worth, in the words and the order in which players count it aloud."""

from collections.abc import Sequence
from dataclasses import dataclass

from models.gin.cards import Cards
from models.gin.declaration import Count, Declaration
from models.gin.melds import is_set
from models.gin.rule_options import Outcome, Side
from models.gin.rules import HouseRules
from models.gin.scoring import HandResult
from models.gin.sheet import Hand
from models.gin.verdicts import broken_meld
from views.web.i18n import gettext as _
from views.web.i18n import marked
from views.words.cards import PLURALS
from views.words.cards import cards as named

OUTCOMES = {
    Outcome.KNOCK: marked("Knock"),
    Outcome.GIN: marked("Gin"),
    Outcome.BIG_GIN: marked("Big gin"),
    Outcome.UNDERCUT: marked("Undercut"),
    Outcome.TIE: marked("Equal counts"),
    Outcome.DEAD: marked("Dead hand"),
}

HEADS = {
    Outcome.KNOCK: marked("%(name)s knocks, %(points)s."),
    Outcome.GIN: marked("%(name)s goes gin, %(points)s."),
    Outcome.BIG_GIN: marked("%(name)s goes big gin, %(points)s."),
    Outcome.UNDERCUT: marked("%(name)s undercuts, %(points)s."),
    Outcome.TIE: marked("Equal counts: the hand is %(name)s’s, %(points)s."),
}

BONUSES = {
    Outcome.KNOCK: marked("knock"),
    Outcome.GIN: marked("gin"),
    Outcome.BIG_GIN: marked("big gin"),
    Outcome.UNDERCUT: marked("undercut"),
    Outcome.TIE: marked("undercut"),
}


@dataclass(frozen=True, slots=True)
class Words:
    """A result in three parts: who scores what, what happened, and the sum."""

    head: str
    story: str = ""
    sum: str = ""

    def __str__(self) -> str:
        return " ".join(filter(None, (self.head, self.story, self.sum)))


def signed(points: int) -> str:
    """Points with their sign: +21, −25, 0."""
    return f"+{points}" if points > 0 else number(points)


def number(points: int) -> str:
    """A total, with a true minus."""
    return str(points).replace("-", "−")


def explain(hand: Hand, result: HandResult, names: Sequence[str], rules: HouseRules) -> Words:
    """The sentence under a hand."""
    if result.outcome is Outcome.DEAD:
        return Words(_(OUTCOMES[Outcome.DEAD]) + ".", _("Nobody went out; nobody scores."))
    return Words(_head(hand, result, names), _story(hand, names, rules), _sum(hand, result, names, rules))


def _head(hand: Hand, result: HandResult, names: Sequence[str]) -> str:
    if result.winner is None:
        return _("Equal counts: nobody scores.")
    name = names[hand.player(result.winner)]
    return _(HEADS[result.outcome], name=name, points=signed(result.points))


def _story(hand: Hand, names: Sequence[str], rules: HouseRules) -> str:
    """What both had, and how the defender came to it."""
    count = hand.count(rules)
    knocker, defender = names[hand.player(Side.KNOCKER)], names[hand.player(Side.DEFENDER)]
    had = _defence(hand.laid, defender, count, rules)
    if count.knocker == 0:
        return had + "."
    return _("%(name)s knocked with %(count)s; %(had)s.", name=knocker, count=count.knocker, had=had)


def _defence(laid: Declaration | Count, name: str, count: Count, rules: HouseRules) -> str:
    values = {"name": name, "count": count.defender}
    if isinstance(laid, Count) or not laid.layoffs:
        return _("%(name)s had %(count)s", **values)
    values["cards"] = _(" and ").join(named(layoff.cards) for layoff in laid.layoffs)
    if broken := broken_meld(laid, rules):
        return _(
            "%(name)s broke %(meld)s, laid off %(cards)s, and had %(count)s",
            meld=meld_named(broken),
            **values,
        )
    return _("%(name)s laid off %(cards)s and had %(count)s", **values)


def meld_named(meld: Cards) -> str:
    """A meld in a sentence: "the eights", or a run by its cards."""
    if is_set(meld):
        return _("the %(rank)s", rank=_(PLURALS[next(iter(meld)).rank]))
    return named(meld)


def _sum(hand: Hand, result: HandResult, names: Sequence[str], rules: HouseRules) -> str:
    """The sum as it is said: the difference, the bonus, the doubling, and what the loser pays.

    Where it has no second part, what the defender had is no sum: that was just said.
    """
    if result.winner is None:
        return ""
    count, bonus = hand.count(rules), _bonus(result)
    spoken = [_difference(count, result), *bonus]
    if count.knocker == 0 and not bonus and result.multiplier == 1:
        spoken = []
    if result.multiplier > 1:
        spoken.append(_("doubled for the spade"))
    if rules.loser_negative and result.points:
        loser = names[hand.player(result.winner.other)]
        spoken.append(f"{loser} {signed(-result.points)}")
    return ", ".join(spoken) + "." if spoken else ""


def _difference(count: Count, result: HandResult) -> str:
    if count.knocker == 0:
        return str(count.defender)
    high, low = max(count.knocker, count.defender), min(count.knocker, count.defender)
    return f"{high} − {low} = {result.difference}"


def _bonus(result: HandResult) -> list[str]:
    """The bonus by its name; nothing where the house pays none."""
    return [f"{_(BONUSES[result.outcome])} {result.award.bonus}"] if result.award.bonus else []


def missed_better(hand: Hand, better: Declaration, names: Sequence[str], rules: HouseRules) -> str:
    """What the defender could have left, played as *better* is."""
    return _(
        "%(name)s could have left %(best)s instead of %(left)s.",
        name=names[hand.player(Side.DEFENDER)],
        best=better.count(rules).defender,
        left=hand.count(rules).defender,
    )


@dataclass(frozen=True, slots=True)
class Part:
    """A line of the bill: what it is for, and its points."""

    label: str
    points: str
    strong: bool = False


def parts(hand: Hand, result: HandResult, names: Sequence[str], rules: HouseRules) -> list[Part]:
    """What a hand was worth as a bill: the same parts in the same order as the sentence."""
    if result.winner is None:
        return []
    count = hand.count(rules)
    bill = [Part(_difference_label(count), str(result.difference))]
    if result.award.bonus:
        bill.append(Part(_(BONUSES[result.outcome]).capitalize(), str(result.award.bonus)))
    if result.multiplier > 1:
        bill.append(Part(_("Doubled for the spade"), str(result.points - result.points // result.multiplier)))
    winner = names[hand.player(result.winner)]
    bill.append(Part(_("%(name)s scores", name=winner), str(result.points), strong=True))
    if rules.loser_negative and result.points:
        loser = names[hand.player(result.winner.other)]
        bill.append(Part(_("%(name)s loses", name=loser), number(-result.points)))
    return bill


def _difference_label(count: Count) -> str:
    if count.knocker == 0:
        return _("Left over")
    high, low = max(count.knocker, count.defender), min(count.knocker, count.defender)
    return _("Difference, %(high)s − %(low)s", high=high, low=low)
