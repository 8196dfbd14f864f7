"""Every regular expression of the code, and how many steps each takes for long runs of characters.

``python -m tests.patterns`` prints them. Steps are counted by a small matcher that backtracks as Python's
does, so they are the same on every machine, however busy it is. That it finds the same is checked each time.
"""

import ast
import importlib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import permutations
from pathlib import Path
from re import _parser  # type: ignore[attr-defined]
from typing import Any

ROOT = Path(__file__).parent.parent

FILLED_IN: dict[str, dict[str, object]] = {
    "views.language.i18n": {"word": "y", "sounds": r"h?[ií](?![aeoáéó])"},
    "models.records.saving.deletion": {"name": "A A a.a"},
}
"""What stands in patterns that functions make from their arguments, by modules."""

SIGNS = " \t\n\r\u00a0\u200309aAsSzé你♠\u0301\u200d\ufe0f٣İﷺ-–−….,;:/|+*=_&%'\"()[]{}<>#@\\\0!x"
"""Characters that long texts are made of; of those that a pattern can't tell apart, the first is taken."""

SHORT, LONG = 64, 192
"""How often they stand in a text."""

MOST = 4.5
"""How many times as many steps three times the length may take: if they grow with the square, it is nine."""

ENOUGH = 300_000
"""Steps after which nothing more is counted."""


ONLY_OURS = frozenset({"views.assets.bundles"})
"""Modules whose patterns read nothing but our own files."""

USED_ELSEWHERE = {
    ("views.server.request_parser", "HEADER"): "start",
    ("views.server.request_parser", "FIRST_LINE"): "whole",
    ("views.language.i18n", "BEFORE_A_WORD"): "start",
}
"""How patterns are used that are called by another name, such as those that are given to Waitress."""

USES = {
    "whole": {"fullmatch"},
    "start": {"match"},
    "anywhere": {"search", "split", "findall", "finditer", "sub", "subn"},
}
"""The functions that look for all of a text, for its start, and anywhere in it."""


@dataclass(frozen=True)
class Found:
    """A regular expression, where it stands, and how it is used."""

    place: str
    pattern: re.Pattern[Any]
    uses: frozenset[str]

    def __str__(self) -> str:
        endless = "" if is_bounded(self.pattern) else "runs tried"
        return f"{self.place:<44} {', '.join(sorted(self.uses)):<24} {endless:<12} {self.pattern.pattern!r}"


@dataclass(frozen=True)
class Module:
    """A module of the code that may have patterns."""

    name: str
    tree: ast.Module

    @cached_property
    def names(self) -> dict[str, Any]:
        """What it defines and imports."""
        return vars(importlib.import_module(self.name))

    @property
    def calls(self) -> list[ast.Call]:
        """The module's calls of functions of ``re``, in their order."""
        found = [each for each in ast.walk(self.tree) if isinstance(each, ast.Call) and _function_of_re(each)]
        return sorted(found, key=lambda each: each.lineno)

    def name_of(self, call: ast.Call) -> str:
        """The name that is given to what *call* returns; "" if it has none."""
        targets = (
            each.targets
            for each in ast.walk(self.tree)
            if isinstance(each, ast.Assign) and each.value is call
        )
        return next((each.id for [each] in targets if isinstance(each, ast.Name)), "")


def all_patterns() -> list[Found]:
    """The regular expressions in ``app.py``, ``models`` and ``views``."""
    modules = list(_modules())
    methods = {(method.value.id, method.attr) for each in modules for method in _methods_of_names(each.tree)}
    found = [each for module in modules for each in _in_module(module, methods)]
    known = {(each.pattern.pattern, each.pattern.flags) for each in found}
    for module in modules:
        for name, value in module.names.items():
            if isinstance(value, re.Pattern) and (value.pattern, value.flags) not in known:
                found.append(Found(f"{module.name}:{name}", value, frozenset(USES)))
    return found


def _modules() -> Iterator[Module]:
    folders = (ROOT / "models", ROOT / "views")
    for file in (ROOT / "app.py", *(each for folder in folders for each in sorted(folder.rglob("*.py")))):
        written = file.read_text(encoding="utf-8")
        if re.search(r"\bre\b", written) and "migrations" not in file.parts:
            name = ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
            yield Module(name, ast.parse(written))


