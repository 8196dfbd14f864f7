"""The style sheets and scripts that pages fetch, joined from the files of ``static/css`` and ``static/js``.

A page fetches one style sheet and one script, and where cards are tapped also ``picker.js``. They are
joined when the server starts, without comments and indentation, a third of the files. Of modules, import and
export lines are dropped: what one imports stands above it in the same script.
"""

import re
from collections.abc import Iterable
from itertools import accumulate
from pathlib import Path

STYLES: dict[str, str] = {
    "page": "cards choices fields lists pairs progress results rules_diff sharing whose",
    "book": "book choices fields lists menu pairs sharing whose",
    "statistics": "book charts choices fields found_matches lists pairs ranking sharing statistics",
    "rules": "leaflet sharing",
    "sheet": "bill cards hand_table hand_table_layouts hollywood menu sheet upcard whose",
    "screen": "cards hollywood table upcard",
    "entry": "deadwood entry fields hand_steps pairs",
    "cards": "cards deadwood entry fields hand_steps hands melds pack pairs picking upcard",
    "judge": "bill cards entry fields hands judge pack",
    "chart": "charts",
    "editor": "bill cards choices entry fields hand_table hand_table_layouts house_rules lists rules_diff "
    "sheet worked_examples",
    "score_sheet": "record score_sheet",
    "offline": "lists notices offline",
    "shell": "shell",
}
"""What each style sheet has of ``css/components`` beside what all have (COMMON)."""

ADDED = ("languages", "components/notices")
"""Files of ``static/css`` that are style sheets of their own: what pages in other languages than English add,
and what a script adds to pages when it has something to say.
"""

COMMON = "actions card_colours live words"
LAYERS = ("tokens", "base", "layout")
"""What stands before the components."""

SCRIPTS: dict[str, str] = {
    "page": "player_names print_page share single_submit load_offline",
    "book": "menu share single_submit load_offline",
    "sheet": "menu live saved_hand wake_lock count_up load_offline",
    "entry": "hand_steps hand_preview single_submit keypad edit_conflict load_offline",
    "lines": "line_preview single_submit load_offline",
    "judge": "judge load_offline",
    "editor": "rules_preview single_submit load_offline",
    "letters": "own_letters",
    "picker": "card_fields change_melds pack",
    "score_sheet": "print_page load_offline",
    "secret": "form_secret",
    "offline": "register_worker said_in_forms unsent_notice stored_notice discard_mine keep_copies",
    "unsent": "unsent_list",
    "device": "this_device load_offline",
    "sw": "service_worker",
    "python": "python_worker",
    "shell": "site_language phone_shell",
    "site_sw": "site_worker",
    "site": "site_language set_up_site",
    "along": "take_along load_offline",
}
"""The modules of each script, in the order in which they start. What they import comes along."""

COMPONENT = "@layer components{"

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
QUOTED = re.compile(r'("[^"]*")')

COMMENT_OF_LINES = re.compile(r"^\s*/\*.*?\*/$|\s/\*[^\n]*\*/$", re.DOTALL | re.MULTILINE)
IMPORT = re.compile(r'^import (?:.* from )?"\./(\w+)\.js";$', re.MULTILINE)
LINE_ENDS = re.compile(r"(?<=[{(\[,;])\n(?=.)|;?\n(?=\})")
"""Those that mean nothing, with the semicolons that nothing needs."""
ARROW = re.compile(r" =>\s")

EXPORT = re.compile(r"^export (?:default )?", re.MULTILINE)


def write_bundles(source: Path, target: Path) -> None:
    """Writes every style sheet and script that pages fetch into *target*."""
    for name, components in STYLES.items():
        (target / f"{name}.css").write_text(
            style_sheet(source, f"{COMMON} {components}".split()), encoding="utf-8"
        )
    for name in ADDED:
        added = source / "css" / f"{name}.css"
        (target / added.name).write_text(smaller_style(added.read_text(encoding="utf-8")), encoding="utf-8")
    for name, modules in SCRIPTS.items():
        (target / f"{name}.js").write_text(script(source, modules.split()), encoding="utf-8")


def style_sheet(source: Path, components: Iterable[str]) -> str:
    """One style sheet. Components that follow each other share a layer."""
    names = [*LAYERS, *(f"components/{name}" for name in sorted(components))]
    texts = [smaller_style((source / "css" / f"{name}.css").read_text(encoding="utf-8")) for name in names]
    joined = ""
    for before, text in zip(["", *texts], texts, strict=False):
        both = is_component(before) and is_component(text)
        joined = joined[:-1] + text.removeprefix(COMPONENT) if both else joined + text
    return joined


def is_component(packed: str) -> bool:
    """Whether a style sheet is one layer of components, with nothing after it.

    >>> is_component("@layer components{.a{gap:0}}"), is_component("@layer components{.a{gap:0}}@page{gap:0}")
    (True, False)
    """
    depths = accumulate((sign == "{") - (sign == "}") for sign in packed)
    ends = [place for place, depth in enumerate(depths) if depth == 0 and packed[place] == "}"]
    return packed.startswith(COMPONENT) and ends == [len(packed) - 1]


def smaller_style(text: str) -> str:
    r"""A style sheet without comments, needless space and needless zeros.

    >>> smaller_style('/* Wide. */\n.hands::after,\n.bill > a {\n  content: " ; ";\n  gap: 0 0.5rem;\n}\n')
    '.hands::after,.bill>a{content:" ; ";gap:0 .5rem}'
    """
    parts = QUOTED.split(COMMENT.sub("", text).strip())
    return "".join(part if part.startswith('"') else without_space(part) for part in parts)


def without_space(style: str) -> str:
    """Rules without needless space and zeros; nothing in them is quoted."""
    on_one_line = re.sub(r"\s+", " ", style)
    packed = re.sub(r": ", ":", re.sub(r" ?([{};,>/~]) ?| (?=!)", r"\1", on_one_line)).replace(";}", "}")
    return re.sub(r"\b0\.(?=\d)", ".", packed)


def script(source: Path, names: Iterable[str]) -> str:
    """One script of these modules and all that they import."""
    texts = {
        name: (source / "js" / f"{name}.js").read_text(encoding="utf-8") for name in in_order(source, names)
    }
    return "".join(smaller_script(text) for text in texts.values())


def in_order(source: Path, names: Iterable[str]) -> list[str]:
    """These modules and all that they import, each once and after what it imports."""
    found: dict[str, None] = {}
    for name in names:
        text = (source / "js" / f"{name}.js").read_text(encoding="utf-8")
        found |= dict.fromkeys([*in_order(source, IMPORT.findall(text)), name])
    return list(found)


def smaller_script(text: str) -> str:
    r"""A module as a part of a script: without imports, exports, comments and indentation.

    >>> smaller_script('import { a } from "./a.js";\n\nexport const add = (b) =>\n  a + b; /* Both. */\n')
    'const add = (b)=>a + b;\n'
    >>> smaller_script("if (late) {\n  wait();\n}\n")
    'if (late) {wait()}\n'
    """
    joined = EXPORT.sub("", IMPORT.sub("", COMMENT_OF_LINES.sub("", text)))
    lines = "".join(f"{line}\n" for line in map(str.strip, joined.splitlines()) if line)
    return ARROW.sub("=>", LINE_ENDS.sub("", lines))
