"""Imports run one way, docs/architecture.md names every package, and every module says what it is."""

import ast
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent

LAYERS = {
    "models.gin": {"models.gin"},
    "models.records": {"models.gin", "models.records"},
    "views": {"models.gin", "models.records", "views"},
    "app": {"models.gin", "models.records", "views", "app"},
    "installed": {"app"},
    "phone": {"models.gin", "models.records", "views", "app", "phone"},
}
"""What each layer may import of the others."""

PAGES = (
    "entry",
    "judge",
    "rules",
    "matches",
    "books",
    "statistics",
    "evening",
    "results",
    "sharing",
    "exports",
    "imports",
    "deleting",
    "settings",
    "offline",
)
"""The packages of pages, by what a player does: each may import those before it."""

BELOW = ("operations", "assets", "language", "web")
"""The packages that know no page: each imports at most those after it."""

PACKAGES = {
    **{
        page: {*PAGES[: number + 1], "charts", "shared", "words", *BELOW} for number, page in enumerate(PAGES)
    },
    "charts": {"charts", "words", *BELOW},
    "shared": {"shared", "words", *BELOW},
    "words": {"words", "language"},
    "operations": {"operations", "language", "web"},
    "assets": {"assets", "web"},
    "language": {"language", "web"},
    "web": {"web"},
    "server": {"server", "web"},
    "cli": {"cli", "server", "imports", "shared", "words", *BELOW},
}
"""What each package of views may import of the others."""

GIN = ("cards", "rules", "hand", "sheet")
"""The packages of the rules from the lowest one: each imports only those before it."""

ABOVE_THE_SHEET = {"money", "counting", "document", "remembering"}
"""What may import all of these, but not each other."""

RECORDS = (
    "database",
    "tables",
    "finding",
    "ratings",
    "saving",
    "books",
    "statistics",
    "files",
    "checking",
    "copies",
)
"""The floors of the records from the lowest one: each imports only itself and those before it."""

MODULES = [
    ROOT / "app.py",
    ROOT / "installed.py",
    *sorted((ROOT / "models").rglob("*.py")),
    *sorted((ROOT / "views").rglob("*.py")),
]

BESIDE = [
    path
    for folder in ("catalogues", "phone", "proof", "release")
    for path in sorted((ROOT / folder).rglob("*.py"))
]
"""The modules of packages that no module of the app imports. It looks for its guest when it starts."""

SCRIPTS = [
    path for folder in ("static/js", "phone/static/js") for path in sorted((ROOT / folder).rglob("*.js"))
]


def name_of(path: Path) -> str:
    """The dotted name of a module."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def layer_of(module: str) -> str | None:
    return next((layer for layer in LAYERS if f"{module}.".startswith(f"{layer}.")), None)


def part(path: Path, folder: str) -> str:
    """Which package or module of *folder* this is or stands in; blank if it is elsewhere."""
    parents = Path(folder).parts
    inside = path.relative_to(ROOT).with_suffix("").parts
    return inside[len(parents)] if inside[: len(parents)] == parents else ""


def imports(path: Path) -> Iterator[str]:
    """What a module imports, wherever in it that is written."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(level=0, module=str(module), names=names):
                yield from (f"{module}.{alias.name}" for alias in names)
            case ast.ImportFrom(level=level, names=names) if level:
                package = name_of(path).split(".")
                parents = package if path.name == "__init__.py" else package[:-1]
                stem = ".".join([*parents[: len(parents) - level + 1], *filter(None, [node.module])])
                yield from (f"{stem}.{alias.name}" for alias in names)


def importing(paths: Iterable[Path], refused: Callable[[Path, str], bool]) -> list[str]:
    """Each import of these modules that is refused."""
    return [f"{name_of(path)}: {name}" for path in paths for name in imports(path) if refused(path, name)]


def test_imports_run_one_way() -> None:
    def refused(path: Path, name: str) -> bool:
        layer, of = layer_of(name_of(path)), layer_of(name)
        return layer is not None and of is not None and of not in LAYERS[layer]

    assert importing([*MODULES, *BESIDE], refused) == []