def _methods_of_names(tree: ast.Module) -> Iterator[Any]:
    """Each ``NAME.method`` in a module."""
    for each in ast.walk(tree):
        if isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name):
            yield each


def _in_module(module: Module, methods: set[tuple[str, str]]) -> Iterator[Found]:
    """The patterns of *module*. *methods* are those that are called on names anywhere."""
    for call in module.calls:
        function, name = _function_of_re(call), module.name_of(call)
        elsewhere = [
            use
            for (where, part), use in USED_ELSEWHERE.items()
            if where == module.name and part in (name, *_names_in(call))
        ]
        called = {method for of, method in methods if of == name} if function == "compile" else {function}
        uses = frozenset(elsewhere or [use for use, functions in USES.items() if functions & called] or USES)
        pattern = _compiled(call, module.names | FILLED_IN.get(module.name, {}))
        yield Found(f"{module.name}:{call.lineno}", pattern, uses)


def _names_in(call: ast.Call) -> list[str]:
    """The names in what a pattern is made of."""
    return [each.id for each in ast.walk(call) if isinstance(each, ast.Name)]


def _function_of_re(call: ast.Call) -> str:
    """The function of ``re`` that takes a pattern first; "" if it is another call."""
    function = call.func
    is_of_re = (
        isinstance(function, ast.Attribute)
        and isinstance(function.value, ast.Name)
        and function.value.id == "re"
    )
    takes = {"compile"}.union(*USES.values())
    return (
        function.attr if is_of_re and isinstance(function, ast.Attribute) and function.attr in takes else ""
    )


def _compiled(call: ast.Call, names: dict[str, Any]) -> re.Pattern[Any]:
    """The pattern of a call. Its other arguments are texts, but for the flags."""
    flags = [each.value for each in call.keywords if each.arg == "flags"]
    if _function_of_re(call) == "compile":
        flags += call.args[1:2]
    pattern, *flag = (
        eval(compile(ast.Expression(each), "pattern", "eval"), dict(names)) for each in (call.args[0], *flags)
    )
    return re.compile(pattern, *flag)


class TooManyStepsError(Exception):
    """Raised when there are enough to see that it never ends."""


