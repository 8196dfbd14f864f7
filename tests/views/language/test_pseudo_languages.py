"""Every word on the main pages can be translated: in a language that nobody speaks, none is English."""

from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.browser.test_pseudo_languages import PAGES
from tests.pseudo_languages import LONGER, english_on, write_pseudo_catalogues
from tests.records.table import ANNS_PHONE
from views.language import i18n
from views.web.access import DEVICE


def test_nothing_is_said_that_is_in_no_catalogue(
    app: Flask,
    client: FlaskClient,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    subtests: pytest.Subtests,
) -> None:
    write_pseudo_catalogues(tmp_path)
    monkeypatch.setattr(i18n, "CATALOGUES", tmp_path)
    with client.session_transaction() as session:
        session[DEVICE] = ANNS_PHONE
    for name, address in PAGES.items():
        html = client.get(address(app), headers={"Accept-Language": LONGER}).text
        with subtests.test(name):
            assert f'<html lang="{LONGER}"' in html
            assert english_on(html) == set()
