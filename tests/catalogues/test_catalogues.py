"""The catalogues have no mistakes, and these are said so that a translator understands them."""

from collections import defaultdict
from pathlib import Path

import pytest
from babel.messages import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import PoFileError, read_po

from catalogues.__main__ import main
from catalogues.checking import problems, unfinished, wrong_ones
from catalogues.collecting import KEYWORDS, ROOT, SOURCES, broken_lines, collect, update
from catalogues.typography import EVERYWHERE, RULES
from tests.catalogues.check import UnfinishedWarning, check
from views.language.asked_languages import NAMES, base_of
from views.language.i18n import CATALOGUES
from views.language.sentences import catalogues_in, path_of


@pytest.mark.filterwarnings("default::tests.catalogues.check.UnfinishedWarning")
@pytest.mark.parametrize("language", catalogues_in(CATALOGUES))
def test_nothing_is_wrong_with_a_catalogue(language: str) -> None:
    check(language)


def test_every_language_has_a_name_for_the_choice_of_languages() -> None:
    assert {base_of(each) for each in catalogues_in(CATALOGUES)} - NAMES.keys() == set()


def test_sentences_are_found_in_code_and_templates_with_every_marker() -> None:
    found = {message.id if isinstance(message.id, str) else message.id[0] for message in collect()}

    assert {"Skip to content", "Colours", "Same as this device", "%(num)s box"} <= found


def test_no_sentence_has_a_plural_in_one_place_and_none_in_another() -> None:
    ways = defaultdict(set)
    for folder, (files, method, options) in SOURCES.items():
        for _file, _line, sentence, _comments, context in extract_from_dir(
            ROOT / folder, [(files, method)], {files: options}, KEYWORDS
        ):
            plural = not isinstance(sentence, str)
            ways[sentence[0] if plural else sentence, context].add(plural)

    assert not [sentence for sentence, found in ways.items() if len(found) > 1]


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


NBSP = "\N{NO-BREAK SPACE}"

BOXES = ("%(num)s box", "%(num)s boxes")

