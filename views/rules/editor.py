"""The rules editor: rules by topic, what is changed, and examples of what they score."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from models.gin.rules.field_types import Amount, Numbers, Topic, Whole
from models.gin.rules.house_rules import KINDS, STANDARD, HouseRules
from models.gin.rules.presets import PRESETS
from models.gin.rules.warnings import warnings_about
from views.language.i18n import currency, ngettext
from views.language.i18n import gettext as _
from views.rules.examples import LISTED, Effect, effect_of, effects, example
from views.rules.form import RulesForm, TableField, offered, suggested, typed
from views.rules.hand_examples import names
from views.shared.form_helpers import WrongField, wrong_fields
from views.shared.rules_links import CustomRules, changes
from views.words.game_summary import SummaryRow
from views.words.lists import as_sentence, paragraph
from views.words.rule_sets import SHORT_NAMES, TITLES
from views.words.rules.fields import words_of
from views.words.rules.multipliers import sign_of, spoken_of
from views.words.rules.page import fields_about
from views.words.rules.remarks import REMARKS
from views.words.rules.values import label, meaning, summarised, value

FIRST_SHOWN = 4
"""So many example hands are shown even if they are unchanged."""


KEYS = {Whole: "numeric", Amount: "decimal"}
"""The keyboards for typed fields."""


@dataclass(frozen=True, slots=True)
class ValueChip:
    """A usual value that can be tapped."""

    id: str
    text: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class MultiplierCell:
    """A suit or a rank in a table of multipliers."""

    name: str
    sign: str
    spoken: str
    """What a screen reader says."""
    times: str
    """The multiplier; "" for none."""


@dataclass(frozen=True, slots=True)
class Control:
    """A field of the rules as it can be changed."""

    name: str
    field: Any
    label: str
    meaning: str
    is_choice: bool
    boxes: list[tuple[int, str, str]]
    """For a number of each column: the column, the name of its input, and what is typed."""
    keys: str
    """The keyboard that a phone shows for it."""
    chips: tuple[ValueChip, ...]
    cells: tuple[MultiplierCell, ...]
    """The rows of a table of multipliers; none for other fields."""
    was: str
    """The preset's value; "" if it is not changed."""
    effect: Effect | None
    warning: str
    """Why the change has no effect, or ""."""


@dataclass(frozen=True, slots=True)
class RuleGroup:
    """Rules about one topic, folded until the group is opened."""

    id: str
    title: str
    summary: str
    changes: str
    """How many rules in it are changed, in words."""
    controls: tuple[Control, ...]
    rare: tuple[Control, ...]
    """Rules that few tables play, folded away within it."""
    open: bool
    rare_open: bool


@dataclass(frozen=True, slots=True)
class Examples:
    """What the rules score: a few hands, and a game."""

    hands: tuple[Effect, ...]
    rows: list[SummaryRow]
    names: tuple[str, str]
    ended: str
    before: str
    """How the same game ends with the preset's rules; "" if that is the same."""


