"""Every template can be drawn, points only at what exists, and keeps to the policy."""

import re
from pathlib import Path

import pytest
from flask import Flask
from jinja2 import nodes

TEMPLATES = Path(__file__).parent.parent / "templates"
ALL = sorted(path.relative_to(TEMPLATES).as_posix() for path in TEMPLATES.rglob("*.html"))

FORBIDDEN = {
    "a script in the page": re.compile(r"<script(?![^>]*\ssrc=)", re.I),
    "a style in the page": re.compile(r"<style\b|\sstyle\s*=", re.I),
    "an inline handler": re.compile(r"\son[a-z]+\s*=\s*[\"'{]", re.I),
    "text that is not escaped": re.compile(r"\|\s*safe\b|\bMarkup\b|autoescape\s+false"),
    "an address on another host": re.compile(r"(?:src|action)=[\"'](?:https?:)?//", re.I),
}


@pytest.mark.parametrize("name", ALL)
def test_it_keeps_to_the_policy(name: str) -> None:
    source = (TEMPLATES / name).read_text(encoding="utf-8")

    assert [what for what, pattern in FORBIDDEN.items() if pattern.search(source)] == []


@pytest.mark.parametrize("name", ALL)
def test_it_compiles_and_points_at_what_exists(app: Flask, name: str) -> None:
    env = app.jinja_env
    env.get_template(name)
    tree = env.parse((TEMPLATES / name).read_text(encoding="utf-8"))
    called = {
        (call.node.name, call.args[0].value)
        for call in tree.find_all(nodes.Call)
        if isinstance(call.node, nodes.Name) and call.args and isinstance(call.args[0], nodes.Const)
    }
    endpoints = {argument for function, argument in called if function == "url_for"}
    with app.test_request_context():
        addresses = [env.globals["asset"](argument) for function, argument in called if function == "asset"]
    missing = [address for address in addresses if not is_there(app, address)]

    assert endpoints <= set(app.view_functions) | {"static"}
    assert missing == []


def is_there(app: Flask, address: str) -> bool:
    """Whether something is served at *address*."""
    with app.test_client().get(address) as answer:
        return answer.status_code == 200
