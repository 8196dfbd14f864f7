"""Writes docs/figures.md and models/gin/every_hand.py from docs/proof.json (``python -m proof.figures``)."""

import json
from collections.abc import Sequence
from pathlib import Path
from textwrap import wrap

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from proof.digests import PROOF, ROOT

WRITTEN = {
    "figures.md.jinja": ROOT / "docs/figures.md",
    "every_hand.py.jinja": ROOT / "models/gin/every_hand.py",
}
"""The files, by the templates they are made from."""


def written(template: str) -> str:
    """What the file of this template must be."""
    pages = Environment(  # noqa: S701, no HTML
        loader=FileSystemLoader(Path(__file__).with_name("templates")), undefined=StrictUndefined
    )
    pages.filters["literal"] = _literal
    proof = json.loads(PROOF.read_text("utf-8"))
    totals = {"ten": sum(proof["figures"]["dealt"]), "eleven": sum(proof["figures"]["after_a_discard"])}
    return pages.get_template(template).render(proof, **totals).rstrip() + "\n"


def _literal(hands: Sequence[int]) -> str:
    """A tuple of Python in lines."""
    return "\n    ".join(["(", *wrap(", ".join(map(str, hands)) + ",", 104)]) + "\n)"


if __name__ == "__main__":
    for template, path in WRITTEN.items():
        path.write_text(written(template), "utf-8")
