"""Links to rules, and the rules that a form offers to choose from."""

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from hashlib import sha256
from itertools import chain
from typing import Any, Self
from urllib.parse import parse_qsl, urlencode

from flask import url_for
from werkzeug.datastructures import MultiDict

from models.gin.document.writing import Json
from models.gin.player_names import is_name
from models.gin.rules.field_types import Amount, Kind, Numbers, Refusal, Topic
from models.gin.rules.house_rules import IGNORED, KINDS, STANDARD, TOPICS, HouseRules
from models.gin.rules.presets import PRESETS
from models.records.tables.column_types import Agreement
from models.records.tables.saved_rules import SavedRules
from views.language.i18n import gettext as _
from views.words.rule_sets import NAMES, OFFERED, SHORT_NAMES, described, short_caption
from views.words.rules.deal import TO_FIND_DEALER
from views.words.rules.values import label, refused, summarised, value

FIRST_PRESET = "pagat"
"""The preset that is offered first."""

LONGEST_QUERY = 3000
"""Characters. With every field changed and a name of forty letters, a link takes half of it."""


@dataclass(frozen=True, slots=True)
class CustomRules:
    """Rules based on a preset; the preset itself, if nothing is changed."""

    preset: str
    rules: HouseRules
    name: str = ""

    @classmethod
    def named(cls, preset: str) -> Self:
        return cls(preset, PRESETS[preset])

    @classmethod
    def of(cls, saved: SavedRules) -> Self:
        """Rules saved on a phone; the preset they were made from may be gone."""
        return cls(saved.preset if saved.preset in PRESETS else FIRST_PRESET, saved.rules, saved.name)

    @classmethod
    def agreed(cls, by: Agreement) -> Self:
        """The rules of a match; the preset they were made from may be gone."""
        return cls(by.preset if by.preset in PRESETS else FIRST_PRESET, by.rules, by.rules_name)

    @property
    def is_preset(self) -> bool:
        """Whether these are the unchanged rules of a preset."""
        return not (self.name or self.changed)

    @property
    def title(self) -> str:
        if self.is_preset:
            return _(NAMES[self.preset])
        return self.name or _("%(rules)s (changed)", rules=_(SHORT_NAMES[self.preset]))

    @property
    def changed(self) -> Mapping[str, Any]:
        """The fields that differ from the preset, with their values."""
        return changes(PRESETS[self.preset], self.rules)

    @property
    def query(self) -> Mapping[str, str]:
        fields = {"from": self.preset} | ({"name": self.name} if self.name else {})
        fields |= {name: write_text(KINDS[name], held) for name, held in self.changed.items()}
        return fields | {"check": check(self.rules)}

    @property
    def line(self) -> str:
        """The rules in a line: the preset, and a few of the changes."""
        based_on = _(SHORT_NAMES[self.preset])
        if not self.changed:
            return _("Same as %(rules)s.", rules=based_on)
        return " · ".join((_("%(rules)s (changed)", rules=based_on), *summarised(self.changed)))

    @property
    def choice(self) -> str:
        """What stands for the rules in a list of choices: the name of the preset, or the link's query."""
        return self.preset if self.is_preset else urlencode(self.query)

    def url(self, endpoint: str = "custom_rules.show", **more: Any) -> str:
        """The address of these rules, or of an action on them."""
        return url_for(endpoint, **{**self.query, **more})

    def page(self, **more: Any) -> str:
        return url_for("houses.show", preset=self.preset, **more) if self.is_preset else self.url(**more)

    def disputes_url(self) -> str:
        """The page of the common disputes, answered by these rules."""
        if self.is_preset:
            return url_for("houses.disputes", preset=self.preset)
        return self.url("custom_rules.disputes")

    def judge_url(self, **question: Any) -> str:
        """The address of the judge with these rules and the *question*."""
        fields: Mapping[str, Any] = {"house": self.preset} if self.is_preset else self.query
        return url_for("judge.show", **fields, **question)


def editor_url(preset: str, saved: SavedRules | None = None) -> str:
    """The rules editor, starting from a preset; saving replaces the *saved* rules, if any."""
    query: dict[str, Any] = {"from": preset, "kept": saved.id if saved else None}
    return url_for("custom_rules.change", **query)


def changes(before: HouseRules, after: HouseRules) -> dict[str, Any]:
    """The fields in which two sets of rules differ, with the values of *after*."""
    return {name: getattr(after, name) for name in KINDS if getattr(before, name) != getattr(after, name)}


