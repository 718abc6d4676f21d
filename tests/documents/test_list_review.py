"""What a list of ids would make of a collection, found in flat memory, however long the list is."""

import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest

from documents import list_review
from documents.idlist import read_ids
from documents.list_review import review_ids
from documents.progress import Progress
from documents.services import import_ids

pytestmark = pytest.mark.django_db
LINES = 200_000


def test_a_long_list_is_looked_at_in_flat_memory(tmp_path: Path) -> None:
    file = tmp_path / "ids.txt"
    file.write_text("".join(f"A-{number // 2}\n" for number in range(LINES)))
    tracemalloc.start()
    found = review_ids(file, "wire")
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (found.ids, found.before, found.is_new) == (LINES // 2, None, True)
    assert most < 4_000_000, most


def test_ids_that_stand_in_several_portions_count_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(list_review, "CHUNK", 2)
    file = tmp_path / "ids.txt"
    file.write_text("A-1\nA-2\nA-3\n")
    import_ids(file, slug="wire")
    file.write_text("A-1\nB-1\nA-1.xml\nA-2\nB-1\nA-1\n")
    found = review_ids(file, "wire")
    assert (found.ids, found.before, found.known) == (3, 3, 2)


def test_the_second_reading_for_ids_that_are_meant_hears_cancel_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class CancelledError(Exception):
        """Nobody wants it any more."""

    readings: list[Path] = []

    def counted(file: Path, progress: Progress | None = None) -> Iterator[str]:
        readings.append(file)
        return read_ids(file, progress)

    def hear(*_: object) -> None:
        if len(readings) == 2:
            raise CancelledError

    monkeypatch.setattr(list_review, "read_ids", counted)
    monkeypatch.setattr(list_review, "used_docids", lambda _: {"a-1"})
    file = tmp_path / "ids.txt"
    file.write_text("A-1\nA-2\n")
    assert review_ids(file, "wire").missing == {"a-1": "A-1"}
    readings.clear()
    with pytest.raises(CancelledError):
        review_ids(file, "wire", hear)
