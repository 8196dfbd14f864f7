"""The page of the rules: the whole game in sentences, in the order in which things happen at the table."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from models.gin.rules.field_types import Flag
from models.gin.rules.fields import Topic
from models.gin.rules.house_rules import KINDS, STANDARD, TOPICS, HouseRules
from models.gin.rules.seating import Table
from views.language.i18n import gettext as _
from views.language.i18n import marked
from views.words.rules.fields import sentence_of
from views.words.rules.general import BY_TABLE, GENERAL
from views.words.rules.values import value


def fields_about(topic: Topic) -> list[str]:
    """The fields of one topic, in the order of HouseRules."""
    return [name for name, about in TOPICS.items() if about is topic]


class Section(NamedTuple):
    """A part of the page: what it says by name, and the topics whose other fields follow."""

    name: str
    title: str
    says: tuple[str, ...]
    topics: tuple[Topic, ...] = ()


SECTIONS = (
    Section(
        "start",
        marked("Getting ready"),
        ("players", "three_players", "partners_score", "aim", "packs", "packs_of_pairs", "first_dealer"),
    ),
    Section(
        "dealing",
        # Translators: a heading: how cards are dealt.
        marked("The deal"),
        ("shuffling", "go_first", "singly", "initial_deal", "upcard", "stock", "sorting"),
        (Topic.DEAL,),
    ),
    Section(
        "playing",
        # Translators: a heading: how a hand is played, after the deal.
        marked("The play"),
        (
            *("upcard_offer", "after_passes", "turn", "discard_taken_card", "discard_pile"),
            "hidden_melds",
        ),
    ),
    Section(
        "knocking",
        marked("Ending a hand"),
        (
            *("when_to_knock", "knock_limit", "oklahoma", "ace_upcard", "melded_to_knock"),
            *("gin", "big_gin", "knock_signal"),
            *("ends_at_once", "voluntary", "fiftieth_card", "deal_rotation", "redeal_after_dead_hand"),
        ),
        (Topic.PLAY,),
    ),
    Section(
        "melding",
        marked("Melds"),
        (
            *("showing", "melds", "aces", "one_meld", "as_laid"),
            *("layoff_vs_gin", "layoff_vs_big_gin", "layoffs", "layoff_rights"),
        ),
    ),
    Section(
        "scoring",
        marked("Scoring"),
        (
            *("ace_points", "knock_base", "gin_bonus", "big_gin_bonus", "undercut_bonus", "tie"),
            "gin_is_safe",
        ),
        (Topic.HAND, Topic.GOING_OUT),
    ),
    Section("penalties", marked("Penalties"), (), (Topic.PENALTIES,)),
    Section(
        "ending",
        marked("The game"),
        ("target", "max_hands", "tied_after_max_hands", "game_winner"),
        (Topic.END,),
    ),
    Section("match", marked("The match"), (*fields_about(Topic.FORMAT), "next_game_dealer"), (Topic.SEATS,)),
    Section("stakes", marked("Stakes"), (), (Topic.STAKE,)),
)
"""The sections in their order. Every field is in one of them: if not by its name, by its topic."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule in a sentence. The page of the rules has it at an anchor of its name."""

    field: str
    """The field of HouseRules, or the name of what holds at every table."""
    sentence: str
    usual: str = ""
    """What is usual instead; "" if this is the usual way."""


@dataclass(frozen=True, slots=True)
class Group:
    """The rules of one section."""

    name: str
    title: str
    rules: list[Rule]

    @property
    def anchor(self) -> str:
        """Where it is on the page."""
        return f"section-{self.name}"


@dataclass(frozen=True, slots=True)
class Leaflet:
    """The page as one prints it."""

    groups: list[Group]

    @property
    def has_marks(self) -> bool:
        """Whether anything is not the usual way."""
        return any(rule.usual for group in self.groups for rule in group.rules)

    @property
    def print_size(self) -> str:
        """How large it is printed, so that it takes one side of A4 or Letter: "", "small" or less.

        If that could hardly be read, it is printed as large as usual, on both sides.
        """
        lines = sum(2 + sum(map(_lines, group.rules)) for group in self.groups)
        return next((size for size, most in PRINT_SIZES if lines <= most), "")


