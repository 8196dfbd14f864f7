"""Style sheets and scripts are joined from their files, and mean there what they mean in the files."""

import re
from collections import Counter
from pathlib import Path

from app import GUEST
from views.assets import bundles
from views.assets.bundles import ADDED, COMMON, LAYERS, file_in, in_order, script, style_sheet
from views.web.guest import joined

FOLDERS = (Path(__file__).parents[3] / "static", *GUEST.static)
STYLES, SCRIPTS = joined(bundles.STYLES, GUEST.styles), joined(bundles.SCRIPTS, GUEST.scripts)
MODULES = {
    path.stem: path.read_text(encoding="utf-8")
    for folder in FOLDERS
    for path in (folder / "js").rglob("*.js")
}

DECLARED = re.compile(r"^(export (?:default )?)?(?:async )?(?:const|let|function|class) (\w+)", re.MULTILINE)
IMPORTED = re.compile(
    r'^import (?:(\w+))?(?:, )?(?:\{ (.*?) \})? ?(?:from )?"[\w./]+?(\w+)\.js";$', re.MULTILINE
)


def written(folder: Path, files: dict[str, str]) -> Path:
    """A folder with these files."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def test_no_file_is_left_out() -> None:
    components = {path.stem for folder in FOLDERS for path in (folder / "css/components").glob("*.css")}
    started = [file_in(FOLDERS, f"js/{name}.js") for names in SCRIPTS.values() for name in names.split()]

    alone = {name.removeprefix("components/") for name in ADDED if name.startswith("components/")}
    assert {name for names in (COMMON, *STYLES.values()) for name in names.split()} | alone == components
    assert {path.stem for path in in_order(started)} == set(MODULES)


def test_styles_stand_in_the_order_of_their_layers_and_names(tmp_path: Path) -> None:
    source = written(
        tmp_path,
        {
            "css/tokens.css": "@layer tokens, base;\n",
            "css/base.css": "/* All. */\n@layer base {\n  a,\n  b {\n    margin: 0 auto;\n  }\n}\n",
            "css/layout.css": "@layer layout {}\n",
            "css/components/match.css": '.match::after {\n  content: " ; ";\n}\n',
            "css/components/cards.css": ".card {}\n",
        },
    )

    assert style_sheet([source], ["match", "cards"]) == (
        '@layer tokens,base;@layer base{a,b{margin:0 auto}}@layer layout{}.card{}.match::after{content:" ; "}'
    )


def test_components_share_a_layer_only_where_nothing_stands_between_them(tmp_path: Path) -> None:
    (tmp_path / "css" / "components").mkdir(parents=True)
    for name in LAYERS:
        (tmp_path / "css" / f"{name}.css").write_text("")
    styles = {
        "a": "@layer components {\n  .a { gap: 0; }\n}\n",
        "b": "@layer components {\n  .b { gap: 0; }\n}\n\n@page { margin: 0; }\n",
        "c": "@layer components {\n  .c { gap: 0; }\n}\n\n@layer layout {\n  .c { gap: 1px; }\n}\n",
        "d": "@layer components {\n  .d { gap: 0; }\n}\n",
        "e": "@layer components {\n  .e { gap: 0; }\n}\n",
    }
    for name, text in styles.items():
        (tmp_path / "css" / "components" / f"{name}.css").write_text(text)

    assert style_sheet([tmp_path], styles) == (
        "@layer components{.a{gap:0}}"
        "@layer components{.b{gap:0}}@page{margin:0}"
        "@layer components{.c{gap:0}}@layer layout{.c{gap:1px}}"
        "@layer components{.d{gap:0}.e{gap:0}}"
    )


def test_a_module_stands_after_what_it_imports_and_once(tmp_path: Path) -> None:
    source = written(
        tmp_path,
        {
            "js/app/one.js": 'import Two, { three } from "../cards/two.js";\n\nnew Two(three());\n',
            "js/cards/two.js": "export default class Two {}\n\nexport const three = () => 3; /* Three. */\n",
            "js/cards/other.js": 'import { three } from "./two.js";\n\nif (three()) {\n  three();\n}\n',
        },
    )

    assert script([source], ["app/one", "cards/other"]).splitlines() == [
        "class Two {}",
        "const three = ()=>3;",
        "new Two(three());",
        "if (three()) {three()}",
    ]


def test_no_import_or_export_is_left() -> None:
    for name, modules in SCRIPTS.items():
        assert re.findall(r"^(?:import|export)\b.*", script(FOLDERS, modules.split()), re.MULTILINE) == [], (
            name
        )


def test_a_name_means_one_thing_in_all_modules() -> None:
    names = Counter(name for text in MODULES.values() for _, name in DECLARED.findall(text))

    assert {name for name, times in names.items() if times > 1} == set()


def test_what_is_imported_has_the_name_under_which_it_is_exported() -> None:
    exported = {
        module: {name for how, name in DECLARED.findall(text) if how} for module, text in MODULES.items()
    }
    imported = [
        (module, name, from_module)
        for module, text in MODULES.items()
        for default, named, from_module in IMPORTED.findall(text)
        for name in [*([default] if default else []), *(named.split(", ") if named else [])]
    ]

    assert [each for each in imported if each[1] not in exported[each[2]]] == []


def test_no_script_has_a_text_of_several_lines() -> None:
    """The indentation of such a text would be lost."""
    assert [
        name for name, text in MODULES.items() if any(line.count("`") % 2 for line in text.splitlines())
    ] == []