def check(rules: HouseRules, ignored: Mapping[str, Json] | None = None) -> str:
    """A short checksum by which a link notices that its preset has changed; *ignored* rules were part of it.

    Fields with their standard value are left out, so a new rule with a neutral default doesn't change it.
    So are those that only say how the cards are played: they decide no score.
    """
    scoring = (
        (name, held) for name, held in changes(STANDARD, rules).items() if TOPICS[name] is not Topic.PLAY
    )
    values = {name: KINDS[name].write(held) for name, held in scoring} | dict(ignored or {})
    return sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()[:8]


def write_text(kind: Kind, held: Any) -> str:
    """A value in a link, written as in the match document."""
    written = kind.write(held)
    return written if isinstance(written, str) else json.dumps(written)


def read_text(kind: Kind, text: str) -> Any:
    """The value of a field that a link writes as *text*.

    :raises ValueError: if the field cannot hold it.
    """
    try:
        return kind.read(_scalar(text))
    except ValueError:
        return kind.read(text)


def _scalar(text: str) -> Json:
    words = {"true": True, "false": False, "null": None}
    if text in words:
        return words[text]
    return int(text) if re.fullmatch(r"-?[0-9]{1,9}", text) else text


@dataclass(frozen=True, slots=True)
class ReadLink:
    """The rules of a link, and messages about what was not understood."""

    rules: CustomRules
    doubts: tuple[str, ...] = ()


@dataclass(slots=True)
class _Reader:
    query: "MultiDict[str, str]"
    doubts: list[str] = field(default_factory=list)

    def read(self) -> ReadLink:
        preset = self._preset()
        rules = self._rules(preset)
        name = self._name()
        checksum = self.query.get("check")
        if checksum and not self.doubts and checksum != check(rules, self._ignored()):
            changed = _(
                "This link was changed, or %(rules)s has changed since the link was made.",
                rules=_(SHORT_NAMES[preset]),
            )
            self._doubt(changed + " " + _("Check the rules before you play."))
        return ReadLink(CustomRules(preset, rules, name), tuple(self.doubts))

    def _single(self, name: str) -> str:
        """The value of the parameter *name*; "" if it appears twice."""
        texts = self.query.getlist(name)
        if len(texts) > 1:
            self._doubt(_twice(name))
        return texts[0] if len(texts) == 1 else ""

    def _preset(self) -> str:
        preset = self._single("from")
        if preset in PRESETS:
            return preset
        if preset:
            self._doubt(_("There are no rules called “%(rules)s”.", rules=shown(preset)))
        self.doubts.append(
            _("Anything missing from the link is taken from %(rules)s.", rules=_(SHORT_NAMES[FIRST_PRESET]))
        )
        return FIRST_PRESET

    def _name(self) -> str:
        name = " ".join(self._single("name").split())
        if name and not is_name(name):
            self._doubt(_("The name can’t be shown."))
            return ""
        return name

    def _ignored(self) -> dict[str, Json]:
        """What the link says of rules that are ignored: its checksum was made with them."""
        return {name: text for name, text in self.query.items() if name in IGNORED}

    def _rules(self, preset: str) -> HouseRules:
        rules, refusals = PRESETS[preset].trying(dict(self._changed(preset)))
        for name, why in refusals.items():
            self._refuse(name, preset, why)
        return rules

    def _changed(self, preset: str) -> Iterator[tuple[str, Any]]:
        for name, texts in self.query.lists():
            if name in ("from", "name", "check", "kept") or name in IGNORED:
                continue
            if name not in KINDS:
                self._doubt(_("There is no rule called “%(rule)s”, so it is ignored.", rule=shown(name)))
                continue
            if len(texts) > 1:
                self._doubt(
                    _twice(name) + " " + _("Used instead: %(taken)s.", taken=_used_instead(name, preset))
                )
                continue
            try:
                yield name, read_text(KINDS[name], texts[0])
            except ValueError:
                self._refuse(name, preset, why_not(KINDS[name], texts[0]))

    def _refuse(self, name: str, preset: str, why: Refusal | None) -> None:
        self._doubt(
            _(
                "%(rule)s can’t be “%(value)s”. %(reason)s Used instead: %(taken)s.",
                rule=label(name),
                value=shown(self.query.get(name, "")),
                reason=refused(name, why),
                taken=_used_instead(name, preset),
            )
        )

    def _doubt(self, sentence: str) -> None:
        if sentence not in self.doubts:
            self.doubts.append(sentence)


