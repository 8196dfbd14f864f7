"""The pages that import matches: choose a file or paste its text, look at what it would add, import it."""

import json

from flask import redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from models.records.files.documents import import_matches
from models.records.files.imported_before import NotCorrectableError
from models.records.saving.pipeline import new_entry_id
from models.records.tables.shared import watch_token
from views.imports.book_routes import BOOKS, large_file, preview, too_large
from views.imports.contents import Contents, document_in
from views.imports.play_routes import preview_plays
from views.imports.preview import Preview
from views.imports.score_pad import games_of, is_score_pad
from views.imports.table_page import TablePage
from views.imports.upload import Upload, choice_page, imports, sent_with, start_page
from views.shared.errors import DATABASE_ERRORS, keep_form
from views.web.access import device, entry_of, known_device
from views.web.rate_limit import IMPORTS, count
from views.web.upload_limits import LARGEST_FILE


@imports.get("/import")
def show() -> str:
    """Where a file is chosen."""
    return start_page(Upload())


@imports.post("/import")
def send() -> str | tuple[str, int] | Response:
    """Shows what a text would add, or everything that is wrong with it. Imports it, if that was pressed."""
    count(IMPORTS, device())
    large = large_file(request)
    if large is not None and len(large) > LARGEST_FILE:
        return start_page(Upload(error=too_large())), 422
    if large is not None:
        return preview(large) if BOOKS.search(large) else preview_plays(large)
    sent = sent_with(request)
    if sent.error:
        return start_page(sent), 422
    if sent.sheets or sent.encodings:
        return choice_page(sent)
    table = None if is_json(sent.text) else TablePage(sent.text, request.form)
    contents = table.contents if table else contents_of(sent.text)
    if contents.problems:
        return (_shown(sent, contents, table) if table else start_page(sent, contents.problems)), 422
    if "import" not in request.form or (table and not table.is_as_shown):
        return _shown(sent, contents, table)
    return _import(sent, contents, table)


def is_json(text: str) -> bool:
    """Whether *text* is meant as JSON; else it is a table."""
    return text.lstrip()[:1] in ("{", "[")


def contents_of(text: str) -> Contents:
    """The matches of a document, or of the file of another app."""
    try:
        written = json.loads(text)
    except (ValueError, RecursionError):
        return document_in(text)
    return games_of(written) if is_score_pad(written) else document_in(text)


def _import(sent: Upload, contents: Contents, table: TablePage | None) -> str | tuple[str, int] | Response:
    """Imports what is new, corrects what was ticked, and shows the sheet of the only match, or the list."""
    phone, entry = known_device(), entry_of(request.form.get("entry"), "0")
    seen = Preview(contents, phone)
    seen.count_for(phone)
    try:
        imported = import_matches(contents.matches, phone, entry.id, seen.corrected)
    except NotCorrectableError:
        return _shown(sent, contents, table), 409
    except DATABASE_ERRORS as error:
        return keep_form(error, lambda: _shown(sent, contents, table, not_saved=True))
    if len(imported) == 1:
        return redirect(url_for("matches.show", watch=watch_token(imported[0].match)), 303)
    did_nothing = seen.differing and not (seen.new or seen.corrected)
    return redirect(url_for("matches.index", done=None if did_nothing else "imported"), 303)


def _shown(sent: Upload, contents: Contents, table: TablePage | None, *, not_saved: bool = False) -> str:
    """What would be added, of a table below what its columns are taken for."""
    return render_template(
        "imports/table.html" if table else "imports/preview.html",
        text=sent.text,
        table=table,
        preview=Preview(contents, device()),
        entry=new_entry_id(),
        not_saved=not_saved,
    )
