"""The pages of what is taken along."""

import pytest
from flask import Flask

from tests.views.table import Table


def test_the_page_to_take_a_match_along_claims_nothing_before_its_script_has_looked(
    table: Table, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(app.jinja_env.globals, "takes_along", 1)
    page = table.browser.get(f"{table.path}/along")
    [unable] = [each for each in page.root.all() if each["data-when"] == "unable"]

    assert "hidden" in unable.attributes
