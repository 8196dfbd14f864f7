"""Tries every unbounded regular expression of the code on long texts, until one takes too long.

``python -m tests.patterns`` prints each before its tries, and is ended by the system in the slow one. With
regular expressions as arguments, it tries those. Texts are so long that what grows with the square of their
length takes thousands of times as long as what grows in proportion.
"""

import ast
import importlib
import re
import sys
from collections.abc import Iterator
from itertools import permutations, product
from pathlib import Path
from re import _parser  # type: ignore[attr-defined]
from signal import ITIMER_PROF, setitimer
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent

LONG = 100_000
"""The characters of a text. What grows in proportion reads them in a few milliseconds."""

ENOUGH = 0.5
"""The seconds of the CPU that end a try. It takes another process, since Python can't interrupt a search."""

UNITS = [*' \n0axS你♠\u2068\u0301.,-:/|+=_%"<[#\\\0', *map("".join, permutations(" 0a,", 2)), "9S", ",000"]
"""What a text repeats."""

LEADS = '|1|♠|[|<|/|:|a1|AAA1|a:|1.|1.1|1.1.|A /|A / HTTP/|y %(|"format"|light.large.de_'.split("|")
"""What leads into a pattern, before what is repeated."""

ENDS = ["\0", "\n!"]

ONLY_OURS = "views.assets.bundles"
"""A module whose patterns read nothing but our own files."""

FILLED_IN = {"word": "y", "sounds": r"h?[ií](?![aeoáéó])", "name": "A A a.a"}
"""What stands in patterns that functions make from their arguments."""

USED_ELSEWHERE = {"HEADER": "match", "FIRST_LINE": "fullmatch", "BEFORE_A_WORD": "match"}
"""How patterns are used that are called by another name, such as those that are given to Waitress."""

ANYWHERE = ["search", "split", "findall", "finditer", "sub", "subn"]
"""The functions that look for a pattern anywhere in a text."""

USES = ["fullmatch", "match", *ANYWHERE]

FUNCTION = re.compile(rf"re\.(compile|{'|'.join(USES)})")


class Found(NamedTuple):
    """A regular expression, where it stands, and the functions that use it."""

    place: str
    pattern: re.Pattern[Any]
    uses: set[str]

    @property
    def is_bounded(self) -> bool:
        """Whether nothing in it is repeated without end, so it looks at few characters at each place."""
        return "MAXREPEAT" not in repr(_parser.parse(self.pattern.pattern, self.pattern.flags))

    def read(self) -> None:
        """Reads all texts with it. What is looked for anywhere needs nothing before it."""
        is_anywhere = not self.uses.isdisjoint(ANYWHERE)
        if is_anywhere:
            self._read("findall", "")
        for use in {"match", "fullmatch"} & (self.uses | ({"match"} if is_anywhere else set())):
            for lead in LEADS:
                self._read(use, lead)

    def _read(self, use: str, lead: str) -> None:
        is_text = isinstance(self.pattern.pattern, str)
        for unit, end in product(UNITS, ENDS):
            text: Any = lead + unit * (LONG // len(unit)) + end
            setitimer(ITIMER_PROF, ENOUGH)
            getattr(self.pattern, use)(text if is_text else text.encode("latin-1", "replace"))
        # Whatever comes after the last try may take as long as it likes: also the end of the process.
        setitimer(ITIMER_PROF, 0)


def all_patterns() -> Iterator[Found]:
    """The regular expressions in ``app.py``, ``models`` and ``views``."""
    files = [
        ROOT / "app.py",
        *(each for name in ("models", "views") for each in sorted((ROOT / name).rglob("*.py"))),
    ]
    written = {file: file.read_text(encoding="utf-8") for file in files if "migrations" not in file.parts}
    used = re.findall(rf"(\w+)\.({'|'.join(USES)})\b", "\n".join(written.values()))
    for file, text in written.items():
        name = ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        if re.search(r"\bre\.", text) and name != ONLY_OURS:
            yield from _in_module(name, ast.parse(text), used)


def _in_module(module: str, tree: ast.Module, used: list[tuple[str, str]]) -> Iterator[Found]:
    """The patterns of *module*. *used* are names, and the functions of patterns that are called on them."""
    known = {**vars(importlib.import_module(module)), **FILLED_IN}
    names = {
        each.value: ast.unparse(each.targets[0]) for each in ast.walk(tree) if isinstance(each, ast.Assign)
    }
    calls = [each for each in ast.walk(tree) if isinstance(each, ast.Call)]
    for call, function in ((each, FUNCTION.fullmatch(ast.unparse(each.func))) for each in calls):
        if function:
            parts = {names.get(call), *re.findall(r"\w+", ast.unparse(call.args[0]))}
            elsewhere = {use for name, use in USED_ELSEWHERE.items() if name in parts}
            uses = {use for name, use in used if name == names.get(call)} | {function[1]} - {"compile"}
            flags = [each.value for each in call.keywords if each.arg == "flags"]
            flags += call.args[1:] if function[1] == "compile" else []
            pattern, *flag = (eval(ast.unparse(each), known) for each in (call.args[0], *flags))
            yield Found(f"{module}:{call.lineno}", re.compile(pattern, *flag), elsewhere or uses or set(USES))


if __name__ == "__main__":
    given = [Found("given", re.compile(each), set(USES)) for each in sys.argv[1:]]
    for found in given or list(all_patterns()):
        if not found.is_bounded:
            print(
                f"{found.place:<35} {', '.join(sorted(found.uses)):<18} {found.pattern.pattern!r}", flush=True
            )
            found.read()