@dataclass
class Matcher:
    """Matches a pattern step by step, and counts the steps."""

    pattern: re.Pattern[Any]
    steps: int = 0
    text: str = ""
    groups: dict[int, tuple[int, int]] = field(default_factory=dict)

    @cached_property
    def tree(self) -> Any:
        """What the pattern says."""
        return _parser.parse(self.pattern.pattern, self.pattern.flags)

    def found_in(self, text: str) -> list[tuple[int, int]]:
        """All matches, one after the other."""
        found, at = list[tuple[int, int]](), 0
        self.text = text
        while at <= len(text):
            end = next(self._ends(self.tree, 0, at), None)
            # A match that is empty is not where the last one ended, if another is longer there.
            if end is None or (end == at and found and found[-1] == (at, at)):
                at += 1
                continue
            found.append((at, end))
            at = end if end > at else at + 1
        return found

    def is_whole(self, text: str) -> bool:
        """Whether all of *text* is a match."""
        self.text = text
        return any(end == len(text) for end in self._ends(self.tree, 0, 0))

    def end_at_start(self, text: str) -> int | None:
        """Where a match at the start of *text* ends; None if there is none."""
        self.text = text
        return next(self._ends(self.tree, 0, 0), None)

    def _count(self, steps: int = 1) -> None:
        self.steps += steps
        if self.steps > ENOUGH:
            raise TooManyStepsError

    def _ends(self, parts: Any, nth: int, at: int) -> Iterator[int]:
        """Where a match of *parts* from the *nth* on can end."""
        if nth == len(parts):
            yield at
            return
        for end in self._ends_of(*parts[nth], at):
            yield from self._ends(parts, nth + 1, end)

    def _ends_of(self, kind: Any, about: Any, at: int) -> Iterator[int]:
        """Where one part can end."""
        self._count()
        name = str(kind)
        if name in CHARACTERS:
            if at < len(self.text) and self.takes(kind, about, self.text[at]):
                yield at + 1
        elif name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            ends = self._repeated(*about, at, greedy=name != "MIN_REPEAT")
            yield from ends if name != "POSSESSIVE_REPEAT" else _first(ends)
        elif name == "SUBPATTERN":
            for end in self._ends(about[3], 0, at):
                self.groups[about[0]] = (at, end)
                yield end
        elif name == "ATOMIC_GROUP":
            yield from _first(self._ends(about, 0, at))
        elif name == "BRANCH":
            for each in about[1]:
                yield from self._ends(each, 0, at)
        elif name in ("ASSERT", "ASSERT_NOT"):
            if self._asserted(*about, at) == (name == "ASSERT"):
                yield at
        elif name == "GROUPREF":
            first, last = self.groups.get(about, (0, 0))
            if self.text.startswith(self.text[first:last], at):
                yield at + last - first
        elif self._is_at(str(about), at):
            yield at

    def _repeated(self, least: int, most: int, body: Any, at: int, *, greedy: bool) -> Iterator[int]:
        if len(body) == 1 and str(body[0][0]) in CHARACTERS:
            yield from self._run(least, most, body[0], at, greedy=greedy)
            return
        if not greedy and least <= 0:
            yield at
        if most > 0:
            for end in self._ends(body, 0, at):
                if end > at:
                    yield from self._repeated(least - 1, most - 1, body, end, greedy=greedy)
        if greedy and least <= 0:
            yield at

    def _run(self, least: int, most: int, sign: Any, at: int, *, greedy: bool) -> Iterator[int]:
        """Where a run of single characters can end, the longest or the shortest first."""
        end = at
        while end < len(self.text) and end - at < most and self.takes(*sign, self.text[end]):
            self._count()
            end += 1
        ends = range(at + least, end + 1)
        for each in reversed(ends) if greedy else ends:
            self._count()
            yield each

    def _asserted(self, direction: int, body: Any, at: int) -> bool:
        if direction > 0:
            return any(True for _end in self._ends(body, 0, at))
        least, most = body.getwidth()
        starts = range(max(0, at - most), at - least + 1)
        return any(end == at for start in starts for end in self._ends(body, 0, start))

    def _is_at(self, place: str, at: int) -> bool:
        text, is_word = self.text, [False, False]
        for side, near in enumerate((at - 1, at)):
            is_word[side] = 0 <= near < len(text) and bool(re.match(r"\w", text[near], self._ascii))
        return {
            "AT_BEGINNING": at == 0,
            "AT_BEGINNING_LINE": at == 0 or text[at - 1] == "\n",
            "AT_BEGINNING_STRING": at == 0,
            "AT_BOUNDARY": is_word[0] != is_word[1],
            "AT_NON_BOUNDARY": is_word[0] == is_word[1],
            "AT_END": text[at:] in ("", "\n"),
            "AT_END_LINE": at == len(text) or text[at] == "\n",
            "AT_END_STRING": at == len(text),
        }[place]

    @property
    def _ascii(self) -> int:
        is_ascii = isinstance(self.pattern.pattern, bytes) or self.pattern.flags & re.ASCII
        return re.ASCII if is_ascii else 0

    def takes(self, kind: Any, about: Any, sign: str) -> bool:
        """Whether a part for one character takes *sign*."""
        cases = {sign, sign.lower(), sign.upper()} if self.pattern.flags & re.IGNORECASE else {sign}
        name = str(kind)
        if name == "ANY":
            return sign != "\n" or bool(self.pattern.flags & re.DOTALL)
        if name == "IN":
            negated = str(about[0][0]) == "NEGATE"
            return any(self.takes(*each, case) for case in cases for each in about[negated:]) != negated
        if name == "RANGE":
            return any(len(case) == 1 and about[0] <= ord(case) <= about[1] for case in cases)
        if name == "CATEGORY":
            word = {"DIGIT": r"\d", "SPACE": r"\s", "WORD": r"\w"}[str(about).rpartition("_")[2]]
            return bool(re.match(word, sign, self._ascii)) != ("_NOT_" in str(about))
        return (chr(about) in cases) == (name == "LITERAL")

    def parts(self) -> Iterator[tuple[str, Any]]:
        """All parts, also those inside others, each with a text that leads there."""
        yield from self._inside(self.tree, "")

    def _inside(self, parts: Any, before: str) -> Iterator[tuple[str, Any]]:
        for part in parts:
            yield before, part
            for each in _bodies(part):
                yield from self._inside(each, before)
            before += self._example([part])

    def _example(self, parts: Any) -> str:
        """A text that *parts* take."""
        said = ""
        for kind, about in parts:
            name = str(kind)
            if name in CHARACTERS:
                said += next(
                    (sign for sign in map(chr, range(32, 0x3000)) if self.takes(kind, about, sign)), ""
                )
            elif name == "BRANCH":
                said += self._example(about[1][0])
            elif "REPEAT" in name:
                said += self._example(about[2]) * max(1, about[0])
            elif name in ("SUBPATTERN", "ATOMIC_GROUP"):
                said += self._example(about[3] if name == "SUBPATTERN" else about)
        return said


