"""ZIP files of bundles: the same bytes every time, and nothing dangerous let in."""

import io
import stat
import zipfile
from pathlib import Path

import pytest

from assessment.shared import zips as archive
from assessment.shared.errors import FileRefused

DEFLATE64, ZSTANDARD = 9, 93  # by the numbers of APPNOTE.TXT 6.3.10, section 4.4.5


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "unpacked"
    place.mkdir()
    return place


def packed(entries: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> io.BytesIO:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", method) as made:
        for name, content in entries.items():
            made.writestr(name, content)
    target.seek(0)
    return target


def codes(source: io.BytesIO, folder: Path) -> list[str]:
    with pytest.raises(FileRefused) as refusal:
        archive.unpack_zip(source, folder, "b.zip")
    assert all(problem.file == "b.zip" and problem.message for problem in refusal.value.problems)
    return [problem.code for problem in refusal.value.problems]


def test_the_same_folder_gives_the_same_bytes_whatever_its_times(tmp_path: Path) -> None:
    made = []
    for name in ("one", "two"):
        folder = tmp_path / name
        (folder / "runs").mkdir(parents=True)
        (folder / "runs" / "b.txt").write_bytes(b"b\r\n")
        (folder / "a.csv").write_bytes(b"a")
        target = io.BytesIO()
        archive.write_zip(folder, target)
        made.append(target.getvalue())
    assert made[0] == made[1]
    with zipfile.ZipFile(io.BytesIO(made[0])) as read:
        assert read.namelist() == ["a.csv", "runs/b.txt"]
        assert read.read("runs/b.txt") == b"b\r\n"


def test_an_archive_comes_back_as_it_was_packed(folder: Path) -> None:
    top = archive.unpack_zip(packed({"campaign.json": b"{}", "runs/r.txt": b"x"}), folder, "b.zip")
    assert archive.file_names(top) == ["campaign.json", "runs/r.txt"]


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_two_ways_of_packing_are_read(folder: Path, method: int) -> None:
    top = archive.unpack_zip(packed({"a.csv": b"qid,docid\n" * 99}, method), folder, "b.zip")
    assert (top / "a.csv").read_bytes() == b"qid,docid\n" * 99


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA, DEFLATE64, ZSTANDARD])
def test_every_other_way_of_packing_is_refused_in_words(folder: Path, method: int) -> None:
    """Before anything of it is unpacked: LZMA would take as much memory as the archive says that it needs."""
    data = packed_as(method)
    with pytest.raises(FileRefused) as refusal:
        archive.unpack_zip(io.BytesIO(data), folder, "b.zip")
    (problem,) = refusal.value.problems
    assert (problem.code, problem.message, problem.hint) == (
        "zip_method",
        'The entry "campaign.json" is packed in a way that is not read here.',
        "Pack it anew as ZIP files usually are, by deflate, or without compression.",
    )
    assert list(folder.iterdir()) == []


def packed_as(method: int) -> bytes:
    """A bundle's head, packed in a way of which Python may know nothing but the number."""
    known = method in {zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA}
    data = bytearray(
        packed({"campaign.json": b"{}" * 99}, method if known else zipfile.ZIP_STORED).getvalue()
    )
    for place in (8, data.index(b"PK\1\2") + 10):
        data[place : place + 2] = method.to_bytes(2, "little")
    return bytes(data)


def test_a_folder_packed_with_its_own_name_is_looked_into(folder: Path) -> None:
    top = archive.unpack_zip(packed({"comet/": b"", "comet/campaign.json": b"{}"}), folder, "b.zip")
    assert archive.file_names(top) == ["campaign.json"]


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("../out.txt", "zip_path"),
        ("runs/../../out.txt", "zip_path"),
        ("/etc/out.txt", "zip_path"),
        ("runs//out.txt", "zip_path"),
        ("runs\\out.txt", "zip_name"),
        ("C:/out.txt", "zip_name"),
    ],
)
def test_entries_that_lead_elsewhere_are_refused(folder: Path, name: str, code: str) -> None:
    assert codes(packed({"campaign.json": b"{}", name: b"x"}), folder) == [code]
    assert list(folder.iterdir()) == []


def test_links_devices_and_twice_named_entries_are_all_listed(folder: Path) -> None:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as made:
        link = zipfile.ZipInfo("link")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        made.writestr(link, "/etc/passwd")
        device = zipfile.ZipInfo("device")
        device.external_attr = (stat.S_IFIFO | 0o644) << 16
        made.writestr(device, "")
        made.writestr("a.csv", "1")
        made.writestr("A.csv", "2")
    assert codes(target, folder) == ["zip_link", "zip_link", "zip_twice"]


def test_a_bomb_is_refused_by_what_it_announces_and_by_what_it_holds(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "MAX_UNPACKED_BYTES", 1_000)
    assert codes(packed({"a": b"0" * 1_001}), folder) == ["zip_size"]
    lying = bytearray(packed({"a": b"0" * 1_001}).getvalue())
    directory = lying.index(b"PK\x01\x02")
    lying[directory + 24 : directory + 28] = (1).to_bytes(4, "little")
    assert codes(io.BytesIO(bytes(lying)), folder)[0] in {"zip_size", "zip_unreadable"}


def test_too_many_entries_are_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MAX_ENTRIES", 2)
    assert codes(packed(dict.fromkeys("abc", b"")), folder) == ["zip_entries"]


@pytest.mark.parametrize(
    "content",
    [b"", b"qid,docid\n", packed({"a": b"12345678" * 99}).getvalue()[:-40]],
    ids=["empty", "table", "cut"],
)
def test_what_is_no_zip_file_is_named_so(folder: Path, content: bytes) -> None:
    assert codes(io.BytesIO(content), folder) == ["zip_unreadable"]


def test_a_damaged_entry_is_named_so(folder: Path) -> None:
    damaged = bytearray(packed({"a": bytes(range(256)) * 9}).getvalue())
    damaged[60] ^= 0xFF
    assert codes(io.BytesIO(bytes(damaged)), folder) == ["zip_unreadable"]