LETTERS_IN_A_LINE = 53
PRINT_SIZES = (("", 118), ("small", 130), ("smaller", 145), ("smallest", 190))
"""The lines that fit on one side by the size of the letters, in the widest typeface of usual systems."""


def _lines(rule: Rule) -> float:
    """How many printed lines a rule takes, with the space below it."""
    return 1.1 + len(f"{rule.sentence} {rule.usual}") // LETTERS_IN_A_LINE


def leaflet(rules: HouseRules, hidden: Collection[str] = (), table: Table = Table.TWO) -> Leaflet:
    """The whole game on one page."""
    return Leaflet(groups(rules, hidden, table))


def groups(rules: HouseRules, hidden: Collection[str] = (), table: Table = Table.TWO) -> list[Group]:
    """The whole game in sentences, section by section, except the *hidden* fields."""
    left_out = {*hidden, *(of_larger_tables(rules) if table is Table.TWO else ())}
    rules_by_section = ((section, list(_rules_of(section, rules, left_out, table))) for section in SECTIONS)
    return [
        Group(section.name, _(section.title), section_rules)
        for section, section_rules in rules_by_section
        if section_rules
    ]


def of_larger_tables(rules: HouseRules) -> Iterator[str]:
    """What a page for two leaves out: how three or four play, if that is usual."""
    seats = fields_about(Topic.SEATS)
    yield from (name for name in seats if getattr(rules, name) == getattr(STANDARD, name))


def _rules_of(section: Section, rules: HouseRules, hidden: Collection[str], table: Table) -> Iterator[Rule]:
    beside = STANDARD.but(**{name: getattr(rules, name) for name in SHAPING})
    for name in names_in(section):
        if name not in hidden and (sentence := sentence_on_page(name, rules, table)):
            standard = sentence_on_page(name, STANDARD if name in SHAPING else beside, table)
            is_usual = sentence == standard or TOPICS.get(name) is Topic.STAKE
            yield Rule(name, sentence, "" if is_usual else _usual(name, rules))


SHAPING = ("columns", "knock_limit")
"""Fields that change how others are put in words. What follows from them is marked only at themselves."""


def names_in(section: Section) -> list[str]:
    """The fields of a section, and what holds at every table, in their order."""
    elsewhere = {name for each in SECTIONS for name in each.says}
    others = (name for topic in section.topics for name in fields_about(topic) if name not in elsewhere)
    return [*section.says, *others]


def section_of(name: str) -> Section:
    """The section in which a field is, or what holds at every table."""
    return next(section for section in SECTIONS if name in names_in(section))


def sentence_on_page(name: str, rules: HouseRules, table: Table = Table.TWO) -> str | None:
    """The sentence of a name on the page; None if there is nothing to say."""
    if name in BY_TABLE:
        return _(sentence) if (sentence := BY_TABLE[name].get(table)) else None
    return GENERAL[name](rules) if name in GENERAL else sentence_of(name, rules)


def _usual(name: str, rules: HouseRules) -> str:
    """What the standard game plays instead."""
    if isinstance(KINDS.get(name), Flag | None) or getattr(rules, name) == getattr(STANDARD, name):
        # Translators: behind a rule that differs from the standard game.
        return _("Not the usual way.")
    # Translators: %(rule)s is the value of a rule, such as “20” or “The loser”.
    return _("Usually: %(rule)s.", rule=value(name, getattr(STANDARD, name)))


def rules_about(names: Iterable[str], rules: HouseRules) -> list[Rule]:
    """The rules of these *names*, in their order; none for one that has nothing to say."""
    sentences = ((name, sentence_on_page(name, rules)) for name in names)
    return [Rule(name, sentence) for name, sentence in sentences if sentence]
