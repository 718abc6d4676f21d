"""What the tests of documents share: made-up records, and collections made of them."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from documents.sanitise import process
from documents.sanitise.clean import clean_page
from documents.sanitise.result import Packed
from documents.services import ImportReport, import_collection


def record(docno: str, text: str = "Nothing happened.", extra: str = "", end: str = "\n") -> bytes:
    """A newswire record of an id and a text."""
    lines = [
        "<DOC>",
        f"<DOCNO> {docno} </DOCNO>",
        *([extra] if extra else []),
        "<TEXT>",
        text,
        "</TEXT>",
        "</DOC>",
        "",
    ]
    return end.join(lines).encode()


def make_folder(folder: Path, files: dict[str, bytes], manifest: str = "") -> Path:
    """A folder of a collection with files of these contents."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    if manifest:
        (folder / "manifest.toml").write_text(manifest, encoding="utf-8")
    return folder


def import_records(folder: Path, *records: bytes, slug: str = "wire") -> ImportReport:
    """A newswire collection of these records, imported."""
    return import_collection(make_folder(folder, {"a.sgm": b"".join(records)}), slug=slug, format="newswire")


def spoil_pages(monkeypatch: pytest.MonkeyPatch, spoil: Callable[[str], str]) -> None:
    """Pages are sanitised as if a bad sanitiser had changed them so before."""

    def sanitised(pages: Sequence[process.Page]) -> list[Packed]:
        return [clean_page(spoil(html), base).packed() for html, base in pages]

    monkeypatch.setattr(process, "sanitise_all", sanitised)


def compress(data: bytes) -> bytes:
    """The bytes packed as the program `compress` does, if in the dullest way: every code is one byte."""
    packed = [b"\x1f\x9d\x90"]
    for start in range(0, len(data), 207):
        codes = [*data[start : start + 207], 256]  # the table is cleared before codes grow longer
        bits = sum(code << 9 * place for place, code in enumerate(codes))
        packed.append(bits.to_bytes((9 * len(codes) + 7) // 8, "little"))
    return b"".join(packed)
