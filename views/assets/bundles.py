"""The style sheets and scripts that pages fetch, joined from the files of ``static/css`` and ``static/js``.

A page fetches one style sheet and one script, and where cards are tapped also ``picker.js``. They are
joined when the server starts, without comments and indentation, a third of the files. Of modules, import and
export lines are dropped: what one imports stands above it in the same script.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import accumulate
from os.path import normpath
from pathlib import Path

from models.gin.cards.cards import SIGNS
from views.web.guest import NO_GUEST, Guest, joined

STYLES: dict[str, str] = {
    "page": "cards choices fields foot lists opens seating rules_diff sharing whose",
    "import": "choices fields foot ledger lists opens sharing",
    "home": "columns foot home lists score sharing sheet",
    "book": "book choices columns foot fields lists menu opens seating sharing whose",
    "statistics": "book charts choices columns fields lists seating sharing statistics",
    "rules": "leaflet sharing",
    "sheet": "bill cards hand_table hand_table_layouts menu read_aloud score sheet upcard",
    "screen": "cards figure hollywood table upcard",
    "face_to_face": "face_to_face figure",
    "entry": "counting deadwood entry fields hand_steps",
    "cards": "cards counting deadwood entry fields hand_steps hands knocker_bar melds pack picking "
    "scrolling_pack upcard",
    "judge": "bill cards entry fields hands judge pack read_aloud scrolling_pack",
    "chart": "charts",
    "editor": "bill cards choices entry fields foot hand_table hand_table_layouts house_rules lists "
    "rules_diff score sheet",
    "score_sheet": "foot record score_sheet score_sheet_in_print",
    "offline": "lists notices offline",
}
"""What each style sheet has of ``css/components`` beside what all have (COMMON)."""

ADDED = (
    "languages",
    "components/hollywood",
    "components/large_figures",
    "components/moment",
    "components/notices",
    "components/turn_around",
    "components/whose",
    "components/won",
)
"""Files of ``static/css`` that are style sheets of their own: what pages in other languages than English add,
what scripts add to pages when they have something to say, to move or to turn, and what a sheet needs if it
has several columns or figures of seven digits, on a phone that has just joined, and once a game is over.
"""

COMMON = "actions head words"
LAYERS = ("tokens", "base", "layout")
"""What stands before the components."""

SCRIPTS: dict[str, str] = {
    "page": "app/opens app/player_names app/print_page app/share app/single_submit offline/load_offline",
    "import": "app/remembered_columns app/single_submit offline/load_offline",
    "book": "app/menu app/opens app/share app/single_submit offline/load_offline",
    "settings": "app/display_preview offline/load_offline",
    "sheet": "app/menu app/live app/saved_hand app/wake_lock app/load_aloud app/load_after_sheet "
    "offline/load_offline",
    "face_to_face": "app/live app/saved_hand app/wake_lock app/face_to_face app/pulse "
    "app/load_after_sheet offline/load_offline",
    "entry": "app/hand_steps app/hand_preview app/single_submit app/keypad app/pulse offline/load_offline",
    "conflict": "app/single_submit app/edit_conflict offline/load_offline",
    "lines": "app/line_preview app/single_submit offline/load_offline",
    "judge": "app/judge app/load_turn_around app/load_aloud offline/load_offline",
    "editor": "app/rules_preview app/single_submit app/load_fixed_bar offline/load_offline",
    "letters": "cards/own_letters",
    "picker": "cards/card_fields cards/change_melds cards/pack",
    "score_sheet": "app/print_page offline/load_offline",
    "secret": "offline/form_secret",
    "offline": "offline/register_worker offline/said_in_forms offline/unsent_notice offline/stored_notice "
    "offline/discard_mine",
    "unsent": "offline/unsent_list",
    "aloud": "app/read_aloud",
    "fixed_bar": "app/fixed_bar",
    "turn_around": "app/turn_around",
    "after_sheet": "app/fixed_bar app/turn_around app/moment",
    "device": "offline/this_device offline/load_offline",
    "workers/sw": "offline/service_worker",
}
"""The modules of each script, in the order in which they start. What they import comes along.

They are files of ``static/js``: ``app`` is what pages do, ``cards`` how cards are chosen, ``offline`` the
service worker and the outbox. A guest adds its own.
"""

WORKERS = "workers"
"""The folder of scripts that pages don't fetch: they have addresses of their own."""

COMPONENT = "@layer components{"

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
QUOTED = re.compile(r'("[^"]*")')

COMMENT_OF_LINES = re.compile(r"^\s*/\*.*?\*/$|\s/\*[^\n]*\*/$", re.DOTALL | re.MULTILINE)
IMPORT = re.compile(r'^import (?:.* from )?"(\.\.?/[\w./]+\.js)";$', re.MULTILINE)
LINE_ENDS = re.compile(r"(?<=[{(\[,;])\n(?=.)|;?\n(?=\})")
"""Line ends without a meaning, with the semicolons that nothing needs."""
ARROW = re.compile(r" =>\s")

EXPORT = re.compile(r"^export (?:default )?", re.MULTILINE)


def write_bundles(source: Path, target: Path, guest: Guest = NO_GUEST) -> None:
    """Writes every style sheet and script that pages fetch into *target*."""
    folders = (source, *guest.static)
    (target / WORKERS).mkdir()
    for name, components in joined(STYLES, guest.styles).items():
        (target / f"{name}.css").write_text(
            style_sheet(folders, f"{COMMON} {components}".split()), encoding="utf-8"
        )
    for name in ADDED:
        added = source / "css" / f"{name}.css"
        (target / added.name).write_text(smaller_style(added.read_text(encoding="utf-8")), encoding="utf-8")
    for name, modules in joined(SCRIPTS, guest.scripts).items():
        (target / f"{name}.js").write_text(script(folders, modules.split()), encoding="utf-8")


def file_in(folders: Sequence[Path], name: str) -> Path:
    """The file with this name, in the first of the folders that has it."""
    return next((folder / name for folder in folders if (folder / name).exists()), folders[0] / name)


def style_sheet(folders: Sequence[Path], components: Iterable[str]) -> str:
    """One style sheet. Components that follow each other share a layer."""
    names = [*LAYERS, *(f"components/{name}" for name in sorted(components))]
    paths = [file_in(folders, f"css/{name}.css") for name in names]
    texts = [smaller_style(path.read_text(encoding="utf-8")) for path in paths]
    sheet = ""
    for before, text in zip(["", *texts], texts, strict=False):
        both = is_component(before) and is_component(text)
        sheet = sheet[:-1] + text.removeprefix(COMPONENT) if both else sheet + text
    return sheet


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


def script(folders: Sequence[Path], names: Iterable[str]) -> str:
    """One script of these modules and all that they import."""
    paths = in_order(file_in(folders, f"js/{name}.js") for name in names)
    joined = "".join(smaller_script(path.read_text(encoding="utf-8")) for path in paths)
    return re.sub(r"\bSIGNS\b", SIGNS, joined)


def in_order(modules: Iterable[Path]) -> list[Path]:
    """These modules and all that they import, each once and after what it imports."""
    ordered: dict[Path, None] = {}
    for module in modules:
        imported = IMPORT.findall(module.read_text(encoding="utf-8"))
        ordered |= dict.fromkeys(
            [*in_order(Path(normpath(module.parent / each)) for each in imported), module]
        )
    return list(ordered)


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