WRONG = [
    ("de", "Deal", "", "is not translated"),
    ("de", "%(name)s deals", "Ann gibt", "lacks %(name)s: “Ann gibt”"),
    (
        "de",
        "%(name)s deals",
        "%(name)s gibt %(num)s",
        "has %(num)s, which the English sentence doesn’t have: “%(name)s gibt %(num)s”",
    ),
    (
        "de",
        "%(name)s deals",
        "%(nom)s gibt",
        "lacks %(name)s: “%(nom)s gibt”",
        "has %(nom)s, which the English sentence doesn’t have: “%(nom)s gibt”",
    ),
    (
        "de",
        "%(name)s deals",
        "%(name) gibt",
        "lacks %(name)s: “%(name) gibt”",
        "has a % that is part of no placeholder: “%(name) gibt”",
    ),
    ("de", "All", "100%", "has a % that is part of no placeholder: “100%”"),
    ("de", "All", "100%%"),
    (
        "de",
        "A <b>box</b>",
        "Eine <i>Box</i>",
        "has other markup than the English sentence: “Eine <i>Box</i>”",
    ),
    ("de", "A <b>box</b>", "<b>Box</b>"),
    ("de", "Deal", "Geben ", "starts or ends with other spaces than the English sentence: “Geben ”"),
    ("de", "  on a phone", "auf", "starts or ends with other spaces than the English sentence: “auf”"),
    ("de", "  on a phone", "  auf"),
    ("de", BOXES, ("%(num)s Box", ""), "is not translated"),
    ("de", BOXES, ("eine Box", "%(num)s Boxen")),
    ("de", BOXES, ("%(num)s Box", "Boxen"), "lacks %(num)s: “Boxen”"),
    ("fr", BOXES, ("une case", "%(num)s cases"), "lacks %(num)s: “une case”"),  # none is singular in French
    ("fr", BOXES, ("%(num)s case", "%(num)s cases")),
    ("zh", BOXES, ("%(num)s格",)),
    ("zh", BOXES, ("格",), "lacks %(num)s: “格”"),
    ("zh", BOXES, ("%(num)s格", "%(num)s格"), "needs 1 forms in this language"),
    ("de", BOXES, ("%(num)s Box",), "needs 2 forms in this language"),
    # typography
    ("de", "Wait …", "Warte ...", "write … instead of three full stops: “Warte ...”"),
    ("fr", "The box", "L'as", "write ’ instead of a straight apostrophe: “L'as”"),
    ("de", "“Box”", '"Box"', 'use the quotation marks of the language, not straight ones: “"Box"”'),
    ("de", "A box", "Eine  Box", "write one space, not several: “Eine  Box”"),
    ("de", "A box", "Eine , Box", "no space before a comma or a full stop: “Eine , Box”"),
    ("de", "A box", "Bo\u00adx", "no invisible characters: “Bo\u00adx”"),
    ("fa", "I want", "می\u200cخواهم"),  # Persian is spelled with a sign that parts letters
    ("de", "“Box”", "„Box“"),
    ("de", "“Box”", "„Box", "a quotation that starts with „ ends with “: “„Box”"),
    ("de", "“Box”", "“Box“", "a quotation that ends with “ starts with „: ““Box“”"),
    (
        "de",
        "“Box”",
        "„Box”",
        "a quotation that starts with „ ends with “: “„Box””",
        "quote „like this“: “„Box””",
    ),
    ("de", "“Box”", "«Box»", "quote „like this“: “«Box»”"),
    ("es", "Deal?", "¿Dar?"),
    ("es", "Well. Deal?", "Bien. ¿Dar? ¡Sí!"),
    ("es", "Deal?", "Dar?", "a question that ends with ? starts with ¿: “Dar?”"),
    ("es", "Deal? Knock?", "¿Dar? Cerrar?", "a question that ends with ? starts with ¿: “¿Dar? Cerrar?”"),
    ("es", "Deal?", "¿Dar", "a question that starts with ¿ ends with ?: “¿Dar”"),
    ("es", "Gin!", "Gin!", "an exclamation that ends with ! starts with ¡: “Gin!”"),
    ("es", "Gin!", "¡Gin", "an exclamation that starts with ¡ ends with !: “¡Gin”"),
    ("es", "Deal?", "¿ Dar?", "no space inside ¿ ? and ¡ !: “¿ Dar?”"),
    ("fr", "Deal?", f"Donner{NBSP}?"),
    ("fr", "Deal?!", f"Donner{NBSP}?!"),
    ("fr", "Deal?", "Donner?", "a no-break space (U+00A0) before ; ! and ?: “Donner?”"),
    ("fr", "Deal?", "Donner ?", "a no-break space (U+00A0) before ; ! and ?: “Donner ?”"),
    ("fr", "Deal?", "Donner\u202f?", "a no-break space (U+00A0) before ; ! and ?: “Donner\u202f?”"),
    ("fr", "Cards:", f"Cartes{NBSP}:"),
    ("fr", "%(a)s:%(b)s at 20:15", "%(a)s:%(b)s à 20:15"),
    ("fr", "See https://a.example?b", f"Voir{NBSP}: https://a.example?b"),
    ("fr", "%(a)s:", f"%(a)s{NBSP}:"),
    ("fr", "%(a)s:", "%(a)s:", "a no-break space (U+00A0) before :: “%(a)s:”"),
    ("fr", "Cards:", "Cartes :", "a no-break space (U+00A0) before :: “Cartes :”"),
    ("fr", "“Yes”", f"«{NBSP}Oui{NBSP}»"),
    ("fr", "“%(a)s”", f"«{NBSP}%(a)s{NBSP}»"),
    ("fr", "“Yes”", f"« Oui{NBSP}»", f"a no-break space (U+00A0) after «: “« Oui{NBSP}»”"),
    ("fr", "“Yes”", f"«{NBSP}Oui»", f"a no-break space (U+00A0) before »: “«{NBSP}Oui»”"),
    ("fr", "“Yes”", f"«{NBSP}Oui", f"each « has its »: “«{NBSP}Oui”"),
    ("fr", "“Yes”", "“Oui”", "quote « like this »: ““Oui””"),
    ("zh", "%(name)s deals, then knocks.", "%(name)s发牌，然后敲牌。"),
    ("zh", "At 21:40 3.5 (AS, 2H)", "在 21:40 有 3.5（AS, 2H）"),
    ("zh", "Deal, knock", "发牌,敲牌", "full-width ，；！？ beside Chinese characters: “发牌,敲牌”"),
    (
        "zh",
        "%(name)s, deal",
        "%(name)s, 发牌",
        "full-width ，；！？ beside Chinese characters: “%(name)s, 发牌”",
    ),
    ("zh", "Deal?", "发牌?", "full-width ，；！？ beside Chinese characters: “发牌?”"),
    ("zh", "Deal.", "发牌.", "full-width ： and 。 beside Chinese characters: “发牌.”"),
    ("zh", "Deal %(a)s.", "发牌%(a)s.", "full-width ： and 。 beside Chinese characters: “发牌%(a)s.”"),
    ("zh", "Deal: %(a)s", "发牌: %(a)s", "full-width ： and 。 beside Chinese characters: “发牌: %(a)s”"),
    ("zh", "Deal (box)", "发牌(格)", "full-width （） beside Chinese characters: “发牌(格)”"),
    ("zh", "Deal box", "发牌 格", "no space between Chinese characters: “发牌 格”"),
    ("zh", "Deal, box", "发牌， 格", "no space beside a full-width sign: “发牌， 格”"),
    ("zh", "“Deal”", "“发牌", "each “ has its ”: ““发牌”"),
]


