"""The pages of an export of BG Stats: which game, what its plays would add, and what is asked about them."""

from collections.abc import Sequence
from io import BytesIO, StringIO, TextIOWrapper
from tempfile import TemporaryFile

from flask import redirect, render_template, request, url_for

from models.records.files.book_import import OvertakenError, import_file
from models.records.files.documents import import_matches, imported_among
from models.records.files.file_checks import IN_ONE_REQUEST, check
from models.records.files.imported_before import NotCorrectableError
from models.records.tables.shared import watch_token
from views.imports.bg_stats import Export, UnreadableExportError, read_export
from views.imports.book_routes import (
    AT_ONCE,
    Answer,
    let_others_save,
    nobody_waits,
    with_waiting,
)
from views.imports.contents import MOST_SHOWN, Contents, ImportProblem
from views.imports.plays import Choices, Plays, file_of, read_plays
from views.imports.preview import Preview
from views.imports.table_words import labelled
from views.imports.upload import Upload, imports, start_page
from views.language.i18n import gettext as _
from views.language.i18n import ngettext, number
from views.shared.errors import DATABASE_ERRORS, keep_form
from views.shared.waiting_files import About, WaitingFile, problem_said
from views.web.access import known_device
from views.web.rate_limit import IMPORTS, LARGE_IMPORTS, count
from views.web.upload_limits import TooManyImports, one_of

MOST_NAMED = 12
"""How many plays are named that don't come in."""

MOST_GAMES = 1_000
"""How many games are offered."""


def preview_plays(data: bytes) -> Answer:
    """What an export would add, or which game is meant. It waits for the button to be pressed."""
    phone = known_device()
    count(LARGE_IMPORTS, phone)
    with one_of(AT_ONCE):
        try:
            export = read_export(TextIOWrapper(BytesIO(data), encoding="utf-8-sig"))
        except UnreadableExportError:
            return _refused([ImportProblem("", _("This is not an export of BG Stats that can be read."))])
        return _page(export.only(export.gin) if export.gin else export, Choices(), phone)


@imports.post("/import/plays/<file>")
def import_plays(file: str) -> Answer:
    """Shows what was chosen about the plays of an export that waits, or imports them if that was pressed."""
    phone = known_device()
    count(IMPORTS, phone)

    def answer(waiting: WaitingFile) -> Answer:
        with waiting.opened() as (_about, spool):
            return _answer(waiting, read_export(spool), phone)

    return with_waiting(file, _whose(phone), answer)


def _whose(phone: str) -> str:
    """Whose exports are that wait: apart from the same phone's files of books, which are read otherwise."""
    return f"plays of {phone}"


def _answer(file: WaitingFile, export: Export, phone: str) -> Answer:
    form = request.form
    choices = Choices(form.get("game", ""), frozenset(form.getlist("as_they_are")), "counts_wins" in form)
    if choices.game in export.plays and len(export.plays) > 1:
        return _page(export.only([choices.game]), choices, phone)
    if "import" not in form or not _is_chosen(export, choices):
        return _page(export, choices, phone, file)
    plays = read_plays(export, choices)
    seen = Preview(Contents(plays.matches), phone)
    if not (seen.new or seen.ticked):
        return (
            redirect(_address(plays, phone), 303) if seen.differing else _page(export, choices, phone, file)
        )
    return _import(file, plays, choices, phone, seen)


def _is_chosen(export: Export, choices: Choices) -> bool:
    """Whether it is known which game is meant."""
    return bool(export.gin) or choices.game in export.plays


def _import(file: WaitingFile, plays: Plays, choices: Choices, phone: str, seen: Preview) -> Answer:
    """Imports what is new like a file of books: in portions, between which others can save.

    What was ticked is corrected before.
    """
    new, ticked = {each.id for each in seen.new}, seen.corrected
    seen.count_for(phone)
    with TemporaryFile("w+", encoding="utf-8") as spool:
        added = (match for match in plays.matches if match.id in new)
        checked = check(StringIO(file_of(added)), spool, nobody_waits, IN_ONE_REQUEST)
        if checked.wrong:
            return _refused([ImportProblem(*problem_said(each)) for each in checked.wrong])
        try:
            corrected = [match for match in plays.matches if match.id in ticked]
            import_matches(corrected, phone, file.id, ticked)
            if new:
                import_file(checked, spool, phone, file.id, let_others_save)
        except NotCorrectableError:
            return _shown(file, plays, choices, phone), 409
        except OvertakenError:
            raise TooManyImports from None
        except DATABASE_ERRORS as error:
            return keep_form(error, lambda: _shown(file, plays, choices, phone, not_saved=True))
    address = _address(plays, phone, done="imported")
    file.put_down(address)
    return redirect(address, 303)


def _address(plays: Plays, phone: str, done: str | None = None) -> str:
    """The sheet of the only match that is here, or the list."""
    here = list(imported_among(plays.matches, phone).values())
    if len(here) == 1:
        return url_for("matches.show", watch=watch_token(here[0]))
    return url_for("matches.index", done=done)


def _page(export: Export, choices: Choices, phone: str, file: WaitingFile | None = None) -> Answer:
    """The page about the plays of one game, or the question which; refused if none of them can be used."""
    if not _is_chosen(export, choices):
        return _games(file or _kept(export, phone), export)
    if sum(map(len, export.plays.values())) > IN_ONE_REQUEST.matches:
        many = _(
            "An import can have up to %(most)s plays of a game here. Whoever runs this server can import it "
            "on the command line.",
            most=number(IN_ONE_REQUEST.matches),
        )
        return _refused([ImportProblem("", many)])
    plays = read_plays(export, choices)
    if not (plays.matches or plays.questions or plays.only_won):
        return _refused(plays.left_out)
    return _shown(file or _kept(export, phone), plays, choices, phone)


def _games(file: WaitingFile, export: Export) -> str:
    """Where one of the games is chosen."""
    games = [
        (game, ngettext("%(name)s (%(num)s play)", "%(name)s (%(num)s plays)", times, name=name))
        for game, name, times in export.played[:MOST_GAMES]
    ]
    return render_template("imports/games.html", games=games, file=file.id)


def _shown(file: WaitingFile, plays: Plays, choices: Choices, phone: str, *, not_saved: bool = False) -> str:
    return render_template(
        "imports/plays.html",
        questions=list(plays.questions.items())[:MOST_SHOWN],
        left_out=_named(plays.left_out),
        only_won=plays.only_won,
        cut=_named(plays.cut),
        choices=choices,
        preview=Preview(Contents(plays.matches), phone),
        file=file.id,
        not_saved=not_saved,
    )


def _named(plays: Sequence[ImportProblem]) -> list[str]:
    """The first plays with what is said of them, and how many more there are."""
    named = [labelled(play.place, play.sentence) for play in plays[:MOST_NAMED]]
    more = len(plays) - MOST_NAMED
    return [*named, ngettext("and %(num)s more play", "and %(num)s more plays", more)] if more > 0 else named


def _refused(problems: Sequence[ImportProblem]) -> Answer:
    return start_page(Upload(), problems[:MOST_SHOWN]), 422


def _kept(export: Export, phone: str) -> WaitingFile:
    """An export that waits from now on."""
    with WaitingFile.draft(_whose(phone)) as (file, spool):
        spool.writelines(export.lines())
        file.keep(About([], 0, 0), spool)
    return file
