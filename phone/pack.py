"""Packs the archives of a phone. Runs in the very Python that unpacks them, in Node: see `pack.mjs`.

So every build of the same source is the same, byte for byte, whichever Python is installed.

    /packages  pyodide/, wheels/, sources/      /source  the repository      /out  what is packed
"""

import ast
import gzip
import io
import json
import os
import pickle
import re
import sys
import zipfile
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

PACKAGES, SOURCE, OUT = Path("/packages"), Path("/source"), Path("/out")

UNPACKED = Path("/unpacked")

Files = dict[str, bytes]
"""The content of files by their names."""

NOT_IN_LIBRARY = re.compile(
    r"^(_pyrepl/(?!(__init__|_|console|types|trace))|ensurepip|idlelib|lib2to3|multiprocessing|pydoc_data|"
    r"tkinter|turtle|turtledemo|unittest|venv|wsgiref|xmlrpc|xml/|curses|dbm|sqlite3/__main__|"
    r"asyncio/(proactor|tools|windows)|concurrent/interpreters|ctypes|http/cookiejar|logging/(config|handlers)|"
    r"pyodide/(console|_nodesock)|urllib/robotparser)"
    r"|^(antigravity|doctest|ftplib|imaplib|mailbox|nntplib|optparse|pickletools|poplib|profile|cProfile|"
    r"pstats|pyclbr|pydoc|smtplib|statistics|this|timeit|trace|webbrowser|_pyio|_aix_support|_osx_support|"
    r"_ios_support|_android_support|_pydecimal|_pydatetime|bdb|cmd|code|colorsys|compileall|filecmp|fileinput|"
    r"getpass|graphlib|modulefinder|netrc|nturl2path|pdb|plistlib|pty|py_compile|rlcompleter|runpy|sched|shelve|"
    r"symtable|tabnanny|tarfile|tracemalloc|tty|wave|zipapp)\.py$"
    r"|^encodings/(big5|cp(?!125|437)|euc|gb|hp_|hz|iso2022|johab|kz|mac_|palmos|ptcp|shift|tis)"
    r"|^click/(_winconsole|shell_completion|testing)|^segno/cli|^mako/cmd|^werkzeug/(_reloader|testapp|"
    r"middleware/(?!__init__|proxy_fix))"
    r"|^sqlalchemy/(testing|connectors/(?!asyncio|__init__)|dialects/(mssql|mysql|oracle|\w+/provision)|"
    r"ext/(?!__init__|compiler))"
    r"|^alembic/(testing|ddl/(mssql|mysql|oracle))|^(mako/(testing|ext)|alembic/templates)"
    r"|^babel/messages/"
    r"|^werkzeug/debug/(?!__init__|tbtools|repr|console)|(^|/)tests?/|__main__\.py$"
)
"""Modules that no page needs."""

LOCALE = re.compile(r"^babel/locale-data/(?P<locale>.*)\.dat$")

CATALOGUE = re.compile(r"^views/translations/(?P<language>\w+)/LC_MESSAGES/messages\.po$")

NOT_ON_PHONES = re.compile(r"^views/(cli/(?!__init__|start_errors)|server/)|\.(ttf|mako|mo)$|/__pycache__/")
"""What only a server does, and catalogues that a translator's program compiled."""

OF_PHONE = tuple(
    f"phone/{name}"
    for name in (
        "__init__.py",
        "boot.py",
        "clocks.py",
        "compiled.py",
        "copies.py",
        "guest.py",
        "on_phone.py",
        "program.py",
        "refusals.py",
        "rehearsal.py",
        "routes.py",
        "templates",
    )
)
OF_THE_APPLICATION = ("app.py", "models", "views", "templates", *OF_PHONE)


def pack_library() -> None:
    """Packs what every release needs: Python's own modules, and those of the packages."""
    use_packages()
    write("stdlib.zip", stripped(of_archive(PACKAGES / "pyodide" / "python_stdlib.zip")))
    library = {name: content for wheel in wheels() for name, content in of_archive(wheel).items()}
    library |= of_folder(PACKAGES / "sources", PACKAGES / "sources")
    write("library.zip", stripped({name: text for name, text in library.items() if not needs_files(name)}))
    with_files = {name: text for name, text in library.items() if needs_files(name) and is_kept(name)}
    write("babel.zip", stripped({name: reduced(name, text) for name, text in with_files.items()}))
    save("licences.txt", licences())
    save("lock.json", no_more_packages())
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"):
        save(name, (PACKAGES / "pyodide" / name).read_bytes())


