"""Mutated documents are either read or refused."""

import json
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from models.gin.document.json_reader import InvalidDocumentError
from models.gin.document.reading import read_match, read_rules
from models.gin.document.writing import MatchDocument, write_match, write_sheet
from models.gin.rules.house_rules import KINDS
from models.gin.sheet.sheet import sheet
from tests.gin.strategies import matches
from tests.profiles import examples

scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=12)
    | st.sampled_from(["dead", "gin", "KS KC KD", "", "10H", "pagat", "QS", "\ud800", "\x00", "9" * 50])
)
junk = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to every value in a document."""
    children = (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else []
    )
    return [path, *(place for key, child in children for place in places(child, (*path, key)))]


def changed(value: Any, path: tuple[Any, ...], put: Any) -> Any:
    """*value* with *put* at *path*; ``...`` takes away what was there."""
    if not path:
        return put
    copy = dict(value) if isinstance(value, dict) else list(value)
    inner = changed(copy[path[0]], path[1:], put)
    if inner is ...:
        del copy[path[0]]
    else:
        copy[path[0]] = inner
    return copy


def read_or_refused(text: str) -> MatchDocument | None:
    """The match, or None if it was refused with at least one reason."""
    try:
        return read_match(text)
    except InvalidDocumentError as error:
        found = error.problems
    assert found
    return None


@st.composite
def mutilated(draw: st.DrawFn) -> Any:
    """A good document with some values taken away or put elsewhere."""
    document = write_match(draw(matches()))
    for _ in range(draw(st.integers(1, 3))):
        path = draw(st.sampled_from(places(document)))
        document = changed(document, path, draw(st.just(...) if path and draw(st.booleans()) else junk))
    return document


@examples(50)
@given(mutilated())
def test_a_mutilated_document_is_read_or_refused(document: Any) -> None:
    match = read_or_refused(json.dumps(document))

    if match is not None:
        json.dumps(write_sheet(sheet(match.hands, match.rules, match.first_dealer)))
        assert read_match(json.dumps(write_match(match))) == match


@examples(80)
@given(st.text() | junk.map(json.dumps))
@example('{"a": ' * 2000)
@example("﻿{}")
@example("\x00")
def test_any_text_is_read_or_refused(text: str) -> None:
    assert read_or_refused(text) is None


rules_of_any_kind = st.dictionaries(
    st.sampled_from(["preset", *KINDS]), junk | st.integers(0, 30) | st.sampled_from(["pagat", "flat", "low"])
)


@examples(80)
@given(junk | rules_of_any_kind.map(lambda fields: {"preset": "pagat"} | fields))
def test_any_rules_are_read_or_refused(written: Any) -> None:
    try:
        wrong, rules = (), read_rules(written)
    except InvalidDocumentError as error:
        wrong, rules = error.problems, None

    assert bool(wrong) is (rules is None)


@given(matches(), st.data())
def test_a_document_cut_anywhere_is_refused(match: MatchDocument, data: st.DataObject) -> None:
    text = json.dumps(write_match(match))

    assert read_or_refused(text[: data.draw(st.integers(0, len(text) - 1))]) is None
