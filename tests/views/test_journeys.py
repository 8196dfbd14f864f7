"""How many of our files a save, the sheet after it and a poll run through: what a reader has to follow."""

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType

from werkzeug.test import TestResponse

from tests.gin.table import knock
from tests.views.table import Table, typed

ROOT = Path(__file__).parents[2]
OURS = tuple(f"{ROOT / each}" for each in ("app.py", "models", "views"))

MOST = {"save": 37, "sheet": 58, "poll": 15}
"""The most files that each may run through."""


def files_of(act: Callable[[], TestResponse], status: int) -> list[str]:
    """The files of ours that *act* runs through, which has to be answered with *status*."""
    entered: dict[str, None] = {}

    def note(frame: FrameType, event: str, _about: object) -> None:
        if event == "call" and not frame.f_code.co_qualname.startswith("<"):
            entered[frame.f_code.co_filename] = None

    sys.setprofile(note)
    try:
        answer = act()
    finally:
        sys.setprofile(None)
    assert answer.status_code == status
    return [str(Path(file).relative_to(ROOT)) for file in entered if file.startswith(OURS)]


def journeys(table: Table) -> dict[str, list[str]]:
    """The files of a save by numbers, of the sheet after it, and of a poll that finds nothing new."""
    client, page = table.browser.client, table.browser.get(table.way("deadwood"))
    hand = page.form_with({"save"}).inputs | typed(knock(2, 3)) | {"save": "1"}
    save = files_of(lambda: client.post(page.path, data=hand), 303)
    sheet = files_of(lambda: client.get(table.path), 200)
    known = {"If-None-Match": client.get(table.path).headers["ETag"]}
    return {
        "save": save,
        "sheet": sheet,
        "poll": files_of(lambda: client.get(table.path, headers=known), 304),
    }


def test_a_save_a_sheet_and_a_poll_run_through_few_files(table: Table) -> None:
    for _ in range(3):
        found = journeys(table)

    assert {name: files for name, files in found.items() if len(files) > MOST[name]} == {}
