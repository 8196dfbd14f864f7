"""The catalogues that translators write have no mistakes. What is not translated yet is a warning."""

import pytest

from catalogues.collecting import collect
from tests.catalogues.check import check
from views.language.asked_languages import NAMES, base_of
from views.language.i18n import CATALOGUES
from views.language.sentences import catalogues_in


@pytest.mark.filterwarnings("default::tests.catalogues.check.UnfinishedWarning")
@pytest.mark.parametrize("language", catalogues_in(CATALOGUES))
def test_nothing_is_wrong_with_a_catalogue(language: str) -> None:
    check(language)


def test_every_language_has_a_name_for_the_choice_of_languages() -> None:
    assert {base_of(each) for each in catalogues_in(CATALOGUES)} - NAMES.keys() == set()


def test_sentences_are_found_in_code_and_templates_with_every_marker() -> None:
    found = {message.id if isinstance(message.id, str) else message.id[0] for message in collect()}

    assert {"Skip to content", "Colours", "Same as this device", "%(num)s box"} <= found