CHARACTERS = frozenset({"LITERAL", "NOT_LITERAL", "IN", "ANY", "RANGE", "CATEGORY"})


def _first(ends: Iterator[int]) -> Iterator[int]:
    end = next(ends, None)
    if end is not None:
        yield end


def _bodies(part: Any) -> Sequence[Any]:
    """What is inside a part."""
    kind, about = part
    inside: dict[str, Callable[[], Sequence[Any]]] = {
        "SUBPATTERN": lambda: [about[3]],
        "ATOMIC_GROUP": lambda: [about],
        "BRANCH": lambda: list(about[1]),
        "ASSERT": lambda: [about[1]],
        "ASSERT_NOT": lambda: [about[1]],
    }
    return [about[2]] if "REPEAT" in str(kind) else inside.get(str(kind), list)()


def is_bounded(pattern: re.Pattern[Any]) -> bool:
    """Whether nothing in it is repeated without end, so that it looks at a few characters at each place."""
    return not any(_is_endless(part) for _before, part in Matcher(pattern).parts())


def _is_endless(part: Any) -> bool:
    return "REPEAT" in str(part[0]) and part[1][1] == _parser.MAXREPEAT


def long_texts(pattern: re.Pattern[Any]) -> Iterator[Callable[[int], str]]:
    """Texts that may cost much: runs of signs that it tells apart, or of two, after what leads there."""
    matcher = Matcher(pattern)
    parts = list(matcher.parts())
    single = [part for _before, part in parts if str(part[0]) in CHARACTERS]
    differing: dict[tuple[bool, ...], str] = {}
    for sign in SIGNS:
        if ord(sign) < 128 or isinstance(pattern.pattern, str):
            differing.setdefault(tuple(matcher.takes(*part, sign) for part in single), sign)
    units = [*differing.values(), *map("".join, permutations(list(differing.values())[:6], 2))]
    before = dict.fromkeys(["", *(before for before, part in parts if _is_endless(part))])
    examples = dict.fromkeys(matcher._example([part])[:20] for _before, part in parts if _is_endless(part))
    for start in before:
        for unit in dict.fromkeys([*(units if not start else differing.values()), *examples]):
            for end in ("", "\0", "\n!"):
                yield lambda times, start=start, unit=unit, end=end: start + unit * times + end  # type: ignore[misc]


def what_costs_more(pattern: re.Pattern[Any], uses: Iterable[str]) -> str:
    """A text for which the steps grow more than in proportion; "" if there is none."""
    if is_bounded(pattern):
        return ""
    for text in long_texts(pattern):
        for use in uses:
            short, long = (steps(pattern, text(times), use) for times in (SHORT, LONG))
            if long > ENOUGH or long > MOST * short:
                return f"{text(5)!r} …: {short} and {long} steps"
    return ""


def steps(pattern: re.Pattern[Any], text: str, use: str) -> int:
    """How many steps it takes to match all of *text*, or its start, or to find everything in it.

    :raises AssertionError: if Python finds something else.
    """
    matcher, is_text = Matcher(pattern), isinstance(pattern.pattern, str)
    asked: Any = text if is_text else text.encode("latin-1", "replace")
    told = text if is_text else asked.decode("latin-1")
    try:
        if use == "whole":
            agrees = matcher.is_whole(told) == bool(pattern.fullmatch(asked))
        elif use == "start":
            agrees = matcher.end_at_start(told) == getattr(pattern.match(asked), "end", lambda: None)()
        else:
            ours, theirs = matcher.found_in(told), [each.span() for each in pattern.finditer(asked)]
            agrees = [each for each in ours if each[0] < each[1]] == [
                each for each in theirs if each[0] < each[1]
            ]
    except TooManyStepsError:
        return ENOUGH + 1
    assert agrees, (pattern, text[:50])
    return matcher.steps


if __name__ == "__main__":
    print(*all_patterns(), sep="\n")
