"""A test browser without rendering: it fills in forms as a player does, and checks every page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain, zip_longest
from pathlib import PurePosixPath

from flask.testing import FlaskClient
from lxml import etree
from lxml.etree import XPath
from lxml.html.defs import empty_tags
from werkzeug.test import TestResponse

from tests.views.bundled import Kind, unstarted, unstyled
from views.web.access import DEVICE

PARSER = etree.HTMLParser(encoding="utf-8", remove_comments=True, huge_tree=True)
TAG = re.compile(r"<(/?)([a-zA-Z][\w-]*)([^<>]*?)(/?)>")
COMMENT = re.compile("<!--.*?-->", re.DOTALL)
ATTRIBUTE = re.compile(r"""\s([^\s"'<>/=]+)(?:="[^"]*"|='[^']*')?""")

BLOCKS = (
    "address article aside blockquote details dialog div dl fieldset figure footer form h1 h2 h3 h4 h5 h6"
    " header hr main nav ol p pre section table ul"
)
PHRASING_ONLY = "p h1 h2 h3 h4 h5 h6 span button label strong em b i small abbr time output dt"

APART = {*BLOCKS.split(), "li", "td", "th", "br", "dd", "option"}
"""Tags whose text is separate from the words around it."""

UNSEEN = {"script", "style", "template", "title"}

ONLY_CHILDREN = {
    "ul": "li template",
    "ol": "li template",
    "dl": "dt dd div",
    "table": "caption colgroup thead tbody tfoot",
    "thead": "tr",
    "tbody": "tr",
    "tfoot": "tr",
    "tr": "th td",
    "select": "option optgroup hr",
}


def one_of(tags: str) -> str:
    """The condition of an XPath that an element has one of *tags*."""
    return f"contains(' {tags} ', concat(' ', name(), ' '))"


MISPLACED = " or ".join(f"parent::{tag} and not({one_of(only)})" for tag, only in ONLY_CHILDREN.items())

WRONG = {
    "does not say its language": "/html[not(string(@lang))]",
    "has not one h1, with words": "/html[count(//h1) != 1 or not(//h1[normalize-space()])]",
    "has not one main part": "/html[count(//main) != 1]",
    "has not one title": "/html[count(//title[not(ancestor::svg)]) != 1]",
    "is inline": "//style | //script[not(string(@src))]",
    "has inline styles or scripts": "//*[@style or @*[starts-with(name(), 'on')]]",
    "has no alt": "//img[not(@alt)]",
    "asks another host": "(//@src | //@action | //@formaction | //*[not(self::a)]/@href)"
    "[starts-with(., '//') or contains(., '://')]/..",
    "has no label": "(//input[not(@type = 'hidden' or @type = 'submit')] | //select | //textarea)"
    "[not(ancestor::label[normalize-space()] or string(@aria-label)"
    " or string(@aria-labelledby) or @id = //label[normalize-space()]/@for)]",
    "stands in no fieldset": "//input[@type = 'radio'][not(ancestor::fieldset)]",
    "says nothing": "(//a | //button)"
    "[not(normalize-space() or string(@aria-label) or .//svg[string(@aria-label)])]",
    "has no legend": "//fieldset[not(.//legend[normalize-space()])]",
    "stands in a link or a button": "(//a | //button)"
    f"//*[{one_of('a button input select textarea label form summary')}]",
    "stands in another form": "//form//form",
    "stands among words": f"//*[{one_of(PHRASING_ONLY)}]//*[{one_of(BLOCKS)}]",
    "stands in another tag than it may": f"//*[{MISPLACED}]",
}
"""What can be wrong with an element, and where it is, as an XPath."""

FIND_WRONG = {fault: XPath(path) for fault, path in WRONG.items()}

REFERENCES = XPath(
    "//@for | //@form | //@list | //@aria-describedby | //@aria-labelledby | //@aria-controls"
    " | //@href[starts-with(., '#')]"
)
"""The attributes with ids of other elements."""


@dataclass(frozen=True)
class Element:
    """An element of a page."""

    node: etree._Element

    def __getitem__(self, attribute: str) -> str:
        return self.node.get(attribute, "")

    @property
    def tag(self) -> str:
        """The element's name, in small letters."""
        return self.node.tag

    @property
    def attributes(self) -> dict[str, str]:
        """What is written in its tag."""
        return dict(self.node.attrib)

    @property
    def ancestors(self) -> list[Element]:
        """The element's ancestors, the nearest first."""
        return [Element(each) for each in self.node.iterancestors()]

    def all(self, *tags: str) -> Iterator[Element]:
        """This and every descendant with one of *tags*, or simply all."""
        return map(Element, self.node.iter(*tags))

    @property
    def text(self) -> str:
        """The element's visible text, in one line."""
        return " ".join(visible(self.node).split())

    def __repr__(self) -> str:
        written = (f' {name}="{value}"' for name, value in self.attributes.items())
        return f"<{self.tag}{''.join(written)}>"


def visible(node: etree._Element) -> str:
    """The text of *node* that is seen, in the spaces in which it is written."""
    if node.tag in UNSEEN:
        return ""
    parts = [node.text or ""]
    for child in node:
        parts += visible(child), child.tail or ""
    return f" {''.join(parts)} " if node.tag in APART else "".join(parts)


def parsed(html: str) -> Element:
    """The root of a page."""
    return Element(etree.fromstring(html.encode() or b"<html>", PARSER))


def written_tags(html: str) -> Iterator[str]:
    """The tags in *html* one after the other, with the ends that may not be written."""
    for end, tag, _attributes, closed in TAG.findall(COMMENT.sub("", html)):
        yield end + tag.lower()
        if closed or tag in empty_tags:
            yield f"/{tag.lower()}"


def read_tags(root: Element) -> Iterator[str]:
    """The tags that browsers read one after the other: as they are written only if all ends are right."""
    for event, node in etree.iterwalk(root.node, events=("start", "end")):
        yield node.tag if event == "start" else f"/{node.tag}"


@lru_cache(maxsize=10_000)
def says_twice(start: str) -> bool:
    """Whether an attribute is written twice in a tag."""
    names = ATTRIBUTE.findall(start)
    return len(set(names)) < len(names)


@lru_cache(maxsize=10_000)
def kind(tag: str, classes: str) -> Kind:
    """The tag of an element, and its classes with a dot before each."""
    return frozenset([tag, *(f".{name}" for name in classes.split())])


@dataclass(frozen=True)
class Form:
    """A form of a page, with its controls wherever they are."""

    element: Element
    controls: tuple[Element, ...]

    @property
    def inputs(self) -> dict[str, str]:
        """The fields that are sent if nothing is changed and no named button is pressed."""
        return {name: value for control in self.controls for name, value in sent_by(control)}

    @property
    def names(self) -> set[str]:
        """The names of all fields and buttons."""
        return {control["name"] for control in self.controls}

    @property
    def buttons(self) -> list[Element]:
        """The submit buttons of the form."""
        return [each for each in self.controls if each.tag == "button" and each["type"] in {"", "submit"}]


def label_of(button: Element) -> str:
    """What a button says, without the small line below it: of "Undo", what it will undo."""
    small = next(button.all("small"), None)
    return button.text.removesuffix(small.text).strip() if small else button.text


def sent_by(control: Element) -> Iterator[tuple[str, str]]:
    """The name and value that an unchanged control sends."""
    match control.tag, control["type"]:
        case _ if "disabled" in control.attributes or not control["name"]:
            return
        case "button", _:
            return
        case "input", "radio" | "checkbox":
            if "checked" in control.attributes:
                yield control["name"], control.attributes.get("value", "on")
        case "textarea", _:
            yield control["name"], (control.node.text or "").removeprefix("\n")
        case "select", _:
            options = list(control.all("option"))
            chosen = [option for option in options if "selected" in option.attributes] or options
            yield control["name"], chosen[0].attributes.get("value", chosen[0].text)
        case _:
            yield control["name"], control["value"]


class Page:
    """A page as a player sees it."""

    def __init__(self, html: str, path: str) -> None:
        self.html = html
        self.path = path

    @cached_property
    def root(self) -> Element:
        """The whole page, read when it is first asked for."""
        return parsed(self.html)

    @property
    def text(self) -> str:
        """All visible text, in one line."""
        return self.root.text

    @property
    def heading(self) -> str:
        """The only h1 of the page."""
        return next(self.root.all("h1")).text

    @property
    def links(self) -> dict[str, str]:
        """The address of each link, by its text."""
        return {link.text: link["href"] for link in self.root.all("a")}

    @cached_property
    def forms(self) -> list[Form]:
        """The forms of the page, in order."""
        controls = list(self.root.all("input", "select", "textarea", "button"))
        return [
            Form(form, tuple(each for each in controls if self._belongs(each, form)))
            for form in self.root.all("form")
        ]

    @property
    def buttons(self) -> dict[str, tuple[Form, Element]]:
        """The buttons of the page, each with its form, by their labels."""
        return {label_of(button): (form, button) for form in self.forms for button in form.buttons}

    def _belongs(self, control: Element, form: Element) -> bool:
        return control["form"] == form["id"] if control["form"] else form in control.ancestors

    @property
    def inputs(self) -> dict[str, str]:
        """The fields of all its forms, unchanged."""
        return {name: value for form in self.forms for name, value in form.inputs.items()}

    def form_with(self, names: set[str]) -> Form:
        """The first submittable form that has all of *names*."""
        sending = [form for form in self.forms if form.element["method"].lower() == "post"]
        for form in sending:
            if names <= form.names:
                return form
        raise AssertionError(
            f"{self.path} has no form with {sorted(names)}, only {[sorted(f.names) for f in sending]}"
        )

    @property
    def faults(self) -> list[str]:
        """Everything that is wrong with its HTML, and what it fetches too little of."""
        return [*chain(self._tags(), self._elements(), self._references(), self._fetched())]

    def _tags(self) -> Iterator[str]:
        if not self.html.lower().startswith("<!doctype html>"):
            yield "it does not begin with <!doctype html>"
        written, read = [*written_tags(self.html)], [*read_tags(self.root)]
        if written != read:
            there, seen = next(pair for pair in zip_longest(written, read) if pair[0] != pair[1])
            yield f"<{there}> is read as <{seen}>"
        starts = {tag + attributes for _end, tag, attributes, _closed in TAG.findall(self.html)}
        yield from (f"<{start}> says something twice" for start in starts if says_twice(start))

    def _elements(self) -> Iterator[str]:
        for fault, wrong in FIND_WRONG.items():
            yield from (f"{Element(node)} {fault}" for node in wrong(self.root.node))

    def _references(self) -> Iterator[str]:
        ids = Counter(self.root.node.xpath("//@id"))
        yield from (f"two elements have the id {name!r}" for name, times in ids.items() if times > 1)
        for reference in REFERENCES(self.root.node):
            for name in reference.split():
                if name.removeprefix("#") not in ids:
                    yield f"{Element(reference.getparent())} points at {name!r}, which is not there"

    def _fetched(self) -> Iterator[str]:
        """What it fetches of styles and scripts is all that it needs."""
        there = {(each.tag, each.get("class", "")) for each in self.root.node.iter()}
        kinds = frozenset(kind(*each) for each in there)
        modules = set(" ".join(self.root.node.xpath("//@data-module")).split())
        links = [link["href"] for link in self.root.all("link") if link["rel"] == "stylesheet"]
        fetched = frozenset(PurePosixPath(link).stem for link in links)
        for styles in fetched:
            yield from unstyled(styles, kinds, fetched)
        yield from unstarted((PurePosixPath(each["src"]).stem for each in self.root.all("script")), modules)


MADE_UP = re.compile(r'/[ms]/[\w-]{24}|\b[0-9a-f]{32}\b|name="csrf_token" value="[^"]*"')
"""What is different on the same page each time: tokens, and the entries of forms."""

FAULTLESS: set[int] = set()
"""The pages that were checked before, without what is made up."""


class Browser:
    """Requests pages and sends forms as a player would, and checks every page.

    Every form is sent with everything the page has filled in, including the CSRF token, so the protection
    stays on.
    """

    def __init__(self, client: FlaskClient) -> None:
        self.client = client

    @property
    def device(self) -> str:
        """What this phone is known by."""
        with self.client.session_transaction() as session:
            return str(session[DEVICE])

    @device.setter
    def device(self, device: str) -> None:
        with self.client.session_transaction() as session:
            session[DEVICE] = device

    def get(self, path: str, status: int = 200) -> Page:
        """The page at *path*, after redirects."""
        response = self.client.get(path)
        if response.status_code == 303 != status:
            return self.get(response.location, status)
        return self._checked(response, path, status)

    def join(self, link: str) -> Page:
        """Opens a link that gives a seat, and presses the only button there."""
        page = self.get(link)
        [(form, _)] = page.buttons.values()
        return self._send(page, form, {}, 303)

    def send(self, path: str, fields: dict[str, str] | None = None, status: int = 303) -> Page:
        """Fills in the form at *path* that has *fields*, sends it, and returns the resulting page."""
        page = self.get(path)
        return self._send(page, page.form_with(set(fields or {})), fields or {}, status)

    def press(self, path: str, words: str, fields: dict[str, str] | None = None, status: int = 303) -> Page:
        """Presses the button with the label *words* at *path*, with its form filled in."""
        page = self.get(path)
        buttons = page.buttons
        assert words in buttons, f"{path} has no button {words!r}, only {sorted(buttons)}"
        form, button = buttons[words]
        pressed = {button["name"]: button["value"]} if button["name"] else {}
        return self._send(page, form, pressed | (fields or {}), status, button["formaction"])

    def _send(self, page: Page, form: Form, fields: dict[str, str], status: int, action: str = "") -> Page:
        path = action or form.element["action"] or page.path
        response = self.client.post(path, data=form.inputs | fields)
        if status != 303:
            return self._checked(response, path, status)
        assert response.status_code == 303, f"{response.status}: {Page(response.text, path).text}"
        return self.get(response.location)

    def _checked(self, response: TestResponse, path: str, status: int) -> Page:
        page = Page(response.text, path)
        assert response.status_code == status, f"{path}: {response.status}: {page.text}"
        shown = hash(MADE_UP.sub("", page.html))
        if shown not in FAULTLESS:
            assert not page.faults, f"{path}: " + "; ".join(page.faults)
            FAULTLESS.add(shown)
        return page