def _twice(name: str) -> str:
    return _("“%(rule)s” appears twice in the link.", rule=name)


def _used_instead(name: str, preset: str) -> str:
    """The value that is used if the one in the link can't be."""
    return value(name, getattr(PRESETS[preset], name))


def why_not(kind: Kind, text: str) -> Refusal | None:
    """Why a field can't hold the value written as *text*."""
    if isinstance(kind, Numbers):
        return kind.refusal(kind.parsed(text))
    exact = isinstance(kind, Amount) and re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,4})?", text)
    return kind.refusal(Decimal(text) if exact else _scalar(text))


def shown(text: str) -> str:
    """Part of a link, safe to show."""
    return text[:40] if is_name(text[:40]) else "…"


def read_link(query: "MultiDict[str, str]") -> ReadLink:
    """The rules of a link, whatever it contains."""
    return _Reader(query).read()


def read_choice(text: str) -> ReadLink | None:
    """The rules chosen by the name of a preset or the query of a link; None if there are none."""
    if text in PRESETS:
        return ReadLink(CustomRules.named(text))
    if not text.startswith("from=") or len(text) > LONGEST_QUERY:
        return None
    return read_link(MultiDict(parse_qsl(text, keep_blank_values=True)))


def choice_of(saved: SavedRules) -> str:
    """The value of saved rules in the list of a new match."""
    return f"own-{saved.id}"


LAST = "last"
"""The choice for the rules of the last match, if they are neither saved nor a preset."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Rules that can be chosen."""

    label: str
    line: str
    """How they differ from others, in a line."""
    url: str
    """The page with the full rules."""
    preset: str
    rules: HouseRules
    own_name: str = ""
    own_id: int | None = None

    @property
    def agreement(self) -> Agreement:
        """The rules as a match stores them."""
        return Agreement(self.preset, self.own_name, self.rules)

    def caption(self, columns: int = 0) -> str:
        """The rules in a word or two, perhaps with other *columns*."""
        rules = self.rules.but(columns=columns) if columns else self.rules
        return short_caption(self.preset, rules, self.own_name)

    @property
    def first_dealer(self) -> str:
        """How to find the first dealer, in a sentence."""
        return _(TO_FIND_DEALER[self.rules.first_dealer])


def offered_rules(
    own: Sequence[SavedRules], last: Agreement | None, *, wanted: str = "", posted: str = "", label: str = ""
) -> Mapping[str, Offer]:
    """All offers, by their value in the form: first the *wanted* one, else those of the last match.

    A preset that is no longer offered is there if a link or a form that was opened before names it.

    *label* is what these are called, if they are neither saved nor a preset.
    """
    offers = dict(chain(_saved(own), _named({wanted, posted})))
    usual = wanted if wanted in offers else next(iter(offers))
    if last is not None:
        last_choice = _choice_of_last(last, offers)
        if last_choice == LAST:
            offers[LAST] = _of_last(last, label)
        usual = wanted if wanted in offers else last_choice
    return {usual: offers[usual]} | offers


def _saved(own: Sequence[SavedRules]) -> Iterator[tuple[str, Offer]]:
    for saved in own:
        rules = CustomRules.of(saved)
        yield (
            choice_of(saved),
            Offer(saved.name, rules.line, rules.url(), saved.preset, saved.rules, saved.name, saved.id),
        )


def _named(also: Collection[str]) -> Iterator[tuple[str, Offer]]:
    for name in NAMES:
        if name in OFFERED or name in also:
            url = url_for("houses.show", preset=name)
            yield name, Offer(_(NAMES[name]), described(name), url, name, PRESETS[name])


def _choice_of_last(last: Agreement, offers: Mapping[str, Offer]) -> str:
    """The choice that stands for the rules of the last match."""
    for choice, offer in offers.items():
        is_called_so = offer.own_name == last.rules_name and (offer.own_name or offer.preset == last.preset)
        if is_called_so and offer.rules == last.rules:
            return choice
    return LAST


def _of_last(last: Agreement, label: str) -> Offer:
    rules = CustomRules.agreed(last)
    return Offer(
        label or _("As in your last match"),
        rules.line,
        rules.page(),
        rules.preset,
        last.rules,
        last.rules_name,
    )
