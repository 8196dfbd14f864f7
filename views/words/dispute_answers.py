"""The answers to common disputes, taken from the fields of the rules."""

from collections.abc import Callable, Iterator
from math import ceil

from models.gin.cards.cards import Card
from models.gin.cards.melds import Aces
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


def if_knocked(sentence: str) -> Answer:
    """The same answer under any rules by which players can knock."""
    return lambda rules: only_gin() if nobody_knocks(rules) else _(sentence)


def if_laid_off(sentence: str) -> Answer:
    """The same answer under any rules by which cards can be laid off."""
    return lambda rules: _nobody_lays_off() if _no_layoffs(rules) else _(sentence)


def nobody_knocks(rules: HouseRules) -> bool:
    return rules.knock_limit == 0


def _no_layoffs(rules: HouseRules) -> bool:
    """Every hand ends in gin, and nothing is laid off against gin."""
    return nobody_knocks(rules) and not rules.layoff_vs_gin


def only_gin() -> str:
    return _("That can’t happen under these rules: nobody knocks, every hand ends in gin.")


def _nobody_lays_off() -> str:
    return _("That can’t happen under these rules: every hand ends in gin, and nobody lays off against gin.")


def layoffs_against_gin(rules: HouseRules) -> str:
    if rules.layoff_vs_gin and rules.plays_big_gin and not rules.layoff_vs_big_gin:
        return _("Yes. Under these rules the defender can lay off against gin, but not against big gin.")
    if rules.layoff_vs_gin:
        return _("Yes. Under these rules the defender can lay off even against gin.")
    # Translators: to lay off: to add your own unmatched cards to the melds of the player who knocked.
    return _("No. Nobody can lay off against gin.")


TIES = {
    Tie.UNDERCUT: marked("The defender. A tie is an undercut here, with its bonus of %(bonus)s."),
    Tie.UNDERCUT_NO_BONUS: marked("The defender wins the hand, but for no points."),
    Tie.KNOCKER: marked("The knocker wins the hand, but for no points."),
    Tie.VOID: marked("Nobody. The hand scores nothing."),
}


def tie(rules: HouseRules) -> str:
    return only_gin() if nobody_knocks(rules) else _(TIES[rules.tie], bonus=rules.undercut_bonus)


def zero_by_layoffs(rules: HouseRules) -> str:
    if nobody_knocks(rules):
        return only_gin()
    sentence = _(
        "No. Only the player who knocks can have gin. It is an undercut: the difference in deadwood "
        "plus %(bonus)s.",
        bonus=rules.undercut_bonus,
    )
    return paragraph([sentence, *_gin_off(rules)])


def _gin_off(rules: HouseRules) -> Iterator[str]:
    """What a defender without deadwood gets on top."""
    if rules.gin_off_bonus:
        # Translators: gin-off: a defender who ends with no deadwood at all. %(bonus)s is a number of
        # points.
        yield _("Gin-off adds another %(bonus)s.", bonus=rules.gin_off_bonus)
    if boxes := rules.gin_off_extra_boxes:
        # Translators: box: what a won hand is worth in addition to its points, added up after the game.
        yield ngettext("Gin-off adds %(num)s box.", "Gin-off adds %(num)s boxes.", boxes)


def zero_against_gin(rules: HouseRules) -> str:
    sentence = _("It scores the gin bonus of %(bonus)s. Gin can’t be undercut.", bonus=rules.gin_bonus)
    if not rules.gin_off_vs_gin or not (rules.gin_off_bonus or rules.gin_off_extra_boxes):
        return sentence
    return paragraph([sentence, _("The defender has gin-off."), *_gin_off_vs_gin(rules)])


def _gin_off_vs_gin(rules: HouseRules) -> Iterator[str]:
    """What a defender without deadwood gets against gin."""
    if points := rules.gin_off_bonus:
        # Translators: “it” is gin-off.
        yield ngettext("It scores %(num)s point.", "It scores %(num)s points.", points)
    if boxes := rules.gin_off_extra_boxes:
        # Translators: “it” is gin-off.
        yield ngettext("It gives %(num)s box.", "It gives %(num)s boxes.", boxes)


ACES = {
    # Translators: answers “Is Q-K-A a run? And K-A-2?”. Use the letters of the cards in your language.
    Aces.LOW: marked("Neither. Aces are low: only A-2-3 is a run."),
    Aces.HIGH_OR_LOW: marked("Q-K-A is a run, and so is A-2-3. K-A-2 is not."),
    Aces.ROUND: marked("Both. Runs can go around the corner here."),
}


def ace_in_runs(rules: HouseRules) -> str:
    """Whether an ace may follow a king, and a two may follow that ace."""
    return _(ACES[rules.aces])


def laid_counts(rules: HouseRules) -> str:
    if nobody_knocks(rules):
        return _("Under these rules only gin counts, so your melds can’t leave any deadwood.")
    return _("The melds count as they were laid down. The judge shows the best melds next to them.")


def melded_to_knock(rules: HouseRules) -> str:
    if nobody_knocks(rules):
        return only_gin()
    if not rules.melded_to_knock:
        return _("It doesn’t matter how many. Only the deadwood counts.")
    # Translators: answers “How many of my cards must be melded to knock?”
    return _("At least %(needed)s of the ten, whatever the deadwood.", needed=rules.melded_to_knock)


