"""Folders as ZIP files: written the same every time, and unpacked without trusting what they hold."""

import io
import shutil
import stat
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import IO, Any

from assessment.shared.errors import FileRefused
from assessment.shared.say import say, sentence
from scoring.formats.problems import shown
from scoring.records import Problem

MAX_ENTRIES = 10_000
MAX_UNPACKED_BYTES = 512 * 1024 * 1024
MOST_PARTS = 16  # of an entry's path; bundles have three
LONGEST_PATH = 1_000  # characters
LONGEST_NAME = 255  # bytes of a part, as file systems have it
CHUNK = 64 * 1024
ENTRY = b"PK\1\2"  # begins each line of a table of contents
# What reading an archive raises where its bytes are damaged.
BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, UnicodeDecodeError, OSError)
# The ways of packing that are read: others take as much memory as an archive says that they need.
METHODS = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
# The earliest time that the format can hold: an archive says nothing of when it was made.
NO_TIME = (1980, 1, 1, 0, 0, 0)


def write_zip(folder: Path, target: IO[bytes]) -> None:
    """Pack every file below the folder, by name; the same files give the same bytes."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in file_names(folder):
            with (folder / name).open("rb") as source:
                add_entry(archive, name, source, (folder / name).stat().st_size)


def add_entry(archive: zipfile.ZipFile, name: str, source: IO[bytes], size: int) -> None:
    """Write one file, of which nothing but its name and bytes is kept."""
    info = zipfile.ZipInfo(name, NO_TIME)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.create_system = 3
    info.external_attr = (stat.S_IFREG | 0o644) << 16
    info.file_size = size
    with archive.open(info, "w") as entry:
        shutil.copyfileobj(source, entry, CHUNK)


class Pipe(io.RawIOBase):
    """Where a ZIP file is written that is sent while it is made: keeps what is written until it is taken."""

    def __init__(self) -> None:
        super().__init__()
        self._pieces: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        piece = bytes(data)
        self._pieces.append(piece)
        return len(piece)

    def take(self) -> bytes:
        """Everything written since it was last taken."""
        taken = b"".join(self._pieces)
        self._pieces.clear()
        return taken


def stream_zip(entries: Iterable[tuple[str, bytes]]) -> Iterator[bytes]:
    """A ZIP file of names and contents, sent while it is made: a piece for each of them, then the table of contents."""
    pipe = Pipe()
    with zipfile.ZipFile(pipe, "w") as archive:
        for name, content in entries:
            add_entry(archive, name, io.BytesIO(content), len(content))
            yield pipe.take()
    yield pipe.take()


def begun(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """The same pieces, the first of them made at once: what cannot be made fails before anything is sent."""
    return _after(next(pieces, b""), pieces)


def _after(first: bytes, pieces: Iterator[bytes]) -> Iterator[bytes]:
    yield first
    yield from pieces


def file_names(folder: Path) -> list[str]:
    """All files below the folder, as paths with slashes, by code point."""
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def unpack_zip(source: IO[bytes], folder: Path, name: str) -> Path:
    """Unpack an archive that came from outside into an empty folder, and return where its files begin.

    Refused whole, with every reason: entries that lead out of the folder, links and devices, names
    that differ by case alone, encrypted entries, and what is larger than the limits when unpacked.
    """
    refuse_many(source, name)
    try:
        with zipfile.ZipFile(source) as archive:
            problems = list(entry_problems(archive, name))
            if not problems:
                problems = unpack_entries(archive, folder, name)
    except BROKEN as broken:
        problems = [unreadable(name, broken)]
    if problems:
        raise _refused(problems)
    return top_of(folder)


def refuse_many(source: IO[bytes], name: str) -> None:
    """Refuse an archive of too many entries by its bytes alone: to read the table of a million takes 40 seconds."""
    source.seek(0)
    found, rest = 0, b""
    while piece := source.read(CHUNK):
        found += (rest + piece).count(ENTRY)
        rest = piece[1 - len(ENTRY) :]
    source.seek(0)
    if found > MAX_ENTRIES:
        raise _refused([_too_many(name)])


def _refused(problems: list[Problem]) -> FileRefused:
    return FileRefused(say("The archive was not accepted. Nothing was stored."), problems)


def _too_many(name: str) -> Problem:
    entries = say("The archive has more than {n} entries.", n=MAX_ENTRIES)
    return Problem(name, 0, "zip_entries", entries, say(IMPORT_BY_FOLDER))


def unreadable(name: str, error: Exception) -> Problem:
    """What is told of an archive that is damaged."""
    message = say("This is not a whole ZIP file: {error}.", error=_reason(error))
    return Problem(name, 0, "zip_unreadable", message, say("Pack it anew."))


def _reason(error: Exception) -> object:
    """What is wrong, without the place where it was unpacked."""
    return (error.strerror or type(error).__name__) if isinstance(error, OSError) else error


def entry_problems(archive: zipfile.ZipFile, name: str) -> Iterator[Problem]:
    """What the archive's table of contents gives away."""
    entries = archive.infolist()
    seen: set[str] = set()
    for entry in entries:
        error = entry_error(entry)
        if not error and entry.filename.casefold() in seen:
            error = ("zip_twice", sentence("The entry {name} is in the archive twice."))
        seen.add(entry.filename.casefold())
        if error:
            code, words = error
            yield Problem(name, 0, code, say(words, name=shown(entry.filename)), _hint(code))
    if sum(entry.file_size for entry in entries) > MAX_UNPACKED_BYTES:
        yield too_large(name)


