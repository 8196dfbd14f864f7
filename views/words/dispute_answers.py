"""The answers to common disputes, taken from the fields of the rules."""

from collections.abc import Callable, Iterable, Iterator
from math import ceil

from models.gin.cards.cards import Card
from models.gin.hand.declaration import Count, Ending
from models.gin.hand.hand import Hand
from models.gin.rules.bonuses import suit_multiplier
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import AceUpcard, BoxTiming, MatchBy, Shutout, Tie
from models.gin.sheet.games import Game
from models.gin.sheet.sheet import sheet
from views.language.i18n import gettext as _
from views.language.i18n import marked, ngettext
from views.words.dispute_cards import TEN
from views.words.lists import paragraph
from views.words.rules.page import rules_about

Answer = Callable[[HouseRules], str]


def always(sentence: str) -> Answer:
    """The same answer under any rules."""
    return lambda rules: _(sentence)


def told(*names: str, after: str = "") -> Answer:
    """What the page of the rules says under *names*, after a word or two."""
    return lambda rules: paragraph([after and _(after), *on_page(names, rules)])


def on_page(names: Iterable[str], rules: HouseRules) -> Iterator[str]:
    """The sentences of *names* on the page of the rules."""
    return (rule.sentence for rule in rules_about(names, rules))


def if_knocked(answer: Answer) -> Answer:
    """The answer under rules by which players can knock."""
    return lambda rules: only_gin() if nobody_knocks(rules) else answer(rules)


def if_laid_off(answer: Answer) -> Answer:
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


def shutout(rules: HouseRules) -> str:
    every = ["all_columns_shutout_times", "all_columns_shutout_bonus"]
    fields = ["shutout", "shutout_test", "penalties_prevent_shutout", *every]
    sentence = paragraph(on_page(fields, rules))
    if rules.shutout is Shutout.NONE:
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