def big_gin(rules: HouseRules) -> str:
    if not rules.plays_big_gin:
        return _(
            "There is no big gin here: eleven melded cards are gin and score a bonus of %(bonus)s.",
            bonus=rules.gin_bonus,
        )
    if rules.big_gin_bonus == rules.gin_bonus:
        return _(
            "The same bonus as gin, %(bonus)s. You can discard or not, as you like.",
            bonus=rules.big_gin_bonus,
        )
    return _(
        "A bonus of %(bonus)s. You don’t discard: all eleven cards are melded.", bonus=rules.big_gin_bonus
    )


def ace_upcard(rules: HouseRules) -> str:
    if not rules.oklahoma:
        return _("The upcard sets no limit here, so an ace changes nothing.")
    if rules.ace_upcard is AceUpcard.GIN:
        return _("No. If the upcard is an ace, you need gin.")
    return _("Yes. If the upcard is an ace, you can knock with 1.")


def spade(rules: HouseRules) -> str:
    times = suit_multiplier(rules, Card.parse("TS"))
    if times == 1:
        return _("No. A spade upcard doubles nothing here.")
    if times > 2:
        sentence = _("If the upcard is a spade, the hand is multiplied by %(times)s.", times=times)
        return sentence + " " + _(MULTIPLIED[rules.spade_doubles_bonus, rules.spade_doubles_boxes])
    return _(DOUBLED[rules.spade_doubles_bonus, rules.spade_doubles_boxes])


DOUBLED = {
    (True, True): marked("Yes. The whole hand counts double, with its bonus, and its boxes are doubled too."),
    (True, False): marked("The whole hand counts double, with its bonus. Boxes are not doubled."),
    (False, True): marked("The difference and the boxes are doubled, but not the bonus."),
    (False, False): marked("No. Only the difference is doubled."),
}
"""By whether bonuses and boxes are doubled."""

MULTIPLIED = {
    # Translators: follows “If the upcard is a spade, the hand is multiplied by 3.”
    (True, True): marked("The bonus and the boxes are multiplied too."),
    (True, False): marked("The bonus is multiplied too, but the boxes are not."),
    (False, True): marked("The boxes are multiplied too, but the bonus is not."),
    (False, False): marked("The bonus and the boxes are not multiplied."),
}


def boxes(rules: HouseRules) -> str:
    if not rules.box_bonus:
        return _("No. There are no boxes here.")
    if rules.columns > 1 and rules.column_targets is not None:
        return _boxes_in_columns(rules)
    if rules.box_timing is BoxTiming.IMMEDIATE:
        return _("Yes. Boxes are written at once here and count toward %(target)s.", target=rules.target)
    return _("No. Boxes are added after the game and don’t count toward %(target)s.", target=rules.target)


def _boxes_in_columns(rules: HouseRules) -> str:
    """The same if each column has its own target."""
    if rules.box_timing is BoxTiming.IMMEDIATE:
        return _("Yes. Boxes are written at once here and count toward the target of each column.")
    return _("No. Boxes are added after the game and don’t count toward the target of a column.")


def shutout(rules: HouseRules) -> str:
    every = ["all_columns_shutout_times", "all_columns_shutout_bonus"]
    fields = ["shutout", "shutout_test", "penalties_prevent_shutout", *every]
    sentence = paragraph(rule.sentence for rule in rules_about(fields, rules))
    if rules.shutout is Shutout.NONE:
        return sentence
    game = _shutout_game(rules)
    # Translators: hands worth 25 points each, while the other player wins none. %(paid)s is a number of
    # points.
    example = ngettext(
        "For example, winning %(num)s hand of 25 to nothing pays %(paid)s in all.",
        "For example, winning %(num)s hands of 25 to nothing pays %(paid)s in all.",
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


def game_bonus(rules: HouseRules) -> str:
    if nobody_knocks(rules):
        return only_gin()
    if rules.columns > 1 and rules.column_bonuses is not None:
        return paragraph(rule.sentence for rule in rules_about(["column_bonuses"], rules))
    if not rules.game_bonus:
        return _("Nobody: there is no game bonus here.")
    return _(
        "The player whose score reached %(target)s gets the game bonus of %(bonus)s. "
        "After your undercut that is you.",
        target=rules.target,
        bonus=rules.game_bonus,
    )


_OF_COLUMNS = (
    "last_column_double",
    "column_multipliers",
    "column_targets",
    "column_bonuses",
    "all_columns_shutout_times",
    "all_columns_shutout_bonus",
)


def dealer(rules: HouseRules) -> str:
    return paragraph(
        rule.sentence
        for rule in rules_about(["deal_rotation", "redeal_after_dead_hand", "next_game_dealer"], rules)
    )


def three_players(rules: HouseRules) -> str:
    return paragraph(rule.sentence for rule in rules_about(["three_players"], rules))


def partners(rules: HouseRules) -> str:
    return paragraph(rule.sentence for rule in rules_about(["partners_score"], rules))


def hollywood(rules: HouseRules) -> str:
    if rules.columns == 1:
        return _("There is only one column here.")
    # Translators: answers “I was shut out of a column. Where does my first win go?”
    where = _("Into the next open column, as a first win. Columns that are closed stay as they are.")
    return paragraph([where, *(rule.sentence for rule in rules_about(_OF_COLUMNS, rules))])
