"""`make release` refuses what can't be released, and says what of it to upload where."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from release.uploads import CONTAINER, ROOT, gather, git, obstacles, uploads, version


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with everything committed, ready to be released."""
    root = tmp_path / "checkout"
    for name in ("pyproject.toml", *CONTAINER):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, root / name)
    short = version(ROOT).removesuffix(".0")
    (root / "CHANGELOG.md").write_text(f"# What is new\n\n## {short}, 2026-12-24\n\n- All of it.\n")
    (root / ".gitignore").write_text("/build/\n")
    git(root, "init", "--quiet")
    commit(root)
    assert list(obstacles(root)) == []
    return root


def commit(root: Path) -> None:
    git(root, "add", "--all")
    who = ("-c", "user.name=Ann", "-c", "user.email=ann@club.example")
    git(root, *who, "commit", "--quiet", "--message=All")


def test_what_is_not_committed_is_not_released(checkout: Path) -> None:
    for name in ("new.py", "pyproject.toml"):
        with (checkout / name).open("a") as file:
            file.write("# changed\n")
        assert name in "".join(obstacles(checkout))


@pytest.mark.parametrize("heading", ["## 0.9, 2026-12-24", "## {}, not released yet", "# {}, 2026-12-24"])
def test_a_version_needs_an_entry_with_its_day(checkout: Path, heading: str) -> None:
    (checkout / "CHANGELOG.md").write_text(heading.format(version(checkout)))
    commit(checkout)

    [said] = obstacles(checkout)
    assert said.startswith("CHANGELOG.md has no entry")


def test_all_of_it_is_in_one_folder_with_its_sums_and_where_it_goes(checkout: Path) -> None:
    target = checkout / "build" / "release"
    packages = [f"deadwood_gin-1.2.3{ending}" for ending in ("-py3-none-any.whl", ".tar.gz")]
    files = {**{f"release/{name}": name for name in packages}, "site/index.html": "<p>", "site/phone/a": "a"}
    for name, content in files.items():
        (checkout / "build" / name).parent.mkdir(parents=True, exist_ok=True)
        (checkout / "build" / name).write_text(content)

    gather(checkout, target)
    said = uploads(checkout, target)

    check = ["sha256sum", "--check", "--strict", "SHA256SUMS"]
    checked = subprocess.check_output(check, cwd=target, text=True)
    there = {path.relative_to(target).as_posix() for path in target.rglob("*") if path.is_file()}
    assert {line.removesuffix(": OK") for line in checked.splitlines()} == there - {"SHA256SUMS"}
    assert {*packages, "site/phone/a", f"container/build/wheel/{packages[0]}"} < there
    container = target / "container"
    [copied] = re.findall(r"^COPY (?!--)(.+) \S+$", (container / CONTAINER[2]).read_text(), re.MULTILINE)
    assert all(list(container.glob(each)) for each in copied.split())
    assert all(name in said for name in (*packages, str(target), "container", "site", "SHA256SUMS"))
    assert not re.search(r"https?://|\.(?:org|io|com|net)\b", said)
    assert list(obstacles(checkout)) == []
