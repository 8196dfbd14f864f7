"""Writes Deadwood as static files, for any host: ``python -m phone.site``, or ``make site``.

Each phone that opens it keeps its own matches. There is no server.
"""

import gzip
import json
import shutil
import sys
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from flask import Flask, render_template

from app import create_app
from phone.build import build, said_of
from phone.packages import ROOT, MissingError, digest
from phone.program import Build, File, current_build, described, version_with
from phone.site_languages import in_each_language, in_language, with_templates
from views.assets.static_files import fetched_from
from views.language.asked_languages import ENGLISH, name_of, tag_of
from views.language.i18n import languages
from views.matches.home_page import SampleSheet
from views.offline.routes import manifest

LICENCES = "licences.txt"
"""Those of all that is in the program."""

SITE = ROOT / "build" / "site"

KEPT_AS = {"phone/": "shell.html", "phone/worker.js": "worker.js"}
"""What the files of the page around the app and of its worker are called."""

FIRST_FILES = ("site.css", "languages.css", "site.js", "fonts/vollkorn-bold.woff2", "icons/icon.svg")
"""The static files of the first page."""

PLACEHOLDER = "/static/"
"""How pages address static files; the site may be in a folder of its host."""


def write_site(target: Path = SITE) -> str:
    """Writes everything into *target*; returns a sentence about it."""
    build()
    with TemporaryDirectory() as instance:
        app = create_app({"INSTANCE_PATH": instance, "SECRET_KEY": "signs nothing"})
        with app.app_context():
            program = current_build()
        if program is None:
            raise MissingError("there is no build.")
        program = replace(program, files=tuple(with_gzip(program, each) for each in program.files))
        shutil.rmtree(target, ignore_errors=True)
        write_static(app, target)
        write_pages(app, target, program)
        write_program(app, target, program)
        write(target / LICENCES, gzip.decompress((program.folder / f"{LICENCES}.gz").read_bytes()))
    for path in (target, *target.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)  # What a server of ours writes is closed to others.
    return f"A site for any host is in {target}: {program.size / 1e6:.1f} MB are fetched, once."


def with_gzip(program: Build, file: File) -> File:
    """*file* as any host sends it: not every one knows Brotli."""
    return file._replace(sent=(program.folder / f"{file.name}.gz").stat().st_size)


def assets_of(app: Flask) -> Path:
    """The static files, joined."""
    folder: Path = app.extensions["assets"]
    return folder


def write_static(app: Flask, target: Path) -> None:
    """The style sheets, scripts and icons."""
    assets = assets_of(app)
    for name in fetched_from(assets):
        write(target / "static" / assets.name / name, (assets / name).read_bytes())


def write_pages(app: Flask, target: Path, program: Build) -> None:
    """The first page in each language, the page around the app, and the service worker."""
    for tag, page in in_each_language(app, lambda: first_page(program)).items():
        page = page.replace("manifest.webmanifest", manifest_in(tag))
        write(target / tag / "index.html", below(page, "../").encode())
    chooses = in_language(app, ENGLISH, lambda: first_page(program, chooses=True))
    write(target / "index.html", below(chooses, "").encode())
    write(target / "phone" / "index.html", shell(app).encode())
    write(target / "sw.js", service_worker(assets_of(app), program).encode())
    for tag, installed in in_each_language(app, manifest_here).items():
        write(target / manifest_in(tag), installed.encode())


def manifest_in(tag: str) -> str:
    """The name of the manifest in a language."""
    return "manifest.webmanifest" if tag == ENGLISH else f"manifest.{tag}.webmanifest"


def first_page(program: Build, *, chooses: bool = False) -> str:
    """What Deadwood is, a try of it, and how it gets on a computer. One goes on to the page of a language."""
    given = {"size": program.size, "languages": {tag_of(code): name_of(code) for code in languages()}}
    return render_template("phone/site.html", sample=SampleSheet(), chooses=chooses, **given)


def shell(app: Flask) -> str:
    """The page around the app."""
    pages = in_each_language(app, lambda: render_template("phone/shell.html", alone=True))
    return below(with_templates(pages), "../")


def manifest_here() -> str:
    """The manifest, with addresses relative to the folder of the site; an id would be below its host."""
    said = {name: value for name, value in manifest().items() if name != "id"}
    return json.dumps(said, ensure_ascii=False).replace('"/', '"./')


def service_worker(assets: Path, program: Build) -> str:
    """The service worker, which belongs to this program and its static files."""
    settings = {
        "ALONE": True,
        "RELEASE": assets.name,
        "VERSION": version_with(program, assets),
        "PAGES": ["", *(f"{tag_of(code)}/" for code in languages())],
        "FILES": [f"static/{assets.name}/{name}" for name in FIRST_FILES],
    }
    head = "".join(f"self.{name} = {json.dumps(value)};\n" for name, value in settings.items())
    return head + (assets / "workers" / "site_sw.js").read_text(encoding="utf-8")


def below(page: str, up: str) -> str:
    """A page with addresses relative to the folder of the site, which is *up* from it."""
    return page.replace(f'"{PLACEHOLDER}', f'"{up}static/').replace('href="/', f'href="{up}')


def write_program(app: Flask, target: Path, program: Build) -> None:
    """The program, with the list of its files."""
    folder, assets = target / "phone", assets_of(app)
    for file in program.files:
        write(folder / address(file), (program.folder / f"{file.name}.gz").read_bytes())
    around = {
        "phone/": shell(app).encode(),
        "phone/worker.js": (assets / "workers" / "python.js").read_bytes(),
    }
    pages = {name: f"files/{digest([content])}/{KEPT_AS[name]}" for name, content in around.items()}
    for name, content in around.items():
        write(folder / pages[name], content)
    description = described(program, assets, address, pages, f"../static/{assets.name}")
    settings = {"ALONE": True, "ASSETS": assets.name, "SOURCE_DIGEST": app.extensions["source_digest"]}
    write(folder / "build.json", json.dumps(description | {"settings": settings}).encode())


def address(file: File) -> str:
    """Where a file is, below the folder of the program. Nothing is ever changed there.

    Some hosts take a name that ends with .gz to mean that browsers should decompress it.
    """
    return f"files/{file.digest}/{file.name}.bin"


def write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


if __name__ == "__main__":
    sys.exit(said_of(write_site))
