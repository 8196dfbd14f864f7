"""Pages in the reader's language: catalogues as they are read, unfinished ones too, and else English."""

import logging
import subprocess
import sys
from codecs import BOM_UTF8
from datetime import datetime
from decimal import Decimal
from pathlib import Path

import pytest
from flask import Flask, render_template_string
from flask.testing import FlaskClient

from tests.views.speaking import EMPTY
from views.language import asked_languages, i18n
from views.language.asked_languages import best_of
from views.language.i18n import joined
from views.language.sentences import path_of
from views.words.dates import when
from views.words.stakes import money

FRENCH = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\\n"

msgid "%(name)s deals"
msgstr "%(name)s donne"

msgid "%(num)s box"
msgid_plural "%(num)s boxes"
msgstr[0] "%(num)s case"
msgstr[1] "%(num)s cases"
"""

TEMPLATE = """
{{- _("%(name)s deals", name="<Ann>") }},
{{- ngettext("%(num)s box", "%(num)s boxes", 3) }},
{{- 1234|number -}}
"""


@pytest.fixture
def with_french(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A catalogue of two sentences."""
    folder = tmp_path / "fr" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "messages.po").write_text(FRENCH, encoding="utf-8")
    monkeypatch.setattr(i18n, "CATALOGUES", tmp_path)


@pytest.mark.parametrize(
    "accepts, said",
    [
        ("fr,en;q=0.5", "&lt;Ann&gt; donne,3 cases,1\N{NARROW NO-BREAK SPACE}234"),
        ("fr-CA,fr;q=0.9,en;q=0.5", "&lt;Ann&gt; donne,3 cases,1\N{NO-BREAK SPACE}234"),
        ("en", "&lt;Ann&gt; deals,3 boxes,1,234"),
        ("de", "&lt;Ann&gt; deals,3 boxes,1,234"),
        ("", "&lt;Ann&gt; deals,3 boxes,1,234"),
    ],
)
@pytest.mark.usefixtures("with_french")
def test_a_page_speaks_the_readers_language(app: Flask, accepts: str, said: str) -> None:
    with app.test_request_context(headers={"Accept-Language": accepts}):
        assert render_template_string(TEMPLATE) == said


@pytest.mark.usefixtures("with_french")
def test_a_label_is_put_into_words_when_it_is_read(app: Flask) -> None:
    label = i18n.lazy("%(name)s deals", name="Ann")

    assert str(label) == "Ann deals"
    with app.test_request_context(headers={"Accept-Language": "fr"}):
        assert str(label) == "Ann donne"


def test_the_command_line_reads_english() -> None:
    assert i18n.gettext("%(name)s deals", name="Ann") == "Ann deals"
    assert i18n.ngettext("%(num)s box", "%(num)s boxes", 1) == "1 box"
    assert i18n.ngettext("%(num)s box", "%(num)s boxes", 1699) == "1,699 boxes"


@pytest.mark.parametrize(
    "accepts, amount, time",
    [
        ("en-AU", "$4.60", "9:40\N{NARROW NO-BREAK SPACE}pm"),
        ("en-GB,en;q=0.5", "A$4.60", "21:40"),
        ("en-US", "A$4.60", "9:40\N{NARROW NO-BREAK SPACE}PM"),
        ("sv-SE,en-US;q=0.5", "4,60\N{NO-BREAK SPACE}A$", "21:40"),
        ("sv,en-GB;q=0.5", "A$4.60", "21:40"),
        ("ja-JP", "A$4.60", "9:40\N{NARROW NO-BREAK SPACE}PM"),
        ("en-XX, *, -, en--AU", "A$4.60", "9:40\N{NARROW NO-BREAK SPACE}PM"),
    ],
)
def test_money_and_times_look_as_they_do_where_the_reader_lives(
    app: Flask, accepts: str, amount: str, time: str
) -> None:
    tonight = datetime.now().astimezone().replace(hour=21, minute=40)
    with app.test_request_context(headers={"Accept-Language": accepts}):
        assert money(Decimal("4.6"), "AUD") == amount
        assert when(tonight) == f"today, {time}"


@pytest.mark.parametrize(
    "part, whole, said",
    [(958, 40, "24.0"), (85, 4, "21.3"), (1, 3, "0.3"), (48_000, 40, "1,200.0")],
)
def test_an_average_is_rounded_exactly_halves_upward(part: int, whole: int, said: str) -> None:
    """958 by 40 is 23.95 and 85 by 4 is 21.25, both halfway between two tenths."""
    assert i18n.decimal(part, whole) == said


