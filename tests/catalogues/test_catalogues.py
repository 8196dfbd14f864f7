"""The catalogues that translators write are complete and whole. If this fails, run: make messages."""

from functools import cache

from babel.messages import Catalog

from catalogues.checking import problems
from catalogues.collecting import collect, languages, read
from views.web.asked_languages import NAMES, base_of


@cache
def sentences() -> Catalog:
    """Every sentence of the pages."""
    return collect()


def test_nothing_is_wrong_with_any_catalogue() -> None:
    found = [
        str(each) for language in languages() for each in problems(language, read(language), sentences())
    ]

    assert found[:20] == [], f"{len(found)} problems; run: make messages"


def test_every_language_has_a_name_for_the_choice_of_languages() -> None:
    assert {base_of(each) for each in languages()} - NAMES.keys() == set()


def test_sentences_are_found_in_code_and_templates_with_every_marker() -> None:
    found = {message.id if isinstance(message.id, str) else message.id[0] for message in sentences()}

    assert {"Skip to content", "Colours", "Same as this device", "%(num)s box"} <= found
