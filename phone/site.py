"""Writes Deadwood as static files, for any host: ``python -m phone.site``, or ``make site``.

Each phone that opens it keeps its own matches. There is no server.
"""

import json
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from flask import Flask, render_template

from app import create_app
from phone.build import build
from phone.packages import ROOT, MissingError
from views.offline.manifest import manifest
from views.web.phone_build import Build, current_build

SITE = ROOT / "build" / "site"

PLACEHOLDER = "/static/"
"""How pages address static files; the site may be in a folder of its host."""


def write_site(target: Path = SITE) -> str:
    """Writes everything into *target*; returns a sentence about it."""
    build()
    with TemporaryDirectory() as instance:
        app = create_app({"INSTANCE_PATH": instance, "SECRET_KEY": "signs nothing"})
        with app.test_request_context():
            program = current_build()
            if program is None:
                raise MissingError("there is no build.")
            shutil.rmtree(target, ignore_errors=True)
            write_static(app, target)
            write_pages(app, target, program)
            write_program(app, target, program)
    return f"A site for any host is in {target}: {program.size / 1e6:.1f} MB are fetched, once."


def assets_of(app: Flask) -> Path:
    """The static files, joined."""
    folder: Path = app.extensions["assets"]
    return folder


def write_static(app: Flask, target: Path) -> None:
    """The style sheets, scripts and icons."""
    folder = assets_of(app)
    ignored = shutil.ignore_patterns("*.gz")
    shutil.copytree(folder, target / "static" / folder.name, ignore=ignored)


def write_pages(app: Flask, target: Path, program: Build) -> None:
    """The page that sets a phone up, the page around the app, and the service worker."""
    name = assets_of(app).name
    (target / "phone").mkdir()
    first = render_template("phone/site.html", size=program.size)
    (target / "index.html").write_text(below(first, ""), encoding="utf-8")
    shell = render_template("phone/shell.html", alone=True)
    (target / "phone" / "index.html").write_text(below(shell, "../"), encoding="utf-8")
    installed = json.dumps(manifest(), ensure_ascii=False).replace('"/', '"./')
    (target / "manifest.webmanifest").write_text(installed, encoding="utf-8")
    files = [f"static/{name}/{path.name}" for path in (target / "static" / name).iterdir() if path.is_file()]
    head = (
        f"self.ALONE = true;\nself.RELEASE = {json.dumps(name)};\nself.FILES = {json.dumps(sorted(files))};\n"
    )
    script = (assets_of(app) / "site_sw.js").read_text(encoding="utf-8")
    (target / "sw.js").write_text(head + script, encoding="utf-8")


def below(page: str, up: str) -> str:
    """A page with addresses relative to the folder of the site, which is *up* from it."""
    return page.replace(f'"{PLACEHOLDER}', f'"{up}static/').replace('href="/', f'href="{up}')


def write_program(app: Flask, target: Path, program: Build) -> None:
    """The program, with the list of its files."""
    folder = target / "phone" / "files"
    listed = []
    for file in program.files:
        # Some hosts take a name that ends with .gz to mean that browsers should decompress it.
        name = f"files/{file.digest}/{file.name}.bin"
        (folder / file.digest).mkdir(parents=True, exist_ok=True)
        shutil.copyfile(program.folder / f"{file.name}.gz", target / "phone" / name)
        listed.append({"name": file.name, "sent": file.sent, "digest": file.digest, "url": name})
    settings = {
        "ALONE": True,
        "ASSETS": assets_of(app).name,
        "SOURCE_DIGEST": app.extensions["source_digest"],
    }
    said = {"version": program.version, "files": listed, "settings": settings}
    (target / "phone" / "build.json").write_text(json.dumps(said), encoding="utf-8")
    shutil.copyfile(assets_of(app) / "python.js", target / "phone" / "worker.js")


def main() -> int:
    """Writes the site, and says in one line what came of it."""
    try:
        print(write_site())  # noqa: T201
    except MissingError as error:
        print(f"Not built: {error}", file=sys.stderr)  # noqa: T201
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
