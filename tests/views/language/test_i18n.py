"""Pages in the reader's language if there is a catalogue for it, and in English otherwise."""

import subprocess
import sys
from datetime import datetime
from decimal import Decimal
from pathlib import Path

import pytest
from flask import Flask, render_template_string
from flask.testing import FlaskClient

from views.language import asked_languages, i18n
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
