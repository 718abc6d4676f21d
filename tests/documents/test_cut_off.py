"""Imports that are cut off, fail, or have nothing to do: what readers see meanwhile, and how the next one goes on."""

import os
import time
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from threading import Barrier, Event, Thread, current_thread
from typing import Any, BinaryIO

import pytest
from django.db import connection

from documents import scans, services, store
from documents.errors import CollectionRefused
from documents.models import Collection, DocumentEntry, Scan, ScanState, SourceFile
from documents.rows import EntryRow, insert_entries
from documents.scans import Chunk, Draft
from documents.selectors import describe_document, known_docids
from tests.conftest import ON_POSTGRES
from tests.documents.cut_off import cut_off_again_and_again
from tests.documents.helpers import make_folder, record
from tests.sizes import FULL

pytestmark = pytest.mark.django_db


class CutOffError(Exception):
    """Stands for whatever ends an import early."""


@pytest.fixture(autouse=True)
def _small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("documents.scanning.CHUNK", 2)


def make_old(folder: Path, files: dict[str, bytes]) -> Path:
    """A folder of files that nobody wrote lately."""
    make_folder(folder, files)
    for name in files:
        set_age(folder / name, 3600)
    return folder


def set_age(file: Path, seconds: float) -> None:
    then = time.time() - seconds
    os.utime(file, (then, then))


def wire(*docids: str) -> bytes:
    return b"".join(record(docid) for docid in docids)


def import_wire(folder: Path, *, anew: str = "") -> services.ImportReport:
    return services.import_collection(folder, slug="wire", format="newswire", anew=anew)


