"""How long an index lasts: until the next is whole, through full disks, damage, and others who read and write."""

import errno
import resource
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import pytest
from pytest_django import Settings

from documents.models import Collection
from documents.search import embedded, indexes
from documents.search.embedded import COMPLETE, Embedded, FolderWriter
from documents.search.engine import VERSION
from documents.search.finding import search
from documents.search.indexes import Busy, NoIndex, build, open_index
from documents.search.queries import read_query
from documents.search.texts import IndexedText
from documents.services import import_collection
from tests.documents.helpers import import_records, make_folder, record
from tests.documents.search.helpers import folders, found, wire

pytestmark = pytest.mark.django_db
TIDE = read_query("tide")


@pytest.fixture(autouse=True)
def data(tmp_path: Path, settings: Settings) -> Path:
    settings.DATA_DIR = tmp_path / "data"
    return tmp_path / "data"


def test_an_index_that_was_cut_off_goes_on(
    tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the first attempt had met, here documents that cannot be read, counts at the end as well."""
    files = {
        name: b"".join(record(f"A-{n}", f"tide {n}") for n in numbers)
        for name, numbers in (("a.sgm", range(15)), ("b.sgm", range(15, 30)))
    }
    import_collection(make_folder(tmp_path / "wire", files), slug="wire", format="newswire")
    (tmp_path / "wire" / "a.sgm").write_bytes(b"")
    collection = Collection.visible.get(slug="wire")
    monkeypatch.setattr(indexes, "_BATCH", 10)
    monkeypatch.setattr("documents.search.embedded._COMMIT", 1)
    added: list[str] = []
    add = FolderWriter.add

    def killed(self: FolderWriter, document: IndexedText) -> None:
        if len(added) == 15:
            raise KeyboardInterrupt
        added.append(document.docid)
        add(self, document)

    monkeypatch.setattr(FolderWriter, "add", killed)
    with pytest.raises(KeyboardInterrupt):
        build(collection)
    with pytest.raises(NoIndex):
        open_index(collection)
    monkeypatch.setattr(FolderWriter, "add", add)
    assert build(collection) == (30, 15)
    assert search(collection, "tide", shown=False).total == 15
    assert len({hit.docid for hit in search(collection, "id:A-*", limit=40, shown=False).hits}) == 30


def test_until_the_next_index_is_whole_the_one_before_is_searched(tmp_path: Path, data: Path) -> None:
    collection = wire(tmp_path, {"A-1": "tide"})
    build(collection)
    collection = wire(tmp_path / "b", {"A-1": "tide", "A-2": "tide"})
    results = search(collection, "tide")
    assert (results.total, results.is_current) == (1, False)
    build(collection)
    results = search(collection, "tide")
    assert (results.total, results.is_current) == (2, True)
    assert len(folders(data)) == 1


@pytest.mark.parametrize("harm", ["gone", "empty", "cut", "segments", "other version", "facts"])
def test_a_damaged_index_is_made_anew(
    tmp_path: Path, data: Path, harm: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = wire(tmp_path, {"A-1": "tide"})
    with monkeypatch.context() as former:
        if harm == "other version":
            for module in (embedded, indexes):
                former.setattr(module, "VERSION", VERSION - 1)
        build(collection)
    (folder,) = folders(data)
    meta, facts = folder / "meta.json", folder / COMPLETE
    if harm == "gone":
        meta.unlink()
    elif harm == "empty":
        meta.write_bytes(b"")
    elif harm == "cut":
        meta.write_bytes(meta.read_bytes()[:-20])
    elif harm == "segments":
        for file in folder.glob("*.term"):
            file.write_bytes(b"")
    elif harm == "facts":
        facts.write_text("[")
    with pytest.raises(NoIndex):
        search(collection, "tide")
    build(collection)
    assert found(collection, "tide") == ["A-1"]


@pytest.mark.parametrize("kind", ["store", "fast", "term", "idx", "pos", "fieldnorm", "json"])
def test_noise_in_a_file_is_no_index_or_another_result(tmp_path: Path, data: Path, kind: str) -> None:
    collection = wire(tmp_path, {f"A-{n}": f"tide {n}" for n in range(50)})
    build(collection)
    (folder,) = folders(data)
    for file in folder.glob(f"*.{kind}"):
        if file.name != COMPLETE:
            file.write_bytes(bytes(byte ^ 0x5A for byte in file.read_bytes()))
    for typed in ("tide", '"tide 7"', "+tide -3", "id:A-1*", "date:1989.. tide"):
        with suppress(NoIndex):
            assert search(collection, typed).total <= 50
    assert build(collection, anew=True).documents == 50
    assert found(collection, "7") == ["A-7"]


def test_made_anew_the_former_one_is_searched_until_the_end(tmp_path: Path, data: Path) -> None:
    collection = wire(tmp_path, {"A-1": "tide"})
    build(collection)
    (former,) = folders(data)
    seen: list[int] = []
    build(collection, lambda *_: seen.append(search(collection, "tide").total), anew=True)
    assert seen == [1]
    (newest,) = folders(data)
    assert newest != former


def test_whoever_has_the_former_one_open_goes_on_with_it(tmp_path: Path, data: Path) -> None:
    build(wire(tmp_path, {f"A-{n}": f"tide {n}" for n in range(30)}))
    former = open_index(Collection.visible.get(slug="wire"))
    collection = wire(tmp_path, {"B-1": "tide"})
    build(collection)
    total, hits = former.search(TIDE, 1000)
    assert (total, len(hits)) == (30, 30)
    assert found(collection, "tide") == ["B-1"]


def test_an_index_that_takes_the_place_of_one_while_it_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = wire(tmp_path, {"A-1": "tide"})
    build(collection)
    names = Embedded.names

    def overtaken(self: Embedded, slug: str) -> Mapping[str, bool]:
        monkeypatch.setattr(Embedded, "names", names)
        seen = self.names(slug)
        build(collection, anew=True)
        return seen

    monkeypatch.setattr(Embedded, "names", overtaken)
    assert found(collection, "tide") == ["A-1"]


def test_of_two_who_make_it_one_is_told_to_wait(tmp_path: Path) -> None:
    collection = wire(tmp_path, {"A-1": "tide"})
    told: list[Busy] = []

    def second(*_: object) -> None:
        with pytest.raises(Busy, match="by another process") as busy:
            build(collection)
        told.append(busy.value)

    assert build(collection, second).documents == 1
    assert told[0].hint
    assert found(collection, "tide") == ["A-1"]


def test_an_import_that_ends_meanwhile_is_indexed_too(tmp_path: Path, data: Path) -> None:
    collection = wire(tmp_path, {"A-1": "tide"})
    imports = [{"A-1": "tide", "A-2": "tide"}]

    def another(*_: object) -> None:
        if imports:
            wire(tmp_path, imports.pop())

    assert build(collection, another).documents == 2
    results = search(Collection.visible.get(slug="wire"), "tide")
    assert (results.total, results.is_current) == (2, True)
    assert len(folders(data)) == 1


def test_one_that_an_import_overtook_is_never_whole(
    tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build(wire(tmp_path, {f"A-{n}": "tide" for n in range(12)}))
    collection = wire(tmp_path, {f"A-{n}": "tide" for n in range(30)})
    monkeypatch.setattr(indexes, "_BATCH", 7)
    imports = [{"A-1": "tide"}]

    def another(*_: object) -> None:
        if imports:
            wire(tmp_path, imports.pop())

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as ending:
        ending.setattr(Embedded, "remove", killed)
        with pytest.raises(KeyboardInterrupt):
            build(collection, another)
    collection.refresh_from_db()
    assert search(collection, "tide").total == 12
    assert build(collection).documents == 1


def test_another_language_is_another_index(tmp_path: Path) -> None:
    collection = wire(tmp_path, {"A-1": "die Pegel der Gezeiten"})
    build(collection)
    Collection.objects.update(language="de")
    collection.refresh_from_db()
    assert not search(collection, "Pegel").is_current
    build(collection)
    assert search(collection, "Gezeit").is_current


def test_the_index_of_a_collection_that_is_gone_goes_and_is_not_that_of_its_successor(
    tmp_path: Path, data: Path
) -> None:
    build(wire(tmp_path, {"A-1": "tide"}))
    Collection.objects.all().delete()
    collection = wire(tmp_path, {"B-1": "comet"})
    assert not search(collection, "tide").is_current
    build(collection)
    assert found(collection, "tide") == []
    Collection.objects.all().delete()
    import_records(tmp_path / "other", record("C-1"), slug="other")
    build(Collection.visible.get(slug="other"))
    assert not folders(data)


class _Limit(NamedTuple):
    free: int


def test_a_disk_without_room_is_said_before_it_is_full(
    tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build(wire(tmp_path, {"A-1": "tide"}))
    collection = wire(tmp_path, {"A-1": "tide", "A-2": "tide"})
    with monkeypatch.context() as full:
        full.setattr(shutil, "disk_usage", lambda _: _Limit(embedded.SPARE))
        with pytest.raises(NoIndex, match="has 64 MB free") as refusal:
            build(collection)
    assert refusal.value.hint
    assert (len(folders(data)), search(collection, "tide").total) == (1, 1)
    assert build(collection).documents == 2


@contextmanager
def _no_file_above(size: int) -> Iterator[None]:
    """Whoever writes more than so many bytes into a file gets an error, as on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_disk_that_gets_full_leaves_the_former_index_and_nothing_else(tmp_path: Path, data: Path) -> None:
    build(wire(tmp_path, {"A-1": "tide"}))
    collection = wire(tmp_path, {f"A-{n}": f"tide {n}" for n in range(3000)})
    for size in (0, 2_000, 20_000):
        with (
            _no_file_above(size),
            pytest.raises(NoIndex, match=f"cannot be written: .*{errno.EFBIG}") as refusal,
        ):
            build(collection)
        assert refusal.value.code == "index_not_written"
        assert (len(folders(data)), search(collection, "tide").total) == (1, 1)
    assert build(collection).documents == 3000