def one(sentence: str | tuple[str, str], text: str | tuple[str, ...] | None = None) -> Catalog:
    """A catalogue of one sentence."""
    catalogue = Catalog()
    catalogue.add(sentence, text)
    return catalogue


@pytest.mark.parametrize("case", WRONG, ids=lambda case: f"{case[0]} {case[2]}")
def test_what_is_wrong_with_a_translation(case: tuple[str, ...]) -> None:
    language, sentence, text, *wrong = case

    assert [each.what for each in problems(language, one(sentence, text), one(sentence))] == wrong


def test_every_rule_has_a_translation_that_breaks_it() -> None:
    said = "\n".join(wrong for case in WRONG for wrong in case[3:])

    assert [
        rule.ask for rules in (EVERYWHERE, *RULES.values()) for rule in rules if rule.ask not in said
    ] == []


def test_a_straight_sign_that_english_needs_is_allowed() -> None:
    assert list(problems("de", one('Type "', 'Tippe "'), one('Type "'))) == []


def test_sentences_that_are_fuzzy_missing_or_no_longer_said(tmp_path: Path) -> None:
    (tmp_path / "de.po").write_text(
        """
#, fuzzy
msgid "Deal"
msgstr "Geben"

msgid "Knock"
msgstr "Klopfen"

#~ msgid "Gin"
#~ msgstr "Gin"
""",
        encoding="utf-8",
    )
    said = one("Deal")
    said.add("Undercut")
    said.add("Box", context="a bonus")
    with (tmp_path / "de.po").open("rb") as file:
        found = list(problems("de", read_po(file, locale="de"), said))

    assert list(map(str, found)) == [
        "de: “Gin”: is at the end of the file, but no longer said; delete it",
        "de: “Deal”: is marked “fuzzy”: compare it with the English sentence, then delete the mark",
        "de: “Knock”: is no longer said; run: make messages",
        "de: “Undercut”: is missing; run: make messages",
        "de: “Box”: is missing; run: make messages",
    ]
    assert wrong_ones(found) == []
    assert list(unfinished("de", found)) == [
        "de: 3 sentences are not translated yet",
        "de: 2 translations are no longer used",
    ]


def test_a_sentence_that_got_a_plural_is_to_be_translated_again() -> None:
    found = list(problems("de", one("%(num)s box", "%(num)s Box"), one(BOXES)))

    assert [each.what for each in found] == ["has other forms in English; run: make messages"]
    assert list(unfinished("de", found)) == ["de: 1 sentence is not translated yet"]


def test_a_translation_with_a_value_that_its_new_plural_lacks_is_wrong() -> None:
    """The page with such a plural would break."""
    named = ("%(num)s box", "%(num)s boxes of %(name)s")
    found = problems("de", one(named, ("%(num)s Box", "%(num)s Boxen von %(name)s")), one(BOXES))

    assert wrong_ones(found) == [
        "de: “%(num)s boxes of %(name)s”: has other placeholders in English; run: make messages"
    ]


PAGE = """
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
    for folder, name, text in (("templates", "page.html", PAGE), ("views", "page.py", VIEW)):
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

    template.write_text(PAGE, encoding="utf-8")
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
