"""The page on which a file is chosen or a text pasted, also with what is wrong with what was sent."""

from collections.abc import Sequence

from flask import render_template

from views.imports.contents import ImportProblem
from views.imports.upload import LARGEST, Upload
from views.web.upload_limits import LARGEST_FILE


def start_page(sent: Upload, problems: Sequence[ImportProblem] = ()) -> str:
    return render_template(
        "imports/start.html",
        text=sent.text,
        error=sent.error,
        problems=problems,
        most=LARGEST // 1000,
        most_of_book=LARGEST_FILE // 1_000_000,
    )
