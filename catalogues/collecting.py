"""Collects the sentences of code and templates, and brings catalogues up to date with them."""

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.pofile import read_po, write_po

from catalogues.typography import with_no_break_spaces
from views.language.i18n import CATALOGUES as FOLDER
from views.language.sentences import ENCODING, path_of

ROOT = Path(__file__).parent.parent

KEYWORDS = {**DEFAULT_KEYWORDS, "lazy": None, "marked": None, "marked_plural": (1, 2)}
"""The functions that take a sentence: those of gettext, and ours that translate it later."""

COMMENTS = ("Translators:",)
"""How a comment starts that translators see above the sentence after it."""

PAGES, CODE = ("**.html", "jinja2", {"silent": "false"}), ("**.py", "python", dict[str, str]())
SOURCES = {"templates": PAGES, "views": CODE, "phone/templates": PAGES, "phone": CODE}
"""The folders with sentences: which files, how they are read, and with which options."""

ENGLISH = ("cli/**.py", "operations/**.py")
"""Files of views whose sentences stay English: the command line, and what the server says when it starts."""

HEADER = """\
# The sentences of Deadwood in one language. docs/translating.md says how to edit them.
msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plurals}\\n"

"""
"""What every catalogue starts with. Nothing in it changes from one day to the next."""

LINE = re.compile(
    r"""\s*(?:#.*|(?:(?:msgctxt|msgid|msgid_plural|msgstr(?:\[\d\])?)\s+)?"(?:[^\\]|\\.)*"\s*)?"""
)
"""A line of a catalogue: a comment, or a text in quotation marks, which may have a word before it."""


def collect(root: Path = ROOT) -> Catalog:
    """Every sentence with the comments about it.

    They are in the order of the files, and within a file in alphabetical order: a function that moves within
    its file changes no catalogue.
    """
    catalogue = Catalog()
    for _file, forms, context, comments in sorted(marked_in(root)):
        sentence = forms if len(forms) > 1 else forms[0]
        catalogue.add(sentence, auto_comments=comments, context=context or None)
    return catalogue


def marked_in(root: Path) -> Iterator[tuple[str, tuple[str, ...], str, list[str]]]:
    """The file, forms, context and comments of every sentence that is marked, as often as it is said."""
    for folder, (files, method, options) in SOURCES.items():
        methods = [*((each, "ignore") for each in ENGLISH), (files, method)]
        for file, _line, sentence, comments, context in extract_from_dir(
            root / folder, methods, {files: options}, KEYWORDS, COMMENTS, strip_comment_tags=True
        ):
            forms = (sentence,) if isinstance(sentence, str) else tuple(sentence)
            yield f"{folder}/{file}", forms, context or "", comments


def broken_lines(path: Path) -> Iterator[str]:
    """The lines of a catalogue that lack a quotation mark. Babel would leave out letters there in silence."""
    try:
        text = path.read_text(encoding=ENCODING)
    except UnicodeDecodeError:
        yield f"{path}: save the file in the encoding UTF-8"
        return
    for number, line in enumerate(text.split("\n"), 1):
        if not LINE.fullmatch(line):
            yield f"{path}, line {number}: write the text between straight quotation marks: {line}"


def catalogue_of(language: str, folder: Path = FOLDER) -> Catalog:
    """The catalogue of a language; an empty one if there is none."""
    path = path_of(language, folder)
    if not path.exists():
        return Catalog(locale=language)
    with path.open(encoding=ENCODING) as file:
        return read_po(file, locale=language, abort_invalid=True)


def update(language: str, sentences: Catalog, folder: Path = FOLDER) -> Catalog:
    """Brings the catalogue of a language up to date with *sentences*, in the same form every time.

    A translation whose sentence is gone stays at the end of the file, and is used again when that comes back.
    One whose sentence has another plural in English by now is marked as fuzzy, and not shown to players.
    """
    catalogue = catalogue_of(language, folder)
    _revive(catalogue, sentences)
    _mark_changed(catalogue, sentences)
    catalogue.update(sentences, no_fuzzy_matching=True)
    for message in catalogue:
        message.string = _tidied(language, message)
        if not any(message.string):
            message.flags.discard("fuzzy")
    path = path_of(language, folder)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(_text_of(catalogue))
    return catalogue


def _revive(catalogue: Catalog, sentences: Catalog) -> None:
    """Takes translations back whose sentences are there again."""
    for key, message in list(catalogue.obsolete.items()):
        if sentences.get(message.id, message.context):
            del catalogue.obsolete[key]
            if not catalogue.get(message.id, message.context):
                catalogue[message.id] = message


def _mark_changed(catalogue: Catalog, sentences: Catalog) -> None:
    """Marks translations whose sentences have the same singular as before, but not the same plural."""
    for message in catalogue:
        sentence = sentences.get(message.id, message.context) if message.id else None
        if sentence and sentence.id != message.id:
            message.flags.add("fuzzy")


def _tidied(language: str, message: Message) -> str | tuple[str, ...]:
    """The translation with the spaces of its language that no keyboard has."""
    if isinstance(message.string, str):
        return with_no_break_spaces(language, message.string)
    return tuple(with_no_break_spaces(language, form or "") for form in message.string or ())


def _text_of(catalogue: Catalog) -> bytes:
    """The file: one line for each sentence, without dates and places."""
    written = BytesIO()
    write_po(written, catalogue, width=0, omit_header=True, no_location=True)
    header = HEADER.format(language=catalogue.locale, plurals=catalogue.plural_forms)
    return header.encode() + written.getvalue()