def cut_off(folder: Path, chunks: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Import until so many chunks are kept."""
    keep = Draft.keep
    kept: list[Chunk] = []

    def keep_some(draft: Draft, chunk: Chunk, *arguments: Any) -> None:
        if len(kept) == chunks:
            raise CutOffError
        kept.append(chunk)
        keep(draft, chunk, *arguments)

    with monkeypatch.context() as patch:
        patch.setattr(Draft, "keep", keep_some)
        with pytest.raises(CutOffError):
            import_wire(folder)


def read_files(folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[services.ImportReport, list[str]]:
    """Import, and note which files are opened for it."""
    opened: list[str] = []
    open_source = store.open_source

    def note(path: str) -> AbstractContextManager[BinaryIO]:
        opened.append(Path(path).name)
        return open_source(path)

    monkeypatch.setattr(store, "open_source", note)
    return import_wire(folder), opened


@pytest.mark.on_postgresql
def test_killed_processes_leave_what_an_undisturbed_one_leaves(tmp_path: Path) -> None:
    result = cut_off_again_and_again(
        tmp_path, postgres=ON_POSTGRES, kills=6 if FULL else 3, seed=5, files=6, records=60, chunk=25
    )
    assert "seed 5: 0 kills" not in result


def test_nothing_is_seen_of_a_first_import_before_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut_off(make_old(tmp_path, {"a": wire("A-1", "A-2", "A-3", "A-4", "A-5")}), 2, monkeypatch)
    assert DocumentEntry.objects.count() == 4
    assert not Collection.visible.exists()
    assert not DocumentEntry.visible.exists()
    assert describe_document("wire", "A-1").state == "unknown"


def test_during_an_import_the_former_index_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import_wire(make_old(tmp_path / "old", {"a": wire("A-1")}))
    cut_off(make_old(tmp_path / "new", {"a": wire("A-1", "A-2", "A-3", "A-4")}), 1, monkeypatch)
    assert known_docids("wire", ["A-1", "A-2"]) == {"A-1"}
    assert DocumentEntry.visible.get().docid == "A-1"
    assert describe_document("wire", "A-1").state == "held"
    assert Collection.visible.get().path == str(tmp_path / "old")


def test_the_next_import_reads_no_finished_file_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {"a": wire("A-1", "A-2"), "b": wire("B-1", "A-1", "B-2", "B-3"), "c": wire("C-1")}
    cut_off(make_old(tmp_path, files), 3, monkeypatch)
    report, opened = read_files(tmp_path, monkeypatch)
    assert opened == ["b", "c"]
    assert [warning.code for warning in report.warnings] == ["repeated_docid"]
    assert list(DocumentEntry.visible.order_by("pk").values_list("docid", flat=True)) == [
        "A-1",
        "A-2",
        "B-1",
        "B-2",
        "B-3",
        "C-1",
    ]
    assert list(SourceFile.objects.order_by("pk").values_list("name", "documents", "problems_found")) == [
        ("a", 2, 0),
        ("b", 3, 1),
        ("c", 1, 0),
    ]


@pytest.mark.both_databases
def test_a_file_that_changed_meanwhile_is_read_from_its_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {"a": wire("A-1", "A-2"), "b": wire("B-1", "B-2", "B-3", "B-4", "B-5")}
    cut_off(make_old(tmp_path, files), 2, monkeypatch)
    assert DocumentEntry.objects.filter(file="b").exists()
    make_old(tmp_path, {"b": wire("B-9", "B-1")})
    report, opened = read_files(tmp_path, monkeypatch)
    assert (opened, str(report)) == (["b"], "Imported wire: 4 documents, from 2 files.")
    assert known_docids("wire", ["B-1", "B-3", "B-9"]) == {"B-1", "B-9"}
    assert Scan.objects.get().size == sum(DocumentEntry.visible.values_list("length", flat=True))


@pytest.mark.both_databases
@pytest.mark.parametrize("change", ["finished file", "new file before", "terms", "young file", "anew"])
def test_when_what_was_read_no_longer_stands_all_is_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    make_old(tmp_path, {"b": wire("A-1", "A-2"), "c": wire("B-1", "B-2", "B-3")})
    if change == "young file":
        set_age(tmp_path / "b", 0)
    cut_off(tmp_path, 2, monkeypatch)
    if change == "finished file":
        make_old(tmp_path, {"b": wire("A-1")})
    elif change == "new file before":
        make_old(tmp_path, {"a": wire("A-0")})
    elif change == "terms":
        monkeypatch.setattr(services, "INDEXER", 0)
    set_age(tmp_path / "b", 3600)
    report = import_wire(tmp_path, anew="now" if change == "anew" else "")
    count = {"finished file": 4, "new file before": 6}.get(change, 5)
    assert report.collection.documents == DocumentEntry.objects.count() == count
    assert Scan.objects.get().state == ScanState.COMPLETE


def test_an_unchanged_collection_is_not_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_old(tmp_path, {"a": wire("A-1", "A-1"), "b": wire("B-1")})
    first = import_wire(tmp_path)
    report, opened = read_files(tmp_path, monkeypatch)
    assert opened == []
    assert str(report) == "Nothing has changed in wire: 2 documents, from 2 files, 1 warning."
    assert report.warnings == first.warnings
    set_age(tmp_path / "b", 1800)
    assert str(import_wire(tmp_path)).startswith("Imported wire: 2 documents")
    assert len(opened) == 2
    import_wire(tmp_path, anew="now")
    assert len(opened) == 4
    assert import_wire(tmp_path).unchanged


@pytest.mark.both_databases
def test_a_new_description_needs_no_reading(tmp_path: Path) -> None:
    manifest = 'slug = "wire"\nformat = "newswire"\ntitle = "{}"\n'
    make_old(tmp_path, {"a": wire("A-1")})
    make_folder(tmp_path, {}, manifest.format("One"))
    services.import_collection(tmp_path)
    make_folder(tmp_path, {}, manifest.format("Two"))
    assert services.import_collection(tmp_path).unchanged
    assert Collection.visible.get().title == "Two"


def test_files_with_their_checksum_are_not_summed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    summed: list[Path] = []

    def note(path: Path) -> str:
        summed.append(path)
        return "f" * 64

    monkeypatch.setattr("documents.manifest._sha256", note)
    manifest = f'slug = "wire"\nformat = "newswire"\n[files]\n"a" = "{"f" * 64}"\n'
    make_folder(make_old(tmp_path, {"a": wire("A-1")}), {}, manifest)
    services.import_collection(tmp_path)
    assert services.import_collection(tmp_path).unchanged
    assert len(summed) == 1


def test_an_unreadable_file_is_mended_and_the_import_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_old(tmp_path, {"a": wire("A-1", "A-2", "A-3"), "b.gz": b"\x1f\x8b\x08 and no more"})
    with pytest.raises(CollectionRefused, match="Nothing was imported"):
        import_wire(tmp_path)
    assert not Collection.visible.exists()
    (tmp_path / "b.gz").unlink()
    make_old(tmp_path, {"b": wire("B-1")})
    assert str(import_wire(tmp_path)) == "Imported wire: 4 documents, from 2 files."


def test_of_two_imports_the_later_one_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_old(tmp_path, {"a": wire("A-1", "A-2", "A-3", "A-4", "A-5")})
    keep = Draft.keep
    overtaken: list[Chunk] = []

    def keep_slowly(draft: Draft, chunk: Chunk, *arguments: Any) -> None:
        if not overtaken:
            overtaken.append(chunk)
            import_wire(tmp_path)
        keep(draft, chunk, *arguments)

    monkeypatch.setattr(Draft, "keep", keep_slowly)
    with pytest.raises(CollectionRefused) as caught:
        import_wire(tmp_path)
    assert caught.value.code == "import_overtaken"
    assert DocumentEntry.visible.count() == DocumentEntry.objects.count() == 5


def test_a_refused_list_of_ids_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "ids").write_text("".join(f"A-{number}\n" for number in range(6000)) + "A 7000\n")
    with pytest.raises(CollectionRefused):
        services.import_ids(tmp_path / "ids", slug="ids")
    assert not DocumentEntry.objects.exists()
    assert not Collection.objects.exists()


def test_progress_counts_bytes_of_packed_files_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("documents.progress._SECONDS", 0)
    result: list[tuple[int, int, str]] = []
    make_old(tmp_path, {"a": wire("A-1"), "b": wire("B-1", "B-2")})
    services.import_collection(
        tmp_path, slug="wire", format="newswire", progress=lambda *how_far: result.append(how_far)
    )
    total = sum(file.stat().st_size for file in tmp_path.iterdir())
    assert result[-1] == (total, total, "bytes")
    assert result == sorted(result)
    assert len(result) >= 4


@pytest.mark.both_databases
def test_many_problems_are_listed_up_to_a_limit_and_counted_beyond(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scans, "MAX_LISTED", 3)
    report = import_wire(make_old(tmp_path, {"a": wire(*["A-1"] * 9)}))
    assert (len(report.warnings), report.more_warnings) == (3, 5)


@pytest.mark.both_databases
def test_giving_up_an_import_leaves_what_readers_see(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import_wire(make_old(tmp_path / "old", {"a": wire("A-1")}))
    cut_off(make_old(tmp_path / "new", {"a": wire("B-1", "B-2", "B-3")}), 1, monkeypatch)
    assert services.give_up_import("wire")
    assert DocumentEntry.objects.get().docid == "A-1"
    assert not services.give_up_import("wire")
    assert not services.give_up_import("none")


def test_links_out_of_the_roots_are_refused(tmp_path: Path) -> None:
    outside = make_old(tmp_path / "outside", {"a": wire("A-1")})
    inside = make_folder(tmp_path / "root" / "wire", {})
    inside.mkdir(parents=True)
    (tmp_path / "root" / "link").symlink_to(outside)
    (inside / "documents").symlink_to(outside)
    for path in (inside, tmp_path / "root" / "link", tmp_path / "root" / ".." / "outside", outside):
        with pytest.raises(CollectionRefused) as caught:
            services.import_collection(path, slug="wire", format="newswire", roots=[tmp_path / "root"])
        assert caught.value.code == "outside_of_roots"
    roots = [tmp_path / "root", tmp_path / "outside"]
    assert services.import_collection(inside, slug="wire", format="newswire", roots=roots).files == 1


@pytest.mark.both_databases
@pytest.mark.skipif(not ON_POSTGRES, reason="SQLite has one lock for everything: nobody waits crosswise")
@pytest.mark.django_db(transaction=True)
def test_an_import_that_another_takes_up_amid_a_chunk_ends_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_old(tmp_path, {"a": wire("A-1", "A-2", "A-3")})
    insert, lock, is_locked = insert_entries, scans._locked, Event()
    keep, take_up, is_taken = Draft.keep, scans.take_up, Event()

    def other() -> None:
        import_wire(tmp_path)
        connection.close()

    thread = Thread(target=other)

    def take_up_and_tell(**named: Any) -> Draft:
        draft = take_up(**named)
        if current_thread() is thread:
            is_taken.set()
        return draft

    def keep_when_taken(draft: Draft, chunk: Chunk, *arguments: Any) -> None:
        if thread.ident and current_thread() is not thread:
            assert is_taken.wait(30)  # else whoever is quicker has the next chunk
        keep(draft, chunk, *arguments)

    def lock_and_tell(slug: str, described: Mapping[str, Any]) -> Collection:
        collection = lock(slug, described)
        if current_thread() is thread:
            is_locked.set()
        return collection

    def insert_late(rows: Sequence[EntryRow]) -> None:
        insert(rows)
        if current_thread() is not thread:
            thread.start()
            assert is_locked.wait(30)

    monkeypatch.setattr(scans, "_locked", lock_and_tell)
    monkeypatch.setattr("documents.scans.insert_entries", insert_late)
    monkeypatch.setattr(scans, "take_up", take_up_and_tell)
    monkeypatch.setattr(Draft, "keep", keep_when_taken)
    with pytest.raises(CollectionRefused) as caught:
        import_wire(tmp_path)
    thread.join(60)
    assert caught.value.code == "import_overtaken"
    assert DocumentEntry.objects.count() == DocumentEntry.visible.count() == 3


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_others_write_while_an_import_is_under_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_old(tmp_path, {"a": wire("A-1", "A-2", "A-3", "A-4", "A-5")})
    keep, kept, written = Draft.keep, list[Chunk](), list[str]()

    def write(name: str) -> None:
        Collection.objects.create(slug=name, title=name)
        written.append(name)
        connection.close()

    def keep_and_write(draft: Draft, chunk: Chunk, *arguments: Any) -> None:
        keep(draft, chunk, *arguments)
        writer = Thread(target=write, args=[f"other-{len(written)}"])
        writer.start()
        writer.join(10)
        kept.append(chunk)

    monkeypatch.setattr(Draft, "keep", keep_and_write)
    import_wire(tmp_path)
    assert len(written) == len(kept) > 2


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_two_imports_at_once_leave_one_whole_index(tmp_path: Path) -> None:
    make_old(tmp_path, {name: wire(*(f"{name}-{number}" for number in range(40))) for name in "abcde"})
    start, ended = Barrier(2), list[str]()

    def run() -> None:
        start.wait(30)
        try:
            ended.append(str(import_wire(tmp_path)))
        except CollectionRefused as error:
            ended.append(error.code)
        connection.close()

    threads = [Thread(target=run) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert len(ended) == 2
    assert set(ended) <= {
        "import_overtaken",
        "Imported wire: 200 documents, from 5 files.",
        "Nothing has changed in wire: 200 documents, from 5 files.",
    }
    assert ended.count("import_overtaken") < 2
    assert DocumentEntry.objects.count() == DocumentEntry.visible.count() == 200
    assert Scan.objects.get().state == ScanState.COMPLETE