def pack_application() -> None:
    """Packs this release: the application, its templates, and a database without matches."""
    files: Files = {}
    for name in OF_THE_APPLICATION:
        files |= of_folder(SOURCE / name, SOURCE)
    files_on_phones = {name: text for name, text in files.items() if not NOT_ON_PHONES.search(name)}
    use_packages()
    packed = dict(compiled_catalogue(name, text) for name, text in stripped(files_on_phones).items())
    write("application.zip", packed | {"empty.sqlite": empty_database()})


def use_packages() -> None:
    """Lets this Python import the application, and the packages that it packs. Babel needs files."""
    for wheel in wheels():
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(UNPACKED)
    sys.path[:0] = [str(SOURCE), str(PACKAGES / "sources"), str(UNPACKED)]


def wheels() -> list[Path]:
    """The packages, in a fixed order."""
    return sorted((PACKAGES / "wheels").glob("*.whl"))


def of_archive(path: Path) -> Files:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}


def of_folder(path: Path, root: Path) -> Files:
    """The files in a folder, or a single file, by their names below *root*."""
    paths = path.rglob("*") if path.is_dir() else [path]
    return {each.relative_to(root).as_posix(): each.read_bytes() for each in paths if each.is_file()}


def needs_files(name: str) -> bool:
    """Whether a package reads its data as files, not out of an archive."""
    return name.startswith("babel/")


def is_kept(name: str) -> bool:
    """Whether a file of a package is used: its modules and its data, but no types, tests or translations."""
    return name.endswith((".py", ".dat")) and not NOT_IN_LIBRARY.search(name)


def reduced(name: str, content: bytes) -> bytes:
    """Data without what is never shown."""
    if name == "babel/global.dat":
        return with_formats(content)
    if not (parts := LOCALE.search(name)):
        return content
    return with_formats(content) if formatted().fullmatch(parts["locale"]) else b""


@cache
def formatted() -> re.Pattern[str]:
    """The locales of the languages that have a catalogue. Of all others only the names are asked for."""
    from views.language.asked_languages import base_of, without_territory
    from views.language.sentences import languages_in

    ours = languages_in(SOURCE / "views" / "translations")
    names = [rf"{base_of(each)}|{without_territory(each)}(_\w+)?" for each in ours]
    return re.compile("|".join(["root", *names]))


NOT_SHOWN = (
    "compact_currency_formats",
    "compact_decimal_formats",
    "compound_unit_patterns",
    "currency_names",
    "currency_names_plural",
    "date_fields",
    "interval_formats",
    "languages",
    "list_patterns",
    "meta_zones",
    "scripts",
    "territories",
    "territory_languages",
    "territory_zones",
    "time_zones",
    "unit_display_names",
    "unit_patterns",
    "variants",
    "windows_zone_mapping",
    "zone_aliases",
    "zone_territories",
)
"""The parts of a locale, and of what is about all of them, that no page shows."""


def with_formats(content: bytes) -> bytes:
    """A locale with its formats, without its names of languages, countries, units and time zones."""
    data = pickle.loads(content)  # noqa: S301 (of a package whose hash is known)
    return pickle.dumps({part: {} if part in NOT_SHOWN else data[part] for part in data}, protocol=2)


def compiled_catalogue(name: str, content: bytes) -> tuple[str, bytes]:
    """A catalogue as Python reads it at once; any other file as it is."""
    if not (parts := CATALOGUE.search(name)):
        return name, content

    from views.language.sentences import compiled

    return name.replace(".po", ".mo"), compiled(SOURCE / name, parts["language"])


def stripped(files: Mapping[str, bytes]) -> Files:
    """*files* without those that are not needed, and modules without comments and docstrings."""
    return {
        name: without_words(content) if is_module(name) else content
        for name, content in files.items()
        if (is_kept(name) if name.endswith(".py") else is_data(name))
    }


def is_module(name: str) -> bool:
    """Whether it is Python. Migrations stay as they are: Alembic reads what is at their top."""
    return name.endswith(".py") and "/migrations/" not in name


