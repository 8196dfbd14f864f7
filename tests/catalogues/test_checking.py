"""What is wrong with a translation is said in words that a translator understands."""

from pathlib import Path

import pytest
from babel.messages import Catalog
from babel.messages.pofile import read_po

from catalogues.checking import problems, unfinished, wrong_ones
from catalogues.typography import EVERYWHERE, RULES

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
