"""Static files at addresses that contain a digest, so that browsers can cache them forever.

All of them are in one directory named after the digest of everything they are made from, so an address never
changes its content. Style sheets and scripts are joined by bundles.py.
"""

import gzip
import shutil
from hashlib import sha256
from pathlib import Path
from tempfile import mkdtemp
from time import time

from flask import Flask, request

from views.assets import bundles
from views.web.guest import EXTENSION as GUEST
from views.web.guest import NO_GUEST, Guest

AN_HOUR = 3600

EXTENSION = "assets"
"""The folder of the static files; its name is in their addresses."""

COMPRESSIBLE = {".css", ".js", ".svg", ".json", ".webmanifest", ".txt"}


def init_app(app: Flask) -> None:
    """Serves ``static/`` and gives the templates ``asset()``."""
    app.extensions[EXTENSION] = folder = Path(app.config["ASSETS"]) if app.config["ASSETS"] else serve(app)

    def asset(path: str) -> str:
        """The address of a style sheet or script of bundles.py, such as ``sheet.css``, or of an icon."""
        return f"{request.script_root}/static/{folder.name}/{path}"

    app.jinja_env.globals["asset"] = asset


def serve(app: Flask) -> Path:
    """Serves ``static/``, and returns the folder that has its files, joined and compressed."""
    from whitenoise import WhiteNoise

    source, guest = Path(app.root_path, "static"), app.extensions[GUEST]
    name = digest(source, *guest.static)
    published = publish(source, Path(app.instance_path, "assets"), name, guest)
    app.wsgi_app = WhiteNoise(  # type: ignore[method-assign]
        app.wsgi_app,
        root=published,
        prefix=f"static/{name}",
        immutable_file_test=lambda _path, _url: True,
        allow_all_origins=False,
    )
    return published


def files(source: Path) -> list[Path]:
    """Every file, in a fixed order."""
    return sorted(path for path in source.rglob("*") if path.is_file())


def fetched_from(folder: Path) -> list[str]:
    """The names of the files in *folder* that pages fetch, without their compressed copies."""
    names = [path.relative_to(folder).as_posix() for path in files(folder) if path.suffix != ".gz"]
    return [name for name in names if not name.startswith(f"{bundles.WORKERS}/")]


def digest(*folders: Path) -> str:
    """A short hash of all files together, and of how they are joined."""
    state = sha256(Path(bundles.__file__).read_bytes())
    for folder in folders:
        for path in files(folder):
            content = path.read_bytes()
            state.update(f"{path.relative_to(folder).as_posix()}\0{len(content)}\0".encode() + content)
    return state.hexdigest()[:12]


def publish(source: Path, target: Path, name: str, guest: Guest = NO_GUEST) -> Path:
    """Writes *source* to *target*/*name*, joined and compressed, and deletes what is no longer needed.

    The directory appears atomically; if two processes start at once, one uses that of the other.
    """
    published = target / name
    if not published.exists():
        target.mkdir(parents=True, exist_ok=True)
        draft = Path(mkdtemp(dir=target, prefix=".draft-"))
        for folder in ("fonts", "icons"):
            copy(source / folder, draft / folder)
        bundles.write_bundles(source, draft, guest)
        compress(draft)
        try:
            draft.rename(published)
        except OSError:
            shutil.rmtree(draft)
    for old in outdated(target, published):
        shutil.rmtree(old, ignore_errors=True)
    return published


def outdated(target: Path, published: Path) -> list[Path]:
    """What nobody needs: drafts that were never finished, and earlier versions but the last.

    While processes are restarted one after another, some still serve the last one.
    """
    paths_by_age = sorted((changed_at(path), path) for path in target.iterdir() if path != published)
    drafts = [path for at, path in paths_by_age if path.name.startswith(".") and at < time() - AN_HOUR]
    return drafts + [path for _, path in paths_by_age if not path.name.startswith(".")][:-1]


def changed_at(path: Path) -> float:
    """When *path* was last changed, in seconds since 1970; now, if another process has just deleted it."""
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return time()


def copy(source: Path, target: Path) -> None:
    """Copies the files in the folder *source*, but not who may read them."""
    target.mkdir()
    for path in files(source):
        shutil.copyfile(path, target / path.name)


def compress(folder: Path) -> None:
    """Writes a compressed copy of each text file."""
    for path in files(folder):
        if path.suffix in COMPRESSIBLE:
            smaller = gzip.compress(path.read_bytes(), compresslevel=9, mtime=0)
            path.with_name(path.name + ".gz").write_bytes(smaller)
