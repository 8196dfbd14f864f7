"""A whole evening in every language that has a catalogue, on a small phone and on a usual one."""

import pytest
from babel.messages import Catalog, Message
from babel.messages.pofile import read_po
from flask import Flask
from playwright.sync_api import Page

from catalogues.checking import source_forms, translations
from catalogues.collecting import collect
from catalogues.typography import TAG
from tests.browser.story import tell
from tests.browser.table import LONG_NAMES, Sit
from tests.browser.test_pseudo_languages import faults
from tests.pseudo_languages import CARD, NAMES, WORD, texts_on
from views.language.i18n import CATALOGUES, languages
from views.language.sentences import PLACEHOLDER, path_of

TRANSLATED = [each for each in languages() if each != "en"]
SIZES = {"320x568": {"width": 320, "height": 568}, "390x844": {"width": 390, "height": 844}}

KEPT = NAMES | {"US"}
"""Words that are alike in every language: names, and “US$” as some write dollars."""


def written_in(language: str) -> Catalog:
    """The catalogue of *language*."""
    with path_of(language, CATALOGUES).open("rb") as file:
        return read_po(file, locale=language)


def words_of(sentence: str) -> set[str]:
    """The words of a sentence, without placeholders and markup."""
    return {word.casefold() for word in WORD.findall(TAG.sub(" ", PLACEHOLDER.sub(" ", sentence)))}


def said_in(catalogue: Catalog, message: Message) -> tuple[str, ...]:
    """A sentence as its readers get it: in English while it is not translated."""
    written = catalogue.get(message.id, message.context)
    is_translated = written and written.id == message.id and not written.fuzzy and all(translations(written))
    return translations(written) if is_translated else source_forms(message)


class OnlyEnglish:
    """What nobody reads in another language: sentences and words that have a translation."""

    def __init__(self, catalogue: Catalog) -> None:
        sentences = [message for message in collect() if message.id]
        said = [text for message in sentences for text in said_in(catalogue, message)]
        asked = [text for message in sentences for text in source_forms(message)]
        self.sentences = {*asked} - {*said} - NAMES
        self.words = set[str]().union(*map(words_of, asked)) - set[str]().union(
            *map(words_of, [*said, *LONG_NAMES])
        )

    def on(self, page: Page) -> set[str]:
        """What of it stands on *page*."""
        texts = [text.strip() for text in texts_on(page.content())]
        words = {word for text in texts for word in WORD.findall(text) if not CARD.fullmatch(word)} - KEPT
        return self.sentences & {*texts} | {word for word in words if word.casefold() in self.words}


@pytest.mark.full
@pytest.mark.parametrize("language", TRANSLATED)
def test_an_evening(app: Flask, sit: Sit, subtests: pytest.Subtests, language: str) -> None:
    english = OnlyEnglish(written_in(language))
    page = sit.down(locale=language, viewport=SIZES["320x568"]).page
    for name, _ in tell(page, language, app):
        with subtests.test(f"{name}: in the language"):
            assert str(page.locator("html").get_attribute("lang")).split("-")[0] == language
            assert english.on(page) == set()
        for size in ("390x844", "320x568"):
            page.set_viewport_size(SIZES[size])
            page.evaluate("() => document.scrollingElement.scrollTo(0, 0)")
            with subtests.test(f"{name}: room on {size}"):
                assert faults(page) == {}
