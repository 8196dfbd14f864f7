"""Who changes a match while somebody deletes it is told that it is gone."""

import pytest
from flask import Flask

from models.records.finding.matches import find_match
from models.records.saving.deletion import delete_match
from tests.gin.table import gin
from tests.records.test_at_once import at_once
from tests.views.table import Sit
from views.web.access import DEVICE


@pytest.mark.engines
@pytest.mark.parametrize("time", range(5))
def test_a_rematch_of_a_match_that_is_deleted_at_the_same_moment(app: Flask, sit: Sit, time: int) -> None:
    table = sit()
    form = table.play(gin(98)).forms[-1].inputs
    with table.browser.client.session_transaction() as session:
        device = session[DEVICE]

    def act(number: int) -> int:
        if number:
            return table.browser.client.post(f"{table.path}/rematch", data=form).status_code
        match = find_match(table.path.removeprefix("/m/"))
        delete_match(match, match.version_stamp, device)
        return 303

    assert set(at_once(app, 2, act)) <= {303, 404}
