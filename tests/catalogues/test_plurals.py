"""Sentences with a singular and a plural are translated with both everywhere."""

from collections import defaultdict

from babel.messages.extract import extract_from_dir

from catalogues.collecting import KEYWORDS, ROOT, SOURCES


def test_no_sentence_has_a_plural_in_one_place_and_none_in_another() -> None:
    ways = defaultdict(set)
    for folder, (files, method, options) in SOURCES.items():
        for _file, _line, sentence, _comments, context in extract_from_dir(
            ROOT / folder, [(files, method)], {files: options}, KEYWORDS
        ):
            plural = not isinstance(sentence, str)
            ways[sentence[0] if plural else sentence, context].add(plural)

    assert not [sentence for sentence, found in ways.items() if len(found) > 1]
