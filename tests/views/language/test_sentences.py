"""Catalogues as pages read them: unfinished ones, wrong ones, those of a variety, and who gets which."""

import logging
from codecs import BOM_UTF8
from pathlib import Path

import pytest
from flask import Flask, render_template_string

from tests.views.speaking import EMPTY
from views.language import i18n
from views.language.asked_languages import best_of
from views.language.sentences import path_of

WRONG = """
msgid "%(name)s deals"
msgstr "%(nom)s donne"

msgid "%(num)s box"
msgid_plural "%(num)s boxes"
msgstr[0] "une case"
msgstr[1] "%(nombre)s cases"

msgid "%(name)s wins"
msgstr "%(name)s gagne à 100 %"

msgid "Save"
msgstr "Enregistrer"
"""

PAGE = """
{{- _("Save") }}, {{ _("%(name)s deals", name="Ann") }}, {{ _("%(name)s wins", name="Ann") }}, {{
ngettext("%(num)s box", "%(num)s boxes", 1) }}, {{ ngettext("%(num)s box", "%(num)s boxes", 3) -}}
"""


@pytest.fixture
def catalogues(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The folder of catalogues, empty."""
    monkeypatch.setattr(i18n, "CATALOGUES", tmp_path)
    return tmp_path


def write(folder: Path, language: str, text: str) -> None:
    path = path_of(language, folder)
    path.parent.mkdir(parents=True)
    path.write_text(EMPTY + text, encoding="utf-8")


def said(app: Flask, asked: str, page: str = PAGE) -> str:
    """What a page says to somebody who asks for a language."""
    with app.test_request_context(headers={"Accept-Language": asked}):
        return render_template_string(page)


def test_a_wrong_placeholder_leaves_its_sentence_english_and_is_logged_once(
    app: Flask, catalogues: Path, caplog: pytest.LogCaptureFixture
) -> None:
    write(catalogues, "fr", WRONG)

    with caplog.at_level(logging.WARNING):
        pages = {said(app, "fr") for _ in range(2)}

    assert pages == {"Enregistrer, Ann deals, Ann wins, 1 box, 3 boxes"}
    assert [record.args for record in caplog.records] == [
        ("fr", "%(name)s deals"),
        ("fr", ("%(num)s box", "%(num)s boxes")),
        ("fr", "%(name)s wins"),
    ]


def test_a_variety_says_what_it_has_and_leaves_the_rest_to_its_language(app: Flask, catalogues: Path) -> None:
    write(catalogues, "fr", 'msgid "Save"\nmsgstr "Enregistrer"\n\nmsgid "Delete"\nmsgstr "Supprimer"\n')
    write(catalogues, "fr_CA", 'msgid "Save"\nmsgstr "Sauvegarder"\n')

    page = '{{ _("Save") }} {{ _("Delete") }} {{ _("Undo") }}'
    assert said(app, "fr-CA", page) == "Sauvegarder Supprimer Undo"
    assert said(app, "fr-FR", page) == "Enregistrer Supprimer Undo"


UNFINISHED = """
msgid "Save"
msgstr ""

#, fuzzy
msgid "%(name)s deals"
msgstr "发牌"

msgid "%(num)s box"
msgid_plural "%(num)s boxes"
msgstr[0] ""
"""


def test_what_is_not_translated_yet_is_shown_in_english(app: Flask, catalogues: Path) -> None:
    write(catalogues, "zh", UNFINISHED)

    assert said(app, "zh") == "Save, Ann deals, Ann wins, 1 box, 3 boxes"


def test_a_file_that_a_translators_program_compiled_is_not_read(app: Flask, catalogues: Path) -> None:
    write(catalogues, "fr", 'msgid "Save"\nmsgstr "Enregistrer"\n')
    path_of("fr", catalogues).with_suffix(".mo").write_bytes(b"an older one")

    assert said(app, "fr", '{{ _("Save") }}') == "Enregistrer"


def test_a_file_may_start_with_a_byte_order_mark(app: Flask, catalogues: Path) -> None:
    write(catalogues, "fr", 'msgid "Save"\nmsgstr "Enregistrer"\n')
    path = path_of("fr", catalogues)
    path.write_bytes(BOM_UTF8 + path.read_bytes())

    assert said(app, "fr", '{{ _("Save") }}') == "Enregistrer"


OURS = ("en", "de", "fr", "fr_CA", "pt_BR", "zh")

READERS = [
    ("fr-CA,fr;q=0.9", "fr_CA"),
    ("fr-CH,en;q=0.5", "fr"),
    ("de-AT", "de"),
    ("pt-PT,en;q=0.5", "pt_BR"),
    ("it,de;q=0.5", "de"),
    ("de;q=0,fr", "fr"),
    ("zh-CN", "zh"),
    ("zh-SG,en;q=0.5", "zh"),
    ("zh-Hans-CN", "zh"),
    ("zh_Hans_CN", "zh"),
    # Simplified characters are nearer than English, which browsers put at the end of the list themselves.
    ("zh-TW,en-US;q=0.7,en;q=0.3", "zh"),
    ("zh-Hant-HK,en;q=0.5", "zh"),
    ("en-US,zh-TW;q=0.5", "en"),
]


@pytest.mark.parametrize("asked, language", READERS)
def test_the_first_language_that_there_is_decides(asked: str, language: str) -> None:
    assert best_of(OURS, asked) == language


@pytest.mark.parametrize("asked, language", [("zh-TW,zh;q=0.9,en;q=0.5", "zh_Hant_TW"), ("zh-CN", "zh")])
def test_traditional_chinese_is_used_where_there_is_a_catalogue(asked: str, language: str) -> None:
    assert best_of(("en", "zh", "zh_Hant_TW"), asked) == language
