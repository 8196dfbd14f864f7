"""What players quarrel about, answered for a house from the fields of its rules."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from models.gin.cards import Card
from models.gin.declaration import Count, Ending
from models.gin.melds import Aces
from models.gin.rules import HouseRules
from models.gin.schools import AceUpcard, BoxTiming, Shutout, Tie
from models.gin.sheet import Hand, sheet
from views.language import gettext as _
from views.language import marked
from views.words.houses import said_of

Answer = Callable[[HouseRules], str]

Cards = Mapping[str, Any]
"""What the judge is asked, by its names in an address: ``cards``, and in a showdown ``knocker``, ``left``."""

Acting = Callable[[HouseRules], Cards | None]
"""The cards that act a quarrel out in a house; None where it cannot come up."""


@dataclass(frozen=True, slots=True)
class Quarrel:
    """Something that is said across the table, and the answer."""

    name: str
    question: str
    answer: Answer
    fields: tuple[str, ...] = ()
    """The fields of the rules that decide it; none where every house answers alike."""
    acting: Acting = lambda rules: None

    def acted_in(self, rules: HouseRules) -> Cards | None:
        """The cards that act it out, with the first upcard where the house needs one."""
        cards = self.acting(rules)
        return cards and _with_upcard(cards, rules)


TEN = "TD"
"""An upcard that changes nothing: it allows ten, and it is no spade."""


def _with_upcard(cards: Cards, rules: HouseRules) -> Cards:
    showdown = "knocker" in cards
    return {"upcard": TEN, **cards} if showdown and rules.needs_upcard else cards


# Whether a quarrel can come up


def _nobody_knocks(rules: HouseRules) -> bool:
    return rules.knock_limit == 0


def _no_layoffs(rules: HouseRules) -> bool:
    """Every hand ends in gin, and nothing is laid off against gin."""
    return _nobody_knocks(rules) and not rules.layoff_vs_gin


def _where_they_knock(cards: Cards) -> Acting:
    return lambda rules: None if _nobody_knocks(rules) else cards


def _anywhere(cards: Cards) -> Acting:
    return lambda rules: cards


def _if_knocked(sentence: str) -> Answer:
    """The same answer wherever hands are knocked at all."""
    return lambda rules: _only_gin() if _nobody_knocks(rules) else _(sentence)


def _if_laid_off(sentence: str) -> Answer:
    """The same answer wherever there are lay-offs at all."""
    return lambda rules: _never_laid_off() if _no_layoffs(rules) else _(sentence)


def _only_gin() -> str:
    return _("It cannot come up: nobody knocks here, every hand ends in gin.")


def _never_laid_off() -> str:
    return _("It cannot come up: every hand ends in gin here, and nothing is laid off against gin.")


# The answers


def _layoffs_against_gin(rules: HouseRules) -> str:
    if rules.layoff_vs_gin:
        return _("Yes. In this house the defender lays off even against gin.")
    return _("No. Nothing is laid off against gin.")


TIES = {
    Tie.UNDERCUT: marked("The defender: it is an undercut, with its bonus of %(bonus)s."),
    Tie.UNDERCUT_NO_BONUS: marked("The defender, but without the bonus: the hand is won for no points."),
    Tie.KNOCKER: marked("The knocker, for no points."),
    Tie.VOID: marked("Nobody: the hand scores nothing."),
}


def _tie(rules: HouseRules) -> str:
    return _only_gin() if _nobody_knocks(rules) else _(TIES[rules.tie], bonus=rules.undercut_bonus)


def _zero_by_layoffs(rules: HouseRules) -> str:
    if _nobody_knocks(rules):
        return _only_gin()
    return _(
        "No. Only the knocker can go gin: it is an undercut and pays the difference and %(bonus)s.",
        bonus=rules.undercut_bonus,
    )


def _zero_against_gin(rules: HouseRules) -> str:
    return _("It scores its bonus, %(bonus)s. Gin is never undercut.", bonus=rules.gin_bonus)


ACES = {
    Aces.LOW: marked("Neither. The ace is low: A-2-3 is a run."),
    Aces.HIGH_OR_LOW: marked("Q-K-A is a run, as A-2-3 is; K-A-2 is not."),
    Aces.ROUND: marked("Both. Runs go round the corner here."),
}


def _laid_counts(rules: HouseRules) -> str:
    if _nobody_knocks(rules):
        return _("Only gin counts here: however it is laid, nothing may be left over.")
    return _("What was laid counts, even if it could have been less. The judge shows the best beside it.")


def _eleven(rules: HouseRules) -> str:
    if _nobody_knocks(rules):
        return _("Nobody knocks here with anything left over: the hand is not scored.")
    if rules.oklahoma:
        return _(
            "It is not a knock: the upcard allows %(limit)s at most, often less. The hand is not scored.",
            limit=rules.knock_limit,
        )
    return _("It is not a knock: the most is %(limit)s. The hand is not scored.", limit=rules.knock_limit)


def _big_gin(rules: HouseRules) -> str:
    if rules.big_gin_bonus is None:
        return _(
            "It is not played here: eleven melded cards are gin and pay %(bonus)s.", bonus=rules.gin_bonus
        )
    if rules.big_gin_bonus == rules.gin_bonus:
        return _("As much as gin, %(bonus)s. The discard is as you please.", bonus=rules.big_gin_bonus)
    return _("%(bonus)s. All eleven cards lie there: nothing is discarded.", bonus=rules.big_gin_bonus)


def _ace_upcard(rules: HouseRules) -> str:
    if not rules.oklahoma:
        return _("The upcard sets no limit here: an ace is a card like any other.")
    if rules.ace_upcard is AceUpcard.GIN:
        return _("No. An ace turned up means gin only.")
    return _("Yes. An ace turned up allows a knock with one.")


def _spade(rules: HouseRules) -> str:
    if not rules.spade_double:
        return _("Nothing is doubled here, whatever is turned up.")
    if rules.spade_doubles_boxes:
        return _("The whole hand is doubled, bonuses included, and the boxes too.")
    return _("The whole hand is doubled, bonuses included, but not the boxes.")


def _boxes(rules: HouseRules) -> str:
    if not rules.box_bonus:
        return _("No. Boxes pay nothing here.")
    if rules.box_timing is BoxTiming.IMMEDIATE:
        return _("Yes. Boxes are written at once here and count toward %(target)s.", target=rules.target)
    return _("No. Boxes are added after the game and do not count toward %(target)s.", target=rules.target)


def _shutout(rules: HouseRules) -> str:
    said = " ".join(rule.sentence for rule in said_of(["shutout", "shutout_test"], rules))
    if rules.shutout is Shutout.NONE:
        return said
    paid = _("Played to 100, three hands of 40, 40 and 30 to nothing are paid %(paid)s.", paid=_paid(rules))
    return f"{said} {paid}"


def _paid(rules: HouseRules) -> int:
    """What a single game to 100 is paid, three knocks worth 40, 40 and 30 having won it."""
    house = rules.but(target=100, columns=1, games_to_win=1, knock_base=0)
    hands = [Hand(0, Count(Ending.KNOCK, 1, 1 + points, Card.parse(TEN))) for points in (40, 40, 30)]
    return sheet(hands, house).game.difference or 0


def _game_bonus(rules: HouseRules) -> str:
    if _nobody_knocks(rules):
        return _only_gin()
    if not rules.game_bonus:
        return _("Nobody: there is no game bonus here.")
    return _(
        "The player whose score went over %(target)s: after an undercut the defender. It is %(bonus)s.",
        target=rules.target,
        bonus=rules.game_bonus,
    )


def _dealer(rules: HouseRules) -> str:
    return " ".join(rule.sentence for rule in said_of(["deal_rotation", "redeal_after_dead_hand"], rules))


def _hollywood(rules: HouseRules) -> str:
    if rules.columns == 1:
        return _("There is only one column here.")
    return _("Into the next open column, as a first win. Columns already closed stay as they are.")


# The cards that act them out

GIN = {"knocker": "KSKCKD/5S6S7S/9CTCJCQC"}
KNOCK_WITH_TEN = {"knocker": "KSKCKD/5S6S7S/9CTCJC", "left": "JD"}
EIGHTS = {"cards": "2S2C2D2H8S8C8D9S7CAC"}
"""The defender's hand of OpenSpiel's gin_rummy_test.cc, in which the eights are broken."""

AGAINST_GIN = {**GIN, **EIGHTS}
EQUAL = {**KNOCK_WITH_TEN, "cards": "2S2H2D2C3H4H5HAD4D5D"}
ALL_LAID_OFF = {"knocker": "ASACAD/TCTDTH/JSQSKS", "left": "2H", "cards": "4S4C4D4H5S5C5D5H9STS"}
NOTHING_AGAINST_GIN = {**GIN, "cards": "2S2H2D2C3H4H5H8S8H8D"}
LOOSE_TWOS = {"knocker": "KSKCKDKH/5S6S7S8S", "left": "2S2C", "cards": "2HAC4D6C9D9CTHJDQDAD"}
A_CHAIN = {**KNOCK_WITH_TEN, "cards": "8S9S2S2C2D2HAHAC3D4H"}
BROKEN = {**KNOCK_WITH_TEN, **EIGHTS}
THREE_RUNS = {"knocker": "5S6S7S/5C6C7C/5D6D7D", "left": "AH", "cards": "4S4C4D8S8C8D5H6H7H3S"}
"""Published: worth +2 as three sets, and lost by 26 as three runs."""
NOT_AT_BEST = {"knocker": "2H3H4H5H/KSKCKD", "left": "2S2D6C", "cards": "3S4D6D8H9HTCJSQHAC7C"}
ELEVEN = {"knocker": "KSKCKDKH/5S6S7S8S", "left": "9D2C", "cards": "2S2H2D3H4H9CTHJDQDAC"}
BIG_GIN = {"knocker": "KSKHKD/5S6S7S/9CTCJCQCKC", "cards": "2S2H2D3H4H9HTHJDQDAC"}
WITH_ONE = {"knocker": "KSKCKD/5S6S7S/9CTCJC", "left": "AH", **EIGHTS, "upcard": "AD"}
UNDER_A_SPADE = {**BROKEN, "upcard": "QS"}


QUARRELS = (
    Quarrel(
        "layoff-against-gin",
        marked("You went gin. Can I lay off?"),
        _layoffs_against_gin,
        ("layoff_vs_gin",),
        _anywhere(AGAINST_GIN),
    ),
    Quarrel(
        "tie",
        marked("We have the same count. Who wins?"),
        _tie,
        ("tie", "undercut_bonus", "knock_limit"),
        _where_they_knock(EQUAL),
    ),
    Quarrel(
        "zero-by-layoffs",
        marked("I have laid off everything and have nothing left. Is it my gin?"),
        _zero_by_layoffs,
        ("undercut_bonus", "knock_limit"),
        _where_they_knock(ALL_LAID_OFF),
    ),
    Quarrel(
        "zero-against-gin",
        marked("I have nothing left either. So your gin scores nothing?"),
        _zero_against_gin,
        ("gin_bonus",),
        _anywhere(NOTHING_AGAINST_GIN),
    ),
    Quarrel(
        "two-melds",
        marked("May the seven be in both my melds?"),
        lambda rules: _("No. One card, one meld."),
        acting=_anywhere({"cards": "7S7H7D8D9D"}),
    ),
    Quarrel(
        "aces",
        marked("Is Q-K-A a run? And K-A-2?"),
        lambda rules: _(ACES[rules.aces]),
        ("aces",),
        _anywhere({"cards": "QSKSAS/KHAH2H"}),
    ),
    Quarrel(
        "loose-cards",
        marked("Can I lay my third two on your two loose twos?"),
        _if_knocked(marked("No. Cards go on melds only, never on deadwood.")),
        ("knock_limit",),
        _where_they_knock(LOOSE_TWOS),
    ),
    Quarrel(
        "chain",
        marked("I lay off the eight. May the nine follow?"),
        _if_laid_off(marked("Yes. One card after another, at either end of the run.")),
        ("knock_limit", "layoff_vs_gin"),
        _where_they_knock(A_CHAIN),
    ),
    Quarrel(
        "breaking",
        marked("Must I keep my own melds and then lay off?"),
        _if_laid_off(marked("No. You may break a meld of your own to lay off more.")),
        ("knock_limit", "layoff_vs_gin"),
        _where_they_knock(BROKEN),
    ),
    Quarrel(
        "laying-anew",
        marked("May I lay my melds anew, now that I see what you lay off?"),
        _if_laid_off(marked("No. The knocker is bound by the melds as they were laid.")),
        ("knock_limit", "layoff_vs_gin"),
        _where_they_knock(THREE_RUNS),
    ),
    Quarrel(
        "forgotten",
        marked("I forgot to lay off."),
        _if_laid_off(
            marked(
                "Laying off is a right, not a duty. "
                "If you both agree that it was only forgotten, correct the hand."
            )
        ),
        ("knock_limit", "layoff_vs_gin"),
        _where_they_knock(BROKEN),
    ),
    Quarrel(
        "laid-otherwise",
        marked("But it is less if you lay it like this!"),
        _laid_counts,
        ("knock_limit",),
        _where_they_knock(NOT_AT_BEST),
    ),
    Quarrel(
        "eleven",
        marked("You knocked with eleven."),
        _eleven,
        ("knock_limit", "oklahoma"),
        _anywhere(ELEVEN),
    ),
    Quarrel(
        "big-gin",
        marked("What does big gin pay? And what do I discard?"),
        _big_gin,
        ("big_gin_bonus", "gin_bonus"),
        _anywhere(BIG_GIN),
    ),
    Quarrel(
        "ace-upcard",
        marked("An ace is turned up. May I knock with one?"),
        _ace_upcard,
        ("oklahoma", "ace_upcard"),
        lambda rules: WITH_ONE if rules.oklahoma else None,
    ),
    Quarrel(
        "spade",
        marked("A spade is turned up. Are bonuses and boxes doubled?"),
        _spade,
        ("spade_double", "spade_doubles_boxes"),
        lambda rules: UNDER_A_SPADE if rules.spade_double else None,
    ),
    Quarrel(
        "boxes",
        marked("With my boxes I am over the target. Have I won?"),
        _boxes,
        ("box_timing", "box_bonus", "target"),
    ),
    Quarrel(
        "shutout",
        marked("You have nothing at all. What does that pay me?"),
        _shutout,
        ("shutout", "shutout_test", "shutout_bonus", "game_bonus", "box_bonus"),
    ),
    Quarrel(
        "game-bonus",
        marked("You knocked and I undercut. Who gets the game bonus?"),
        _game_bonus,
        ("game_bonus", "target", "knock_limit"),
    ),
    Quarrel("dealer", marked("Who deals now?"), _dealer, ("deal_rotation", "redeal_after_dead_hand")),
    Quarrel(
        "hollywood",
        marked("I lost a column without a point. Where does my first win go?"),
        _hollywood,
        ("columns",),
    ),
    Quarrel(
        "correcting",
        marked("The score of three hands ago was wrong."),
        lambda rules: _(
            "Correct it. An old hand can be corrected at any time, and all that follows is worked out anew."
        ),
    ),
)
"""Every quarrel, in the order in which a house answers them."""