def is_data(name: str) -> bool:
    """Whether it is data that some module reads."""
    return (
        name.startswith(("babel/locale-data/", "views/", "templates/", "phone/templates/"))
        or name == "babel/global.dat"
    )


def without_words(source: bytes) -> bytes:
    """A module without comments and docstrings, which weigh more than the rest."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        match node:
            case (
                ast.Module(body=[ast.Expr(ast.Constant(str())), *rest])
                | ast.ClassDef(body=[ast.Expr(ast.Constant(str())), *rest])
                | ast.FunctionDef(body=[ast.Expr(ast.Constant(str())), *rest])
                | ast.AsyncFunctionDef(body=[ast.Expr(ast.Constant(str())), *rest])
            ):
                node.body = rest or [ast.Pass()]
    return ast.unparse(tree).encode()


def licences() -> bytes:
    """The licences of Pyodide, Python and all packages, which ask to go with them."""
    folders = SOURCE / "phone" / "licences", PACKAGES / "sources" / "licences"
    texts = [(path.stem, path.read_bytes()) for folder in folders for path in sorted(folder.iterdir())]
    texts += [
        (wheel.name, content)
        for wheel in wheels()
        for name, content in of_archive(wheel).items()
        if re.search(r"dist-info/.*LICEN[CS]E", name)
    ]
    return b"\n\n\n".join(f"{name}\n\n".encode() + content for name, content in texts)


def no_more_packages() -> bytes:
    """Which Python it is, in the file in which Pyodide otherwise finds packages to fetch."""
    lock_file = json.loads((PACKAGES / "pyodide" / "pyodide-lock.json").read_bytes())
    return json.dumps({"info": lock_file["info"], "packages": {}}).encode()


def write(name: str, files: Mapping[str, bytes]) -> None:
    """Writes an archive that is not compressed, and a compressed copy: as a whole it gets smaller."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        for each, content in sorted(files.items(), key=lambda item: (item[0].endswith(".py"), item[0])):
            archive.writestr(zipfile.ZipInfo(each, (2026, 1, 1, 0, 0, 0)), content)
    save(name, packed.getvalue())


def save(name: str, content: bytes) -> None:
    """Writes a file to be sent, compressed: with Brotli, and for hosts and browsers without it with gzip."""
    from pyodide.ffi import to_js  # type: ignore[import-not-found]
    from zlib_of_node import brotli  # type: ignore[import-not-found]

    (OUT / f"{name}.gz").write_bytes(gzip.compress(content, 9, mtime=0))
    (OUT / f"{name}.br").write_bytes(brotli(to_js(content)).to_bytes())


def empty_database() -> bytes:
    """A database at the newest migration, in one file."""
    os.chdir(SOURCE)
    from app import create_app
    from models.records.database import schema, sqlite
    from models.records.database.base import db

    keep_order()
    folder = Path("/new")
    settings = {"INSTANCE_PATH": str(folder), "SECRET_KEY": "none", "IS_SERVER": False, "ASSETS": "none"}
    app = create_app(settings | {"PHONE_BUILD": ""})
    with app.app_context():
        schema.upgrade()
        db.engine.dispose()
    sqlite.make_one_file(folder / "gin.sqlite")
    return (folder / "gin.sqlite").read_bytes()


def keep_order() -> None:
    """Lets migrations write the constraints and indexes of a table in the same order each time.

    SQLAlchemy and Alembic take them out of sets, which have them in the order of their addresses.
    """
    from alembic.operations.batch import ApplyBatchImpl
    from sqlalchemy import Table, event
    from sqlalchemy.util import OrderedSet

    copy = ApplyBatchImpl._grab_table_elements

    def in_order(table: Any, *_connection: Any, **_options: Any) -> None:
        table.constraints = OrderedSet(sorted(table.constraints, key=lambda each: each._creation_order))
        table.indexes = OrderedSet(sorted(table.indexes, key=lambda each: each.name))

    def copy_in_order(batch: Any) -> None:
        in_order(batch.table)
        copy(batch)

    event.listen(Table, "before_create", in_order)
    ApplyBatchImpl._grab_table_elements = copy_in_order  # type: ignore[method-assign, assignment]


PARTS: dict[str, Callable[[], None]] = {"library": pack_library, "application": pack_application}
"""What can be packed."""
