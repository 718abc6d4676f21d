"""Uploads that wait for jobs: deleted after they were read, and nothing else ever is."""

from pathlib import Path

import pytest

from assessment.jobs.services.uploads import forget_upload, keep_file, read_once

pytestmark = pytest.mark.both_databases


def test_an_upload_is_deleted_once_it_was_read() -> None:
    file = keep_file("judgments.csv", b"qid")
    forget_upload(file)
    assert not file.parent.exists()


@pytest.mark.parametrize("path", ["gone", "kept.txt", "uploads/gone"])
def test_a_path_outside_the_folder_of_uploads_deletes_nothing(
    path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "uploads").mkdir()
    kept = tmp_path / "kept.txt"
    kept.write_text("kept", encoding="utf-8")
    for file in (Path(path), tmp_path / path):
        forget_upload(file)
        with pytest.raises(ValueError, match="unreadable"), read_once(file):
            raise ValueError("unreadable")
    assert kept.read_text(encoding="utf-8") == "kept"
    assert (tmp_path / "uploads").is_dir()
