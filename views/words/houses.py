"""The houses in words: their names, and their rules in sentences, worked out from the rules' own fields."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from models.gin.presets import PRESETS
from models.gin.rules import TOPICS, HouseRules, Topic
from views.web.i18n import gettext as _
from views.web.i18n import marked
from views.words.game_rules import ENDING
from views.words.hand_rules import PLAYING

NAMES = {
    "pagat": marked("Pagat standard"),
    "wikipedia": marked("Wikipedia in full"),
    "modern": marked("Modern 25s"),
    "bicycle": marked("Bicycle classic"),
    "oklahoma": marked("Oklahoma"),
    "tournament": marked("Tournament"),
    "palace": marked("Gin Rummy Palace"),
    "rummytalk": marked("Rummytalk club"),
    "straight": marked("Straight gin"),
    "sydney": marked("Sydney zero-sum"),
    "white-knuckle": marked("White Knuckle"),
    "french": marked("French 20/10"),
    "fournier": marked("Fournier"),
    "wikipedia-play": marked("Wikipedia, “Play”"),
}
"""The houses by their names in documents, in the order in which they are offered."""

SHORT_NAMES = {
    "pagat": marked("Pagat"),
    "wikipedia": marked("Wikipedia"),
    "modern": marked("Modern 25s"),
    "bicycle": marked("Bicycle"),
    "oklahoma": marked("Oklahoma"),
    "tournament": marked("Tournament"),
    "palace": marked("Palace"),
    "rummytalk": marked("Rummytalk"),
    "straight": marked("Straight gin"),
    "sydney": marked("Sydney"),
    "white-knuckle": marked("White Knuckle"),
    "french": marked("French"),
    "fournier": marked("Fournier"),
    "wikipedia-play": marked("Wiki “Play”"),
}
"""The same where there is room for a word or two."""

LINES = {
    "pagat": marked("To 100. Gin 20, undercut 10, a box 20; the loser deals."),
    "wikipedia": marked("To 100. Gin 25, big gin 31; a shutout doubles the points of the hands."),
    "modern": marked("To 100. 25 for gin, undercut and box; a shutout doubles everything."),
    "bicycle": marked("To 100. As Pagat, but the deal alternates."),
    "oklahoma": marked("To 150. The upcard sets the knock; a spade doubles the hand."),
    "tournament": marked("To 250, best of five. Gin and undercut 25, no bonuses after the game."),
    "palace": marked("To 100. Ten for every hand won, at once and toward the target."),
    "rummytalk": marked("To 250 in three Hollywood columns, by the upcard; an ace is gin only."),
    "straight": marked("To 100. No knocking at all: gin or nothing."),
    "sydney": marked("To 150. What one wins the other loses; a knock starts at 15."),
    "white-knuckle": marked("To 100. Gin and undercut 25, and nothing after the game."),
    "french": marked("To 100. Gin 20, undercut 10; the higher final total wins."),
    "fournier": marked("To 100. Lay-offs even against gin; the winner of a hand deals."),
    "wikipedia-play": marked("To 100. Gin 25, big gin 31, undercut 15; nothing after the game."),
}
"""What sets each house apart."""


@dataclass(frozen=True, slots=True)
class Rule:
    """What one field of the rules means in a house. Its page says it at an anchor of the field's name."""

    field: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Group:
    """Rules that belong together."""

    title: str
    rules: list[Rule]


TITLES = {
    Topic.GOING_OUT: marked("Going out"),
    Topic.HAND: marked("What a hand pays"),
    Topic.END: marked("The end of a game"),
    Topic.FORMAT: marked("The match"),
    Topic.DEAL: marked("Dealing"),
    Topic.STAKE: marked("Stakes"),
}
"""What each group of rules is called."""

SENTENCES = {**PLAYING, **ENDING}
"""What each field means, by its name. Every field of HouseRules stands here."""


def groups(rules: HouseRules, silent: Collection[str] = ()) -> list[Group]:
    """All rules of a house in plain sentences, grouped as people think of them, but for the *silent*."""
    said = (
        (topic, said_of((name for name in fields_about(topic) if name not in silent), rules))
        for topic in Topic
    )
    return [Group(_(TITLES[topic]), kept) for topic, kept in said if kept]


def fields_about(topic: Topic) -> list[str]:
    """The fields of one group, in the order in which the rules have them."""
    return [name for name, about in TOPICS.items() if about is topic]


def said_of(fields: Iterable[str], rules: HouseRules) -> list[Rule]:
    """What just these *fields* mean in a house, in their order, where there is something to say."""
    return list(_said(fields, rules))


def _said(fields: Iterable[str], rules: HouseRules) -> Iterator[Rule]:
    for name in fields:
        if name in SENTENCES and (sentence := SENTENCES[name](rules)):
            yield Rule(name, sentence)


def short_caption(name: str, rules: HouseRules, own: str = "") -> str:
    """The rules in a word or two, for the head of a column: "Pagat, to 100", "House rules"."""
    if own:
        return own
    if rules != PRESETS[name].but(target=rules.target):
        return _("House rules")
    return _("%(house)s, to %(target)s", house=_(SHORT_NAMES[name]), target=rules.target)


def caption(name: str, rules: HouseRules, own: str = "") -> str:
    """The house in a few words: its name, or the *own* one that its players gave it, and its target."""
    as_named = own or rules == PRESETS[name].but(target=rules.target)
    said = marked("%(house)s, to %(target)s") if as_named else marked("%(house)s, changed, to %(target)s")
    return _(said, house=own or _(NAMES[name]), target=rules.target)
