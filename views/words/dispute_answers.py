"""The answers to common disputes, taken from the fields of the rules."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import ceil
from typing import Any

from models.gin.cards.cards import Card, read_cards, read_groups
from models.gin.hand.declaration import Count, Ending, Spread
from models.gin.hand.problems import may_knock
from models.gin.hand.scoring import Hand, suit_multiplier
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import AceUpcard, BoxTiming, MatchBy, Shutout, Tie
from models.gin.sheet.games import Game
from models.gin.sheet.sheet import sheet
from views.language.i18n import gettext as _
from views.language.i18n import marked, ngettext
from views.words.lists import paragraph
from views.words.rules.page import rules_about, sentence_on_page

AskedCards = Mapping[str, Any]
"""What the judge is asked, by the names in an address: ``cards``, and in a showdown ``knocker``, ``left``."""

ExampleCards = Callable[[HouseRules], AskedCards | None]
"""The example of a dispute under some rules; None where it cannot come up."""

TEN = Card.parse("TD")
"""An upcard that changes nothing: it allows ten, and it is no spade."""

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
THREE_RUNS = {"knocker": "9STSJS/9HTHJH/9DTDJD", "left": "KC", "cards": "7S8S3HQHKH5D7D8DQDKD"}
"""Undercut as three runs, 8 against 10; as three sets, on which no card can be laid off, worth 68."""
NOT_AT_BEST = {"knocker": "2H3H4H5H/KSKCKD", "left": "2S2D6C", "cards": "3S4D6D8H9HTCJSQHAC7C"}
ELEVEN = {"knocker": "KSKCKDKH/5S6S7S8S", "left": "9D2C", "cards": "2S2H2D3H4H9CTHJDQDAC"}
BIG_GIN = {"knocker": "KSKHKD/5S6S7S/9CTCJCQCKC", "cards": "2S2H2D3H4H9HTHJDQDAC"}
WITH_ONE = {"knocker": "KSKCKD/5S6S7S/9CTCJC", "left": "AH", **EIGHTS, "upcard": "AD"}
UNDER_A_SPADE = {**BROKEN, "upcard": "QS"}
TWO_MELDS = {"cards": "7S7H7D8D9D"}
ACES_IN_RUNS = {"cards": "QSKSAS/KHAH2H"}


def no_example(rules: HouseRules) -> AskedCards | None:
    """A dispute that no cards can show."""
    return None


def always(cards: AskedCards) -> ExampleCards:
    """Under any rules."""
    return lambda rules: _with_upcard(cards, rules)


def if_a_knock(cards: AskedCards) -> ExampleCards:
    """Where the rules allow a knock with this deadwood."""
    return lambda rules: _with_upcard(cards, rules) if _is_knock(cards, rules) else None


def if_oklahoma(cards: AskedCards) -> ExampleCards:
    """Where the upcard sets the knock limit."""
    return lambda rules: cards if rules.oklahoma else None


def if_spades_double(cards: AskedCards) -> ExampleCards:
    """Where a spade upcard doubles the hand."""
    return lambda rules: cards if rules.spade_double and _is_knock(cards, rules) else None


def _with_upcard(cards: AskedCards, rules: HouseRules) -> AskedCards:
    """The cards of a showdown, with an upcard where the rules need one."""
    return {"upcard": str(TEN), **cards} if "knocker" in cards and rules.needs_upcard else cards


def _is_knock(cards: AskedCards, rules: HouseRules) -> bool:
    knocker = Spread.of(read_groups(cards["knocker"]), read_cards(cards["left"]))
    return may_knock(knocker, rules, Card.parse(cards.get("upcard", str(TEN))))


DisputeAnswer = Callable[[HouseRules], str]


def answer_always(sentence: str) -> DisputeAnswer:
    """Answers with one sentence, whatever the rules."""
    return lambda rules: _(sentence)


def told(*names: str, after: str = "") -> DisputeAnswer:
    """What the page of the rules says under *names*, after a word or two."""
    return lambda rules: paragraph([after and _(after), *on_page(names, rules)])


def on_page(names: Iterable[str], rules: HouseRules) -> Iterator[str]:
    """The sentences of *names* on the page of the rules."""
    return (rule.sentence for rule in rules_about(names, rules))


def if_knocked(answer: DisputeAnswer) -> DisputeAnswer:
    """The answer under rules by which players can knock."""
    return lambda rules: only_gin() if nobody_knocks(rules) else answer(rules)


def if_laid_off(answer: DisputeAnswer) -> DisputeAnswer:
    """The answer under rules by which cards can be laid off."""
    return lambda rules: _nobody_lays_off() if _no_layoffs(rules) else answer(rules)


def nobody_knocks(rules: HouseRules) -> bool:
    return rules.knock_limit == 0


def _no_layoffs(rules: HouseRules) -> bool:
    """Every hand ends in gin, and nothing is laid off against gin."""
    return nobody_knocks(rules) and not rules.layoff_vs_gin


def only_gin() -> str:
    return _("That can’t happen under these rules: nobody knocks, every hand ends in gin.")


def _nobody_lays_off() -> str:
    return _("That can’t happen under these rules: every hand ends in gin, and nobody lays off against gin.")


def yes_or_no(is_so: bool) -> str:
    return _("Yes.") if is_so else _("No.")


def layoffs_against_gin(rules: HouseRules) -> str:
    return paragraph([yes_or_no(rules.layoff_vs_gin), *on_page(["layoff_vs_gin"], rules)])


def tie(rules: HouseRules) -> str:
    if nobody_knocks(rules):
        return only_gin()
    undercut = ["undercut_bonus"] if rules.tie is Tie.UNDERCUT else []
    return paragraph(on_page([*undercut, "tie"], rules))


zero_by_layoffs = if_knocked(
    told("gin_is_safe", "undercut_bonus", "gin_off_bonus", "gin_off_extra_boxes", after=marked("No."))
)


def zero_against_gin(rules: HouseRules) -> str:
    gin_off = ["gin_off_bonus", "gin_off_extra_boxes"] if rules.gin_off_vs_gin else []
    fields = ["gin_bonus", "gin_is_safe", *gin_off, "gin_off_vs_gin"]
    return paragraph([_("No."), *on_page(fields, rules)])


def melded_to_knock(rules: HouseRules) -> str:
    if nobody_knocks(rules):
        return only_gin()
    if not rules.melded_to_knock:
        return _("It doesn’t matter how many. Only the deadwood counts.")
    return paragraph(on_page(["melded_to_knock"], rules))


def big_gin(rules: HouseRules) -> str:
    gin = [] if rules.plays_big_gin else ["gin_bonus"]
    return paragraph(on_page(["big_gin_bonus", *gin, "big_gin"], rules))


def ace_upcard(rules: HouseRules) -> str:
    if not rules.oklahoma:
        return _("Without Oklahoma, the upcard sets no limit.")
    return paragraph([yes_or_no(rules.ace_upcard is not AceUpcard.GIN), *on_page(["ace_upcard"], rules)])


def spade(rules: HouseRules) -> str:
    if suit_multiplier(rules, Card.parse("TS")) == 1:
        return _("No. A spade upcard doubles nothing here.")
    fields = ["spade_double", "suit_multipliers", "spade_doubles_bonus", "spade_doubles_boxes"]
    return paragraph(on_page(fields, rules))


def boxes(rules: HouseRules) -> str:
    """Whether boxes count toward the target."""
    if not rules.box_bonus:
        return paragraph([_("No."), *on_page(["box_bonus"], rules)])
    at_once = rules.box_timing is BoxTiming.IMMEDIATE
    return paragraph([yes_or_no(at_once), *on_page(["box_timing", "column_targets"], rules)])


LARGEST_EXAMPLE = 10_000
"""The target of the longest game that is worked out: four hundred hands."""


def shutout(rules: HouseRules) -> str:
    every = ["all_columns_shutout_times", "all_columns_shutout_bonus"]
    fields = ["shutout", "shutout_test", "penalties_prevent_shutout", *every]
    sentence = paragraph(on_page(fields, rules))
    if rules.shutout is Shutout.NONE or rules.target > LARGEST_EXAMPLE:
        return sentence
    game = _shutout_game(rules)
    # Translators: hands worth 25 points each, while the other player wins none. %(paid)s is a number of
    # points.
    example = ngettext(
        "For example, %(num)s hand of 25 against none pays %(paid)s in all.",
        "For example, %(num)s hands of 25 against none pay %(paid)s in all.",
        len(game.hands),
        paid=game.difference,
    )
    return f"{sentence} {example}"


def _shutout_game(rules: HouseRules) -> Game:
    """A single game that one player wins with knocks worth 25 each, the other winning nothing."""
    single = rules.but(
        max_hands=None,
        columns=1,
        last_column_double=False,
        games_to_win=1,
        match_by=MatchBy.GAMES,
        knock_limit=10,
        oklahoma=False,
        knock_base=0,
        spade_double=False,
        suit_multipliers=None,
        rank_multipliers=None,
    )
    at_once = rules.box_bonus if rules.box_timing is BoxTiming.IMMEDIATE else 0
    needed = ceil(rules.target / (25 + at_once))
    return sheet([Hand(0, Count(Ending.KNOCK, 1, 26, TEN))] * needed, single).game


game_bonus = if_knocked(told("game_bonus", "column_bonuses"))

_OF_COLUMNS = (
    "last_column_double",
    "column_multipliers",
    "column_targets",
    "column_bonuses",
    "all_columns_shutout_times",
    "all_columns_shutout_bonus",
)


def hollywood(rules: HouseRules) -> str:
    if rules.columns == 1:
        return _("There is only one column here.")
    # Translators: answers “I was shut out of a column. Where does my first win go?”
    where = _("Into the next open column, as a first win. Columns that are closed stay as they are.")
    return paragraph([where, *on_page(_OF_COLUMNS, rules)])


def eleven(rules: HouseRules) -> str:
    """Whether it was a knock, and what follows if not."""
    return paragraph([_("That is not a knock."), *on_page(["knock_limit", "oklahoma", "false_knock"], rules)])


def exposed_card(rules: HouseRules) -> str:
    """What a card costs that was shown or seen by mistake."""
    goes_on = _("Play goes on: take the card back, or put it back in its place.")
    return f"{goes_on} {_charge(rules)}"


def wrong_number(rules: HouseRules) -> str:
    """How play goes on with nine cards, or with eleven, and what that costs."""
    goes_on = _(
        "Before your first draw, deal again. Later the other player chooses: deal again, or play on. To put "
        "it right, discard without drawing, or draw without discarding; you can’t knock on that turn."
    )
    return f"{goes_on} {_charge(rules)}"


def _charge(rules: HouseRules) -> str:
    if not rules.penalty_points:
        return _("It costs no points unless you agree on some.")
    return _(
        "Under these rules the other player gets %(points)s, unless you agree on something else.",
        points=rules.penalty_points,
    )


def upcard_offer(rules: HouseRules) -> str:
    # Translators: answers “Who gets the upcard first?”. The upcard is the card turned up after the deal.
    first = (
        _("The player who did not deal.")
        if sentence_on_page("upcard", rules)
        else _("Nobody: no card is turned up.")
    )
    return f"{first} {sentence_on_page('upcard_offer', rules)}"


def two_passes(rules: HouseRules) -> str:
    if sentence := sentence_on_page("after_passes", rules):
        return sentence
    return _("That can’t happen under these rules.") + f" {sentence_on_page('upcard_offer', rules)}"


def when_to_knock(rules: HouseRules) -> str:
    # Translators: answers “Can I knock on my first turn?”
    return only_gin() if nobody_knocks(rules) else _("Yes.") + f" {sentence_on_page('when_to_knock', rules)}"


def have_to_knock(rules: HouseRules) -> str:
    # Translators: answers “Do I have to knock if I can?”
    return only_gin() if nobody_knocks(rules) else _("No.") + f" {sentence_on_page('voluntary', rules)}"


def gin_kept_back(rules: HouseRules) -> str:
    if not rules.plays_big_gin:
        return f"{sentence_on_page('big_gin_bonus', rules)}"
    if rules.big_gin_bonus == rules.gin_bonus:
        return _("You can, but big gin scores no more than gin here.")
    return _("Yes.") + f" {sentence_on_page('big_gin', rules)}"
