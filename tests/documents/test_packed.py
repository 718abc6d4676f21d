"""Documents in packed files are read from their middle, whatever becomes of what was kept for that."""

import gzip
import os
import random
from pathlib import Path

import pytest
from pytest_django import Settings

from documents import unpacking
from documents.errors import CollectionRefused, Unreadable
from documents.models import DocumentEntry
from documents.services import import_collection
from documents.snapshots import copy_some
from documents.store import read_bytes
from tests.documents.helpers import compress, make_folder, record

pytestmark = pytest.mark.django_db


@pytest.fixture
def kept(settings: Settings, tmp_path: Path) -> Path:
    """The folder of the access points."""
    settings.DATA_DIR = tmp_path / "var"
    return tmp_path / "var" / "access-points"


@pytest.fixture
def bundle(tmp_path: Path, kept: Path) -> Path:
    """A collection of one bundle that is worth access points, in two gzip members, imported."""
    rng = random.Random(7)
    texts = [record(f"AP{number}", rng.randbytes(5000).hex()) for number in range(400)]
    packed = gzip.compress(b"".join(texts[:150])) + gzip.compress(b"".join(texts[150:]))
    folder = make_folder(tmp_path / "wire", {"a.sgm.gz": packed})
    import_collection(folder, slug="wire", format="newswire")
    return folder / "a.sgm.gz"


def _all_read() -> bool:
    entries = list(DocumentEntry.visible.select_related("collection").order_by("?")[:50])
    return len(entries) == 50 and all(f" {entry.docid} ".encode() in read_bytes(entry) for entry in entries)


def test_importing_a_bundle_keeps_its_access_points(bundle: Path, kept: Path) -> None:
    assert len(list(kept.iterdir())) == 1
    assert _all_read()


def test_access_points_that_are_missing_are_found_anew(bundle: Path, kept: Path) -> None:
    for file in kept.iterdir():
        file.unlink()
    kept.rmdir()
    assert _all_read()
    assert len(list(kept.iterdir())) == 1


@pytest.mark.parametrize("damaged", [b"", b"not access points", None])
def test_damaged_access_points_are_found_anew(bundle: Path, kept: Path, damaged: bytes | None) -> None:
    (points,) = kept.iterdir()
    whole = points.read_bytes()
    points.write_bytes(whole[: len(whole) // 2] if damaged is None else damaged)
    assert _all_read()
    assert points.read_bytes() == whole


def test_a_bundle_that_came_again_has_new_access_points(bundle: Path, kept: Path) -> None:
    former = list(kept.iterdir())
    os.utime(bundle, ns=(1, 1))
    assert _all_read()
    assert len(list(kept.iterdir())) == 1
    assert list(kept.iterdir()) != former


def test_a_bundle_cut_off_after_the_import_says_so(bundle: Path) -> None:
    last = DocumentEntry.visible.select_related("collection").order_by("-offset")[0]
    bundle.write_bytes(bundle.read_bytes()[:400_000])
    with pytest.raises(Unreadable, match=r"cannot be read|has changed"):
        read_bytes(last)


def test_small_files_keep_nothing(tmp_path: Path, kept: Path) -> None:
    folder = make_folder(tmp_path / "wire", {"a.sgm.gz": gzip.compress(record("AP1"))})
    import_collection(folder, slug="wire", format="newswire")
    assert b" AP1 " in read_bytes(DocumentEntry.visible.select_related("collection").get())
    assert not kept.exists()


def test_files_packed_by_compress_are_read_as_they_are(tmp_path: Path) -> None:
    files = {
        "AP890101.Z": record("AP890101-0001", "one") + record("AP890101-0002", "two"),
        "FR94.0Z": record("FR-1"),
    }
    make_folder(tmp_path, {name: compress(data) for name, data in files.items()})
    report = import_collection(tmp_path, slug="wire", format="newswire")
    assert str(report) == "Imported wire: 3 documents, from 2 files."
    for entry in DocumentEntry.visible.select_related("collection"):
        data = files[entry.file]
        assert read_bytes(entry) == data[entry.offset : entry.offset + entry.length]


def test_of_a_large_compressed_file_parts_are_read_and_the_program_is_left_alone(tmp_path: Path) -> None:
    data = b"".join(record(f"AP890101-{number:04}", f"{number} " * 300) for number in range(1000))
    make_folder(tmp_path, {"AP890101.Z": compress(data)})
    import_collection(tmp_path, slug="wire", format="newswire")
    for entry in DocumentEntry.visible.select_related("collection").order_by("?")[:5]:
        assert f" {entry.docid} ".encode() in read_bytes(entry)


def test_what_is_not_packed_by_compress_is_unreadable(tmp_path: Path) -> None:
    make_folder(tmp_path, {"AP890101.Z": b"\x1f\x9d no LZW at all"})
    with pytest.raises(CollectionRefused) as caught:
        import_collection(tmp_path, slug="wire", format="newswire")
    assert [problem.code for problem in caught.value.problems] == ["unreadable"]


def test_without_the_program_compressed_files_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    make_folder(tmp_path, {"AP890101.Z": compress(record("AP890101-0001"))})
    with pytest.raises(CollectionRefused) as caught:
        import_collection(tmp_path, slug="wire", format="newswire")
    assert caught.value.code == "packed_files"


def test_copying_many_documents_opens_their_file_once(bundle: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = list[Path]()

    class Counted(unpacking.PackedFile):
        def __init__(self, path: Path, **options: int) -> None:
            opened.append(path)
            super().__init__(path, **options)

    monkeypatch.setattr("documents.store.PackedFile", Counted)
    docids = [f"AP{number}" for number in range(0, 400, 5)]
    assert copy_some("wire", docids).made == len(docids)
    assert opened == [bundle]
