"""A test browser without rendering: it fills in forms as a player does, and checks every page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Set
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from html import unescape
from itertools import chain
from pathlib import PurePosixPath
from urllib.parse import urlsplit

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.views.bundled import unstarted, unstyled

VOID = set("area base br col embed hr img input link meta source track wbr".split())
PHRASING_ONLY = set("p h1 h2 h3 h4 h5 h6 span button label strong em b i small abbr time output dt".split())
BLOCKS = set(
    "address article aside blockquote details dialog div dl fieldset figure footer form h1 h2 h3 h4 h5 h6"
    " header hr main nav ol p pre section table ul".split()
)
ONLY_CHILDREN = {
    "ul": {"li", "template"},
    "ol": {"li", "template"},
    "dl": {"dt", "dd", "div"},
    "table": {"caption", "colgroup", "thead", "tbody", "tfoot"},
    "thead": {"tr"},
    "tbody": {"tr"},
    "tfoot": {"tr"},
    "tr": {"th", "td"},
    "select": {"option", "optgroup", "hr"},
}
INTERACTIVE = {"a", "button", "input", "select", "textarea", "label", "form", "summary"}
"""Tags that may not be inside a link or a button."""

REFERRING = {"for", "form", "list", "aria-describedby", "aria-labelledby", "aria-controls"}
UNSEEN = {"script", "style", "template", "title"}
ASKING = {"src", "action", "formaction"}

APART = BLOCKS | {"li", "td", "th", "br", "dd", "option"}
"""Tags whose text is separate from the words around it."""


ATTRIBUTE = re.compile(r"""\s([^\s"'<>/=]+)(?:="([^"]*)")?""")


@dataclass(frozen=True)
class Start:
    """How an element begins, and all that this says by itself. Elements that begin alike share it."""

    tag: str
    attributes: dict[str, str]
    kind: frozenset[str]
    """The tag, and its classes with a dot before each."""
    refers: tuple[str, ...]
    """The ids of other elements in it."""
    faults: tuple[str, ...]
    """What is wrong with it."""


@lru_cache(maxsize=10_000)
def start_of(tag: str, written: str) -> Start:
    """The start of an element with its attributes as they are written."""
    said = ATTRIBUTE.findall(written)
    attributes = {name.lower(): unescape(value) for name, value in said}
    classes = (f".{name}" for name in attributes.get("class", "").split())
    refers = (name for each in REFERRING & attributes.keys() for name in attributes[each].split())
    faults = (
        *_start_faults(tag, attributes),
        *(["says something twice"] if len(attributes) < len(said) else []),
    )
    return Start(tag, attributes, frozenset([tag, *classes]), tuple(refers), faults)


def _start_faults(tag: str, attributes: dict[str, str]) -> Iterator[str]:
    if tag == "style" or (tag == "script" and not attributes.get("src")):
        yield "is inline"
    if inline := [name for name in attributes if name == "style" or name.startswith("on")]:
        yield f"has inline {inline}"
    if tag == "img" and "alt" not in attributes:
        yield "has no alt"
    asked = ASKING if tag == "a" else ASKING | {"href"}
    if any(urlsplit(attributes[name]).netloc for name in asked & attributes.keys()):
        yield "asks another host"


@dataclass(eq=False)
class Element:
    """An element of a page with its text and children."""

    start: Start
    ancestors: tuple[Element, ...]
    """Its ancestors, the nearest first."""
    page: list[Element]
    """All elements of the page in document order: this one at *at*, its descendants up to *end*."""
    at: int
    end: int = 0
    children: list[Element | str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.tag, self.attributes = self.start.tag, self.start.attributes

    def __getitem__(self, attribute: str) -> str:
        return self.attributes.get(attribute, "")

    @property
    def parent(self) -> Element | None:
        """Its parent."""
        return self.ancestors[0] if self.ancestors else None

    def all(self, *tags: str) -> Iterator[Element]:
        """This and every descendant with one of *tags*, or simply all."""
        found = self.page[self.at : self.end]
        return iter([each for each in found if each.tag in tags] if tags else found)

    def stands_in(self, tags: Set[str]) -> set[str]:
        """The nearest ancestor with one of *tags*."""
        return {each.tag for each in self.ancestors if each.tag in tags}

    @cached_property
    def text(self) -> str:
        """Its visible text, in one line."""
        return " ".join(self._text.split())

    @cached_property
    def _text(self) -> str:
        if self.tag in UNSEEN:
            return ""
        inside = "".join([child if isinstance(child, str) else child._text for child in self.children])
        return f" {inside} " if self.tag in APART else inside

    def __repr__(self) -> str:
        said = "".join(f' {name}="{value}"' for name, value in self.attributes.items())
        return f"<{self.tag}{said}>"


TOKEN = re.compile(
    r"""([^<]+)
      | <([a-zA-Z][\w-]*)((?:\s+[^\s"'<>/=]+(?:="[^"]*")?)*)\s*(/?)>
      | </([a-zA-Z][\w-]*)>
      | <!--.*?-->
      | <!([^>]*)>""",
    re.VERBOSE | re.DOTALL,
)
"""A piece of a page as our templates write it: text; the start of an element with its attributes, which may
be closed at once; its end; a comment; a declaration. The standard parser takes three times as long.
"""


class Reader:
    """Parses a page into elements, and notes tags that don't match."""

    def __init__(self, html: str) -> None:
        self.elements: list[Element] = []
        self.root = self.here = self._open(start_of("#document", ""), ())
        self.doctype = ""
        self.faults: list[str] = []
        at = 0
        for token in TOKEN.finditer(html):
            if token.start() != at:
                break
            at = token.end()
            text, start, attributes, closed, end, declaration = token.groups()
            if text:
                self.here.children.append(unescape(text))
            elif start:
                self._enter(start.lower(), attributes, is_closed=bool(closed))
            elif end:
                self._leave(end.lower())
            elif declaration:
                self.doctype = declaration
        if at < len(html):
            self.faults.append(f"it cannot be read from {html[at : at + 40]!r} on")
        for element in (self.here, *self.here.ancestors):
            element.end = len(self.elements)
            if element is not self.root:
                self.faults.append(f"{element} is never closed")

    def _enter(self, tag: str, written: str, *, is_closed: bool) -> None:
        start, here = start_of(tag, written), self.here
        element = self._open(start, (here, *here.ancestors))
        self.faults += [f"{element} {fault}" for fault in start.faults]
        here.children.append(element)
        if tag not in VOID and not is_closed:
            self.here = element

    def _open(self, start: Start, ancestors: tuple[Element, ...]) -> Element:
        at = len(self.elements)
        element = Element(start, ancestors, self.elements, at, at + 1)
        self.elements.append(element)
        return element

    def _leave(self, tag: str) -> None:
        if self.here.tag != tag:
            self.faults.append(f"</{tag}> closes {self.here}")
            return
        self.here.end = len(self.elements)
        self.here = self.here.ancestors[0]


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
        """Its submit buttons."""
        return [each for each in self.controls if each.tag == "button" and each["type"] in {"", "submit"}]


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
            yield control["name"], "".join(str(child) for child in control.children).removeprefix("\n")
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
    def reader(self) -> Reader:
        """Its elements, read when they are first asked for."""
        return Reader(self.html)

    @property
    def root(self) -> Element:
        """The whole page."""
        return self.reader.root

    @property
    def text(self) -> str:
        """All visible text, in one line."""
        return self.root.text

    @property
    def heading(self) -> str:
        """Its only h1."""
        return next(self.root.all("h1")).text

    @property
    def links(self) -> dict[str, str]:
        """The address of each link, by its text."""
        return {link.text: link["href"] for link in self.root.all("a")}

    @cached_property
    def forms(self) -> list[Form]:
        """Its forms, in order."""
        controls = list(self.root.all("input", "select", "textarea", "button"))
        return [
            Form(form, tuple(each for each in controls if self._belongs(each, form)))
            for form in self.root.all("form")
        ]

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

    @cached_property
    def faults(self) -> list[str]:
        """Everything that is wrong with its HTML, and what it fetches too little of."""
        faults = (self._frame(), self._references(), self._names(), self._elements(), self._fetched())
        return [*self.reader.faults, *chain.from_iterable(faults)]

    def _frame(self) -> Iterator[str]:
        headings = [heading.text for heading in self.root.all("h1")]
        if self.reader.doctype.lower() != "doctype html":
            yield "it does not begin with <!doctype html>"
        if not all(html["lang"] for html in self.root.all("html")):
            yield "it does not say its language"
        if len(headings) != 1 or not headings[0]:
            yield f"it has not one h1 but {headings}"
        if len(list(self.root.all("main"))) != 1:
            yield "it has not one main part"
        if len([title for title in self.root.all("title") if not title.stands_in({"svg"})]) != 1:
            yield "it has not one title"

    def _fetched(self) -> Iterator[str]:
        """What it fetches of styles and scripts is all that it needs."""
        elements = self.reader.elements
        kinds = {each.start.kind for each in elements}
        modules = {name for each in elements for name in each["data-module"].split()}
        for link in self.root.all("link"):
            if link["rel"] == "stylesheet":
                yield from unstyled(PurePosixPath(link["href"]).stem, frozenset(kinds))
        yield from unstarted((PurePosixPath(each["src"]).stem for each in self.root.all("script")), modules)

    def _references(self) -> Iterator[str]:
        elements = self.reader.elements
        ids = Counter(each["id"] for each in elements if "id" in each.attributes)
        yield from (f"two elements have the id {name!r}" for name, times in ids.items() if times > 1)
        for element in elements:
            for name in element.start.refers:
                if name not in ids:
                    yield f"{element} points at {name!r}, which is not there"
            if element["href"].startswith("#") and element["href"][1:] not in ids:
                yield f"{element} leads nowhere"

    def _names(self) -> Iterator[str]:
        labelled = {label["for"] for label in self.root.all("label") if label.text}
        for control in self.root.all("input", "select", "textarea"):
            if control["type"] in {"hidden", "submit"}:
                continue
            within = any(each.tag == "label" and each.text for each in control.ancestors)
            if not (
                within or control["id"] in labelled or control["aria-label"] or control["aria-labelledby"]
            ):
                yield f"{control} has no label"
            if control["type"] == "radio" and not control.stands_in({"fieldset"}):
                yield f"{control} stands in no fieldset"
        for element in self.root.all("button", "a"):
            if not (
                element.text or element["aria-label"] or any(svg["aria-label"] for svg in element.all("svg"))
            ):
                yield f"{element} says nothing"
        for fieldset in self.root.all("fieldset"):
            if not any(legend.text for legend in fieldset.all("legend")):
                yield f"{fieldset} has no legend"

    def _elements(self) -> Iterator[str]:
        for element in self.reader.elements:
            parent = element.ancestors[0].tag if element.ancestors else ""
            if parent in ONLY_CHILDREN and element.tag not in ONLY_CHILDREN[parent]:
                yield f"{element} stands in <{parent}>"
            if element.tag in BLOCKS and (outer := element.stands_in(PHRASING_ONLY)):
                yield f"{element} stands in {sorted(outer)}"
            if element.tag in INTERACTIVE and element.stands_in({"a", "button"}):
                yield f"{element} stands in a link or a button"
            if element.tag == "form" and element.stands_in({"form"}):
                yield f"{element} stands in another form"


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

    def get(self, path: str, status: int = 200) -> Page:
        """The page at *path*, after redirects."""
        response = self.client.get(path)
        if response.status_code == 303 != status:
            return self.get(response.location, status)
        return self._checked(response, path, status)

    def send(self, path: str, fields: dict[str, str] | None = None, status: int = 303) -> Page:
        """Fills in the form at *path* that has *fields*, sends it, and returns the resulting page."""
        page = self.get(path)
        return self._send(page, page.form_with(set(fields or {})), fields or {}, status)

    def press(self, path: str, words: str, fields: dict[str, str] | None = None, status: int = 303) -> Page:
        """Presses the button with the label *words* at *path*, with its form filled in."""
        page = self.get(path)
        buttons = {button.text: (form, button) for form in page.forms for button in form.buttons}
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
