"""What of a release is uploaded where: ``python -m release.uploads``, the last step of ``make release``.

With ``--check``, the first step, it only says why nothing can be released here.
"""

import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parents[1]
TARGET = ROOT / "build" / "release"
"""Where the wheel and the sdist are already."""

CONTAINER = (".dockerignore", "requirements.txt", "docs/hosting/Containerfile", "docs/hosting/compose.yaml")
"""What a container is built from, beside the wheel."""

UPLOADS = """
Deadwood {version} is tested, and all of it is in {target}, with its sums in SHA256SUMS. Upload from there

1. to the index of Python packages
     uv publish {packages}
2. to a registry of images, whose address replaces REGISTRY
     cd container
     podman build --format docker --platform linux/amd64,linux/arm64 --manifest deadwood:{version} \\
         -f docs/hosting/Containerfile .
     podman manifest push --all deadwood:{version} docker://REGISTRY/deadwood:{version}
3. to a static host with https
     all that is in site
4. to the repository, with SHA256SUMS and the packages beside the tag
     git tag v{version} {commit} && git push origin v{version}
"""


def version(root: Path) -> str:
    """The version of the checkout at *root*, such as "1.0.0"."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return str(project["version"])


def git(root: Path, *command: str) -> str:
    """What git prints about the checkout at *root*."""
    return subprocess.run(["git", *command], cwd=root, check=True, stdout=subprocess.PIPE, text=True).stdout


def obstacles(root: Path) -> Iterator[str]:
    """Why the checkout at *root* can't be released, in sentences."""
    if changed := git(root, "status", "--porcelain"):
        yield f"Not everything here is committed:\n{changed}"
    short = version(root).removesuffix(".0")
    heading = rf"^## {re.escape(short)}(\.0)?, \d{{4}}-\d\d-\d\d$"
    if not re.search(heading, (root / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE):
        yield f'CHANGELOG.md has no entry for this version with its day, such as "## {short}, 2026-01-31".\n'


def gather(root: Path, target: Path) -> None:
    """Puts what containers are built from and the site beside the packages in *target*, with the sums."""
    container = target / "container"
    (container / "build" / "wheel").mkdir(parents=True)
    (container / "docs" / "hosting").mkdir(parents=True)
    for name in CONTAINER:
        shutil.copy(root / name, container / name)
    [wheel] = target.glob("*.whl")
    shutil.copy(wheel, container / "build" / "wheel")
    shutil.copytree(root / "build" / "site", target / "site")
    files = sorted(path for path in target.rglob("*") if path.is_file())
    sums = [f"{sha256(path.read_bytes()).hexdigest()}  {path.relative_to(target)}\n" for path in files]
    (target / "SHA256SUMS").write_text("".join(sums), encoding="utf-8")


def uploads(root: Path, target: Path) -> str:
    """What to upload where, of all that is in *target*."""
    packages = " ".join(sorted(path.name for path in target.glob("deadwood_gin-*")))
    commit = git(root, "rev-parse", "--short", "HEAD").strip()
    return UPLOADS.format(version=version(root), target=target, packages=packages, commit=commit)


if __name__ == "__main__":
    if found := "".join(obstacles(ROOT)):
        sys.exit(f"Nothing can be released here.\n{found}")
    if "--check" not in sys.argv:
        gather(ROOT, TARGET)
        sys.stdout.write(uploads(ROOT, TARGET))
