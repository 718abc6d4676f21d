"""A backup made while people judge is whole, and a restored installation has the same rows and files."""

import json
import os
import re
import signal
import stat
import time
from pathlib import Path
from typing import Any

import pytest

from tests.assize.keeping.installation import Installation, manifest_of

HISTORIES = (  # each change of a judgment is one row, in order
    "SELECT count(*) FROM judging_change r JOIN judging_assignment a ON a.id = r.assignment_id"
    " JOIN people_member m ON m.id = a.member_id WHERE m.name = '{name}'"
)


class Savers:
    """Processes that save change after change, each as somebody; what they were told is kept is counted."""

    def __init__(self, site: Installation, *names: str) -> None:
        self.kept = dict.fromkeys(names, 0)
        # In a group of their own, which is ended as one.
        command = ("-m", "tests.assize.keeping.work", "save", *names)
        self.process = site.start(*command, start_new_session=True)

    def wait_for(self, number: int) -> dict[str, int]:
        """Wait until each was told of at least this many changes, and give how many of whom are kept."""
        assert self.process.stdout
        for line in self.process.stdout:
            assert self._note(line), line + self.process.stdout.read()
            if min(self.kept.values()) >= number:
                break
        assert min(self.kept.values()) >= number
        return dict(self.kept)

    def stop(self) -> dict[str, int]:
        """End them, and give how many changes each was told are kept."""
        assert self.process.stdout
        os.killpg(self.process.pid, signal.SIGTERM)
        for line in self.process.stdout:
            self._note(line)
        self.process.wait(60)
        self.process.stdout.close()
        return self.kept

    def _note(self, line: str) -> bool:
        name, _, number = line.strip().partition(" ")
        if is_news := name in self.kept and number.isdecimal():
            self.kept[name] = int(number) + 1
        return is_news


@pytest.mark.parametrize("postgres", [False, True], ids=["sqlite", "postgresql"])
def test_a_backup_while_people_judge_restores_to_the_same_rows(tmp_path: Path, postgres: bool) -> None:
    site = Installation(tmp_path / "one", postgres=postgres, key="the first key")
    with site.warm():
        site.module("tests.assize.keeping.work", "make")
        savers = Savers(site, "ada", "ben")
        before = savers.wait_for(20)
        said = site.manage("backup", str(tmp_path / "kept"))
    after = savers.stop()
    assert "Backed up to" in said
    assert json.loads((site.data / "last-backup.json").read_text())["folder"] == str(tmp_path / "kept")
    assert "3 accounts, 1 campaigns" in said

    other = Installation(tmp_path / "two", postgres=postgres, migrated=False)
    assert "every table is as it was" in other.manage("restore", str(tmp_path / "kept"))
    for name, least in before.items():
        (restored,) = other.query(HISTORIES.format(name=name))[0]
        assert least <= restored <= after[name] + 1  # the last one may have been kept and not told
    assert other.query("SELECT sum(changes) FROM judging_judgment") == other.query(
        "SELECT count(*) FROM judging_change"
    )
    assert (other.data / "secret_key").read_text() == "the first key\n"
    with other.warm():
        _compare(other, tmp_path)
        # What waited goes on, though the data folder is another.
        assert "Did 1 job" in other.manage("run_jobs", "--until-done")
        assert other.query("SELECT slug, documents FROM documents_collection") == [("known-ids", 2)]
        assert list((other.data / "uploads").iterdir()) == []
        said = other.manage("verify")
    assert re.search(r"History: [23] days are as they were sealed", said), said
    assert "What was examined is as it was stored." in said


def _compare(other: Installation, folder: Path) -> None:
    """A backup of what was restored differs by one event: that it was restored."""
    other.manage("backup", str(folder / "again"))
    first, second = manifest_of(folder / "kept"), manifest_of(folder / "again")
    changed = {name for name, table in first["tables"].items() if second["tables"][name] != table}
    assert changed - {"sqlite_sequence"} == {"people_event"}
    assert second["counts"]["events"] == first["counts"]["events"] + 1
    uploads = {name: file for name, file in first["files"].items() if name.startswith("uploads/")}
    assert len(uploads) == 1
    assert uploads.items() <= second["files"].items()
    for path in [folder / "kept", *(folder / "kept").rglob("*")]:
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600), path


@pytest.fixture
def small(tmp_path: Path) -> Installation:
    """An installation on SQLite without people."""
    return Installation(tmp_path / "site", key="the first key")


def test_verify_names_a_page_of_the_database_that_is_damaged_though_nobody_reads_it(
    small: Installation,
) -> None:
    """A page of an index over no rows, which no statement of the examination needs."""
    sql = "SELECT max(rootpage) FROM sqlite_master WHERE type = 'index' AND tbl_name LIKE 'webhooks_%'"
    small.query("PRAGMA wal_checkpoint(TRUNCATE)")
    (((page,),), ((size,),)) = small.query(sql), small.query("PRAGMA page_size")
    with small.file.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)
    said = small.manage("verify", code=1)
    assert "the file of the database: " in said
    assert "What was examined" not in said


def test_a_backup_goes_into_a_new_folder_alone(small: Installation, tmp_path: Path) -> None:
    used, file = tmp_path / "used", tmp_path / "file"
    used.mkdir()
    (used / "mine.txt").write_text("mine")
    file.write_text("mine")
    with small.warm():
        assert "folder_used" in small.manage("backup", str(used), code=1)
        assert "is a file" in small.manage("backup", str(file), code=1)
        assert "no_such_folder" in small.manage("backup", str(tmp_path / "disk" / "today"), code=1)
        assert [path.name for path in used.iterdir()] == ["mine.txt"]
        (used / "mine.txt").unlink()
        small.manage("backup", str(used))
        assert "is whole" in small.manage("backup", "--check", str(used))
    assert not list(tmp_path.glob("*.unfinished-*"))


@pytest.mark.parametrize("how", ["kill", "terminate"])
def test_a_backup_that_is_cut_off_is_never_taken_for_a_whole_one(
    small: Installation, tmp_path: Path, how: str
) -> None:
    small.query("CREATE TABLE large (body)")
    small.query(
        "INSERT INTO large WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40000)"
        " SELECT randomblob(1500) FROM n"
    )
    process = small.start("manage.py", "backup", str(tmp_path / "kept"))
    while not list(tmp_path.glob("kept.unfinished-*/database.sqlite3")):
        assert process.poll() is None
        time.sleep(0.001)
    getattr(process, how)()
    process.communicate(timeout=60)
    assert process.returncode != 0
    assert not (tmp_path / "kept").exists()
    left = list(tmp_path.glob("kept.unfinished-*"))
    assert len(left) == (1 if how == "kill" else 0)
    if left:
        assert "backup_incomplete" in small.manage("restore", str(left[0]), "--replace", code=1)


def test_a_disk_that_is_too_small_is_said_and_nothing_is_left(small: Installation, tmp_path: Path) -> None:
    import resource

    def little_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))

    said = small.run("manage.py", "backup", str(tmp_path / "kept"), code=1, preexec_fn=little_room)
    assert "disk_full" in said
    assert "Make room" in said
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def test_too_little_room_is_seen_before_anything_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from assessment.shared.errors import Refused
    from assize.keeping import folders

    def nearly_full(_: Any) -> Any:
        return type("Usage", (), {"free": folders.SPARE + 99})

    monkeypatch.setattr("shutil.disk_usage", nearly_full)
    folders.refuse_full(tmp_path, 99)
    with pytest.raises(Refused, match="MB free") as refused:
        folders.refuse_full(tmp_path, 100)
    assert refused.value.code == "disk_full"
