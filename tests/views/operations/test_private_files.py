"""Nobody but its owner reads what Deadwood keeps."""

import os
import stat
import urllib.request
from pathlib import Path

import pytest

from tests.views.cli.test_starting import free_port, serving
from views.operations.private_files import close_to_others

pytestmark = [
    pytest.mark.skipif(os.name == "nt", reason="Windows has no such rights"),
    pytest.mark.usefixtures("usual_umask"),
]


def rights(folder: Path) -> dict[str, str]:
    """The rights to *folder* and everything in it."""
    return {
        path.relative_to(folder.parent).as_posix(): oct(stat.S_IMODE(path.stat().st_mode))
        for path in (folder, *folder.rglob("*"))
    }


def assert_private(folder: Path) -> None:
    """Everything in *folder* is for its owner only."""
    for path, mode in rights(folder).items():
        is_folder = (folder.parent / path).is_dir()
        assert mode == ("0o700" if is_folder else "0o600"), path


def test_a_new_folder_is_for_its_owner_only_also_while_the_server_runs(tmp_path: Path) -> None:
    folder, port = tmp_path / "instance", free_port()
    with serving(folder, port):
        urllib.request.urlopen(f"http://127.0.0.1:{port}/").close()
        names = {path.name for path in folder.rglob("*")}
        assert {
            "gin.sqlite",
            "gin.sqlite-wal",
            "gin.sqlite-shm",
            "secret_key",
            "assets",
            "page.css.gz",
        } <= names
        assert_private(folder)
    assert_private(folder)


def test_what_an_earlier_version_left_open_is_closed_at_the_next_start(home: Path) -> None:
    (home / "assets" / "old" / "fonts").mkdir(parents=True)
    (home / "assets" / "old" / "fonts" / "page.css").touch()
    (home / "gin.sqlite-wal").touch()
    (home / "passing.sqlite").touch()
    (home / "gin.sqlite").chmod(0o644)
    home.chmod(0o755)

    close_to_others(home)

    assert_private(home)


@pytest.mark.parametrize("mode, other", [(0o755, "holiday.jpg"), (0o1777, "")])
def test_a_folder_that_is_not_ours_alone_keeps_its_rights(tmp_path: Path, mode: int, other: str) -> None:
    """A home directory, or /tmp."""
    for name in filter(None, ("gin.sqlite", other)):
        (tmp_path / name).touch()
    tmp_path.chmod(mode)

    close_to_others(tmp_path)

    kept = rights(tmp_path)
    assert kept[tmp_path.name] == oct(mode)
    assert kept[f"{tmp_path.name}/gin.sqlite"] == "0o600"
    assert kept.get(f"{tmp_path.name}/{other}", "0o644") in ("0o644", oct(mode))


def test_a_folder_of_somebody_else_is_mentioned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError

    tmp_path.chmod(0o755)
    monkeypatch.setattr(Path, "chmod", refuse)  # the tests may run as root, who is never refused

    close_to_others(tmp_path)

    assert f"may be able to read {tmp_path}" in caplog.text