class RulesEditor:
    """What the rules editor shows.

    :ivar previewed: the form was sent for a preview, so groups with changes are open.
    :ivar tapped: the field for which a suggested value was tapped.
    """

    def __init__(
        self, form: RulesForm, preset: str, rules: HouseRules, *, previewed: bool = False, tapped: str = ""
    ) -> None:
        self.form, self.preset, self.rules, self.previewed, self.tapped = (
            form,
            preset,
            rules,
            previewed,
            tapped,
        )
        self.start = PRESETS[preset]
        self.from_name = _(SHORT_NAMES[preset])

    @property
    def custom_rules(self) -> CustomRules:
        return CustomRules(self.preset, self.rules, self.form.typed_name)

    @cached_property
    def changed(self) -> dict[str, Any]:
        return changes(self.start, self.rules)

    @cached_property
    def groups(self) -> list[RuleGroup]:
        return [self._group(topic) for topic in Topic if fields_about(topic)]

    def _group(self, topic: Topic) -> RuleGroup:
        fields = fields_about(topic)
        rare = [name for name in fields if words_of(name).is_rare]
        changed = [name for name in fields if name in self.changed]
        return RuleGroup(
            id=topic.value,
            title=_(TITLES[topic]),
            summary=" · ".join(
                summarised({name: getattr(self.rules, name) for name in changed or self._summarised(fields)})
            ),
            # Translators: how many rules of this group are changed.
            changes=ngettext("%(num)s changed", "%(num)s changed", len(changed)) if changed else "",
            controls=tuple(self._control(name) for name in fields if name not in rare),
            rare=tuple(self._control(name) for name in rare),
            open=self._is_edited(fields) or (self.previewed and bool(changed)),
            rare_open=self._is_edited(rare) or any(map(self._is_unusual, rare)),
        )

    def _is_unusual(self, name: str) -> bool:
        """Whether a field is changed, or the preset itself has it different from the standard game."""
        return name in self.changed or getattr(self.rules, name) != getattr(STANDARD, name)

    def _is_edited(self, fields: list[str]) -> bool:
        """Whether one of *fields* is wrong, or a value was tapped for it."""
        return self.tapped in fields or any(self.form[name].errors for name in fields)

    def _summarised(self, fields: list[str]) -> list[str]:
        """The rules that the summary of a group without changes names."""
        idle = (False, None)
        named = [
            name for name in fields if words_of(name).in_summary and getattr(self.rules, name) not in idle
        ]
        return named or fields[:1]

    def _control(self, name: str) -> Control:
        kind, is_changed = KINDS[name], name in self.changed
        return Control(
            name=name,
            field=self.form[name],
            label=label(name),
            meaning=meaning(name),
            is_choice=bool(offered(kind)),
            boxes=getattr(self.form[name], "boxes", []),
            keys=KEYS.get(type(kind), "text"),
            chips=tuple(self._chips(name)),
            cells=tuple(self._cells(name)),
            was=value(name, getattr(self.start, name)) if is_changed else "",
            effect=effect_of(name, self.start, self.rules) if is_changed else None,
            warning=paragraph(self.warnings.get(name, ())),
        )

    def _cells(self, name: str) -> Iterator[MultiplierCell]:
        field = self.form[name]
        if isinstance(field, TableField):
            for letter, times in field.chosen.items():
                yield MultiplierCell(f"{name}-{letter}", sign_of(letter), spoken_of(letter), times)

    def _chips(self, name: str) -> Iterator[ValueChip]:
        kind = KINDS[name]
        now = typed(kind, getattr(self.rules, name))
        usual = suggested(kind, getattr(self.start, name), currency=self.rules.currency or currency())
        for number, text in enumerate(usual):
            held = text.replace(" ", "–") if isinstance(kind, Numbers) else text
            held = held or value(name, None)
            yield ValueChip(
                f"{name}-chip-{number}", f"{name}={text}", held, text == now and not self.form[name].errors
            )

    @cached_property
    def examples(self) -> Examples:
        """A few hands and a game scored by these rules."""
        compared = enumerate(effects(self.start, self.rules, LISTED))
        hands = tuple(each for number, each in compared if number < FIRST_SHOWN or each.changed)
        rows, ended = example(self.rules)
        before = example(self.start)[1]
        return Examples(hands, rows, names(), ended, before if before != ended else "")

    @cached_property
    def warnings(self) -> dict[str, list[str]]:
        """The rules that have no effect, in words, each at the first field that was changed for it."""
        sentences: dict[str, list[str]] = {}
        for remark in warnings_about(self.rules):
            said = sentences.setdefault(
                next((each for each in remark.fields if each in self.changed), ""), []
            )
            if (sentence := _(REMARKS[remark.why])) not in said:
                said.append(sentence)
        return {name: said for name, said in sentences.items() if name}

    @property
    def problems(self) -> list[WrongField]:
        return wrong_fields(self.form)

    @property
    def changes_in_words(self) -> str:
        """How many rules are changed, in words; with errors, how many fields to check."""
        if self.problems:
            return as_sentence(
                ngettext("Please check one field", "Please check %(num)s fields", len(self.problems))
            )
        if not self.changed:
            return _("Nothing has changed yet: these rules are the same as %(rules)s.", rules=self.from_name)
        return ngettext(
            "%(num)s rule is different from %(rules)s.",
            "%(num)s rules are different from %(rules)s.",
            len(self.changed),
            rules=self.from_name,
        )