@pytest.mark.parametrize("accepts, lang", [("en-GB,en", "en-GB"), ("sv-SE", "en-SE"), ("", "en")])
def test_a_page_names_its_language_with_the_variety(client: FlaskClient, accepts: str, lang: str) -> None:
    page = client.get("/houses", headers={"Accept-Language": accepts}).text

    assert f'<html lang="{lang}"' in page


@pytest.mark.parametrize("accepts", ["en-GB", "en-IN", "en-ZA", "en", "de-CH", "zh-TW"])
def test_the_formats_that_are_kept_are_all_that_is_needed(app: Flask, accepts: str) -> None:
    """Babel, in a process of its own that has all its data, writes the same."""
    at, amount = datetime(2025, 3, 9, 21, 40).astimezone(), Decimal("1234567.5")
    with app.test_request_context(headers={"Accept-Language": accepts}):
        variety = i18n.locale()
        written = [
            i18n.number(1234567),
            i18n.number(-7),
            money(amount, "EUR"),
            money(amount, "INR"),
            when(at),
        ]
    asked = (
        "import sys; from datetime import date; from decimal import Decimal;"
        "from babel.dates import format_date; from babel.numbers import format_currency, format_decimal;"
        f"locale, amount = {variety!r}, Decimal('1234567.5');"
        "print(format_decimal(1234567, locale=locale), format_decimal(-7, locale=locale),"
        "*(format_currency(amount, each, locale=locale) for each in ('EUR', 'INR')),"
        "format_date(date(2025, 3, 9), 'long', locale=locale), sep='|')"
    )
    said = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", asked], capture_output=True, text=True, check=True
    )

    assert written == said.stdout.strip().split("|")


def test_the_currency_is_that_of_the_country_that_is_named() -> None:
    assert [asked_languages.currency_of(asked) for asked in ("zh-TW", "fr-CH", "sr-ME", "pt")] == [
        "TWD",
        "CHF",
        "EUR",
        "",
    ]


def test_phones_that_are_the_first_to_ask_can_ask_all_at_once() -> None:
    """In a process of its own, where nothing of Babel's data has been loaded."""
    script = """
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from views.language.asked_languages import variety_of

sys.setswitchinterval(1e-6)
barrier = Barrier(8)


def ask(country):
    barrier.wait()
    return variety_of("en", "en-" + country)


with ThreadPoolExecutor(8) as pool:
    print(*pool.map(ask, ("AU", "CA", "GB", "IE", "IN", "NZ", "US", "ZA")))
"""
    answered = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)

    assert answered.stdout.split() == [
        "en_AU", "en_CA", "en_GB", "en_IE", "en_IN", "en_NZ", "en_US", "en_ZA"
    ], answered.stderr  # fmt: skip


@pytest.mark.parametrize(
    "name, word",
    [
        ("Inés", "e"),
        ("irene", "e"),
        ("Íñigo", "e"),
        ("Hilda", "e"),
        ("<b>Isabel</b>", "e"),
        ("Luis", "y"),
        ("Iago", "y"),
        ("Hierro", "y"),
        ("Yolanda", "y"),
        ("", "y"),
    ],
)
def test_y_becomes_e_before_the_same_sound(name: str, word: str) -> None:
    assert joined("%(one)s y %(two)s", {"one": "Ana", "two": name}, "es") == f"%(one)s {word} %(two)s"


@pytest.mark.parametrize(
    "choice, word",
    [
        ("Olga", "u"),
        ("Horacio", "u"),
        ("8♦", "u"),
        ("80", "u"),
        ("11", "u"),
        ("110", "o"),
        ("7♠", "o"),
        ("18", "o"),
    ],
)
def test_o_becomes_u_before_the_same_sound(choice: str, word: str) -> None:
    assert joined("%(one)s o %(two)s.", {"one": "x", "two": choice}, "es") == f"%(one)s {word} %(two)s."


def test_other_words_and_other_languages_stay() -> None:
    values = {"one": "Ana", "two": "Inés"}

    assert joined("Ya hoy %(two)s", values, "es") == "Ya hoy %(two)s"
    assert joined("%(one)s y %(two)s", values, "pt") == "%(one)s y %(two)s"


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
