"""How sentences are set in each language: signs, quotation marks, spaces. Each rule is a pattern."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from views.language.asked_languages import base_of
from views.language.sentences import PLACEHOLDER

TAG = re.compile(r"<[^<>]*>|&#?\w+;")
ADDRESS = re.compile(r"https?://\S*")

VALUE = "\N{OBJECT REPLACEMENT CHARACTER}"
"""Stands for a placeholder while rules are applied."""

SPACE = "\N{NO-BREAK SPACE}"
"""The space that French puts before signs: a line never ends at it, and every typeface has it."""

HAN = r"[\u3400-\u9fff]"
AROUND = rf"[\u3400-\u9fff{VALUE}%）》”]"
"""What a Chinese sign stands beside: Chinese characters, values, closing signs."""


class Rule(NamedTuple):
    """A pattern that no sentence of a language contains, and what is asked for instead."""

    pattern: str
    ask: str


EVERYWHERE = (
    Rule(r"\.\.\.", "write … instead of three full stops"),
    Rule(r"'", "write ’ instead of a straight apostrophe"),
    Rule(r"\"", "use the quotation marks of the language, not straight ones"),
    Rule(r"\S  +\S", "write one space, not several"),
    Rule(r"[ \t][,.](?![\d.])", "no space before a comma or a full stop"),
    Rule(r"[\u200b\ufeff\u00ad]", "no invisible characters"),
)

RULES = {
    "de": (
        Rule(r"„[^“]*(?:„|$)", "a quotation that starts with „ ends with “"),
        Rule(r"(?:^|“)[^„“]*“", "a quotation that ends with “ starts with „"),
        Rule(r"[”«»]", "quote „like this“"),
    ),
    "es": (
        Rule(r"(?:^|\?)[^¿?]*\?", "a question that ends with ? starts with ¿"),
        Rule(r"¿[^?]*(?:¿|$)", "a question that starts with ¿ ends with ?"),
        Rule(r"(?:^|!)[^¡!]*!", "an exclamation that ends with ! starts with ¡"),
        Rule(r"¡[^!]*(?:¡|$)", "an exclamation that starts with ¡ ends with !"),
        Rule(r"[¿¡]\s|\s[?!]", "no space inside ¿ ? and ¡ !"),
    ),
    "fr": (
        Rule(rf"[^{SPACE}!?(…][;!?]", "a no-break space (U+00A0) before ; ! and ?"),
        Rule(
            rf"(?:[^{SPACE}\d{VALUE}]|[\d{VALUE}](?![:][\d{VALUE}])):", "a no-break space (U+00A0) before :"
        ),
        Rule(rf"«(?!{SPACE})", "a no-break space (U+00A0) after «"),
        Rule(rf"(?<!{SPACE})»", "a no-break space (U+00A0) before »"),
        Rule(r"«[^»]*(?:«|$)|(?:^|»)[^«»]*»", "each « has its »"),
        Rule(r"[“”„]", "quote « like this »"),
    ),
    "zh": (
        Rule(rf"{AROUND}[,;!?]|[,;!?] ?{HAN}", "full-width ，；！？ beside Chinese characters"),
        Rule(rf"{HAN}[:.]|[:.] ?{HAN}|{VALUE}\.\Z", "full-width ： and 。 beside Chinese characters"),
        Rule(rf"{HAN} ?[()]|[()] ?{HAN}", "full-width （） beside Chinese characters"),
        Rule(rf"{HAN} +{HAN}", "no space between Chinese characters"),
        Rule(r"[，。：；？！（）、《》“”] | [，。：；？！（）、》”]", "no space beside a full-width sign"),
        Rule(r"“[^”]*(?:“|$)|(?:^|”)[^“”]*”", "each “ has its ”"),
    ),
}


def bare(text: str) -> str:
    """*text* without markup and addresses, and with one sign for each placeholder."""
    return PLACEHOLDER.sub(VALUE, TAG.sub("", ADDRESS.sub(VALUE, text)))


def asked_for(language: str, english: str, text: str) -> Iterator[str]:
    """What the rules of *language* ask for in *text*; not what the English sentence itself breaks."""
    seen, source = bare(text), bare(english)
    yield from (rule.ask for rule in RULES.get(base_of(language), ()) if re.search(rule.pattern, seen))
    for rule in EVERYWHERE:
        if re.search(rule.pattern, seen) and not re.search(rule.pattern, source):
            yield rule.ask


def with_no_break_spaces(language: str, text: str) -> str:
    r"""French *text* in which every space before ; : ! ? and inside « » is one at which no line ends.

    >>> with_no_break_spaces("fr", "Prêt ? « Oui »") == "Prêt\xa0? «\xa0Oui\xa0»"
    True
    """
    if base_of(language) != "fr":
        return text
    return re.sub(r"[ \u202f](?=[;:!?»])|(?<=«)[ \u202f]", SPACE, text)
