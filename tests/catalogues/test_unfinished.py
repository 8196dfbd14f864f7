"""Who changes an English sentence is done without a translator: what is left to translate is a warning."""

from pathlib import Path

import pytest
from babel.messages.pofile import PoFileError

from catalogues.__main__ import main
from catalogues.collecting import collect, update
from tests.catalogues.check import UnfinishedWarning, check
from views.language.sentences import path_of

TEMPLATE = '{{ _("Deal") }} {{ ngettext("%(num)s box", "%(num)s boxes", boxes) }}'


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with one page, whose sentences are all translated into German."""
    for folder in ("templates", "views"):
        (tmp_path / folder).mkdir()
    (tmp_path / "templates" / "page.html").write_text(TEMPLATE, encoding="utf-8")
    update("de", collect(tmp_path), tmp_path)
    for empty, translated in (
        ('"Deal"\nmsgstr ""', '"Deal"\nmsgstr "Geben"'),
        ('msgstr[0] ""\nmsgstr[1] ""', 'msgstr[0] "%(num)s Box"\nmsgstr[1] "%(num)s Boxen"'),
    ):
        change(path_of("de", tmp_path), empty, translated)
    return tmp_path


def change(path: Path, before: str, after: str) -> None:
    """Changes one place of a file."""
    text = path.read_text(encoding="utf-8")
    assert text.count(before) == 1
    path.write_text(text.replace(before, after), encoding="utf-8")


def test_a_catalogue_in_which_everything_is_translated_warns_of_nothing(project: Path) -> None:
    check("de", project, collect(project))


NEW, UNUSED = "de: 1 sentence is not translated yet", "de: 1 translation is no longer used"


@pytest.mark.parametrize(
    "before, after, warned",
    [
        pytest.param('{{ _("Deal") }}', '{{ _("Deal") }} {{ _("A brand new sentence.") }}', [NEW], id="new"),
        pytest.param('_("Deal")', '_("Deal the cards")', [NEW, UNUSED], id="changed"),
        pytest.param('{{ _("Deal") }} ', "", [UNUSED], id="gone"),
        pytest.param('_("Deal")', 'ngettext("Deal", "Deals", 2)', [NEW], id="with a plural"),
        pytest.param('"%(num)s boxes"', '"all %(num)s boxes"', [NEW], id="with another plural"),
        pytest.param(
            'ngettext("%(num)s box", "%(num)s boxes", boxes)', '_("%(num)s box")', [NEW], id="without"
        ),
    ],
)
def test_what_is_left_to_translate_is_a_warning_before_and_after_it_is_collected(
    project: Path, capsys: pytest.CaptureFixture[str], before: str, after: str, warned: list[str]
) -> None:
    change(project / "templates" / "page.html", before, after)

    assert warnings_of(project) == warned
    assert main([], project, project) == 0
    assert capsys.readouterr().out.splitlines()[1:] == warned
    assert warnings_of(project) == warned


def warnings_of(project: Path) -> list[str]:
    """What the check of the German catalogue warns of."""
    with pytest.warns(UnfinishedWarning) as warned:
        check("de", project, collect(project))
    return [str(each.message) for each in warned]


@pytest.mark.parametrize(
    "before, after, wrong",
    [
        ('"%(num)s Boxen"', '"%(nummer)s Boxen"', r"lacks %\(num\)s"),
        ('"%(num)s Boxen"', '"%(num)s Boxen', "straight quotation marks"),
        ('"Geben"', '"Geben ..."', "instead of three full stops"),
    ],
)
def test_a_mistake_in_a_translation_fails(project: Path, before: str, after: str, wrong: str) -> None:
    change(path_of("de", project), before, after)

    with pytest.raises(AssertionError, match=wrong):
        check("de", project, collect(project))


def test_a_plural_form_too_many_fails(project: Path) -> None:
    change(path_of("de", project), '"%(num)s Boxen"', '"%(num)s Boxen"\nmsgstr[2] "%(num)s Boxen"')

    with pytest.raises(PoFileError, match="more translations than num_plurals"):
        check("de", project, collect(project))
