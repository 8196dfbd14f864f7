"""Pages in another language: catalogues without a sentence, which still say what a reader reads."""

import re
from pathlib import Path

import pytest

from views.language import i18n
from views.language.sentences import sentences_in

LANGUAGES = ("de", "es", "fr", "zh")

EMPTY = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n'


def add_catalogues(monkeypatch: pytest.MonkeyPatch, folder: Path, **sentences: str) -> None:
    """Catalogues of four languages in *folder*, each with the *sentences* given for it."""
    for language in LANGUAGES:
        messages = folder / language / "LC_MESSAGES"
        messages.mkdir(parents=True)
        (messages / "messages.po").write_text(EMPTY + sentences.get(language, ""), encoding="utf-8")
    monkeypatch.setattr(i18n, "CATALOGUES", folder)


def say(language: str, sentence: str) -> str:
    """An English sentence as the catalogue of *language* has it; in English while it is not translated."""
    return sentences_in(i18n.CATALOGUES, language).gettext(sentence)


def as_text(cards: str) -> str:
    """Cards as a page writes them, whose suit signs are never drawn as pictures."""
    return re.sub("([♠♥♦♣])", "\\1\N{VARIATION SELECTOR-15}", cards)
