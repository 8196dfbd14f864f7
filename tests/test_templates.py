"""Every template can be rendered, refers only to things that exist, and follows the security policy."""

import re
from pathlib import Path

from flask import Flask
from jinja2 import nodes

TEMPLATES = Path(__file__).parent.parent / "templates"
ALL = sorted(path.relative_to(TEMPLATES).as_posix() for path in TEMPLATES.rglob("*.html"))

FORBIDDEN = {
    "a script in the page": re.compile(r"<script(?![^>]*\ssrc=)", re.I),
    "a style in the page": re.compile(r"<style\b|\sstyle\s*=", re.I),
    "an inline handler": re.compile(r"\son(?!e=)[a-z]+\s*=\s*[\"'{]", re.I),
    "text that is not escaped": re.compile(r"\|\s*safe\b|\bMarkup\b|autoescape\s+false"),
    "an address on another host": re.compile(r"(?:src|action)=[\"'](?:https?:)?//", re.I),
}


def test_they_keep_to_the_policy() -> None:
    found = [
        (name, what)
        for name in ALL
        for what, pattern in FORBIDDEN.items()
        if pattern.search((TEMPLATES / name).read_text(encoding="utf-8"))
    ]

    assert found == []


def test_they_compile_and_point_at_what_exists(app: Flask) -> None:
    for name in ALL:
        app.jinja_env.get_template(name)

    assert {name: missing for name in ALL if (missing := pointed_at_nothing(app, name))} == {}


def pointed_at_nothing(app: Flask, name: str) -> list[str]:
    """The addresses in a template at which nothing exists."""
    env = app.jinja_env
    tree = env.parse((TEMPLATES / name).read_text(encoding="utf-8"))
    called = {
        (call.node.name, call.args[0].value)
        for call in tree.find_all(nodes.Call)
        if isinstance(call.node, nodes.Name) and call.args and isinstance(call.args[0], nodes.Const)
    }
    endpoints = {argument for function, argument in called if function == "url_for"}
    with app.test_request_context():
        addresses = [env.globals["asset"](argument) for function, argument in called if function == "asset"]
    unknown = endpoints - app.view_functions.keys()
    return [*sorted(unknown), *(address for address in addresses if not is_there(app, address))]


def is_there(app: Flask, address: str) -> bool:
    """Whether something is served at *address*."""
    with app.test_client().get(address) as answer:
        return answer.status_code == 200
