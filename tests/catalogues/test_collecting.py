"""Sentences are collected into catalogues without losing a translation."""

from pathlib import Path

import pytest

from catalogues.__main__ import main
from catalogues.collecting import broken_lines, collect, update
from views.language.sentences import catalogues_in, path_of

TEMPLATE = """
{#- Translators: what the dealer does -#}
{{ _("Deal") }} {{ ngettext("%(num)s box", "%(num)s boxes", 3) }} {{ pgettext("verb", "Knock") }}
"""

VIEW = """
# Translators: a colour
NAME = marked("Red")
label = lazy("Text size")
"""

FILE = """\
# The sentences of Deadwood in one language. docs/translating.md says how to edit them.
msgid ""
msgstr ""
"Language: fr\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\\n"

#, python-format
msgid "%(num)s box"
msgid_plural "%(num)s boxes"
msgstr[0] ""
msgstr[1] ""

#. what the dealer does
msgid "Deal"
msgstr ""

msgctxt "verb"
msgid "Knock"
msgstr ""

#. a colour
msgid "Red"
msgstr ""

msgid "Text size"
msgstr ""

"""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A project of one template and one module."""
    for folder, name, text in (("templates", "page.html", TEMPLATE), ("views", "page.py", VIEW)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / name).write_text(text, encoding="utf-8")
    return tmp_path


def written(folder: Path) -> str:
    """The French catalogue."""
    return path_of("fr", folder).read_text(encoding="utf-8")


def test_a_new_catalogue_has_every_sentence_with_what_translators_should_know(source: Path) -> None:
    update("fr", collect(source), source)

    assert written(source) == FILE
    assert catalogues_in(source) == ("fr",)


def test_collecting_again_changes_nothing(source: Path) -> None:
    for _ in range(2):
        update("fr", collect(source), source)

    assert written(source) == FILE


def test_a_function_that_moves_within_its_file_changes_no_catalogue(source: Path) -> None:
    module = source / "views" / "page.py"
    functions = (
        'def first():\n    # Translators: a link\n    return gettext("Back"), gettext("Score sheet")\n',
        'def second():\n    # Translators: a button\n    return gettext("Back"), gettext("Chart")\n',
    )
    module.write_text("\n\n".join(functions), encoding="utf-8")
    update("fr", collect(source), source)
    before = written(source)

    module.write_text("\n\n\n".join(("import re", *reversed(functions))), encoding="utf-8")
    update("fr", collect(source), source)

    assert written(source) == before
    assert '#. a button\n#. a link\nmsgid "Back"' in before


def test_translations_stay_and_a_deleted_sentence_is_kept_for_later(source: Path) -> None:
    update("fr", collect(source), source)
    translated = FILE.replace('msgid "Deal"\nmsgstr ""', 'msgid "Deal"\nmsgstr "Donner"').replace(
        'msgid "Knock"\nmsgstr ""', 'msgid "Knock"\nmsgstr "Frapper"'
    )
    path_of("fr", source).write_text(translated, encoding="utf-8")
    template = source / "templates" / "page.html"

    template.write_text("nothing", encoding="utf-8")
    update("fr", collect(source), source)
    assert '#~ msgid "Deal"\n#~ msgstr "Donner"' in written(source)
    assert '#~ msgctxt "verb"\n#~ msgid "Knock"\n#~ msgstr "Frapper"' in written(source)

    template.write_text(TEMPLATE, encoding="utf-8")
    update("fr", collect(source), source)
    assert written(source) == translated


def test_a_sentence_that_resembles_another_is_not_guessed(source: Path) -> None:
    update("fr", collect(source), source)
    translated = FILE.replace('msgid "Red"\nmsgstr ""', 'msgid "Red"\nmsgstr "Rouge"')
    path_of("fr", source).write_text(translated, encoding="utf-8")
    (source / "views" / "page.py").write_text('marked("Reds")', encoding="utf-8")
    update("fr", collect(source), source)

    assert 'msgid "Reds"\nmsgstr ""' in written(source)
    assert "fuzzy" not in written(source)


def test_french_gets_its_no_break_spaces(source: Path) -> None:
    update("fr", collect(source), source)
    typed = FILE.replace('msgid "Red"\nmsgstr ""', 'msgid "Red"\nmsgstr "« Rouge » !"')
    path_of("fr", source).write_text(typed, encoding="utf-8")
    update("fr", collect(source), source)

    assert 'msgstr "«\xa0Rouge\xa0»\xa0!"' in written(source)


@pytest.mark.parametrize(
    "line", ['msgstr "Rouge', "msgstr Rouge", "msgstr “Rouge”", r'msgstr "Rouge\"', "Rouge"]
)
def test_a_text_that_lacks_a_quotation_mark_is_shown_with_its_line(tmp_path: Path, line: str) -> None:
    path = tmp_path / "messages.po"
    path.write_text(FILE.replace('msgid "Red"\nmsgstr ""', f'msgid "Red"\n{line}'), encoding="utf-8")

    assert list(broken_lines(path)) == [
        f"{path}, line 26: write the text between straight quotation marks: {line}"
    ]


def test_a_byte_order_mark_at_the_start_of_the_file_is_read_and_left_out(source: Path) -> None:
    update("fr", collect(source), source)
    translated = FILE.replace('msgid "Deal"\nmsgstr ""', 'msgid "Deal"\nmsgstr "Donner"')
    path_of("fr", source).write_text(translated, encoding="utf-8-sig")

    assert list(broken_lines(path_of("fr", source))) == []
    update("fr", collect(source), source)
    assert written(source) == translated


def test_a_file_in_another_encoding_is_to_be_saved_in_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "messages.po"
    path.write_text(FILE.replace('msgid "Red"\nmsgstr ""', 'msgid "Red"\nmsgstr "Doré"'), encoding="latin-1")

    assert list(broken_lines(path)) == [f"{path}: save the file in the encoding UTF-8"]


def test_every_line_of_a_catalogue_can_be_read(source: Path) -> None:
    update("fr", collect(source), source)
    translated = written(source).replace('msgid "Red"\nmsgstr ""', 'msgid "Red"\nmsgstr "« \\"Rouge\\" »"')
    path_of("fr", source).write_text(translated + '#~ msgid "Gin"\n#~ msgstr "Gin"\n', encoding="utf-8")

    assert list(broken_lines(path_of("fr", source))) == []


@pytest.mark.parametrize("code", ["xx", "french", "fr_fr", "../fr"])
def test_only_a_language_gets_a_catalogue(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([code]) == 1
    assert "two or three letters" in capsys.readouterr().err