def test_the_rules_need_only_the_standard_library() -> None:
    rules = [path for path in MODULES if layer_of(name_of(path)) == "models.gin"]

    assert len(rules) > 20
    known = {"models", *sys.stdlib_module_names}
    assert importing(rules, lambda _, name: name.split(".")[0] not in known) == []


def test_the_packages_of_the_rules_import_one_way() -> None:
    def refused(path: Path, name: str) -> bool:
        package, of = part(path, "models/gin"), name.split(".")[2:3]
        below = GIN[: GIN.index(package) + 1] if package in GIN else (*GIN, package)
        return name.startswith("models.gin.") and of[0] in {*GIN, *ABOVE_THE_SHEET} - {*below}

    rules = [path for path in MODULES if part(path, "models/gin") in {*GIN, *ABOVE_THE_SHEET}]
    assert len(rules) > 20
    assert importing(rules, refused) == []


def test_no_import_of_the_records_goes_up() -> None:
    def refused(path: Path, name: str) -> bool:
        above = RECORDS[RECORDS.index(part(path, "models/records")) + 1 :]
        return name.startswith("models.records.") and name.split(".")[2] in above

    records = [path for path in MODULES if part(path, "models/records") not in ("", "__init__", "migrations")]
    assert {part(path, "models/records") for path in records} == {*RECORDS}
    assert importing(records, refused) == []


def test_the_rules_load_neither_flask_nor_a_database() -> None:
    script = (
        "import sys, models.gin; sys.exit(sorted({'flask', 'sqlalchemy', 'wtforms'} & set(sys.modules)) or 0)"
    )
    loaded = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True)

    assert (loaded.returncode, loaded.stderr) == (0, "")


def test_the_packages_of_views_import_one_way() -> None:
    def refused(path: Path, name: str) -> bool:
        package = path.relative_to(ROOT / "views").parts[0]
        return name.startswith("views.") and name.split(".")[1] not in PACKAGES[package]

    assert importing(sorted((ROOT / "views").glob("*/**/*.py")), refused) == []


def test_the_app_imports_nothing_that_is_beside_it() -> None:
    def refused(_path: Path, name: str) -> bool:
        return name.split(".")[0] in {"benchmarks", "catalogues", "phone", "proof", "release", "tests"}

    assert importing(MODULES, refused) == []


def test_the_architecture_names_every_package() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    packages = {path.parent.relative_to(ROOT).as_posix() for path in (*MODULES, *BESIDE)}

    named = re.findall(r"^\| `([\w/]+)` \|", text, re.MULTILINE)
    # Folders without modules of their own: the root, and those that only hold packages.
    assert set(named) == packages - {".", "models", "views", "models/records/migrations/versions"}
    assert len(named) == len(set(named))


def test_every_module_says_what_it_is() -> None:
    silent = [
        path.relative_to(ROOT).as_posix()
        for path in (*MODULES, *BESIDE)
        if not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    ]
    silent += [path.name for path in SCRIPTS if not path.read_text(encoding="utf-8").startswith("/*")]

    assert len(SCRIPTS) > 50
    assert silent == []


def test_the_folders_of_scripts_import_one_way() -> None:
    may = {
        "app": {"app"},
        "cards": {"app", "cards"},
        "offline": {"app", "offline"},
        "phone/static/js": {"app", "offline", "phone/static/js"},
    }

    def folder_of(path: Path) -> str:
        return path.parent.relative_to(ROOT).as_posix().removeprefix("static/js/")

    imported = [
        (folder_of(path), folder_of((path.parent / name).resolve()))
        for path in SCRIPTS
        for name in re.findall(r'^(?:import|\}) .*"(\..*)";$', path.read_text(encoding="utf-8"), re.MULTILINE)
    ]

    assert len(imported) > 100
    assert {(folder, of) for folder, of in imported if of not in may[folder]} == set()


def test_the_tables_are_in_these_modules() -> None:
    tables = {
        path.stem
        for path in (ROOT / "models" / "records").rglob("*.py")
        if "__tablename__" in path.read_text()
    }

    assert tables == {
        "book",
        "change",
        "match",
        "player",
        "rating",
        "saved_rules",
        "seat",
        "shared",
        "sheet_row",
    }
