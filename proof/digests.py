"""Digests of what is compared: another one means that the proof is older than the code."""

import ast
import json
import re
from hashlib import sha256
from pathlib import Path

import click

from models.gin.cards import bitboards, cards, melds
from models.gin.hand import arrangements, declaration, defence
from proof.counter import SOURCE

ROOT = Path(__file__).parents[1]
PROOF = ROOT / "docs/proof.json"
ENGINE = (cards, melds, bitboards, declaration, arrangements, defence)


def digest_of_engine() -> str:
    """Of the syntax trees without docstrings and without names of modules, so a move changes nothing."""
    return _digest(*(tree_of(Path(str(module.__file__)).read_text("utf-8")) for module in ENGINE))


def tree_of(source: str) -> str:
    """The syntax of a Python file, without docstrings, comments and imports."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(body := getattr(node, "body", None), list):
            node.body = [each for each in body if not _is_no_code(each)]  # type: ignore[attr-defined]
    return ast.dump(tree)


def _is_no_code(node: ast.AST) -> bool:
    """An import, or a string by itself."""
    is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return is_text or isinstance(node, ast.Import | ast.ImportFrom)


def digest_of_counter() -> str:
    """Of the counter without comments and white space."""
    return _digest(re.sub(r"/\*.*?\*/|\s+", " ", SOURCE.read_text("utf-8"), flags=re.DOTALL))


def _digest(*texts: str) -> str:
    return sha256("\0".join(texts).encode()).hexdigest()[:16]


def what_is_older() -> str:
    """A sentence that says what has changed since the proof; "" if nothing has."""
    if not PROOF.exists():
        return "docs/proof.json is not there: make prove"
    proof = json.loads(PROOF.read_text("utf-8"))
    changed = [
        name
        for name, digest in (("engine", digest_of_engine()), ("counter", digest_of_counter()))
        if proof[name] != digest
    ]
    return f"docs/proof.json is older than the {' and the '.join(changed)}: make prove" if changed else ""


if __name__ == "__main__":
    click.echo(what_is_older() or "docs/proof.json is of this engine and this counter.")
