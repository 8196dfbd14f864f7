"""The pages of a file of books that is imported: how far it is, what it would add, what is wrong with it."""

import re

from flask import Request, abort, redirect, render_template, url_for
from werkzeug.exceptions import ServiceUnavailable
from werkzeug.wrappers import Response

from views.imports.contents import MOST_SHOWN, Problem
from views.imports.jobs import Job, Phase, State, TooManyJobsError
from views.imports.pages import imports
from views.web.access import device, known_device
from views.web.i18n import gettext as _
from views.web.rate_limit import IMPORTED_MATCHES, LARGE_IMPORTS, NEW_MATCHES, count
from views.web.upload_limits import LARGEST_FILE

BOOKS = re.compile(rb'"format"\s*:\s*"gin-(book|all)/')
"""What tells a file of books from one of a match, or a table."""

LOOK_AGAIN = "1"
"""Seconds after which a page asks how far it is."""


def book_file(sent: Request) -> bytes | None:
    """The file of books in a form, or its text; None if it is something else."""
    file = sent.files.get("file")
    data = file.read() if file else b""
    if file:
        file.seek(0)
    data = data or sent.form.get("text", "").encode("utf-8", "replace")
    if not BOOKS.search(data):
        return None
    if file:
        file.close()
    return data


def too_large() -> str:
    """What to do with a file that is too large for a form."""
    return _(
        "This is too large: a file of books can have up to %(most)s MB here. Whoever runs this server can "
        "import it on the command line.",
        most=LARGEST_FILE // 1_000_000,
    )


def start_job(data: bytes) -> Response:
    """Keeps a file of books, and leads to the page of its import.

    :raises ServiceUnavailable: if too many files wait.
    """
    phone = known_device()
    count(LARGE_IMPORTS, phone)
    try:
        job = Job.start(data, phone)
    except TooManyJobsError:
        raise ServiceUnavailable(retry_after=60) from None
    return redirect(url_for(".show_job", job=job.id), 303)


@imports.get("/import/<job>")
def show_job(job: str) -> str | tuple[str, int] | tuple[str, int, dict[str, str]] | Response:
    """How far it is, and then what it would add or has added."""
    state = _state(job)
    if state.phase is Phase.DONE:
        return _after(state)
    if state.phase is Phase.WRONG:
        return _wrong(state), 422
    if state.is_running:
        return render_template("imports/progress.html", state=state), 200, {"Refresh": LOOK_AGAIN}
    return render_template("imports/books.html", state=state, job=job)


def _state(job: str) -> State:
    found = Job(job).state(device())
    return found if found is not None else abort(404)


def _after(state: State) -> Response:
    if len(state.links) == 1:
        return redirect(url_for("books.show", book=state.links[0]), 303)
    return redirect(url_for("matches.index", done="imported"), 303)


def _wrong(state: State) -> str:
    problems = [Problem(*each) for each in state.wrong]
    more = max(0, len(problems) - MOST_SHOWN)
    return render_template("imports/books_wrong.html", problems=problems[:MOST_SHOWN], more=more)


@imports.post("/import/<job>")
def import_job(job: str) -> Response:
    """Imports it; if its check was interrupted, that comes first. Pressed twice, it is imported once."""
    state, phone = _state(job), known_device()
    if state.phase is Phase.CHECKING and state.was_interrupted:
        Job(job).check_it(phone)
    elif state.phase is Phase.CHECKED or state.was_interrupted:
        count(NEW_MATCHES, phone)
        count(IMPORTED_MATCHES, phone, state.new_matches)
        Job(job).import_it(state, phone)
    return redirect(url_for(".show_job", job=job), 303)
