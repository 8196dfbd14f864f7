"""The pages of a site without a server, in every language.

The first page is written in each; the page around the app is in English, with each other language in a
``<template>``, of which ``phone/static/js/site_language.js`` takes that of the phone.
"""

import re
from collections.abc import Callable

from flask import Flask

from views.language.asked_languages import ENGLISH, runs_from_right, tag_of
from views.language.i18n import languages

BODY = re.compile(r"<body[^>]*>(.*)</body>", re.DOTALL)


def in_each_language(app: Flask, say: Callable[[], str]) -> dict[str, str]:
    """What *say* returns for readers of each language, by its tag. English comes first."""
    return {tag_of(code): in_language(app, tag_of(code), say) for code in languages()}


def in_language(app: Flask, tag: str, say: Callable[[], str]) -> str:
    """What *say* returns for a reader of a language."""
    with app.test_request_context(headers={"Accept-Language": tag}):
        return say()


def with_templates(pages: dict[str, str]) -> str:
    """The English one of these pages, with what the others say."""
    templates = [template(tag, page) for tag, page in pages.items() if tag != ENGLISH]
    return pages[ENGLISH].replace("</body>", "\n".join(("", *templates, "</body>")))


def template(tag: str, page: str) -> str:
    """What a page says in its language, which browsers don't show by themselves.

    >>> template("he", "<html><body class='page'><p>שלום</p></body></html>")
    '<template lang="he" dir="rtl"><p>שלום</p></template>'
    """
    (body,) = BODY.findall(page)
    way = ' dir="rtl"' if runs_from_right(tag) else ""
    return f'<template lang="{tag}"{way}>{body}</template>'
