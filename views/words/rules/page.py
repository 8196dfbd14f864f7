"""The page of the rules: the whole game in sentences, and what was changed in it.

What holds at every table, or follows from several fields, has a name as a field has: by it the page has an
anchor and a dispute its answer.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from models.gin.rules.field_types import Flag, Topic
from models.gin.rules.house_rules import KINDS, STANDARD, TOPICS, HouseRules
from models.gin.rules.options import InitialDeal, UpcardOffer
from models.gin.rules.seating import Table
from models.records.tables.column_types import Agreement
from views.language.i18n import gettext as _
from views.language.i18n import marked
from views.words.lists import as_sentence, paragraph
from views.words.rule_sets import caption
from views.words.rules.field_words import Sentence
from views.words.rules.fields import sentence_of
from views.words.rules.values import value


def _always(sentence: str) -> Sentence:
    return lambda rules: _(sentence)


def _if(holds: Callable[[HouseRules], object], sentence: str) -> Sentence:
    return lambda rules: _(sentence) if holds(rules) else None


def _can_knock(rules: HouseRules) -> bool:
    return rules.knock_limit > 0


def _turns_upcard(rules: HouseRules) -> bool:
    return rules.initial_deal is InitialDeal.TEN_TEN_UPCARD


def _can_lay_off(rules: HouseRules) -> bool:
    return _can_knock(rules) or rules.layoff_vs_gin


def _after_passes(rules: HouseRules) -> str | None:
    if not _turns_upcard(rules) or rules.upcard_offer is not UpcardOffer.BOTH:
        return None
    # Translators: pass: not to take the upcard.
    return _(
        "After two passes, whoever goes first takes the top card of the stock. After that, turns are normal."
    )


def _when_to_knock(rules: HouseRules) -> str:
    if not _turns_upcard(rules):
        return _(
            "You can end the hand on any turn, even your first, after taking a card; on the opening turn "
            "without taking one."
        )
    return _("You can end the hand on any turn, even your first, after taking a card.")


def _big_gin(rules: HouseRules) -> str | None:
    if not rules.plays_big_gin:
        return None
    if rules.big_gin_bonus == rules.gin_bonus:
        return _("With eleven melded cards, you don’t have to discard.")
    return _(
        "If the card you take completes eleven melded cards, you can show big gin, without a discard. You "
        "can also hold back gin and play on for big gin."
    )


def _ends_at_once(rules: HouseRules) -> str:
    if _can_knock(rules):
        return _("A knock or gin ends the hand at once: the other player gets no further turn.")
    return _("Gin ends the hand at once: the other player gets no further turn.")


GENERAL: Mapping[str, Sentence] = {
    "aim": _always(
        # Translators: the page of the rules: one sentence for each rule.
        marked(
            "Collect melds: sets and runs. Cards in no meld are deadwood; what they count is your "
            "deadwood too: the less, the better."
        )
    ),
    "shuffling": _if(lambda rules: rules.packs == 1, marked("The dealer shuffles the cards.")),
    "singly": _always(marked("Cards are dealt one at a time.")),
    "upcard": _if(_turns_upcard, marked("The card turned up, the upcard, starts the discard pile.")),
    "stock": _always(marked("The rest is the stock, face down between the players.")),
    "sorting": _always(marked("Both look at their cards and sort them.")),
    "after_passes": _after_passes,
    "turn": _always(
        marked(
            "Players take turns. On a normal turn, take the top card of the stock or of the discard pile "
            "into your hand, and discard a card, face up on the pile."
        )
    ),
    # Translators: the discards lie exactly on top of each other.
    "discard_pile": _always(marked("The discard pile stays squared up: only its top card can be seen.")),
    "hidden_melds": _always(marked("Keep your melds among your cards until the hand is over.")),
    "gin": _always(marked("If all ten cards are melded, you have gin.")),
    "big_gin": _big_gin,
    "when_to_knock": _when_to_knock,
    "ends_at_once": _ends_at_once,
    "voluntary": _if(_can_knock, marked("Nobody has to knock: you can play on for better cards.")),
    "showing": _always(
        marked(
            "When the hand ends, both lay their cards face up, melds apart from deadwood: first the knocker, "
            "who ended it, then the defender."
        )
    ),
    "melds": _always(
        marked(
            "A set is three or four cards of one rank. A run is three or more cards of one suit in sequence."
        )
    ),
    "one_meld": _always(marked("A card can only be in one meld.")),
    "as_laid": _always(marked("Melds count as they were laid down.")),
    "layoffs": _if(
        _can_lay_off,
        marked(
            "Cards fit if they are the fourth of a set or continue a run, one after another. "
            "Never lay off on deadwood."
        ),
    ),
    "layoff_rights": _if(
        _can_lay_off,
        marked(
            "Nobody has to lay off. The defender can break up melds to lay off more. "
            "The knocker never lays off."
        ),
    ),
    "gin_is_safe": _if(_can_knock, marked("Gin can’t be undercut, and only the knocker can have gin.")),
}
"""The sentence of each, in the order of play."""


BY_TABLE: Mapping[str, Mapping[Table, str]] = {
    "players": {Table.TWO: marked("Gin rummy is a game for two.")},
    # Translators: pair: two opponents who play a hand with each other, not two partners.
    "packs_of_pairs": {Table.PARTNERSHIP: marked("Each pair plays with cards of its own.")},
    "go_first": {
        Table.TWO: marked("The player who didn’t deal goes first."),
        Table.THREE: marked("The dealer sits out. The player on the dealer’s left goes first."),
        # Translators: pair: two opponents who play a hand with each other, not two partners.
        Table.PARTNERSHIP: marked("In each pair, the player who didn’t deal goes first."),
        Table.WINNER_ALONE: marked("The player who didn’t deal goes first."),
        Table.CAPTAIN: marked("The player who didn’t deal goes first."),
        Table.WINNER_STAYS: marked("The dealer sits out. The player on the dealer’s left goes first."),
    },
}
"""What depends on how many play, as far as there is something to say."""


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
class SectionRules:
    """The rules of one section."""

    name: str
    title: str
    rules: list[Rule]

    @property
    def anchor(self) -> str:
        return f"section-{self.name}"


@dataclass(frozen=True, slots=True)
class Leaflet:
    """The page as one prints it."""

    groups: list[SectionRules]

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


def groups(rules: HouseRules, hidden: Collection[str] = (), table: Table = Table.TWO) -> list[SectionRules]:
    """The whole game in sentences, section by section, except the *hidden* fields."""
    left_out = {*hidden, *(of_larger_tables(rules) if table is Table.TWO else ())}
    rules_by_section = ((section, list(_rules_of(section, rules, left_out, table))) for section in SECTIONS)
    return [
        SectionRules(section.name, _(section.title), section_rules)
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


def differences(before: Agreement, after: Agreement) -> tuple[str, str]:
    """The rules before and after a change, as far as they differ."""
    fields = [name for name in TOPICS if getattr(before.rules, name) != getattr(after.rules, name)]
    return _described(before, after, fields), _described(after, before, fields)


def _described(agreed: Agreement, other: Agreement, fields: list[str]) -> str:
    """The sentences of these *fields* under *agreed*, after its name if that differs."""
    named, others = map(caption, (agreed, other))
    sentences = [rule.sentence for rule in rules_about(fields, agreed.rules)]
    return paragraph([as_sentence(named)] * (named != others or not sentences) + sentences)
