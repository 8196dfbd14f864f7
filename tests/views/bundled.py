"""Whether a page fetches the styles of everything on it, and the modules that its elements name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from app import GUEST
from views.assets import bundles
from views.assets.bundles import COMMON, file_in, in_order
from views.web.guest import joined

FOLDERS = (Path(__file__).parents[2] / "static", *GUEST.static)
STYLES, SCRIPTS = joined(bundles.STYLES, GUEST.styles), joined(bundles.SCRIPTS, GUEST.scripts)

Kind = frozenset[str]
"""What an element is: its tag, and its classes with a dot before each."""

CONDITION = re.compile(r":(?:not|is|where|has|nth[\w-]*)\((?:[^()]|\([^()]*\))*\)|::?[\w-]+|\[[^]]*\]")
"""What a selector asks of an element beside its kind."""


@cache
def selectors(component: str) -> frozenset[tuple[Kind, ...]]:
    """The kinds of elements that each selector of a component asks for together."""
    text = file_in(FOLDERS, f"css/components/{component}.css").read_text(encoding="utf-8")
    rules = re.findall(r"([^{};]+)\{", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL))
    heads = (CONDITION.sub("", rule) for rule in rules if "@" not in rule)
    return frozenset(tuple(kinds(one)) for head in heads for one in head.split(",") if "." in one)


def kinds(selector: str) -> Iterator[Kind]:
    """What a selector asks of each element on the way to the one that it means, which comes last."""
    for compound in re.split(r"[\s>+~]+", selector.strip()):
        if found := re.findall(r"\.?[a-zA-Z][\w-]*", compound):
            yield frozenset(found)


@cache
def lacking(styles: str) -> list[tuple[str, tuple[Kind, ...], Kind]]:
    """The selectors that a style sheet has nothing of, each with its component and all names in it."""
    there = set(f"{COMMON} {STYLES[styles]}".split())
    had = frozenset[tuple[Kind, ...]]().union(*map(selectors, there))
    every = {path.stem for folder in FOLDERS for path in (folder / "css/components").glob("*.css")}
    return [
        (component, asked, frozenset[str]().union(*asked))
        for component in sorted(every - there)
        for asked in selectors(component) - had
    ]


@cache
def modules_of(script: str) -> frozenset[str]:
    """The modules of a script."""
    modules = [file_in(FOLDERS, f"js/{name}.js") for name in SCRIPTS[script].split()]
    return frozenset(path.stem for path in in_order(modules))


@cache
def unstyled(styles: str, there: frozenset[Kind], fetched: frozenset[str]) -> list[str]:
    """What a page with such elements has that none of the style sheets has that are *fetched*."""
    if styles not in STYLES:
        return []
    names = frozenset[str]().union(*there)
    return [
        f"it does not fetch {component}.css for {' '.join(''.join(sorted(kind)) for kind in asked)}"
        for component, asked, named in lacking(styles)
        if component not in fetched
        and named <= names
        and all(any(kind <= each for each in there) for kind in asked)
    ]


def unstarted(scripts: Iterable[str], modules: set[str]) -> Iterator[str]:
    """Which *modules* a page names that none of its scripts has."""
    fetched = frozenset[str]().union(*map(modules_of, scripts))
    yield from (f"it does not fetch {name}.js" for name in sorted(modules - fetched))