def _hint(code: str) -> str:
    if code == "zip_method":
        return say("Pack it anew as ZIP files usually are, by deflate, or without compression.")
    return say("Pack it anew without it.")


def entry_error(entry: zipfile.ZipInfo) -> tuple[str, str] | None:
    """Code and sentence, with the place of its name, for an entry that no bundle holds."""
    kind = stat.S_IFMT(entry.external_attr >> 16)
    parts = entry.orig_filename.rstrip("/").split("/")
    if "\\" in entry.orig_filename or "\0" in entry.orig_filename or ":" in parts[0]:
        return "zip_name", sentence("The entry {name} has a name with a backslash, colon or NUL.")
    if (
        len(parts) > MOST_PARTS
        or len(entry.orig_filename) > LONGEST_PATH
        or any(len(part.encode(errors="replace")) > LONGEST_NAME for part in parts)
    ):
        return "zip_deep", sentence("The path of the entry {name} is too long, or has too many folders.")
    if any(part in {"", ".", ".."} for part in parts):
        return "zip_path", sentence("The entry {name} leads out of the archive's folder.")
    if kind not in {0, stat.S_IFREG, stat.S_IFDIR}:
        return "zip_link", sentence("The entry {name} is a link or device.")
    if entry.flag_bits & 0x1:
        return "zip_encrypted", sentence("The entry {name} is encrypted.")
    if entry.compress_type not in METHODS:
        return "zip_method", sentence("The entry {name} is packed in a way that is not read here.")
    return None


IMPORT_BY_FOLDER = sentence("Unpack it, check it, and import the folder with import_bundle.")


def too_large(name: str) -> Problem:
    limit = MAX_UNPACKED_BYTES // (1024 * 1024)
    message = say("Unpacked it is larger than {limit} MB.", limit=str(limit))
    return Problem(name, 0, "zip_size", message, say(IMPORT_BY_FOLDER))


def unpack_entries(archive: zipfile.ZipFile, folder: Path, name: str) -> list[Problem]:
    """Write the files; stop where they turn out larger than the table of contents said."""
    room = MAX_UNPACKED_BYTES
    for entry in archive.infolist():
        path = folder.joinpath(*PurePosixPath(entry.filename).parts)
        if entry.is_dir():
            path.mkdir(parents=True, exist_ok=True)
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        with archive.open(entry) as source, path.open("xb") as target:
            while chunk := source.read(CHUNK):
                room -= len(chunk)
                if room < 0:
                    return [too_large(name)]
                target.write(chunk)
    return []


def top_of(folder: Path) -> Path:
    """The folder itself, or the only folder in it when the bundle was packed together with its folder."""
    inside = list(folder.iterdir())
    return inside[0] if len(inside) == 1 and inside[0].is_dir() else folder
