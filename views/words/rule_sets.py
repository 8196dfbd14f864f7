"""The names of the presets and of topics, and rules in a few words."""

from models.gin.rules.field_types import Topic
from models.gin.rules.house_rules import TOPICS, HouseRules
from models.gin.rules.presets import PRESETS
from models.records.tables.column_types import Agreement
from models.records.tables.match import Match
from views.language.i18n import gettext as _
from views.language.i18n import marked

NAMES = {
    # Translators: names of rules by what they do: 20 points for gin.
    "pagat": marked("Standard (gin 20)"),
    "wikipedia": marked("Standard with big gin"),
    # Translators: rules with 25 points for gin, undercut and box.
    "modern": marked("All bonuses 25"),
    # Translators: the same as the rules “Standard”, but the players take turns dealing.
    "bicycle": marked("Standard, alternate deal"),
    "oklahoma": marked("Oklahoma"),
    # Translators: rules for a match of five games at most.
    "tournament": marked("Best of five"),
    # Translators: rules by which boxes are added with each hand, not after the game.
    "palace": marked("Boxes at once"),
    # Translators: Hollywood: several columns; Oklahoma: the upcard sets the knock limit.
    "rummytalk": marked("Hollywood with Oklahoma"),
    # Translators: rules without knocking: only gin ends a hand.
    "straight": marked("Straight gin"),
    # Translators: rules by which the loser of a hand loses what the winner gets.
    "sydney": marked("Zero sum"),
    "white-knuckle": marked("No game bonus, undercut 25"),
    # Translators: rules by which the higher total after all bonuses wins.
    "french": marked("Higher total wins"),
    "fournier": marked("Lay-offs against gin"),
    "wikipedia-play": marked("No game bonus, undercut 15"),
}
"""The names of the presets, by what they do, in the order of lists."""

NO_LONGER_OFFERED = frozenset({"bicycle", "wikipedia-play"})
"""Presets that differ from another in a number or two. Links, documents and matches with them still open."""

OFFERED = tuple(name for name in NAMES if name not in NO_LONGER_OFFERED)
"""The presets that can be chosen, in the order of lists."""

SHORT_NAMES = {
    # Translators: short for the rules “Standard (gin 20)”, the usual ones.
    "pagat": marked("Standard"),
    "wikipedia": marked("Big gin"),
    # Translators: short for the rules “All bonuses 25”.
    "modern": marked("All 25"),
    # Translators: short for the rules “Standard, alternate deal”.
    "bicycle": marked("Alternate deal"),
    "oklahoma": marked("Oklahoma"),
    "tournament": marked("Best of five"),
    "palace": marked("Boxes at once"),
    # Translators: short for the rules “Hollywood with Oklahoma”.
    "rummytalk": marked("Hollywood"),
    "straight": marked("Straight gin"),
    "sydney": marked("Zero sum"),
    "white-knuckle": marked("No game bonus"),
    # Translators: short for the rules “Higher total wins”.
    "french": marked("Higher total"),
    # Translators: short for the rules “Lay-offs against gin”.
    "fournier": marked("Gin lay-offs"),
    # Translators: short for the rules “No game bonus, undercut 15”.
    "wikipedia-play": marked("Undercut 15"),
}
"""Short names, within a line or in a caption."""

SOURCES = {
    # Translators: whose rules they are. Pagat, Bicycle, Fournier, Sydney, Palace, Rummytalk and White Knuckle
    # are names of sites, publishers and clubs.
    "pagat": marked("Pagat"),
    "wikipedia": marked("Wikipedia"),
    # Translators: whose rules they are: those of many apps of today.
    "modern": marked("Today’s apps"),
    "bicycle": marked("Bicycle"),
    "tournament": marked("Tournament"),
    "palace": marked("Gin Rummy Palace"),
    "rummytalk": marked("Rummytalk"),
    "sydney": marked("Sydney"),
    "white-knuckle": marked("White Knuckle"),
    # Translators: whose rules they are: those of a text in French.
    "french": marked("French"),
    "fournier": marked("Fournier"),
    # Translators: the rules in the section “Play” of an article of Wikipedia.
    "wikipedia-play": marked("Wikipedia, “Play”"),
}
"""Whose rules the presets are. Oklahoma and straight gin are nobody's."""

LINES = {
    # Translators: a game ends at 100 points. The other numbers are bonuses.
    "pagat": marked("To 100. Gin 20, undercut 10, box 20. The loser deals."),
    "wikipedia": marked("To 100. Gin 25, big gin 31. A shutout doubles the hand points."),
    "modern": marked("To 100. Gin, undercut and box 25 each. A shutout doubles everything."),
    "bicycle": marked("To 100. Gin 20, undercut 10, box 20. The players take turns dealing."),
    "oklahoma": marked("To 150. The upcard sets the knock limit, and a spade doubles the hand."),
    "tournament": marked("Best of five games to 250. Gin and undercut 25, no bonuses after the game."),
    "palace": marked("To 100. Every hand you win adds a box of 10 at once."),
    # Translators: Hollywood: several games are scored at the same time, each in its own column.
    "rummytalk": marked(
        "Three Hollywood columns to 250. The upcard sets the knock limit; an ace means gin only."
    ),
    "straight": marked("To 100. No knocking: gin or nothing."),
    "sydney": marked("To 150. What you win, the other player loses. A knock adds 15."),
    "white-knuckle": marked("To 100. Gin and undercut 25, no bonuses after the game."),
    "french": marked("To 100. Gin 20, undercut 10. The higher final total wins."),
    "fournier": marked("To 100. You can lay off even against gin. The winner of a hand deals."),
    "wikipedia-play": marked("To 100. Gin 25, big gin 31, undercut 15, no bonuses after the game."),
}
"""What is special about each preset."""


def described(preset: str) -> str:
    """What is special about a preset, and whose rules they are.

    >>> described("pagat")
    'To 100. Gin 20, undercut 10, box 20. The loser deals. (Pagat)'
    """
    line = _(LINES[preset])
    return f"{line} ({_(SOURCES[preset])})" if preset in SOURCES else line


TITLES = {
    Topic.GOING_OUT: marked("Knocking and melds"),
    # Translators: hand: one deal and its score; several make a game.
    Topic.HAND: marked("What a hand scores"),
    Topic.END: marked("The end of a game"),
    Topic.FORMAT: marked("The match"),
    Topic.DEAL: marked("Dealing"),
    Topic.PLAY: marked("Playing a hand"),
    # Translators: entries: lines of the score sheet that are not hands.
    Topic.PENALTIES: marked("Penalties and other entries"),
    Topic.SEATS: marked("Partners and three players"),
    Topic.STAKE: marked("Stakes"),
}
"""The title of each topic in the rules editor."""


SAID_IN_CAPTION = frozenset({"target", "columns"})


def match_caption(match: Match) -> str:
    """The rules of a match in a word or two; of paper that ends after its last line without a target."""
    if match.ends_after_last and match.rules_name:
        return match.rules_name
    return short_caption(match.preset, match.rules, match.rules_name)


def short_caption(name: str, rules: HouseRules, custom_name: str = "") -> str:
    """The rules in a word or two: "Standard, to 100", "Standard, Hollywood"; any others are "House rules"."""
    # Translators: the name of rules, and the points that end a game: “Standard, to 100”.
    to_target = marked("%(rules)s, to %(target)s")
    if custom_name:
        return _(to_target, rules=custom_name, target=rules.target)
    named, title = PRESETS[name], _(SHORT_NAMES[name])
    changed = {field for field in TOPICS if getattr(rules, field) != getattr(named, field)}
    if any(TOPICS[field] is not Topic.STAKE for field in changed - SAID_IN_CAPTION):
        # Translators: rules that players made for themselves.
        return _("House rules")
    if rules.columns > named.columns:
        # Translators: %(rules)s is the name of rules, such as “Standard”; Hollywood is a way to score.
        return _("%(rules)s, Hollywood", rules=title)
    return _(to_target, rules=title, target=rules.target)


def caption(agreed: Agreement) -> str:
    """The rules in a few words: the name of the preset or the players' own name, and the target."""
    rules = agreed.rules
    as_named = agreed.rules_name or rules == PRESETS[agreed.preset].but(target=rules.target)
    # Translators: the name of rules, and the points that end a game: “Standard (changed), to 150”.
    text = marked("%(rules)s, to %(target)s") if as_named else marked("%(rules)s (changed), to %(target)s")
    return _(text, rules=agreed.rules_name or _(SHORT_NAMES[agreed.preset]), target=rules.target)
